// The WebAssembly module in Node: a function from a request to what its answer has under `ok`.
import { readFileSync } from "node:fs";

export async function load(path) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
  const { board_alloc, board_weights, board_request, board_answer, memory } = instance.exports;
  const write = (bytes) => {
    const place = board_alloc(bytes.length);
    if (!place) throw new Error(`no room for ${bytes.length} bytes`);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    return bytes.length;
  };
  board_weights(write(readFileSync(new URL("../../strategies/uno-v1.pgnet", import.meta.url))));
  return (request) => {
    const length = board_request(write(new TextEncoder().encode(JSON.stringify(request))));
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, board_answer(), length)));
    if (answer.error) throw new Error(answer.error);
    return answer.ok;
  };
}
