// The module computes what the program computes, to the last digit: hints in 200 positions, and a match.
//
//     node tests/same_digits.mjs MODULE POWERGRAB
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strictEqual } from "node:assert";
import { load } from "./module.mjs";

const [module, program] = process.argv.slice(2);
const ask = await load(module);
const run = (...args) => execFileSync(program, args, { encoding: "utf8", maxBuffer: 1 << 28 });

// The questions of some games by each ruleset, as positions in text.
function positions(n) {
  const found = [];
  for (let seed = 1; found.length < n; seed++) {
    for (const [ruleset, bot] of [["power-grab", "balanced"], ["green-lantern", "greedy"], ["classic:stack=cross", "balanced"], ["grid", "grid-greedy"]]) {
      const seats = Array(2 + (seed % 3)).fill(bot);
      const game = { ruleset, seats, seed: String(seed), unit: "round" };
      const { marks, lines } = ask({ do: "game", game });
      const trace = ask({ do: "trace", text: lines.join("\n") });
      strictEqual(trace.marks.length, marks.length);
      for (const mark of trace.marks.filter((_, at) => at % 9 === 4).slice(0, 5)) found.push(mark.position);
    }
  }
  return found.slice(0, n);
}

let hints = 0;
for (const position of positions(200)) {
  const args = ["--playouts", "300", "--seed", "7", "--format", "json"];
  const theirs = JSON.parse(run("analyse", position, ...args));
  const ours = ask({ do: "analyse", position, playouts: 300, seed: "7" });
  strictEqual(ours.playouts, theirs.playouts, position);
  strictEqual(JSON.stringify(ours.options), JSON.stringify(theirs.options.map(({ option, value, low, high, loss, loss_se, playouts, usual }) => ({ option, value, low, high, loss, loss_se, playouts, usual }))), position);
  hints += 1;
}

const out = mkdtempSync(join(tmpdir(), "digits-"));
try {
  run("match", "--bots", "champion-2,greedy", "--deals", "5000", "--seed", "3", "--out", out, "--force");
  const [head, ...rows] = readFileSync(join(out, "bots.csv"), "utf8").trim().split("\n").map((line) => line.split(","));
  const row = rows.find((row) => row[0] === "champion-2");
  const duel = ask({ do: "duel", a: "champion-2", b: "greedy", seats: 2, deals: 5000, seed: "3" });
  strictEqual(duel.games, Number(row[head.indexOf("games")]));
  strictEqual(duel.rate, Number(row[head.indexOf("win_rate")]));
  console.log(`${hints} hints and ${duel.games} games: the same digits`);
} finally {
  rmSync(out, { recursive: true });
}
