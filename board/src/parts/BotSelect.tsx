// A list of bots, sorted by strength in groups.

import type { Bot } from "../engine/protocol";
import { BOT_GROUPS, OTHER_BOTS } from "../texts/rules";

interface BotSelectProps {
  label: string;
  bots: Bot[];
  value: string;
  set: (value: string) => void;
  /** Offers a person too, in these words. */
  person?: { value: string; name: string };
}

export function BotSelect({ label, bots, value, set, person }: BotSelectProps) {
  const known = BOT_GROUPS.flatMap((group) => group.bots);
  const groups = [
    ...BOT_GROUPS.map(({ title, bots: names }) => ({ title, bots: names.flatMap((name) => bots.find((b) => b.name === name) ?? []) })),
    { title: OTHER_BOTS, bots: bots.filter((b) => !known.includes(b.name)) },
  ];
  return (
    <label>
      {label}{" "}
      <select value={value} onChange={(e) => set(e.currentTarget.value)} title={bots.find((b) => b.name === value)?.description}>
        {person && <option value={person.value}>{person.name}</option>}
        {groups.map(
          (group) =>
            group.bots.length > 0 && (
              <optgroup key={group.title} label={group.title}>
                {group.bots.map((b) => (
                  <option key={b.name} value={b.name} title={b.description}>
                    {b.name}
                  </option>
                ))}
              </optgroup>
            ),
        )}
      </select>
    </label>
  );
}
