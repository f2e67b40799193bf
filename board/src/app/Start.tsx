// The first screen: games that start with one button, and games that are opened.

import { useRef, useState } from "preact/hooks";
import { type Game, PERSON } from "../engine/protocol";
import { START_TEXTS as T } from "../texts/app";

interface StartProps {
  start: (game: Game) => void;
  openTrace: (text: string) => void;
}

const table = (ruleset: string, ...seats: string[]): Game => ({ ruleset, seats, seed: String(1 + Math.floor(Math.random() * 1e9)), deal: 0, unit: "game", moves: [] });

const PRESETS: [string, () => Game][] = [
  [T.three, () => table("power-grab", PERSON, "balanced", "balanced", "balanced")],
  [T.greenLantern, () => table("green-lantern", PERSON, "balanced", "balanced")],
  [T.classic, () => table("classic", PERSON, "balanced")],
  [T.grid, () => table("grid", PERSON, "grid-greedy")],
  [T.watch, () => table("power-grab", "champion-4", "balanced", "greedy", "random")],
];

/** Returns a game that begins with a position: a person decides, bots sit in the other seats. */
export function gameFrom(position: string): Game {
  const key = (name: string): string | undefined => new RegExp(`\\b${name}=(\\S+)`).exec(position)?.[1];
  const n = Math.max(2, key("sizes")?.split(",").length ?? 2);
  const seat = Number(key("seat") ?? 0);
  const bot = position.trim().startsWith("grid") ? "grid-greedy" : "balanced";
  const seats = Array.from({ length: n }, (_, s) => (s === seat ? PERSON : bot));
  return { position: position.trim(), seats, seed: "1", moves: [] };
}

export function Start({ start, openTrace }: StartProps) {
  const [position, setPosition] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const open = (): void => {
    void picker.current?.files?.[0]?.text().then(openTrace);
  };
  return (
    <div class="start">
      <h2>{T.title}</h2>
      <p>
        <button type="button" class="primary" onClick={() => start(table("power-grab", PERSON, "balanced"))}>
          {T.play}
        </button>
      </p>
      <p class="row">
        {PRESETS.map(([name, game]) => (
          <button type="button" key={name} onClick={() => start(game())}>
            {name}
          </button>
        ))}
      </p>
      <h3>{T.openTitle}</h3>
      <p class="row">
        <label>
          {T.openTrace} <input type="file" accept=".jsonl,.json,.txt" ref={picker} onChange={open} />
        </label>
        <span class="small">{T.drop}</span>
      </p>
      <form
        class="row"
        onSubmit={(e) => {
          e.preventDefault();
          if (position.trim()) start(gameFrom(position));
        }}
      >
        <label class="wide">
          {T.position}{" "}
          <input value={position} placeholder={T.positionExample} onInput={(e) => setPosition(e.currentTarget.value)} />
        </label>
        <button type="submit">{T.playOn}</button>
      </form>
    </div>
  );
}
