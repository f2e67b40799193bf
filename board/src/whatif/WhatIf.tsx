// Changes at the decision in view, after which the game goes on differently.

import { useEffect, useState } from "preact/hooks";
import type { Engine } from "../engine/engine";
import { type Ask, type Bot, type Catalog, type Game, type Move, PERSON } from "../engine/protocol";
import { useTask } from "../parts/hooks";
import { BotSelect } from "../parts/BotSelect";
import { usualBot } from "../play/bots";
import { optionNames } from "../play/names";
import { type Decision, type GameRecord, lineOf, loadGame, movesBefore } from "../play/record";
import { SETUP_TEXTS, WHATIF_TEXTS as T } from "../texts/app";
import { inside } from "../texts/game";
import { cardName } from "../trace/cards";
import { headOf, isGrid, tableAt } from "../trace/replay";
import { type Sees, seatName } from "../trace/say";

interface WhatIfProps {
  sees: Sees;
  engine: Engine;
  catalog: Catalog;
  record: GameRecord;
  decision: Decision | null;
  branch: (game: Game, at: number, move: Move, change: string) => void;
  open: (game: Game) => void;
}

export function WhatIf(props: WhatIfProps) {
  const [open, setOpen] = useState(false);
  const { record, decision } = props;
  return (
    <details open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
      <summary>{T.title}</summary>
      {open && !decision && <p class="small">{T.noDecision}</p>}
      {open && decision && !props.sees(decision.seat) && <p class="small">{T.hidden}</p>}
      {open && decision && props.sees(decision.seat) && record.game && <Changes {...props} game={record.game} decision={decision} />}
      {open && decision && !record.game && <FromPosition {...props} decision={decision} />}
    </details>
  );
}

/** A trace that the engine does not deal again: its positions can still be played on. */
function FromPosition({ record, decision, open }: WhatIfProps & { decision: Decision }) {
  const { position } = decision;
  if (!position) return <p class="small">{T.noDecision}</p>;
  const game: Game = { position, seats: headOf(record.events).seats, seed: "1", moves: [] };
  return (
    <p class="row">
      <span class="small">{T.fixedTrace}</span>
      <button type="button" onClick={() => open(game)}>
        {T.continuePosition}
      </button>
    </p>
  );
}

function Changes({ engine, catalog, record, decision, branch, game, sees }: WhatIfProps & { game: Game; decision: Decision }) {
  const { at, seat } = decision;
  const before = movesBefore(game.moves, at);
  const key = `${at} ${JSON.stringify(game.moves)}`;
  const task = useTask(key);
  const [ask, setAsk] = useState<Ask | null>(null);

  // The options of an old decision: the game up to there, with a person in its seat.
  useEffect(() => {
    if (record.ask?.at === at) {
      setAsk(record.ask);
      return;
    }
    setAsk(null);
    task.start(async (signal) => {
      const asked = await loadGame(engine, { ...game, moves: [...before, { at, seat, bot: PERSON }] });
      if (!signal.aborted) setAsk(asked.ask);
    });
  }, [key]);

  const change = (move: Move, words: string): void => branch({ ...game, moves: [...before, move] }, at, move, words);
  const state = tableAt(record.events, lineOf(record, at) - 1);
  const names = state.hands.map((_, s) => seatName(record.events, s));
  const kind = isGrid(headOf(record.events)) ? "grid" : "shedding";
  const who = (s: number): string => inside(names[s] ?? "");
  const name = optionNames(record.events, decision.line, decision.question, (ask?.options ?? []).map((o) => o.text));
  return (
    <>
      {task.problem && <p class="small">{task.problem}</p>}
      {ask && (
        <>
          <p class="small">{T.playInstead}</p>
          <div class="row">
            {ask.options.map((o) => (
              <button type="button" key={o.text} disabled={o.text === decision.done} onClick={() => change({ at, play: o.text }, name(o.text))}>
                {name(o.text)}
              </button>
            ))}
          </div>
        </>
      )}
      <BotChange
        names={names}
        usual={usualBot(kind)}
        bots={catalog.bots[kind]}
        change={(s, bot) => change({ at, seat: s, bot }, T.botChange(who(s), bot === PERSON ? SETUP_TEXTS.you : bot))}
      />
      {decision.question === "turn" && state.kind === "shedding" && state.towers.length > 0 && (
        <TowerChange
          towers={state.towers}
          owner={state.owner}
          names={names}
          change={(tower, to) => change({ at, tower, to }, T.towerChange(tower, to === null ? null : who(to)))}
        />
      )}
      {decision.question === "turn" && state.kind === "shedding" && state.top && (
        <TopChange top={state.top} cards={record.cards} change={(into) => change({ at, top: into }, T.topChange(cardName(state.top ?? ""), cardName(into)))} />
      )}
      {decision.question === "turn" && state.kind === "shedding" && (
        <CardChange
          hands={state.hands}
          cards={record.cards}
          seats={names.flatMap((name, s) => (sees(s) ? [[String(s), name]] : []))}
          change={(card, of, into) => change({ at, card, of, for: into }, T.cardChange(cardName(card), who(of), cardName(into)))}
        />
      )}
    </>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: [string, string][];
  set: (value: string) => void;
}

function Select({ label, value, options, set }: SelectProps) {
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={(e) => set(e.currentTarget.value)}>
        {options.map(([v, name]) => (
          <option key={v} value={v}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

const seatOptions = (names: string[]): [string, string][] => names.map((name, seat) => [String(seat), name]);

function BotChange({ names, usual, bots, change }: { names: string[]; usual: string; bots: Bot[]; change: (seat: number, bot: string) => void }) {
  const [seat, setSeat] = useState("0");
  const [bot, setBot] = useState(usual);
  return (
    <form class="row" onSubmit={(e) => (e.preventDefault(), change(Number(seat), bot))}>
      <Select label={T.seat} value={seat} options={seatOptions(names)} set={setSeat} />
      <BotSelect label={T.playedBy} bots={bots} value={bot} set={setBot} person={{ value: PERSON, name: SETUP_TEXTS.you }} />
      <button type="submit">{T.changeBot}</button>
    </form>
  );
}

interface TowerChangeProps {
  towers: string[];
  owner: Record<string, number>;
  names: string[];
  change: (tower: string, to: number | null) => void;
}

function TowerChange({ towers, owner, names, change }: TowerChangeProps) {
  const [tower, setTower] = useState(towers[0] ?? "U");
  const [to, setTo] = useState("");
  const isThere = String(owner[tower] ?? "") === to;
  return (
    <form class="row" onSubmit={(e) => (e.preventDefault(), change(tower, to === "" ? null : Number(to)))}>
      <Select label={T.tower} value={tower} options={towers.map((t) => [t, t])} set={setTower} />
      <Select label={T.to} value={to} options={[["", T.middle], ...seatOptions(names)]} set={setTo} />
      <button type="submit" disabled={isThere}>
        {T.moveTower}
      </button>
      {isThere && <span class="small">{T.towerThere}</span>}
    </form>
  );
}

/** The card that is offered first. */
const FIRST = "W4";

/** Returns the wanted card, or the first one if it is not there. */
const among = (cards: string[], wanted: string): string => (cards.includes(wanted) ? wanted : (cards[0] ?? ""));

const cardOptions = (cards: string[]): [string, string][] => cards.map((card) => [card, cardName(card)]);

function TopChange({ top, cards, change }: { top: string; cards: string[]; change: (into: string) => void }) {
  const [wanted, setWanted] = useState(FIRST);
  const into = among(cards, wanted);
  return (
    <form class="row" onSubmit={(e) => (e.preventDefault(), change(into))}>
      <span>
        {T.topCard} {cardName(top)}
      </span>
      <Select label={T.exchangedFor} value={into} options={cardOptions(cards)} set={setWanted} />
      <button type="submit">{T.exchange}</button>
    </form>
  );
}

/** Only open hands are offered, as the list of cards would show the others. */
function CardChange({ hands, cards, seats, change }: { hands: string[][]; cards: string[]; seats: [string, string][]; change: (card: string, of: number, into: string) => void }) {
  const [chosenSeat, setSeat] = useState("");
  const of = seats.some(([seat]) => seat === chosenSeat) ? chosenSeat : (seats[0]?.[0] ?? "0");
  const hand = [...new Set(hands[Number(of)] ?? [])].sort();
  const [card, setCard] = useState("");
  const [wanted, setWanted] = useState(FIRST);
  const [chosen, into] = [among(hand, card), among(cards, wanted)];
  return (
    <form class="row" onSubmit={(e) => (e.preventDefault(), change(chosen, Number(of), into))}>
      <Select label={T.handOf} value={of} options={seats} set={setSeat} />
      <Select label={T.card} value={chosen} options={cardOptions(hand)} set={setCard} />
      <Select label={T.exchangedFor} value={into} options={cardOptions(cards)} set={setWanted} />
      <button type="submit">{T.exchange}</button>
    </form>
  );
}
