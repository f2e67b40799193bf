// The question for a person: the hand and the other options, all as buttons.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Ask, Option } from "../engine/protocol";
import { Card } from "../table/Card";
import { QUESTION_TEXTS as T } from "../texts/app";
import { cardName, sorted } from "../trace/cards";

/** Keys that choose options, in the order shown. H and Z do other things. */
const KEYS = [..."123456789abcdefgijklmnopqrstuvwxy"];

const PLACE = /(-?\d+),(-?\d+)$/;

/** Tells whether the options are places of the Grid, which are then shown as they lie. */
function isPlacing(options: Option[]): boolean {
  return options.length > 1 && options.every((o) => PLACE.test(o.text));
}

function placeStyle(text: string, options: Option[]) {
  if (!isPlacing(options)) return undefined;
  const number = (of: string, which: number): number => Number(PLACE.exec(of)?.[which] ?? 0);
  const from = (which: number): number => Math.min(...options.map((o) => number(o.text, which)));
  return { gridColumn: String(number(text, 1) - from(1) + 1), gridRow: String(number(text, 2) - from(2) + 1) };
}

interface QuestionProps {
  ask: Ask;
  /** Whether letters and digits choose options. */
  keys: boolean;
  play: (option: string) => void;
}

export function Question({ ask, keys, play }: QuestionProps) {
  const [said, setSaid] = useState("");
  const box = useRef<HTMLElement>(null);
  const byKeyboard = useRef(false);
  const hand = sorted(ask.hand);
  const inHand = (card: string | null | undefined): boolean => !!card && hand.includes(card);
  // Several options may lay the same card, as in Grid. The hand's button then takes the first one.
  const firstOf = (card: string) => ask.options.find((o) => o.card === card);
  const others = ask.options.filter((o) => !inHand(o.card) || firstOf(o.card ?? "") !== o);
  // Keys follow the order in which the options are shown.
  const inOrder = [...new Set(hand)].flatMap((card) => firstOf(card) ?? []).concat(others);
  const keyOf = (text: string): string => KEYS[inOrder.findIndex((o) => o.text === text)] ?? "";

  const choose = (text: string, keyboard: boolean): void => {
    byKeyboard.current = keyboard;
    setSaid("");
    play(text);
  };
  const refuse = (card: string): void => {
    const refused = ask.refused.find((r) => r.card === card);
    setSaid(refused ? T.refused(refused.why, refused.rule) : T.notNow(cardName(card)));
  };

  // The button that had the focus is gone after a move, so the next question takes it.
  useEffect(() => {
    setSaid("");
    if (!byKeyboard.current) return;
    box.current?.querySelector<HTMLElement>(".playable, .options button")?.focus({ preventScroll: true });
  }, [ask.at]);

  useEffect(() => {
    if (!keys) return undefined;
    const onKey = (e: KeyboardEvent): void => {
      if (e.ctrlKey || e.metaKey || e.altKey || (e.target as Element).matches("input, select, textarea")) return;
      const option = inOrder[KEYS.indexOf(e.key.toLowerCase())];
      if (!option) return;
      e.preventDefault();
      choose(option.text, true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  const onArrow = (e: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
    if (!by) return;
    e.preventDefault();
    const buttons = [...(e.currentTarget as Element).querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    buttons[(at + by + buttons.length) % buttons.length]?.focus();
  };

  const shortcut = (text: string) => keys && <kbd aria-hidden="true">{keyOf(text)}</kbd>;
  return (
    <section class="question" aria-labelledby="prompt" ref={box} onKeyDown={onArrow}>
      <h3 id="prompt">{ask.prompt}</h3>
      <div class="own" role="group" aria-label={T.hand(hand.length)}>
        {hand.map((card, i) => {
          const option = firstOf(card);
          return (
            <button
              type="button"
              key={`${card}${i}`}
              class={option ? "pick playable" : "pick"}
              onClick={(e) => (option ? choose(option.text, e.detail === 0) : refuse(card))}
            >
              <Card card={card} silent />
              <span class="hidden-text">{option ? option.label : T.refusedLabel(cardName(card))}</span>
              {option && hand.indexOf(card) === i && shortcut(option.text)}
            </button>
          );
        })}
      </div>
      <div class={isPlacing(others) ? "options places" : "row options"}>
        {others.map((option) => (
          <button type="button" key={option.text} style={placeStyle(option.text, others)} onClick={(e) => choose(option.text, e.detail === 0)}>
            {option.card && <Card card={option.card} silent />}
            {option.label} {shortcut(option.text)}
          </button>
        ))}
      </div>
      <p class="status" role="status">
        {said}
      </p>
    </section>
  );
}
