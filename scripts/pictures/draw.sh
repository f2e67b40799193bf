#!/usr/bin/env bash
# Draws the pictures of the documents: `powergrab tournament quickstart` and `powergrab balance` in a terminal (tmux), pages of runs (Chromium,
# and the package of scripts/checks/report/requirements.txt), a figure of a notebook, and charts of tables in results/reference (matplotlib).
#
#     scripts/pictures/draw.sh                  all of them
#     scripts/pictures/draw.sh balance          one of quickstart, balance, pages, notebook, charts
set -euo pipefail
cd "$(dirname "$0")/../.."

OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
export PATH=$PWD/target/release:$PATH

# Runs a command in a terminal of 136 columns, and draws the screen at its end.
terminal() { # COMMAND-SHOWN COMMAND-RUN PICTURE
    rm -f "$OUT/done"
    tmux -L powergrab new-session -d -s shot -x 136 -y 60 "clear; $2; touch $OUT/done; sleep 3600"
    while [ ! -e "$OUT/done" ]; do sleep 1; done
    sleep 1
    tmux -L powergrab capture-pane -p -t shot | python3 scripts/pictures/terminal_svg.py --command "$1" >"$3"
    tmux -L powergrab kill-session -t shot
}

quickstart() {
    local shown="powergrab tournament quickstart"
    terminal "$shown" "$shown" docs/quickstart.svg
}

balance() {
    local shown="powergrab balance balance"
    terminal "$shown" "$shown" docs/balance.svg
}

# The worth of towers on the page of the shipped balance, and a game on the page of a match.
pages() {
    powergrab balance configs/balance.toml --out "$OUT/balance" >/dev/null
    powergrab match --bots greedy,hoarder,bluffer,sheriff --deals 10 --out "$OUT/match" >/dev/null
    for run in balance match; do powergrab report "$OUT/$run" >/dev/null; done
    python3 - "$OUT" <<'EOF'
import shutil, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    page = browser.new_page(viewport={"width": 900, "height": 880}, color_scheme="light")
    page.goto(f"file://{sys.argv[1]}/balance/report.html")
    page.locator("h2", has_text="What a tower is worth").evaluate("heading => heading.scrollIntoView()")
    page.screenshot(path="docs/report-towers.png")
    page.goto(f"file://{sys.argv[1]}/match/report.html")
    page.locator("#step").evaluate("step => { step.value = 90; step.dispatchEvent(new Event('input')); }")
    page.locator("#viewer").screenshot(path="docs/report-replay.png")
EOF
}

# The first figure of the notebook about towers, as its outputs store it.
notebook() {
    python3 - scripts/notebooks/02_power_towers.ipynb >docs/notebook-towers.svg <<'EOF'
import json, sys
cells = json.load(open(sys.argv[1]))["cells"]
figures = (o["data"]["image/svg+xml"] for c in cells for o in c.get("outputs", []) if "image/svg+xml" in o.get("data", {}))
print("".join(next(figures)))
EOF
}

# Charts of the tables in results/reference.
charts() {
    local from=results/reference picture
    python3 scripts/pictures/plot.py hoarding "$from" docs/how-to/hoarding.svg
    python3 scripts/pictures/plot.py skill-ladder "$from/skill_ladder.csv" "$from/skill_ladder.svg"
    python3 scripts/pictures/plot.py house-rules "$from/house_rules.csv" "$from/house_rules.svg"
    for picture in recipes recipes_long; do
        python3 scripts/pictures/plot.py recipes "$from/$picture.csv" "$from/$picture.svg"
    done
}

command -v powergrab >/dev/null || cargo build --release --quiet
for picture in ${1:-quickstart balance pages notebook charts}; do "$picture"; done
