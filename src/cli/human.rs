//! `powergrab play --human SEAT`: a person plays in the terminal. Rules, cards and bots are those of any other game; the
//! person is a player who asks the terminal.

use super::analyse::thought;
use super::{Failure, print, resolve};
use crate::arena::play::{Table, Unit};
use crate::cards::{CardSet, MAX_SEATS, Seat, Tower};
use crate::game::{Action, Ask, Game as _, Options, Silent};
use crate::lab::analyse::Analysis;
use crate::lab::review::{self, Decision};
use crate::rng::{Purpose, Rng, Seeds};
use crate::shedding::{Event, HIDDEN, Phase, Rules, Shedding, View, Why};
use crate::strategy::search::Goal;
use crate::strategy::{Bot, BotGame as _, Player, ShedPlayer};
use std::fmt::Write as _;
use std::io::BufRead as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
pub fn play(rules: &Rules, sitting: &Sitting) -> Result<(), Failure> {
    let n = sitting.bots.len();
    let game = Shedding::new(rules.clone(), n).map_err(|e| Failure::Input(e.to_string()))?;
    if usize::from(sitting.seat) >= n {
        return Err(Failure::Input(format!(
            "--human {}: {n} bots make seats 0 to {}; the person takes the place of one",
            sitting.seat,
            n - 1
        )));
    }
    let kept = Arc::new(Mutex::new(Kept::default()));
    let mut names = Vec::new();
    let mut policies = Vec::new();
    let mut salts = [0; MAX_SEATS];
    for (seat, name) in sitting.bots.iter().enumerate() {
        if seat == usize::from(sitting.seat) {
            names.push(format!("seat {seat} (you)"));
            continue;
        }
        let (bot, _): (Bot<Shedding>, _) = resolve::bot(name)?;
        policies.push(bot.policy);
        salts[seat] = bot.salt;
        names.push(format!("{}[{seat}]", bot.name));
    }
    let mut policies = policies.iter();
    let mut players: Vec<ShedPlayer> = Vec::new();
    for seat in 0..n as Seat {
        let policy = if seat == sitting.seat {
            None
        } else {
            policies.next()
        };
        players.push(match policy {
            Some(policy) => Shedding::player(policy, seat),
            None => ShedPlayer::External(Box::new(Person {
                names: names.clone(),
                hint: sitting.hint,
                seed: sitting.seed,
                kept: Arc::clone(&kept),
            })),
        });
    }
    print(&format!("{}: {}\n{HELP}", rules.name, names.join(", ")))?;
    let mut table = Table::new(&game);
    let seeds = Seeds::new(sitting.seed, Purpose::Play).deal(sitting.deal);
    table.play(
        &mut players,
        &salts,
        seeds,
        Unit::Game,
        &mut Silent,
        |_, _, _, _| {},
    );
    let mut kept = lock(&kept);
    if let Some(failure) = kept.failed.take() {
        return Err(failure);
    }
    if !kept.left {
        let winners = game.outcome(&table.state).winners;
        let won: Vec<&str> = (0..n)
            .filter(|s| winners >> s & 1 == 1)
            .map(|s| names[s].as_str())
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
        print(&reviewed(&game, &kept.decisions, sitting)?)?;
    }
    if kept.left {
        return Err(Failure::Interrupted("you left the table".to_owned()));
    }
    Ok(())
}

/// The review as a table.
fn reviewed(game: &Shedding, decisions: &[Decision], sitting: &Sitting) -> Result<String, Failure> {
    let (playout, _) = resolve::bot::<Shedding>("balanced")?;
    let thought = thought(playout, Goal::Game, false, sitting.seed)?;
    let judged = review::review(game, decisions, &thought, sitting.review);
    let mut out = format!(
        "\nReview: what each decision cost in points of winning chance, by {} playouts each\n{:>5} {:>5}  {:<12} {:>6} {:>6}  best\n",
        sitting.review, "round", "turn", "you did", "cost", "± s.e."
    );
    let mut total = 0.0;
    for verdict in &judged {
        total += verdict.cost;
        let best = if verdict.best == verdict.decision.done {
            ""
        } else {
            verdict.best.as_str()
        };
        let _ = writeln!(
            out,
            "{:>5} {:>5}  {:<12} {:>6.2} {:>6.2}  {best}",
            verdict.decision.round + 1,
            verdict.decision.turn + 1,
            verdict.decision.done,
            verdict.cost * 100.0,
            verdict.error * 100.0,
        );
    }
    let _ = writeln!(
        out,
        "{} decisions, {:.2} points in all. Small costs are within the error.",
        judged.len(),
        total * 100.0
    );
    Ok(out)
}

/// A person at the terminal.
struct Person {
    names: Vec<String>,
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

    fn name(&self, seat: Seat) -> &str {
        self.names
            .get(usize::from(seat))
            .map_or("?", String::as_str)
    }

    /// The table as the person sees it.
    fn table(&self, view: View<'_>, options: &Options) -> String {
        let mut out = String::from("\n");
        for seat in 0..view.n_seats() as Seat {
            let towers: String = Tower::ALL
                .iter()
                .filter(|t| view.owner(**t) == Some(seat))
                .map(ToString::to_string)
                .collect();
            let _ = writeln!(
                out,
                "  {} {:<16} {:>2} cards  score {:>3}  {}",
                if seat == view.on_turn() { ">" } else { " " },
                self.name(seat),
                view.hand_size(seat),
                view.score(seat),
                if towers.is_empty() {
                    String::new()
                } else {
                    format!("towers {towers}")
                }
            );
        }
        let colour = view
            .colour()
            .map_or(String::new(), |c| format!(", {} in force", c.word()));
        let _ = writeln!(
            out,
            "  top card {}{colour}; your hand: {}",
            view.top(),
            cards(view, view.hand())
        );
        let _ = write!(out, "{}:", question(view));
        let mut last = String::new();
        for (number, action) in options.iter().enumerate() {
            let text = view.text(options, action);
            if text != last {
                let _ = write!(out, "  {}) {text}", number + 1);
            }
            last = text;
        }
        out.push('\n');
        out
    }

    fn show_hint(&self, view: View<'_>, rng: &mut Rng) {
        let outcome = resolve::bot::<Shedding>("balanced")
            .and_then(|(playout, _)| thought(playout, Goal::Game, false, self.seed));
        let thought = match outcome {
            Ok(thought) => thought,
            Err(failure) => return self.say(&format!("no hint: {failure}\n")),
        };
        // Any world that the person cannot tell from the real one asks the same question.
        let world = view.redeal(&mut rng.clone());
        let game = view.game();
        let ask = Ask {
            seat: view.seat(),
            options: game.options_of(&world),
        };
        let mut analysis = Analysis::new(game, &world, ask, thought);
        while !analysis.is_decided() && analysis.playouts() < self.hint {
            analysis.step(64);
        }
        let seen = game.view(&world, ask.seat);
        let mut out =
            String::from("  option       wins game   ± s.e. of what it loses against the best\n");
        for row in analysis.rows() {
            let text = seen.text(&ask.options, ask.options.nth(row.option as u32));
            let _ = writeln!(
                out,
                "  {text:<12} {:>8.1}   loses {:>5.2} ± {:.2}",
                row.value * 100.0,
                row.loss * 100.0,
                row.loss_se * 100.0
            );
        }
        self.say(&out);
    }
}

fn cards(view: View<'_>, set: CardSet) -> String {
    let mut cards: Vec<_> = set.iter().map(|slot| view.card_at(slot)).collect();
    cards.sort();
    let texts: Vec<String> = cards.iter().map(ToString::to_string).collect();
    texts.join(" ")
}

fn question(view: View<'_>) -> &'static str {
    match view.phase() {
        Phase::Turn => "Play a card or draw",
        Phase::Drawn => "Play it or keep it",
        Phase::Gift => "Who gets the next yellow card",
        Phase::Colour | Phase::Upcard => "Name a colour",
        Phase::Tower => "Claim a tower",
        Phase::InstantUno => "Instant UNO",
        Phase::Keep => "Which card do you keep",
        Phase::Call => "Call UNO",
        Phase::Catch => "UNO was not called: catch",
        Phase::React => "The card acts on you",
        Phase::Over => "It is over",
    }
}

impl Player<Shedding> for Person {
    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        if lock(&self.kept).left {
            return options.nth(0);
        }
        self.say(&self.table(view, options));
        loop {
            self.say("> ");
            let mut line = String::new();
            let read = std::io::stdin().lock().read_line(&mut line);
            if !read.is_ok_and(|n| n > 0) {
                lock(&self.kept).left = true;
                return options.nth(0);
            }
            let word = line.trim();
            match word {
                "hint" => self.show_hint(view, rng),
                "help" | "?" => self.say(HELP),
                "position" => self.say(&format!("{}\n", view.notation())),
                "quit" => {
                    lock(&self.kept).left = true;
                    return options.nth(0);
                }
                _ => {
                    let by_number = word
                        .parse::<u32>()
                        .ok()
                        .filter(|n| (1..=options.len()).contains(n));
                    let by_text = options
                        .iter()
                        .find(|a| view.text(options, *a).eq_ignore_ascii_case(word));
                    // A seat's number answers who gets a card, so texts come first there.
                    let action = match view.phase() {
                        Phase::Gift => by_text.or(by_number.map(|n| options.nth(n - 1))),
                        _ => by_number.map(|n| options.nth(n - 1)).or(by_text),
                    };
                    let Some(action) = action else {
                        self.say(&format!(
                            "{:?} is none of the options: answer 1 to {}, an option's text, hint, position, help or quit\n",
                            word.chars().take(40).collect::<String>(),
                            options.len()
                        ));
                        continue;
                    };
                    lock(&self.kept).decisions.push(Decision {
                        position: view.notation(),
                        done: view.text(options, action),
                        round: view.round(),
                        turn: view.turn(),
                    });
                    return action;
                }
            }
        }
    }

    fn listens(&self) -> bool {
        true
    }

    fn hear(&mut self, view: View<'_>, event: &Event) {
        if lock(&self.kept).left {
            return;
        }
        if let Some(text) = told(self, view, event) {
            self.say(&format!("{text}\n"));
        }
    }
}

/// An event in words, as the person may know it.
fn told(person: &Person, view: View<'_>, event: &Event) -> Option<String> {
    let name = |seat: Seat| person.name(seat);
    let card = |slot: u8| {
        if slot == HIDDEN {
            "a card".to_owned()
        } else {
            view.card_at(slot).to_string()
        }
    };
    Some(match *event {
        Event::Round { .. } => format!(
            "\nRound {}, dealt by {}; {} is turned up",
            view.round() + 1,
            name(view.dealer()),
            view.top()
        ),
        Event::Colour { seat, colour } => format!("{}: {}", name(seat), colour.word()),
        Event::Play {
            seat,
            card: slot,
            drawn,
            colour,
            ..
        } => {
            let named = colour.map_or(String::new(), |c| format!(" and names {}", c.word()));
            format!(
                "{}: {}{}{named}",
                name(seat),
                card(slot),
                if drawn { ", just drawn," } else { "" }
            )
        }
        Event::Give {
            seat,
            to,
            card: slot,
        } => format!("{} gives {} to {}", name(seat), card(slot), name(to)),
        Event::Claim { .. } => {
            let (tower, seat, from) = event.moved_tower()?;
            let from = from.map_or(String::new(), |from| format!(" from {}", name(from)));
            format!("{} claims tower {tower}{from}", name(seat))
        }
        Event::InstantUno {
            seat, discarded, ..
        } => format!(
            "{}: Instant UNO, lays down {}",
            name(seat),
            cards(view, discarded)
        ),
        Event::Uno { seat } => format!("{}: UNO!", name(seat)),
        Event::Caught { seat, by } => format!(
            "{} did not call UNO and is caught by {}",
            name(seat),
            name(by)
        ),
        Event::Block { seat, tower } => format!("{} blocks with tower {tower}", name(seat)),
        Event::Challenge {
            seat,
            against,
            guilty,
        } => {
            let verdict = if guilty { "guilty" } else { "innocent" };
            let shown = if seat == view.seat() {
                format!(": {}", cards(view, view.shown(against)))
            } else {
                String::new()
            };
            format!(
                "{} challenges {}: {verdict}{shown}",
                name(seat),
                name(against)
            )
        }
        Event::Draw {
            seat,
            cards: drawn,
            n,
            why,
        } => {
            let what = if drawn.is_empty() {
                n.to_string()
            } else {
                cards(view, drawn)
            };
            let penalty = if why == Why::Uno { " for UNO" } else { "" };
            format!("{} draws {what}{penalty}", name(seat))
        }
        Event::Reshuffle { cards } => format!("{cards} cards are shuffled into a new draw pile"),
        Event::Intervention { .. } => return None,
        Event::Miss { seat } => format!("{} misses a turn", name(seat)),
        Event::Pass { seat } => format!("{} keeps it", name(seat)),
        Event::RoundEnd => {
            let (_, winner) = view.ended()?;
            let scores: Vec<String> = (0..view.n_seats() as Seat)
                .map(|seat| format!("{} {}", name(seat), view.score(seat)))
                .collect();
            match winner {
                Some(winner) => format!(
                    "{} goes out, {} points. Scores: {}",
                    name(winner),
                    view.round_points(winner),
                    scores.join(", ")
                ),
                None => format!("Nobody can go on. Scores: {}", scores.join(", ")),
            }
        }
    })
}
