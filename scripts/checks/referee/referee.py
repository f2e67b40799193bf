#!/usr/bin/env python3
"""Checks game traces: replays every game of a trace by RULES.md.

    python3 scripts/checks/referee/referee.py [--bots random] FILE...        (`-` is standard input)

The first fault of each game is printed as `FILE:LINE: RULE-ID: message`; faults of form rather than of play carry the
id TRACE, departures from the policy of the `random` bot (only with `--bots random`) the id BOT. The last line says how
many games were ok. Exit code: 0 all fine, 1 faults, 2 wrong usage or unreadable file.

This module reads lines, checks their form and the `game` event (options, deck), and hands each game to the replay of
its family. It was written from RULES.md and TRACE.md alone, so that it shares no mistake with an engine.
"""

import argparse
import json
import re
import sys
from collections import Counter

import referee_grid
import referee_shedding
from referee_shedding import COLOURS, kind

MAX_DECK = 100_000  # a larger deck is a typing error
CARD = re.compile(r"[RYGB]([0-9][UNO!]?|D1|D2|S|R|G2)|W[4TP]?")


class Fault(Exception):
    """A rule broken by the trace, at a line."""

    def __init__(self, line, rule, message):
        super().__init__(message)
        self.line, self.rule, self.message = line, rule, message


# --- the form of values -------------------------------------------------------------------------------------------


def is_int(value, seats=0):
    """Whether the value is a whole number, small enough to add up and print."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 2**63


def is_count(value, seats=0):
    return is_int(value) and value >= 0


def is_positive(value, seats=0):
    return is_int(value) and value >= 1


def is_seat(value, seats):
    return is_int(value) and 0 <= value < seats


def is_seat_or_null(value, seats):
    return value is None or is_seat(value, seats)


def is_bool(value, seats=0):
    return isinstance(value, bool)


def is_text(value, seats=0):
    return isinstance(value, str)


def is_texts(value, seats=0):
    return isinstance(value, list) and all(is_text(item) for item in value)


def is_hands(value, seats):
    return isinstance(value, list) and len(value) == seats and all(is_texts(hand) for hand in value)


def is_ints(value, seats):
    return isinstance(value, list) and len(value) == seats and all(is_int(item) for item in value)


def is_seats(value, seats):
    return isinstance(value, list) and len(set(map(repr, value))) == len(value) and all(is_seat(v, seats) for v in value)


def is_position(value, seats=0):
    return isinstance(value, list) and len(value) == 2 and all(is_int(item) for item in value)


def is_dict(value, seats=0):
    return isinstance(value, dict)


# The form of a value, by the name that the tables of keys use for it.
FORMS = {
    "int": is_int, "count": is_count, "seat": is_seat, "seat-or-null": is_seat_or_null, "bool": is_bool, "text": is_text,
    "texts": is_texts, "hands": is_hands, "ints": is_ints, "seats": is_seats, "position": is_position, "dict": is_dict,
}
GAME_KEYS = {
    "game": {
        "format": "int", "ruleset": "text", "variant": "bool", "rules": "dict", "seed": "text", "game": "count",
        "deal": "count", "rotation": "count", "seats": "texts", "unit": "text?",
    },
}


# --- lines and events ---------------------------------------------------------------------------------------------


def unique_keys(pairs):
    """Returns a JSON object as a dict, and refuses duplicate keys, which would hide a value."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return result


def no_constant(name):
    raise ValueError(f"{name} is not JSON")


def parse_line(raw):
    """Returns an event as a dict, or a text that says why the line is not an event."""
    try:
        value = json.loads(raw.decode("utf-8"), object_pairs_hook=unique_keys, parse_constant=no_constant)
    except RecursionError:
        return "bad JSON: nested too deeply"
    except ValueError as error:  # covers UnicodeDecodeError and JSONDecodeError
        return f"bad JSON: {error}"
    if not isinstance(value, dict) or not value:
        return "not a JSON object with keys"
    if next(iter(value)) != "event" or not isinstance(value["event"], str):
        return 'the first key is not "event" with a text'
    return value


class Feed:
    """The events of one file, with one event of look-ahead and the checks of form (TRACE.md)."""

    def __init__(self, stream):
        self.records = self._read(stream)
        self.ahead = next(self.records, None)
        self.line = 0  # of the last event taken
        self.use(GAME_KEYS, {}, 0)

    def use(self, keys, owners, seats):
        """Sets the table of keys, the rule that permits each event (see `unexpected`), and the number of seats."""
        self.keys, self.owners, self.seats = keys, owners, seats

    def _read(self, stream):
        self.last_line = 0
        for number, raw in enumerate(stream, 1):
            self.last_line = number
            if raw.strip():
                yield number, parse_line(raw)

    def fault(self, rule, message):
        raise Fault(self.line, rule, message)

    def at_end(self):
        return self.ahead is None

    def peek(self):
        """Returns the name of the next event, or None at the end of the file."""
        if self.ahead is None:
            return None
        line, event = self.ahead
        if isinstance(event, str):
            raise Fault(line, "TRACE", event)
        return event["event"]

    def unexpected(self, names, rule):
        """Raises a fault by the rule of an event that is not allowed here, or else by the rule that asks for another event."""
        found = self.peek()
        wanted = " or ".join(f"`{name}`" for name in names)
        if found is None or (found == "game" and names != ("game",)):
            line = self.last_line if found is None else self.ahead[0]
            raise Fault(line, "TRACE", f"the game stops where {wanted} should follow")
        line = self.ahead[0]
        if found in self.owners and not any(name in self.owners for name in names):
            rule = self.owners[found]
        raise Fault(line, rule, f"{wanted} should stand here, not {json.dumps(found)}")

    def take(self, *names, rule, **wanted):
        """Takes the next event, which must be one of `names`, well-formed, and have the `wanted` values."""
        if self.peek() not in names:
            self.unexpected(names, rule)
        self.line, event = self.ahead
        self.ahead = next(self.records, None)
        self._check_form(event)
        for key, value in wanted.items():
            key = key.rstrip("_")  # `from_` stands for the key `from`
            if event[key] != value:
                self.fault(rule, f"{key} of `{event['event']}` should be {json.dumps(value)}, not {json.dumps(event[key])}")
        return event

    def _check_form(self, event):
        name, keys = event["event"], self.keys[event["event"]]
        for key, form in keys.items():
            optional = form.endswith("?")
            if key not in event:
                if not optional:
                    self.fault("TRACE", f"`{name}` has no key {key}")
            elif not FORMS[form.rstrip("?")](event[key], self.seats):
                self.fault("TRACE", f"`{name}`: {key} should be a value of the form {form.rstrip('?')}")
        for key in event:
            if key != "event" and key not in keys:
                self.fault("TRACE", f"`{name}` has the unknown key {json.dumps(key)}")

    def skip_to_game(self):
        while self.ahead is not None and (isinstance(self.ahead[1], str) or self.ahead[1]["event"] != "game"):
            self.ahead = next(self.records, None)


# --- the `game` event: options and deck ---------------------------------------------------------------------------

# By ruleset: the seats allowed (PG-1, GL-1, GR-1), rule of the number of seats, rule of the deck
RULESETS = {
    "power-grab": (range(2, 7), "PG-1", "PG-2"),
    "green-lantern": (range(2, 11), "GL-1", "GL-2"),
    "classic": (range(2, 11), "GL-1", "GL-2"),
    "grid": (range(2, 9), "GR-1", "GR-1"),
}
ICONS = "2! 3U 4N 5O 6! 7U 8N 9O"
PROTECTS = {"U": ["D1"], "N": ["D2"], "O": ["W4"], "!": ["S"]}
PLAY_OPTIONS = {
    "first_dealer": "random", "next_dealer": "left", "hand_size": 7, "opening_draw_skips": True, "wild_after_draw": False,
    "reshuffle": "on-need", "max_turns": 10000, "target_score": 500, "scoring": "opponents", "max_rounds": 10000,
    "two_player_reverse": "turn",
}
# A trace names only the house rules in force.
HOUSE_OPTIONS = {
    "stack": "none", "draw": "one", "force_play": False, "challenge": True, "bluff": True, "seven_zero": False, "upcard": "sheet",
}
TOWER_OPTIONS = {"icons": ICONS, "towers": "UNO!", "protects": PROTECTS, "instant_uno": True, "block_last": True}
NO_TOWERS = {"icons": "", "towers": "", "protects": {}, "instant_uno": False, "block_last": True}
POWER_POINTS = {"D1": 20, "D2": 20, "S": 20, "R": 20, "G2": 50, "WT": 50, "W4": 50}  # PG-16
LANTERN_POINTS = {"D2": 20, "S": 20, "R": 20, "W": 50, "W4": 50, "WP": 50}  # GL-5
CHOICES = {
    "next_dealer": ("left", "winner", "random"), "reshuffle": ("on-need", "on-empty"), "scoring": ("opponents", "own"),
    "two_player_reverse": ("turn", "skip"), "stack": ("none", "same", "cross"), "draw": ("one", "until-playable"),
    "upcard": ("sheet", "number", "plain"),
}


def official_rules(ruleset):
    """Returns every option of a ruleset with its default."""
    if ruleset == "grid":
        return {"hand_size": 7, "first_seat": "random"}
    if ruleset == "power-grab":
        return {**PLAY_OPTIONS, **HOUSE_OPTIONS, **TOWER_OPTIONS, "points": POWER_POINTS}
    points = {key: value for key, value in LANTERN_POINTS.items() if ruleset == "green-lantern" or key != "WP"}
    return {**PLAY_OPTIONS, **HOUSE_OPTIONS, **NO_TOWERS, "points": points}


def icons_of(icons, colour):
    """Returns the icon layout of one colour, as texts like `5O`; None if `icons` is not a layout (PG-2)."""
    if isinstance(icons, dict):
        text = icons.get(colour)
    elif isinstance(icons, list):
        text = icons[COLOURS.index(colour)] if len(icons) == len(COLOURS) else None
    else:
        text = icons
    if not isinstance(text, str) or not all(re.fullmatch("[0-9][UNO!]", token) for token in text.split()):
        return None
    return text.split()


def official_deck(ruleset, icons):
    """Returns the deck of PG-2, GL-2 or classic as a list; None if an icon has no number card."""
    deck = []
    for colour in COLOURS:
        if ruleset == "power-grab":
            faces = [str(n) for n in range(1, 10)] * 2 + ["D1", "D2", "S"] * 2 + ["R", "G2"]
            for token in icons_of(icons, colour):
                if token[0] not in faces:
                    return None
                faces[faces.index(token[0])] = token
        else:
            faces = ["0"] + [str(n) for n in range(1, 10)] * 2 + ["D2", "R", "S"] * 2
        deck += [colour + face for face in faces]
    wilds = {"power-grab": ["WT", "W4"], "green-lantern": ["W", "W4", "WP"]}.get(ruleset, ["W", "W4"])
    return deck + wilds * 4


def check_option(feed, name, value, seats):
    """Whether an option has a value that RULES.md allows."""
    if name in CHOICES:
        good = value in CHOICES[name]
    elif name in ("first_dealer", "first_seat"):
        good = value == "random" or is_seat(value, seats)
    elif name in ("hand_size", "max_turns", "target_score", "max_rounds"):
        good = is_positive(value)
    elif name in ("opening_draw_skips", "wild_after_draw", "instant_uno", "block_last", "force_play", "challenge", "bluff",
                  "seven_zero"):
        good = is_bool(value)
    elif name == "icons":
        good = all(icons_of(value, colour) is not None for colour in COLOURS)
        good = good and (not isinstance(value, dict) or set(value) == set(COLOURS))
    elif name == "towers":
        good = is_text(value) and set(value) <= set("UNO!") and len(set(value)) == len(value)
    elif name == "protects":
        good = is_dict(value) and set(value) <= set("UNO!") and all(is_texts(kinds) for kinds in value.values())
    else:  # points and deck, both text -> number
        good = is_dict(value) and all(is_int(number) for number in value.values())
    if not good:
        feed.fault("TRACE", f"option {name} cannot be {json.dumps(value)}")


def check_rules(feed, ruleset, rules, seats):
    """Checks that every option is present, known and valid, and returns all of them. Without towers, tower options are empty."""
    official = official_rules(ruleset)
    for name, value in rules.items():
        if name not in official and name != "deck":
            feed.fault("TRACE", f"unknown option {json.dumps(name)} for {ruleset}")
        check_option(feed, name, value, seats)
    for name in official:
        if name not in rules and name not in HOUSE_OPTIONS and (ruleset in ("power-grab", "grid") or name not in NO_TOWERS):
            feed.fault("TRACE", f"rules lack the option {name}")
    rules = {**official, **rules}
    if ruleset in ("green-lantern", "classic"):
        # Without towers, `protects` has no meaning, so any value is allowed.
        if any(icons_of(rules["icons"], colour) for colour in COLOURS) or rules["towers"]:
            feed.fault("TRACE", f"{ruleset} has no towers and no icons")
    return rules


def check_deck(feed, ruleset, rules, seats):
    """Returns the deck as a list, from `rules.deck` or RULES.md (PG-2, GL-2, GR-1)."""
    rule = RULESETS[ruleset][2]
    if "deck" in rules:
        for card, count in rules["deck"].items():
            if not CARD.fullmatch(card) or not 0 <= count <= MAX_DECK:
                feed.fault(rule, f"the deck cannot hold {count} cards {json.dumps(card)}")
        if sum(rules["deck"].values()) > MAX_DECK:
            feed.fault(rule, "the deck is too large")
        deck = [card for card, count in rules["deck"].items() for _ in range(count)]
    else:
        deck = official_deck(ruleset, rules.get("icons"))
        if deck is None:
            feed.fault(rule, "more icons on a number than there are cards of it")
    if ruleset != "grid":
        for card in deck:
            if not kind(card).isdigit() and kind(card) not in rules["points"]:
                feed.fault("PG-16", f"points are not given for {kind(card)}")
    left = len(deck) - seats * rules["hand_size"]
    if left < (ruleset != "grid"):
        feed.fault(rule, "the deck is too small for the deal")
    if ruleset != "grid" and sum(referee_shedding.goes_back(card, rules) for card in deck) >= left:
        rule, what = ("PG-5", "Wild Draw Fours") if rules["upcard"] != "number" else ("HR-6", "cards that are no numbers")
        feed.fault(rule, f"the deal could leave nothing but {what} to be turned up")
    return deck


def check_variant(feed, ruleset, given, deck, variant):
    """Checks `variant`: it is false for the official rules, and true for another deck (PG-2)."""
    def plain(cards):
        return Counter(card if kind(card)[0] == "W" else card[0] + kind(card) for card in cards)

    official = official_rules(ruleset)
    same_deck = plain(deck) == plain(official_deck(ruleset, ICONS))
    same_options = all(given[name] == official[name] for name in given if name not in NO_TOWERS and name != "deck")
    if ruleset == "power-grab":
        same_options = same_options and all(given[name] == official[name] for name in TOWER_OPTIONS)
    if not same_deck and not variant:
        feed.fault("PG-2", "the deck is not the official one, but variant is false")
    if variant and same_options and "deck" not in given:
        feed.fault("TRACE", "variant is true, but all rules are the official ones")


def check_game(feed, bots):
    """Replays one game, from its `game` event to its `game-end`."""
    feed.use(GAME_KEYS, {}, 0)
    event = feed.take("game", rule="TRACE", format=1)
    ruleset, names = event["ruleset"], event["seats"]
    if ruleset not in RULESETS:
        feed.fault("TRACE", f"unknown ruleset {json.dumps(ruleset)}")
    players, players_rule, deck_rule = RULESETS[ruleset]
    if len(names) not in players:
        feed.fault(players_rule, f"{ruleset} cannot be played by {len(names)}")
    if not re.fullmatch("[0-9]+", event["seed"]):
        feed.fault("TRACE", "seed is not a decimal number")
    alone = "unit" in event
    if alone and (event["unit"] != "round" or ruleset == "grid"):
        feed.fault("TRACE", "unit is given only for a round of a shedding game, as \"round\"")
    rules = check_rules(feed, ruleset, event["rules"], len(names))
    deck = check_deck(feed, ruleset, rules, len(names))
    check_variant(feed, ruleset, event["rules"], deck, event["variant"])
    if ruleset == "grid":
        referee_grid.GridReplay(feed, rules, deck, len(names)).replay()
    else:
        random_seats = {seat for seat, name in enumerate(names) if bots == "random" and name == "random"}
        replay = referee_shedding.SheddingReplay(feed, rules, deck, deck_rule, len(names), random_seats)
        if alone:
            replay.play_round(0, None, None)
        else:
            replay.replay()
    if not feed.at_end() and feed.peek() != "game":
        raise Fault(feed.ahead[0], "TRACE", "nothing but another game may follow `game-end`")


def check_stream(name, stream, bots):
    """Checks all games of a file, and returns the numbers of correct and faulty ones."""
    good = bad = 0
    feed = Feed(stream)
    if feed.at_end():
        print(f"{name}:1: TRACE: the file holds no game")
        return 0, 1
    while not feed.at_end():
        try:
            check_game(feed, bots)
            good += 1
        except Fault as fault:
            print(f"{name}:{fault.line}: {fault.rule}: {fault.message}")
            bad += 1
            feed.skip_to_game()
        except RecursionError:
            print(f"{name}:{feed.line}: TRACE: values nested too deeply")
            bad += 1
            feed.skip_to_game()
    return good, bad


def main(arguments=None):
    parser = argparse.ArgumentParser(description="Check game traces against RULES.md.")
    parser.add_argument("files", nargs="+", metavar="FILE", help="trace in JSON Lines, `-` for standard input")
    parser.add_argument("--bots", choices=["random"], help="also check the policy of the seats of this name")
    options = parser.parse_args(arguments)
    # A file name or a card text may have characters that the terminal cannot show.
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="backslashreplace")
    good = bad = 0
    unreadable = False
    for name in options.files:
        try:
            if name == "-":
                counts = check_stream(name, sys.stdin.buffer, options.bots)
            else:
                with open(name, "rb") as stream:
                    counts = check_stream(name, stream, options.bots)
            good, bad = good + counts[0], bad + counts[1]
        except BrokenPipeError:  # the reader has closed the pipe
            raise SystemExit(2) from None
        except (OSError, ValueError) as error:
            print(f"referee: cannot read {name!a}: {error}", file=sys.stderr)
            unreadable = True
    print(f"{good} games ok, {bad} faulty")
    return 2 if unreadable else 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
