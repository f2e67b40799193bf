// How the games go, for somebody who knows UNO a little.

export const HELP_TEXTS = {
  title: "How the game goes",
  towers: [
    ["Your turn", "Play a card of the same colour, number or symbol as the top card, or a wild card; or draw a card, which is always allowed. A drawn card that fits may be played at once."],
    ["Icons", "Some numbers carry an icon: U, N, O or !. Who plays one takes that tower, also from another player. The Wild Grab-A-Tower takes any one tower, Grab-2-Towers any two."],
    ["Towers", "When a card acts on you, the right tower blocks it: U blocks Draw One, N blocks Draw Two, O blocks Wild Draw Four and ! blocks Skip. You keep the tower and take your turn as usual."],
    ["Instant UNO", "Who holds all four towers after a play may lay down all cards but one. The towers then go back to the middle."],
  ],
  plain: [
    ["Your turn", "Play a card of the same colour, number or symbol as the top card, or a wild card; or draw a card, which is always allowed. A drawn card that fits may be played at once."],
  ],
  ring: ["Power Ring", "A wild card: you give away all your yellow cards, each to a player of your choice, and name a colour."],
  shedding: [
    ["Challenge", "A Wild Draw Four is honest if its player held no card of the colour in force. If it acts on you, you may challenge it: after a bluff its player draws the four, otherwise you draw six."],
    ["UNO", "Call UNO when you have one card left. Who forgets and is caught draws two."],
  ],
  round: (target: number | null, own: boolean) =>
    ["End", own
      ? "Who has no cards left ends the round. Each player adds up its own remaining cards; at the target score the lowest total wins."
      : `Who has no cards left wins the round and scores what the others hold: numbers their value, action cards 20, Grab-2-Towers and wild cards 50.${target === null ? "" : ` The game goes to ${target} points.`}`],
  grid: [
    ["Your turn", "You draw one card. While the Grid of three by three places is not full, you place a number or a Skip next to the cards that lie there, also diagonally."],
    ["The full Grid", "Then do one of these: place a number or a Skip on top of any stack; lay a Reverse, and the ends of a row or column change places; lay a Draw Two or a Wild Draw Four and draw two or four cards; or score a line."],
    ["Scoring a line", "Choose a row or column. For each number on top you lay a card of the same number, of any colour, into your score pile. Wild cards stand for any number; Skips in the line need no card. The Grid stays as it is."],
    ["End", "The game ends when somebody has no cards left or the draw pile is empty. The numbers in your score pile count their value, those in your hand count against you. The highest score wins."],
  ],
};
