// Asks the engine: a WebAssembly module in this page, the program that serves it, or the notebook around it.

import { ENGINE_TEXTS } from "../texts/app";
import { FrameChannel, isFramed, select } from "./frame";
import { HttpChannel } from "./http";
import type { Do, Game, Requests } from "./protocol";
import { type Channel, RequestQueue } from "./queue";
import { WorkerChannel } from "./worker";

/** The order of waiting requests: smaller numbers first. */
export const PRIORITY = { move: 0, hint: 1, chances: 2, review: 3, background: 4 };

export interface AskSettings {
  priority?: number;
  /** Drops the request when it is aborted. */
  signal?: AbortSignal;
}

export interface Engine {
  readonly kind: "module" | "http" | "frame";
  /** Tells a notebook which decision is in view. */
  select?(selected: { position: string; game: Game | null }): void;
  ask<D extends Do>(what: D, request: Requests[D]["ask"], settings?: AskSettings): Promise<Requests[D]["answer"]>;
}

/** The engine refused a request, with the reason for people. */
export class Refusal extends Error {}

/** Requests that may take long. They get a worker of their own so that moves never wait for them. */
const LONG: readonly Do[] = ["analyse", "chances", "duel"];

/** Returns the engine of this page. */
export function makeEngine(): Engine {
  const content = (id: string): string => document.getElementById(id)?.textContent?.trim() ?? "";
  const module = content("engine");
  const token = new URLSearchParams(location.search).get("token") ?? "";
  const kind = module ? "module" : isFramed() ? "frame" : "http";
  const channel = (): Channel =>
    kind === "module" ? new WorkerChannel(module, content("weights")) : kind === "frame" ? new FrameChannel() : new HttpChannel(token);
  const quick = new RequestQueue(channel);
  const long = new RequestQueue(channel);
  return {
    kind,
    ...(kind === "frame" && { select }),
    async ask(what, request, settings = {}) {
      const queue = LONG.includes(what) ? long : quick;
      const text = await queue.ask(JSON.stringify({ do: what, ...request }), settings.priority ?? PRIORITY.move, settings.signal);
      // Questions about a game come soon.
      if (what === "game") long.prepare();
      let answer: { ok?: unknown; error?: string };
      try {
        answer = JSON.parse(text) as typeof answer;
      } catch {
        throw new Refusal(ENGINE_TEXTS.unreadable);
      }
      if (answer.error !== undefined) throw new Refusal(answer.error);
      return answer.ok as Requests[typeof what]["answer"];
    },
  };
}

/** Tells whether a failure only says that nobody waits for the answer any more. */
export function wasDropped(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

/** Returns a failure in words. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
