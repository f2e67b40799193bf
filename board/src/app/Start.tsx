// The first screen: games that start with one button, and games that are opened.

import { useRef, useState } from "preact/hooks";
import { type Game, PERSON } from "../engine/protocol";
import { useKept } from "../parts/kept";
import { Help } from "../play/Help";
import { START_TEXTS as T } from "../texts/app";

interface StartProps {
  start: (game: Game) => void;
  openTrace: (text: string) => void;
}

type Unit = "game" | "round";

const USUAL = "balanced";

export const randomSeed = (): string => String(1 + Math.floor(Math.random() * 1e9));

const table = (ruleset: string, ...seats: string[]): Game => ({ ruleset, seats, seed: randomSeed(), deal: 0, unit: "game", moves: [] });

const PRESETS: [string, () => Game][] = [
  [T.three, () => table("power-grab", PERSON, USUAL, USUAL, USUAL)],
  [T.greenLantern, () => table("green-lantern", PERSON, USUAL, USUAL)],
  [T.classic, () => table("classic", PERSON, USUAL)],
  [T.grid, () => table("grid", PERSON, "grid-greedy")],
  [T.watch, () => table("power-grab", "champion-4", USUAL, "greedy", "random")],
];

/** Returns a game that begins with a position: a person decides, bots sit in the other seats. */
export function gameFrom(position: string): Game {
  const key = (name: string): string | undefined => new RegExp(`\\b${name}=(\\S+)`).exec(position)?.[1];
  const n = Math.max(2, key("sizes")?.split(",").length ?? 2);
  const seat = Number(key("seat") ?? 0);
  const bot = position.trim().startsWith("grid") ? "grid-greedy" : USUAL;
  const seats = Array.from({ length: n }, (_, s) => (s === seat ? PERSON : bot));
  return { position: position.trim(), seats, seed: "1", moves: [] };
}

export function Start({ start, openTrace }: StartProps) {
  const [position, setPosition] = useState("");
  const [unit, setUnit] = useKept<Unit>("start-unit", () => "game");
  const picker = useRef<HTMLInputElement>(null);
  const open = (): void => {
    void picker.current?.files?.[0]?.text().then(openTrace);
  };
  const begin = (game: Game): void => start({ ...game, unit });
  return (
    <div class="start">
      <h2>{T.title}</h2>
      <p>
        <button type="button" class="primary" onClick={() => begin(table("power-grab", PERSON, USUAL))}>
          {T.play}
          <small>{T.against(USUAL)}</small>
        </button>
      </p>
      <p class="row">
        {PRESETS.map(([name, game]) => (
          <button type="button" key={name} onClick={() => begin(game())}>
            {name}
          </button>
        ))}
        <label>
          {T.length}{" "}
          <select value={unit} onChange={(e) => setUnit(() => e.currentTarget.value as Unit)}>
            <option value="game">{T.game}</option>
            <option value="round">{T.round}</option>
          </select>
        </label>
      </p>
      <Help />
      <h3>{T.openTitle}</h3>
      <p class="row">
        <label>
          {T.openTrace} <input type="file" accept=".jsonl,.json,.txt" ref={picker} onChange={open} />
        </label>
      </p>
      <p class="small">{T.aboutTrace}</p>
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
      <p class="small">{T.aboutPosition}</p>
    </div>
  );
}
