// The page: navigation and the view that the address names.

import { useEffect, useState } from "preact/hooks";
import { type Engine, messageOf } from "../engine/engine";
import { type Catalog, type Game, PERSON } from "../engine/protocol";
import { reducedMotion } from "../parts/hooks";
import { PlayView } from "../play/PlayView";
import { type GameRecord, type LoadedTrace, loadGame, loadTrace } from "../play/record";
import { SetUp } from "../play/SetUp";
import { Runs } from "../runs/Runs";
import { APP_TEXTS as T } from "../texts/app";
import { Tune } from "../tune/Tune";
import { decodeGame, routeOf, type View } from "./route";
import { gameFrom, Start } from "./Start";

/** What the view of a game shows. `number` changes with every game that is opened. */
interface Shown {
  number: number;
  record: GameRecord;
  fromStart: boolean;
}

interface OpenTrace {
  text: string;
  index: number;
  loaded: LoadedTrace;
}

export function App({ engine }: { engine: Engine }) {
  const [catalogSoon] = useState(() => engine.ask("catalog", {}));
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  const [problem, setProblem] = useState("");
  const [view, setView] = useState<View>(routeOf(location.hash).view);
  const [shown, setShown] = useState<Shown | null>(null);
  const [trace, setTrace] = useState<OpenTrace | null>(null);
  const [speed, setSpeed] = useState(reducedMotion() ? 0 : 700);
  const [hasRuns, setHasRuns] = useState(false);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setProblem("");
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const show = (record: GameRecord, fromStart: boolean): void => {
    setShown((before) => ({ number: (before?.number ?? 0) + 1, record, fromStart }));
    setView("play");
    history.pushState(null, "", "#play");
  };
  const start = (game: Game): Promise<void> =>
    attempt(async () => {
      const record = await loadGame(engine, game);
      setTrace(null);
      show(record, !game.seats.includes(PERSON));
    });
  const openTrace = (text: string, index = 0): Promise<void> =>
    attempt(async () => {
      const loaded = await loadTrace(engine, await catalogSoon, text, index);
      setTrace({ text, index, loaded });
      show(loaded.record, true);
    });

  useEffect(() => {
    void attempt(async () => {
      setCatalog(await catalogSoon);
      const route = routeOf(location.hash);
      if (route.view === "play" && route.value) await start(await decodeGame(route.value));
      if (engine.kind === "module") return;
      const opened = await engine.ask("opened", {});
      setHasRuns(opened.runs ?? false);
      if (route.view !== "start") return;
      if (opened.trace) await openTrace(opened.trace);
      else if (opened.position) await start(gameFrom(opened.position));
      else if (opened.runs) setView("runs");
    });
  }, [engine]);

  useEffect(() => {
    const onHash = (): void => {
      const route = routeOf(location.hash);
      setView(route.view);
      if (route.view === "play" && route.value) void attempt(async () => start(await decodeGame(route.value)));
    };
    const stop = (e: DragEvent): void => e.preventDefault();
    const drop = (e: DragEvent): void => {
      e.preventDefault();
      void e.dataTransfer?.files[0]?.text().then((text) => openTrace(text));
    };
    addEventListener("hashchange", onHash);
    addEventListener("dragover", stop);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("hashchange", onHash);
      removeEventListener("dragover", stop);
      removeEventListener("drop", drop);
    };
  });

  const go = (to: View) => (e: Event) => {
    e.preventDefault();
    setView(to);
    setProblem("");
    history.pushState(null, "", to === "start" ? location.pathname + location.search : `#${to}`);
  };
  const views: View[] = ["start", ...(shown ? (["play"] as View[]) : []), "setup", "tune", ...(hasRuns ? (["runs"] as View[]) : [])];
  return (
    <>
      <a class="skip" href="#main" onClick={(e) => (e.preventDefault(), document.getElementById("main")?.focus())}>
        {T.skip}
      </a>
      <header>
        <h1>{T.title}</h1>
        <nav aria-label={T.views}>
          <ul>
            {views.map((v) => (
              <li key={v}>
                <a href={`#${v}`} aria-current={v === view ? "page" : undefined} onClick={go(v)}>
                  {T.names[v]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        {problem && (
          <p class="warning" role="alert">
            {problem}
          </p>
        )}
        {!catalog && !problem && view !== "start" && <p role="status">{T.loading}</p>}
        {view === "start" && <Start start={(g) => void start(g)} openTrace={(t) => void openTrace(t)} />}
        {catalog && view === "setup" && <SetUp catalog={catalog} start={(g) => void start(g)} />}
        {catalog && view === "tune" && <Tune engine={engine} catalog={catalog} play={(g) => void start(g)} />}
        {catalog && view === "runs" && <Runs engine={engine} />}
        {catalog && view === "play" && trace && <TraceBar trace={trace} open={(i) => void openTrace(trace.text, i)} />}
        {catalog && view === "play" && shown && (
          <PlayView key={shown.number} engine={engine} catalog={catalog} first={shown.record} fromStart={shown.fromStart} speed={speed} setSpeed={setSpeed} />
        )}
      </main>
      {catalog && <footer>{T.footer(catalog.version, catalog.commit)}</footer>}
    </>
  );
}

function TraceBar({ trace, open }: { trace: OpenTrace; open: (index: number) => void }) {
  const { nGames, fault, record } = trace.loaded;
  return (
    <>
      {nGames > 1 && (
        <p class="row">
          <label>
            {T.traceGame}{" "}
            <select value={String(trace.index)} onChange={(e) => open(Number(e.currentTarget.value))}>
              {Array.from({ length: nGames }, (_, i) => (
                <option key={i} value={String(i)}>
                  {T.gameNumber(i + 1, nGames)}
                </option>
              ))}
            </select>
          </label>
        </p>
      )}
      {fault && (
        <p class="warning" role="alert">
          {T.fault(fault.line, fault.rule, fault.message)}
        </p>
      )}
      {!fault && !record.game && <p class="small">{T.fixedTrace}</p>}
    </>
  );
}
