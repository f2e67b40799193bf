// Bots of the catalogue.

import type { Catalog, GameName } from "../engine/protocol";

export function botsOf(catalog: Catalog, game: GameName): string[] {
  return catalog.bots[game].map((bot) => bot.name);
}

/** Returns the bot that beginners play against. */
export function usualBot(game: GameName): string {
  return game === "grid" ? "grid-greedy" : "balanced";
}
