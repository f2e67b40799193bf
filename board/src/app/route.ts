// The page's address: which view it shows, and the game that it shares.

import type { Game } from "../engine/protocol";

export type View = "start" | "setup" | "play" | "tune" | "runs";

export interface Route {
  view: View;
  /** The text of a shared game; empty if there is none. */
  game: string;
  /** The moment of the game that is shared, or `null` for its newest one. */
  step: number | null;
}

export function routeOf(hash: string): Route {
  const [name = "", game = ""] = hash.replace(/^#/, "").split(/[=&]/);
  const views: View[] = ["setup", "play", "tune", "runs"];
  const step = /&step=([0-9]{1,6})$/.exec(hash)?.[1];
  return { view: views.find((v) => v === name) ?? "start", game, step: step === undefined ? null : Number(step) };
}

/** Returns the fragment of a game at a moment, or at its newest one. */
export function gameFragment(game: string, step: number | null): string {
  return step === null ? `play=${game}` : `play=${game}&step=${step}`;
}

/** Whether the page has an address to share; the frame of a notebook has none. */
export function hasAddress(): boolean {
  return !location.href.startsWith("about:");
}

/** Names what is shown in the page's address, as a new place to go back to or in place of the last one. */
export function setAddress(fragment: string, place: "new" | "same"): void {
  if (!hasAddress()) return;
  const address = fragment ? `#${fragment}` : location.pathname + location.search;
  if (place === "new") history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Writes a game for an address: deflated JSON in base64url. The format has a checksum, which finds damaged links. */
export async function encodeGame(game: Game): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(game)), new CompressionStream("deflate"));
  const letters = Array.from(bytes, (b) => String.fromCharCode(b)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

const isGame = (value: unknown): value is Game => {
  const game = value as Partial<Game> | null;
  return typeof game === "object" && game !== null && Array.isArray(game.seats) && Array.isArray(game.moves) && typeof game.seed === "string";
};

/** Reads a game from an address. Fails for one that is none. */
export async function decodeGame(text: string): Promise<Game> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
  const game: unknown = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate"))));
  if (!isGame(game)) throw new Error("not a game");
  return game;
}
