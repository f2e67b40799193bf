"""Replay of the shedding family (Power Grab, Green Lantern, classic) against RULES.md: PG-1 to PG-17, GL-1 to GL-5, house rules.

The replay walks through a game as the rules tell it and takes from the trace, at each point, the event that has to stand
there or one that may. Nothing is searched or stored beyond lists of card texts.
"""

from collections import Counter

COLOURS = "RYGB"

KEYS = {
    "round": {"round": "count", "dealer": "seat", "hands": "hands", "returned": "count", "upcard": "text"},
    "colour": {"seat": "seat", "colour": "text"},
    "play": {"seat": "seat", "card": "text", "drawn": "bool", "colour": "text?"},
    "give": {"seat": "seat", "to": "seat", "cards": "texts"},
    "claim": {"seat": "seat", "tower": "text", "from": "seat-or-null"},
    "instant-uno": {"seat": "seat", "kept": "text", "discarded": "texts"},
    "uno": {"seat": "seat"},
    "caught": {"seat": "seat", "by": "seat"},
    "block": {"seat": "seat", "tower": "text"},
    "challenge": {"seat": "seat", "against": "seat", "guilty": "bool"},
    "draw": {"seat": "seat", "cards": "texts", "why": "text"},
    "reshuffle": {"cards": "count"},
    "miss": {"seat": "seat"},
    "pass": {"seat": "seat"},
    "swap": {"seat": "seat", "to": "seat"},
    "rotate": {},
    "round-end": {"winner": "seat-or-null", "why": "text", "hands": "hands", "points": "ints", "scores": "ints"},
    "game-end": {"winners": "seats", "why": "text", "scores": "ints"},
}
# Events that need the permission of a rule, which they break in any other place.
OWNERS = {
    "colour": "PG-5", "give": "GL-4", "claim": "PG-8", "instant-uno": "PG-11", "uno": "PG-12", "caught": "PG-12",
    "block": "PG-9", "challenge": "PG-10", "reshuffle": "PG-14",
    "swap": "HR-5", "rotate": "HR-5",
}
# The rule that each of these events breaks in the place of a turn.
INSTEAD_OF_TURN = {"miss": "PG-7", "round-end": "PG-15", "game-end": "PG-16"}
# Cards that make the next seat draw: the number of cards, and the `why` of that draw (PG-7, PG-10).
DRAW_CARDS = {"D1": (1, "draw-one"), "D2": (2, "draw-two"), "W4": (4, "draw-four")}


def kind(card):
    """Returns what a card matches by: its digit, its action (`D1`, `S`, ...), or the whole text of a wild. Icons do not count."""
    if card[0] == "W":
        return card
    return card[1] if card[1].isdigit() else card[1:]


def is_wild(card):
    return card[0] == "W"


def goes_back(card, rules):
    """PG-5, HR-6: whether the card goes back into the draw pile when it is turned up at the start."""
    return card == "W4" or (rules["upcard"] == "number" and not kind(card).isdigit())


class SheddingReplay:
    """One game, round by round."""

    def __init__(self, feed, rules, deck, deck_rule, seats, random_seats):
        feed.use(KEYS, OWNERS, seats)
        self.feed, self.rules, self.deck, self.deck_rule, self.seats = feed, rules, deck, deck_rule, seats
        self.random_seats = random_seats  # the seats whose policy is checked too
        self.scores = [0] * seats

    # --- the game and its rounds ---

    def replay(self):
        """PG-16: rounds until a seat reaches the target, or until `max_rounds`."""
        dealer = winner = None
        for number in range(self.rules["max_rounds"]):
            dealer, winner = self.play_round(number, dealer, winner)
            if max(self.scores) >= self.rules["target_score"]:
                break
        winners, why = [], "max-rounds"
        if max(self.scores) >= self.rules["target_score"]:
            why = "target"
            best = min(self.scores) if self.rules["scoring"] == "own" else max(self.scores)
            winners = [seat for seat in range(self.seats) if self.scores[seat] == best]
        event = self.feed.take("game-end", rule="PG-16", why=why, scores=self.scores)
        if sorted(event["winners"]) != winners:
            self.feed.fault("PG-16", f"the winners are {winners}, not {event['winners']}")

    def play_round(self, number, last_dealer, last_winner):
        """Replays one round, and returns its dealer and its winner."""
        dealer = self.deal(number, last_dealer, last_winner)
        seat = self.open_round(dealer)
        self.winner = None
        self.turns = idle = 0  # idle: turns in succession without a card drawn or played (PG-15)
        self.stack, self.stacked_on = 0, None  # HR-1: the cards that the stack makes a seat draw; the next card on it
        while True:
            self.turns += 1
            next_seat, moved = self.turn(seat)
            self.colour_only = False  # PG-5: ends with the turn of the first seat
            idle = 0 if moved else idle + 1
            if self.winner is not None:
                self.end_round("PG-13", ("out",))
                return dealer, self.winner
            reasons = ["deadlock"] if idle == self.seats else []
            if self.turns == self.rules["max_turns"]:
                reasons.append("max-turns")
            if reasons:  # if both apply, PG-15 does not say which one the event names
                self.end_round("PG-15", reasons)
                return dealer, None
            seat = next_seat

    def deal(self, number, last_dealer, last_winner):
        """PG-3, PG-4: dealer, hands and upcard; together with the draw pile they are the deck. Returns the dealer."""
        feed = self.feed
        event = feed.take("round", rule="PG-16", round=number)
        dealer = event["dealer"]
        if number == 0:
            due = self.rules["first_dealer"]
        elif last_winner is None or self.rules["next_dealer"] == "left":
            due = (last_dealer + 1) % self.seats
        else:
            due = last_winner if self.rules["next_dealer"] == "winner" else "random"
        if due not in ("random", dealer):
            feed.fault("PG-3", f"seat {due} should deal, not seat {dealer}")
        self.hands = [list(hand) for hand in event["hands"]]
        for seat, hand in enumerate(self.hands):
            if len(hand) != self.rules["hand_size"]:
                feed.fault("PG-4", f"seat {seat} was dealt {len(hand)} cards")
        self.pile = list(self.deck)
        for card in sum(self.hands, []):
            self.from_pile(card)
        if event["returned"] and not any(goes_back(card, self.rules) for card in self.pile):
            feed.fault("PG-5", "no card was left that is turned up and returned")
        self.from_pile(event["upcard"])
        self.discards = [event["upcard"]]
        self.direction = 1
        self.towers = dict.fromkeys(self.rules["towers"])  # by tower: the seat that holds it, or None
        return dealer

    def open_round(self, dealer):
        """PG-5, GL-3: the effect of the upcard; returns the seat that takes the first turn."""
        feed, upcard, first = self.feed, self.discards[-1], (dealer + 1) % self.seats
        self.colour = upcard[0]
        self.colour_only = kind(upcard) == "G2"
        if upcard == "W4":
            feed.fault("PG-5", "a Wild Draw Four cannot stay as the upcard")
        if goes_back(upcard, self.rules):
            feed.fault("HR-6", f"{upcard} cannot stay as the upcard, for it is no number")
        if self.rules["upcard"] == "plain" and not is_wild(upcard):
            self.colour_only = False
            return first
        if is_wild(upcard):
            event = feed.take("colour", rule="PG-5", seat=first)
            self.colour = self.named_colour(event["colour"], "PG-5")
        elif kind(upcard) == "R":
            self.direction = -1
            return dealer
        elif kind(upcard) == "S":
            feed.take("miss", rule="PG-5", seat=first)
            return self.after(first)
        elif kind(upcard) in DRAW_CARDS:
            self.draw(first, DRAW_CARDS[kind(upcard)][0], "upcard", "PG-5")
            if self.rules["opening_draw_skips"]:
                feed.take("miss", rule="PG-5", seat=first)
                return self.after(first)
        return first

    def end_round(self, rule, reasons):
        """PG-13, PG-15, PG-16: the end of the round and its points."""
        feed = self.feed
        event = feed.take("round-end", rule=rule, winner=self.winner)
        if event["why"] not in reasons:
            feed.fault(rule, f"the round ended by {' or '.join(reasons)}, not by {event['why']!a}")
        for seat, hand in enumerate(event["hands"]):
            if Counter(hand) != Counter(self.hands[seat]):
                feed.fault("PG-16", f"seat {seat} holds {self.hands[seat]}, not {ascii(hand)}")
        left = [sum(self.value(card) for card in hand) for hand in self.hands]
        points = [0] * self.seats
        if self.winner is not None:
            if self.rules["scoring"] == "own":
                points = left
            else:
                points[self.winner] = sum(left)
        self.scores = [score + more for score, more in zip(self.scores, points)]
        for key, due in (("points", points), ("scores", self.scores)):
            if event[key] != due:
                feed.fault("PG-16", f"the {key} are {due}, not {event[key]}")

    def value(self, card):
        """PG-16, GL-5: the points of one card."""
        return int(kind(card)) if kind(card).isdigit() else self.rules["points"][kind(card)]

    # --- helpers ---

    def after(self, seat):
        return (seat + self.direction) % self.seats

    def from_pile(self, card):
        """Takes a card out of the draw pile, which checks that the deck is conserved."""
        if card not in self.pile:
            self.feed.fault(self.deck_rule, f"{card!a} is not in the draw pile")
        self.pile.remove(card)

    def named_colour(self, colour, rule):
        if len(colour) != 1 or colour not in COLOURS:
            self.feed.fault(rule, f"{colour!a} is not a colour")
        return colour

    def playable(self, card):
        """PG-6, with the restriction of PG-5 after a Grab-2-Towers upcard."""
        if is_wild(card) or card[0] == self.colour:
            return True
        return not self.colour_only and kind(card) == kind(self.discards[-1])

    def honest(self, hand, colour):
        """PG-10: whether the hand has no card of the colour that was in force."""
        return all(card[0] != colour for card in hand)

    def playable_honestly(self, card, hand):
        """Whether the `random` bot may play the card: a Wild Draw Four only if it is honest."""
        return self.playable(card) and (card != "W4" or self.honest(hand, self.colour))

    def playable_at_all(self, card, hand):
        """PG-6 and, if bluffs are forbidden, HR-4: whether the card may be played. `hand` is the hand with or without the card."""
        return self.playable(card) and (self.rules["bluff"] or card != "W4" or self.honest(hand, self.colour))

    def policy(self, seat, broken, message):
        """Raises a fault if `broken`: a seat whose policy is checked departed from it."""
        if broken and seat in self.random_seats:
            self.feed.fault("BOT", f"seat {seat} is random, and {message}")

    def draw(self, seat, due, why, rule):
        """PG-14: draws `due` cards, or those that there are, with the reshuffles in between, and returns them.

        HR-2: if `due` is None, draws until a card can be played."""
        drawn, until_playable = [], due is None
        if self.reshuffle_due():
            self.reshuffle()
        while True:
            event = self.feed.take("draw", rule=rule, seat=seat, why=why)
            if until_playable:
                # The cards drawn before cannot be played, so they do not have the colour in force, and the hand may stay as it was.
                stops = [self.playable_at_all(card, self.hands[seat]) for card in event["cards"]] + [True]
                due = len(drawn) + (stops.index(True) + 1 if True in stops[:-1] else len(self.pile) + 1)
            count = min(due - len(drawn), len(self.pile))
            if len(event["cards"]) != count:
                rule = "HR-2" if until_playable else "PG-14" if count < due else rule
                self.feed.fault(rule, f"seat {seat} draws {count} cards here, not {len(event['cards'])}")
            for card in event["cards"]:
                self.from_pile(card)
                self.hands[seat].append(card)
                drawn.append(card)
            if self.reshuffle_due() and (len(drawn) < due or self.rules["reshuffle"] == "on-empty"):
                self.reshuffle()
            if len(drawn) == due or not self.pile:
                return drawn

    def reshuffle_due(self):
        """PG-14: whether the draw pile is empty, with discards below the top card."""
        return not self.pile and len(self.discards) > 1

    def reshuffle(self):
        """PG-14: all discards but the top card become the draw pile."""
        self.feed.take("reshuffle", rule="PG-14", cards=len(self.discards) - 1)
        self.pile, self.discards = self.discards[:-1], self.discards[-1:]

    # --- a turn ---

    def turn(self, seat):
        """PG-6: returns the seat that follows, and whether a card was drawn or played."""
        feed, hand = self.feed, self.hands[seat]
        if self.stacked_on:
            return self.lay_on_stack(seat), True
        if feed.peek() == "play":
            event = feed.take("play", rule="PG-6", seat=seat)
            if event["drawn"]:
                feed.fault("PG-6", "no card was drawn in this turn")
            return self.play(seat, event), True
        if feed.peek() != "draw" and not self.reshuffle_due():
            feed.unexpected(("play", "draw"), INSTEAD_OF_TURN.get(feed.peek(), "PG-6"))
        could = [card for card in hand if self.playable_honestly(card, hand)]
        until_playable = self.rules["draw"] == "until-playable"
        drawn = self.draw(seat, None if until_playable else 1, "turn", "HR-2" if until_playable else "PG-6")
        self.forced(could, f"seat {seat} draws although it has to play one of {could}")
        self.policy(seat, could, f"drew although it could play {could}")
        forced = drawn and self.playable_honestly(drawn[-1], hand)
        if feed.peek() != "play":
            feed.take("pass", rule="PG-6", seat=seat)
            self.forced(forced, f"seat {seat} has to play the {drawn[-1:]} that it drew")
            self.policy(seat, forced, f"passed with {drawn} just drawn")
            return self.after(seat), bool(drawn)
        event = feed.take("play", rule="PG-6", seat=seat)
        card = event["card"]
        if not drawn:
            feed.fault("PG-14", "after a draw that gave nothing the seat passes")
        self.forced(forced and not event["drawn"], f"seat {seat} has to play the {drawn[-1:]} that it drew")
        if event["drawn"]:
            if card != drawn[-1]:
                feed.fault("PG-6", f"{card!a} is not the card drawn")
        elif not self.rules["wild_after_draw"] or not card or not is_wild(card):
            feed.fault("PG-6", f"after drawing, {card!a} cannot be played from the hand")
        elif hand.count(card) == drawn.count(card):
            feed.fault("PG-6", f"the only {card} is the card drawn")
        return self.play(seat, event), True

    def forced(self, broken, message):
        """HR-3: a card that may be played, other than a bluff, has to be played."""
        if broken and self.rules["force_play"]:
            self.feed.fault("HR-3", message)

    def lay_on_stack(self, seat):
        """HR-1: a draw card goes on the stack, whatever its colour; returns the seat that takes the next turn."""
        top, self.stacked_on = self.stacked_on, None
        event = self.feed.take("play", rule="HR-1", seat=seat, drawn=False)
        if not self.stackable(event["card"], top):
            self.feed.fault("HR-1", f"{event['card']!a} cannot be laid on a stack with {top} on top")
        return self.play(seat, event, on_stack=True)

    def stackable(self, card, top):
        """HR-1: whether the card may be stacked."""
        if kind(card) not in DRAW_CARDS:
            return False
        if self.rules["stack"] == "same":
            return kind(card) == top
        return DRAW_CARDS[kind(card)][0] >= DRAW_CARDS[top][0]

    def play(self, seat, event, on_stack=False):
        """PG-7: a card is played, with its effects; returns the seat that takes the next turn."""
        feed, hand, card = self.feed, self.hands[seat], event["card"]
        if card not in hand:
            feed.fault("PG-6", f"seat {seat} does not hold {card!a}")
        if not on_stack and not self.playable(card):
            rule = "PG-5" if self.colour_only and kind(card) == "G2" else "PG-6"
            feed.fault(rule, f"{card} cannot be played on {self.discards[-1]}, colour {self.colour}")
        hand.remove(card)
        self.discards.append(card)
        bluff = card == "W4" and not self.honest(hand, self.colour)
        if bluff and not self.rules["bluff"]:
            feed.fault("HR-4", "bluffs are forbidden")
        self.policy(seat, bluff, "bluffed")
        if is_wild(card) != ("colour" in event):
            feed.fault("PG-7", f"{card} {'needs' if is_wild(card) else 'has no choice of'} a colour")
        self.colour = self.named_colour(event["colour"], "PG-7") if is_wild(card) else card[0]
        if card == "WP":
            self.give_away(seat)
        if not hand:
            self.winner = seat
            self.last_card(seat, kind(card))
            return seat
        self.claim(seat, card)
        self.instant_uno(seat)
        self.call_uno(seat)
        return self.effect(seat, kind(card), bluff)

    def give_away(self, seat):
        """GL-4: all yellow cards go to other seats, one event per receiver, in any order."""
        feed, hand, receivers = self.feed, self.hands[seat], {seat}
        while any(card[0] == "Y" for card in hand):
            event = feed.take("give", rule="GL-4", seat=seat)
            if event["to"] in receivers:
                feed.fault("GL-4", f"seat {event['to']} cannot receive here")
            receivers.add(event["to"])
            if not event["cards"]:
                feed.fault("GL-4", "nothing is given")
            for card in event["cards"]:
                if card not in hand or card[0] != "Y":
                    feed.fault("GL-4", f"seat {seat} cannot give {card!a}")
                hand.remove(card)
                self.hands[event["to"]].append(card)

    def claim(self, seat, card):
        """PG-8: towers claimed by an icon, a Wild Grab-A-Tower or a Grab-2-Towers."""
        free = [tower for tower in self.towers if self.towers[tower] != seat]
        if kind(card).isdigit():
            free = [tower for tower in free if tower in card[2:]]
        wanted = {"WT": 1, "G2": 2}.get(kind(card), len(card[2:]) if kind(card).isdigit() else 0)
        for _ in range(min(wanted, len(free))):
            event = self.feed.take("claim", rule="PG-8", seat=seat)
            tower = event["tower"]
            if tower not in free:
                self.feed.fault("PG-8", f"tower {tower!a} cannot be claimed with {card} here")
            if event["from"] != self.towers[tower]:
                self.feed.fault("PG-8", f"tower {tower} was with {self.towers[tower]}, not with {event['from']}")
            free.remove(tower)
            self.towers[tower] = seat

    def instant_uno(self, seat):
        """PG-11: with all four towers the seat may keep one card only."""
        if not self.rules["instant_uno"] or len(self.towers) < 4 or set(self.towers.values()) != {seat}:
            return
        if self.feed.peek() != "instant-uno":
            self.policy(seat, True, "did not take Instant UNO")
            return
        hand = self.hands[seat]
        event = self.feed.take("instant-uno", rule="PG-11", seat=seat)
        if Counter(event["discarded"] + [event["kept"]]) != Counter(hand):
            self.feed.fault("PG-11", f"kept and discarded are not the hand {hand}")
        self.discards[-1:-1] = event["discarded"]
        hand[:] = [event["kept"]]
        self.towers = dict.fromkeys(self.towers)

    def call_uno(self, seat):
        """PG-12: a seat with one card left must call UNO; otherwise the first seat that notices makes it draw 2."""
        if len(self.hands[seat]) != 1:
            return
        if self.feed.peek() == "uno":
            self.feed.take("uno", rule="PG-12", seat=seat)
            return
        self.policy(seat, True, "did not call UNO")
        catcher = None
        if self.feed.peek() == "caught":
            catcher = self.feed.take("caught", rule="PG-12", seat=seat)["by"]
            if catcher == seat:
                self.feed.fault("PG-12", "a seat cannot catch itself")
        other = self.after(seat)
        while other not in (seat, catcher):
            self.policy(other, True, f"did not catch seat {seat}")
            other = self.after(other)
        if catcher is not None:
            self.draw(seat, 2, "uno", "PG-12")

    # --- the effect of a card on the next seat ---

    def blocks(self, seat, card_kind):
        """PG-9: whether the seat blocks; if there is a `block`, whether it may."""
        holds = [tower for tower, owner in self.towers.items() if owner == seat]
        usable = [tower for tower in holds if card_kind in self.rules["protects"].get(tower, [])]
        if self.feed.peek() != "block":
            self.policy(seat, usable, f"did not block {card_kind}")
            return False
        event = self.feed.take("block", rule="PG-9", seat=seat)
        if event["tower"] not in usable:
            self.feed.fault("PG-9", f"seat {seat} cannot block {card_kind} with tower {event['tower']!a}")
        return True

    def last_card(self, seat, card_kind):
        """PG-13, HR-1: the draw of the next seat after a last Draw One, Draw Two or Wild Draw Four, with the stack below it. No seat
        misses a turn."""
        if card_kind not in DRAW_CARDS:
            return
        target = self.after(seat)
        if self.rules["block_last"] and self.blocks(target, card_kind):
            return
        count, why = DRAW_CARDS[card_kind]
        self.draw(target, self.stack + count, why, "PG-13")

    def effect(self, seat, card_kind, bluff):
        """PG-7 step 5, PG-9, PG-17, HR-5: returns the seat that takes the next turn."""
        feed = self.feed
        if card_kind == "R":
            self.direction = -self.direction
            if self.seats == 2 and self.rules["two_player_reverse"] == "skip":
                feed.take("miss", rule="PG-17", seat=self.after(seat))
                return seat
        if self.rules["seven_zero"] and card_kind in ("7", "0"):
            self.move_hands(seat, card_kind)
        target = self.after(seat)
        if card_kind in DRAW_CARDS:
            self.stack += DRAW_CARDS[card_kind][0]
            return self.answer_draw_card(seat, target, card_kind, bluff)
        if card_kind != "S" or self.blocks(target, card_kind):
            return target
        feed.take("miss", rule="PG-7", seat=target)
        return self.after(target)

    def move_hands(self, seat, card_kind):
        """HR-5: a 7 exchanges two hands, a 0 moves each hand to the next seat."""
        if card_kind == "0":
            self.feed.take("rotate", rule="HR-5")
            self.hands = [self.hands[(to - self.direction) % self.seats] for to in range(self.seats)]
            return
        to = self.feed.take("swap", rule="HR-5", seat=seat)["to"]
        if to == seat:
            self.feed.fault("HR-5", "a seat cannot exchange hands with itself")
        self.hands[seat], self.hands[to] = self.hands[to], self.hands[seat]

    def answer_draw_card(self, seat, target, card_kind, bluff):
        """PG-9, PG-10, HR-1: the answer of the seat that a draw card acts on; returns the seat that takes the next turn."""
        feed = self.feed
        if self.blocks(target, card_kind):
            self.stack = 0
            return target
        if self.rules["stack"] != "none" and self.turns < self.rules["max_turns"]:
            if feed.peek() == "play":
                self.stacked_on = card_kind
                return target
            could = [card for card in self.hands[target] if self.stackable(card, card_kind)]
            could = [card for card in could if card != "W4" or self.honest(self.hands[target], self.colour)]
            self.policy(target, could, f"did not stack one of {could}")
        due, self.stack = self.stack, 0
        rule = "PG-10" if card_kind == "W4" else "PG-7"
        if card_kind == "W4" and feed.peek() == "challenge":
            feed.take("challenge", rule="PG-10", seat=target, against=seat, guilty=bluff)
            if not self.rules["challenge"]:
                feed.fault("HR-4", "challenges are forbidden")
            if bluff:
                self.draw(seat, due, "challenge-guilty", "PG-10")
                return target
            self.draw(target, due + 2, "challenge-lost", "PG-10")
        else:
            self.draw(target, due, DRAW_CARDS[card_kind][1], rule)
        feed.take("miss", rule=rule, seat=target)
        return self.after(target)
