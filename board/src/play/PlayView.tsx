// A game: played by a person, or watched.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { download } from "../app/files";
import { encodeGame, gameFragment, setAddress } from "../app/route";
import { Advice } from "../ask/Advice";
import { type Engine, messageOf } from "../engine/engine";
import { type Catalog, type Game, type Move, PERSON } from "../engine/protocol";
import { Review } from "../review/Review";
import { Stepper } from "../table/Stepper";
import { useSteps } from "../table/stepping";
import { Table } from "../table/Table";
import { PLAY_TEXTS as T } from "../texts/app";
import { optionName } from "../trace/cards";
import { isTrace } from "../trace/events";
import { YOU } from "../texts/game";
import { headOf, isGrid, roundStarts, tableAt } from "../trace/replay";
import { say, type Sees, seatName } from "../trace/say";
import { Compare } from "../whatif/Compare";
import { WhatIf } from "../whatif/WhatIf";
import { GameButtons, nextDeal } from "./GameButtons";
import { Help } from "./Help";
import { Log } from "./Log";
import { optionNames, rulesName } from "./names";
import { Question, Waiting } from "./Question";
import { decisionAfter, decisionAt, type GameRecord, lastOwn, lineOf, loadGame, movesBefore, seatsNow } from "./record";
import { endLines, Result } from "./Result";
import type { Session } from "./session";

interface PlayViewProps {
  engine: Engine;
  catalog: Catalog;
  session: Session;
  update: (change: Partial<Session>) => void;
  /** Starts another game. */
  start: (game: Game) => void;
  speed: number;
  setSpeed: (speed: number) => void;
}

/** Questions that follow the choice of a card and only say how it is played. */
const SECOND = ["colour", "tower", "position", "line", "pay", "gift", "keep", "exchange"];

export function PlayView({ engine, catalog, session, update, start, speed, setSpeed }: PlayViewProps) {
  const { record, hands, other } = session;
  const [keys, setKeys] = useState(true);
  const [picked, setPicked] = useState<{ at: number; step: number; verdict: string } | null>(null);
  const [problem, setProblem] = useState("");
  const [reviewing, setReviewing] = useState(false);
  const busy = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const { events, game, ask, over } = record;
  const head = headOf(events);
  const rounds = roundStarts(events);
  const stops = useMemo(() => endLines(events), [events]);
  const reduced = speed === 0 && session.opening === "watch";
  const steps = useSteps(events.length, session.place.step, speed, stops, session.place.playing && !reduced);
  const { step, last, playing, follow, go } = steps;

  const people = (game ? seatsNow(game) : []).flatMap((bot, seat) => (bot === PERSON ? [seat] : []));
  const person = people.length ? (ask && people.includes(ask.seat) ? ask.seat : (people[0] ?? null)) : null;
  const view = hands === "own" ? person : hands === "all" ? null : hands;
  const ended = session.ended || (over && step === last);
  const sees: Sees = (seat) => ended || view === null || seat === view;
  const asking = ask !== null && step === last;
  const atEnd = stops.includes(step);
  const picking = picked && picked.step === step ? decisionAt(record, picked.at) : null;
  const decision = picking ?? decisionAfter(record, step);
  const names = head.seats.map((_, seat) => seatName(events, seat));

  useEffect(() => setSpeed(steps.speed), [steps.speed]);
  useEffect(() => {
    Object.assign(session.place, { step, playing });
  }, [step, playing]);
  useEffect(() => {
    if (ended && !session.ended) update({ ended });
  }, [ended]);
  useEffect(() => {
    if (!game) return undefined;
    let gone = false;
    void encodeGame(game).then((text) => !gone && setAddress(gameFragment(text, null), "same"));
    return () => {
      gone = true;
    };
  }, [game]);

  // A notebook knows the position in view.
  useEffect(() => {
    if (!engine.select || !game || !decision) return;
    const at = decision.at;
    void engine.ask("position", { game, at }).then(({ position }) => engine.select?.({ position, game }), () => undefined);
  }, [engine, game, decision?.at]);

  /** Plays a game and shows it from line `from` on. */
  async function show(next: Game, change: (loaded: GameRecord) => Partial<Session>, known?: GameRecord, from?: number): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setProblem("");
    try {
      const loaded = await loadGame(engine, next, known);
      update({ record: loaded, ...change(loaded) });
      if (from !== undefined) go(from);
      follow();
    } catch (error) {
      setProblem(messageOf(error));
    } finally {
      busy.current = false;
    }
  }

  const play = (option: string): void => {
    if (game && ask) void show({ ...game, moves: [...game.moves, { at: ask.at, play: option }] }, () => ({}), record);
  };
  const own = lastOwn(record, people);
  const takeBack = (): void => {
    if (!game || own === null) return;
    void show({ ...game, moves: movesBefore(game.moves, own) }, () => ({ other: null, ended: false }), undefined, lineOf(record, own) - 1);
  };
  /** Goes on from decision `at` with a change; the line so far stays for comparison. */
  const branch = (next: Game, at: number, move: Move, change: string): void => {
    void show(next, () => ({ other: { record, at, move, change } }), undefined, lineOf(record, at) - 1);
  };
  const goTo = (at: number, verdict = ""): void => {
    const step = lineOf(record, at) - 1;
    go(step);
    setPicked({ at, step, verdict });
  };

  const before = record.marks.at(-1);
  const isSecond = asking && SECOND.includes(ask.question) && before?.at === own && before.round === ask.round && before.turn === ask.turn;
  const table = tableAt(events, step);
  const showsHand = person !== null && !atEnd && (asking || sees(person));
  const openHere: Sees = (seat) => sees(seat) || events[step]?.event === "round-end";
  const now = decision ?? record.marks.at(-1);
  // What was done here: a card, and perhaps its colour and tower.
  const made = record.marks.filter((m) => m.line === step + 1 && sees(m.seat));
  const [first] = made;
  const madeWords = made.map((m) => optionNames(events, m.line, m.question, [m.done])(m.done)).join(", ");
  const oneRound = isGrid(head) || (game?.unit ?? head.unit) === "round";
  const inside = (target: Element): boolean => box.current?.contains(target) ?? false;
  return (
    <div class="game" ref={box}>
      <div class="table-side">
        <h2 class="hidden-text">{T.title}</h2>
        <h3 class="hidden-text">{T.table}</h3>
        <div class="above">
          {now && !atEnd && <span class="turn">{oneRound ? T.turnOnly(now.turn + 1) : T.turn(now.round + 1, now.turn + 1)}</span>}
          <Help head={head} />
        </div>
        <div class="board">
          <Table
            state={table}
            name={(seat) => names[seat] ?? ""}
            asked={asking ? ask.seat : null}
            sees={openHere}
            without={showsHand ? person : null}
          />
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
        {(person !== null || atEnd || ask) && (
          <div class="question-area">
            {atEnd && (
              <Result
                events={events}
                line={step}
                over={over && step === last}
                next={follow}
                review={() => setReviewing(true)}
                again={game && !game.position ? () => start(nextDeal(game)) : null}
              />
            )}
            {asking && !atEnd && (
              <Question ask={ask} events={events} keys={keys} play={play} chosen={isSecond && before ? { card: cardOf(before.done), name: optionName(before.done, before.question) } : null} cancel={takeBack} />
            )}
            {!asking && !atEnd && person !== null && (
              <Waiting hand={showsHand ? (table.hands[person] ?? []) : []} words={playing ? T.waiting : T.watching} skip={() => go(stops.find((line) => line > step) ?? last)} over={over} marked={first?.seat === person ? cardOf(first.done) : null} />
            )}
            {!playing && !atEnd && first && (
              <p class="made">{(picking && picked?.verdict) || T.made(names[first.seat] ?? "", names[first.seat] === YOU, madeWords)}</p>
            )}
          </div>
        )}
        {ended && !atEnd && <p class="small">{T.over}</p>}
        <Stepper steps={steps} rounds={rounds} game inside={inside} />
        <GameButtons
          game={game}
          people={people}
          names={names}
          hands={hands}
          setHands={(to) => update({ hands: to })}
          keys={keys}
          setKeys={setKeys}
          takeBack={own === null || step < last ? null : takeBack}
          inPlay={!over && own !== null}
          start={start}
          step={step < last ? step : null}
          about={T.about(rulesName(game?.ruleset ?? head.ruleset), head.seed, head.deal)}
          save={isTrace(events) ? () => download("game.jsonl", `${record.lines.join("\n")}\n`) : null}
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
            keep={() => update({ other: null })}
            discard={() => {
              update({ record: other.record, other: null });
              go(lineOf(other.record, other.at) - 1);
            }}
          />
        )}
        <Advice
          engine={engine}
          record={record}
          decision={decision}
          view={view}
          quiet={playing}
          sees={sees}
          goTo={goTo}
          live={people.length > 0}
          step={step}
          whole={ended}
        />
        <WhatIf sees={sees} engine={engine} catalog={catalog} record={record} decision={decision} branch={branch} open={start} />
        <Review sees={sees} engine={engine} record={record} seat={person ?? 0} goTo={goTo} open={reviewing} setOpen={setReviewing} />
      </div>
    </div>
  );
}

/** The card of an option: "bluff W4" lays W4. */
function cardOf(done: string): string {
  return done.replace(/^bluff /, "");
}
