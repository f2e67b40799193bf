// Small hooks that several views use.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { messageOf, wasDropped } from "../engine/engine";

/** Work in progress that can be stopped. */
export interface Task {
  running: boolean;
  problem: string | null;
  start(work: (signal: AbortSignal) => Promise<void>): void;
  stop(): void;
}

/** Runs one piece of work at a time. It stops when `key` changes and when the view goes away. */
export function useTask(key: string): Task {
  const [running, setRunning] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const current = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    current.current?.abort();
    current.current = null;
    setRunning(false);
  }, []);
  const start = useCallback((work: (signal: AbortSignal) => Promise<void>) => {
    current.current?.abort();
    const control = new AbortController();
    current.current = control;
    setRunning(true);
    setProblem(null);
    work(control.signal)
      .catch((error: unknown) => {
        if (!wasDropped(error) && current.current === control) setProblem(messageOf(error));
      })
      .finally(() => {
        if (current.current === control) setRunning(false);
      });
  }, []);
  useEffect(() => {
    setProblem(null);
    return stop;
  }, [key, stop]);

  return { running, problem, start, stop };
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
