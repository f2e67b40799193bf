// A review of one seat's decisions: what each of them cost.

import { useEffect, useRef, useState } from "preact/hooks";
import { type Engine, PRIORITY, wasDropped } from "../engine/engine";
import type { Chance, Mark, Value } from "../engine/protocol";
import { useTask } from "../parts/hooks";
import { type GameRecord, whatToAnalyse } from "../play/record";
import { percent, points, REVIEW_TEXTS as T } from "../texts/app";
import { optionNames } from "../play/names";
import { cardName } from "../trace/cards";
import { headOf, tableAt } from "../trace/replay";
import type { TraceEvent } from "../trace/events";
import { type Sees, seatName } from "../trace/say";
import { isMeasurable, type Reviewed, reviewed, summary } from "./summary";

interface ReviewProps {
  engine: Engine;
  record: GameRecord;
  seat: number;
  goTo: (at: number, verdict: string) => void;
  open: boolean;
  setOpen: (open: boolean) => void;
  /** Only open seats are reviewed, as the better option would show a card. */
  sees: Sees;
}

const PLAYOUTS = 1_000;
const CLOSE_PLAYOUTS = 30_000;
const CHANCE_PLAYOUTS = 10_000;
const LISTED = 10;

function costliest(rows: readonly Reviewed[]): Reviewed[] {
  return rows.filter((r) => r.loss > 0).sort((a, b) => b.loss - a.loss).slice(0, LISTED);
}

const sentence = (r: Reviewed): string => T.costly(r.round + 1, r.turn + 1, r.doneName, points(r.loss), points(r.se), r.bestName, isMeasurable(r));

/** Returns `null` for a failed request, so that one decision does not stop the review of the others. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (wasDropped(error)) throw error;
    return null;
  }
}

/** Returns the names of a decision's options. An answer to a card names the card too. */
function wordsFor(events: readonly TraceEvent[], mark: Mark, options: readonly Value[]): (option: string) => string {
  const name = optionNames(events, mark.line, mark.question, options.map((o) => o.option));
  const state = mark.question === "react" ? tableAt(events, mark.line - 1) : null;
  const card = state?.kind === "shedding" ? state.top : null;
  return (option) => (card && option === mark.done ? T.against(cardName(card), name(option)) : name(option));
}

export function Review(props: ReviewProps) {
  const { open, setOpen } = props;
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (open) box.current?.scrollIntoView({ block: "nearest" });
  }, [open]);
  return (
    <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)} ref={box}>
      <summary>{T.title}</summary>
      {open && <Opened {...props} />}
    </details>
  );
}

function Opened({ engine, record, seat: firstSeat, goTo, sees }: ReviewProps) {
  const { events, marks, game } = record;
  const [chosen, setSeat] = useState(firstSeat);
  const open = headOf(events).seats.flatMap((_, s) => (sees(s) ? [s] : []));
  const seat = open.includes(chosen) ? chosen : (open[0] ?? firstSeat);
  const own = marks.filter((m) => m.seat === seat);
  const key = `${seat} ${record.lines.length} ${JSON.stringify(game?.moves)}`;
  const task = useTask(key);
  const [found, setFound] = useState<{ key: string; rows: Reviewed[]; first: Chance | null }>({ key: "", rows: [], first: null });
  const { rows, first } = found.key === key ? found : { rows: [], first: null };

  const run = (): void =>
    task.start(async (signal) => {
      const settings = { priority: PRIORITY.review, signal };
      const valued = async (mark: Mark, playouts: number): Promise<Reviewed | null> => {
        const answer = await orNull(engine.ask("analyse", { ...whatToAnalyse(record, mark), playouts }, settings));
        return answer && reviewed(mark, answer.options, wordsFor(events, mark, answer.options));
      };
      const begin = own[0];
      const ask = { playouts: CHANCE_PLAYOUTS, view: seat };
      const chances = game && begin ? await orNull(engine.ask("chances", { game, at: begin.at, ...ask }, settings)) : null;
      const firstChance = chances?.seats[seat] ?? null;
      const list: Reviewed[] = [];
      setFound({ key, rows: list, first: firstChance });
      for (const mark of own) {
        const row = await valued(mark, PLAYOUTS);
        if (row) list.push(row);
        setFound({ key, rows: [...list], first: firstChance });
      }
      // The best of several options looks better than it is, so what is listed is looked at again, as closely as a hint looks.
      for (const { at } of costliest(list)) {
        const mark = own.find((m) => m.at === at);
        const row = mark && (await valued(mark, CLOSE_PLAYOUTS));
        if (row) list.splice(list.findIndex((r) => r.at === at), 1, row);
        setFound({ key, rows: [...list], first: firstChance });
      }
    });

  // After the end there is nothing to wait for.
  useEffect(() => {
    if (record.over && own.length && !rows.length && !task.running) run();
  }, [key]);

  const end = events.at(-1);
  const winners = end?.event === "game-end" ? end.winners : end?.event === "round-end" && record.over ? [end.winner] : null;
  const won = winners?.includes(seat) ?? null;
  const total = summary(rows, first, won);
  const clear = rows.filter(isMeasurable);
  const worst = costliest(clear.length ? clear : rows);
  return (
    <>
      <p class="row">
        <label>
          {T.seat}{" "}
          <select value={String(seat)} onChange={(e) => setSeat(Number(e.currentTarget.value))}>
            {open.map((s) => (
              <option key={s} value={String(s)}>
                {seatName(events, s)}
              </option>
            ))}
          </select>
        </label>
        <button type="button" disabled={!own.length} onClick={task.running ? task.stop : run}>
          {task.running ? T.stop : T.run(own.length)}
        </button>
      </p>
      {task.running && <progress max={own.length} value={rows.length} aria-label={T.progress} />}
      {task.problem && <p class="small">{task.problem}</p>}
      <p class="hidden-text" role="status">
        {rows.length > 0 && !task.running && T.reviewed(rows.length, own.length)}
      </p>
      {rows.length > 0 && (
        <>
          <ul class="facts">
            <li>{task.running && rows.length === own.length ? T.closer : T.reviewed(rows.length, own.length)}</li>
            <li>{T.accuracy(percent(total.accuracy))}</li>
            <li>{T.lost(points(total.lost))}</li>
            {total.luck !== null && first && won !== null && <li>{T.luck(percent(first.chance), won, points(-total.lost), points(total.luck))}</li>}
          </ul>
          {worst.length > 0 && <h4>{T.worst}</h4>}
          <ol class="worst">
            {worst.map((r) => (
              <li key={r.at}>
                <button type="button" class="link" onClick={() => goTo(r.at, sentence(r))}>
                  {sentence(r)}
                </button>
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  );
}
