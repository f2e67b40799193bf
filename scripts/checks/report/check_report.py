"""Checks report pages in a headless browser.

    python3 scripts/checks/report/check_report.py OUT_DIR PAGE.html [PAGE.html ...]

A page must have no error on the console, fetch nothing, name every image of a game, step through games by button, slider and keyboard, and
fit on a phone. Screenshots (wide light, wide dark, phone) go to OUT_DIR. Needs the package `playwright` and a Chromium: `CHROMIUM=/path`, or
else the first of `chromium`, `chromium-browser` and `google-chrome` on the path. It downloads no browser.
"""

import os
import pathlib
import shutil
import sys

from playwright.sync_api import sync_playwright

LOOKS = {
    "light": dict(viewport={"width": 1100, "height": 900}, color_scheme="light"),
    "dark": dict(viewport={"width": 1100, "height": 900}, color_scheme="dark"),
    "phone": dict(viewport={"width": 390, "height": 844}, color_scheme="light", is_mobile=True, has_touch=True),
}


def browser_path():
    candidates = [os.environ.get("CHROMIUM")] + [shutil.which(n) for n in ("chromium", "chromium-browser", "google-chrome")]
    found = [c for c in candidates if c]
    if not found:
        sys.exit("no Chromium on the path")
    return found[0]


def use_replay(page, problems):
    """Steps through the games of a page, if it has any."""
    if page.locator("#viewer").count() == 0:
        return
    where = page.locator("#where")
    said = page.locator("#said")

    def step():
        return int(where.inner_text().split()[1])

    def expect(what, condition):
        if not condition:
            problems.append(f"{what}: at {where.inner_text()!r}")

    first = step()
    page.keyboard.press("ArrowRight")
    expect("an arrow key steps without a click into the viewer", step() == first + 1)
    page.keyboard.press("ArrowLeft")
    page.click("#forward")
    expect("the button steps on", step() == first + 1)
    page.click("#back")
    expect("the button steps back", step() == first)
    page.locator("#step").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect("the arrow keys step", step() == first + 2)
    last = int(page.locator("#step").get_attribute("max"))
    page.keyboard.press("End")
    expect("the End key goes to the end", step() == last)
    expect("the end is described", any(w in said.inner_text() for w in ("won", "wins", "stopped", "ends")))
    page.keyboard.press("Home")
    expect("the Home key goes to the beginning", step() == 0)
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect("Page Down goes by rounds", step() > 0)
    page.locator("#step").evaluate("(s) => { s.value = Math.floor(s.max / 2); s.dispatchEvent(new Event('input')); }")
    expect("the slider moves", step() == last // 2)
    nameless = page.locator("#board svg:not([aria-label])").count()
    expect("every card and tower has a name", nameless == 0 and page.locator("#board svg").count() > 0)
    # Hands, discards and draw pile must make up one deck at every step of a round.
    bad = page.evaluate(
        """() => {
            const games = JSON.parse(document.getElementById('games').textContent), bad = [];
            for (const { lines } of games) {
                if (lines[0].ruleset === 'grid') continue;
                const kind = PG.shedding, state = kind.start(lines[0]);
                for (let i = 1; i < lines.length; i++) {
                    const line = lines[i];
                    if (line.event === 'round-end') for (const [s, hand] of line.hands.entries())
                        if ([...hand].sort().join() !== [...state.hands[s]].sort().join()) bad.push(`line ${i}, seat ${s}`);
                    kind.apply(state, line);
                    if (state.hands.flat().length + state.discards > state.size) bad.push(`line ${i}: too many cards`);
                }
            }
            return bad;
        }"""
    )
    expect(f"the drawn table is that of the trace {bad[:3]}", not bad)
    for game in range(page.locator("#game option").count()):
        page.select_option("#game", str(game))
        expect("another game can be chosen", page.locator("#board .seat").count() >= 2)
    page.select_option("#game", "0")
    page.locator("#step").evaluate("(s) => { s.value = 40; s.dispatchEvent(new Event('input')); }")


def main():
    out = pathlib.Path(sys.argv[1])
    out.mkdir(parents=True, exist_ok=True)
    pages = [pathlib.Path(p).resolve() for p in sys.argv[2:]]
    problems = []
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        for path in pages:
            for look, options in LOOKS.items():
                here = []
                context = browser.new_context(**options)
                page = context.new_page()
                page.on("console", lambda m: here.append(f"console: {m.text}") if m.type in ("error", "warning") else None)
                page.on("pageerror", lambda e: here.append(f"error: {e}"))
                page.on("request", lambda r: here.append(f"fetches {r.url}") if not r.url.startswith(("file:", "data:")) else None)
                page.goto(path.as_uri())
                width = page.evaluate("document.documentElement.scrollWidth")
                if width > options["viewport"]["width"]:
                    here.append(f"the page is {width} wide")
                use_replay(page, here)
                name = f"{path.parent.name}-{look}"
                page.screenshot(path=out / f"{name}.png", full_page=True)
                if page.locator("#viewer").count():
                    page.locator("#viewer").screenshot(path=out / f"{name}-replay.png")
                problems += [f"{path} ({look}): {p}" for p in here]
                context.close()
        browser.close()
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(pages)} pages in {len(LOOKS)} looks: {len(problems)} problems")
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
