// The end of a round or of the game: who won, and what comes next.

import { useLayoutEffect, useRef } from "preact/hooks";
import { RESULT_TEXTS as T } from "../texts/app";
import { YOU } from "../texts/game";
import type { TraceEvent } from "../trace/events";
import { headOf } from "../trace/replay";
import { seatName } from "../trace/say";

/** Returns the lines at which a round or the game is over. */
export function endLines(events: readonly TraceEvent[]): number[] {
  return events.flatMap((e, i) => {
    const ends = e.event === "game-end" || (e.event === "round-end" && events[i + 1]?.event !== "game-end");
    return ends ? [i] : [];
  });
}

interface ResultProps {
  events: TraceEvent[];
  /** The line at which the round or the game is over. */
  line: number;
  over: boolean;
  next: () => void;
  review: () => void;
  again: (() => void) | null;
}

export function Result({ events, line, over, next, review, again }: ResultProps) {
  const head = headOf(events);
  const end = events[line];
  const round = [end, events[line - 1]].find((e) => e?.event === "round-end");
  const winners = end?.event === "game-end" ? end.winners : round?.event === "round-end" && round.winner !== null ? [round.winner] : [];
  const names = winners.map((seat) => seatName(events, seat));
  const why = end?.event === "game-end" || end?.event === "round-end" ? end.why : "";
  const scores = end?.event === "game-end" || end?.event === "round-end" ? end.scores : [];
  const points = round?.event === "round-end" ? round.points : null;
  const target = Number(head.rules["target_score"] ?? 0);
  const number = events.slice(0, line + 1).filter((e) => e.event === "round-end").length;
  const box = useRef<HTMLElement>(null);
  // The button that had the focus is gone after the last move.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) box.current?.querySelector("button")?.focus({ preventScroll: true });
  }, [line]);
  return (
    <section class="result" aria-labelledby="result-title" ref={box}>
      <h3 id="result-title">{!over ? T.round(number) : end?.event === "game-end" ? T.game : T.oneRound}</h3>
      <p class="status" role="status">
        {names.length ? T.won(names, names[0] === YOU) : T.nobody(why)}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{T.seat}</th>
            {points && <th scope="col">{T.points}</th>}
            <th scope="col">{T.score}</th>
          </tr>
        </thead>
        <tbody>
          {head.seats.map((_, seat) => (
            <tr key={seat} class={winners.includes(seat) ? "won" : ""}>
              <th scope="row">{seatName(events, seat)}</th>
              {points && <td class="n">{points[seat]}</td>}
              <td class="n">{scores[seat]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!over && target > 0 && <p class="small">{T.target(target)}</p>}
      <p class="row">
        {!over && (
          <button type="button" class="primary" onClick={next}>
            {T.next}
          </button>
        )}
        {over && again && (
          <button type="button" class="primary" onClick={again}>
            {T.again}
          </button>
        )}
        <button type="button" onClick={review}>
          {T.review}
        </button>
      </p>
    </section>
  );
}
