// The options of a ruleset, each with its rule and meaning.

import type { RuleOption } from "../engine/protocol";
import { SETUP_TEXTS as T } from "../texts/app";
import { ruleName, valueName } from "./names";
import { valueText } from "./record";

type Kind = { kind: "switch" } | { kind: "select"; values: string[] } | { kind: "number"; low: string; high: string } | { kind: "text" } | { kind: "table" };

/** Returns how an option is set, from the text that lists its values. */
export function kindOf(values: string): Kind {
  if (/^true(,| or) false$/.test(values)) return { kind: "switch" };
  if (/^"[^"]+"((,| or) "[^"]+")+$/.test(values)) {
    return { kind: "select", values: values.split(/,| or /).map((v) => v.trim().replaceAll('"', "")) };
  }
  const range = /^a whole number from (\d+) to (\d+)/.exec(values);
  if (range) return { kind: "number", low: range[1] ?? "0", high: range[2] ?? "" };
  return values.startsWith("a table") ? { kind: "table" } : { kind: "text" };
}

interface RulesProps {
  options: RuleOption[];
  changed: Record<string, string>;
  setChanged: (change: (now: Record<string, string>) => Record<string, string>) => void;
}

export function Rules({ options, changed, setChanged }: RulesProps) {
  const set = (option: RuleOption, value: string): void => {
    setChanged((now) => {
      const { [option.key]: _, ...rest } = now;
      return value === valueText(option.value) ? rest : { ...rest, [option.key]: value };
    });
  };
  const shown = options.filter((o) => kindOf(o.values).kind !== "table");
  const house = shown.filter((o) => o.rule.startsWith("HR"));
  const sheet = shown.filter((o) => !o.rule.startsWith("HR"));
  const list = (title: string, rows: RuleOption[]) =>
    rows.length > 0 && (
      <details>
        <summary>
          {title} {T.changed(rows.filter((o) => o.key in changed).length)}
        </summary>
        <ul class="rules">
          {rows.map((o) => (
            <RuleRow key={o.key} option={o} value={changed[o.key] ?? valueText(o.value)} set={(v) => set(o, v)} />
          ))}
        </ul>
      </details>
    );
  return (
    <>
      {list(T.houseRules, house)}
      {list(T.sheetRules, sheet)}
    </>
  );
}

function RuleRow({ option, value, set }: { option: RuleOption; value: string; set: (value: string) => void }) {
  const kind = kindOf(option.values);
  const id = `rule-${option.key}`;
  const about = { id, "aria-describedby": `${id}-meaning` };
  return (
    <li>
      <label for={id}>
        {ruleName(option.key)} <small>{option.rule}</small>
      </label>{" "}
      {kind.kind === "switch" && (
        <input {...about} type="checkbox" role="switch" checked={value === "true"} onChange={(e) => set(String(e.currentTarget.checked))} />
      )}
      {kind.kind === "select" && (
        <select {...about} value={value} onChange={(e) => set(e.currentTarget.value)}>
          {kind.values.map((v) => (
            <option key={v} value={v}>
              {valueName(option.key, v)}
            </option>
          ))}
        </select>
      )}
      {kind.kind === "number" && (
        <input {...about} class="short" type="number" min={kind.low} max={kind.high} value={value} onInput={(e) => set(e.currentTarget.value)} />
      )}
      {kind.kind === "text" && <input {...about} value={value} onInput={(e) => set(e.currentTarget.value)} />}
      <p class="small" id={`${id}-meaning`}>
        {option.meaning}
      </p>
    </li>
  );
}
