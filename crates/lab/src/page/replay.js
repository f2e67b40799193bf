"use strict";
// Steps through the games on the page.
(() => {
  const games = JSON.parse(document.getElementById("games").textContent);
  const at = (id) => document.getElementById(id);
  const [select, slider, where, said, board, play, speed] = ["game", "step", "where", "said", "board", "play", "speed"].map(at);
  let lines, kind, rounds, head, timer = null;
  const who = (seat) => `${head.seats[seat]} [${seat}]`;

  // The table after a step: all since the deal is carried out again, a few hundred events at the most.
  function show(step) {
    step = Math.max(0, Math.min(lines.length - 1, step));
    slider.value = step;
    const state = kind.start(head);
    const from = rounds.filter((r) => r <= step).pop() || 0;
    const before = lines.slice(0, from).filter((l) => l.event === "round-end").pop();
    if (before) state.scores = before.scores;
    for (let i = from; i <= step; i++) kind.apply(state, lines[i]);
    said.textContent = step === 0 ? `${head.seats.length} players: ${head.seats.map((_, s) => who(s)).join(", ")}.` : kind.say(lines[step], who);
    board.innerHTML = kind.board(state, who);
    const round = rounds.filter((r) => r <= step).length;
    where.textContent = `step ${step} of ${lines.length - 1}` + (rounds.length > 1 ? `, round ${Math.max(round, 1)} of ${rounds.length}` : "");
    slider.setAttribute("aria-valuetext", where.textContent);
    // The trace of this game alone has the step's event in the next line.
    at("decision").hidden = lines[step].seat === undefined;
    at("analyse").textContent = `powergrab analyse --trace game.jsonl --line ${step + 1}`;
  }
  const now = () => Number(slider.value);
  const nextRound = () => rounds.find((r) => r > now()) ?? lines.length - 1;
  const lastRound = () => rounds.filter((r) => r < now()).pop() ?? 0;
  function stop() {
    clearTimeout(timer); timer = null;
    play.textContent = "▶ play"; play.setAttribute("aria-pressed", "false"); play.setAttribute("aria-label", "Play");
  }
  function toggle() {
    if (timer) return stop();
    if (now() >= lines.length - 1) show(0);
    play.textContent = "❚❚ stop"; play.setAttribute("aria-pressed", "true"); play.setAttribute("aria-label", "Stop");
    const next = () => { timer = setTimeout(() => { if (now() >= lines.length - 1) return stop(); show(now() + 1); next(); }, Number(speed.value)); };
    next();
  }
  function load(index) {
    stop();
    lines = games[index].lines; head = lines[0];
    kind = head.ruleset === "grid" ? PG.grid : PG.shedding;
    rounds = kind.rounds(lines);
    slider.max = lines.length - 1;
    at("again").textContent = games[index].command;
    show(rounds[0] || 0);
  }
  select.addEventListener("change", () => load(Number(select.value)));
  slider.addEventListener("input", () => show(now()));
  play.addEventListener("click", toggle);
  const moves = { back: () => now() - 1, forward: () => now() + 1, "to-round-back": lastRound, "to-round-on": nextRound };
  for (const [id, to] of Object.entries(moves)) at(id).addEventListener("click", () => { stop(); show(to()); });
  const keys = { ArrowLeft: moves.back, ArrowRight: moves.forward, PageUp: lastRound, PageDown: nextRound, Home: () => 0, End: () => lines.length - 1 };
  // Arrows to the sides move nothing else on the page; the other keys scroll it, outside of the viewer.
  document.addEventListener("keydown", (e) => {
    if (e.target.tagName === "SELECT" || e.ctrlKey || e.metaKey || e.altKey) return;
    if (!["ArrowLeft", "ArrowRight"].includes(e.key) && !at("viewer").contains(e.target)) return;
    if (e.key === " " && e.target.tagName !== "BUTTON") { e.preventDefault(); toggle(); }
    else if (keys[e.key]) { e.preventDefault(); stop(); show(keys[e.key]()); }
  });
  load(0);
})();
