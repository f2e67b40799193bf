// Plain names for rulesets, their options and the bots. What has none keeps its key; an option, the words of its key.

export const RULESET_NAMES: Record<string, string> = {
  "power-grab": "Power Grab",
  "green-lantern": "Green Lantern",
  "classic": "Classic UNO",
  "grid": "Grid",
  "stacking": "Classic with stacking",
  "party": "Classic, party rules",
  "strict": "Classic, strict rules",
  "kitchen-table": "Classic, kitchen-table rules",
};

export const RULE_NAMES: Record<string, string> = {
  icons: "Icons on number cards",
  hand_size: "Cards dealt",
  opening_draw_skips: "A draw card turned up skips the first seat",
  wild_after_draw: "Wild card after drawing",
  towers: "Towers in the game",
  instant_uno: "Instant UNO",
  block_last: "Towers stop the last card too",
  reshuffle: "Reshuffling",
  max_turns: "Most turns in a round",
  max_rounds: "Most rounds in a game",
  two_player_reverse: "Reverse with two players",
  stack: "Stacking",
  draw: "Draw until playable",
  force_play: "Forced play",
  challenge: "Challenges",
  bluff: "Bluffs",
  seven_zero: "Seven and zero",
  upcard: "The card turned up",
  first_seat: "Who begins",
};

export const VALUE_NAMES: Record<string, string> = {
  "true": "yes",
  "false": "no",
  "stack none": "no stacking",
  "stack same": "the same draw card only",
  "stack cross": "any draw card that draws as many",
  "draw one": "no, one card only",
  "draw until-playable": "yes, until a card can be played",
  "upcard sheet": "as on the rule sheet",
  "upcard number": "a number always",
  "upcard plain": "has no effect",
  "scoring opponents": "what the others hold",
  "scoring own": "one's own cards, the lowest wins",
  "reshuffle on-need": "when a card is needed",
  "reshuffle on-empty": "when the last card is drawn",
  "next_dealer left": "the seat to the left",
  "next_dealer winner": "the winner",
  "next_dealer random": "a random seat",
  "two_player_reverse turn": "only turns the direction",
  "two_player_reverse skip": "the other player misses a turn",
};

/** Bots by their share of rounds won against `balanced` (`grid-heuristic` in Grid); those that are named nowhere stand last. */
export const BOT_GROUPS: { title: string; bots: string[] }[] = [
  { title: "strong", bots: ["champion-4", "champion-2", "balanced", "net", "monte-carlo", "grid-champion", "grid-heuristic"] },
  { title: "nearly as strong", bots: ["paranoid", "miser", "colour-counter", "ambusher"] },
  { title: "middle", bots: ["saint", "hoarder", "tipsy", "denier", "sheriff", "punisher", "greedy", "bluffer", "dumper", "grid-greedy"] },
  { title: "weak", bots: ["forgetful", "random", "first-legal"] },
];

export const OTHER_BOTS = "strategy cards and others";
