// Cards and towers as pictures. The colour is also written on the card as a letter.

import { cardName, type Colour, parts } from "../trace/cards";
import { CARD_TEXTS } from "../texts/game";

const FILLS: Record<Colour, string> = { R: "--red", Y: "--yellow", G: "--green", B: "--blue" };

export function colourVariable(colour: Colour): string {
  return `var(${FILLS[colour]})`;
}

/** A card. `silent` leaves the name to the element around it. */
export function Card({ card, silent }: { card: string; silent?: boolean }) {
  const { colour, symbol, icon } = parts(card);
  const ink = colour === "Y" ? "#1d1f24" : "#fff";
  const face = CARD_TEXTS.faces[symbol] ?? symbol;
  const name = cardName(card);
  const label = silent ? { "aria-hidden": true as const } : { role: "img" as const, "aria-label": name };
  return (
    <svg class="card" viewBox="0 0 46 66" {...label}>
      <title>{name}</title>
      <rect x="1" y="1" width="44" height="64" rx="6" style={{ fill: colour ? colourVariable(colour) : "var(--wild)" }} stroke="#0008" />
      <text x="23" y={icon ? 36 : 42} text-anchor="middle" font-size={face.length > 1 ? 20 : 28} font-weight="700" fill={ink}>
        {face}
      </text>
      <text x="5" y="15" font-size="12" font-weight="700" fill={ink}>
        {colour ?? ""}
      </text>
      {icon && (
        <>
          <circle cx="23" cy="52" r="9" fill="#fff" stroke="#0008" />
          <text x="23" y="56.5" text-anchor="middle" font-size="12" font-weight="700" fill="#1d1f24">
            {icon}
          </text>
        </>
      )}
    </svg>
  );
}

/** The back of a card. */
export function Back() {
  return (
    <svg class="card back" viewBox="0 0 46 66" aria-hidden="true">
      <rect x="1" y="1" width="44" height="64" rx="6" style={{ fill: "var(--wild)" }} stroke="#0008" />
      <path d="M8 52 38 14M8 34 27 10M19 56 38 32" stroke="#fff6" stroke-width="3" />
    </svg>
  );
}

export function Tower({ letter }: { letter: string }) {
  const name = CARD_TEXTS.tower(letter);
  return (
    <svg class="tower" viewBox="0 0 30 34" role="img" aria-label={name}>
      <title>{name}</title>
      <path d="M4 32V8h3V3h4v5h2.5V3h3v5H19V3h4v5h3v24z" style={{ fill: "var(--accent)" }} />
      <text x="15" y="25" text-anchor="middle" font-size="14" font-weight="700" style={{ fill: "var(--paper)" }}>
        {letter}
      </text>
    </svg>
  );
}
