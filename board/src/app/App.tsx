// The page: navigation and the view that the address names.

import { useEffect, useRef, useState } from "preact/hooks";
import { type Engine, messageOf } from "../engine/engine";
import type { Catalog, Game } from "../engine/protocol";
import { reducedMotion } from "../parts/hooks";
import { PlayView } from "../play/PlayView";
import { type GameRecord, type LoadedTrace, loadGame, loadTrace } from "../play/record";
import { hasPerson, type Opening, openSession, type Session } from "../play/session";
import { SetUp } from "../play/SetUp";
import { Runs } from "../runs/Runs";
import { APP_TEXTS as T } from "../texts/app";
import { Tune } from "../tune/Tune";
import { decodeGame, type Route, routeOf, setAddress, type View } from "./route";
import { gameFrom, Start } from "./Start";

/** Time for each step of a game, in milliseconds. */
const USUAL_SPEED = 700;

interface OpenTrace {
  text: string;
  index: number;
  loaded: LoadedTrace;
}

export function App({ engine }: { engine: Engine }) {
  const [catalogSoon] = useState(() => engine.ask("catalog", {}));
  const [catalog, setCatalog] = useState<Catalog | null>(null);
  const [problem, setProblem] = useState("");
  const [view, setView] = useState<View>(() => firstView());
  const [session, setSession] = useState<Session | null>(null);
  const [trace, setTrace] = useState<OpenTrace | null>(null);
  const [speed, setSpeed] = useState(reducedMotion() ? 0 : USUAL_SPEED);
  const [hasRuns, setHasRuns] = useState(false);
  const lastNumber = useRef(0);

  const attempt = async (work: () => Promise<void>): Promise<void> => {
    setProblem("");
    try {
      await work();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  const show = (record: GameRecord, opening: Opening, place: "new" | "same", step: number | null = null): void => {
    lastNumber.current += 1;
    if (opening === "watch" && speed === 0 && !reducedMotion()) setSpeed(USUAL_SPEED);
    setSession(openSession(lastNumber.current, record, opening, step));
    setView("play");
    setAddress("play", place);
  };
  const update = (number: number, change: Partial<Session>): void => setSession((now) => (now?.number === number ? { ...now, ...change } : now));

  /** Starts a game, or returns why it cannot be played. */
  const tryStart = async (game: Game): Promise<string> => {
    try {
      const record = await loadGame(engine, game);
      setProblem("");
      setTrace(null);
      show(record, hasPerson(game) ? "deal" : "watch", "new");
      return "";
    } catch (error) {
      return messageOf(error);
    }
  };
  const start = async (game: Game): Promise<void> => setProblem(await tryStart(game));
  const openTrace = (text: string, index = 0): Promise<void> =>
    attempt(async () => {
      const loaded = await loadTrace(engine, await catalogSoon, text, index);
      setTrace({ text, index, loaded });
      show(loaded.record, loaded.record.ask ? "question" : "start", "new");
    });
  const openLink = async ({ game: text, step }: Route): Promise<void> => {
    try {
      const game = await decodeGame(text);
      // The game in play is the address's game when one comes back to it.
      const here = session && JSON.stringify(session.record.game) === JSON.stringify(game);
      if (here && (step === null || step === session.place.step)) {
        setView("play");
        return;
      }
      const record = await loadGame(engine, game);
      setTrace(null);
      show(record, hasPerson(game) ? "question" : "start", "same", step);
    } catch {
      setProblem(T.damagedLink);
      setView("start");
      setAddress("", "same");
    }
  };

  useEffect(() => {
    void attempt(async () => {
      setCatalog(await catalogSoon);
      const route = routeOf(location.hash);
      if (route.view === "play" && route.game) await openLink(route);
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
      setProblem("");
      if (route.view === "play" && route.game) void openLink(route);
      else setView(route.view === "play" && !session ? "start" : route.view);
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
    setProblem("");
    if (to === view) return;
    setView(to);
    setAddress(to === "start" ? "" : to, "new");
  };
  const views: View[] = ["start", ...(session ? (["play"] as View[]) : []), "setup", "tune", ...(hasRuns ? (["runs"] as View[]) : [])];
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
        {catalog && view === "setup" && <SetUp catalog={catalog} start={tryStart} />}
        {catalog && view === "tune" && <Tune engine={engine} catalog={catalog} play={(g) => void start(g)} />}
        {catalog && view === "runs" && <Runs engine={engine} open={(position) => void start(gameFrom(position))} />}
        {catalog && view === "play" && trace && <TraceBar trace={trace} open={(i) => void openTrace(trace.text, i)} />}
        {catalog && view === "play" && session && (
          <PlayView
            key={session.number}
            engine={engine}
            catalog={catalog}
            session={session}
            update={(change) => update(session.number, change)}
            start={(g) => void start(g)}
            speed={speed}
            setSpeed={setSpeed}
          />
        )}
      </main>
      {catalog && <footer>{T.footer(catalog.version, catalog.commit)}</footer>}
    </>
  );
}

/** The view that the address names. A game's view without its game has nothing to show. */
function firstView(): View {
  const { view, game } = routeOf(location.hash);
  return view === "play" && !game ? "start" : view;
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
