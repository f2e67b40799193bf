// Makes screenshots of all views (or of those named by --views) in several sizes, light and dark, and checks each with axe-core.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { launch, openPage, readArguments } from "./browser.mjs";

const { address, options } = readArguments({ out: "out", widths: "360,800,1600", schemes: "light,dark", views: "" });
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
mkdirSync(options.out, { recursive: true });

const button = (page, name) => page.getByRole("button", { name, exact: true });
const play = (page) => page.getByRole("button", { name: "Play Power Grab" });
const open = (page, title) => page.locator("summary", { hasText: title }).click();
const home = async (page) => {
  await page.getByRole("link", { name: "Start", exact: true }).click();
  await play(page).waitFor();
};

/** The views, in the order of a visit; each begins where the one before ended. */
const VIEWS = {
  start: home,
  setup: async (page) => {
    await page.getByRole("link", { name: "Set up a table" }).click();
    await open(page, "House rules");
  },
  play: async (page) => {
    await home(page);
    await play(page).click();
    await page.locator(".question .pick").first().waitFor({ timeout: 60_000 });
    await page.locator(".question .pick:not(.playable)").first().click({ timeout: 2_000 }).catch(() => {});
  },
  hint: async (page) => {
    await page.getByRole("button", { name: "Hint" }).click();
    await page.locator(".advice .intervals").first().waitFor({ timeout: 60_000 });
    await open(page, "Chances of all seats");
    await open(page, "A bot's reasons");
    await page.locator(".advice table").waitFor({ timeout: 60_000 });
  },
  "what-if": async (page) => {
    await open(page, "What if");
    await page.getByText("Another option").waitFor();
    await page.locator(".panel-side details .row button:not(:disabled)").first().click();
    await page.locator(".compare .intervals li").nth(1).waitFor({ timeout: 60_000 });
  },
  grid: async (page) => {
    await home(page);
    await button(page, "Grid").click();
    for (let i = 0; i < 12; i++) {
      await page.locator(".question .playable, .question .options button").first().click({ timeout: 60_000 });
      await page.waitForTimeout(150);
    }
    await page.locator(".question").waitFor();
  },
  watch: async (page) => {
    await home(page);
    await button(page, "Watch four bots").click();
    await page.locator(".board .seat").nth(3).waitFor({ timeout: 60_000 });
    await page.getByLabel("Step of the game").fill("60");
    await page.locator(".chart").waitFor({ timeout: 120_000 });
  },
  review: async (page) => {
    await open(page, "Review");
    // After a game it begins by itself.
    await page.locator(".worst").waitFor({ timeout: 60_000 });
    await page.locator("progress").waitFor({ state: "detached", timeout: 120_000 });
  },
  tune: async (page) => {
    await page.getByRole("link", { name: "Tune a bot" }).click();
    await page.getByRole("slider", { name: /^bluff / }).fill("150");
    await button(page, "Start the duel").click();
    await page.locator(".chart .rate").waitFor({ timeout: 120_000 });
    await page.waitForTimeout(3_000);
  },
};

/** The views of a served board with at least two runs. */
const SERVED = {
  runs: async (page) => {
    await page.getByRole("link", { name: "Runs" }).click();
    await page.locator("table.runs tbody tr").nth(1).waitFor({ timeout: 60_000 });
  },
  "compare-runs": async (page) => {
    for (const n of [0, 1]) await page.locator("table.runs").getByRole("checkbox").nth(n).check();
    await page.locator(".intervals li").nth(1).waitFor({ timeout: 60_000 });
  },
};
const wanted = options.views.split(",").filter(Boolean);
const all = Object.entries(/^http/.test(address) ? { ...VIEWS, ...SERVED } : VIEWS);
const views = wanted.length ? all.filter(([name]) => wanted.includes(name)) : all;
if (!views.length) throw new Error(`no view is called ${options.views}`);

const browser = await launch();
const schemes = options.schemes.split(",");
let violations = 0;

/** Looks at a view as it stands, in one colour scheme. */
async function look(page, name, width, scheme) {
  const found = (text) => {
    violations += 1;
    console.log(`${name} ${width} ${scheme}: ${text}`);
  };
  await page.emulateMedia({ colorScheme: scheme });
  await page.screenshot({ path: join(options.out, `${name}_${width}_${scheme}.png`), fullPage: true });
  await page.evaluate(axe);
  const { violations: broken } = await page.evaluate(() => globalThis.axe.run());
  for (const v of broken) found(`${v.id}: ${v.help}\n  ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join("\n  ")}`);
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wider > 0) found(`${wider} pixels too wide`);
}

/** Visits all views in a window of this width. */
async function visitAll(width) {
  const height = Math.round(width < 500 ? 740 : width * 0.65);
  const { page, problems } = await openPage(browser, { viewport: { width, height }, reducedMotion: "reduce" });
  await page.goto(address);
  for (const [name, visit] of views) {
    await visit(page).catch(async (error) => {
      await page.screenshot({ path: join(options.out, "failed.png"), fullPage: true });
      throw error;
    });
    for (const scheme of schemes) await look(page, name, width, scheme);
  }
  for (const problem of problems) console.log(`${width}: ${problem}`);
  violations += problems.length;
  await page.context().close();
}
await Promise.all(options.widths.split(",").map((width) => visitAll(Number(width))));
await browser.close();
console.log(`${views.length} views, ${violations} problems`);
process.exitCode = violations ? 1 : 0;
