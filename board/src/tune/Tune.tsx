// A bot's parameters as sliders, and a duel that shows what they are worth.

import { useMemo, useState } from "preact/hooks";
import { download } from "../app/files";
import { type Engine, messageOf, PRIORITY } from "../engine/engine";
import { type Catalog, type Duel, type Game, type Parameter, PERSON } from "../engine/protocol";
import { useTask } from "../parts/hooks";
import { botsOf, usualBot } from "../play/bots";
import { percent, TUNE_TEXTS as T } from "../texts/app";
import { DuelChart } from "./DuelChart";
import { ParameterSlider } from "./ParameterSlider";
import { shortNumber } from "./scale";

const FIRST_DEALS = 256;
const MAX_DEALS = 1_000_000;

/** Returns the next number of deals at which the interval is computed: 256, 384, 512, 768, … */
function nextDeals(deals: number): number {
  return Math.log2(deals) % 1 === 0 ? deals * 1.5 : (deals * 4) / 3;
}

interface TuneProps {
  engine: Engine;
  catalog: Catalog;
  play: (game: Game) => void;
}

export function Tune({ engine, catalog, play }: TuneProps) {
  const [ruleset, setRuleset] = useState("power-grab");
  const rules = catalog.rulesets.find((r) => r.name === ruleset);
  const game = rules?.game ?? "shedding";
  const bots = catalog.bots[game];
  const [base, setBase] = useState("balanced");
  const [opponent, setOpponent] = useState("balanced");
  const [seats, setSeats] = useState(2);
  const [unit, setUnit] = useState("round");
  const [changed, setChanged] = useState<Record<string, number>>({});
  const [saying, setSaying] = useState("");

  const bot = bots.find((b) => b.name === base) ?? bots[0];
  const values = Object.entries(changed).map(([name, value]) => `${name}=${shortNumber(value)}`);
  const tuned = [bot?.name ?? base, ...values].join(":");
  const asked = useMemo(
    () => ({ ruleset, a: tuned, b: opponent, seats, unit, seed: "1" }),
    [ruleset, tuned, opponent, seats, unit],
  );
  const key = JSON.stringify(asked);
  const task = useTask(key);
  const [found, setFound] = useState<{ key: string; duels: Duel[] }>({ key: "", duels: [] });
  const duels = found.key === key ? found.duels : [];

  const start = (): void =>
    task.start(async (signal) => {
      let list = duels;
      const last = list.at(-1)?.deals;
      let deals = last ? nextDeals(last) : FIRST_DEALS;
      while (deals <= MAX_DEALS) {
        const duel = await engine.ask("duel", { ...asked, deals }, { priority: PRIORITY.review, signal });
        list = [...list, duel];
        setFound({ key, duels: list });
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
    setRuleset(next);
    setSeats(Math.min(to.players[1], Math.max(to.players[0], seats)));
    if (to.game !== game) {
      setBase(to.game === "grid" ? "grid-heuristic" : usualBot(to.game));
      setOpponent(usualBot(to.game));
      setChanged({});
    }
  };
  const set = (p: Parameter, value: number): void => {
    const { [p.name]: _, ...rest } = changed;
    setChanged(value === p.value ? rest : { ...rest, [p.name]: value });
  };
  const last = duels.at(-1);
  const [fewest, most] = rules?.players ?? [2, 2];
  const select = (label: string, value: string, options: string[], change: (value: string) => void) => (
    <label>
      {label}{" "}
      <select value={value} onChange={(e) => change(e.currentTarget.value)}>
        {options.map((o) => (
          <option key={o} value={o}>
            {o}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <div class="tune">
      <h2>{T.title}</h2>
      <div class="row">
        {select(T.ruleset, ruleset, catalog.rulesets.map((r) => r.name), chooseRuleset)}
        {select(T.bot, bot?.name ?? "", bots.map((b) => b.name), (b) => (setBase(b), setChanged({})))}
        {select(T.against, opponent, botsOf(catalog, game), setOpponent)}
        {select(T.seats, String(seats), Array.from({ length: most - fewest + 1 }, (_, i) => String(fewest + i)), (n) => setSeats(Number(n)))}
        {select(T.unit, unit, ["game", "round"], setUnit)}
      </div>
      <p class="small">{bot?.description}</p>
      <div class="row">
        <button type="button" class="primary" onClick={task.running ? task.stop : start}>
          {task.running ? T.stop : duels.length ? T.goOn : T.start}
        </button>
        <button type="button" onClick={() => void save()}>
          {T.save}
        </button>
        <button
          type="button"
          onClick={() => play({ ruleset, seats: [PERSON, ...Array<string>(seats - 1).fill(tuned)], seed: "1", deal: 0, unit: "game", moves: [] })}
        >
          {T.play}
        </button>
        <span role="status" class="small">
          {task.problem ?? saying}
        </span>
      </div>
      <p aria-live="polite">
        {last ? T.result(last.games, percent(last.rate), last.low === null || last.high === null ? "" : T.interval(percent(last.low), percent(last.high)), percent(last.fair)) : task.running ? T.first : T.none}
      </p>
      <DuelChart duels={duels} />
      {bot && bot.parameters.length > 0 ? (
        <div class="parameters">
          {bot.parameters.map((p) => (
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
