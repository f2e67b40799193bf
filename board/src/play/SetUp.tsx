// The form that sets up a table.

import { useState } from "preact/hooks";
import { randomSeed } from "../app/Start";
import { type Catalog, type Game, PERSON } from "../engine/protocol";
import { BotSelect } from "../parts/BotSelect";
import { useKept } from "../parts/kept";
import { SETUP_TEXTS as T } from "../texts/app";
import { RULESET_NAMES } from "../texts/rules";
import { botsOf, usualBot } from "./bots";
import { plainReason, ruleName } from "./names";
import { kindOf, Rules } from "./Rules";

interface SetUpProps {
  catalog: Catalog;
  /** Starts a game, or returns why it cannot be played. */
  start: (game: Game) => Promise<string>;
}

export function SetUp({ catalog, start }: SetUpProps) {
  const [name, setName] = useKept("setup-rules", () => "power-grab");
  const ruleset = catalog.rulesets.find((r) => r.name === name) ?? catalog.rulesets[0];
  const [seats, setSeats] = useKept("setup-seats", () => [PERSON, "balanced"]);
  const [changed, setChanged] = useKept<Record<string, string>>("setup-changed", () => ({}));
  const [seed, setSeed] = useKept("setup-seed", randomSeed);
  const [deal, setDeal] = useKept("setup-deal", () => "0");
  const [unit, setUnit] = useKept<"game" | "round">("setup-unit", () => "game");
  const [problem, setProblem] = useState("");
  if (!ruleset) return null;
  const [fewest, most] = ruleset.players;
  const bots = catalog.bots[ruleset.game];

  const chooseRuleset = (next: string): void => {
    const to = catalog.rulesets.find((r) => r.name === next);
    if (!to) return;
    const known = [PERSON, ...botsOf(catalog, to.game)];
    setName(() => next);
    setChanged(() => ({}));
    setProblem("");
    setSeats((now) => now.slice(0, to.players[1]).map((bot) => (known.includes(bot) ? bot : usualBot(to.game))));
  };
  const submit = (e: Event): void => {
    e.preventDefault();
    const wrong = ruleset.options.flatMap(({ key, values }) => {
      const kind = kindOf(values);
      const value = changed[key];
      if (kind.kind !== "number" || value === undefined) return [];
      const fits = /^\d+$/.test(value) && Number(value) >= Number(kind.low) && Number(value) <= Number(kind.high);
      return fits ? [] : [T.outOfRange(ruleName(key), kind.low, kind.high)];
    });
    if (wrong.length) {
      setProblem(wrong.join(" "));
      return;
    }
    const options = Object.entries(changed).map(([key, value]) => `${key}=${value}`);
    const game: Game = { ruleset: [name, ...options].join(":"), seats, seed: seed.trim() || "1", deal: Number(deal) || 0, unit, moves: [] };
    void start(game).then((reason) => {
      if (reason) setProblem(plainReason(reason));
      else setSeed(randomSeed);
    });
  };
  return (
    <form class="setup" onSubmit={submit} onInput={() => setProblem("")} noValidate>
      <h2>{T.title}</h2>
      <p class="row">
        <label>
          {T.ruleset}{" "}
          <select value={name} onChange={(e) => chooseRuleset(e.currentTarget.value)}>
            {catalog.rulesets.map((r) => (
              <option key={r.name} value={r.name}>
                {RULESET_NAMES[r.name] ?? r.name}
              </option>
            ))}
          </select>
        </label>
        <label>
          {T.unit}{" "}
          <select value={unit} onChange={(e) => setUnit(() => e.currentTarget.value as "game" | "round")}>
            <option value="game">{T.game}</option>
            <option value="round">{T.round}</option>
          </select>
        </label>
        <label>
          {T.seed} <input class="short" value={seed} inputMode="numeric" pattern="[0-9]+" onInput={(e) => setSeed(() => e.currentTarget.value)} />
        </label>
        <button type="button" onClick={() => setSeed(randomSeed)}>
          {T.anotherSeed}
        </button>
        <label>
          {T.deal} <input class="short" value={deal} inputMode="numeric" pattern="[0-9]+" onInput={(e) => setDeal(() => e.currentTarget.value)} />
        </label>
      </p>
      <fieldset>
        <legend>{T.seats}</legend>
        <div class="row">
          {seats.map((bot, seat) => (
            <BotSelect
              key={seat}
              label={T.seat(seat)}
              bots={bots}
              value={bot}
              set={(to) => setSeats((now) => now.map((b, s) => (s === seat ? to : b)))}
              person={{ value: PERSON, name: T.you }}
            />
          ))}
        </div>
        <ul class="small plain">
          {[...new Set(seats)].flatMap((bot) => {
            const about = bots.find((b) => b.name === bot)?.description;
            return about ? [<li key={bot}>{T.bot(bot, about)}</li>] : [];
          })}
        </ul>
        <p class="row">
          <button type="button" disabled={seats.length >= most} onClick={() => setSeats((now) => [...now, usualBot(ruleset.game)])}>
            {T.more}
          </button>
          <button type="button" disabled={seats.length <= fewest} onClick={() => setSeats((now) => now.slice(0, -1))}>
            {T.fewer}
          </button>
          <span class="small">{T.players(fewest, most)}</span>
        </p>
      </fieldset>
      <Rules options={ruleset.options} changed={changed} setChanged={setChanged} />
      <div class="row">
        <button type="submit" class="primary">
          {T.start}
        </button>
        {problem && (
          <span class="warning" role="alert">
            {problem}
          </span>
        )}
      </div>
    </form>
  );
}
