// Words for cards, events and the table: all that the trace viewer says.

/** The person's name. Sentences about it have other verbs than those about a bot. */
export const YOU = "You";

const isYou = (seat: string): boolean => seat.startsWith(YOU);
const does = (seat: string, third: string, second: string): string => `${seat} ${isYou(seat) ? second : third}`;
/** The name inside a sentence. */
export const inside = (seat: string): string => (isYou(seat) ? seat.replace(YOU, "you") : seat);

/** Why cards are drawn, with the verbs for a bot and for the person. */
const WHY: Record<string, [string, string]> = {
  "turn": ["draws", "draw"],
  "upcard": ["draws for the upcard:", "draw for the upcard:"],
  "draw-one": ["must draw and gets", "must draw and get"],
  "draw-two": ["must draw and gets", "must draw and get"],
  "draw-four": ["must draw and gets", "must draw and get"],
  "challenge-lost": ["challenged wrongly and draws", "challenged wrongly and draw"],
  "challenge-guilty": ["was caught bluffing and draws", "were caught bluffing and draw"],
  "uno": ["forgot UNO and draws", "forgot UNO and draw"],
};

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
  bot: (bot: string, seat: number) => `${bot} (seat ${seat})`,
  row: (n: number) => `row ${n}`,
  column: (n: number) => `column ${n}`,
  place: (column: number, row: number) => `column ${column}, row ${row}`,
  /** Options that are no cards, by question and text or by text alone. */
  options: {
    "draw": "draw a card",
    "pass": "pass",
    "drawn pass": "keep the card",
    "accept": "accept",
    "block": "block with the tower",
    "challenge": "challenge",
    "instant-uno yes": "Instant UNO",
    "instant-uno no": "no Instant UNO",
    "call yes": "call UNO",
    "call no": "do not call UNO",
    "catch yes": "catch",
    "catch no": "do not catch",
  } as Record<string, string>,
};

export const EVENT_TEXTS = {
  players: (names: string[]) => `${names.length} players: ${names.join(", ")}.`,
  round: (round: number, dealer: string, card: string) => `Round ${round}. ${does(dealer, "deals", "deal")}; ${card} is turned up.`,
  position: "The game begins with a position.",
  colour: (seat: string, colour: string) => `${does(seat, "names", "name")} ${colour}.`,
  play: (seat: string, card: string, drawn: boolean, colour: string | null) =>
    `${does(seat, "plays", "play")} ${card}${drawn ? ", just drawn" : ""}${colour ? `, and ${isYou(seat) ? "name" : "names"} ${colour}` : ""}.`,
  give: (seat: string, to: string, cards: string) => `${does(seat, "gives", "give")} ${inside(to)} ${cards}.`,
  claim: (seat: string, tower: string, from: string | null) =>
    `${does(seat, "takes", "take")} tower ${tower} from ${from === null ? "the middle" : inside(from)}.`,
  moved: (tower: string, to: string | null) => `Tower ${tower} is moved to ${to === null ? "the middle" : inside(to)}.`,
  exchanged: (seat: string, card: string, into: string) => `A card of ${inside(seat)} is exchanged: ${card} for ${into}.`,
  topExchanged: (card: string, into: string) => `The top card is exchanged: ${card} for ${into}.`,
  instantUno: (seat: string, cards: string, kept: string) =>
    `Instant UNO! ${does(seat, "lays", "lay")} down ${cards} and ${isYou(seat) ? "keep" : "keeps"} ${kept}.`,
  instantUnoHidden: "one card",
  uno: (seat: string) => `${does(seat, "calls", "call")} UNO.`,
  caught: (by: string, seat: string) => `${does(by, "catches", "catch")} ${inside(seat)}: UNO was not called.`,
  block: (seat: string, tower: string) => `${does(seat, "blocks", "block")} with tower ${tower}.`,
  challenge: (seat: string, against: string, guilty: boolean) =>
    `${does(seat, "challenges", "challenge")} ${inside(against)}: ${guilty ? "a bluff" : "it was honest"}.`,
  shown: (hand: string) => ` The hand shown: ${hand}.`,
  draw: (seat: string, why: string, cards: string) => {
    const [third, second] = WHY[why] ?? ["draws", "draw"];
    return `${does(seat, third, second)} ${cards}.`;
  },
  swap: (seat: string, to: string) => `${does(seat, "exchanges", "exchange")} hands with ${inside(to)}.`,
  rotate: "Every hand goes to the next seat.",
  reshuffle: (n: number) => `The discards are shuffled: ${n} cards make a new draw pile.`,
  miss: (seat: string) => `${does(seat, "misses its", "miss your")} turn.`,
  pass: (seat: string) => `${does(seat, "passes", "pass")}.`,
  roundWon: (seat: string, points: number) => `${does(seat, "wins", "win")} the round and ${isYou(seat) ? "score" : "scores"} ${points}.`,
  roundDrawn: (why: string) => `The round ends without a winner (${why}).`,
  scores: (scores: number[]) => ` Scores: ${scores.join(", ")}.`,
  won: (seats: string[]) => `The game is over: ${seats.join(" and ")} won.`,
  stopped: "The game was stopped without a winner.",
  dealt: (first: string) => `The cards are dealt; ${inside(first)} ${isYou(first) ? "begin" : "begins"}.`,
  place: (seat: string, card: string) => `${does(seat, "places", "place")} ${card} in the Grid.`,
  turnLine: (seat: string, card: string, line: string) => `${does(seat, "plays", "play")} ${card}: the ends of ${line} change places.`,
  lay: (seat: string, card: string) => `${does(seat, "lays", "lay")} ${card} into ${isYou(seat) ? "your" : "its"} score pile.`,
  scoreLine: (seat: string, line: string, cards: string) => `${does(seat, "scores", "score")} ${line} with ${cards}.`,
  nothingPossible: (seat: string) => `${seat} can do nothing.`,
};

export const TABLE_TEXTS = {
  toPlay: "to play",
  dealer: "dealer",
  score: (n: number) => `score ${n}`,
  pile: (n: number) => `score pile ${n}`,
  colour: "colour:",
  toBeNamed: "to be named",
  drawPile: (n: number) => `draw pile: ${n}`,
  discards: (n: number) => `discards: ${n}`,
  direction: (left: boolean) => `play goes ${left ? "left ↻" : "right ↺"}`,
  middle: "in the middle:",
  noTower: "no tower",
  emptyGrid: "the Grid is empty",
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
  where: (step: number, last: number) => `step ${step} of ${last}`,
  inRound: (where: string, round: number, rounds: number) => (rounds > 1 ? `${where}, round ${round} of ${rounds}` : where),
  again: "The same game on the command line:",
  analyse: "What this step was worth, with that command and ",
};
