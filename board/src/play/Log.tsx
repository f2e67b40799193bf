// The last events as sentences.

import { useLayoutEffect, useRef } from "preact/hooks";
import { PLAY_TEXTS as T } from "../texts/app";
import type { TraceEvent } from "../trace/events";
import { say, type Sees } from "../trace/say";

const SHOWN = 200;

export function Log({ events, step, sees }: { events: TraceEvent[]; step: number; sees: Sees }) {
  const first = Math.max(0, step - SHOWN + 1);
  const rows = events.slice(first, step + 1).map((_, i) => first + i);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [step]);
  return (
    <div class="log" role="log" aria-label={T.log} tabIndex={0} ref={box}>
      {rows.map((i) => (
        <p key={i} class={i === step ? "now" : ""}>
          {say(events, i, sees)}
        </p>
      ))}
    </div>
  );
}
