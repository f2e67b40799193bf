"""Tests of the referee on plays of the shedding family, traces right and doctored."""

import unittest

from trace_kit import RefereeTest, changed, claim, draw, event, inserted, miss, pass_, play, scene, uno, with_rules, without, won


class TurnTest(RefereeTest):
    HANDS = ["R1 B9 W4", "Y8 G9 WT"]

    def one(self, *events, left=None, **options):
        return scene(self.HANDS, "R9", 1, events, left or self.HANDS, **options)

    def test_turn(self):
        self.ok(self.one(play(0, "R1"), left=["B9 W4", self.HANDS[1]]))
        self.ok(self.one(play(0, "B9"), left=["R1 W4", self.HANDS[1]]))
        self.bad(self.one(play(1, "G9")), "PG-6", 3)
        self.bad(self.one(play(0, "G9")), "PG-6", 3)
        self.bad(self.one(pass_(0)), "PG-6", 3)
        self.bad(self.one(play(0, "R1", "R")), "PG-7", 3)
        self.bad(self.one(play(0, "W4")), "PG-7", 3)
        self.bad(self.one(play(0, "W4", "W")), "PG-7", 3)
        self.bad(self.one(play(0, "R1", drawn=True)), "PG-6", 3)
        self.bad(self.one(play(0, "R1"), left=self.HANDS), "PG-16", 4)
        self.bad(self.one(draw(0, "R2!", "upcard"), pass_(0)), "PG-6", 3)
        self.bad(self.one(draw(0, "R2!")), "PG-6", 4)
        self.bad(self.one(miss(0)), "PG-7", 3)
        self.bad(self.one(uno(0), pass_(0)), "PG-12", 3)
        self.bad(scene(["R1 B8", "Y1 Y2"], "R9", 1, [play(0, "B8")], ["R1", "Y1 Y2"]), "PG-6", 3)

    def test_drawn_card(self):
        left = ["R1 B9 W4", self.HANDS[1]]
        self.ok(self.one(draw(0, "R3U"), play(0, "R3U", drawn=True), claim(0, "U"), left=left))
        self.ok(self.one(draw(0, "R3U"), pass_(0), left=["R1 B9 W4 R3U", left[1]]))
        self.bad(self.one(draw(0, "R3U"), play(0, "R3U"), claim(0, "U"), left=left), "PG-6", 4)
        self.bad(self.one(draw(0, "R3U"), play(0, "R1", drawn=True), left=left), "PG-6", 4)
        self.bad(self.one(draw(0, "R3U"), play(0, "R1"), left=left), "PG-6", 4)
        self.bad(self.one(draw(0, "B3U"), play(0, "B3U", drawn=True), claim(0, "U"), left=left), "PG-6", 4)
        self.bad(self.one(draw(0, "R3U R5"), pass_(0), left=left), "PG-6", 3)
        four = [draw(1, "B1 B2 B3 B4", "draw-four"), miss(1)]
        after = ["R1 B9 G1", "Y8 G9 WT B1 B2 B3 B4"]
        self.ok(self.one(draw(0, "G1"), play(0, "W4", "G"), *four, left=after, wild_after_draw=True))
        self.bad(self.one(draw(0, "G1"), play(0, "W4", "G"), *four, left=after), "PG-6", 4)
        self.bad(self.one(draw(0, "G1"), play(0, "R1"), left=after, wild_after_draw=True), "PG-6", 4)
        self.ok(self.one(draw(0, "W4"), play(0, "W4", "G"), *four, left=["R1 B9 W4", after[1]], wild_after_draw=True))

    def test_effects(self):
        hands = ["RD1 RD2 RS R4", "Y4 Y4N Y5 YR", "B1 B2 B3 B4"]
        mine, yours, theirs = hands
        one = scene(hands, "R9", 1, [play(0, "RD1"), draw(1, "G1", "draw-one"), miss(1)], ["RD2 RS R4", yours + " G1", theirs])
        two = scene(hands, "R9", 1, [play(0, "RD2"), draw(1, "G1 G2!", "draw-two"), miss(1)],
                    ["RD1 RS R4", yours + " G1 G2!", theirs])
        skip = scene(hands, "R9", 2, [play(0, "RS"), miss(1), draw(2, "B9"), pass_(2)], ["RD1 RD2 R4", yours, theirs + " B9"])
        for trace in (one, two, skip):
            self.ok(trace)
        self.bad(changed(two, 3, cards=["G1"]), "PG-7", 4)
        self.bad(changed(two, 3, seat=2), "PG-7", 4)
        self.bad(changed(two, 3, why="draw-one"), "PG-7", 4)
        self.bad(without(two, 4), "PG-7", 5)
        self.bad(without(two, 3), "PG-7", 4)
        self.bad(changed(two, 4, seat=2), "PG-7", 5)
        self.bad(without(skip, 3), "PG-7", 4)
        self.bad(changed(skip, 4, seat=0), "PG-6", 5)
        self.bad(inserted(one, 3, play(1, "Y4")), "PG-7", 4)


class ReverseTest(RefereeTest):
    def test_reverse(self):
        hands = ["RR R4", "Y4 Y5", "B1 B2"]
        right = scene(hands, "R9", 2, [play(0, "RR"), uno(0), draw(2, "B9"), pass_(2)], ["R4", "Y4 Y5", "B1 B2 B9"])
        self.ok(right)
        self.bad(changed(right, 4, seat=1), "PG-6", 5)

    def test_two_players(self):
        hands = ["RR R4 R4N", "Y4 Y5 Y6"]
        turn = scene(hands, "R9", 2, [play(0, "RR"), draw(1, "B9"), pass_(1)], ["R4 R4N", hands[1] + " B9"])
        skip = scene(hands, "R9", 2, [play(0, "RR"), miss(1), play(0, "R4"), uno(0)], ["R4N", hands[1]], two_player_reverse="skip")
        self.ok(turn)
        self.ok(skip)
        self.bad(with_rules(turn, two_player_reverse="skip"), "PG-17", 4)
        self.bad(with_rules(skip, two_player_reverse="turn"), "PG-7", 4)
        deck = {"RR": 2, "R1": 2, "R3U": 2, "Y1": 6, "R9": 1}
        events = [draw(0, "Y1"), pass_(0), play(1, "R3U"), claim(1, "U"), play(0, "RR"), miss(1)]
        missed = scene(["RR Y1 Y1", "R3U Y1 Y1"], "R9", 3, events, ["Y1 Y1 Y1", "Y1 Y1"], deck=deck, protects={"U": ["R"]},
                       two_player_reverse="skip")
        self.ok(missed)
        self.bad(inserted(missed, 7, event("block", seat=1, tower="U")), "PG-9", 8)


class TowerTest(RefereeTest):
    HANDS = ["R3U R5 R6 WT", "RD1 RG2 Y1 Y2", "G1 G2 G3U G4"]
    EVENTS = [
        play(0, "R3U"), claim(0, "U"), play(1, "RG2"), claim(1, "U", 0), claim(1, "N"), draw(2, "G6!"), pass_(2),
        play(0, "WT", "R"), claim(0, "U", 1), play(1, "RD1"), draw(2, "G7", "draw-one"), miss(2),
    ]
    LEFT = ["R5 R6", "Y1 Y2", "G1 G2 G3U G4 G6! G7"]

    def test_claims(self):
        trace = scene(self.HANDS, "R9", 5, self.EVENTS, self.LEFT)
        self.ok(trace)
        self.bad(without(trace, 3), "PG-8", 4)
        self.bad(without(trace, 6), "PG-8", 7)
        self.bad(inserted(trace, 7, claim(1, "O")), "PG-8", 8)
        self.bad(changed(trace, 3, tower="N"), "PG-8", 4)
        self.bad(changed(trace, 3, from_=1), "PG-8", 4)
        self.bad(changed(trace, 6, tower="U"), "PG-8", 7)
        self.bad(changed(trace, 6, tower="X"), "PG-8", 7)
        self.bad(changed(trace, 10, from_=None), "PG-8", 11)
        self.bad(changed(trace, 10, seat=1), "PG-8", 11)
        self.bad(with_rules(trace, towers="NO!"), "PG-8", 4)
        self.bad(changed(trace, 0, ruleset="classic"), "TRACE", 1)

    def test_icon_of_own_tower(self):
        hands = ["R3U G3U R7", "Y1 Y2 Y3"]
        events = [play(0, "R3U"), claim(0, "U"), draw(1, "B1"), pass_(1), play(0, "G3U"), uno(0)]
        trace = scene(hands, "R9", 3, events, ["R7", "Y1 Y2 Y3 B1"])
        self.ok(trace)
        self.bad(inserted(trace, 7, claim(0, "U", 0)), "PG-8", 8)

    def test_too_few_towers(self):
        hands = ["RG2 R1 R2!", "Y1 Y2 Y3"]
        self.ok(scene(hands, "R9", 1, [play(0, "RG2"), claim(0, "N")], ["R1 R2!", hands[1]], towers="N"))
        self.ok(scene(hands, "R9", 1, [play(0, "R2!")], ["R1 RG2", hands[1]], towers="N"))

    def blocked(self, **options):
        hands = ["R3U R5 R6", "RD1 RS R1"]
        events = [play(0, "R3U"), claim(0, "U"), play(1, "RD1"), event("block", seat=0, tower="U"), play(0, "R5"), uno(0)]
        return scene(hands, "R9", 3, events, ["R6", "RS R1"], **options)

    def test_block(self):
        trace = self.blocked()
        self.ok(trace)
        self.bad(changed(trace, 5, tower="N"), "PG-9", 6)
        self.bad(changed(trace, 5, seat=1), "PG-9", 6)
        self.bad(changed(trace, 4, card="RS"), "PG-9", 6)
        self.bad(without(trace, 5), "PG-7", 6)
        self.bad(inserted(trace, 6, miss(0)), "PG-7", 7)
        self.bad(inserted(trace, 4, event("block", seat=1, tower="U")), "PG-9", 5)
        self.bad(self.blocked(protects={"U": []}), "PG-9", 6)
        self.bad(self.blocked(protects={}), "PG-9", 6)
        self.ok(self.blocked(protects={"U": ["S", "D1"]}))

    def test_block_of_the_last_card(self):
        hands = ["R3U R5", "RD1 R1"]
        events = [play(0, "R3U"), claim(0, "U"), uno(0), play(1, "R1"), uno(1), draw(0, "G1"), pass_(0), play(1, "RD1")]
        block = [event("block", seat=0, tower="U")]
        trace = won(hands, "R9", events + block, ["R5 G1", ""], 1, [0, 6])
        drawn = won(hands, "R9", events + [draw(0, "G2", "draw-one")], ["R5 G1 G2", ""], 1, [0, 8])
        self.ok(trace)
        self.ok(drawn)
        self.ok(with_rules(drawn, block_last=False))
        self.bad(with_rules(trace, block_last=False), "PG-9", 11)
        self.bad(inserted(drawn, 11, miss(0)), "PG-13", 12)
        self.bad(without(drawn, 10), "PG-13", 11)
        self.bad(changed(drawn, 10, cards=[]), "PG-13", 11)
        self.bad(changed(drawn, 11, winner=0), "PG-13", 12)
        self.bad(changed(drawn, 11, why="deadlock"), "PG-13", 12)
        self.bad(changed(drawn, 11, points=[0, 9]), "PG-16", 12)
        self.bad(changed(drawn, 11, points=[8, 0]), "PG-16", 12)

    def test_instant_uno(self):
        hands = ["RG2 R1 R8N BG2 Y4", "G1 G1 G3 G4 G5"]
        events = [play(0, "RG2"), claim(0, "U"), claim(0, "!"), draw(1, "Y1"), pass_(1), play(0, "BG2"), claim(0, "N"),
                  claim(0, "O")]
        instant = event("instant-uno", seat=0, kept="Y4", discarded=["R8N", "R1"])
        trace = scene(hands, "R9", 3, [*events, instant, uno(0)], ["Y4", hands[1] + " Y1"])
        self.ok(trace)
        self.ok(scene(hands, "R9", 3, events, ["Y4 R1 R8N", hands[1] + " Y1"]))
        self.bad(with_rules(trace, instant_uno=False), "PG-11", 11)
        self.bad(changed(trace, 10, kept="Y5"), "PG-11", 11)
        self.bad(changed(trace, 10, discarded=["R1"]), "PG-11", 11)
        self.bad(changed(trace, 10, seat=1), "PG-11", 11)
        self.bad(inserted(trace, 5, instant), "PG-11", 6)
        declined = scene(hands, "R9", 3, events, ["Y4 R1 R8N", hands[1] + " Y1"], seats=["random", "b"])
        self.bad(declined, "BOT", None, "--bots", "random")


class DrawFourTest(RefereeTest):
    HANDS = ["R1 B9 W4", "Y8 G9 WT"]

    def one(self, upcard, *events, left, **options):
        return scene(self.HANDS, upcard, 1, [play(0, "W4", "G"), *events], left, **options)

    def test_challenge(self):
        def challenge(guilty):
            return event("challenge", seat=1, against=0, guilty=guilty)

        four, six = "G1 G2 G3 G4", "G1 G2 G3 G4 G5 G6"
        bluffed = self.one("R9", challenge(True), draw(0, four, "challenge-guilty"), left=["R1 B9 " + four, self.HANDS[1]])
        lost = self.one("Y9", challenge(False), draw(1, six, "challenge-lost"), miss(1), left=["R1 B9", self.HANDS[1] + " " + six])
        accepted = self.one("R9", draw(1, four, "draw-four"), miss(1), left=["R1 B9", self.HANDS[1] + " " + four])
        for trace in (bluffed, lost, accepted):
            self.ok(trace)
        self.bad(changed(bluffed, 3, guilty=False), "PG-10", 4)
        self.bad(changed(lost, 3, guilty=True), "PG-10", 4)
        self.bad(changed(bluffed, 4, why="draw-four"), "PG-10", 5)
        self.bad(changed(lost, 4, cards=four.split()), "PG-10", 5)
        self.bad(changed(lost, 3, against=1), "PG-10", 4)
        self.bad(without(lost, 5), "PG-10", 6)
        self.bad(inserted(bluffed, 5, miss(1)), "PG-15", 6)
        self.bad(changed(accepted, 0, seats=["random", "a"]), "BOT", 3, "--bots", "random")
        self.ok(changed(accepted, 0, seats=["random", "a"]))

    def test_no_challenge_of_the_last_card(self):
        four = draw(1, "G1 G2 G3 G4", "draw-four")
        trace = won(["W4", "R1"], "R9", [play(0, "W4", "G"), four], ["", "R1 G1 G2 G3 G4"], 0, [11, 0])
        self.ok(trace)
        self.bad(inserted(trace, 3, event("challenge", seat=1, against=0, guilty=False)), "PG-10", 4)

    def test_honest_before_the_penalty(self):
        """The cards that a catch adds to the hand do not turn an honest card into a bluff (PG-10)."""
        events = [play(0, "W4", "B"), event("caught", seat=0, by=1), draw(0, "R1 R2!", "uno"),
                  event("challenge", seat=1, against=0, guilty=False), draw(1, "G1 G2 G3 G4 G5 G6", "challenge-lost"), miss(1)]
        trace = scene(["W4 B1", "Y1 Y2"], "R9", 1, events, ["B1 R1 R2!", "Y1 Y2 G1 G2 G3 G4 G5 G6"])
        self.ok(trace)
        self.bad(changed(trace, 5, guilty=True), "PG-10", 6)


class UnoTest(RefereeTest):
    def test_uno(self):
        hands, left = ["R1 B9", "Y8 G9", "Y1 Y2"], ["B9 G1 G2", "Y8 G9", "Y1 Y2"]
        called = scene(hands, "R9", 1, [play(0, "R1"), uno(0)], ["B9", *left[1:]])
        silent = scene(hands, "R9", 1, [play(0, "R1")], ["B9", *left[1:]])
        caught = scene(hands, "R9", 1, [play(0, "R1"), event("caught", seat=0, by=2), draw(0, "G1 G2", "uno")], left)
        for trace in (called, silent, caught):
            self.ok(trace)
        self.bad(changed(called, 3, seat=1), "PG-12", 4)
        self.bad(inserted(called, 4, event("caught", seat=0, by=1)), "PG-12", 5)
        self.bad(changed(caught, 3, by=0), "PG-12", 4)
        self.bad(changed(caught, 3, seat=1), "PG-12", 4)
        self.bad(changed(caught, 4, cards=["G1"]), "PG-12", 5)
        self.bad(without(caught, 4), "PG-12", 5)
        self.bad(changed(silent, 0, seats=["random", "a", "a"]), "BOT", None, "--bots", "random")
        self.bad(changed(silent, 0, seats=["a", "a", "random"]), "BOT", None, "--bots", "random")
        self.ok(changed(caught, 0, seats=["a", "a", "random"]), "--bots", "random")
        self.bad(changed(caught, 0, seats=["a", "random", "a"]), "BOT", None, "--bots", "random")
        early = scene(["R1 B9 B8", "Y8 G9 G1"], "R9", 1, [play(0, "R1"), uno(0)], ["B9 B8", "Y8 G9 G1"])
        self.bad(early, "PG-12", 4)


class PileTest(RefereeTest):
    def test_reshuffle(self):
        """A pile of two cards; the Draw Two takes one more, and one of the three discards below it."""
        events = [
            draw(0, "B2"), pass_(0), play(1, "R1"), play(0, "R1"), play(1, "RD2"), uno(1), draw(0, "Y3", "draw-two"),
            event("reshuffle", cards=3), draw(0, "R1", "draw-two"), miss(0),
        ]
        trace = scene(["R1 B2 B2", "R1 RD2 B2"], "R1", 4, events, ["B2 B2 B2 Y3 R1", "B2"],
                      deck={"R1": 3, "B2": 4, "RD2": 1, "Y3": 1})
        self.ok(trace)
        self.ok(with_rules(trace, reshuffle="on-empty"))
        self.bad(changed(trace, 9, cards=4), "PG-14", 10)
        self.bad(without(trace, 9), "PG-14", 10)
        self.bad(changed(trace, 8, cards=[]), "PG-14", 9)
        self.bad(changed(trace, 10, cards=["RD2"]), "PG-2", 11)
        self.bad(changed(trace, 10, cards=["B2"]), "PG-2", 11)
        self.bad(changed(trace, 10, why="draw-one"), "PG-7", 11)
        self.bad(inserted(trace, 5, event("reshuffle", cards=1)), "PG-14", 6)

    def test_reshuffle_before_the_draw_of_a_turn(self):
        events = [draw(0, "B2"), pass_(0), play(1, "R1"), uno(1), event("reshuffle", cards=1), draw(0, "R1"), pass_(0)]
        trace = scene(["B2 B2", "R1 Y3"], "R1", 3, events, ["B2 B2 B2 R1", "Y3"], deck={"R1": 2, "B2": 3, "Y3": 1})
        self.ok(trace)
        self.bad(without(trace, 6), "PG-14", 7)
        self.bad(changed(trace, 6, cards=2), "PG-14", 7)
        self.bad(inserted(trace, 7, play(0, "B2")), "PG-6", 8)

    def test_on_empty(self):
        hands, left = ["R1 R1 B2", "B2 B2 B2"], ["R1 B2", "B2 B2 B2 B2"]
        shuffle = event("reshuffle", cards=1)
        early = scene(hands, "R1", 2, [play(0, "R1"), draw(1, "B2"), shuffle, pass_(1)], left,
                      deck={"R1": 3, "B2": 5}, reshuffle="on-empty")
        self.ok(early)
        self.bad(with_rules(early, reshuffle="on-need"), "PG-14", 5)
        self.bad(without(early, 4), "PG-14", 5)

    def test_deadlock(self):
        none = [draw(0, ""), pass_(0), draw(1, ""), pass_(1)]
        trace = scene(["R1 B2", "B2 B2"], "R1", 9, [draw(0, "B2"), pass_(0), draw(1, ""), pass_(1), draw(0, ""), pass_(0)],
                      ["R1 B2 B2", "B2 B2"], deck={"R1": 2, "B2": 4}, why="deadlock")
        self.ok(trace)
        self.bad(changed(trace, 8, why="max-turns"), "PG-15", 9)
        self.bad(inserted(trace, 8, draw(1, ""), pass_(1)), "PG-15", 9)
        self.bad(trace[:6] + trace[8:], "PG-15", 7)
        self.bad(without(trace, 6), "PG-6", 7)
        self.bad(trace[:5] + [play(1, "B2")] + trace[6:], "PG-14", 6)
        self.ok(scene(["R1 B2", "B2 B2"], "R1", 2, none, ["R1 B2", "B2 B2"], deck={"R1": 2, "B2": 3}, why="deadlock"))

    def test_max_turns(self):
        trace = scene(["R1 G9", "Y8 Y1"], "R9", 2, [play(0, "R1"), uno(0), draw(1, "B2!"), pass_(1)], ["G9", "Y8 Y1 B2!"])
        self.bad(with_rules(trace, max_turns=3), "PG-15", 7)
        self.bad(with_rules(trace, max_turns=1), "PG-15", 5)
        self.bad(changed(trace, 6, why="deadlock"), "PG-15", 7)
        self.bad(changed(trace, 6, winner=0), "PG-15", 7)
        self.bad(changed(trace, 6, points=[17, 0]), "PG-16", 7)


class LanternTest(RefereeTest):
    def test_power_ring(self):
        hands = ["WP Y1 Y0 R3", "G1 G2 G3 G4", "B1 B2 B3 B4"]
        gives = [event("give", seat=0, to=2, cards=["Y0"]), event("give", seat=0, to=1, cards=["Y1"])]
        trace = scene(hands, "R9", 1, [play(0, "WP", "B"), *gives, uno(0)], ["R3", hands[1] + " Y1", hands[2] + " Y0"],
                      ruleset="green-lantern")
        self.ok(trace)
        self.ok(with_rules(trace, icons="", towers="", protects={}, instant_uno=False, block_last=True))
        self.bad(with_rules(trace, towers="UNO!"), "TRACE", 1)
        self.bad(changed(trace, 0, ruleset="classic"), "GL-2", 2)
        self.bad(changed(trace, 3, to=0), "GL-4", 4)
        self.bad(changed(trace, 4, to=2), "GL-4", 5)
        self.bad(changed(trace, 4, cards=["R3"]), "GL-4", 5)
        self.bad(changed(trace, 4, cards=[]), "GL-4", 5)
        self.bad(without(trace, 4), "GL-4", 5)
        self.ok(without(trace, 5))  # UNO forgotten, and nobody noticed
        self.bad(inserted(trace, 5, event("give", seat=0, to=1, cards=["R3"])), "GL-4", 6)
        self.bad(inserted(trace, 2, event("give", seat=0, to=1, cards=["Y1"])), "GL-4", 3)

    def test_giving_the_last_cards(self):
        trace = won(["WP Y1", "G1 W"], "R9", [play(0, "WP", "B"), event("give", seat=0, to=1, cards=["Y1"])],
                    ["", "G1 W Y1"], 0, [52, 0], ruleset="green-lantern")
        self.ok(trace)
        self.bad(inserted(trace, 4, uno(0)), "PG-12", 5)
        self.bad(with_rules(trace, points={**trace[0]["rules"]["points"], "W": 20}), "PG-16", 5)

    def test_upcard(self):
        events = [event("colour", seat=0, colour="G"), play(0, "G0"), uno(0)]
        self.ok(scene(["G0 R1", "B1 B2"], "WP", 1, events, ["R1", "B1 B2"], ruleset="green-lantern"))


class BotTest(RefereeTest):
    def test_draws_only_if_nothing_is_playable(self):
        names = {"seats": ["random", "a"]}
        hands, drawn = ["R1 W4", "Y1 Y2"], [draw(0, "G1"), pass_(0)]
        trace = scene(hands, "R9", 1, drawn, ["R1 W4 G1", "Y1 Y2"], **names)
        self.ok(trace)
        self.bad(trace, "BOT", 3, "--bots", "random")
        kept = scene(["B1 B2", "Y1 Y2"], "R9", 1, [draw(0, "R1"), pass_(0)], ["B1 B2 R1", "Y1 Y2"], **names)
        self.ok(kept)
        self.bad(kept, "BOT", 4, "--bots", "random")
        self.ok(scene(["B1 B2", "Y1 Y2"], "R9", 1, [draw(0, "G1"), pass_(0)], ["B1 B2 G1", "Y1 Y2"], **names), "--bots", "random")

    def test_blocks(self):
        events = [play(0, "R3U"), claim(0, "U"), play(1, "RD1"), draw(0, "G1", "draw-one"), miss(0)]
        trace = scene(["R3U R5 R6", "RD1 RS R1"], "R9", 2, events, ["R5 R6 G1", "RS R1"], seats=["random", "a"])
        self.ok(trace)
        self.bad(trace, "BOT", None, "--bots", "random")


if __name__ == "__main__":
    unittest.main()
