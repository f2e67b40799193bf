// Steps through the lines of a trace, by hand or at a speed.

import { useCallback, useEffect, useState } from "preact/hooks";

export interface Steps {
  step: number;
  last: number;
  playing: boolean;
  /** Time for each step in milliseconds; 0 goes to the end at once. */
  speed: number;
  /** Goes to a step and stops there. */
  go(step: number): void;
  /** Goes back or forward from the current step, and stops there. */
  move(by: number): void;
  setSpeed(speed: number): void;
  toggle(): void;
  /** Goes on by itself from the current step. */
  follow(): void;
}

/** Steps through `count` lines. Playing stops at the lines in `stops`. */
export function useSteps(count: number, firstStep: number, firstSpeed: number, stops: readonly number[] = [], playFirst = false): Steps {
  const [at, setAt] = useState(firstStep);
  const [playing, setPlaying] = useState(playFirst);
  const [speed, setSpeed] = useState(firstSpeed);
  const last = Math.max(0, count - 1);
  const step = Math.min(at, last);

  const go = useCallback((to: number) => {
    setPlaying(false);
    setAt(Math.max(0, Math.min(last, to)));
  }, [last]);
  // Keys may be pressed faster than the page is drawn, so this counts from the newest step.
  const move = useCallback((by: number) => {
    setPlaying(false);
    setAt((now) => Math.max(0, Math.min(last, Math.min(now, last) + by)));
  }, [last]);
  const follow = useCallback(() => setPlaying(true), []);
  const toggle = (): void => {
    if (!playing && step >= last) setAt(0);
    setPlaying(!playing);
  };

  useEffect(() => {
    if (!playing) return;
    if (step >= last) {
      setPlaying(false);
    } else if (speed === 0) {
      setAt(stops.find((stop) => stop > step) ?? last);
      setPlaying(false);
    } else {
      const timer = setTimeout(() => {
        setAt(step + 1);
        if (stops.includes(step + 1)) setPlaying(false);
      }, speed);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [playing, step, last, speed]);

  return { step, last, playing, speed, go, move, setSpeed, toggle, follow };
}
