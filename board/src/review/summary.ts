// What the values of a seat's decisions say about its play.

import type { Chance, Mark, Value } from "../engine/protocol";

export interface Reviewed {
  at: number;
  round: number;
  turn: number;
  doneName: string;
  bestName: string;
  /** What the option taken loses against the best one, as a chance. */
  loss: number;
  se: number;
}

/** Returns the cost of a decision, or `null` if its option is not among the values. */
export function reviewed(mark: Mark, options: readonly Value[], name: (option: string) => string): Reviewed | null {
  const taken = options.find((o) => o.option === mark.done);
  const best = options.find((o) => o.loss === 0) ?? options[0];
  if (!taken || !best) return null;
  const { at, round, turn } = mark;
  return { at, round, turn, doneName: name(mark.done), bestName: name(best.option), loss: taken.loss, se: taken.loss_se };
}

/** A loss below this chance counts as none. */
const SMALL = 0.002;

/** Whether a loss is more than chance: the best of several options looks better than it is. */
export function isMeasurable({ loss, se }: Reviewed): boolean {
  return loss >= SMALL && loss > 2 * se;
}

export interface Summary {
  /** Share of the decisions without a measurable loss. */
  accuracy: number;
  /** Sum of the measurable losses. */
  lost: number;
  /** The result that the seat's own decisions do not explain, or `null` before the end. */
  luck: number | null;
}

export function summary(rows: readonly Reviewed[], first: Chance | null, won: boolean | null): Summary {
  const bad = rows.filter(isMeasurable);
  const lost = bad.reduce((sum, r) => sum + r.loss, 0);
  const luck = first === null || won === null ? null : (won ? 1 : 0) - first.chance + lost;
  return { accuracy: rows.length ? 1 - bad.length / rows.length : 1, lost, luck };
}
