// The table after a line of a trace: what lies in the middle, and the seats.

import type { ComponentChildren } from "preact";
import { CARD_TEXTS, TABLE_TEXTS as T } from "../texts/game";
import { sorted } from "../trace/cards";
import { extent, type GridState } from "../trace/grid";
import type { TableState } from "../trace/replay";
import type { Sees } from "../trace/say";
import { drawPile, type SheddingState } from "../trace/shedding";
import { Back, Card, colourVariable, Tower } from "./Card";

interface TableProps {
  state: TableState;
  name: (seat: number) => string;
  sees: Sees;
  /** The seat that is asked. */
  asked?: number | null;
  /** A seat whose hand is shown elsewhere. */
  without?: number | null;
}

export function Table({ state, name, sees, asked, without }: TableProps) {
  return (
    <>
      {state.kind === "grid" ? <GridMiddle state={state} /> : <SheddingMiddle state={state} />}
      <div class="seats">
        {state.hands.map((hand, seat) => (
          <Seat key={seat} name={name(seat)} acts={(asked ?? state.acts) === seat} asked={asked === seat} hand={hand} open={sees(seat)} bare={seat === without}>
            {state.kind === "grid" ? <GridBadges state={state} seat={seat} /> : <SheddingBadges state={state} seat={seat} />}
          </Seat>
        ))}
      </div>
    </>
  );
}

interface SeatProps {
  name: string;
  acts: boolean;
  hand: string[];
  asked: boolean;
  open: boolean;
  bare: boolean;
  children: ComponentChildren;
}

function Seat({ name, acts, asked, hand, open, bare, children }: SeatProps) {
  return (
    <div class={acts ? "seat acts" : "seat"}>
      <h4>
        {name}
        {asked && <span class="badge">{T.toPlay}</span>}
        <span class="badge">{CARD_TEXTS.count(hand.length)}</span>
        {children}
      </h4>
      {!bare && (
        <div class={open ? "hand" : "hand backs"}>
          {open ? sorted(hand).map((card, i) => <Card key={`${card}${i}`} card={card} />) : hand.map((_, i) => <span class="slot" key={i}><Back /></span>)}
        </div>
      )}
    </div>
  );
}

function SheddingBadges({ state, seat }: { state: SheddingState; seat: number }) {
  return (
    <>
      {state.dealer === seat && <span class="badge">{T.dealer}</span>}
      <span class="badge">{T.score(state.scores[seat] ?? 0)}</span>
      {state.towers.filter((t) => state.owner[t] === seat).map((t) => <Tower key={t} letter={t} />)}
    </>
  );
}

function GridBadges({ state, seat }: { state: GridState; seat: number }) {
  return (
    <>
      <span class="badge">{T.pile(state.piles[seat]?.length ?? 0)}</span>
      {state.scores && <span class="badge">{T.score(state.scores[seat] ?? 0)}</span>}
    </>
  );
}

function SheddingMiddle({ state }: { state: SheddingState }) {
  const free = state.towers.filter((t) => state.owner[t] === undefined);
  return (
    <div class="middle">
      {state.top && (
        <div>
          <Card key={`${state.top}${state.discards}`} card={state.top} />
        </div>
      )}
      <div>
        {T.colour}
        {state.colour ? (
          <>
            <span class="swatch" style={{ background: colourVariable(state.colour) }} />
            {CARD_TEXTS.colours[state.colour]}
          </>
        ) : (
          T.toBeNamed
        )}
      </div>
      <div>{T.drawPile(drawPile(state))}</div>
      <div>{T.discards(state.discards)}</div>
      <div>{T.direction(state.direction > 0)}</div>
      {state.towers.length > 0 && (
        <div>
          {T.middle} {free.length ? free.map((t) => <Tower key={t} letter={t} />) : T.noTower}
        </div>
      )}
    </div>
  );
}

function GridMiddle({ state }: { state: GridState }) {
  if (!Object.keys(state.stacks).length) return <div class="middle">{T.emptyGrid}</div>;
  const { left, top, right, bottom } = extent(state);
  const columns = right - left + 1;
  const places: ComponentChildren[] = [];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const stack = state.stacks[`${x},${y}`];
      const card = stack?.[stack.length - 1];
      places.push(
        card && stack ? (
          <span class="stack" key={`${x},${y}`} title={T.stack(stack.length)}>
            <Card card={card} />
          </span>
        ) : (
          <span class="empty" key={`${x},${y}`} />
        ),
      );
    }
  }
  return (
    <div class="middle">
      <div class="stones" style={{ gridTemplateColumns: `repeat(${columns}, max-content)` }} role="group" aria-label={T.gridLabel}>
        {places}
      </div>
    </div>
  );
}
