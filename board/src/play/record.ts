// A game as the page holds it: its description, its lines and its decisions.

import type { Engine } from "../engine/engine";
import { type Ask, type Catalog, type Game, type GameAnswer, type Mark, type Move, PERSON } from "../engine/protocol";
import { type GameEvent, TRACED_PERSON, type TraceEvent } from "../trace/events";
import { headOf } from "../trace/replay";

export interface GameRecord {
  /** `null` for a trace that the engine does not deal again, for example one of an older version. */
  game: Game | null;
  lines: string[];
  events: TraceEvent[];
  marks: Mark[];
  ask: Ask | null;
  /** The deck's cards, each once; empty if `game` is `null`. */
  cards: string[];
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
    cards: answer.cards,
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
  const { marks } = answer;
  const record: GameRecord = {
    game: null,
    lines: answer.lines,
    events,
    marks,
    ask: null,
    cards: [],
    over: answer.over,
  };
  const loaded = { nGames: answer.n_games, fault: answer.fault };
  const head = headOf(events);
  const ruleset = rulesetOf(head, catalog);
  if (answer.fault || !ruleset) return { ...loaded, record };
  const seats = head.seats.map((bot) => (bot === TRACED_PERSON ? PERSON : bot));
  const isWhole = !record.over || events.at(-1)?.event === "game-end";
  const unit = head.unit ?? (isWhole ? "game" : "round");
  // Bots that decide as in the trace stay free to decide; otherwise all decisions are given.
  const byPeople = marks.filter((m) => seats[m.seat] === PERSON);
  for (const given of [byPeople, marks]) {
    const moves: Move[] = given.map(({ at, done }) => ({ at, play: done }));
    const again = await loadGame(engine, { ruleset, seats, seed: head.seed, deal: head.deal, unit, moves }).catch(() => null);
    if (again && isContinued(record, again)) return { ...loaded, record: again };
  }
  return { ...loaded, record };
}

/** Tells whether a game begins with a trace's lines. Their first one may differ in the rules that it lists. */
function isContinued(trace: GameRecord, game: GameRecord): boolean {
  if (trace.over && game.lines.length !== trace.lines.length) return false;
  return trace.lines.slice(1).every((line, i) => line === game.lines[i + 1]);
}

/** A decision of a game: one that was made, or the open question. */
export interface Decision {
  at: number;
  seat: number;
  question: string;
  /** `null` for the open question. */
  done: string | null;
  position: string | undefined;
  round: number;
  turn: number;
  /** The first line that the answer wrote, or would write. */
  line: number;
}

/** Returns the unit of play: what a chance to win is about. */
export function unitOf(record: GameRecord): "game" | "round" {
  return record.game?.unit ?? headOf(record.events).unit ?? "game";
}

/** Returns the part of a request that names the decision and the value to analyse. */
export function whatToAnalyse(record: GameRecord, decision: { at: number; position?: string }): ({ game: Game; at: number } | { position: string }) & { value: string } {
  const value = unitOf(record);
  return record.game ? { game: record.game, at: decision.at, value } : { position: decision.position ?? "", value };
}

const fromMark = (m: Mark): Decision => ({ ...m, position: m.position });

/** Returns the decision that comes next after line `step`. */
export function decisionAfter(record: GameRecord, step: number): Decision | null {
  const mark = record.marks.find((m) => m.line > step);
  if (mark) return fromMark(mark);
  const { ask } = record;
  return ask && { ...ask, done: null, line: record.lines.length };
}

/** Returns decision number `at`. */
export function decisionAt(record: GameRecord, at: number): Decision | null {
  const mark = record.marks.find((m) => m.at === at);
  if (mark) return fromMark(mark);
  return record.ask?.at === at ? decisionAfter(record, record.lines.length) : null;
}

/** Returns the first line that the answer to decision `at` wrote, or would write. */
export function lineOf(record: GameRecord, at: number): number {
  return record.marks.find((m) => m.at === at)?.line ?? record.lines.length;
}

/** Returns the moves before decision `at`, and the changes made there. */
export function movesBefore(moves: readonly Move[], at: number): Move[] {
  return moves.filter((m) => m.at < at || (m.at === at && !("play" in m)));
}

/** Returns who sits in each seat in the end, after all changes. */
export function seatsNow(game: Game): string[] {
  const seats = [...game.seats];
  for (const move of game.moves) if ("bot" in move) seats[move.seat] = move.bot;
  return seats;
}

/** Returns the number of the last decision that a person made, or `null`. */
export function lastOwn(record: GameRecord, people: readonly number[]): number | null {
  const { game, marks } = record;
  const played = new Set((game?.moves ?? []).flatMap((m) => ("play" in m ? [m.at] : [])));
  return marks.filter((m) => played.has(m.at) && people.includes(m.seat)).at(-1)?.at ?? null;
}
