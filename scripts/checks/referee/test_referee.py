"""Tests of the referee: the form of traces, options, exit codes, the deal, the dealers and the ends of games.

The traces are written by hand; the doctored ones must be refused with the rule that they break. Run all tests with
`python3 -m unittest` in this folder.
"""

import contextlib
import io
import json
import unittest

import referee
from trace_kit import RefereeTest, changed, claim, draw, event, game, miss, pass_, play, scene, start, text_of, uno, with_rules, without, won


class FormTest(RefereeTest):
    TRACE = scene(["R1 G9", "Y8 Y1"], "R9", 2, [play(0, "R1"), uno(0), draw(1, "B2!"), pass_(1)], ["G9", "Y8 Y1 B2!"])

    def test_right(self):
        self.ok(self.TRACE)
        code, lines = self.check(self.TRACE + self.TRACE)
        self.assertEqual((code, lines), (0, ["2 games ok, 0 faulty"]))

    def test_goes_on_with_the_next_game(self):
        code, lines = self.check(changed(self.TRACE, 2, card="R2") + self.TRACE + self.TRACE[:-1] + self.TRACE)
        self.assertEqual((code, lines[-1]), (1, "2 games ok, 2 faulty"))
        self.assertTrue(lines[0].startswith("t:3: PG-6: "))
        self.assertTrue(lines[1].startswith("t:24: TRACE: "))

    def test_malformed_lines(self):
        good = text_of(self.TRACE).splitlines(keepends=True)
        for junk in (b"{", b"[]", b"1", b"\xff", b"null", b"[" * 100000, b'{"seat": 1}', b'{"event": "miss", "seat": NaN}',
                     b'{"event": ["miss"]}', b'{"seat": 0, "event": "miss"}', b'{"event": "x", "seat": 1, "seat": 1}', b"{}",
                     b'{"event": "game", "x": 1' + b"0" * 5000 + b"}"):
            self.bad(b"".join(good[:4] + [junk + b"\n"] + good[4:]), "TRACE", 5)
            self.bad(b"".join(good) + junk, "TRACE", 9)
            self.bad(junk + b"\n", "TRACE", 1)

    def test_keys_and_types(self):
        for index, line in enumerate(self.TRACE):
            for key in line:
                cut = json.loads(json.dumps(self.TRACE))
                del cut[index][key]
                self.bad(cut, "TRACE")
                for value in (None, -1, True, 1.0, "", "\ud800", [], {}, [None], [[1]], {"a": []}, 2**70, [[[]] * 2]):
                    if value != line[key] and not (key == "winner" and value is None):
                        code, _ = self.check(changed(self.TRACE, index, **{key: value}))
                        self.assertEqual(code, 1, (index, key, value))
        self.bad(changed(self.TRACE, 3, extra=1), "TRACE", 4)

    def test_options(self):
        for key, value in self.TRACE[0]["rules"].items():
            cut = {name: other for name, other in self.TRACE[0]["rules"].items() if name != key}
            self.bad(changed(self.TRACE, 0, rules=cut), "TRACE", 1)
            for wrong in (None, -1, [[]], {"R": 5}, "x", 1.5, {"deck": []}):
                self.bad(with_rules(self.TRACE, **{key: wrong}), "PG-16" if key == "points" and wrong == {"R": 5} else "TRACE", 1)
        self.bad(with_rules(self.TRACE, colour="blue"), "TRACE", 1)
        self.bad(with_rules(self.TRACE, deck={"R1": 10**9}), "PG-2", 1)
        self.bad(with_rules(self.TRACE, deck={"R1": 20, "Q7": 1}), "PG-2", 1)
        self.bad(with_rules(self.TRACE, hand_size=56), "PG-2", 1)
        self.bad(with_rules(self.TRACE, hand_size=54), "PG-5", 1)
        self.bad(with_rules(self.TRACE, deck={"R1": 4, "W4": 1}), "PG-5", 1)
        self.bad(with_rules(self.TRACE, icons="5O 5O 5O"), "PG-2", 1)
        self.ok(with_rules(self.TRACE, icons={"R": "", "Y": "", "G": "", "B": "2!"}))
        self.bad(with_rules(self.TRACE, icons=""), "PG-2", 5)

    def test_players_and_variant(self):
        self.bad(changed(self.TRACE, 0, seats=["a"]), "PG-1", 1)
        self.bad(changed(self.TRACE, 0, seats=["a"] * 7), "PG-1", 1)
        self.bad(changed(self.TRACE, 0, ruleset="classic", seats=["a"] * 11), "GL-1", 1)
        self.bad(changed(self.TRACE, 0, ruleset="grid", seats=["a"] * 9), "GR-1", 1)
        self.bad([game(variant=True), *self.TRACE[1:]], "TRACE", 1)
        self.bad([game(variant=False, deck={"R1": 112}), *self.TRACE[1:]], "PG-2", 1)

    def test_start_and_end(self):
        self.bad(self.TRACE[1:], "TRACE", 1)
        self.bad(self.TRACE + [pass_(0)], "TRACE", 9)
        self.bad(b"", "TRACE", 1)
        for length in range(1, len(self.TRACE)):
            self.bad(self.TRACE[:length], "TRACE", length)

    def test_exit_codes(self):
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            self.assertEqual(referee.main(["/nowhere/at/all"]), 2)
            self.assertEqual(referee.main(["/"]), 2)
            for wrong in ([], ["--bots", "clever", "-"], ["--what"]):
                with self.assertRaises(SystemExit) as caught:
                    referee.main(wrong)
                self.assertEqual(caught.exception.code, 2)


class DealTest(RefereeTest):
    def test_deal(self):
        trace = FormTest.TRACE
        self.bad(changed(trace, 1, hands=[["R1", "R1", "G9"], ["Y8", "Y1"]]), "PG-4", 2)
        self.bad(changed(trace, 1, hands=[["R0", "G9"], ["Y8", "Y1"]]), "PG-2", 2)
        self.bad(changed(trace, 1, hands=[["RR", "RR"], ["Y8", "Y1"]]), "PG-2", 2)
        self.bad(changed(trace, 1, round=1), "PG-16", 2)
        self.bad(changed(trace, 1, upcard="W4"), "PG-5", 2)
        self.ok(changed(trace, 1, returned=3))
        self.bad(with_rules(trace, first_dealer=0), "PG-3", 2)
        self.bad(changed(trace, 4, cards=["B2"] * 2), "PG-6", 5)
        self.bad(changed(trace, 4, cards=["R0"]), "PG-2", 5)
        small = {"R1": 2, "G9": 1, "Y8": 1, "Y1": 1, "R9": 1, "B2!": 2}
        self.ok(with_rules(trace, deck=small))
        self.bad(changed(with_rules(trace, deck=small), 1, returned=1), "PG-5", 2)

    def test_upcards(self):
        hands, left = ["R1 G8N", "R7 Y1"], ["R1 G8N B9O", "R7 Y1"]
        last = [draw(0, "B9O"), pass_(0)]
        self.ok(scene(hands, "RD1", 1, [draw(0, "B1", "upcard"), miss(0), play(1, "R7"), uno(1)], ["R1 G8N B1", "Y1"]))
        self.ok(scene(hands, "RD2", 1, [draw(0, "B1 B2", "upcard"), miss(0), play(1, "R7"), uno(1)], ["R1 G8N B1 B2", "Y1"]))
        self.ok(scene(hands, "RD1", 1, [draw(0, "B1", "upcard"), *last], ["R1 G8N B1 B9O", "R7 Y1"], opening_draw_skips=False))
        self.bad(scene(hands, "RD1", 1, [draw(0, "B1", "upcard"), *last], left), "PG-5", 4)
        self.bad(scene(hands, "RD2", 1, [draw(0, "B1", "upcard"), miss(0), play(1, "R7"), uno(1)], left), "PG-5", 3)
        self.ok(scene(hands, "RS", 1, [miss(0), play(1, "R7"), uno(1)], ["R1 G8N", "Y1"]))
        self.bad(scene(hands, "RS", 1, last, left), "PG-5", 3)
        self.ok(scene(hands, "RR", 1, last, left, dealer=0))
        self.bad(scene(hands, "RR", 1, last, left), "PG-6", 3)
        three = ["R1 G8N", "R7 Y1", "B1 B2"]
        self.ok(scene(three, "RR", 2, [play(2, "W4", "R"), draw(1, "B9 B9O B8 B8N", "draw-four"), miss(1), *last],
                      [left[0], "R7 Y1 B9 B9O B8 B8N", "B2"])[:2]
                + [draw(2, "Y2"), pass_(2), draw(1, "Y2!"), pass_(1)]
                + scene(three, "RR", 2, [], ["R1 G8N", "R7 Y1 Y2!", "B1 B2 Y2"])[2:])
        self.ok(scene(hands, "WT", 1, [event("colour", seat=0, colour="B"), *last], left))
        self.bad(scene(hands, "WT", 1, last, left), "PG-5", 3)
        self.bad(scene(hands, "WT", 1, [event("colour", seat=1, colour="B"), *last], left), "PG-5", 3)
        self.bad(scene(hands, "WT", 1, [event("colour", seat=0, colour="P"), *last], left), "PG-5", 3)
        self.bad(scene(hands, "R9", 1, [event("colour", seat=0, colour="B"), *last], left), "PG-5", 3)
        self.bad(scene(hands, "R9O", 1, [claim(0, "O"), *last], left), "PG-8", 3)

    def test_grab_two_upcard(self):
        hands = ["BG2 G1 R2!", "YG2 Y3 Y4"]
        self.bad(scene(hands, "RG2", 1, [play(0, "BG2"), claim(0, "U"), claim(0, "N")], ["G1 R2!", hands[1]]), "PG-5", 3)
        self.ok(scene(hands, "RG2", 1, [play(0, "R2!"), claim(0, "!")], ["BG2 G1", hands[1]]))
        self.ok(scene(hands, "RG2", 2, [draw(0, "B1"), pass_(0), play(1, "YG2"), claim(1, "U"), claim(1, "N")],
                      ["BG2 G1 R2! B1", "Y3 Y4"]))

    def test_dealers(self):
        def rounds(**options):
            first = won(["R1", "Y8"], "R9", [play(0, "R1")], ["", "Y8"], 0, [8, 0], target_score=16, **options)
            return first[:-1] + [
                start(["Y8", "R1"], "R9", 0, 1), play(1, "R1"),
                event("round-end", winner=1, why="out", hands=[["Y8"], []], points=[0, 8], scores=[8, 8]),
                start(["R2!", "Y8"], "R9", 1, 2), play(0, "R2!"),
                event("round-end", winner=0, why="out", hands=[[], ["Y8"]], points=[8, 0], scores=[16, 8]),
                event("game-end", winners=[0], why="target", scores=[16, 8]),
            ]

        trace = rounds()
        self.ok(trace)
        self.ok(rounds(next_dealer="winner"))
        self.ok(rounds(next_dealer="random"))
        self.bad(changed(trace, 4, dealer=1), "PG-3", 5)
        self.bad(changed(trace, 4, round=2), "PG-16", 5)
        self.bad(without(trace, 10), "TRACE", 10)
        self.bad(trace[:4] + [event("game-end", winners=[0], why="target", scores=[8, 0])], "PG-16", 5)
        self.bad(changed(trace, 6, scores=[0, 8]), "PG-16", 7)
        self.bad(changed(trace, 10, winners=[0, 1]), "PG-16", 11)
        self.bad(changed(trace, 10, scores=[16, 9]), "PG-16", 11)
        self.bad(with_rules(trace, max_rounds=2), "PG-16", 8)
        self.bad(with_rules(trace, target_score=8), "PG-16", 5)
        alone = changed(trace[:4], 0, unit="round")
        self.ok(alone)
        self.bad(alone + [trace[10]], "TRACE", 5)
        self.bad(changed(alone, 0, unit="game"), "TRACE", 1)
        own = won(["R1", "Y8"], "R9", [play(0, "R1")], ["", "Y8"], 0, [0, 8], scoring="own")
        self.ok(own)
        self.bad(changed(own, 4, winners=[1]), "PG-16", 5)


if __name__ == "__main__":
    unittest.main()
