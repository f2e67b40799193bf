// Writes crates/board/page.html and crates/lab/src/page/viewer.js. Equal sources give equal bytes.

import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const here = dirname(fileURLToPath(import.meta.url));
const PAGE = join(here, "../crates/board/page.html");
const VIEWER = join(here, "../crates/lab/src/page/viewer.js");
const MOST_BYTES = { page: 200_000, viewer: 60_000 };

/** Bundles an entry and returns its script and style. */
async function bundle(entry) {
  const { output } = await build({
    root: here,
    configFile: false,
    logLevel: "warn",
    build: {
      write: false,
      target: "es2022",
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: join(here, entry), output: { format: "iife" } },
    },
  }).then((result) => (Array.isArray(result) ? result[0] : result));
  const script = output.filter((file) => file.type === "chunk").map((file) => file.code).join("");
  const style = output.filter((file) => file.fileName.endsWith(".css")).map((file) => String(file.source)).join("");
  // The end tag of a script may not stand inside it.
  return { script: script.trim().replaceAll("</script", "<\\/script"), style: style.trim() };
}

// A file that stays as it is keeps its time too: cargo compiles what includes a newer one again.
function write(path, text) {
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

function checkSize(name, text) {
  const bytes = Buffer.byteLength(text);
  if (bytes > MOST_BYTES[name]) throw new Error(`${name}: ${bytes} bytes, at most ${MOST_BYTES[name]}`);
  console.log(`${name}: ${bytes} bytes`);
}

const { script, style } = await bundle("src/main.tsx");
const policy = [
  "default-src 'none'",
  `script-src ${hash(script)} 'wasm-unsafe-eval'`,
  `style-src ${hash(style)}`,
  "img-src data:",
  "worker-src blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");
// Replacements are functions because the texts contain `$`.
const page = readFileSync(join(here, "index.html"), "utf8")
  .replace("<!--csp-->", () => `<meta http-equiv="Content-Security-Policy" content="${policy}">`)
  .replace("<!--style-->", () => `<style>${style}</style>`)
  .replace("<!--script-->", () => `<script>${script}</script>`);
checkSize("page", page);
write(PAGE, page);

const viewer = `${(await bundle("src/viewer/main.tsx")).script}\n`;
checkSize("viewer", viewer);
write(VIEWER, viewer);
