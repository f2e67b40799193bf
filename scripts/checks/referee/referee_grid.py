"""Replay of Grid against RULES.md, GR-1 to GR-9."""

from collections import Counter

KEYS = {
    "deal": {"hands": "hands", "first": "seat"},
    "draw": {"seat": "seat", "cards": "texts", "why": "text"},
    "place": {"seat": "seat", "card": "text", "at": "position"},
    "reverse": {"seat": "seat", "card": "text", "line": "text"},
    "lay": {"seat": "seat", "card": "text"},
    "score": {"seat": "seat", "line": "text", "cards": "texts"},
    "pass": {"seat": "seat"},
    "game-end": {"winners": "seats", "why": "text", "hands": "hands", "piles": "hands", "scores": "ints"},
}
# The rule that an event breaks in the place of another one. A second move in a turn breaks GR-2.
OWNERS = {"game-end": "GR-3"}
LINES = {f"row{n}": [(0, n), (1, n), (2, n)] for n in range(3)} | {f"column{n}": [(n, 0), (n, 1), (n, 2)] for n in range(3)}


def number(card):
    """Returns the number of a number card, otherwise None."""
    return int(card[1]) if card[0] != "W" and card[1].isdigit() else None


def is_wild_number(card):
    """GR-8: a Wild or Wild Draw Four may stand for any number."""
    return card in ("W", "W4")


def is_action(card, action):
    return card[0] != "W" and card[1:] == action


class GridReplay:
    """One game, which is one hand."""

    def __init__(self, feed, rules, deck, seats):
        feed.use(KEYS, OWNERS, seats)
        self.feed, self.rules, self.seats = feed, rules, seats
        self.draw_pile = list(deck)
        self.piles = [[] for _ in range(seats)]  # the score piles
        self.stacks = {}  # position -> cards from the bottom up
        self.filling = True

    def replay(self):
        seat = self.deal()
        while True:
            why = self.turn(seat)
            if why:
                self.end(why)
                return
            seat = (seat + 1) % self.seats

    def deal(self):
        """GR-1; returns the first seat."""
        feed = self.feed
        event = feed.take("deal", rule="GR-1")
        self.hands = [list(hand) for hand in event["hands"]]
        for seat, hand in enumerate(self.hands):
            if len(hand) != self.rules["hand_size"]:
                feed.fault("GR-1", f"seat {seat} was dealt {len(hand)} cards")
            for card in hand:
                self.from_draw_pile(card)
        if self.rules["first_seat"] not in ("random", event["first"]):
            feed.fault("GR-1", f"seat {self.rules['first_seat']} should begin, not seat {event['first']}")
        return event["first"]

    def from_draw_pile(self, card):
        if card not in self.draw_pile:
            self.feed.fault("GR-1", f"{card!a} is not in the draw pile")
        self.draw_pile.remove(card)

    def draw(self, seat, due, why, rule):
        """GR-2, GR-6, GR-7: draws cards, without an event if the pile is empty (GR-3). Returns False if the pile was short."""
        count = min(due, len(self.draw_pile))
        if count:
            event = self.feed.take("draw", rule=rule, seat=seat, why=why)
            if len(event["cards"]) != count:
                self.feed.fault(rule, f"seat {seat} draws {count} cards here, not {len(event['cards'])}")
            for card in event["cards"]:
                self.from_draw_pile(card)
                self.hands[seat].append(card)
        return count == due

    def turn(self, seat):
        """GR-2, GR-3: one turn; returns why the game ended in it, or None."""
        feed = self.feed
        if not self.draw(seat, 1, "turn", "GR-2"):
            return "deck"
        event = feed.take("place", "reverse", "lay", "score", "pass", rule="GR-2", seat=seat)
        name, card = event["event"], event.get("card")
        if name == "pass":
            if self.can_move(seat):
                feed.fault("GR-2", "a seat that can move may not pass")
            return None
        if self.filling and name != "place":
            feed.fault("GR-4", "while the Grid is being filled, placing is the only move")
        if card is not None and card not in self.hands[seat]:
            rule = {"place": "GR-4", "reverse": "GR-5", "lay": "GR-6"}[name]
            feed.fault(rule, f"seat {seat} does not hold {card!a}")
        due = 0
        if name == "place":
            self.place(seat, card, tuple(event["at"]))
        elif name == "reverse":
            self.reverse(seat, card, event["line"])
        elif name == "lay":
            due = self.lay(seat, card)
        else:
            self.score(seat, event["line"], event["cards"])
        if not self.hands[seat]:
            return "out"  # at once, so that a last Draw Two draws nothing (GR-3)
        if due and not self.draw(seat, due, {2: "draw-two", 4: "draw-four"}[due], {2: "GR-6", 4: "GR-7"}[due]):
            return "deck"
        return None

    def can_move(self, seat):
        """GR-2: whether any of GR-4 to GR-8 is possible."""
        hand = self.hands[seat]
        if any(number(card) is not None or is_action(card, "S") for card in hand):
            return True
        if self.filling:
            return False
        if any(is_action(card, "R") or is_action(card, "D2") or card == "W4" for card in hand):
            return True
        return any(self.can_score(hand, line) for line in LINES)

    def numbers(self, line):
        """Returns the top numbers of a line, in the order of its positions."""
        tops = [self.stacks[position][-1] for position in LINES[line]]
        return [number(card) for card in tops if number(card) is not None]

    def can_score(self, hand, line):
        """GR-8: whether a hand has the numbers of the line, with wilds for missing ones."""
        needed = self.numbers(line)
        lacking = Counter(needed) - Counter(number(card) for card in hand)
        return bool(needed) and lacking.total() <= sum(is_wild_number(card) for card in hand)

    def place(self, seat, card, at):
        """GR-4: a number card or Skip into the Grid."""
        feed = self.feed
        if number(card) is None and not is_action(card, "S"):
            feed.fault("GR-4", f"{card} cannot be placed")
        if not self.filling:
            if at not in self.stacks:
                feed.fault("GR-4", f"there is no position {list(at)}")
        elif not self.stacks:
            if at != (0, 0):
                feed.fault("GR-4", "positions are counted from the first card, which is [0, 0]")
        else:
            if at in self.stacks:
                feed.fault("GR-4", f"position {list(at)} is not empty")
            if not any(abs(at[0] - x) <= 1 and abs(at[1] - y) <= 1 for x, y in self.stacks):
                feed.fault("GR-4", f"position {list(at)} is not next to a card")
            columns, rows = zip(at, *self.stacks)
            if max(columns) - min(columns) > 2 or max(rows) - min(rows) > 2:
                feed.fault("GR-4", f"with position {list(at)} the cards fit into no square of three by three")
        self.hands[seat].remove(card)
        self.stacks.setdefault(at, []).append(card)
        if self.filling and len(self.stacks) == 9:
            left, top = min(x for x, _ in self.stacks), min(y for _, y in self.stacks)
            self.stacks = {(x - left, y - top): cards for (x, y), cards in self.stacks.items()}
            self.filling = False

    def line(self, line, rule):
        if line not in LINES:
            self.feed.fault(rule, f"{line!a} is not a line")
        return LINES[line]

    def reverse(self, seat, card, line):
        """GR-5: the two ends of a line change places, whole stacks."""
        if not is_action(card, "R"):
            self.feed.fault("GR-5", f"{card} is not a Reverse")
        near, _, far = self.line(line, "GR-5")
        self.stacks[near], self.stacks[far] = self.stacks[far], self.stacks[near]
        self.hands[seat].remove(card)
        self.piles[seat].append(card)

    def lay(self, seat, card):
        """GR-6, GR-7: into the score pile; returns how many cards the seat draws for it."""
        if not is_action(card, "D2") and card != "W4":
            self.feed.fault("GR-6", f"{card} cannot be laid into the score pile")
        self.hands[seat].remove(card)
        self.piles[seat].append(card)
        return 4 if card == "W4" else 2

    def score(self, seat, line, cards):
        """GR-8: a card for each number of the line goes into the score pile; the Grid stays."""
        feed, hand = self.feed, self.hands[seat]
        self.line(line, "GR-8")
        needed = self.numbers(line)
        if not needed:
            feed.fault("GR-8", f"{line} has no number on top")
        if len(cards) != len(needed):
            feed.fault("GR-8", f"{line} asks for {len(needed)} cards, not {len(cards)}")
        for wanted, card in zip(needed, cards):
            if card not in hand:
                feed.fault("GR-8", f"seat {seat} does not hold {card!a}")
            if number(card) != wanted and not is_wild_number(card):
                feed.fault("GR-8", f"{card} cannot stand for {wanted}")
            hand.remove(card)
            self.piles[seat].append(card)

    def end(self, why):
        """GR-3, GR-9: the end of the game."""
        feed = self.feed
        event = feed.take("game-end", rule="GR-3", why=why)
        for key, lists in (("hands", self.hands), ("piles", self.piles)):
            for seat in range(self.seats):
                if Counter(event[key][seat]) != Counter(lists[seat]):
                    feed.fault("GR-9", f"{key} of seat {seat} are {lists[seat]}, not {ascii(event[key][seat])}")
        values = [[sum(number(card) or 0 for card in cards) for cards in lists] for lists in (self.piles, self.hands)]
        scores = [won - lost for won, lost in zip(*values)]
        if event["scores"] != scores:
            feed.fault("GR-9", f"the scores are {scores}, not {event['scores']}")
        winners = [seat for seat in range(self.seats) if scores[seat] == max(scores)]
        if sorted(event["winners"]) != winners:
            feed.fault("GR-9", f"the winners are {winners}, not {event['winners']}")
