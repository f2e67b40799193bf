//! `powergrab play --human SEAT`: a person plays in the terminal. Rules, cards and bots are those of any other game; the
//! person is a player who asks the terminal.
//!
//! | file | holds |
//! |---|---|
//! | `shed`, `grid` | how each game is shown and told |

mod grid;
mod shed;

use super::analyse::thought;
use super::{Failure, print, resolve};
use crate::arena::play::{Table, Unit};
use crate::cards::{MAX_SEATS, Seat};
use crate::game::notation::Notated;
use crate::game::{Action, Ask, Options, Silent};
use crate::lab::analyse::{Analysis, Thought};
use crate::lab::review::{self, Decision};
use crate::rng::{Purpose, Rng, Seeds};
use crate::rulesets::RuleData;
use crate::strategy::search::{Goal, Searchable};
use crate::strategy::{Bot, Player};
use std::fmt::Write as _;
use std::io::BufRead as _;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game as it is shown and told to a person at the table.
pub trait Parlour: Searchable + Notated {
    /// Whether a game has several rounds.
    const ROUNDS: bool;

    /// A seat for a player from outside the register.
    fn seated(person: Box<dyn Player<Self> + Send>) -> Self::Player;

    /// The table as the view's seat sees it, when it is asked.
    fn table(view: Self::View<'_>, options: &Options, names: &Names) -> String;

    /// What it is asked, in words.
    fn prompt(view: Self::View<'_>) -> &'static str;

    /// An option as it is listed: its text, and perhaps what it does.
    fn label(view: Self::View<'_>, options: &Options, action: Action) -> String {
        Self::option_text(view, options, action)
    }

    /// Whether numbers are texts of options here, and so come before an option's number.
    fn numbers_are_texts(view: Self::View<'_>) -> bool {
        let _ = view;
        false
    }

    /// The round and the turns before this one, both from 0.
    fn moment(view: Self::View<'_>) -> (u32, u32);

    /// An event in words, as the view's seat may know it; none where it need not be told.
    fn told(view: Self::View<'_>, event: &Self::Event, names: &Names) -> Option<String>;
}

/// What the seats are called.
#[derive(Clone, Debug)]
pub struct Names(Vec<String>);

impl Names {
    /// The name of a seat.
    fn of(&self, seat: Seat) -> &str {
        self.0.get(usize::from(seat)).map_or("?", String::as_str)
    }
}

/// What a person's game needs.
pub struct Sitting {
    /// The person's seat.
    pub seat: Seat,
    /// The bots by seat, the person's own aside.
    pub bots: Vec<String>,
    /// The run's seed.
    pub seed: u64,
    /// Which deal of it.
    pub deal: u64,
    /// Playouts of a hint.
    pub hint: u64,
    /// Playouts of each decision in the review; 0 for none.
    pub review: u64,
}

const HELP: &str = "Answer with the number of an option or with its text. Other words:
  hint       what the analysis thinks of your options
  position   the position as one line, for `powergrab analyse`
  help       this
  quit       leave the table
";

/// How long a line of options may be, in bytes.
const WIDTH: usize = 79;

/// What the person did, kept where the command can see it.
#[derive(Debug, Default)]
struct Kept {
    decisions: Vec<Decision>,
    left: bool,
    failed: Option<Failure>,
}

fn lock(kept: &Mutex<Kept>) -> MutexGuard<'_, Kept> {
    kept.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Plays one game and reviews it.
pub fn play<R: RuleData>(rules: &R, sitting: &Sitting) -> Result<(), Failure>
where
    R::Game: Parlour,
    <R::Game as crate::game::Game>::State: Sync,
{
    let n = sitting.bots.len();
    let game = rules.game(n).map_err(Failure::Input)?;
    if usize::from(sitting.seat) >= n {
        return Err(Failure::Input(format!(
            "--human {}: {n} bots make seats 0 to {}; the person takes the place of one",
            sitting.seat,
            n - 1
        )));
    }
    sit_down(&game, rules.name(), sitting)
}

fn sit_down<G: Parlour>(game: &G, ruleset: &str, sitting: &Sitting) -> Result<(), Failure>
where
    G::State: Sync,
{
    let n = sitting.bots.len();
    let kept = Arc::new(Mutex::new(Kept::default()));
    let mut names = Vec::new();
    let mut policies = Vec::new();
    let mut salts = [0; MAX_SEATS];
    for (seat, name) in sitting.bots.iter().enumerate() {
        if seat == usize::from(sitting.seat) {
            names.push(format!("seat {seat} (you)"));
            continue;
        }
        let (bot, _): (Bot<G>, _) = resolve::bot(name)?;
        policies.push(bot.policy);
        salts[seat] = bot.salt;
        names.push(format!("{}[{seat}]", bot.name));
    }
    let names = Names(names);
    let mut policies = policies.iter();
    let mut players: Vec<G::Player> = Vec::new();
    for seat in 0..n as Seat {
        let policy = if seat == sitting.seat {
            None
        } else {
            policies.next()
        };
        players.push(match policy {
            Some(policy) => G::player(policy, seat),
            None => G::seated(Box::new(Person {
                names: names.clone(),
                hint: sitting.hint,
                seed: sitting.seed,
                kept: Arc::clone(&kept),
            })),
        });
    }
    print(&format!("{ruleset}: {}\n{HELP}", names.0.join(", ")))?;
    let mut table = Table::new(game);
    let seeds = Seeds::new(sitting.seed, Purpose::Play).deal(sitting.deal);
    // Whoever leaves the table ends the game at once: unwinding is the way out of a game that nobody else is asked about.
    let played = catch_unwind(AssertUnwindSafe(|| {
        table.play(
            &mut players,
            &salts,
            seeds,
            Unit::Game,
            &mut Silent,
            |_, _, _, _| {},
        );
    }));
    match played {
        Err(other) if !other.is::<Left>() => resume_unwind(other),
        _ => {}
    }
    let mut kept = lock(&kept);
    if let Some(failure) = kept.failed.take() {
        return Err(failure);
    }
    if !kept.left {
        let winners = game.outcome(&table.state).winners;
        let won: Vec<&str> = (0..n as Seat)
            .filter(|s| winners >> s & 1 == 1)
            .map(|s| names.of(s))
            .collect();
        print(&format!(
            "\nThe game goes to {}.\n",
            if won.is_empty() {
                "nobody".to_owned()
            } else {
                won.join(" and ")
            }
        ))?;
    }
    if sitting.review > 0 {
        print(&reviewed(game, &kept.decisions, sitting)?)?;
    }
    if kept.left {
        return Err(Failure::Interrupted("you left the table".to_owned()));
    }
    Ok(())
}

/// How hints and reviews think: for the game, with the usual playouts and beliefs.
fn usual<G: Parlour>(seed: u64) -> Result<Thought<G>, Failure> {
    let (playout, _) = resolve::playout::<G>(G::PLAYOUT)?;
    Ok(thought(playout, Goal::Game, false, seed))
}

/// The review as a table.
fn reviewed<G: Parlour>(
    game: &G,
    decisions: &[Decision],
    sitting: &Sitting,
) -> Result<String, Failure>
where
    G::State: Sync,
{
    let thought = usual::<G>(sitting.seed)?;
    let judged = review::review(game, decisions, &thought, sitting.review);
    let round = |text: String| {
        if G::ROUNDS {
            format!("{text:>5} ")
        } else {
            String::new()
        }
    };
    let mut out = format!(
        "\nReview: what each decision cost in points of winning chance, by {} playouts each\n{}{:>5}  {:<11} {:<13} {:>6} {:>6}  best\n",
        sitting.review,
        round("round".to_owned()),
        "turn",
        "question",
        "you did",
        "cost",
        "± s.e."
    );
    let mut total = 0.0;
    for verdict in &judged {
        total += verdict.cost;
        let decision = &verdict.decision;
        // What costs nothing was as good as any.
        let best = if verdict.best == decision.done || verdict.cost == 0.0 {
            ""
        } else {
            verdict.best.as_str()
        };
        let line = format!(
            "{}{:>5}  {:<11} {:<13} {:>6.2} {:>6.2}  {best}",
            round((decision.round + 1).to_string()),
            decision.turn + 1,
            decision.asked,
            decision.done,
            verdict.cost * 100.0,
            verdict.error * 100.0,
        );
        let _ = writeln!(out, "{}", line.trim_end());
    }
    let _ = writeln!(
        out,
        "{} decisions, {:.2} points in all. Small costs are within the error.",
        judged.len(),
        total * 100.0
    );
    Ok(out)
}

/// What unwinds a game that its person has left.
struct Left;

/// A person at the terminal.
struct Person {
    names: Names,
    hint: u64,
    seed: u64,
    kept: Arc<Mutex<Kept>>,
}

impl Person {
    fn say(&self, text: &str) {
        if let Err(failure) = print(text) {
            let mut kept = lock(&self.kept);
            kept.left = true;
            kept.failed.get_or_insert(failure);
        }
    }

    /// Ends the game.
    fn leave(&self) -> ! {
        lock(&self.kept).left = true;
        resume_unwind(Box::new(Left))
    }

    /// The table as the person sees it, and the options.
    fn table<G: Parlour>(&self, view: G::View<'_>, options: &Options) -> String {
        let mut out = G::table(view, options, &self.names);
        let mut line = format!("{}:", G::prompt(view));
        let mut last = String::new();
        for (number, action) in options.iter().enumerate() {
            let text = G::label(view, options, action);
            // Copies of a card are one option to a person.
            if text != last {
                let option = format!("  {}) {text}", number + 1);
                if line.len() + option.len() > WIDTH {
                    out.push_str(&line);
                    line = String::from("\n ");
                }
                line.push_str(&option);
            }
            last = text;
        }
        out + &line + "\n"
    }

    fn show_hint<G: Parlour>(&self, view: G::View<'_>, rng: &mut Rng)
    where
        G::State: Sync,
    {
        let thought = match usual::<G>(self.seed) {
            Ok(thought) => thought,
            Err(failure) => return self.say(&format!("no hint: {failure}\n")),
        };
        // Any world that the person cannot tell from the real one asks the same question.
        let world = G::redeal(view, &mut rng.clone());
        let game = G::game_of(view);
        let ask = Ask {
            seat: G::seat_of(view),
            options: game.options_of(&world),
        };
        let mut analysis = Analysis::new(game, &world, ask, thought);
        analysis.run(self.hint, 64);
        let seen = game.view(&world, ask.seat);
        let mut out =
            String::from("  option        wins game   ± s.e. of what it loses against the best\n");
        for row in analysis.rows() {
            let text = G::option_text(seen, &ask.options, ask.options.nth(row.option as u32));
            let _ = writeln!(
                out,
                "  {text:<13} {:>8.1}   loses {:>5.2} ± {:.2}",
                row.value * 100.0,
                row.loss * 100.0,
                row.loss_se * 100.0
            );
        }
        self.say(&out);
    }
}

impl<G: Parlour> Player<G> for Person
where
    G::State: Sync,
{
    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        self.say(&self.table::<G>(view, options));
        loop {
            self.say("> ");
            if lock(&self.kept).left {
                self.leave();
            }
            // What is no text is no answer, and no reason to end the game.
            let mut line = Vec::new();
            let read = std::io::stdin().lock().read_until(b'\n', &mut line);
            if !read.is_ok_and(|n| n > 0) {
                self.leave();
            }
            let line = String::from_utf8_lossy(&line);
            let word = line.trim();
            match word {
                "hint" => self.show_hint::<G>(view, rng),
                "help" | "?" => self.say(HELP),
                "position" => self.say(&format!("{}\n", G::notation(view))),
                "quit" => self.leave(),
                _ => {
                    let by_number = word
                        .parse::<u32>()
                        .ok()
                        .filter(|n| (1..=options.len()).contains(n));
                    let by_text = options
                        .iter()
                        .find(|a| G::option_text(view, options, *a).eq_ignore_ascii_case(word));
                    let by_number = by_number.map(|n| options.nth(n - 1));
                    let action = if G::numbers_are_texts(view) {
                        by_text.or(by_number)
                    } else {
                        by_number.or(by_text)
                    };
                    let Some(action) = action else {
                        self.say(&format!(
                            "{:?} is none of the options: answer 1 to {}, an option's text, hint, position, help or quit\n",
                            word.chars().take(40).collect::<String>(),
                            options.len()
                        ));
                        continue;
                    };
                    let (round, turn) = G::moment(view);
                    lock(&self.kept).decisions.push(Decision {
                        position: G::notation(view),
                        asked: G::asked(view),
                        done: G::option_text(view, options, action),
                        round,
                        turn,
                    });
                    return action;
                }
            }
        }
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        if lock(&self.kept).left {
            return;
        }
        if let Some(text) = G::told(view, event, &self.names) {
            self.say(&format!("{text}\n"));
        }
    }
}
