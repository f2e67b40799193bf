// What the checks share: the browser, and their arguments.

import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
}

/** Returns the board's address and the options (`--name value`) after it. */
export function readArguments(defaults) {
  const [board, ...rest] = process.argv.slice(2);
  const options = { ...defaults };
  for (let i = 0; i < rest.length; i += 2) {
    const name = rest[i].replace(/^--/, "");
    if (!(name in defaults)) usage(defaults);
    options[name] = rest[i + 1];
  }
  if (!board) usage(defaults);
  return { address: /^https?:/.test(board) ? board : pathToFileURL(board).href, options };
}

function usage(defaults) {
  console.error(`usage: node ${process.argv[1]} BOARD.html|ADDRESS ${Object.entries(defaults).map(([k, v]) => `[--${k} ${v}]`).join(" ")}`);
  process.exit(2);
}

/** Opens a page whose errors fail the check. */
export async function openPage(browser, settings) {
  const context = await browser.newContext({ acceptDownloads: true, ...settings });
  const page = await context.newPage();
  const problems = [];
  page.on("pageerror", (e) => problems.push(e.message));
  page.on("console", (m) => m.type() === "error" && problems.push(m.text()));
  return { page, problems };
}

/** Returns a generator of numbers below `n`, the same for the same seed. */
export function randomNumbers(seed) {
  let state = (Number(seed) * 2654435761 + 1) >>> 0;
  return (n) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
}
