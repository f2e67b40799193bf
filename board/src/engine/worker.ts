// The engine as a WebAssembly module in a worker.

import { ENGINE_TEXTS } from "../texts/app";
import type { Channel } from "./queue";

// The worker's whole program. It is a text because the page is one file.
const SOURCE = `
let engine;
function unzipped(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
}
function write(bytes) {
  const room = engine.board_alloc(bytes.length) >>> 0;
  if (!room) throw new Error("The request is too long.");
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  return bytes.length;
}
async function start(module, weights) {
  engine = (await WebAssembly.instantiate(await unzipped(module), {})).instance.exports;
  engine.board_weights(write(new Uint8Array(await unzipped(weights))));
}
function answer(text) {
  const length = engine.board_request(write(new TextEncoder().encode(text))) >>> 0;
  const from = engine.board_answer() >>> 0;
  // The memory may have grown, which gives it a new buffer.
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, from, length));
}
let started;
onmessage = async ({ data }) => {
  try {
    if (data.module) { started = start(data.module, data.weights); return; }
    await started;
    postMessage({ answer: answer(data.request) });
  } catch (error) {
    postMessage({ failure: String(error) });
  }
};
`;

interface Reply {
  answer?: string;
  failure?: string;
}

export class WorkerChannel implements Channel {
  private worker: Worker | null = null;
  private giveUp: ((reason: Error) => void) | null = null;

  /** The module and the learned bot's weights are gzipped and in base64. */
  constructor(
    private readonly module: string,
    private readonly weights: string,
  ) {}

  send(text: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (message: string): void => {
        this.end();
        reject(new Error(message));
      };
      const worker = this.start();
      this.giveUp = reject;
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if (data.answer !== undefined) resolve(data.answer);
        else fail(ENGINE_TEXTS.failed(data.failure ?? ""));
      };
      worker.onerror = (e) => fail(ENGINE_TEXTS.failed(e.message));
      worker.postMessage({ request: text });
    });
  }

  stop(): void {
    this.end();
    this.giveUp?.(new DOMException("stopped", "AbortError"));
    this.prepare();
  }

  prepare(): void {
    this.start();
  }

  private start(): Worker {
    if (!this.worker) {
      const address = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
      this.worker = new Worker(address);
      URL.revokeObjectURL(address);
      this.worker.postMessage({ module: this.module, weights: this.weights });
    }
    return this.worker;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
