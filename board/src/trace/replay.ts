// The table after any line of a trace.

import type { GameEvent, TraceEvent } from "./events";
import { applyGrid, type GridState, startGrid } from "./grid";
import { applyShedding, type SheddingState, startShedding } from "./shedding";

export type TableState = SheddingState | GridState;

/** Returns the first line of a trace. */
export function headOf(events: readonly TraceEvent[]): GameEvent {
  const head = events[0];
  if (head?.event !== "game") throw new Error("a trace begins with a line \"game\"");
  return head;
}

export function isGrid(head: GameEvent): boolean {
  return "first_seat" in head.rules;
}

const STARTS = ["round", "deal", "position"];

/** Returns the indices of the lines that begin a round. */
export function roundStarts(events: readonly TraceEvent[]): number[] {
  return events.flatMap((e, i) => (STARTS.includes(e.event) ? [i] : []));
}

/**
 * Returns the table after line `step`. Every event since the deal is carried out again: a few hundred
 * at the most.
 */
export function tableAt(events: readonly TraceEvent[], step: number): TableState {
  const head = headOf(events);
  let from = 0;
  let scores: number[] | null = null;
  for (let i = step; i > 0 && from === 0; i--) {
    const e = events[i];
    if (e && STARTS.includes(e.event)) from = i;
  }
  for (let i = from - 1; i > 0 && !scores; i--) {
    const e = events[i];
    if (e?.event === "round-end") scores = e.scores;
  }
  const state: TableState = isGrid(head) ? startGrid(head) : startShedding(head);
  if (scores) state.scores = scores;
  for (const e of events.slice(from, step + 1)) {
    if (state.kind === "grid") applyGrid(state, e);
    else applyShedding(state, e);
  }
  return state;
}
