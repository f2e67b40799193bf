// The chances of all seats over the decisions of a game, as lines.

import type { Chance } from "../engine/protocol";
import { ADVICE_TEXTS as T, percent } from "../texts/app";
import { YOU } from "../texts/game";

const WIDTH = 480;
const HEIGHT = 150;
const LEFT = 42;
const RIGHT = 30;
/** Distance of two labels of one side. */
const LABEL = 11;

/** Moves labels apart that would overlap, keeping their order. */
export function apart(places: readonly number[], distance: number, most: number): number[] {
  const order = places.map((_, i) => i).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const moved = [...places];
  let free = -Infinity;
  for (const i of order) {
    moved[i] = Math.max(moved[i] ?? 0, free);
    free = (moved[i] ?? 0) + distance;
  }
  let bound = most;
  for (const i of order.reverse()) {
    moved[i] = Math.min(moved[i] ?? 0, bound);
    bound = (moved[i] ?? 0) - distance;
  }
  return moved;
}

interface ChanceChartProps {
  points: Map<number, Chance[]>;
  names: string[];
  /** The decision in view. */
  at: number | null;
  goTo: (at: number) => void;
}

export function ChanceChart({ points, names, at, goTo }: ChanceChartProps) {
  const known = [...points.entries()].sort(([a], [b]) => a - b);
  const last = known.at(-1)?.[0] ?? 0;
  if (known.length < 2) return null;
  const x = (decision: number): number => LEFT + ((WIDTH - LEFT - RIGHT) * decision) / last;
  const y = (chance: number): number => 6 + (HEIGHT - 26) * (1 - chance);
  const nearest = (clientX: number, box: DOMRect): number => {
    const decision = ((((clientX - box.left) / box.width) * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT)) * last;
    return known.reduce((best, [d]) => (Math.abs(d - decision) < Math.abs(best - decision) ? d : best), 0);
  };
  const final = known.at(-1)?.[1] ?? [];
  const labels = apart(names.map((_, seat) => y(final[seat]?.chance ?? 0)), LABEL, y(0));
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={T.chartLabel(names.map((name, seat) => `${name} ${percent(final[seat]?.chance ?? 0)}`))}
        onClick={(e) => goTo(nearest(e.clientX, e.currentTarget.getBoundingClientRect()))}
      >
        {[0, 0.5, 1].map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH - RIGHT} y1={y(tick)} y2={y(tick)} class="axis" />
            <text x={LEFT - 4} y={y(tick) + 3} text-anchor="end">
              {Math.round(100 * tick)} %
            </text>
          </g>
        ))}
        {at !== null && at <= last && <line x1={x(at)} x2={x(at)} y1={y(1)} y2={y(0)} class="reference" />}
        {names.map((_, seat) => (
          <g key={seat} class={`line line-${seat % 5}`}>
            <path d={known.map(([d, seats], i) => `${i ? "L" : "M"}${x(d).toFixed(1)} ${y(seats[seat]?.chance ?? 0).toFixed(1)}`).join("")} />
            <text x={WIDTH - RIGHT + 4} y={(labels[seat] ?? 0) + 3}>
              {names[seat] === YOU ? YOU : seat}
            </text>
          </g>
        ))}
        <text x={(LEFT + WIDTH - RIGHT) / 2} y={HEIGHT - 2} text-anchor="middle">
          {T.chartAxis(last + 1)}
        </text>
      </svg>
    </figure>
  );
}
