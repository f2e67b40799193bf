// Cards as texts (`R5O` is red, 5, tower O) and as names.

import { CARD_TEXTS } from "../texts/game";

export type Colour = "R" | "Y" | "G" | "B";

export interface CardParts {
  colour: Colour | null;
  symbol: string;
  /** Letter of the tower on a number card, or the empty text. */
  icon: string;
}

export const COLOURS: readonly Colour[] = ["R", "Y", "G", "B"];

/** Splits a card's text. */
export function parts(card: string): CardParts {
  if (CARD_TEXTS.wilds[card]) return { colour: null, symbol: card, icon: "" };
  const colour = card[0] as Colour;
  const symbol = card.slice(1);
  return /^[0-9][UNO!]$/.test(symbol)
    ? { colour, symbol: symbol.charAt(0), icon: symbol.charAt(1) }
    : { colour, symbol, icon: "" };
}

/** Returns a card's name: "blue 5 with icon O". */
export function cardName(card: string): string {
  const { colour, symbol, icon } = parts(card);
  if (!colour) return CARD_TEXTS.wilds[symbol] ?? card;
  const name = CARD_TEXTS.symbols[symbol] ?? symbol;
  return `${CARD_TEXTS.colours[colour]} ${name}${icon ? CARD_TEXTS.withIcon(icon) : ""}`;
}

/** Returns the name of a line of the Grid: "row0" is "row 1". */
export function lineName(line: string): string {
  const [, kind, number] = /^(row|column)(\d+)$/.exec(line) ?? [];
  if (!kind) return line;
  return kind === "row" ? CARD_TEXTS.row(Number(number) + 1) : CARD_TEXTS.column(Number(number) + 1);
}

/** Returns the name of an option of a question: a card ("bluff W4" too), a colour, a tower or a line. Other texts stay. */
export function optionName(text: string, question: string): string {
  if (question === "tower") return CARD_TEXTS.tower(text);
  if (question === "colour" || question === "upcard") return CARD_TEXTS.colours[text as Colour] ?? text;
  if (question === "line") return lineName(text);
  const [, bluff, card] = /^(bluff )?([RYGB](?:[0-9][UNO!]?|D1|D2|S|R|G2)|W4?|WT|WP)$/.exec(text) ?? [];
  if (!card) return CARD_TEXTS.options[`${question} ${text}`] ?? CARD_TEXTS.options[text] ?? text;
  return bluff ? CARD_TEXTS.bluff(cardName(card)) : cardName(card);
}

export function cardNames(cards: readonly string[]): string {
  return cards.length ? cards.map(cardName).join(", ") : CARD_TEXTS.nothing;
}

/** Returns the hand by colour and number. */
export function sorted(hand: readonly string[]): string[] {
  return [...hand].sort();
}
