//! `powergrab strategies NAME --explain`: one game, decision by decision, with the bot's assessment
//! of its options.

use super::failure::Failure;
use super::say::print;
use super::values;
use powergrab_arena::ArenaGame as _;
use powergrab_arena::play::TablePlay;
use powergrab_bots::strategy::{Bot, BotGame as _, Fault, Player, Players, Reasons};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Game as _, NoObserver, Options, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Event, Phase, Rules, Shedding, View};
use powergrab_lab::catalog::Catalog;
use powergrab_lab::matches::printed::wrapped;
use powergrab_lab::study::resolve;
use std::fmt::Write as _;

/// The game to be explained.
#[derive(Debug, clap::Args)]
pub struct Explain {
    /// Play one game or round and print each decision, with the bot's scores of its options
    #[arg(long)]
    explain: bool,
    /// Seed of the run
    #[arg(long, value_name = "S", default_value_t = 1, requires = "explain")]
    seed: u64,
    /// Ruleset, by name or path, optionally with other options (power-grab:hand_size=5)
    #[arg(
        long,
        value_name = "R",
        default_value = "power-grab",
        requires = "explain"
    )]
    ruleset: String,
    /// Other bots at the table, by name or path; `*` repeats a bot (greedy*3), `:` sets parameters
    /// (sheriff:challenge_at=2)
    #[arg(
        long,
        value_name = "A,B,…",
        value_delimiter = ',',
        value_parser = super::values::listed,
        default_value = "greedy,greedy,greedy",
        requires = "explain"
    )]
    against: Vec<String>,
    /// Unit of play: a `game` to the target, or a single `round`
    #[arg(long, value_name = "game|round", default_value = "round", value_parser = super::values::unit, requires = "explain")]
    unit: Unit,
}

/// A player at the table; the watched one prints its assessments.
struct Watched {
    player: Box<dyn Player<Shedding> + Send>,
    text: Option<String>,
}

impl Player<Shedding> for Watched {
    fn new_game(&mut self) {
        self.player.new_game();
    }

    fn decide(&mut self, view: View<'_>, options: &Options, rng: &mut Rng) -> Action {
        let Some(text) = &mut self.text else {
            return self.player.decide(view, options, rng);
        };
        let reasons = self.player.explain(view, options);
        let action = self.player.decide(view, options, rng);
        decision(text, view, options, action, reasons.as_ref());
        action
    }

    fn listens(&self) -> bool {
        self.player.listens()
    }

    fn begin(&mut self, game: &Shedding, seed: u64) {
        self.player.begin(game, seed);
    }

    fn hear(&mut self, view: View<'_>, event: &Event) {
        self.player.hear(view, event);
    }

    fn fault(&mut self) -> Option<Fault> {
        self.player.fault()
    }
}

/// Prints the question, the options, the scores, the choice.
fn decision(
    out: &mut String,
    view: View<'_>,
    options: &Options,
    chosen: Action,
    reasons: Option<&Reasons>,
) {
    let mut cards: Vec<String> = Vec::new();
    for slot in view.hand().iter() {
        cards.push(view.card_at(slot).to_string());
    }
    let colour = view.colour().map_or("-".to_owned(), |c| c.to_string());
    let others: Vec<String> = (0..view.n_seats() as Seat)
        .filter(|seat| *seat != view.seat())
        .map(|seat| format!("{seat}:{}", view.hand_size(seat)))
        .collect();
    let _ = writeln!(
        out,
        "round {} turn {}: {}; top {} colour {colour}\n  hand {}; cards of others {}",
        view.round() + 1,
        view.turn() + 1,
        view.phase().text(),
        view.top(),
        cards.join(" "),
        others.join(" "),
    );
    let mut told: Vec<String> = Vec::new();
    let chosen = view.text(options, chosen);
    for (i, action) in options.iter().enumerate() {
        let text = view.text(options, action);
        // Copies of a card appear as one option.
        if told.contains(&text) {
            continue;
        }
        let mark = if text == chosen { '>' } else { ' ' };
        let _ = write!(out, "  {mark} {text:<10}");
        if let Some(reasons) = reasons
            && let Some(score) = reasons.scores().get(i)
        {
            let sum = score.iter().sum::<f64>();
            if sum == f64::NEG_INFINITY {
                out.push_str("     never");
            } else {
                let _ = write!(out, " {sum:>9.3}");
                let mut width = 24;
                for (term, value) in reasons.terms().iter().zip(score) {
                    if *value != 0.0 && reasons.terms().len() > 1 {
                        let told = format!("  {term} {value:+.3}");
                        if width + told.len() > 80 {
                            width = 24;
                            let _ = write!(out, "\n{:width$}", "");
                        }
                        width += told.len();
                        out.push_str(&told);
                    }
                }
            }
        }
        out.push('\n');
        told.push(text);
    }
    for note in reasons.map_or(&[][..], Reasons::notes) {
        let _ = writeln!(out, "    ({note})");
    }
    if reasons.is_none() && !matches!(view.phase(), Phase::Call | Phase::Catch) {
        out.push_str("    (no scores here)\n");
    }
}

impl Explain {
    /// Returns whether it was requested.
    pub fn wanted(&self) -> bool {
        self.explain
    }

    /// Plays and prints.
    pub fn run(&self, name: &str, catalog: &Catalog) -> Result<(), Failure> {
        let input = |e: &dyn std::fmt::Display| Failure::Input(e.to_string());
        let ruleset = catalog.ruleset(&self.ruleset)?;
        let Some(rules) = ruleset.rules::<Rules>() else {
            return Err(Failure::Input(format!(
                "--ruleset {}: only the shedding games are explained so far",
                self.ruleset
            )));
        };
        let mut bots: Vec<Bot<Shedding>> = vec![resolve::bot(catalog, name)?.0];
        for other in &values::line_up(&self.against)? {
            bots.push(resolve::bot(catalog, other)?.0);
        }
        let game = Shedding::new(rules.clone(), bots.len()).map_err(|e| input(&e))?;
        let mut players: Vec<Watched> = bots
            .iter()
            .enumerate()
            .map(|(seat, bot)| Watched {
                player: Shedding::boxed_player(&bot.policy, seat as Seat),
                text: (seat == 0).then(String::new),
            })
            .collect();
        let salts: Vec<u64> = bots.iter().map(|bot| bot.salt).collect();
        let seeds = Seeds::new(self.seed, Purpose::Play).deal(0);
        let mut table = TablePlay::new(&game);
        Shedding::play(
            &mut table,
            &mut Players(&mut players),
            &salts,
            seeds,
            self.unit,
            &mut NoObserver,
            &mut |_, _, _, _| {},
        );
        let names: Vec<&str> = bots.iter().map(|bot| bot.name.as_str()).collect();
        let mut out = String::new();
        let seat = format!(
            "{} sits in seat 0 of: {}; > marks its choice, and the number is its score of the option",
            names[0],
            names.join(", ")
        );
        wrapped(&mut out, &seat);
        out.push('\n');
        out.push_str(players[0].text.as_deref().unwrap_or(""));
        let scores: Vec<String> = (0..bots.len())
            .map(|seat| {
                format!(
                    "{} {}",
                    names[seat],
                    game.score(table.state(), seat as Seat)
                )
            })
            .collect();
        let _ = writeln!(out, "\npoints: {}", scores.join(", "));
        print(&out)?;
        match players
            .iter_mut()
            .zip(&names)
            .find_map(|(p, name)| Some((name, p.fault()?)))
        {
            Some((name, fault)) => Err(Failure::Fault(format!("bot {name} failed: {fault}"))),
            None => Ok(()),
        }
    }
}
