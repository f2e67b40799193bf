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
    viewer = page.locator("#viewer")
    where, said = viewer.locator("output"), viewer.locator(".said")
    slider, games = viewer.locator("input[type=range]"), viewer.locator("select").first

    def step():
        return int(where.inner_text().split()[1])

    def slide(to):
        slider.evaluate("(s, to) => { s.value = to; s.dispatchEvent(new Event('input', { bubbles: true })); }", to)

    def hands():
        """The cards of each seat by name."""
        return viewer.locator(".seat").evaluate_all(
            "seats => seats.map((seat) => [...seat.querySelectorAll('.hand svg')].map((card) => card.getAttribute('aria-label')).sort())"
        )

    def expect(what, condition):
        if not condition:
            problems.append(f"{what}: at {where.inner_text()!r}")

    first = step()
    page.keyboard.press("ArrowRight")
    expect("an arrow key steps without a click into the viewer", step() == first + 1)
    viewer.get_by_role("button", name="Step forward").click()
    expect("the button steps on", step() == first + 2)
    viewer.get_by_role("button", name="Step back").click()
    viewer.get_by_role("button", name="Step back").click()
    expect("the button steps back", step() == first)
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect("the arrow keys step", step() == first + 2)
    last = int(slider.get_attribute("max"))
    page.keyboard.press("End")
    expect("the End key goes to the end", step() == last)
    expect("the end is described", any(w in said.inner_text() for w in ("won", "wins", "stopped", "ends")))
    page.keyboard.press("Home")
    expect("the Home key goes to the beginning", step() == 0)
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    expect("Page Down goes by rounds", step() > 0)
    slide(last // 2)
    expect("the slider moves", step() == last // 2)
    nameless = viewer.locator(".board svg:not([aria-label])").count()
    expect("every card and tower has a name", nameless == 0 and viewer.locator(".board svg").count() > 0)
    # The last line of a round has the hands; those drawn before it follow from all lines since the deal.
    lines = page.evaluate("JSON.parse(document.getElementById('games').textContent)[0].lines.map((line) => line.event)")
    for end in [at for at, event in enumerate(lines) if event in ("round-end", "game-end")][:8]:
        slide(end - 1)
        before = hands()
        slide(end)
        expect(f"the hands before line {end} are those of the trace", before == hands())
    for game in range(games.locator("option").count()):
        games.select_option(str(game))
        expect("another game can be chosen", viewer.locator(".board .seat").count() >= 2)
    games.select_option("0")
    slide(40)


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
