// Steps through the games of a report page, with all hands open.

import { useRef, useState } from "preact/hooks";
import { Stepper } from "../table/Stepper";
import { useSteps } from "../table/stepping";
import { Table } from "../table/Table";
import { STEPPER_TEXTS as T } from "../texts/game";
import { seatOf, type TraceEvent } from "../trace/events";
import { roundStarts, tableAt } from "../trace/replay";
import { say, seatName, seesAll } from "../trace/say";

export interface ReportGame {
  title?: string;
  /** The command that plays the same game. */
  command: string;
  lines: TraceEvent[];
}

export function Viewer({ games }: { games: ReportGame[] }) {
  const [index, setIndex] = useState(0);
  const game = games[index];
  if (!game) return null;
  return (
    <>
      <p class="row">
        <label for="viewer-game">{T.game}</label>{" "}
        <select id="viewer-game" value={String(index)} onChange={(e) => setIndex(Number(e.currentTarget.value))}>
          {games.map((g, i) => (
            <option key={i} value={String(i)}>
              {g.title ?? T.gameNumber(i + 1)}
            </option>
          ))}
        </select>
      </p>
      <Replay key={index} game={game} />
    </>
  );
}

function Replay({ game }: { game: ReportGame }) {
  const { lines, command } = game;
  const rounds = roundStarts(lines);
  const steps = useSteps(lines.length, rounds[0] ?? 0, 700);
  const box = useRef<HTMLDivElement>(null);
  const event = lines[steps.step];
  return (
    <div ref={box}>
      <Stepper steps={steps} rounds={rounds} inside={(target) => box.current?.parentElement?.contains(target) ?? false} />
      <p class="said" aria-live="polite">
        {say(lines, steps.step, seesAll)}
      </p>
      <div class="board">
        <Table state={tableAt(lines, steps.step)} name={(seat) => seatName(lines, seat)} sees={seesAll} />
      </div>
      <p class="small">
        {T.again} <code>{command}</code>
      </p>
      {event && seatOf(event) !== null && (
        <p class="small">
          {T.analyse}
          <code>--trace game.jsonl</code>: <code>{`powergrab analyse --trace game.jsonl --line ${steps.step + 1}`}</code>
        </p>
      )}
    </div>
  );
}
