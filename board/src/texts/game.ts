// Words for cards, events and the table: all that the trace viewer says.

export const CARD_TEXTS = {
  colours: { R: "red", Y: "yellow", G: "green", B: "blue" },
  symbols: { D1: "Draw One", D2: "Draw Two", S: "Skip", R: "Reverse", G2: "Grab-2-Towers" } as Record<string, string>,
  wilds: { W: "Wild", W4: "Wild Draw Four", WT: "Wild Grab-A-Tower", WP: "Power Ring" } as Record<string, string>,
  /** What is printed on the card. */
  faces: { D1: "+1", D2: "+2", S: "⊘", R: "⇄", G2: "▲▲", W: "W", W4: "+4", WT: "▲", WP: "◎" } as Record<string, string>,
  nothing: "nothing",
  withIcon: (icon: string) => ` with icon ${icon}`,
  tower: (letter: string) => `tower ${letter}`,
  bluff: (card: string) => `${card}, a bluff`,
  count: (n: number) => (n === 1 ? "1 card" : `${n} cards`),
};

export const EVENT_TEXTS = {
  players: (names: string[]) => `${names.length} players: ${names.join(", ")}.`,
  round: (round: number, dealer: string, card: string) => `Round ${round}. ${dealer} deals; ${card} is turned up.`,
  position: "The game begins with a position.",
  colour: (seat: string, colour: string) => `${seat} names ${colour}.`,
  play: (seat: string, card: string, drawn: boolean, colour: string | null) =>
    `${seat} plays ${card}${drawn ? ", just drawn" : ""}${colour ? `, and names ${colour}` : ""}.`,
  give: (seat: string, to: string, cards: string) => `${seat} gives ${to} ${cards}.`,
  claim: (seat: string, tower: string, from: string | null) =>
    `${seat} takes tower ${tower} from ${from ?? "the middle"}.`,
  moved: (tower: string, to: string | null) => `Tower ${tower} is moved to ${to ?? "the middle"}.`,
  instantUno: (seat: string, cards: string, kept: string) =>
    `Instant UNO! ${seat} lays down ${cards} and keeps ${kept}.`,
  instantUnoHidden: "one card",
  uno: (seat: string) => `${seat} calls UNO.`,
  caught: (by: string, seat: string) => `${by} catches ${seat}, who did not call UNO.`,
  block: (seat: string, tower: string) => `${seat} blocks with tower ${tower}.`,
  challenge: (seat: string, against: string, guilty: boolean) =>
    `${seat} challenges ${against}: ${guilty ? "a bluff" : "it was honest"}.`,
  shown: (hand: string) => ` The hand shown: ${hand}.`,
  draw: (seat: string, why: string, cards: string) => `${seat} ${why} ${cards}.`,
  why: {
    "turn": "draws",
    "upcard": "draws for the upcard",
    "draw-one": "must draw and gets",
    "draw-two": "must draw and gets",
    "draw-four": "must draw and gets",
    "challenge-lost": "challenged wrongly and draws",
    "challenge-guilty": "was caught bluffing and draws",
    "uno": "forgot UNO and draws",
  } as Record<string, string>,
  swap: (seat: string, to: string) => `${seat} exchanges hands with ${to}.`,
  rotate: "Every hand goes to the next seat.",
  reshuffle: (n: number) => `The discards are shuffled: ${n} cards make a new draw pile.`,
  miss: (seat: string) => `${seat} misses its turn.`,
  pass: (seat: string) => `${seat} passes.`,
  roundWon: (seat: string, points: number) => `${seat} wins the round and scores ${points}.`,
  roundDrawn: (why: string) => `The round ends without a winner (${why}).`,
  scores: (scores: number[]) => ` Scores: ${scores.join(", ")}.`,
  won: (seats: string[]) => `The game is over: ${seats.join(" and ")} won.`,
  stopped: "The game was stopped without a winner.",
  dealt: (first: string) => `The cards are dealt; ${first} begins.`,
  place: (seat: string, card: string) => `${seat} places ${card} in the Grid.`,
  turnLine: (seat: string, card: string, line: string) => `${seat} plays ${card} and reverses ${line}.`,
  lay: (seat: string, card: string) => `${seat} lays ${card} into its score pile.`,
  scoreLine: (seat: string, line: string, cards: string) => `${seat} scores ${line} with ${cards}.`,
  nothingPossible: (seat: string) => `${seat} can do nothing.`,
};

export const TABLE_TEXTS = {
  acts: "acts",
  you: "you",
  dealer: "dealer",
  score: (n: number) => `score ${n}`,
  pile: (n: number) => `score pile ${n}`,
  inForce: "in force:",
  toBeNamed: "to be named",
  drawPile: (n: number) => `draw pile: ${n}`,
  discards: (n: number) => `discards: ${n}`,
  direction: (left: boolean) => `play goes ${left ? "left ↻" : "right ↺"}`,
  middle: "in the middle:",
  noTower: "no tower",
  emptyGrid: "the Grid is empty",
  emptyPlace: "empty place",
  stack: (n: number) => `${n} in the stack`,
  gridLabel: "the Grid",
};

export const STEPPER_TEXTS = {
  game: "Game",
  gameNumber: (n: number) => `game ${n}`,
  previousRound: "Previous round",
  back: "Step back",
  play: "▶ play",
  playLabel: "Play",
  stop: "❚❚ stop",
  stopLabel: "Stop",
  forward: "Step forward",
  nextRound: "Next round",
  speed: "Speed",
  speeds: [
    [1400, "½ ×"],
    [700, "1 ×"],
    [350, "2 ×"],
    [100, "7 ×"],
  ] as [number, string][],
  atOnce: "at once",
  step: "Step of the game",
  where: (step: number, last: number, round: number, rounds: number) =>
    `step ${step} of ${last}${rounds > 1 ? `, round ${round} of ${rounds}` : ""}`,
  again: "The same game on the command line:",
  analyse: "What this step was worth, with that command and ",
};
