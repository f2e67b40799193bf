// The WebAssembly module in Node: a function from a request to what its answer has under `ok`.
import { readFileSync } from "node:fs";

export async function load(path) {
  const { instance } = await WebAssembly.instantiate(readFileSync(path), {});
  const { board_alloc, board_request, board_answer, memory } = instance.exports;
  return (request) => {
    const bytes = new TextEncoder().encode(JSON.stringify(request));
    const place = board_alloc(bytes.length);
    new Uint8Array(memory.buffer, place, bytes.length).set(bytes);
    const length = board_request(bytes.length);
    const answer = JSON.parse(new TextDecoder().decode(new Uint8Array(memory.buffer, board_answer(), length)));
    if (answer.error) throw new Error(answer.error);
    return answer.ok;
  };
}
