// The form that sets up a table.

import { useState } from "preact/hooks";
import { type Catalog, type Game, PERSON } from "../engine/protocol";
import { SETUP_TEXTS as T } from "../texts/app";
import { botsOf, usualBot } from "./bots";
import { Rules } from "./Rules";

interface SetUpProps {
  catalog: Catalog;
  start: (game: Game) => void;
}

export function SetUp({ catalog, start }: SetUpProps) {
  const [name, setName] = useState("power-grab");
  const ruleset = catalog.rulesets.find((r) => r.name === name) ?? catalog.rulesets[0];
  const [seats, setSeats] = useState([PERSON, "balanced"]);
  const [changed, setChanged] = useState<Record<string, string>>({});
  const [seed, setSeed] = useState("1");
  const [deal, setDeal] = useState("0");
  const [unit, setUnit] = useState<"game" | "round">("game");
  if (!ruleset) return null;
  const [fewest, most] = ruleset.players;
  const bots = botsOf(catalog, ruleset.game);

  const chooseRuleset = (next: string): void => {
    const to = catalog.rulesets.find((r) => r.name === next);
    if (!to) return;
    const known = [PERSON, ...botsOf(catalog, to.game)];
    setName(next);
    setChanged({});
    setSeats(seats.slice(0, to.players[1]).map((bot) => (known.includes(bot) ? bot : usualBot(to.game))));
  };
  const submit = (e: Event): void => {
    e.preventDefault();
    const options = Object.entries(changed).map(([key, value]) => `${key}=${value}`);
    start({ ruleset: [name, ...options].join(":"), seats, seed: seed.trim() || "1", deal: Number(deal) || 0, unit, moves: [] });
  };
  return (
    <form class="setup" onSubmit={submit}>
      <h2>{T.title}</h2>
      <p class="row">
        <label>
          {T.ruleset}{" "}
          <select value={name} onChange={(e) => chooseRuleset(e.currentTarget.value)}>
            {catalog.rulesets.map((r) => (
              <option key={r.name} value={r.name}>
                {r.name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {T.unit}{" "}
          <select value={unit} onChange={(e) => setUnit(e.currentTarget.value as "game" | "round")}>
            <option value="game">{T.game}</option>
            <option value="round">{T.round}</option>
          </select>
        </label>
        <label>
          {T.seed} <input class="short" value={seed} inputMode="numeric" pattern="[0-9]+" onInput={(e) => setSeed(e.currentTarget.value)} />
        </label>
        <label>
          {T.deal} <input class="short" value={deal} inputMode="numeric" pattern="[0-9]+" onInput={(e) => setDeal(e.currentTarget.value)} />
        </label>
      </p>
      <fieldset>
        <legend>{T.seats}</legend>
        <div class="row">
          {seats.map((bot, seat) => (
            <label key={seat}>
              {T.seat(seat)}{" "}
              <select value={bot} onChange={(e) => setSeats(seats.map((b, s) => (s === seat ? e.currentTarget.value : b)))}>
                {[PERSON, ...bots].map((b) => (
                  <option key={b} value={b}>
                    {b === PERSON ? T.you : b}
                  </option>
                ))}
              </select>
            </label>
          ))}
        </div>
        <p class="row">
          <button type="button" disabled={seats.length >= most} onClick={() => setSeats([...seats, usualBot(ruleset.game)])}>
            {T.more}
          </button>
          <button type="button" disabled={seats.length <= fewest} onClick={() => setSeats(seats.slice(0, -1))}>
            {T.fewer}
          </button>
        </p>
      </fieldset>
      <Rules options={ruleset.options} changed={changed} setChanged={setChanged} />
      <p>
        <button type="submit" class="primary">
          {T.start}
        </button>
      </p>
    </form>
  );
}
