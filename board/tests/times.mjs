// Shows how long the page takes to be usable and to a first estimate, and its longest task meanwhile. Nothing is judged: machines differ.
//
//     node tests/times.mjs BOARD [--count 5]

import { launch, openPage, readArguments } from "./browser.mjs";

const { address, options } = readArguments({ count: "5" });
const browser = await launch();
const rows = [];
for (let i = 0; i < Number(options.count); i++) {
  const { page } = await openPage(browser, { reducedMotion: "reduce" });
  await page.addInitScript(() => {
    window.tasks = [];
    new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((task) => task.duration))).observe({ type: "longtask", buffered: true });
    // When something first stands on the page, by its selector.
    window.first = (selector) =>
      new Promise((resolve) => {
        const look = () => (document.querySelector(selector) ? resolve(performance.now()) : requestAnimationFrame(look));
        look();
      });
  });
  await page.goto(address);
  const usable = await page.evaluate(() => window.first("main button:not(:disabled)"));
  await page.locator("main button").first().click();
  await page.locator(".question .playable, .question .options button").first().waitFor();
  await page.evaluate(() => (window.tasks.length = 0));
  const hint = page.getByRole("button", { name: /^Hint/ });
  const asked = page.evaluate(() => new Promise((resolve) => addEventListener("click", () => resolve(performance.now()), { once: true, capture: true })));
  const estimate = page.evaluate(() => window.first(".advice .intervals"));
  await hint.click();
  const first = (await estimate) - (await asked);
  await page.waitForTimeout(1500);
  const longest = await page.evaluate(() => Math.max(0, ...window.tasks));
  rows.push({ usable, first, longest });
  await page.context().close();
}
await browser.close();
const median = (key) => rows.map((row) => row[key]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
console.log(`usable after ${median("usable").toFixed(0)} ms, first estimate after ${median("first").toFixed(0)} ms, longest task while it thinks ${median("longest").toFixed(0)} ms (medians of ${rows.length})`);
