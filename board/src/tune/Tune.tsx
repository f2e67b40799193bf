// A bot's parameters as sliders, and a duel that shows what they are worth.

import { useMemo } from "preact/hooks";
import { download } from "../app/files";
import { type Engine, messageOf, PRIORITY } from "../engine/engine";
import { type Catalog, type Duel, type Game, type Parameter, PERSON, type Ruleset } from "../engine/protocol";
import { BotSelect } from "../parts/BotSelect";
import { useMessage, useTask } from "../parts/hooks";
import { useKept } from "../parts/kept";
import { usualBot } from "../play/bots";
import { randomSeed } from "../app/Start";
import { percent, TUNE_TEXTS as T } from "../texts/app";
import { RULESET_NAMES } from "../texts/rules";
import { DuelChart } from "./DuelChart";
import { ParameterSlider } from "./ParameterSlider";
import { shortNumber } from "./scale";

const FIRST_DEALS = 256;
const MAX_DEALS = 1_000_000;

/** Returns the next number of deals at which the interval is computed: 256, 384, 512, 768, … */
function nextDeals(deals: number): number {
  return Math.log2(deals) % 1 === 0 ? deals * 1.5 : (deals * 4) / 3;
}

/** Tells whether a ruleset plays by rules that no rule sheet has. */
function hasHouseRules(rules: Ruleset, catalog: Catalog): boolean {
  const sheet = catalog.rulesets.find((r) => r.name === "power-grab")?.options ?? [];
  return rules.options.some((o) => o.rule.startsWith("HR") && sheet.some((s) => s.key === o.key && s.value !== o.value));
}

interface TuneProps {
  engine: Engine;
  catalog: Catalog;
  play: (game: Game) => void;
}

export function Tune({ engine, catalog, play }: TuneProps) {
  const [ruleset, setRuleset] = useKept("tune-rules", () => "power-grab");
  const rules = catalog.rulesets.find((r) => r.name === ruleset);
  const game = rules?.game ?? "shedding";
  const bots = catalog.bots[game];
  const [base, setBase] = useKept("tune-bot", () => "balanced");
  const [opponent, setOpponent] = useKept("tune-opponent", () => "balanced");
  const [seats, setSeats] = useKept("tune-seats", () => 2);
  const [unit, setUnit] = useKept("tune-unit", () => "round");
  const [changed, setChanged] = useKept<Record<string, number>>("tune-changed", () => ({}));
  const [saying, setSaying] = useMessage();

  const bot = bots.find((b) => b.name === base) ?? bots[0];
  const values = Object.entries(changed).map(([name, value]) => `${name}=${shortNumber(value)}`);
  const tuned = [bot?.name ?? base, ...values].join(":");
  const asked = useMemo(
    () => ({ ruleset, a: tuned, b: opponent, seats, unit, seed: "1" }),
    [ruleset, tuned, opponent, seats, unit],
  );
  const key = JSON.stringify(asked);
  const task = useTask(key);
  const [found, setFound] = useKept<{ key: string; duels: Duel[] }>("tune-duels", () => ({ key: "", duels: [] }));
  const duels = found.key === key ? found.duels : [];

  const start = (): void =>
    task.start(async (signal) => {
      let list = duels;
      const last = list.at(-1)?.deals;
      let deals = last ? nextDeals(last) : FIRST_DEALS;
      while (deals <= MAX_DEALS) {
        const duel = await engine.ask("duel", { ...asked, deals }, { priority: PRIORITY.review, signal });
        list = [...list, duel];
        setFound(() => ({ key, duels: list }));
        deals = nextDeals(deals);
      }
    });
  const save = async (): Promise<void> => {
    try {
      const { toml, name } = await engine.ask("strategy", { bot: tuned, ruleset });
      download(`${name}.toml`, toml);
      setSaying(T.saved(`${name}.toml`));
    } catch (error) {
      setSaying(messageOf(error));
    }
  };
  const chooseRuleset = (next: string): void => {
    const to = catalog.rulesets.find((r) => r.name === next);
    if (!to) return;
    setRuleset(() => next);
    setSeats((now) => Math.min(to.players[1], Math.max(to.players[0], now)));
    if (to.game !== game) {
      setBase(() => (to.game === "grid" ? "grid-heuristic" : usualBot(to.game)));
      setOpponent(() => usualBot(to.game));
      setChanged(() => ({}));
    }
  };
  const set = (p: Parameter, value: number): void => {
    setChanged((now) => {
      const { [p.name]: _, ...rest } = now;
      return value === p.value ? rest : { ...rest, [p.name]: value };
    });
  };
  // A bot against itself has nothing to show.
  const untouched = tuned === opponent;
  const special = rules !== undefined && hasHouseRules(rules, catalog);
  const shown = (bot?.parameters ?? []).filter((p) => p.name in changed || !/^(house|network)_/.test(p.name) || (special && p.name.startsWith("house_")));
  const last = duels.at(-1);
  const [fewest, most] = rules?.players ?? [2, 2];
  const select = (label: string, value: string, options: [string, string][], change: (value: string) => void) => (
    <label>
      {label}{" "}
      <select value={value} onChange={(e) => change(e.currentTarget.value)}>
        {options.map(([o, name]) => (
          <option key={o} value={o}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="tune">
      <h2>{T.title}</h2>
      <div class="row">
        {select(T.ruleset, ruleset, catalog.rulesets.map((r) => [r.name, RULESET_NAMES[r.name] ?? r.name]), chooseRuleset)}
        <BotSelect label={T.bot} bots={bots} value={bot?.name ?? ""} set={(b) => (setBase(() => b), setChanged(() => ({})))} />
        <BotSelect label={T.against} bots={bots} value={opponent} set={(b) => setOpponent(() => b)} />
        {select(T.seats, String(seats), Array.from({ length: most - fewest + 1 }, (_, i) => [String(fewest + i), String(fewest + i)]), (n) => setSeats(() => Number(n)))}
        {select(T.unit, unit, [["game", T.game], ["round", T.round]], (u) => setUnit(() => u))}
      </div>
      <p class="small">{bot?.description}</p>
      <div class="row">
        <button type="button" class="primary" disabled={untouched && !task.running} onClick={task.running ? task.stop : start}>
          {task.running ? T.stop : duels.length ? T.goOn : T.start}
        </button>
        <button type="button" onClick={() => void save()}>
          {T.save}
        </button>
        <button
          type="button"
          onClick={() => play({ ruleset, seats: [PERSON, ...Array<string>(seats - 1).fill(tuned)], seed: randomSeed(), deal: 0, unit: "game", moves: [] })}
        >
          {T.play}
        </button>
        <span role="status" class="small">
          {task.problem ?? (saying || (untouched ? T.changeFirst : ""))}
        </span>
      </div>
      <p aria-live="polite">
        {last ? T.result(last.games, percent(last.rate), last.low === null || last.high === null ? "" : T.interval(percent(last.low), percent(last.high)), percent(last.fair)) : task.running ? T.first : T.none}
      </p>
      <DuelChart duels={duels} />
      {shown.length > 0 ? (
        <div class="parameters">
          {shown.map((p) => (
            <ParameterSlider key={p.name} parameter={p} value={changed[p.name] ?? p.value} set={(v) => set(p, v)} />
          ))}
        </div>
      ) : (
        <p class="small">{T.noParameters}</p>
      )}
      <p class="small">
        {T.asText} <code>{tuned}</code>
      </p>
    </div>
  );
}
