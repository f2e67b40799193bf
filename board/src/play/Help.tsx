// How the game goes, in a few sentences.

import { HELP_TEXTS as T } from "../texts/help";
import { isGrid } from "../trace/replay";
import type { GameEvent } from "../trace/events";

/** Returns the headings and sentences for a game; without one, for Power Grab. */
function linesFor(head: GameEvent | null): string[][] {
  if (head && isGrid(head)) return T.grid;
  const rules = head?.rules ?? { icons: "all", target_score: 500 };
  const target = head?.unit === "round" ? null : Number(rules["target_score"] ?? 500);
  const ring = head?.ruleset.startsWith("green-lantern") ? [T.ring] : [];
  return [...(rules["icons"] ? T.towers : T.plain), ...ring, ...T.shedding, T.round(target, rules["scoring"] === "own")];
}

export function Help({ head }: { head?: GameEvent }) {
  return (
    <details class="help">
      <summary>{T.title}</summary>
      <dl>
        {linesFor(head ?? null).map(([title, text]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
