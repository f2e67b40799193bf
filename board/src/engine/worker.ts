// The engine as a WebAssembly module in a worker.

import { ENGINE_TEXTS } from "../texts/app";
import type { Channel } from "./queue";

// The worker's whole program. It is a text because the page is one file.
const SOURCE = `
let engine;
async function start(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const module = await new Response(stream).arrayBuffer();
  engine = (await WebAssembly.instantiate(module, {})).instance.exports;
}
function answer(text) {
  const bytes = new TextEncoder().encode(text);
  const room = engine.board_alloc(bytes.length) >>> 0;
  new Uint8Array(engine.memory.buffer, room, bytes.length).set(bytes);
  const length = engine.board_request(bytes.length) >>> 0;
  const from = engine.board_answer() >>> 0;
  // The memory may have grown, which gives it a new buffer.
  return new TextDecoder().decode(new Uint8Array(engine.memory.buffer, from, length));
}
let started;
onmessage = async ({ data }) => {
  try {
    if (data.module) { started = start(data.module); return; }
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

  /** The module is gzipped and in base64. */
  constructor(private readonly module: string) {}

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
  }

  private start(): Worker {
    if (!this.worker) {
      const address = URL.createObjectURL(new Blob([SOURCE], { type: "text/javascript" }));
      this.worker = new Worker(address);
      URL.revokeObjectURL(address);
      this.worker.postMessage({ module: this.module });
    }
    return this.worker;
  }

  private end(): void {
    this.worker?.terminate();
    this.worker = null;
  }
}
