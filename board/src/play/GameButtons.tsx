// What one can do with the game as a whole.

import { useState } from "preact/hooks";
import { gameFragment, hasAddress, routeOf, setAddress } from "../app/route";
import type { Game } from "../engine/protocol";
import { takesKey, useKeys, useMessage } from "../parts/hooks";
import { PLAY_TEXTS as T } from "../texts/app";
import type { Hands } from "./session";

interface GameButtonsProps {
  game: Game | null;
  people: number[];
  /** The seats' names. */
  names: string[];
  /** The rules and the deal in words. */
  about: string;
  hands: Hands;
  setHands: (hands: Hands) => void;
  keys: boolean;
  setKeys: (on: boolean) => void;
  /** `null` if there is nothing to take back. */
  takeBack: (() => void) | null;
  /** Whether a new deal would end a game that is being played. */
  inPlay: boolean;
  start: (game: Game) => void;
  /** The moment in view, or `null` for the newest one. */
  step: number | null;
  /** `null` for a game that is no trace, because a card was exchanged or a position typed. */
  save: (() => void) | null;
}

/** Returns the game that is dealt next at the same table. */
export function nextDeal(game: Game): Game {
  return { ...game, deal: (game.deal ?? 0) + 1, moves: [] };
}

export function GameButtons(props: GameButtonsProps) {
  const { game, people, names, about, hands, setHands, keys, setKeys, takeBack, inPlay, start, step, save } = props;
  const [copied, setCopied] = useMessage();
  const [asked, setAsked] = useState<Game | null>(null);

  useKeys((e) => {
    if (!keys || e.ctrlKey || e.metaKey || e.altKey || takesKey(e) || e.key.toLowerCase() !== "z") return;
    takeBack?.();
  });

  const replace = (next: Game): void => (inPlay ? setAsked(next) : start(next));
  const copy = (): void => {
    setAddress(gameFragment(routeOf(location.hash).game, step), "same");
    // A shared address must not carry the token of the program that serves the page.
    const address = new URL(location.href);
    const hadToken = address.searchParams.has("token");
    address.searchParams.delete("token");
    navigator.clipboard.writeText(address.href).then(
      () => setCopied(`${T.copied(step !== null, hadToken)}${address.protocol === "file:" ? ` ${T.copiedFromFile}` : ""}`),
      () => setCopied(T.copyByHand),
    );
  };
  return (
    <>
      <div class="row">
        {people.length > 0 && (
          <button type="button" onClick={() => takeBack?.()} disabled={!takeBack}>
            {T.takeBack} {keys && <kbd aria-hidden="true">z</kbd>}
          </button>
        )}
        {game && !game.position && (
          <>
            <button type="button" onClick={() => replace(nextDeal(game))}>
              {T.newDeal}
            </button>
            <button type="button" onClick={() => replace({ ...game, seats: [...game.seats.slice(-1), ...game.seats.slice(0, -1)], moves: [] })}>
              {T.otherSeat}
            </button>
          </>
        )}
        {asked && (
          <span class="row really" role="alertdialog" aria-label={T.really}>
            {T.really}
            <button type="button" onClick={() => start(asked)}>
              {T.yes}
            </button>
            <button type="button" onClick={() => setAsked(null)} ref={(e) => e?.focus()}>
              {T.no}
            </button>
          </span>
        )}
        {save && (
          <button type="button" onClick={save}>
            {T.save}
          </button>
        )}
        {game && hasAddress() && (
          <button type="button" onClick={copy}>
            {T.copyLink}
          </button>
        )}
        <span role="status">{copied}</span>
      </div>
      <div class="row">
        <label>
          {T.hands}{" "}
          <select
            value={hands === "own" && !people.length ? "all" : String(hands)}
            onChange={(e) => {
              const { value } = e.currentTarget;
              setHands(value === "own" || value === "all" ? value : Number(value));
            }}
          >
            {people.length > 0 && <option value="own">{T.ownHand}</option>}
            <option value="all">{T.allHands}</option>
            {names.map((name, seat) => (
              <option key={seat} value={String(seat)}>
                {T.handOf(name)}
              </option>
            ))}
          </select>
        </label>
        {people.length > 0 && (
          <label class="check">
            <input type="checkbox" checked={keys} onChange={(e) => setKeys(e.currentTarget.checked)} /> {T.keys}
          </label>
        )}
      </div>
      <p class="small">{about}</p>
    </>
  );
}
