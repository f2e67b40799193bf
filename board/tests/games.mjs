// Plays games to their ends over all rulesets and house rules, at 2 to 10 seats, by mouse and by keyboard in turn. Every tenth goes to the
// official target score, the others to a small one.

import { mkdirSync } from "node:fs";
import { launch, openPage, readArguments } from "./browser.mjs";
import { play } from "./player.mjs";

const { address, options } = readArguments({ count: "100", seed: "1", pages: "4", out: "out" });
mkdirSync(options.out, { recursive: true });
const browser = await launch();

/** Opens the board where tables are set up. */
async function openBoard() {
  const opened = await openPage(browser, { reducedMotion: "reduce" });
  await opened.page.goto(address);
  await opened.page.getByRole("link", { name: "Set up a table" }).click();
  return opened;
}
// Several pages at once: a move waits for frames of the browser more than it computes.
const opened = await Promise.all(Array.from({ length: Number(options.pages) }, openBoard));
const choices = opened[0].page.getByRole("combobox", { name: "Rules", exact: true }).locator("option");
await choices.first().waitFor({ state: "attached" });
const named = await choices.evaluateAll((all) => all.map((option) => option.value));

/** House rules of every kind, over rulesets with the cards that they are about. */
const HOUSE = [
  "power-grab:stack=same",
  "power-grab:stack=cross",
  "power-grab:draw=until-playable",
  "power-grab:force_play=true",
  "power-grab:challenge=false:bluff=false",
  "power-grab:seven_zero=true",
  "power-grab:upcard=number",
  "power-grab:upcard=plain",
  "power-grab:hand_size=3",
  "green-lantern:stack=cross:draw=until-playable",
  "green-lantern:seven_zero=true:force_play=true",
  "classic:stack=cross:seven_zero=true",
  "classic:two_player_reverse=skip",
];
const SMALL_TARGET = 80;
const rulesets = [...named, ...HOUSE];
const count = Number(options.count);
let refused = 0;
let answers = 0;
let next = 0;

/** Plays the games that no other page has begun. */
async function playAll({ page, problems }) {
  while (next < count) {
    const i = next++;
    const name = rulesets[i % rulesets.length];
    const ruleset = i % 10 === 9 || /^grid/.test(name) ? name : `${name}:target_score=${SMALL_TARGET}`;
    const most = /^power-grab/.test(ruleset) ? 6 : /^grid/.test(ruleset) ? 8 : 10;
    const seats = 2 + (i * 7 + Math.floor(i / rulesets.length)) % (most - 1);
    const game = { ruleset, seats, seed: options.seed, deal: i, unit: "game", input: i % 2 ? "keyboard" : "mouse" };
    try {
      const { moves, refusals } = await play(page, game, options.out);
      answers += moves;
      refused += refusals;
    } catch (error) {
      // What the page shows then says why.
      const shown = await page.locator("main").innerText();
      problems.push(`${JSON.stringify(game)}: ${error.message}\n${page.url()}\n${shown.slice(0, 1000)}`);
      break;
    }
  }
}
await Promise.all(opened.map(playAll));
await browser.close();
console.log(`${count} games, ${answers} answers, ${refused} refusals explained, ${rulesets.length} rulesets`);
const problems = opened.flatMap((one) => one.problems);
if (problems.length) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
