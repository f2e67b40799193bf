// A bot's reasons for the decision in view.

import { useEffect, useState } from "preact/hooks";
import { type Engine, PRIORITY } from "../engine/engine";
import { type Game, PERSON, type Reasons } from "../engine/protocol";
import { useTask } from "../parts/hooks";
import type { Decision } from "../play/record";
import { ADVICE_TEXTS as T } from "../texts/app";
import { optionNames } from "../play/names";
import type { TraceEvent } from "../trace/events";

interface ExplainProps {
  engine: Engine;
  game: Game;
  events: TraceEvent[];
  decision: Decision;
}

export function Explain(props: ExplainProps) {
  const [open, setOpen] = useState(false);
  return (
    <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{T.reasons}</summary>
      {open && <Opened {...props} />}
    </details>
  );
}

function Opened({ engine, game, events, decision }: ExplainProps) {
  const { at, seat, question } = decision;
  const key = `${at} ${JSON.stringify(game.moves)}`;
  const task = useTask(key);
  const [reasons, setReasons] = useState<Reasons | null>(null);
  useEffect(() => {
    const grid = game.ruleset?.startsWith("grid") || game.position?.startsWith("grid");
    const bot = game.seats[seat] === PERSON ? { bot: grid ? "grid-heuristic" : "balanced" } : {};
    task.start(async (signal) => {
      setReasons(await engine.ask("explain", { game, at, ...bot }, { priority: PRIORITY.move, signal }));
    });
  }, [key]);
  if (task.problem) return <p class="small">{task.problem}</p>;
  if (!reasons) return null;
  const name = optionNames(events, decision.line, question, [...new Set([reasons.choice, ...reasons.terms.map((row) => row.option)])]);
  return (
    <>
      <p class="small">{reasons.terms.length ? T.wouldPlay(reasons.bot, name(reasons.choice)) : T.noReasons(reasons.bot, name(reasons.choice))}</p>
      {reasons.terms.length > 0 && (
        <div class="scroll" tabIndex={0} role="region" aria-label={T.reasons}>
          <table>
            <thead>
              <tr>
                <th scope="col">{T.option}</th>
                <th scope="col">{T.value}</th>
                <th scope="col">{T.terms}</th>
              </tr>
            </thead>
            <tbody>
              {reasons.terms.map((row) => (
                <tr key={row.option}>
                  <th scope="row">{name(row.option)}</th>
                  <td class="n">{row.value === null ? T.lastResort : row.value.toFixed(2)}</td>
                  <td class="terms">{row.terms.map(([name, value]) => `${name} ${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(2)}`).join(", ")}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
