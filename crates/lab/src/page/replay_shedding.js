"use strict";
// The shedding games: what an event of the trace does to the table, how the table is drawn, what is said.
const PG = {
  colours: { R: ["red", "--red"], Y: ["yellow", "--yellow"], G: ["green", "--green"], B: ["blue", "--blue"] },
  symbols: { D1: "Draw One", D2: "Draw Two", S: "Skip", R: "Reverse", G2: "Grab-2-Towers" },
  wilds: { W: "Wild", W4: "Wild Draw Four", WT: "Wild Grab-A-Tower", WP: "Power Ring" },
  faces: { D1: "+1", D2: "+2", S: "⊘", R: "⇄", G2: "▲▲", W: "W", W4: "+4", WT: "▲", WP: "◎" },

  // A card's text as its parts: B5O is blue, 5, tower O.
  parts(card) {
    if (PG.wilds[card]) return { colour: null, symbol: card, icon: "" };
    const colour = card[0];
    let symbol = card.slice(1), icon = "";
    if (/^[0-9][UNO!]$/.test(symbol)) [symbol, icon] = [symbol[0], symbol[1]];
    return { colour, symbol, icon };
  },
  name(card) {
    const { colour, symbol, icon } = PG.parts(card);
    if (!colour) return PG.wilds[symbol];
    return PG.colours[colour][0] + " " + (PG.symbols[symbol] || symbol) + (icon ? " with icon " + icon : "");
  },
  names(cards) { return cards.length ? cards.map(PG.name).join(", ") : "nothing"; },
  draw(card) {
    const { colour, symbol, icon } = PG.parts(card);
    const fill = colour ? PG.colours[colour][1] : "--wild";
    const ink = colour === "Y" ? "#1d1f24" : "#fff";
    const face = PG.faces[symbol] || symbol;
    return `<svg class="card" viewBox="0 0 46 66" role="img" aria-label="${PG.name(card)}"><title>${PG.name(card)}</title>` +
      `<rect x="1" y="1" width="44" height="64" rx="6" style="fill:var(${fill})" stroke="#0008"/>` +
      `<text x="23" y="${icon ? 36 : 42}" text-anchor="middle" font-size="${face.length > 1 ? 20 : 28}" font-weight="700" fill="${ink}">${face}</text>` +
      `<text x="5" y="14" font-size="11" font-weight="700" fill="${ink}">${colour || ""}</text>` +
      (icon ? `<circle cx="23" cy="52" r="9" fill="#fff" stroke="#0008"/><text x="23" y="56.5" text-anchor="middle" font-size="12" font-weight="700" fill="#1d1f24">${icon}</text>` : "") + `</svg>`;
  },
  tower(t) {
    return `<svg class="tower" viewBox="0 0 30 34" role="img" aria-label="tower ${t}"><title>tower ${t}</title>` +
      `<path d="M4 32V8h3V3h4v5h2.5V3h3v5H19V3h4v5h3v24z" style="fill:var(--accent)"/><text x="15" y="25" text-anchor="middle" font-size="14" font-weight="700" style="fill:var(--paper)">${t}</text></svg>`;
  },
  escape(text) { const p = document.createElement("p"); p.textContent = text; return p.innerHTML; },
};

PG.shedding = {
  rounds: (lines) => lines.map((l, i) => (l.event === "round" ? i : -1)).filter((i) => i >= 0),
  start(game) {
    const deck = game.rules.deck;
    const size = deck ? Object.values(deck).reduce((a, b) => a + b, 0) : game.ruleset === "classic" ? 108 : 112;
    const towers = game.rules.towers === undefined ? "" : game.ruleset === "power-grab" || game.rules.towers !== "UNO!" ? game.rules.towers : "";
    return { size, towers: [...towers], n: game.seats.length, hands: game.seats.map(() => []), scores: game.seats.map(() => 0), owner: {}, discards: 0, top: null, colour: null, direction: 1, dealer: null, acts: null, round: null, plain: game.rules.upcard === "plain" };
  },
  take(s, seat, cards) {
    for (const card of cards) {
      const at = s.hands[seat].indexOf(card);
      if (at >= 0) s.hands[seat].splice(at, 1);
    }
  },
  // Carries an event out on the table.
  apply(s, e) {
    s.acts = e.seat === undefined ? null : e.seat;
    switch (e.event) {
      case "round":
        s.hands = e.hands.map((h) => [...h]); s.owner = {}; s.discards = 1; s.top = e.upcard; s.direction = 1; s.dealer = e.dealer; s.round = e.round;
        s.colour = PG.parts(e.upcard).colour;
        if (PG.parts(e.upcard).symbol === "R" && !s.plain) s.direction = -1;
        break;
      case "colour": s.colour = e.colour; break;
      case "play":
        this.take(s, e.seat, [e.card]); s.discards += 1; s.top = e.card; s.colour = e.colour || PG.parts(e.card).colour;
        if (PG.parts(e.card).symbol === "R" && s.hands[e.seat].length) s.direction = -s.direction;
        break;
      case "give": this.take(s, e.seat, e.cards); s.hands[e.to].push(...e.cards); break;
      case "claim": s.owner[e.tower] = e.seat; break;
      case "intervention": if (e.to === null) delete s.owner[e.tower]; else s.owner[e.tower] = e.to; break;
      case "instant-uno": s.hands[e.seat] = [e.kept]; s.discards += e.discarded.length; s.owner = {}; break;
      case "draw": s.hands[e.seat].push(...e.cards); break;
      case "swap": [s.hands[e.seat], s.hands[e.to]] = [s.hands[e.to], s.hands[e.seat]]; break;
      case "rotate": s.hands = s.hands.map((_, seat) => s.hands[(seat - s.direction + s.n) % s.n]); break;
      case "reshuffle": s.discards = 1; break;
      case "round-end": s.hands = e.hands.map((h) => [...h]); s.scores = e.scores; break;
      case "game-end": s.scores = e.scores; break;
    }
  },
  say(e, who) {
    const why = { "turn": "draws", "upcard": "draws for the upcard", "draw-one": "must draw and gets", "draw-two": "must draw and gets", "draw-four": "must draw and gets", "challenge-lost": "challenged wrongly and draws", "challenge-guilty": "was caught bluffing and draws", "uno": "forgot UNO and draws" };
    switch (e.event) {
      case "round": return `Round ${e.round + 1}. ${who(e.dealer)} deals; ${PG.name(e.upcard)} is turned up.`;
      case "colour": return `${who(e.seat)} names ${PG.colours[e.colour][0]}.`;
      case "play": return `${who(e.seat)} plays ${PG.name(e.card)}${e.drawn ? ", just drawn" : ""}${e.colour ? ", and names " + PG.colours[e.colour][0] : ""}.`;
      case "give": return `${who(e.seat)} gives ${who(e.to)} ${PG.names(e.cards)}.`;
      case "claim": return `${who(e.seat)} takes tower ${e.tower} ${e.from === null ? "from the middle" : "from " + who(e.from)}.`;
      case "intervention": return `The experiment moves tower ${e.tower} ${e.to === null ? "to the middle" : "to " + who(e.to)}.`;
      case "instant-uno": return `Instant UNO! ${who(e.seat)} lays down ${PG.names(e.discarded)} and keeps ${PG.name(e.kept)}.`;
      case "uno": return `${who(e.seat)} calls UNO.`;
      case "caught": return `${who(e.by)} catches ${who(e.seat)}, who did not call UNO.`;
      case "block": return `${who(e.seat)} blocks with tower ${e.tower}.`;
      case "challenge": return `${who(e.seat)} challenges ${who(e.against)}: ${e.guilty ? "a bluff" : "it was honest"}.`;
      case "draw": return `${who(e.seat)} ${why[e.why] || "draws"} ${PG.names(e.cards)}.`;
      case "swap": return `${who(e.seat)} exchanges hands with ${who(e.to)}.`;
      case "rotate": return "Every hand goes to the next seat.";
      case "reshuffle": return `The discards are shuffled: ${e.cards} cards make a new draw pile.`;
      case "miss": return `${who(e.seat)} misses its turn.`;
      case "pass": return `${who(e.seat)} passes.`;
      case "round-end": return (e.winner === null ? `The round ends without a winner (${e.why}).` : `${who(e.winner)} wins the round and scores ${e.points[e.winner]}.`) + ` Scores: ${e.scores.join(", ")}.`;
      case "game-end": return e.winners.length ? `The game is over: ${e.winners.map(who).join(" and ")} won.` : "The game was stopped without a winner.";
    }
    return e.event;
  },
  board(s, who) {
    const held = (seat) => s.towers.filter((t) => s.owner[t] === seat).map(PG.tower).join("");
    const free = s.towers.filter((t) => s.owner[t] === undefined).map(PG.tower).join("");
    const pile = s.size - s.discards - s.hands.reduce((a, h) => a + h.length, 0);
    const colour = s.colour ? `<span class="swatch" style="background:var(${PG.colours[s.colour][1]})"></span> ${PG.colours[s.colour][0]}` : "to be named";
    const seats = s.hands.map((hand, seat) => {
      const sorted = [...hand].sort();
      return `<div class="seat${s.acts === seat ? " acts" : ""}"><h4>${PG.escape(who(seat))}${s.acts === seat ? ' <span class="badge">acts</span>' : ""}${s.dealer === seat ? ' <span class="badge">dealer</span>' : ""}` +
        ` <span class="badge">${hand.length} card${hand.length === 1 ? "" : "s"}</span> <span class="badge">score ${s.scores[seat]}</span> ${held(seat)}</h4><div class="hand">${sorted.map(PG.draw).join("")}</div></div>`;
    });
    return `<div class="middle"><div>${s.top ? PG.draw(s.top) : ""}</div><div>in force: ${colour}</div><div>draw pile: ${pile}</div><div>discards: ${s.discards}</div>` +
      `<div>play goes ${s.direction > 0 ? "left ↻" : "right ↺"}</div>${s.towers.length ? `<div>in the middle: ${free || "no tower"}</div>` : ""}</div><div class="seats">${seats.join("")}</div>`;
  },
};
