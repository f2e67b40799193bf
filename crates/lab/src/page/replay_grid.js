"use strict";
// Grid: the same for the other game.
PG.grid = {
  rounds: (lines) => lines.map((l, i) => (l.event === "deal" ? i : -1)).filter((i) => i >= 0),
  start(game) {
    return { n: game.seats.length, hands: game.seats.map(() => []), piles: game.seats.map(() => []), stacks: {}, acts: null, full: false, size: 108 };
  },
  origin(s) {
    const at = Object.keys(s.stacks).map((k) => k.split(",").map(Number));
    return [Math.min(...at.map((a) => a[0])), Math.min(...at.map((a) => a[1]))];
  },
  // The keys of a line's three positions, once all nine are filled.
  line(s, line) {
    const [x, y] = this.origin(s), n = Number(line.slice(-1));
    return [0, 1, 2].map((i) => (line.startsWith("row") ? `${x + i},${y + n}` : `${x + n},${y + i}`));
  },
  apply(s, e) {
    s.acts = e.seat === undefined ? null : e.seat;
    const take = (cards) => PG.shedding.take(s, e.seat, cards);
    switch (e.event) {
      case "deal": s.hands = e.hands.map((h) => [...h]); s.acts = e.first; break;
      case "draw": s.hands[e.seat].push(...e.cards); break;
      case "place": {
        take([e.card]);
        const full = Object.keys(s.stacks).length === 9;
        const [x, y] = full ? this.origin(s) : [0, 0];
        const key = `${x + e.at[0]},${y + e.at[1]}`;
        s.stacks[key] = [...(s.stacks[key] || []), e.card];
        break;
      }
      case "reverse": {
        take([e.card]); s.piles[e.seat].push(e.card);
        const [a, , b] = this.line(s, e.line);
        [s.stacks[a], s.stacks[b]] = [s.stacks[b], s.stacks[a]];
        break;
      }
      case "lay": take([e.card]); s.piles[e.seat].push(e.card); break;
      case "score": take(e.cards); s.piles[e.seat].push(...e.cards); break;
      case "game-end": s.hands = e.hands.map((h) => [...h]); s.piles = e.piles.map((p) => [...p]); s.scores = e.scores; break;
    }
  },
  say(e, who) {
    switch (e.event) {
      case "deal": return `The cards are dealt; ${who(e.first)} begins.`;
      case "draw": return `${who(e.seat)} draws ${PG.names(e.cards)}.`;
      case "place": return `${who(e.seat)} places ${PG.name(e.card)} in the Grid.`;
      case "reverse": return `${who(e.seat)} plays ${PG.name(e.card)} and turns ${e.line} round.`;
      case "lay": return `${who(e.seat)} lays ${PG.name(e.card)} into its score pile.`;
      case "score": return `${who(e.seat)} scores ${e.line} with ${PG.names(e.cards)}.`;
      case "pass": return `${who(e.seat)} can do nothing.`;
      case "game-end": return `The game is over: ${e.winners.map(who).join(" and ")} won. Scores: ${e.scores.join(", ")}.`;
    }
    return e.event;
  },
  board(s, who) {
    const keys = Object.keys(s.stacks);
    let grid = "";
    if (keys.length) {
      const at = keys.map((k) => k.split(",").map(Number)), [x0, y0] = this.origin(s);
      const x1 = Math.max(...at.map((a) => a[0])), y1 = Math.max(...at.map((a) => a[1]));
      for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) {
        const stack = s.stacks[`${x},${y}`];
        grid += stack ? PG.draw(stack[stack.length - 1]) : '<span class="empty"></span>';
      }
      grid = `<div class="stones" style="grid-template-columns:repeat(${x1 - x0 + 1},max-content)">${grid}</div>`;
    }
    const seats = s.hands.map((hand, seat) =>
      `<div class="seat${s.acts === seat ? " acts" : ""}"><h4>${PG.escape(who(seat))}${s.acts === seat ? ' <span class="badge">acts</span>' : ""} <span class="badge">${hand.length} cards</span>` +
      ` <span class="badge">score pile ${s.piles[seat].length}</span>${s.scores ? ` <span class="badge">score ${s.scores[seat]}</span>` : ""}</h4><div class="hand">${[...hand].sort().map(PG.draw).join("")}</div></div>`);
    return `<div class="middle">${grid || "the Grid is empty"}</div><div class="seats">${seats.join("")}</div>`;
  },
};
