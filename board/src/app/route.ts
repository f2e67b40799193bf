// The page's address: which view it shows, and the game that it shares.

import type { Game } from "../engine/protocol";

export type View = "start" | "setup" | "play" | "tune" | "runs";

export interface Route {
  view: View;
  /** The fragment's text after `=`. */
  value: string;
}

export function routeOf(hash: string): Route {
  const [name = "", value = ""] = hash.replace(/^#/, "").split("=");
  const views: View[] = ["setup", "play", "tune", "runs"];
  return { view: views.find((v) => v === name) ?? "start", value };
}

async function through(bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array, Uint8Array<ArrayBuffer>>);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Writes a game for an address: deflated JSON in base64url. */
export async function encodeGame(game: Game): Promise<string> {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(game)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (b) => String.fromCharCode(b)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads a game from an address. */
export async function decodeGame(text: string): Promise<Game> {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (c) => c.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")))) as Game;
}
