// A game in play, as the page keeps it while other views are open.

import { type Game, PERSON } from "../engine/protocol";
import { roundStarts } from "../trace/replay";
import type { OtherLine } from "../whatif/Compare";
import { type GameRecord, seatsNow } from "./record";

/** Whose hands are open. */
export type Hands = "own" | "all" | number;

/** Where a game opens: dealt and played on to the question, at the question, at its beginning, or playing by itself. */
export type Opening = "deal" | "question" | "start" | "watch";

export interface Session {
  /** Changes with every game that is opened. */
  number: number;
  record: GameRecord;
  opening: Opening;
  hands: Hands;
  /** The line that a change replaced, for comparison. */
  other: OtherLine | null;
  /** Whether the game was seen to its end, after which nothing is hidden. */
  ended: boolean;
  /** Where one is in the game. Steps are many, so that this changes in place. */
  place: { step: number; playing: boolean };
}

export function hasPerson(game: Game | null): boolean {
  return game !== null && seatsNow(game).includes(PERSON);
}

/** Opens a game, at a moment if one is given: as somebody else shared it. */
export function openSession(number: number, record: GameRecord, opening: Opening, step: number | null = null): Session {
  const begins = roundStarts(record.events)[0] ?? 0;
  const own = hasPerson(record.game) && (opening === "deal" || opening === "question");
  const newest = record.events.length - 1;
  const stopped = step ?? (opening === "question" ? newest : null);
  return {
    number,
    record,
    opening,
    hands: own ? "own" : "all",
    other: null,
    // Who shares a moment of a game that is over shows all of it.
    ended: step !== null && record.over,
    place: stopped === null ? { step: begins, playing: opening === "deal" || opening === "watch" } : { step: Math.min(stopped, newest), playing: false },
  };
}
