"""Tests of the referee on house rules, traces right and doctored."""

import unittest

from trace_kit import RefereeTest, changed, claim, draw, event, inserted, miss, pass_, play, scene, uno, with_rules, without, won


class StackTest(RefereeTest):
    HANDS = ["RD2 R1 R3", "GD2 W4 B9", "BD2 GD1 Y5", "Y1 Y2 Y4"]

    def stack(self, *events, left, turns=3, **options):
        return scene(self.HANDS, "R9", turns, events, left, **{"stack": "same", **options})

    def test_same(self):
        drawn = draw(3, "B1 B2 B3 B4 G1 G2", "draw-two")
        right = self.stack(play(0, "RD2"), play(1, "GD2"), play(2, "BD2"), drawn, miss(3),
                           left=["R1 R3", "W4 B9", "GD1 Y5", "Y1 Y2 Y4 B1 B2 B3 B4 G1 G2"])
        self.ok(right)
        self.bad(with_rules(right, stack="none"), "PG-7", 4)
        self.bad(changed(right, 3, card="W4", colour="R"), "HR-1", 4)
        self.bad(changed(right, 3, card="B9"), "HR-1", 4)
        self.bad(changed(right, 4, card="GD1"), "HR-1", 5)
        self.bad(changed(right, 3, drawn=True), "HR-1", 4)
        self.bad(changed(right, 5, cards=["B1", "B2"]), "PG-7", 6)
        self.bad(changed(right, 5, why="draw-one"), "PG-7", 6)
        self.bad(without(right, 6), "PG-7", 7)

    def test_cross(self):
        over = self.stack(play(0, "RD2"), play(1, "W4", "Y"), draw(2, "B1 B2 B3 B4 G1 G2", "draw-four"), miss(2), turns=2, stack="cross",
                          left=["R1 R3", "GD2 B9", "BD2 GD1 Y5 B1 B2 B3 B4 G1 G2", "Y1 Y2 Y4"])
        self.ok(over)
        self.bad(with_rules(over, stack="same"), "HR-1", 4)
        self.bad(changed(over, 4, cards=["B1", "B2", "B3", "B4"]), "PG-10", 5)
        under = self.stack(play(0, "RD2"), play(1, "GD2"), play(2, "GD1"), stack="cross", left=self.HANDS)
        self.bad(under, "HR-1", 5)

    def test_last_turn(self):
        """PG-15: the last turn's card still acts, but there is no turn left to stack in."""
        hands = ["R1 R3", "GD2 W4 B9 B1 B2", "BD2 GD1 Y5", "Y1 Y2 Y4"]
        self.ok(self.stack(play(0, "RD2"), draw(1, "B1 B2", "draw-two"), miss(1), turns=1, left=hands))
        self.bad(self.stack(play(0, "RD2"), play(1, "GD2"), turns=1, left=hands), "PG-7", 4)

    def test_challenge(self):
        hands = ["RD2 R1 R3", "W4 B9 B8", "W4 GD1 Y5"]
        first = [play(0, "RD2"), play(1, "W4", "Y")]
        innocent = scene(hands, "R9", 2, [*first, event("challenge", seat=2, against=1, guilty=False),
                                          draw(2, "B1 B2 B3 B4 G1 G2 G3U G4N", "challenge-lost"), miss(2)],
                         ["R1 R3", "B9 B8", "W4 GD1 Y5 B1 B2 B3 B4 G1 G2 G3U G4N"], stack="cross")
        self.ok(innocent)
        self.bad(changed(innocent, 4, guilty=True), "PG-10", 5)
        self.bad(changed(innocent, 5, cards=["B1", "B2", "B3", "B4", "G1", "G2"]), "PG-10", 6)
        self.bad(with_rules(innocent, challenge=False), "HR-4", 5)
        held = ["RD2 R1 R3", "W4 B9 R8", "W4 GD1 Y5"]
        guilty = scene(held, "R9", 3, [*first, event("challenge", seat=2, against=1, guilty=True),
                                       draw(1, "B1 B2 B3 B4 G1 G2", "challenge-guilty"), play(2, "Y5")],
                       ["R1 R3", "B9 R8 B1 B2 B3 B4 G1 G2", "W4 GD1"], stack="cross")
        self.ok(guilty)
        self.bad(with_rules(guilty, bluff=False), "HR-4", 4)
        # A seat that has challenged cannot stack any more.
        self.bad(inserted(guilty, 5, play(2, "W4", "B")), "PG-10", 6)

    def test_block(self):
        hands = ["R4N RD2 R3", "Y4 Y8 B9", "GD2 GD1 Y5"]
        right = scene(hands, "R9", 5, [
            play(0, "R4N"), claim(0, "N"), play(1, "Y4"), play(2, "Y5"), draw(0, "YD2"), play(0, "YD2", drawn=True), draw(1, "B1 B2", "draw-two"),
            miss(1), play(2, "GD2"), uno(2), event("block", seat=0, tower="N")],
            ["RD2 R3", "Y8 B9 B1 B2", "GD1"], stack="same")
        self.ok(right)
        self.bad(changed(right, 12, seat=1), "PG-9", 13)
        self.bad(without(right, 12), "PG-7", 13)

    def test_last_card(self):
        hands = ["RD2 R1", "GD2 B3", "B1 BD2"]
        goes_out = won(hands, "R9", [
            play(0, "RD2"), uno(0), play(1, "GD2"), uno(1), play(2, "BD2"), uno(2), draw(0, "Y1 Y2 Y4 Y5 Y8 G9", "draw-two"), miss(0),
            play(1, "B3")], ["R1 Y1 Y2 Y4 Y5 Y8 G9", "", "B1"], 1, [0, 31, 0], stack="same")
        self.ok(goes_out)
        hands = ["RD2 R1", "R2 GD2", "B1 BD2"]
        stacked = won(hands, "R9", [
            play(0, "R1"), uno(0), play(1, "R2"), uno(1), draw(2, "B2"), pass_(2), play(0, "RD2"), draw(1, "Y1 Y2", "draw-two")],
            ["", "GD2 Y1 Y2", "B1 BD2 B2"], 0, [46, 0, 0], stack="same")
        self.ok(stacked)
        # PG-13: nothing can be stacked on a card that emptied a hand.
        self.bad(inserted(without(stacked, 9), 9, play(1, "GD2")), "PG-13", 10)


class DrawTest(RefereeTest):
    HANDS = ["B1 B2 B3U", "Y1 Y2 Y4"]

    def one(self, *events, left, **options):
        return scene(self.HANDS, "R9", 1, events, left, **{"draw": "until-playable", **options})

    def test_until_playable(self):
        right = self.one(draw(0, "Y5 G1 R4"), play(0, "R4", drawn=True), left=["B1 B2 B3U Y5 G1", self.HANDS[1]])
        self.ok(right)
        self.ok(self.one(draw(0, "Y5 G1 R4"), pass_(0), left=["B1 B2 B3U Y5 G1 R4", self.HANDS[1]]))
        self.ok(self.one(draw(0, "Y5 W4"), pass_(0), left=["B1 B2 B3U Y5 W4", self.HANDS[1]]))
        self.bad(changed(right, 2, cards=["Y5", "R4", "G1"]), "HR-2", 3)
        self.bad(changed(right, 2, cards=["Y5", "G1"]), "HR-2", 3)
        self.bad(changed(right, 3, card="Y5"), "PG-6", 4)
        self.bad(with_rules(right, draw="one"), "PG-6", 3)
        self.bad(self.one(draw(0, "Y5 G1 R4"), pass_(0), left=["B1 B2 B3U Y5 G1 R4", self.HANDS[1]], force_play=True), "HR-3", 4)

    def test_without_bluffs(self):
        """HR-4: a Wild Draw Four that may not be laid down does not end the drawing."""
        hands = ["B1 R1 B3U", self.HANDS[1]]
        right = scene(hands, "R9", 1, [draw(0, "Y5 W4 R4"), play(0, "R4", drawn=True)], ["B1 R1 B3U Y5 W4", hands[1]],
                      draw="until-playable", bluff=False)
        self.ok(right)
        self.bad(with_rules(right, bluff=True), "HR-2", 3)


class ForcedTest(RefereeTest):
    HANDS = ["B1 R1 W4", "Y1 Y2 Y4"]

    def test_forced(self):
        drawn = scene(self.HANDS, "R9", 1, [draw(0, "Y5"), pass_(0)], ["B1 R1 W4 Y5", self.HANDS[1]], force_play=True)
        self.bad(drawn, "HR-3", 3)
        self.ok(with_rules(drawn, force_play=False))

    def test_a_bluff_forces_nobody(self):
        # PG-5: after a Grab-2-Towers the seat can play by colour only, and a bluff needs a card of that colour: so no bluff is forced here.
        hands = ["B1 R2 W4", "Y1 Y2 Y4"]
        four = [play(0, "W4", "G"), draw(1, "G1 G2 B3U B4", "draw-four"), miss(1)]
        bluff = scene(hands, "R9", 1, four, ["B1 R2", "Y1 Y2 Y4 G1 G2 B3U B4"], force_play=True)
        self.ok(bluff)
        self.bad(with_rules(bluff, bluff=False), "HR-4", 3)
        # A drawn Wild Draw Four that would be a bluff may be kept, an honest one may not.
        options = {"force_play": True, "towers": "UNO!"}
        honest = scene(["B1 G2", "Y1 Y2"], "R9", 1, [draw(0, "W4"), pass_(0)], ["B1 G2 W4", "Y1 Y2"], **options)
        self.bad(honest, "HR-3", 4)
        self.ok(with_rules(honest, force_play=False))


class HandsTest(RefereeTest):
    HANDS = ["R7 R1 R3", "Y1 Y2 Y4", "B1 B2"]

    def test_seven(self):
        hands = ["R7 R1 R3", "Y1 Y2 Y4", "B1 B2 G1"]
        right = scene(hands, "R9", 1, [play(0, "R7"), event("swap", seat=0, to=2)], [hands[2], hands[1], "R1 R3"], seven_zero=True)
        self.ok(right)
        self.bad(without(right, 3), "HR-5", 4)
        self.bad(changed(right, 3, to=0), "HR-5", 4)
        self.bad(changed(right, 3, to=1), "PG-16", 5)
        self.bad(changed(right, 3, seat=1), "HR-5", 4)
        self.bad(with_rules(right, seven_zero=False), "HR-5", 4)

    def test_seven_after_uno(self):
        hands = ["R7U R1", "Y1 Y2"]
        right = scene(hands, "R9", 1, [play(0, "R7U"), claim(0, "U"), uno(0), event("swap", seat=0, to=1)], [hands[1], "R1"], seven_zero=True)
        self.ok(right)
        self.bad(right[:5] + [right[6], right[5]] + right[7:], "HR-5", 6)

    def test_zero(self):
        hands = ["R0 R1 R3", "Y1 Y2 Y3", "B1 B2 G1"]
        options = {"ruleset": "classic", "seven_zero": True}
        right = scene(hands, "R9", 1, [play(0, "R0"), event("rotate")], [hands[2], "R1 R3", hands[1]], **options)
        self.ok(right)
        self.bad(without(right, 3), "HR-5", 4)
        hands = ["RR R1 R3", "B0 Y2 Y3", "R0 B2 G1"]
        other = scene(hands, "R9", 2, [play(0, "RR"), play(2, "R0"), event("rotate")], [hands[1], "B2 G1", "R1 R3"], **options)
        self.ok(other)
        self.bad(changed(other, 5, hands=[["B2", "G1"], ["R1", "R3"], ["B0", "Y2", "Y3"]]), "PG-16", 6)


class RandomTest(RefereeTest):
    """Under HR-1, the `random` bot stacks whenever it can, a Wild Draw Four only if it is honest."""

    def test_random_stacks(self):
        hands = ["RD2 R1 R3", "GD2 W4 B9", "B1 B2 B4"]
        taken = scene(hands, "R9", 1, [play(0, "RD2"), draw(1, "Y1 Y2", "draw-two"), miss(1)],
                      ["R1 R3", "GD2 W4 B9 Y1 Y2", hands[2]], stack="same", seats=["a", "random", "a"])
        self.ok(taken)
        # In the last turn no card can be stacked; with one more turn, one can.
        more = scene(hands, "R9", 2, [play(0, "RD2"), draw(1, "Y1 Y2", "draw-two"), miss(1), draw(2, "G9"), pass_(2)],
                     ["R1 R3", "GD2 W4 B9 Y1 Y2", hands[2] + " G9"], stack="same", seats=["a", "random", "a"])
        self.ok(more)
        self.bad(more, "BOT", 3, "--bots", "random")
        self.ok(with_rules(more, stack="none", challenge=False), "--bots", "random")


class UpcardTest(RefereeTest):
    """HR-6"""

    HANDS = ["R1 Y4 YG2", "Y1 Y2 B3U"]

    def test_number(self):
        right = scene(self.HANDS, "R9", 1, [play(0, "R1")], ["Y4 YG2", self.HANDS[1]], upcard="number")
        self.ok(right)
        self.ok(changed(right, 1, returned=3))
        for card in ("RD1", "RS", "RR", "RG2", "WT", "W4"):
            self.bad(changed(right, 1, upcard=card), "PG-5" if card == "W4" else "HR-6", 2)
        few = {"R9": 7, "RS": 50, "R1": 1, "Y4": 1, "YG2": 1, "Y1": 1, "Y2": 1, "B3U": 1}
        self.ok(with_rules(right, deck={**few, "R9": 8}))
        self.bad(with_rules(right, deck={**few, "R9": 1}), "HR-6", 1)

    def test_plain(self):
        for card, broken in (("YD1", "PG-5"), ("YS", "PG-5"), ("YR", "PG-6")):
            left = ["R1 YG2", self.HANDS[1]]
            right = scene(self.HANDS, card, 1, [play(0, "Y4")], left, upcard="plain")
            self.ok(right)
            self.bad(with_rules(right, upcard="sheet"), broken, 3)
        # By symbol too.
        self.ok(scene(self.HANDS, "RG2", 1, [play(0, "YG2"), claim(0, "U"), claim(0, "N")], ["R1 Y4", self.HANDS[1]], upcard="plain"))
        wild = scene(self.HANDS, "WT", 1, [event("colour", seat=0, colour="Y"), play(0, "Y4")], ["R1 YG2", self.HANDS[1]], upcard="plain")
        self.ok(wild)
        self.bad(without(wild, 2), "PG-5", 3)
        self.bad(changed(wild, 1, upcard="W4"), "PG-5", 2)


if __name__ == "__main__":
    unittest.main()
