// A game as the page holds it: its description, its lines and its decisions.

import type { Engine } from "../engine/engine";
import { type Ask, type Catalog, type Game, type GameAnswer, type Mark, type Move, PERSON } from "../engine/protocol";
import type { GameEvent, TraceEvent } from "../trace/events";
import { headOf } from "../trace/replay";

export interface GameRecord {
  /** `null` for a trace that the engine does not deal again, for example one of an older version. */
  game: Game | null;
  lines: string[];
  events: TraceEvent[];
  marks: Mark[];
  ask: Ask | null;
  over: boolean;
}

const parse = (lines: readonly string[]): TraceEvent[] => lines.map((line) => JSON.parse(line) as TraceEvent);

function recordOf(game: Game, answer: GameAnswer, known?: GameRecord): GameRecord {
  return {
    game,
    lines: [...(known?.lines ?? []), ...answer.lines],
    events: [...(known?.events ?? []), ...parse(answer.lines)],
    marks: answer.marks,
    ask: answer.ask,
    over: answer.over,
  };
}

/** Plays a game. `known` is an earlier state of the same game, whose lines need not be sent again. */
export async function loadGame(engine: Engine, game: Game, known?: GameRecord): Promise<GameRecord> {
  const from = known?.lines.length ?? 0;
  const answer = await engine.ask("game", { game, from });
  return recordOf(game, answer, known);
}

/** Returns a ruleset with the options in which a trace's rules differ from the catalogue's. */
function rulesetOf(head: GameEvent, catalog: Catalog): string | null {
  const byLength = [...catalog.rulesets].sort((a, b) => b.name.length - a.name.length);
  const base = byLength.find((r) => head.ruleset === r.name || head.ruleset.startsWith(`${r.name}-`));
  if (!base) return null;
  const differing = base.options.flatMap(({ key, value }) => {
    const actual = head.rules[key];
    const simple = ["string", "number", "boolean"].includes(typeof actual);
    return simple && String(actual) !== valueText(value) ? [`${key}=${String(actual)}`] : [];
  });
  return [base.name, ...differing].join(":");
}

/** A person's name in traces. */
const TRACED_PERSON = "human";

/** Returns the value of an option as it is written after a ruleset's name. */
export function valueText(value: unknown): string {
  return typeof value === "object" ? "" : String(value);
}

export interface LoadedTrace {
  record: GameRecord;
  nGames: number;
  fault: { line: number; rule: string; message: string } | null;
}

/** Loads one game of a trace. If the engine deals the very same game, it can be changed and continued. */
export async function loadTrace(engine: Engine, catalog: Catalog, text: string, index: number): Promise<LoadedTrace> {
  const answer = await engine.ask("trace", { text, game: index });
  const events = parse(answer.lines);
  const record: GameRecord = {
    game: null,
    lines: answer.lines,
    events,
    marks: answer.marks,
    ask: null,
    over: events.at(-1)?.event === "game-end",
  };
  const loaded = { nGames: answer.n_games, fault: answer.fault };
  const head = headOf(events);
  const ruleset = rulesetOf(head, catalog);
  if (answer.fault || !ruleset) return { ...loaded, record };
  const moves: Move[] = answer.marks.map(({ at, done }) => ({ at, play: done }));
  const unit = record.over ? "game" : "round";
  const seats = head.seats.map((bot) => (bot === TRACED_PERSON ? PERSON : bot));
  const game: Game = { ruleset, seats, seed: head.seed, deal: head.deal, unit, moves };
  try {
    const again = await loadGame(engine, game);
    const same = again.lines.length === record.lines.length && again.lines.slice(1).every((line, i) => line === record.lines[i + 1]);
    return { ...loaded, record: same ? again : record };
  } catch {
    return { ...loaded, record };
  }
}

/** A decision of a game: one that was made, or the open question. */
export interface Decision {
  at: number;
  seat: number;
  question: string;
  /** `null` for the open question. */
  done: string | null;
  position: string | undefined;
}

const fromMark = (m: Mark): Decision => ({ at: m.at, seat: m.seat, question: m.question, done: m.done, position: m.position });

/** Returns the decision that comes next after line `step`. */
export function decisionAfter(record: GameRecord, step: number): Decision | null {
  const mark = record.marks.find((m) => m.line > step);
  if (mark) return fromMark(mark);
  const { ask } = record;
  return ask && { at: ask.at, seat: ask.seat, question: ask.question, done: null, position: ask.position };
}

/** Returns decision number `at`. */
export function decisionAt(record: GameRecord, at: number): Decision | null {
  const mark = record.marks.find((m) => m.at === at);
  if (mark) return fromMark(mark);
  return record.ask?.at === at ? decisionAfter(record, record.lines.length) : null;
}

/** Returns the moves before decision `at`, and the changes made there. */
export function movesBefore(moves: readonly Move[], at: number): Move[] {
  return moves.filter((m) => m.at < at || (m.at === at && !("play" in m)));
}
