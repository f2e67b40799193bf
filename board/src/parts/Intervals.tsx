// Values with their intervals, as rows of bars.

export interface IntervalRow {
  label: string;
  value: number;
  low: number;
  high: number;
  /** The figures in words. */
  text: string;
  /** The row that counts: the best option, or the person's seat. */
  strong?: boolean;
  note?: string;
}

interface IntervalsProps {
  label: string;
  rows: IntervalRow[];
  /** The whole scale; by default it fits the intervals. */
  range?: [number, number];
  /** A value to compare with. */
  reference?: number;
}

export function Intervals({ label, rows, range, reference }: IntervalsProps) {
  const low = range?.[0] ?? Math.min(...rows.map((r) => r.low));
  const high = range?.[1] ?? Math.max(...rows.map((r) => r.high));
  const margin = range ? 0 : Math.max(0.002, (high - low) * 0.05);
  const [from, to] = [low - margin, high + margin];
  const x = (value: number): number => (100 * (Math.min(to, Math.max(from, value)) - from)) / (to - from);
  return (
    <ul class="intervals" aria-label={label}>
      {rows.map((row, i) => (
        <li key={i} class={row.strong ? "strong" : ""}>
          <span class="interval-label">{row.label}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <rect x="0" y="4.5" width="100" height="1" class="axis" />
            {reference !== undefined && <rect x={x(reference) - 0.2} y="0" width="0.4" height="10" class="reference" />}
            <rect x={x(row.low)} y="3" width={Math.max(0.6, x(row.high) - x(row.low))} height="4" class="interval" />
            <rect x={x(row.value) - 0.5} y="1" width="1" height="8" class="middle-mark" />
          </svg>
          <span class="interval-text">
            {row.text} {row.note && <small>{row.note}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}
