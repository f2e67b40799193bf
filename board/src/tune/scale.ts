// Positions of a slider and values of a parameter.

import type { Parameter } from "../engine/protocol";

export const STEPS = 200;

/** Returns the value at a position from 0 to `STEPS`. */
export function valueAt(p: Parameter, position: number): number {
  const share = position / STEPS;
  // A logarithmic range from 0 has no first power; it is treated as linear.
  const value = isLogarithmic(p) ? p.low * (p.high / p.low) ** share : p.low + (p.high - p.low) * share;
  return isWhole(p) ? Math.round(value) : Number(value.toPrecision(3));
}

export function positionOf(p: Parameter, value: number): number {
  const share = isLogarithmic(p) ? Math.log(value / p.low) / Math.log(p.high / p.low) : (value - p.low) / (p.high - p.low);
  return Math.round(STEPS * Math.min(1, Math.max(0, share)));
}

function isLogarithmic(p: Parameter): boolean {
  return p.scale.startsWith("log") && p.low > 0;
}

export function isWhole(p: Parameter): boolean {
  return /int|whole|count/.test(p.scale);
}

/** Writes a number without needless digits. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
