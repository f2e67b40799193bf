#!/usr/bin/env python3
"""Draws the text of a terminal as an SVG picture, for the documents.

    tmux new-session -d -s shot -x 112 -y 60 "COMMAND; sleep 600"
    tmux capture-pane -p -t shot | python3 scripts/pictures/terminal_svg.py --command "COMMAND" > docs/picture.svg

Reads the text from standard input, and leaves out empty lines at its end. Needs only the standard library.
"""

import argparse
import sys
from html import escape

WIDTH, HEIGHT = 8.43, 19  # of a character and a line, at 14 pixels
PADDING, BAR = 16, 30


def svg(lines, command):
    """Yields the lines of the picture: a window with the command and its output."""
    shown = [("$ ", command)] + [("", line) for line in lines]
    columns = max(len(prompt + text) for prompt, text in shown)
    width, height = columns * WIDTH + 2 * PADDING, len(shown) * HEIGHT + 2 * PADDING + BAR
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">'
    yield f"<title>{escape(command)}</title>"
    yield f'<rect width="{width:.0f}" height="{height:.0f}" rx="8" fill="#16181d"/>'
    for index, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        yield f'<circle cx="{20 + 20 * index}" cy="18" r="6" fill="{colour}"/>'
    yield ('<g font-family="ui-monospace, \'DejaVu Sans Mono\', Menlo, Consolas, monospace" font-size="14" fill="#d8dee9" '
           'xml:space="preserve">')
    for index, (prompt, text) in enumerate(shown):
        line = prompt + text
        if line.strip():
            # An explicit length keeps columns aligned in any monospaced font.
            y, length = BAR + PADDING + HEIGHT * index + 12, len(line) * WIDTH
            colour = ' fill="#8fd18f"' if prompt else ""
            text = escape(line).replace(" ", "\u00a0")
            yield f'<text x="{PADDING}" y="{y}" textLength="{length:.1f}" lengthAdjust="spacingAndGlyphs"{colour}>{text}</text>'
    yield "</g>\n</svg>"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--command", required=True, help="the command that printed it, drawn as the first line")
    arguments = parser.parse_args()
    lines = [line.rstrip() for line in sys.stdin.read().splitlines()]
    while lines and not lines[-1]:
        lines.pop()
    print("\n".join(svg(lines, arguments.command)))


if __name__ == "__main__":
    main()
