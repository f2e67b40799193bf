// The line before a change and the line after it, side by side.

import { useEffect, useState } from "preact/hooks";
import { type Engine, PRIORITY } from "../engine/engine";
import type { Chance, Move, Value } from "../engine/protocol";
import { useTask } from "../parts/hooks";
import { Intervals } from "../parts/Intervals";
import { optionNames } from "../play/names";
import { decisionAt, type GameRecord, lineOf, movesBefore, whatToAnalyse } from "../play/record";
import { ADVICE_TEXTS, percent, PLAY_TEXTS, WHATIF_TEXTS as T } from "../texts/app";
import { inside } from "../texts/game";
import { say, type Sees, seatName } from "../trace/say";

/** The line that a change replaced. */
export interface OtherLine {
  record: GameRecord;
  /** The decision where the lines part. */
  at: number;
  move: Move;
  change: string;
}

interface CompareProps {
  engine: Engine;
  other: OtherLine;
  record: GameRecord;
  view: number | null;
  sees: Sees;
  keep: () => void;
  discard: () => void;
}

export function Compare({ engine, other, record, view, sees, keep, discard }: CompareProps) {
  const { at, move, change } = other;
  const decision = decisionAt(other.record, at);
  const when = decision ? PLAY_TEXTS.turn(decision.round + 1, decision.turn + 1) : "";
  const seat = decision ? inside(seatName(record.events, decision.seat)) : "";
  const isOption = "play" in move;
  return (
    <section class="compare" aria-labelledby="compare-title">
      <h3 id="compare-title">{T.compare(when, change)}</h3>
      <p class="small">{isOption ? T.options(seat) : T.sameDecision}</p>
      {isOption && <Options engine={engine} other={other} option={move.play} />}
      <div class="columns">
        <Line engine={engine} title={T.before} record={other.record} at={at} view={view} sees={sees} chances={!isOption} />
        <Line engine={engine} title={T.after} record={record} at={at} view={view} sees={sees} chances={!isOption} />
      </div>
      <p class="row">
        <button type="button" onClick={keep}>
          {T.keep}
        </button>
        <button type="button" onClick={discard}>
          {T.discard}
        </button>
      </p>
    </section>
  );
}

const NEXT_EVENTS = 6;
const PLAYOUTS = 1_000;
const OPTION_PLAYOUTS = 5_000;

const withError = (value: number, half: number): string => ADVICE_TEXTS.chance(percent(value), percent(half));

/** What the option taken and the other one are worth, from one analysis. Before an answer, the best one stands for it. */
function Options({ engine, other, option }: { engine: Engine; other: OtherLine; option: string }) {
  const { game, events } = other.record;
  const decision = decisionAt(other.record, other.at);
  const [values, setValues] = useState<Value[]>([]);
  const key = `${other.at} ${option} ${JSON.stringify(game?.moves)}`;
  const task = useTask(key);
  useEffect(() => {
    if (!game) return;
    task.start(async (signal) => {
      const ask = { ...whatToAnalyse(other.record, other), playouts: OPTION_PLAYOUTS };
      setValues((await engine.ask("analyse", ask, { priority: PRIORITY.hint, signal })).options);
    });
  }, [key]);
  if (!decision) return null;
  const name = optionNames(events, decision.line, decision.question, values.map((v) => v.option));
  const best = values.filter((v) => v.option !== option).sort((a, b) => b.value - a.value)[0];
  const before = values.find((v) => v.option === decision.done) ?? best;
  const after = values.find((v) => v.option === option);
  const rows = [before, after].flatMap((v, i) =>
    v
      ? [{ label: T.optionRow(i === 0 ? T.before : T.after, name(v.option)), value: v.value, low: v.low, high: v.high, text: withError(v.value, (v.high - v.low) / 2), strong: i === 1 }]
      : [],
  );
  return (
    <>
      {task.problem && <p class="small">{task.problem}</p>}
      <Intervals label={T.chances} range={[0, 1]} rows={rows} />
    </>
  );
}

interface LineProps {
  engine: Engine;
  title: string;
  record: GameRecord;
  at: number;
  view: number | null;
  sees: Sees;
  chances: boolean;
}

function Line({ engine, title, record, at, view, sees, chances }: LineProps) {
  const [seats, setSeats] = useState<Chance[]>([]);
  const { game, events } = record;
  const key = `${at} ${view} ${chances} ${JSON.stringify(game?.moves)}`;
  const task = useTask(key);
  useEffect(() => {
    if (!game || !chances) return;
    task.start(async (signal) => {
      // Later changes play no part in its chances.
      const upTo = { ...game, moves: movesBefore(game.moves, at) };
      const answer = await engine.ask("chances", { game: upTo, at, playouts: PLAYOUTS, view }, { priority: PRIORITY.chances, signal });
      setSeats(answer.seats);
    });
  }, [key]);
  const from = lineOf(record, at);
  const following = events.slice(from, from + NEXT_EVENTS).map((_, i) => from + i);
  const end = events.at(-1);
  if (!chances && !following.length) return null;
  return (
    <div>
      <h4>{title}</h4>
      {task.problem && <p class="small">{task.problem}</p>}
      {chances && (
        <Intervals
          label={T.chances}
          range={[0, 1]}
          rows={seats.map((s, seat) => ({
            label: seatName(events, seat),
            value: s.chance,
            low: Math.max(0, s.chance - 1.96 * s.se),
            high: Math.min(1, s.chance + 1.96 * s.se),
            text: withError(s.chance, 1.96 * s.se),
            strong: seat === view,
          }))}
        />
      )}
      <ul class="small">
        {following.map((i) => (
          <li key={i}>{say(events, i, sees)}</li>
        ))}
      </ul>
      {end?.event === "game-end" && <p class="small">{say(events, events.length - 1, sees)}</p>}
    </div>
  );
}
