// Two runs side by side: what they found, and the win rates of their bots.

import { useEffect, useState } from "preact/hooks";
import { type Engine, PRIORITY } from "../engine/engine";
import type { Findings, Rate, Run } from "../engine/protocol";
import { useTask } from "../parts/hooks";
import { Intervals } from "../parts/Intervals";
import { percent, RUN_TEXTS as T, timeText } from "../texts/app";

export const nameOf = (run: Run): string => run.name || run.dir;

export function CompareRuns({ engine, runs }: { engine: Engine; runs: [Run, Run] }) {
  const key = runs.map((run) => `${run.dir} ${run.finished}`).join();
  const [found, setFound] = useState<{ key: string; findings: Findings[] } | null>(null);
  const findings = found?.key === key ? found.findings : null;
  const task = useTask(key);
  useEffect(() => {
    if (!runs.every((run) => run.finished)) return;
    task.start(async (signal) => {
      const asked = runs.map((run) => engine.ask("findings", { dir: run.dir }, { priority: PRIORITY.background, signal }));
      setFound({ key, findings: await Promise.all(asked) });
    });
  }, [engine, key]);
  return (
    <section aria-label={T.compared}>
      <div class="columns">
        {runs.map((run, i) => (
          <div key={run.dir}>
            <h3>{T.numbered(i + 1, nameOf(run))}</h3>
            <p class="small">{T.about(run.kind, run.seed, timeText(run.when))}</p>
            <ul class="words">
              {(findings?.[i]?.sentences ?? [run.verdict]).map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      {task.problem && <p class="small">{task.problem}</p>}
      {findings && <Rates rates={findings.map((f) => f.rates)} />}
    </section>
  );
}

/** The bots that both runs have at the same table. */
function Rates({ rates }: { rates: Rate[][] }) {
  const [first = [], second = []] = rates;
  const both = first.flatMap((one) => {
    const other = second.find((r) => r.table === one.table && r.bot === one.bot);
    return other ? [{ one, other }] : [];
  });
  if (!both.length) return first.length || second.length ? <p class="small">{T.noSameBots}</p> : null;
  const row = (rate: Rate, i: number) => ({
    label: T.run(i + 1),
    value: rate.rate,
    low: rate.low ?? rate.rate,
    high: rate.high ?? rate.rate,
    text: rate.low === null || rate.high === null ? T.noInterval(percent(rate.rate)) : T.rate(percent(rate.rate), percent(rate.low), percent(rate.high)),
  });
  return (
    <>
      <p class="small">{T.opponents}</p>
      <div class="columns">
        {both.map(({ one, other }) => (
          <div key={`${one.table} ${one.bot}`}>
            <h4>{T.botAt(one.bot, one.table)}</h4>
            <Intervals label={T.botAt(one.bot, one.table)} rows={[row(one, 0), row(other, 1)]} range={[0, 1]} />
          </div>
        ))}
      </div>
    </>
  );
}
