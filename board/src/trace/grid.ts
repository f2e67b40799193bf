// The table of the game Grid, and how each event of the trace changes it.

import { type GameEndEvent, type GameEvent, type GridEvent, type PositionEvent, type TraceEvent, seatOf } from "./events";
import { take } from "./shedding";

export interface GridState {
  kind: "grid";
  hands: string[][];
  piles: string[][];
  scores: number[] | null;
  /** The stacks by "column,row", counted from the first card. */
  stacks: Record<string, string[]>;
  acts: number | null;
}

export function startGrid(game: GameEvent): GridState {
  const empty = (): string[][] => game.seats.map(() => []);
  return { kind: "grid", hands: empty(), piles: empty(), scores: null, stacks: {}, acts: null };
}

export interface Extent {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Returns the part of the plane where cards lie. */
export function extent(s: GridState): Extent {
  const at = Object.keys(s.stacks).map((key) => key.split(",").map(Number));
  const columns = at.map((a) => a[0] ?? 0);
  const rows = at.map((a) => a[1] ?? 0);
  return {
    left: Math.min(...columns),
    top: Math.min(...rows),
    right: Math.max(...columns),
    bottom: Math.max(...rows),
  };
}

/** Returns the keys of the ends of a line, once all nine stacks are there. */
function ends(s: GridState, line: string): [string, string] {
  const { left, top } = extent(s);
  const n = Number(line.slice(-1));
  return line.startsWith("row")
    ? [`${left},${top + n}`, `${left + 2},${top + n}`]
    : [`${left + n},${top}`, `${left + n},${top + 2}`];
}

/** Carries an event out on the table. */
export function applyGrid(s: GridState, event: TraceEvent): void {
  const e = event as GridEvent | PositionEvent | GameEndEvent;
  s.acts = seatOf(event);
  const lay = (seat: number, cards: readonly string[]): void => {
    take(s.hands[seat] ?? [], cards);
    s.piles[seat]?.push(...cards);
  };
  switch (e.event) {
    case "deal":
      s.hands = e.hands.map((h) => [...h]);
      s.acts = e.first;
      break;
    case "position":
      s.hands = e.hands.map((h) => [...h]);
      s.piles = (e.piles ?? s.piles).map((p) => [...p]);
      s.stacks = { ...e.stacks };
      break;
    case "draw":
      s.hands[e.seat]?.push(...e.cards);
      break;
    case "place": {
      take(s.hands[e.seat] ?? [], [e.card]);
      const full = Object.keys(s.stacks).length === 9;
      const { left, top } = full ? extent(s) : { left: 0, top: 0 };
      const key = `${left + e.at[0]},${top + e.at[1]}`;
      s.stacks[key] = [...(s.stacks[key] ?? []), e.card];
      break;
    }
    case "reverse": {
      lay(e.seat, [e.card]);
      const [a, b] = ends(s, e.line);
      const stack = s.stacks[a] ?? [];
      s.stacks[a] = s.stacks[b] ?? [];
      s.stacks[b] = stack;
      break;
    }
    case "lay":
      lay(e.seat, [e.card]);
      break;
    case "score":
      lay(e.seat, e.cards);
      break;
    case "game-end":
      if (e.hands) s.hands = e.hands.map((h) => [...h]);
      if (e.piles) s.piles = e.piles.map((p) => [...p]);
      s.scores = e.scores;
      break;
  }
}
