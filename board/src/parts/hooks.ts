// Small hooks that several views use.

import { useCallback, useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
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

/** A message that goes away with the next key or click. */
export function useMessage(): [string, (message: string) => void] {
  const [message, setMessage] = useState("");
  useEffect(() => {
    if (!message) return undefined;
    const clear = (): void => setMessage("");
    addEventListener("pointerdown", clear, true);
    addEventListener("keydown", clear, true);
    return () => {
      removeEventListener("pointerdown", clear, true);
      removeEventListener("keydown", clear, true);
    };
  }, [message]);
  return [message, setMessage];
}

/** Listens to the document's keys. The newest listener is there as soon as the view is drawn; an effect would run later, and a key pressed before it would be lost. */
export function useKeys(onKey: (e: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });
}

/** Tells whether a key belongs to the element that has the focus: texts take all keys, lists take letters. */
export function takesKey(e: KeyboardEvent): boolean {
  const target = e.target as Element;
  if (target.matches("select")) return !/^\d$/.test(e.key);
  return target.matches("textarea, input:not([type=range], [type=checkbox], [type=radio], [type=file])");
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
