// The runs of the directory that the program serves.

import { useEffect, useState } from "preact/hooks";
import { type Engine, messageOf, PRIORITY } from "../engine/engine";
import type { Run } from "../engine/protocol";
import { RUN_TEXTS as T } from "../texts/app";
import { Costliest } from "./Costliest";

const REFRESH = 5_000;

const shortTime = (when: number | null): string => (when === null ? "" : new Date(1000 * when).toISOString().slice(0, 16).replace("T", " "));

export function Runs({ engine, open }: { engine: Engine; open: (position: string) => void }) {
  const [runs, setRuns] = useState<Run[] | null>(null);
  const [problem, setProblem] = useState("");
  const [filter, setFilter] = useState("");
  const [opened, setOpened] = useState("");
  const [ticked, setTicked] = useState<string[]>([]);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const control = new AbortController();
    const load = async (): Promise<void> => {
      try {
        const answer = await engine.ask("runs", {}, { priority: PRIORITY.background, signal: control.signal });
        setRuns(answer.runs);
        setProblem("");
        if (answer.runs.every((run) => run.finished)) return;
      } catch (error) {
        if (control.signal.aborted) return;
        setProblem(messageOf(error));
      }
      if (!control.signal.aborted) timer = setTimeout(() => void load(), REFRESH);
    };
    void load();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [engine]);

  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = (run: Run): boolean => {
    const text = `${run.dir} ${run.kind} ${run.name} ${run.seed} ${run.verdict}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const shown = (runs ?? []).filter(matches);
  const compared = (runs ?? []).filter((run) => ticked.includes(run.dir));
  const tick = (dir: string, on: boolean): void => setTicked([...ticked.filter((d) => d !== dir), ...(on ? [dir] : [])].slice(-2));
  return (
    <div>
      <h2>{T.title}</h2>
      {problem && (
        <p class="warning" role="alert">
          {problem}
        </p>
      )}
      <p class="row">
        <label>
          {T.filter} <input type="search" value={filter} onInput={(e) => setFilter(e.currentTarget.value)} />
        </label>
        <span class="small" role="status">
          {runs ? T.count(shown.length, runs.length) : T.loading}
        </span>
      </p>
      {compared.length === 2 && (
        <section aria-label={T.compared} class="columns">
          {compared.map((run) => (
            <div key={run.dir}>
              <h3>{run.name || run.dir}</h3>
              <p>{run.verdict || T.noVerdict}</p>
              <p class="small">{T.about(run.kind, run.seed, shortTime(run.when))}</p>
            </div>
          ))}
        </section>
      )}
      <div class="scroll" tabIndex={0} role="region" aria-label={T.title}>
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">{T.compare}</th>
              <th scope="col">{T.name}</th>
              <th scope="col">{T.kind}</th>
              <th scope="col">{T.when}</th>
              <th scope="col">{T.verdict}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((run) => (
              <tr key={run.dir}>
                <td>
                  <input
                    type="checkbox"
                    aria-label={T.tick(run.name || run.dir)}
                    checked={ticked.includes(run.dir)}
                    onChange={(e) => tick(run.dir, e.currentTarget.checked)}
                  />
                </td>
                <th scope="row">{run.page ? <a href={run.page}>{run.name || run.dir}</a> : run.name || run.dir}</th>
                <td>{run.kind}</td>
                <td>{run.finished ? shortTime(run.when) : T.unfinished}</td>
                <td class="verdict">
                  {run.verdict}
                  {run.kind === "review" && run.finished && (
                    <details>
                      <summary onClick={() => setOpened(run.dir)}>{T.costliest}</summary>
                      {opened === run.dir && <Costliest engine={engine} run={run} open={open} />}
                    </details>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
