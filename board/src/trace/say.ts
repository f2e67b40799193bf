// Events of a trace as sentences.

import { CARD_TEXTS, EVENT_TEXTS as T, YOU } from "../texts/game";
import { cardName, cardNames, lineName } from "./cards";
import { TRACED_PERSON, type TraceEvent } from "./events";
import { headOf, isGrid, tableAt } from "./replay";

/** Tells whether a seat's cards are open to the reader. */
export type Sees = (seat: number) => boolean;

export const seesAll: Sees = () => true;

/** Returns a seat's name: its bot and its number, as two seats may have the same bot; the only person is "You". */
export function seatName(events: readonly TraceEvent[], seat: number): string {
  const { seats } = headOf(events);
  const bot = seats[seat] ?? "?";
  if (bot !== TRACED_PERSON) return CARD_TEXTS.bot(bot, seat);
  return seats.filter((b) => b === TRACED_PERSON).length > 1 ? CARD_TEXTS.bot(YOU, seat) : YOU;
}

/** Returns line `step` as a sentence, without cards that `sees` keeps hidden. */
export function say(events: readonly TraceEvent[], step: number, sees: Sees): string {
  const e = events[step];
  if (!e) return "";
  const head = headOf(events);
  const who = (seat: number): string => seatName(events, seat);
  const from = (seat: number | null): string | null => (seat === null ? null : who(seat));
  const cards = (list: string[], ...seats: number[]): string =>
    seats.some(sees) || !list.length ? cardNames(list) : CARD_TEXTS.count(list.length);
  switch (e.event) {
    case "game":
      return T.players(head.seats.map((_, seat) => who(seat)));
    case "position":
      return T.position;
    case "round":
      return T.round(e.round + 1, who(e.dealer), cardName(e.upcard));
    case "colour":
      return T.colour(who(e.seat), CARD_TEXTS.colours[e.colour]);
    case "play":
      return T.play(who(e.seat), cardName(e.card), e.drawn, e.colour ? CARD_TEXTS.colours[e.colour] : null);
    case "give":
      return T.give(who(e.seat), who(e.to), cards(e.cards, e.seat, e.to));
    case "claim":
      return T.claim(who(e.seat), e.tower, from(e.from));
    case "intervention":
      return T.moved(e.tower, from(e.to));
    case "exchange":
      return T.exchanged(who(e.seat), cards([e.card], e.seat), cards([e.for], e.seat));
    case "exchange-top":
      return T.topExchanged(cardName(e.card), cardName(e.for));
    case "instant-uno":
      return T.instantUno(who(e.seat), cardNames(e.discarded), sees(e.seat) ? cardName(e.kept) : T.instantUnoHidden);
    case "uno":
      return T.uno(who(e.seat));
    case "caught":
      return T.caught(who(e.by), who(e.seat));
    case "block":
      return T.block(who(e.seat), e.tower);
    case "challenge": {
      // The challenger is shown the hand (PG-10).
      const shown = sees(e.seat) ? tableAt(events, step).hands[e.against] : undefined;
      return T.challenge(who(e.seat), who(e.against), e.guilty) + (shown ? T.shown(cardNames(shown)) : "");
    }
    case "draw":
      return T.draw(who(e.seat), e.why, cards(e.cards, e.seat));
    case "swap":
      return T.swap(who(e.seat), who(e.to));
    case "rotate":
      return T.rotate;
    case "reshuffle":
      return T.reshuffle(e.cards);
    case "miss":
      return T.miss(who(e.seat));
    case "pass":
      return isGrid(head) ? T.nothingPossible(who(e.seat)) : T.pass(who(e.seat));
    case "round-end":
      return (e.winner === null ? T.roundDrawn(e.why) : T.roundWon(who(e.winner), e.points[e.winner] ?? 0)) + T.scores(e.scores);
    case "game-end":
      return (e.winners.length ? T.won(e.winners.map(who)) : T.stopped) + T.scores(e.scores);
    case "deal":
      return T.dealt(who(e.first));
    case "place":
      return T.place(who(e.seat), cardName(e.card));
    case "reverse":
      return T.turnLine(who(e.seat), cardName(e.card), lineName(e.line));
    case "lay":
      return T.lay(who(e.seat), cardName(e.card));
    case "score":
      return T.scoreLine(who(e.seat), lineName(e.line), cardNames(e.cards));
    default:
      // A newer format may have events that this page does not know.
      return (e as { event: string }).event;
  }
}
