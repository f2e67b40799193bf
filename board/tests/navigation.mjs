// A game stays in play: in other views, after Back and a reload, in its link and in its trace. Damaged links say so.

import { strictEqual } from "node:assert";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { launch, openPage, randomNumbers, readArguments } from "./browser.mjs";

const { address, options } = readArguments({ out: "out", moves: "6" });
mkdirSync(options.out, { recursive: true });
const browser = await launch();
const problems = [];
const open = async () => {
  const opened = await openPage(browser, { reducedMotion: "reduce" });
  problems.push(opened.problems);
  return opened.page;
};

const plainAddress = (text) => text.split("#")[0];
const choices = (page) => page.locator(".question .playable, .question .options button");

/** What a person sees of the question. */
async function question(page) {
  await page.locator(".question").waitFor({ timeout: 60_000 });
  const texts = (selector) => page.locator(selector).allTextContents();
  return JSON.stringify([await texts(".turn"), await texts("#prompt"), await texts(".question .own button"), await texts(".question .options button"), await texts(".log .now")]);
}

const page = await open();
await page.goto(address);
await page.getByRole("button", { name: "Against three bots" }).click();
/** Goes on to the next question, over the end of a round. */
async function toQuestion() {
  await page.locator(".question, .result").waitFor({ timeout: 60_000 });
  const next = page.locator(".result").getByRole("button", { name: "Next round" });
  if (await next.count()) await next.click();
  await page.locator(".question").waitFor({ timeout: 60_000 });
}
// A card that waits for its colour or tower is not laid down yet, so no trace has it.
const isHalfway = async () => (await page.locator(".question .cancel").count()) > 0;
await toQuestion();
for (let i = 0; i < Number(options.moves) || (await isHalfway()); i++) {
  const before = await page.evaluate(() => location.href);
  await choices(page).first().click();
  await page.waitForFunction((url) => location.href !== url, before);
  await toQuestion();
}
const asked = await question(page);
const link = page.url();

for (const view of ["Start", "Set up a table", "Tune a bot"]) {
  await page.getByRole("link", { name: view, exact: true }).click();
  await page.getByRole("link", { name: "Game", exact: true }).click();
  strictEqual(await question(page), asked, `back from ${view}`);
}
await page.waitForFunction((url) => location.href === url, link);
await page.getByRole("link", { name: "Tune a bot" }).click();
await page.getByRole("slider", { name: /^bluff / }).fill("150");
await page.goBack();
strictEqual(await question(page), asked, "after Back");
await page.goForward();
strictEqual(await page.getByRole("slider", { name: /^bluff / }).inputValue(), "150", "the slider");
await page.goBack();
await page.reload();
strictEqual(await question(page), asked, "after a reload");

const fresh = await open();
await fresh.goto(link);
strictEqual(await question(fresh), asked, "from the link");

// The link of an earlier moment shows that moment, and what was done there.
const moment = async (page) => JSON.stringify([await page.locator(".controls output").textContent(), await page.locator(".latest").textContent(), await page.locator(".made").allTextContents()]);
const lines = Number((await page.locator(".controls output").textContent()).split(" of ")[1]);
let hadChoice = 0;
for (let back = 1; back <= 20; back++) {
  await page.getByRole("button", { name: "Step back" }).click();
  await page.getByRole("button", { name: "Copy the link" }).click();
  strictEqual(page.url(), `${link}&step=${lines - back}`, "the link of a moment");
  strictEqual(await page.getByRole("button", { name: "Take back" }).isDisabled(), true, "nothing is taken back from an earlier moment");
  await fresh.goto("about:blank");
  await fresh.goto(page.url());
  await fresh.locator(".board").waitFor({ timeout: 60_000 });
  strictEqual(await moment(fresh), await moment(page), "an earlier moment");
  hadChoice += await page.locator(".made").count();
}
strictEqual(hadChoice > 0, true, "a choice is shown");
await page.locator(".controls").getByRole("button", { name: "Next round" }).click();

const download = page.waitForEvent("download");
await page.getByRole("button", { name: "Save the trace" }).click();
const path = join(options.out, "in-play.jsonl");
await (await download).saveAs(path);
const reader = await open();
await reader.goto(address);
await reader.locator("input[type=file]").setInputFiles(path);
await reader.locator(".board").waitFor({ timeout: 60_000 });
strictEqual(await reader.locator("[role=alert]").count(), 0, "a trace without faults");
strictEqual(await question(reader), asked, "from the trace");
await choices(reader).first().click();
await reader.locator(".question, .result").waitFor({ timeout: 60_000 });

const random = randomNumbers(7);
const [, fragment] = link.split("#play=");
let sentences = 0;
for (let i = 0; i < 20; i++) {
  const at = random(fragment.length);
  const letter = "ABCDwxyz0189-_%"[random(15)];
  const broken = i % 4 === 0 ? fragment.slice(0, at) : fragment.slice(0, at) + letter + fragment.slice(at + 1);
  if (!broken || broken === fragment) continue;
  await fresh.goto("about:blank");
  await fresh.goto(`${plainAddress(link)}#play=${broken}`);
  const alert = fresh.locator("[role=alert]");
  await alert.or(fresh.locator(".question")).first().waitFor({ timeout: 60_000 });
  if (!(await alert.count())) {
    // The last letter of a link has bits that mean nothing.
    strictEqual(await question(fresh), asked, `damaged link ${broken}`);
    continue;
  }
  strictEqual((await alert.textContent()).trim().split(/(?<=\.) /).length, 1);
  strictEqual(await fresh.getByRole("button", { name: "Play Power Grab" }).count(), 1);
  sentences += 1;
}
// Who answers before the page is drawn again is not left at an earlier moment.
const hasty = await open();
await hasty.goto(address);
await hasty.evaluate(() => {
  window.answers = 0;
  let seen = null;
  new MutationObserver(() => {
    const question = document.querySelector(".question");
    const at = question?.dataset.at ?? (document.querySelector(".result") && "result");
    if (!at || at === seen) return;
    seen = at;
    window.answers += 1;
    document.querySelector(".question .playable, .question .options button, .result button").click();
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
});
await hasty.getByRole("button", { name: "Against three bots" }).click();
for (let n = 10; n <= 60; n += 10) {
  await hasty.waitForFunction((most) => window.answers >= most, n, { timeout: 30_000 });
}
await hasty.close();

await browser.close();
console.log(`the game stays in play; a trace in mid game opens; ${sentences} damaged links in a sentence`);
const all = problems.flat();
if (all.length) {
  console.error(all.join("\n"));
  process.exitCode = 1;
}
