// A game: played by a person, or watched.

import { useEffect, useRef, useState } from "preact/hooks";
import { encodeGame } from "../app/route";
import { download } from "../app/files";
import { Advice } from "../ask/Advice";
import { type Engine, messageOf } from "../engine/engine";
import { type Catalog, type Game, PERSON } from "../engine/protocol";
import { Review } from "../review/Review";
import { Stepper } from "../table/Stepper";
import { useSteps } from "../table/stepping";
import { Table } from "../table/Table";
import { PLAY_TEXTS as T } from "../texts/app";
import { headOf, roundStarts, tableAt } from "../trace/replay";
import { say, type Sees, seatName } from "../trace/say";
import { Compare, type OtherLine } from "../whatif/Compare";
import { WhatIf } from "../whatif/WhatIf";
import { GameButtons, type Hands } from "./GameButtons";
import { Log } from "./Log";
import { Question } from "./Question";
import { decisionAfter, decisionAt, type GameRecord, loadGame, movesBefore } from "./record";

interface PlayViewProps {
  engine: Engine;
  catalog: Catalog;
  first: GameRecord;
  /** Whether the game was opened to be looked at, from its beginning. */
  fromStart: boolean;
  speed: number;
  setSpeed: (speed: number) => void;
}

export function PlayView({ engine, catalog, first, fromStart, speed, setSpeed }: PlayViewProps) {
  const [record, setRecord] = useState(first);
  const [other, setOther] = useState<OtherLine | null>(null);
  const [hands, setHands] = useState<Hands>(fromStart || !first.game?.seats.includes(PERSON) ? "all" : "own");
  const [keys, setKeys] = useState(true);
  const [picked, setPicked] = useState<{ at: number; step: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const box = useRef<HTMLDivElement>(null);
  const { events, game, ask, over } = record;
  const head = headOf(events);
  const rounds = roundStarts(events);
  const steps = useSteps(events.length, rounds[0] ?? 0, speed);
  const { step, last, follow, go } = steps;

  const people = (game?.seats ?? []).flatMap((bot, seat) => (bot === PERSON ? [seat] : []));
  const person = people.length ? (ask && people.includes(ask.seat) ? ask.seat : (people[0] ?? null)) : null;
  const view = hands === "own" ? person : hands === "all" ? null : hands;
  const finished = over && step === last;
  const sees: Sees = (seat) => finished || view === null || seat === view;
  const asking = ask !== null && step === last && !busy;
  const picking = picked && picked.step === step ? decisionAt(record, picked.at) : null;
  const decision = picking ?? decisionAfter(record, step);

  useEffect(() => setSpeed(steps.speed), [steps.speed]);
  // A game with people goes on by itself to their question.
  useEffect(() => {
    if (!fromStart) follow();
  }, [fromStart, follow]);
  useEffect(() => {
    if (!game) return;
    void encodeGame(game).then((text) => history.replaceState(null, "", `#play=${text}`));
  }, [game]);

  // A notebook knows the position in view.
  useEffect(() => {
    if (!engine.select || !game || !decision) return;
    const at = decision.at;
    void engine.ask("position", { game, at }).then(({ position }) => engine.select?.({ position, game }), () => undefined);
  }, [engine, game, decision?.at]);

  /** Plays a game and shows it from line `from` on. */
  async function show(next: Game, known?: GameRecord, from?: number): Promise<GameRecord | null> {
    setBusy(true);
    setProblem("");
    try {
      const loaded = await loadGame(engine, next, known);
      setRecord(loaded);
      if (from !== undefined) go(from);
      follow();
      return loaded;
    } catch (error) {
      setProblem(messageOf(error));
      return null;
    } finally {
      setBusy(false);
    }
  }

  const play = (option: string): void => {
    if (game && ask && !busy) void show({ ...game, moves: [...game.moves, { at: ask.at, play: option }] }, record);
  };
  const takeBack = (): void => {
    const own = game?.moves.filter((m) => "play" in m).pop();
    if (!game || !own) return;
    setOther(null);
    const line = record.marks.find((m) => m.at === own.at)?.line ?? 1;
    void show({ ...game, moves: movesBefore(game.moves, own.at) }, undefined, line - 1);
  };
  /** Starts another game at the same table. */
  const restart = (next: Game): void => {
    setOther(null);
    void show(next, undefined, 1);
  };
  /** Goes on from decision `at` with a change; the line so far stays for comparison. */
  const branch = async (next: Game, at: number, change: string): Promise<void> => {
    const line = record.marks.find((m) => m.at === at)?.line ?? events.length;
    const loaded = await show(next, undefined, line - 1);
    if (loaded) setOther({ record, at, change });
  };
  const goTo = (at: number): void => {
    const line = record.marks.find((m) => m.at === at)?.line ?? events.length;
    go(line - 1);
    setPicked({ at, step: line - 1 });
  };

  const table = tableAt(events, step);
  const state = asking ? { ...table, acts: ask.seat } : table;
  const inside = (target: Element): boolean => box.current?.contains(target) ?? false;
  return (
    <div class="game" ref={box}>
      <div class="table-side">
        <h2 class="hidden-text">{T.title}</h2>
        <h3 class="hidden-text">{T.table}</h3>
        <div class="board">
          <Table state={state} name={(seat) => seatName(events, seat)} people={people} sees={sees} without={asking ? ask.seat : null} />
        </div>
        {/* The log says it too, but it lies far below the table on small screens. */}
        <p class="said latest" aria-hidden="true">
          {say(events, step, sees)}
        </p>
        {problem && (
          <p class="warning" role="alert">
            {problem}
          </p>
        )}
        {ask && (
          <div class="question-area">
            {asking && <Question ask={ask} keys={keys} play={play} />}
            {step < last && (
              <p class="row">
                <button type="button" onClick={() => go(last)}>
                  {T.toQuestion}
                </button>
              </p>
            )}
          </div>
        )}
        {finished && <p class="status">{T.over}</p>}
        <Stepper steps={steps} rounds={rounds} atOnce inside={inside} />
        <GameButtons
          game={game}
          people={people}
          seats={head.seats.length}
          hands={hands}
          setHands={setHands}
          keys={keys}
          setKeys={setKeys}
          takeBack={takeBack}
          restart={restart}
          about={T.about(head.ruleset, head.variant, head.seed, head.deal)}
          save={() => download("game.jsonl", `${record.lines.join("\n")}\n`)}
        />
      </div>
      <div class="panel-side">
        <Log events={events} step={step} sees={sees} />
        {other && (
          <Compare
            engine={engine}
            other={other}
            record={record}
            view={view}
            sees={sees}
            keep={() => setOther(null)}
            discard={() => {
              setRecord(other.record);
              setOther(null);
              const line = other.record.marks.find((m) => m.at === other.at)?.line;
              go((line ?? other.record.events.length) - 1);
            }}
          />
        )}
        <Advice engine={engine} record={record} decision={decision} view={view} quiet={steps.playing} sees={sees} goTo={goTo} live={people.length > 0} />
        <WhatIf sees={sees} engine={engine} catalog={catalog} record={record} decision={decision} branch={branch} open={(next) => void show(next, undefined, 1)} />
        <Review sees={sees} engine={engine} record={record} seat={person ?? 0} goTo={goTo} />
      </div>
    </div>
  );
}
