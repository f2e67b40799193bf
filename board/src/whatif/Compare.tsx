// The line before a change and the line after it, side by side.

import { useEffect, useState } from "preact/hooks";
import { type Engine, PRIORITY } from "../engine/engine";
import type { Chance } from "../engine/protocol";
import { useTask } from "../parts/hooks";
import { Intervals } from "../parts/Intervals";
import type { GameRecord } from "../play/record";
import { percent, WHATIF_TEXTS as T } from "../texts/app";
import { say, type Sees, seatName } from "../trace/say";

/** The line that a change replaced. */
export interface OtherLine {
  record: GameRecord;
  /** The decision where the lines part. */
  at: number;
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
  return (
    <section class="compare" aria-labelledby="compare-title">
      <h3 id="compare-title">{T.compare(other.at + 1, other.change)}</h3>
      <div class="columns">
        <Line engine={engine} title={T.before} record={other.record} at={other.at} view={view} sees={sees} />
        <Line engine={engine} title={T.after} record={record} at={other.at} view={view} sees={sees} />
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

interface LineProps {
  engine: Engine;
  title: string;
  record: GameRecord;
  at: number;
  view: number | null;
  sees: Sees;
}

function Line({ engine, title, record, at, view, sees }: LineProps) {
  const [seats, setSeats] = useState<Chance[]>([]);
  const { game, marks, ask, events } = record;
  // The chances after the decision differ; if nothing follows it, those before it.
  const numbers = [...marks.map((m) => m.at), ...(ask ? [ask.at] : [])];
  const next = numbers.find((n) => n > at) ?? at;
  const key = `${next} ${view} ${JSON.stringify(game?.moves)}`;
  const task = useTask(key);
  useEffect(() => {
    if (!game) return;
    task.start(async (signal) => {
      const answer = await engine.ask("chances", { game, at: next, playouts: PLAYOUTS, view }, { priority: PRIORITY.chances, signal });
      setSeats(answer.seats);
    });
  }, [key]);
  const from = marks.find((m) => m.at === at)?.line ?? events.length;
  const following = events.slice(from, from + NEXT_EVENTS).map((_, i) => from + i);
  const end = events.at(-1);
  return (
    <div>
      <h4>{title}</h4>
      <Intervals
        label={T.chances}
        range={[0, 1]}
        rows={seats.map((s, seat) => ({
          label: seatName(events, seat),
          value: s.chance,
          low: Math.max(0, s.chance - 1.96 * s.se),
          high: Math.min(1, s.chance + 1.96 * s.se),
          text: percent(s.chance),
          strong: seat === view,
        }))}
      />
      <ol class="small">
        {following.map((i) => (
          <li key={i}>{say(events, i, sees)}</li>
        ))}
      </ol>
      {end?.event === "game-end" && <p class="small">{say(events, events.length - 1, sees)}</p>}
    </div>
  );
}
