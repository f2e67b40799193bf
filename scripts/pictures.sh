#!/usr/bin/env bash
# Draws README's pictures of what a newcomer sees: `powergrab tournament quickstart` and `powergrab balance` in a terminal (tmux), and a figure of a notebook.
#
#     scripts/pictures.sh                  all of them, into docs/
#     scripts/pictures.sh balance          one of quickstart, balance, notebook
set -euo pipefail
cd "$(dirname "$0")/.."

OUT=$(mktemp -d)
trap 'rm -rf "$OUT"' EXIT
export PATH=$PWD/target/release:$PATH

# Runs a command line in a terminal of 136 columns and draws the screen at its end.
terminal() { # COMMAND-SHOWN COMMAND-RUN PICTURE
    rm -f "$OUT/done"
    tmux -L powergrab new-session -d -s shot -x 136 -y 60 "clear; $2; touch $OUT/done; sleep 3600"
    while [ ! -e "$OUT/done" ]; do sleep 1; done
    sleep 1
    tmux -L powergrab capture-pane -p -t shot | python3 scripts/terminal_svg.py --command "$1" >"$3"
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

# The first figure of the notebook about towers, as it was committed.
notebook() {
    python3 - scripts/notebooks/02_power_towers.ipynb >docs/notebook-towers.svg <<'EOF'
import json, sys
cells = json.load(open(sys.argv[1]))["cells"]
figures = (o["data"]["image/svg+xml"] for c in cells for o in c.get("outputs", []) if "image/svg+xml" in o.get("data", {}))
print("".join(next(figures)))
EOF
}

command -v powergrab >/dev/null || cargo build --release --quiet
for picture in ${1:-quickstart balance notebook}; do "$picture"; done
