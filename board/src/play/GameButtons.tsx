// What one can do with the game as a whole.

import { useEffect, useState } from "preact/hooks";
import { type Game } from "../engine/protocol";
import { PLAY_TEXTS as T } from "../texts/app";

/** Whose hands are open. */
export type Hands = "own" | "all" | number;

interface GameButtonsProps {
  game: Game | null;
  people: number[];
  seats: number;
  /** The rules and the deal in words. */
  about: string;
  hands: Hands;
  setHands: (hands: Hands) => void;
  keys: boolean;
  setKeys: (on: boolean) => void;
  takeBack: () => void;
  restart: (game: Game) => void;
  save: () => void;
}

export function GameButtons(props: GameButtonsProps) {
  const { game, people, seats, about, hands, setHands, keys, setKeys, takeBack, restart, save } = props;
  const [copied, setCopied] = useState("");
  const canTakeBack = game?.moves.some((m) => "play" in m) ?? false;

  useEffect(() => {
    const onKey = (e: KeyboardEvent): void => {
      if (!keys || e.ctrlKey || e.metaKey || e.altKey || e.key.toLowerCase() !== "z") return;
      if (canTakeBack && !(e.target as Element).matches("input, select, textarea")) takeBack();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  });

  const newDeal = (): void => {
    if (game) restart({ ...game, deal: (game.deal ?? 0) + 1, moves: [] });
  };
  const otherSeat = (): void => {
    if (game) restart({ ...game, seats: [...game.seats.slice(-1), ...game.seats.slice(0, -1)], moves: [] });
  };
  const copy = (): void => {
    // A shared address must not carry the token of the program that serves the page.
    const address = new URL(location.href);
    const hadToken = address.searchParams.has("token");
    address.searchParams.delete("token");
    navigator.clipboard.writeText(address.href).then(
      () => setCopied(hadToken ? T.copiedWithoutToken : T.copied),
      () => setCopied(T.copyByHand),
    );
  };
  return (
    <>
      <div class="row">
        {people.length > 0 && (
          <button type="button" onClick={takeBack} disabled={!canTakeBack}>
            {T.takeBack} {keys && <kbd aria-hidden="true">z</kbd>}
          </button>
        )}
        {game && !game.position && (
          <>
            <button type="button" onClick={newDeal}>
              {T.newDeal}
            </button>
            <button type="button" onClick={otherSeat}>
              {T.otherSeat}
            </button>
          </>
        )}
        <button type="button" onClick={save}>
          {T.save}
        </button>
        {game && (
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
            value={String(hands)}
            onChange={(e) => {
              const { value } = e.currentTarget;
              setHands(value === "own" || value === "all" ? value : Number(value));
            }}
          >
            {people.length > 0 && <option value="own">{T.ownHand}</option>}
            <option value="all">{T.allHands}</option>
            {Array.from({ length: seats }, (_, seat) => (
              <option key={seat} value={String(seat)}>
                {T.handOf(seat)}
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
