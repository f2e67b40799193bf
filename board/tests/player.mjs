// Plays a game to its end with what the page offers.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { randomNumbers } from "./browser.mjs";

const MOST_MOVES = 5000;

/** Plays a game by mouse or keyboard, saves its trace in a directory, and tells what happened. */
export async function play(page, game, out) {
  await setUp(page, game);
  const { moves, refusals } = await answerAll(page, game.input, randomNumbers(Number(game.seed) * 1000 + game.deal));
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the trace" }).click();
  const name = [game.ruleset.replaceAll(/[^\w]+/g, "-"), game.seats, game.seed, game.deal, game.input].join("_");
  const path = join(out, `${name}.jsonl`);
  await (await download).saveAs(path);
  const head = JSON.parse(readFileSync(path, "utf8").split("\n", 1)[0]);
  if (head.seats.length !== game.seats) throw new Error(`${head.seats.length} seats in ${path}`);
  const last = await page.locator(".log .now").textContent();
  return { path, moves, refusals, last: last.trim() };
}

/** Deals a game from the form. */
async function setUp(page, { ruleset: name, seats: count, seed, deal, unit }) {
  await page.getByRole("link", { name: "Set up a table" }).click();
  const [ruleset, ...rules] = name.split(":");
  await page.getByRole("combobox", { name: "Rules", exact: true }).selectOption(ruleset);
  const seats = page.locator("fieldset select");
  for (let n = await seats.count(); n < count; n++) await page.getByRole("button", { name: "Add a seat" }).click();
  for (let n = await seats.count(); n > count; n--) await page.getByRole("button", { name: "Remove the last seat" }).click();
  await page.getByRole("textbox", { name: "Seed" }).fill(String(seed));
  await page.getByRole("textbox", { name: "Deal", exact: true }).fill(String(deal));
  await page.getByRole("combobox", { name: "Play", exact: true }).selectOption(unit);
  for (const rule of rules) {
    const [key, value] = rule.split("=");
    const field = page.locator(`#rule-${key}`);
    await field.evaluate((element) => element.closest("details").setAttribute("open", ""));
    const kind = await field.evaluate((element) => (element.type === "checkbox" ? "switch" : element.tagName));
    if (kind === "switch") await field.setChecked(value === "true");
    else if (kind === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  await page.getByRole("button", { name: "Deal", exact: true }).click();
}

/** Returns what the page shows: a question, a result or an error; nothing as long as it still shows the question `before`. */
function shown(before) {
  const alert = document.querySelector("[role=alert]");
  if (alert) return { alert: alert.textContent };
  if (document.querySelector(".result")) return { result: true };
  const question = document.querySelector(".question");
  if (!question || question.dataset.at === before) return null;
  const keys = question.querySelectorAll(".own kbd, .options kbd");
  const choices = question.querySelectorAll(".playable, .options button");
  return { at: question.dataset.at, keys: [...keys].map((key) => key.textContent), choices: choices.length };
}

/** Answers questions until the game is over, and returns how many, and how many refusals were looked at. */
async function answerAll(page, input, random) {
  let refusals = 0;
  let before = null;
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const now = await (await page.waitForFunction(shown, before, { timeout: 60_000 })).jsonValue();
    if (now.alert) throw new Error(now.alert);
    if (now.result) {
      const next = page.locator(".result").getByRole("button", { name: "Next round" });
      if (!(await next.count())) return { moves, refusals };
      const step = await page.locator("output").textContent();
      await next.click();
      await page.waitForFunction((text) => document.querySelector("output").textContent !== text, step);
      before = null;
      continue;
    }
    if (random(8) === 0) refusals += await checkRefusal(page, random);
    const choice = page.locator(".question .playable, .question .options button").nth(random(now.choices));
    // Not the address: it follows a moment after the question.
    before = now.at;
    if (input === "mouse") await choice.click();
    else if (random(2)) {
      await choice.focus();
      await page.keyboard.press("Enter");
    } else await page.keyboard.press(now.keys[random(now.keys.length)]);
  }
  throw new Error(`no end after ${MOST_MOVES} moves`);
}

/** A card that cannot be played says why, with the rule's number. Returns the number of cards tried. */
async function checkRefusal(page, random) {
  const cards = page.locator(".question .pick:not(.playable)");
  const n = await cards.count();
  if (!n) return 0;
  await cards.nth(random(n)).click();
  const said = await page.locator(".question .status").textContent();
  if (!/\((PG|GL|HR|GR)-\d+\)/.test(said)) throw new Error(`no rule in: ${said}`);
  return 1;
}
