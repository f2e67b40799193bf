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
  // Each start is a value of its own: an effect of an earlier one that runs late must not end it.
  const [start, setStart] = useState<object | null>(playFirst ? {} : null);
  const playing = start !== null;
  const [speed, setSpeed] = useState(firstSpeed);
  const last = Math.max(0, count - 1);
  const step = Math.min(at, last);

  const go = useCallback((to: number) => {
    setStart(null);
    setAt(Math.max(0, Math.min(last, to)));
  }, [last]);
  // Keys may be pressed faster than the page is drawn, so this counts from the newest step.
  const move = useCallback((by: number) => {
    setStart(null);
    setAt((now) => Math.max(0, Math.min(last, Math.min(now, last) + by)));
  }, [last]);
  const follow = useCallback(() => setStart({}), []);
  const toggle = (): void => {
    if (!playing && step >= last) setAt(0);
    setStart(playing ? null : {});
  };

  useEffect(() => {
    if (start === null) return;
    const stop = (): void => setStart((now) => (now === start ? null : now));
    if (step >= last) {
      stop();
    } else if (speed === 0) {
      setAt(stops.find((line) => line > step) ?? last);
      stop();
    } else {
      const timer = setTimeout(() => {
        setAt(step + 1);
        if (stops.includes(step + 1)) stop();
      }, speed);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [start, step, last, speed]);

  return { step, last, playing, speed, go, move, setSpeed, toggle, follow };
}
