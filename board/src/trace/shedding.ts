// The table of a shedding game, and how each event of the trace changes it.

import { type Colour, parts } from "./cards";
import { type GameEndEvent, type GameEvent, type PositionEvent, type SheddingEvent, type TraceEvent, seatOf } from "./events";

export interface SheddingState {
  kind: "shedding";
  hands: string[][];
  scores: number[];
  towers: string[];
  /** The holder of each tower that is not in the middle. */
  owner: Record<string, number>;
  /** Number of cards in the deck. */
  deck: number;
  discards: number;
  top: string | null;
  colour: Colour | null;
  /** 1 to the left, -1 to the right. */
  direction: number;
  dealer: number | null;
  acts: number | null;
  /** An action card turned up has no effect (HR-6). */
  plainUpcard: boolean;
}

export function startShedding(game: GameEvent): SheddingState {
  const deck = game.rules["deck"] as Record<string, number> | undefined;
  const usual = game.ruleset.startsWith("classic") ? 108 : 112;
  const towers = (game.rules["towers"] as string | undefined) ?? "";
  // Games without towers still have the usual value of the option, but no icons.
  const inGame = game.rules["icons"] || towers !== "UNO!" ? towers : "";
  return {
    kind: "shedding",
    hands: game.seats.map(() => []),
    scores: game.seats.map(() => 0),
    towers: [...inGame],
    owner: {},
    deck: deck ? Object.values(deck).reduce((a, b) => a + b, 0) : usual,
    discards: 0,
    top: null,
    colour: null,
    direction: 1,
    dealer: null,
    acts: null,
    plainUpcard: game.rules["upcard"] === "plain",
  };
}

/** Removes cards from a hand. */
export function take(hand: string[], cards: readonly string[]): void {
  for (const card of cards) {
    const at = hand.indexOf(card);
    if (at >= 0) hand.splice(at, 1);
  }
}

/** Returns how many cards are in the draw pile. */
export function drawPile(state: SheddingState): number {
  return state.deck - state.discards - state.hands.reduce((sum, hand) => sum + hand.length, 0);
}

/** Carries an event out on the table. */
export function applyShedding(s: SheddingState, event: TraceEvent): void {
  const e = event as SheddingEvent | PositionEvent | GameEndEvent;
  s.acts = seatOf(event);
  const hand = (seat: number): string[] => s.hands[seat] ?? [];
  switch (e.event) {
    case "round":
      s.hands = e.hands.map((h) => [...h]);
      s.owner = {};
      s.discards = 1;
      s.top = e.upcard;
      s.dealer = e.dealer;
      s.colour = parts(e.upcard).colour;
      s.direction = parts(e.upcard).symbol === "R" && !s.plainUpcard ? -1 : 1;
      break;
    case "position":
      s.hands = e.hands.map((h) => [...h]);
      s.owner = { ...e.towers };
      s.discards = e.discards ?? 1;
      s.top = e.top ?? null;
      s.colour = e.colour ?? null;
      s.direction = e.direction ?? 1;
      s.dealer = e.dealer ?? null;
      if (e.scores) s.scores = e.scores;
      break;
    case "colour":
      s.colour = e.colour;
      break;
    case "play":
      take(hand(e.seat), [e.card]);
      s.discards += 1;
      s.top = e.card;
      s.colour = e.colour ?? parts(e.card).colour;
      if (parts(e.card).symbol === "R" && hand(e.seat).length) s.direction = -s.direction;
      break;
    case "give":
      take(hand(e.seat), e.cards);
      hand(e.to).push(...e.cards);
      break;
    case "claim":
      s.owner[e.tower] = e.seat;
      break;
    case "intervention":
      if (e.to === null) delete s.owner[e.tower];
      else s.owner[e.tower] = e.to;
      break;
    case "exchange":
      take(hand(e.seat), [e.card]);
      hand(e.seat).push(e.for);
      break;
    case "exchange-top":
      s.top = e.for;
      s.colour = e.colour;
      break;
    case "instant-uno":
      s.hands[e.seat] = [e.kept];
      s.discards += e.discarded.length;
      s.owner = {};
      break;
    case "draw":
      hand(e.seat).push(...e.cards);
      break;
    case "swap":
      [s.hands[e.seat], s.hands[e.to]] = [hand(e.to), hand(e.seat)];
      break;
    case "rotate": {
      const n = s.hands.length;
      s.hands = s.hands.map((_, seat) => hand((seat - s.direction + n) % n));
      break;
    }
    case "reshuffle":
      s.discards = 1;
      break;
    case "round-end":
      s.hands = e.hands.map((h) => [...h]);
      s.scores = e.scores;
      break;
    case "game-end":
      s.scores = e.scores;
      break;
  }
}
