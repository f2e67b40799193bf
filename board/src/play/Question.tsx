// The person's hand, and the question for it: cards and other options, all as buttons.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Ask, Option } from "../engine/protocol";
import { takesKey, useKeys } from "../parts/hooks";
import { Card } from "../table/Card";
import { QUESTION_TEXTS as T } from "../texts/app";
import { cardName, lineName, sorted } from "../trace/cards";
import type { TraceEvent } from "../trace/events";
import { extent } from "../trace/grid";
import { type TableState, tableAt } from "../trace/replay";
import { placesOf } from "./names";

/** Keys that choose options, in the order shown. H and Z do other things. */
const KEYS = [..."123456789abcdefgijklmnopqrstuvwxy"];

interface QuestionProps {
  ask: Ask;
  events: TraceEvent[];
  /** Whether letters and digits choose options. */
  keys: boolean;
  play: (option: string) => void;
  /** A card that was chosen and waits for this question. */
  chosen: { card: string; name: string } | null;
  cancel: () => void;
}

/** Large hands have smaller cards, so that the options stay in view. */
const ownClass = (hand: readonly string[]): string => (hand.length > 9 ? "own many" : "own");

/** Returns the question in words. */
function promptOf(ask: Ask, state: TableState): string {
  const words = T.prompts[ask.prompt.replace(/\?$/, "")];
  if (ask.question !== "react" || state.kind !== "shedding" || !state.top) return words ?? ask.prompt;
  const name = cardName(state.top);
  const card = name.charAt(0).toUpperCase() + name.slice(1);
  return words ? T.acted(card, words) : T.acts(card, ask.prompt);
}

export function Question({ ask, events, keys, play, chosen, cancel }: QuestionProps) {
  const [said, setSaid] = useState("");
  const box = useRef<HTMLElement>(null);
  const hand = sorted(ask.hand);
  const state = tableAt(events, events.length - 1);
  const inHand = (card: string | null | undefined): boolean => !!card && hand.includes(card);
  // Several options may lay the same card, as in Grid. The hand's button then takes the first one.
  const firstOf = (card: string) => ask.options.find((o) => o.card === card);
  const others = ask.options.filter((o) => !inHand(o.card) || firstOf(o.card ?? "") !== o);
  // Keys follow the order in which the options are shown.
  const inOrder = [...new Set(hand)].flatMap((card) => firstOf(card) ?? []).concat(others);
  const keyOf = (text: string): string => KEYS[inOrder.findIndex((o) => o.text === text)] ?? "";
  const marked = chosen === null ? -1 : hand.indexOf(chosen.card);

  const choose = (text: string): void => {
    setSaid("");
    play(text);
  };
  const refuse = (card: string): void => {
    const refused = ask.refused.find((r) => r.card === card);
    setSaid(refused ? T.refused(refused.why, refused.rule) : T.notNow(cardName(card)));
  };

  // The button that had the focus is gone after a move, so the next question takes it, before anybody answers.
  useLayoutEffect(() => {
    setSaid("");
    const holder = document.activeElement;
    if (holder && holder !== document.body && !box.current?.contains(holder)) return;
    box.current?.querySelector<HTMLElement>(".playable, .options button")?.focus({ preventScroll: true });
  }, [ask.at]);

  useKeys((e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || takesKey(e)) return;
    if (e.key === "Escape" && chosen !== null) {
      cancel();
      return;
    }
    const option = keys ? inOrder[KEYS.indexOf(e.key.toLowerCase())] : undefined;
    if (!option) return;
    e.preventDefault();
    choose(option.text);
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
    <section class="question" aria-labelledby="prompt" data-at={ask.at} ref={box} onKeyDown={onArrow}>
      <div class="prompt row">
        <h3 id="prompt" tabIndex={-1}>
          {promptOf(ask, state)}
        </h3>
        {chosen !== null && (
          <>
            <span>{T.chosen(chosen.name)}</span>
            <button type="button" class="cancel" onClick={cancel}>
              {T.cancel} {keys && <kbd aria-hidden="true">Esc</kbd>}
            </button>
          </>
        )}
      </div>
      <div class={ownClass(hand)} role="group" aria-label={T.hand(hand.length)}>
        {hand.map((card, i) => {
          const option = firstOf(card);
          return (
            <button
              type="button"
              key={`${card}${i}`}
              class={`pick${option ? " playable" : ""}${i === marked ? " chosen" : ""}`}
              onClick={() => (option ? choose(option.text) : refuse(card))}
            >
              <Card card={card} silent />
              <span class="hidden-text">{option ? option.label : T.refusedLabel(cardName(card))}</span>
              {option && hand.indexOf(card) === i && shortcut(option.text)}
            </button>
          );
        })}
      </div>
      <Others events={events} state={state} others={others} shortcut={shortcut} choose={choose} />
      <p class="status" role="status">
        {said}
      </p>
    </section>
  );
}

interface OthersProps {
  events: TraceEvent[];
  state: TableState;
  others: Option[];
  shortcut: (text: string) => ComponentChildren;
  choose: (text: string) => void;
}

/** Options that are no cards of the hand. Places of the Grid are shown as they lie, among the cards there. */
function Others({ events, state, others, shortcut, choose }: OthersProps) {
  const places = others.length > 1 ? placesOf(events, events.length, others.map((o) => o.text)) : null;
  if (!places || state.kind !== "grid") {
    return (
      <div class="row options">
        {others.map((option) => (
          <button type="button" key={option.text} onClick={() => choose(option.text)}>
            {option.card && <Card card={option.card} silent />}
            {option.label.replace(/\b(row|column)\d\b/, lineName)} {shortcut(option.text)}
          </button>
        ))}
      </div>
    );
  }
  const style = (text: string) => ({ gridColumn: String(places(text).column), gridRow: String(places(text).row) });
  const full = Object.keys(state.stacks).length === 9;
  const { left, top } = full ? extent(state) : { left: 0, top: 0 };
  const cardAt = (text: string) => {
    const { column, row } = places(text);
    const card = full ? state.stacks[`${left + column - 1},${top + row - 1}`]?.at(-1) : undefined;
    return card && <Card card={card} silent />;
  };
  const taken = full ? [] : Object.entries(state.stacks);
  return (
    <div class="options places">
      {taken.map(([key, stack]) => (
        <span key={key} class="lies" style={style(key)}>
          <Card card={stack.at(-1) ?? ""} />
        </span>
      ))}
      {others.map((option) => (
        <button type="button" key={option.text} style={style(option.text)} onClick={() => choose(option.text)}>
          {cardAt(option.text)}
          {T.place(places(option.text).column, places(option.text).row)} {shortcut(option.text)}
        </button>
      ))}
    </div>
  );
}

/** The hand while others play: in the same place, to be looked at. */
export function Waiting({ hand, words, skip, over, marked }: { hand: string[]; words: string; skip: () => void; over: boolean; marked: string | null }) {
  const cards = sorted(hand);
  const at = marked === null ? -1 : cards.indexOf(marked);
  return (
    <section class="waiting" aria-labelledby="waits">
      <div class="prompt row">
        <h3 id="waits">{words}</h3>
      </div>
      <div class={ownClass(hand)} role="group" aria-label={T.hand(hand.length)}>
        {cards.map((card, i) => (
          <span key={`${card}${i}`} class={i === at ? "pick chosen" : "pick"}>
            <Card card={card} />
          </span>
        ))}
      </div>
      <div class="row options">
        <button type="button" onClick={skip}>
          {over ? T.toEnd : T.toQuestion}
        </button>
      </div>
      <p class="status" />
    </section>
  );
}
