// The runs of the directory that the program serves.

import { useEffect, useState } from "preact/hooks";
import { type Engine, messageOf, PRIORITY } from "../engine/engine";
import type { Run } from "../engine/protocol";
import { RUN_TEXTS as T, timeText } from "../texts/app";
import { CompareRuns, nameOf } from "./CompareRuns";
import { Costliest } from "./Costliest";

const REFRESH = 5_000;

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
  const [one, other] = (runs ?? []).filter((run) => ticked.includes(run.dir));
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
      {one && other && <CompareRuns engine={engine} runs={[one, other]} />}
      <div class="scroll" tabIndex={0} role="region" aria-label={T.title}>
        <table class="runs">
          <thead>
            <tr>
              <th scope="col">{T.compare}</th>
              <th scope="col">{T.name}</th>
              <th scope="col">{T.kind}</th>
              <th scope="col">{T.seed}</th>
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
                    aria-label={T.tick(nameOf(run))}
                    checked={ticked.includes(run.dir)}
                    onChange={(e) => tick(run.dir, e.currentTarget.checked)}
                  />
                </td>
                <th scope="row">{run.page ? <a href={run.page}>{nameOf(run)}</a> : nameOf(run)}</th>
                <td>{run.kind}</td>
                <td>{run.seed}</td>
                <td>{run.finished ? timeText(run.when) : T.unfinished}</td>
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
