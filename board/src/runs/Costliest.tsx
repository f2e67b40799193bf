// The costliest decisions of a reviewed bot; each opens as a game.

import { useEffect, useState } from "preact/hooks";
import { type Engine, messageOf, PRIORITY } from "../engine/engine";
import type { CostlyDecision, Run } from "../engine/protocol";
import { points, RUN_TEXTS as T } from "../texts/app";

interface CostliestProps {
  engine: Engine;
  run: Run;
  /** Plays on from a position. */
  open: (position: string) => void;
}

export function Costliest({ engine, run, open }: CostliestProps) {
  const [decisions, setDecisions] = useState<CostlyDecision[] | null>(null);
  const [problem, setProblem] = useState("");
  useEffect(() => {
    engine.ask("costliest", { dir: run.dir }, { priority: PRIORITY.background }).then(
      (answer) => setDecisions(answer.decisions),
      (error: unknown) => setProblem(messageOf(error)),
    );
  }, [engine, run.dir]);
  if (problem) return <p class="small">{problem}</p>;
  if (!decisions) return <p class="small">{T.loading}</p>;
  return (
    <ol class="worst">
      {decisions.map((d) => (
        <li key={d.position + d.done}>
          <button type="button" class="link" onClick={() => open(d.position)}>
            {T.costly(d.done, d.better, points(d.loss), points(d.loss_se))}
          </button>
        </li>
      ))}
    </ol>
  );
}
