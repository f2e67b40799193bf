// The requests to the board and their answers (docs/board-protocol.md).

export type Move =
  | { at: number; play: string }
  | { at: number; tower: string; to: number | null }
  | { at: number; card: string; of: number; for: string }
  | { at: number; top: string }
  | { at: number; seat: number; bot: string };

/** A game: the table, the seed, and every decision that no bot made. */
export interface Game {
  ruleset?: string;
  position?: string;
  seats: string[];
  seed: string;
  deal?: number;
  unit?: "game" | "round";
  moves: Move[];
}

/** A person among the seats. */
export const PERSON = "you";

export interface Mark {
  at: number;
  line: number;
  seat: number;
  question: string;
  done: string;
  round: number;
  turn: number;
  /** `null` for a person's decision. Traces do not say it. */
  bot?: string | null;
  position?: string;
}

export interface Option {
  text: string;
  label: string;
  card?: string | null;
}

export interface Refused {
  card: string;
  rule: string;
  why: string;
}

export interface Ask {
  at: number;
  seat: number;
  question: string;
  round: number;
  turn: number;
  prompt: string;
  options: Option[];
  refused: Refused[];
  position: string;
  hand: string[];
}

export interface GameAnswer {
  lines: string[];
  n_lines: number;
  marks: Mark[];
  over: boolean;
  ruleset: string;
  variant: boolean;
  /** The deck's cards, each once. */
  cards: string[];
  ask: Ask | null;
}

export interface Value {
  option: string;
  value: number;
  low: number;
  high: number;
  loss: number;
  loss_se: number;
  playouts: number;
  usual: boolean;
}

export interface Analysis {
  position: string;
  done: string | null;
  decided: boolean;
  playouts: number;
  options: Value[];
}

export interface Chance {
  chance: number;
  se: number;
}

export interface Reasons {
  bot: string;
  choice: string;
  /** `value` is `null` for an option that the bot takes only if there is no other. */
  terms: { option: string; value: number | null; terms: [string, number][] }[];
}

export interface Duel {
  deals: number;
  games: number;
  rate: number;
  low: number | null;
  high: number | null;
  fair: number;
}

export interface TraceAnswer {
  n_games: number;
  lines: string[];
  marks: Mark[];
  over: boolean;
  fault: { line: number; rule: string; message: string } | null;
}

export interface RuleOption {
  key: string;
  rule: string;
  meaning: string;
  /** The possible values, in words. */
  values: string;
  /** The value in force: a text, a number, `true` or `false`, or a table. */
  value: unknown;
}

export interface Ruleset {
  name: string;
  game: GameName;
  players: [number, number];
  options: RuleOption[];
}

export type GameName = "shedding" | "grid";

export interface Parameter {
  name: string;
  low: number;
  high: number;
  scale: string;
  meaning: string;
  value: number;
}

export interface Bot {
  name: string;
  policy: string;
  description: string;
  parameters: Parameter[];
}

export interface Catalog {
  protocol: number;
  version: string;
  commit: string;
  rulesets: Ruleset[];
  bots: Record<GameName, Bot[]>;
}

export interface CostlyDecision {
  position: string;
  done: string;
  better: string;
  loss: number;
  loss_se: number;
}

export interface Run {
  dir: string;
  kind: string;
  name: string;
  /** Seconds since 1970, or `null` before the run is finished. */
  when: number | null;
  seed: string;
  verdict: string;
  finished: boolean;
  page: string | null;
}

/** A bot's win rate at a table. The bounds are `null` for too few deals. */
export interface Rate {
  table: string;
  bot: string;
  rate: number;
  low: number | null;
  high: number | null;
}

export interface Findings {
  sentences: string[];
  rates: Rate[];
}

export interface Opened {
  position?: string | null;
  trace?: string | null;
  runs?: boolean | null;
}

type At = { game: Game; at: number };

/** Each request by its `do`: what it asks and what it answers. */
export interface Requests {
  game: { ask: { game: Game; from?: number }; answer: GameAnswer };
  position: { ask: At; answer: { position: string } };
  analyse: { ask: (At | { position: string }) & { playouts: number; value?: string; seed?: string }; answer: Analysis };
  chances: { ask: At & { playouts: number; view: number | null; seed?: string }; answer: { seats: Chance[]; playouts: number } };
  explain: { ask: At & { bot?: string }; answer: Reasons };
  duel: {
    ask: { ruleset: string; a: string; b: string; seats: number; unit: string; deals: number; seed: string };
    answer: Duel;
  };
  trace: { ask: { text: string; game: number }; answer: TraceAnswer };
  catalog: { ask: Record<never, never>; answer: Catalog };
  strategy: { ask: { bot: string; ruleset?: string }; answer: { toml: string; name: string } };
  opened: { ask: Record<never, never>; answer: Opened };
  findings: { ask: { dir: string }; answer: Findings };
  costliest: { ask: { dir: string }; answer: { decisions: CostlyDecision[] } };
  runs: { ask: Record<never, never>; answer: { runs: Run[] } };
}

export type Do = keyof Requests;
