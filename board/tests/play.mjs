// Plays games by one ruleset to their ends with what the page offers, and saves their traces.

import { mkdirSync } from "node:fs";
import { launch, openPage, readArguments } from "./browser.mjs";
import { play } from "./player.mjs";

const { address, options } = readArguments({ ruleset: "power-grab", seats: "2", seed: "1", count: "1", unit: "game", input: "mouse", out: "out" });
mkdirSync(options.out, { recursive: true });
const browser = await launch();
const { page, problems } = await openPage(browser, { reducedMotion: "reduce" });
await page.goto(address);
let refused = 0;
for (let deal = 0; deal < Number(options.count); deal++) {
  const { path, moves, refusals, last } = await play(page, { ...options, seats: Number(options.seats), deal }, options.out);
  refused += refusals;
  console.log(`${path}: ${moves} moves; ${last}`);
}
await browser.close();
console.log(`${refused} refusals explained`);
if (problems.length) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
