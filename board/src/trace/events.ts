// The lines of a trace, as the project's trace format describes them.

import type { Colour } from "./cards";

export interface GameEvent {
  event: "game";
  ruleset: string;
  variant: boolean;
  rules: Record<string, unknown>;
  seed: string;
  game: number;
  deal: number;
  rotation: number;
  seats: string[];
  /** Absent for whole games in older traces. */
  unit?: "game" | "round";
}

/** A person's name in traces. */
export const TRACED_PERSON = "human";

export interface RoundEvent {
  event: "round";
  round: number;
  dealer: number;
  hands: string[][];
  returned: number;
  upcard: string;
}

export interface PlayEvent {
  event: "play";
  seat: number;
  card: string;
  drawn: boolean;
  colour?: Colour;
}

export interface DrawEvent {
  event: "draw";
  seat: number;
  cards: string[];
  why: string;
}

/** A change of the board, which is no event of a trace. */
export type ExchangeEvent =
  | { event: "exchange"; seat: number; card: string; for: string }
  | { event: "exchange-top"; card: string; for: string; colour: Colour };

export type SheddingEvent =
  | RoundEvent
  | PlayEvent
  | DrawEvent
  | { event: "colour"; seat: number; colour: Colour }
  | { event: "give"; seat: number; to: number; cards: string[] }
  | { event: "claim"; seat: number; tower: string; from: number | null }
  | { event: "intervention"; tower: string; to: number | null; from: number | null }
  | ExchangeEvent
  | { event: "instant-uno"; seat: number; kept: string; discarded: string[] }
  | { event: "uno"; seat: number }
  | { event: "caught"; seat: number; by: number }
  | { event: "block"; seat: number; tower: string }
  | { event: "challenge"; seat: number; against: number; guilty: boolean }
  | { event: "swap"; seat: number; to: number }
  | { event: "rotate" }
  | { event: "reshuffle"; cards: number }
  | { event: "miss"; seat: number }
  | { event: "pass"; seat: number }
  | {
      event: "round-end";
      winner: number | null;
      why: string;
      hands: string[][];
      points: number[];
      scores: number[];
    };

export type GridEvent =
  | DrawEvent
  | { event: "deal"; hands: string[][]; first: number }
  | { event: "place"; seat: number; card: string; at: [number, number] }
  | { event: "reverse"; seat: number; card: string; line: string }
  | { event: "lay"; seat: number; card: string }
  | { event: "score"; seat: number; line: string; cards: string[] }
  | { event: "pass"; seat: number };

export interface GameEndEvent {
  event: "game-end";
  winners: number[];
  why: string;
  hands?: string[][];
  piles?: string[][];
  scores: number[];
}

/** A game that begins with a position instead of a deal. */
export interface PositionEvent {
  event: "position";
  round?: number;
  dealer?: number | null;
  hands: string[][];
  top?: string;
  colour?: Colour | null;
  direction?: number;
  towers?: Record<string, number>;
  scores?: number[];
  discards?: number;
  piles?: string[][];
  stacks?: Record<string, string[]>;
}

/** Whether the lines are a trace that others can check. */
export function isTrace(events: readonly TraceEvent[]): boolean {
  return events.every((e) => !["exchange", "exchange-top", "position"].includes(e.event));
}

export type TraceEvent = GameEvent | PositionEvent | SheddingEvent | GridEvent | GameEndEvent;

/** Returns the seat that an event is about, or `null`. */
export function seatOf(event: TraceEvent): number | null {
  return "seat" in event && event.seat !== undefined ? event.seat : null;
}
