// The chances of each option, which become more precise while one looks.

import { useState } from "preact/hooks";
import { type Engine, PRIORITY } from "../engine/engine";
import type { Analysis } from "../engine/protocol";
import { takesKey, useKeys, useTask } from "../parts/hooks";
import { Intervals } from "../parts/Intervals";
import { type Decision, type GameRecord, unitOf, whatToAnalyse } from "../play/record";
import { ADVICE_TEXTS as T, percent, points } from "../texts/app";
import { optionNames } from "../play/names";

const BUDGETS = [1_000, 3_000, 10_000, 30_000, 100_000];

interface HintProps {
  engine: Engine;
  record: GameRecord;
  decision: Decision;
}

export function Hint({ engine, record, decision }: HintProps) {
  const { game } = record;
  const key = `${decision.at} ${JSON.stringify(game?.moves ?? record.lines.length)}`;
  const task = useTask(key);
  const [found, setFound] = useState<{ key: string; analysis: Analysis } | null>(null);
  const analysis = found?.key === key ? found.analysis : null;

  const ask = (): void =>
    task.start(async (signal) => {
      for (const playouts of BUDGETS) {
        const settings = { priority: PRIORITY.hint, signal };
        const answer = await engine.ask("analyse", { ...whatToAnalyse(record, decision), playouts }, settings);
        setFound({ key, analysis: answer });
        if (answer.decided) return;
      }
    });

  useKeys((e) => {
    if (e.key.toLowerCase() !== "h" || e.ctrlKey || e.metaKey || e.altKey) return;
    if (!takesKey(e)) ask();
  });

  const heading = unitOf(record) === "round" ? T.valuesRound : T.values;
  const name = optionNames(record.events, decision.line, decision.question, (analysis?.options ?? []).map((o) => o.option));
  const done = decision.done ?? analysis?.done;
  const rows = [...(analysis?.options ?? [])]
    .sort((a, b) => b.value - a.value)
    .map((o, i) => ({
      label: o.option === done ? T.done(name(o.option)) : name(o.option),
      value: o.value,
      low: o.low,
      high: o.high,
      text: percent(o.value),
      note: i === 0 ? T.best : T.loses(points(o.loss), points(o.loss_se)),
      strong: i === 0,
    }));
  return (
    <div>
      <p class="row">
        {task.running ? (
          <button type="button" onClick={task.stop}>
            {T.stop}
          </button>
        ) : (
          <button type="button" onClick={ask}>
            {T.hint} <kbd aria-hidden="true">h</kbd>
          </button>
        )}
        <span class="small" role="status">
          {task.problem ?? (analysis ? T.state(analysis.playouts, analysis.decided, task.running) : task.running ? T.thinking : "")}
        </span>
      </p>
      {rows.length > 0 && (
        <>
          <h4>{heading}</h4>
          <Intervals label={heading} rows={rows} />
          <p class="small">{T.losesMeans}</p>
        </>
      )}
    </div>
  );
}
