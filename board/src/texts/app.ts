// Words of the page, besides those of cards and events (`game.ts`).

/** A chance in percent: 0.3894 is "38.9 %". */
export const percent = (chance: number): string => `${(100 * chance).toFixed(1)} %`;

/** A difference of chances in percentage points, without the unit. */
export const points = (difference: number): string => (100 * difference).toFixed(2).replace("-", "−");

export const APP_TEXTS = {
  title: "powergrab",
  skip: "To the content",
  views: "Views",
  names: { start: "Start", setup: "Set up a table", play: "Game", tune: "Tune a bot", runs: "Runs" },
  loading: "The engine is starting.",
  footer: (version: string, commit: string) => `powergrab ${version}, commit ${commit}.`,
  traceGame: "Game of the trace",
  gameNumber: (game: number, of: number) => `${game} of ${of}`,
  fault: (line: number, rule: string, message: string) => `The trace breaks a rule in line ${line} (${rule}): ${message}`,
  fixedTrace: "This trace can be watched and reviewed. The engine cannot deal the same game again, so changes begin from a position.",
};

export const ENGINE_TEXTS = {
  noEngine: "This page has no engine: open board.html instead, or start `powergrab board`.",
  noAnswer: "The program does not answer: start `powergrab board` again and open the address that it prints.",
  status: (status: number) =>
    status === 403 || status === 401
      ? "The program refuses this page: open the address that `powergrab board` prints, with its token."
      : `The program answered with status ${status}: start \`powergrab board\` again.`,
  unreadable: "The engine's answer cannot be read.",
  failed: (why: string) => `The engine stopped at this request and was started again (${why}).`,
};

export const START_TEXTS = {
  title: "Play",
  play: "▶ Play against balanced",
  three: "Against three bots",
  greenLantern: "Green Lantern",
  classic: "Classic",
  grid: "Grid",
  watch: "Watch four bots",
  openTitle: "Open",
  openTrace: "A trace",
  drop: "A file can also be dropped on this page.",
  position: "A position",
  positionExample: "power-grab hand=R5,R9,YD2,WT sizes=4,6,3 top=R3U",
  playOn: "Play on",
};

export const SETUP_TEXTS = {
  title: "Set up a table",
  ruleset: "Rules",
  unit: "Play",
  game: "a whole game",
  round: "one round",
  seed: "Seed",
  deal: "Deal",
  seats: "Seats",
  seat: (seat: number) => `Seat ${seat}`,
  you: "you",
  more: "Add a seat",
  fewer: "Remove the last seat",
  houseRules: "House rules",
  sheetRules: "Options of the rule sheet",
  changed: (n: number) => (n ? `(${n} changed)` : ""),
  start: "Deal",
};

export const PLAY_TEXTS = {
  title: "Game",
  table: "Table",
  toQuestion: "To your question",
  about: (ruleset: string, variant: boolean, seed: string, deal: number) =>
    `Rules: ${ruleset}${variant ? ", a variant" : ""}. Seed ${seed}, deal ${deal}.`,
  over: "The game is over. All hands are open.",
  log: "What happened",
  takeBack: "Take back",
  newDeal: "New deal",
  otherSeat: "Same deal, other seat",
  save: "Save the trace",
  copyLink: "Copy the link",
  copied: "Copied.",
  copiedWithoutToken: "Copied, without this program's token.",
  copyByHand: "Copy the address from the address bar.",
  hands: "Open hands",
  ownHand: "your own",
  allHands: "all",
  handOf: (seat: number) => `as seat ${seat} sees it`,
  keys: "Digits and letters choose",
};

export const QUESTION_TEXTS = {
  hand: (n: number) => `Your hand, ${n === 1 ? "1 card" : `${n} cards`}`,
  refused: (why: string, rule: string) => `${why} (${rule})`,
  notNow: (card: string) => `This question is not about ${card}.`,
  refusedLabel: (card: string) => `${card}, cannot be played`,
};

export const ADVICE_TEXTS = {
  title: (number: number, seat: string) => `Next decision, ${number}: ${seat}`,
  none: "No more decisions",
  hidden: "Hints and reasons for this seat would show its cards. Open the hands to see them.",
  hint: "Hint",
  stop: "Stop",
  thinking: "The engine tries the options.",
  state: (playouts: number, decided: boolean, running: boolean) =>
    `${playouts.toLocaleString("en")} playouts${decided ? ", decided" : running ? ", more precise soon" : ""}`,
  values: "Chances of the options",
  best: "best",
  done: (option: string) => `${option} (done)`,
  loses: (loss: string, se: string) => `loses ${loss} ± ${se} points`,
  chances: "Chances of all seats",
  chancesAll: "With all hands as they are.",
  chancesOf: (seat: number) => `As far as seat ${seat} can know.`,
  chance: (chance: string, error: string) => `${chance} ± ${error}`,
  chartLabel: (seats: string[]) => `Chances over the game. Last: ${seats.join(", ")}.`,
  chartAxis: (last: number) => `decisions 1 to ${last}`,
  reasons: "A bot's reasons",
  wouldPlay: (bot: string, choice: string) => `${bot} chooses ${choice}.`,
  noReasons: (bot: string, choice: string) => `${bot} chooses ${choice}. It gives no reasons.`,
  lastResort: "last resort",
  option: "option",
  value: "value",
  terms: "terms",
};

export const WHATIF_TEXTS = {
  title: "What if",
  hidden: "The options of this seat would show its cards. Open the hands to change its decisions.",
  noDecision: "There is no decision in view.",
  fixedTrace: "Hidden cards are dealt anew.",
  continuePosition: "Play on from this position",
  playInstead: "Another option:",
  seat: "Seat",
  playedBy: "is played by",
  changeBot: "Change",
  botChange: (seat: number, bot: string) => `${bot} plays seat ${seat}`,
  tower: "Tower",
  to: "goes to",
  middle: "the middle",
  moveTower: "Move",
  towerChange: (tower: string, to: number | null) => `tower ${tower} goes to ${to === null ? "the middle" : `seat ${to}`}`,
  handOf: "Hand of",
  card: "card",
  exchangedFor: "exchanged for",
  exchange: "Exchange",
  cardChange: (card: string, seat: number, into: string) => `${card} of seat ${seat} is exchanged for ${into}`,
  compare: (decision: number, change: string) => `Decision ${decision}: ${change}`,
  before: "Before",
  after: "After the change",
  chances: "Chances after the decision",
  keep: "Keep the new line",
  discard: "Back to the old line",
};

export const REVIEW_TEXTS = {
  title: "Review",
  seat: "Seat",
  run: (n: number) => `Review ${n} decisions`,
  stop: "Stop",
  progress: "Decisions reviewed",
  reviewed: (n: number, of: number) => `${n} of ${of} decisions reviewed.`,
  accuracy: (share: string) => `Accuracy: ${share} of them lost nothing that could be measured.`,
  lost: (lost: string) => `The others lost ${lost} points of the chance to win in all.`,
  luck: (first: string, won: boolean, own: string, luck: string) =>
    `The first chance was ${first}, and the seat ${won ? "won" : "lost"}. Your decisions: ${own} points. Luck and the others' play: ${luck} points.`,
  worst: "The costliest decisions",
  costly: (round: number, turn: number, done: string, loss: string, se: string, best: string, clear: boolean) =>
    `Round ${round}, turn ${turn}: ${done} lost ${loss} ± ${se} points; ${best} ${clear ? "was" : "may have been"} better.`,
};

export const TUNE_TEXTS = {
  title: "Tune a bot",
  ruleset: "Rules",
  bot: "Bot",
  against: "against",
  seats: "Seats",
  unit: "Play",
  start: "Start the duel",
  goOn: "Go on",
  stop: "Stop",
  save: "Save the strategy file",
  play: "Play against this bot",
  saved: (file: string) => `Saved as ${file}.`,
  first: "The first 256 deals are played.",
  none: "Change parameters, then start a duel. Its interval is valid whenever you stop.",
  result: (games: number, rate: string, interval: string, fair: string) =>
    `${games.toLocaleString("en")} games: the bot wins ${rate}${interval}; its fair share is ${fair}.`,
  interval: (low: string, high: string) => ` (${low} to ${high})`,
  chartLabel: (rate: string, low: string, high: string, deals: number) => `Win rate ${rate}, ${low} to ${high}, after ${deals} deals.`,
  deals: (n: number) => `${n.toLocaleString("en")} deals`,
  noParameters: "This bot has no parameters.",
  asText: "As text:",
  reset: "Reset",
  resetOf: (name: string) => `Reset ${name}`,
  about: (meaning: string, low: string, high: string, scale: string) => `${meaning} (${low} to ${high}, ${scale})`,
};

export const RUN_TEXTS = {
  title: "Runs",
  filter: "Filter",
  loading: "The list is loading.",
  count: (n: number, of: number) => `${n} of ${of} runs`,
  compare: "Compare",
  compared: "Two runs compared",
  tick: (name: string) => `Compare ${name}`,
  name: "Run",
  kind: "Kind",
  when: "When",
  verdict: "Verdict",
  unfinished: "unfinished",
  noVerdict: "No verdict yet.",
  about: (kind: string, seed: string, when: string) => `${kind}, seed ${seed}, ${when}`,
};
