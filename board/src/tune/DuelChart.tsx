// The win rate of a duel with its interval, over the number of deals.

import type { Duel } from "../engine/protocol";
import { apart } from "../ask/ChanceChart";
import { percent, TUNE_TEXTS as T } from "../texts/app";

const WIDTH = 480;
const HEIGHT = 160;
const LEFT = 44;

export function DuelChart({ duels }: { duels: Duel[] }) {
  const rows = duels.flatMap((d) => (d.low === null || d.high === null ? [] : [{ ...d, low: d.low, high: d.high }]));
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return null;
  const low = Math.min(last.fair, ...rows.map((r) => r.low));
  const high = Math.max(last.fair, ...rows.map((r) => r.high));
  const span = Math.max(1, Math.log(last.deals / first.deals));
  const x = (deals: number): number => LEFT + ((WIDTH - LEFT - 10) * Math.log(deals / first.deals)) / span;
  const y = (rate: number): number => 10 + ((HEIGHT - 34) * (high - rate)) / (high - low);
  const ticks = [high, last.fair, low];
  const labels = apart(ticks.map(y), 12, HEIGHT - 26);
  const path = (pick: (r: (typeof rows)[number]) => number, list = rows): string =>
    list.map((r) => `${x(r.deals).toFixed(1)} ${y(pick(r)).toFixed(1)}`).join("L");
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={T.chartLabel(percent(last.rate), percent(last.low), percent(last.high), last.deals)}>
        <path class="band" d={`M${path((r) => r.low)}L${path((r) => r.high, [...rows].reverse())}Z`} />
        <line class="reference" x1={LEFT} x2={WIDTH - 10} y1={y(last.fair)} y2={y(last.fair)} />
        <path class="rate" d={`M${path((r) => r.rate)}`} />
        {rows.map((r) => (
          <circle key={r.deals} cx={x(r.deals)} cy={y(r.rate)} r="2.5" class="middle-mark" />
        ))}
        {ticks.map((tick, i) => (
          <text key={i} x={LEFT - 4} y={(labels[i] ?? 0) + 4} text-anchor="end">
            {percent(tick)}
          </text>
        ))}
        <text x={LEFT} y={HEIGHT - 4}>
          {T.deals(first.deals)}
        </text>
        <text x={WIDTH - 10} y={HEIGHT - 4} text-anchor="end">
          {T.deals(last.deals)}
        </text>
      </svg>
    </figure>
  );
}
