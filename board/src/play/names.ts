// Options, rules and places as people call them.

import { SETUP_TEXTS, PLAY_TEXTS } from "../texts/app";
import { CARD_TEXTS } from "../texts/game";
import { RULE_NAMES, RULESET_NAMES, VALUE_NAMES } from "../texts/rules";
import type { TraceEvent } from "../trace/events";
import { optionName } from "../trace/cards";
import { tableAt } from "../trace/replay";

const PLACE = /^(-?\d+),(-?\d+)$/;

/** A place of the Grid, counted from 1, among those where cards lie or may be placed. */
export interface Place {
  column: number;
  row: number;
}

/** Returns where each of these options lies, or `null` if they are no places. */
export function placesOf(events: readonly TraceEvent[], line: number, options: readonly string[]): ((text: string) => Place) | null {
  if (!options.length || !options.every((o) => PLACE.test(o))) return null;
  const state = tableAt(events, Math.max(0, line - 1));
  const taken = state.kind === "grid" ? Object.keys(state.stacks) : [];
  const at = (text: string): [number, number] => [Number(PLACE.exec(text)?.[1] ?? 0), Number(PLACE.exec(text)?.[2] ?? 0)];
  const all = [...options, ...(taken.length < 9 ? taken : [])].map(at);
  const left = Math.min(...all.map(([x]) => x));
  const top = Math.min(...all.map(([, y]) => y));
  return (text) => {
    const [x, y] = at(text);
    return { column: x - left + 1, row: y - top + 1 };
  };
}

/** Returns how the options of a decision are called; `line` is the first line of its answer. */
export function optionNames(events: readonly TraceEvent[], line: number, question: string, options: readonly string[]): (text: string) => string {
  const places = placesOf(events, line, options);
  return (text) => {
    if (!places) return optionName(text, question);
    const { column, row } = places(text);
    return CARD_TEXTS.place(column, row);
  };
}

export function ruleName(key: string): string {
  const words = key.replaceAll("_", " ");
  return RULE_NAMES[key] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

export function valueName(key: string, value: string): string {
  return VALUE_NAMES[`${key} ${value}`] ?? VALUE_NAMES[value] ?? value;
}

/** Returns a ruleset in words: "Power Grab with “Instant UNO”: no". */
export function rulesName(ruleset: string): string {
  const [base = "", ...options] = ruleset.split(":");
  const changes = options.map((option) => {
    const [key = "", value = ""] = option.split("=");
    return PLAY_TEXTS.ruleChange(ruleName(key), valueName(key, value));
  });
  return PLAY_TEXTS.rulesWith(RULESET_NAMES[base] ?? base, changes);
}

/** Returns the engine's reason against a set-up without what names its place. */
export function plainReason(message: string): string {
  const reason = message.replace(/^[\w-]+(:[^ ]*)?: (key `\w+`: )?/, "");
  const named = reason.replace(/\bhand_size = (\d+)/g, (_, n: string) => SETUP_TEXTS.handOf(n)).replace(/\b[a-z]+(_[a-z]+)+\b/g, (key) => (key in SETUP_TEXTS.inSentence ? (SETUP_TEXTS.inSentence[key] ?? key) : key));
  return named.charAt(0).toUpperCase() + named.slice(1);
}
