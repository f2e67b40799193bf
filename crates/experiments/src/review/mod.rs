//! Review of a bot's decisions: the kinds that cost most, and what is unusual about its play.
//!
//! The reviewed bot plays games. At each of its decisions the *reference* is asked: the playout
//! policy. If the two differ, the cost of the bot's choice is the loss in the chance of winning, by
//! playouts in which the playout policy continues in the reviewed seat and the opponents play
//! themselves. By the performance difference lemma (Kakade and Langford, "Approximately optimal
//! approximate reinforcement learning", ICML 2002, lemma 6.1), the costs of a game add up to the
//! difference between the win rates of the playout policy and the bot.
//!
//! With `search`, the reference also takes another option where playouts show it to be clearly
//! better; other playouts then estimate the cost. This finds mistakes that the playout policy
//! makes, too, but the sum of the costs is larger than what a bot without them would win.
//!
//! Kinds of decision are found on half of the deals and measured on the other half, so that the
//! selection does not bias the estimates.
//!
//! | file | holds |
//! |---|---|
//! | `valuation` | the cost of a decision, by playouts |
//! | `reviewed` | the player whose decisions are valued while it plays |
//! | `games` | the games, and what is collected from them |
//! | `habits` | how often the bot chooses what, compared with other bots in the same decisions |
//! | `hints` | a bot's own reasons for a choice, and the parameters that could change it |
//! | `summary` | the kinds with their costs, the positions to look at |

pub mod games;
pub mod habits;
pub mod hints;
pub mod reviewed;
pub mod summary;
pub mod valuation;
