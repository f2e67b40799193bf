// The chances of all seats: now, and over the game.

import { useEffect, useState } from "preact/hooks";
import { type Engine, PRIORITY } from "../engine/engine";
import type { Chance, Game } from "../engine/protocol";
import { useTask } from "../parts/hooks";
import { Intervals } from "../parts/Intervals";
import type { Decision, GameRecord } from "../play/record";
import { ADVICE_TEXTS as T, percent } from "../texts/app";
import { inside } from "../texts/game";
import { seatName } from "../trace/say";
import { ChanceChart } from "./ChanceChart";

const NOW_PLAYOUTS = 400;
const CHART_PLAYOUTS = 200;
/** Time that a point stays in view before its chances are asked, in milliseconds. */
const PAUSE = 200;

export interface ChancesProps {
  engine: Engine;
  record: GameRecord;
  game: Game;
  decision: Decision | null;
  /** The seat whose knowledge counts, or `null` for all cards. */
  view: number | null;
  /** Whether the game is moving, so that nothing should be asked. */
  quiet: boolean;
  goTo: (at: number) => void;
  /** Whether a person plays. */
  live: boolean;
  /** The line in view. */
  step: number;
  /** Whether the whole game is known already. */
  whole: boolean;
}

export function Chances(props: ChancesProps) {
  const [open, setOpen] = useState(!props.live);
  return (
    <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{T.chances}</summary>
      {open && <Opened {...props} />}
    </details>
  );
}

function Opened({ engine, record, game, decision, view, quiet, goTo, step, whole }: ChancesProps) {
  const [showsWhole, setWhole] = useState(false);
  const at = decision?.at ?? null;
  const setup = JSON.stringify([game.ruleset, game.position, game.seats, game.seed, game.deal, view]);
  const [points, setPoints] = useState<{ key: string; byAt: Map<number, Chance[]> }>({ key: "", byAt: new Map() });
  const [now, setNow] = useState<{ key: string; seats: Chance[] } | null>(null);
  const key = `${setup} ${at} ${JSON.stringify(game.moves)}`;
  const current = useTask(key);
  const chart = useTask(`${setup} ${record.lines.length}`);

  // The point in view comes first. While the game moves, it is asked at once.
  useEffect(() => {
    if (at === null) return undefined;
    const timer = setTimeout(() => {
      current.start(async (signal) => {
        const answer = await engine.ask("chances", { game, at, playouts: NOW_PLAYOUTS, view }, { priority: PRIORITY.chances, signal });
        setNow({ key, seats: answer.seats });
      });
    }, quiet ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }, [key, quiet]);

  // The chart's points: every 16th decision, then those between.
  useEffect(() => {
    if (quiet) return;
    const pointsKey = `${setup} ${JSON.stringify(game.moves)}`;
    const known = points.key === pointsKey ? points.byAt : new Map<number, Chance[]>();
    chart.start(async (signal) => {
      for (const point of coarseFirst(record.marks.map((m) => m.at))) {
        if (known.has(point)) continue;
        const settings = { priority: PRIORITY.background, signal };
        const answer = await engine.ask("chances", { game, at: point, playouts: CHART_PLAYOUTS, view }, settings);
        known.set(point, answer.seats);
        setPoints({ key: pointsKey, byAt: new Map(known) });
      }
    });
  }, [setup, record, quiet]);

  const reached = new Set(record.marks.flatMap((m) => (m.line <= step ? [m.at] : [])));
  if (at !== null) reached.add(at);
  const shown = whole || showsWhole ? points.byAt : new Map([...points.byAt].filter(([point]) => reached.has(point)));
  const names = (game.seats ?? []).map((_, seat) => seatName(record.events, seat));
  const seats = (at !== null && now?.seats) || [];
  const rows = seats.map((s, seat) => ({
    label: names[seat] ?? "",
    value: s.chance,
    low: Math.max(0, s.chance - 1.96 * s.se),
    high: Math.min(1, s.chance + 1.96 * s.se),
    text: T.chance(percent(s.chance), percent(1.96 * s.se)),
    strong: seat === view,
  }));
  return (
    <>
      <p class="small">{view === null ? T.chancesAll : T.chancesOf(inside(names[view] ?? ""))}</p>
      {current.problem && <p class="small">{current.problem}</p>}
      {rows.length > 0 && (
        <div class={now?.key === key ? "" : "stale"}>
          <Intervals label={T.chances} rows={rows} range={[0, 1]} />
        </div>
      )}
      <ChanceChart points={shown} names={names} at={at} goTo={goTo} />
      {!whole && (
        <label class="check small">
          <input type="checkbox" checked={showsWhole} onChange={(e) => setWhole(e.currentTarget.checked)} /> {T.wholeGame}
        </label>
      )}
    </>
  );
}

function coarseFirst(all: number[]): number[] {
  const order: number[] = [];
  for (const step of [16, 8, 4, 2, 1]) {
    order.push(...all.filter((at) => at % step === 0 && !order.includes(at)));
  }
  return order;
}
