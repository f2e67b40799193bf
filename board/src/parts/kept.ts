// State that outlives its view, so that a view is as one left it.

import { useState } from "preact/hooks";

const kept = new Map<string, unknown>();

/** As `useState`, for a value that stays when the view goes away. Values are set by a function of the newest one. */
export function useKept<T>(key: string, first: () => T): [T, (change: (now: T) => T) => void] {
  const [value, setValue] = useState<T>(() => (kept.has(key) ? (kept.get(key) as T) : first()));
  if (!kept.has(key)) kept.set(key, value);
  const set = (change: (now: T) => T): void => {
    const next = change(kept.get(key) as T);
    kept.set(key, next);
    setValue(() => next);
  };
  return [value, set];
}
