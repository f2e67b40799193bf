"""Tests of the referee on Grid, traces right and doctored."""

import unittest
from collections import Counter

from trace_kit import RefereeTest, changed, draw, event, game, hands_of, inserted, pass_, text_of, with_rules, without


def place(seat, card, column, row):
    return event("place", seat=seat, card=card, at=[column, row])


def end(why, winners, hands, piles, scores):
    return event("game-end", winners=winners, why=why, hands=hands_of(hands), piles=hands_of(piles), scores=scores)


class GridTest(RefereeTest):
    # Seat 0 fills with reds, seat 1 with greens; the ninth card lies at [-1, 1], so that the top left is [-1, -1].
    HANDS = ["R1 R2 R3 R4 R5 RR R9", "G1 G2 G3 G4 B5 W4 W"]
    FILLING = [
        draw(0, "Y9"), place(0, "R1", 0, 0), draw(1, "Y8"), place(1, "G1", 1, 1), draw(0, "Y9"), place(0, "R2", -1, -1),
        draw(1, "Y8"), place(1, "G2", 0, 1), draw(0, "RS"), place(0, "RS", 1, 0), draw(1, "GS"), place(1, "G3", 1, -1),
        draw(0, "B9"), place(0, "R3", -1, 0), draw(1, "B8"), place(1, "G4", 0, -1), draw(0, "B9"), place(0, "R4", -1, 1),
    ]
    # Rows now: R2 G4 G3 / R3 R1 RS / R4 G2 G1. Hands: R5 RR R9 Y9 Y9 B9 B9 and B5 W4 W Y8 Y8 GS B8.
    PLAY = [
        draw(1, "B3"), event("score", seat=1, line="row1", cards=["B3", "W"]),
        draw(0, "B1"), event("reverse", seat=0, card="RR", line="row1"),
        draw(1, "G9"), event("lay", seat=1, card="W4"), draw(1, "R6 R6 R7 R7", "draw-four"),
        draw(0, "Y3"), place(0, "R5", 2, 1),  # on the R3, which the Reverse moved there
        draw(1, "BD2"), event("lay", seat=1, card="BD2"), draw(1, "GD2", "draw-two"),
    ]
    END = end("deck", [0], ["R9 Y9 Y9 B9 B9 B1 Y3", "B5 Y8 Y8 GS B8 G9 R6 R6 R7 R7 GD2"], ["RR", "B3 W W4 BD2"], [-49, -61])

    def trace(self):
        cards = sum(hands_of(self.HANDS), []) + sum((line["cards"] for line in self.FILLING + self.PLAY if "why" in line), [])
        return [game("grid", deck=Counter(cards)), event("deal", hands=hands_of(self.HANDS), first=0), *self.FILLING, *self.PLAY, self.END]

    def test_right(self):
        self.ok(self.trace())

    def test_deal(self):
        trace = self.trace()
        self.ok(with_rules(trace, first_seat=0))
        self.bad(with_rules(trace, first_seat=1), "GR-1", 2)
        self.bad(with_rules(trace, hand_size=6), "GR-1", 2)
        self.bad(with_rules(trace, first_seat=2), "TRACE", 1)
        self.bad(changed(trace, 1, first=1), "GR-2", 3)
        self.bad(changed(trace, 1, hands=hands_of([self.HANDS[0], "R1 " + self.HANDS[1][3:]])), "GR-1", 2)

    def test_draws(self):
        trace = self.trace()
        self.bad(changed(trace, 2, cards=["R0"]), "GR-1", 3)
        self.bad(changed(trace, 2, cards=["Y9", "Y9"]), "GR-2", 3)
        self.bad(changed(trace, 2, why="draw-two"), "GR-2", 3)
        self.bad(without(trace, 2), "GR-2", 3)
        self.bad(changed(trace, 26, cards=["R6"]), "GR-7", 27)
        self.bad(changed(trace, 31, why="draw-four"), "GR-6", 32)
        self.bad(without(trace, 26), "GR-7", 27)
        self.bad(without(trace, 31), "GR-3", 32)

    def test_filling(self):
        trace = self.trace()
        self.bad(changed(trace, 3, at=[1, 1]), "GR-4", 4)
        self.bad(changed(trace, 5, at=[0, 0]), "GR-4", 6)
        self.bad(changed(trace, 5, at=[2, 1]), "GR-4", 6)
        self.bad(changed(trace, 9, at=[2, 2]), "GR-4", 10)
        self.bad(changed(trace, 3, card="RR"), "GR-4", 4)
        self.bad(changed(trace, 3, card="G1"), "GR-4", 4)
        self.bad(changed(trace, 3, seat=1), "GR-2", 4)
        early = event("reverse", seat=0, card="RR", line="row0")
        self.bad(trace[:3] + [early] + trace[4:], "GR-4", 4)
        self.bad(trace[:3] + [pass_(0)] + trace[4:], "GR-2", 4)
        self.bad(inserted(trace, 4, place(0, "R2", 1, 0)), "GR-2", 5)

    def test_moves(self):
        trace = self.trace()
        self.bad(changed(trace, 21, cards=["W", "B3"]), "GR-8", 22)
        self.bad(changed(trace, 21, cards=["B3"]), "GR-8", 22)
        self.bad(changed(trace, 21, cards=["B3", "W", "W4"]), "GR-8", 22)
        self.bad(changed(trace, 21, cards=["Y3", "W"]), "GR-8", 22)
        self.bad(changed(trace, 21, line="row3"), "GR-8", 22)
        self.bad(changed(trace, 23, card="R9"), "GR-5", 24)
        self.bad(changed(trace, 23, line="diagonal"), "GR-5", 24)
        self.bad(changed(trace, 25, card="Y8"), "GR-6", 26)
        self.bad(changed(trace, 25, card="BD2"), "GR-6", 26)
        self.bad(changed(trace, 28, at=[2, 3]), "GR-4", 29)
        self.bad(changed(trace, 28, at=[-1, 0]), "GR-4", 29)

    def test_end(self):
        trace = self.trace()
        self.bad(changed(trace, 32, why="out"), "GR-3", 33)
        self.bad(changed(trace, 32, scores=[-49, -60]), "GR-9", 33)
        self.bad(changed(trace, 32, winners=[1]), "GR-9", 33)
        self.bad(changed(trace, 32, piles=[["RR"], []]), "GR-9", 33)
        self.bad(changed(trace, 32, hands=[[], []]), "GR-9", 33)
        self.bad(trace[:30] + trace[32:], "GR-3", 31)
        self.bad(trace[:28] + trace[32:], "GR-3", 29)
        self.bad(trace[:29] + trace[32:], "GR-3", 30)
        self.bad(trace + [pass_(0)], "TRACE", 34)
        self.assertEqual(self.check(text_of(trace + trace))[1], ["2 games ok, 0 faulty"])

    def test_pass_and_last_card(self):
        """While the Grid is being filled a hand of other cards passes; an empty hand ends the game before the next draw."""
        passing = [
            game("grid", deck={"RR": 2, "R1": 1, "W": 2}, hand_size=1), event("deal", hands=[["RR"], ["RR"]], first=1),
            draw(1, "W"), pass_(1), draw(0, "R1"), place(0, "R1", 0, 0), draw(1, "W"), pass_(1),
            end("deck", [0, 1], ["RR", "RR W W"], ["", ""], [0, 0]),
        ]
        self.ok(passing)
        self.bad(without(passing, 6), "GR-2", 7)
        self.bad(changed(passing, 8, winners=[0]), "GR-9", 9)

    def test_going_out(self):
        """GR-3: a hand scored away ends the game at once; so does a draw that the pile cannot give."""
        numbers = [f"R{n}" for n in range(1, 10)]
        positions = [(column, row) for row in range(3) for column in range(3)]
        filling = []
        for index, at in enumerate(positions):
            filling += [draw(index % 2, numbers[index]), place(index % 2, numbers[index], *at)]
        deck = {**{card: 1 for card in numbers}, "G1": 1, "G4": 1, "G7": 1, "YD2": 2, "W": 1, "B0": 4}
        score = [draw(1, "B0"), place(1, "B0", 2, 2), draw(0, "G7"),
                 event("score", seat=0, line="column0", cards=["G1", "W", "G7"])]
        trace = [
            game("grid", deck=deck, hand_size=2), event("deal", hands=[["G1", "W"], ["YD2", "G4"]], first=0), *filling, *score,
            end("out", [0], ["", "YD2 G4"], ["G1 W G7", ""], [8, -4]),
        ]
        self.ok(trace)
        self.bad(changed(trace, 23, cards=["G1", "G7", "W"]), "GR-8", 24)
        self.bad(changed(trace, 23, line="row0"), "GR-8", 24)
        self.bad(changed(trace, 24, why="deck"), "GR-3", 25)
        self.bad(inserted(trace, 24, draw(1, "B0"), place(1, "B0", 2, 2)), "GR-3", 25)

    def test_short_draw(self):
        """GR-3: a Draw Two that finds one card, and one that finds none."""
        placing = [draw(0, "R1"), place(0, "R1", 0, 0)]
        for at in [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2)]:
            placing += [draw(len(placing) // 2 % 2, "BS"), place(len(placing) // 2 % 2, "BS", *at)]
        start = [event("deal", hands=[["YD2"], ["YD2"]], first=0), *placing, draw(1, "B0"), event("lay", seat=1, card="YD2")]
        deck = {"YD2": 2, "R1": 1, "BS": 8, "B0": 1}
        none = [game("grid", deck=deck, hand_size=1), *start, end("deck", [0, 1], ["YD2", "B0"], ["", "YD2"], [0, 0])]
        one = [game("grid", deck={**deck, "B7": 1}, hand_size=1), *start, draw(1, "B7", "draw-two"),
               end("deck", [0], ["YD2", "B0 B7"], ["", "YD2"], [0, -7])]
        self.ok(none)
        self.ok(one)
        self.bad(inserted(none, 22, draw(1, "", "draw-two")), "GR-3", 23)
        self.bad(without(one, 22), "GR-3", 23)
        self.bad(inserted(one, 23, draw(0, "", "turn")), "GR-3", 24)


if __name__ == "__main__":
    unittest.main()
