//! Single games of a run: of a finished run, from its manifest (the rules, the bots, the seed), or
//! of a run given by its parts.
//!
//! For a finished run, rules and bots come from the manifest alone, never from names or files,
//! which may mean something else today. Anything that cannot be reproduced exactly is refused.

use crate::catalog::{Catalog, RuleData, Ruleset};
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::LineUpDeals;
use powergrab_arena::play::TablePlay;
use powergrab_arena::seating::{CircularLineUp, Order, Orders};
use powergrab_bots::strategy::{Bot, Fault, Player, Players};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Observer, Unit};
use powergrab_engine::rng::{DealSeeds, Purpose, Seeds};
use serde_json::Value;

/// A run that can be replayed from its manifest (the part called `run`).
#[derive(Clone, Debug)]
pub struct RecordedRun<'a> {
    run: &'a Value,
    pub(crate) catalog: &'a Catalog,
    /// The run's seed.
    pub seed: u64,
    /// Unit of play.
    pub unit: Unit,
    /// Order of the seats.
    pub order: Order,
    /// Sharing of deals between line-ups.
    pub line_up_deals: LineUpDeals,
    /// The run's first deal.
    pub first_deal: u64,
}

fn text<'a>(value: &'a Value, key: &str) -> Result<&'a str, String> {
    let found = value.get(key).and_then(Value::as_str);
    found.ok_or_else(|| format!("the manifest has no text `{key}`"))
}

fn named<'a>(list: &'a Value, what: &str, name: &str) -> Result<&'a Value, String> {
    let all = list.get(what).and_then(Value::as_array);
    all.into_iter()
        .flatten()
        .find(|entry| text(entry, "name") == Ok(name))
        .ok_or_else(|| format!("the manifest has no {name} among its {what}"))
}

impl<'a> RecordedRun<'a> {
    /// Reads the run from the manifest's `run`.
    ///
    /// # Errors
    /// Names the missing key of the manifest.
    pub fn new(run: &'a Value, catalog: &'a Catalog) -> Result<RecordedRun<'a>, String> {
        let seed = text(run, "seed")?;
        let (unit, order) = (text(run, "unit")?, text(run, "order")?);
        let deals = text(run, "deals")?;
        let deals: powergrab_arena::experiment::Deals = deals
            .parse()
            .map_err(|e| format!("the manifest's `deals`: {e}"))?;
        Ok(RecordedRun {
            run,
            catalog,
            seed: seed
                .parse()
                .map_err(|e| format!("the manifest's `seed`: {e}"))?,
            unit: Unit::from_text(unit).ok_or("the manifest's `unit` is none")?,
            order: Order::from_text(order).ok_or("the manifest's `order` is unknown")?,
            line_up_deals: match run.get("line_up_deals") {
                // In studies other than tournaments, all line-ups share their deals.
                None => LineUpDeals::Shared,
                Some(_) => LineUpDeals::from_text(text(run, "line_up_deals")?)
                    .ok_or("the manifest's `line_up_deals` is unknown")?,
            },
            first_deal: deals.0.start,
        })
    }

    /// Returns the rules that the run knew by this name.
    ///
    /// # Errors
    /// Fails if the manifest names no such ruleset, or if the
    /// fingerprint differs from the manifest's.
    pub fn ruleset(&self, name: &str) -> Result<Ruleset, String> {
        let entry = named(self.run, "rulesets", name)?;
        let rules = entry.get("rules").unwrap_or(&Value::Null);
        let file = format!("the manifest's rules {name}");
        let base = rules.get("base").and_then(Value::as_str);
        let game = base.and_then(|base| self.catalog.game_with(base));
        let game = game.ok_or_else(|| format!("{file}: `base` names no game"))?;
        let ruleset = game.read_renamed_json(&file, name, rules);
        let ruleset = ruleset.map_err(|e| e.to_string())?;
        let fingerprint = ruleset.fingerprint();
        if Ok(fingerprint.as_str()) == text(entry, "fingerprint") {
            Ok(ruleset)
        } else {
            Err(format!(
                "the rules {name} have another fingerprint in this version"
            ))
        }
    }

    /// Returns the bot that the run knew by this name.
    ///
    /// # Errors
    /// Fails if there is no such bot, if it is external, or if this version has other parameters
    /// for its policy.
    pub fn bot<G: ArenaGame>(&self, name: &str) -> Result<Bot<G>, String> {
        let entry = named(self.run, "bots", name)?;
        let strategy = entry.get("strategy").unwrap_or(&Value::Null);
        if strategy.get("external").is_some() {
            let policy = text(strategy, "policy").unwrap_or("external");
            let what = match policy {
                "monte-carlo" => "a search",
                "rules" => "a list of rules",
                "process" | "wasm" => "a program of its own",
                _ => "code of another program",
            };
            return Err(format!(
                "the bot {name} is {what}, and is not made again from what the run kept of it"
            ));
        }
        if strategy.get("weights").is_some() {
            return Err(format!(
                "the bot {name} has weights from a file, which the run did not keep"
            ));
        }
        let mut file = serde_json::Map::new();
        for key in ["policy", "salt", "params"] {
            if let Some(value) = strategy.get(key) {
                file.insert(key.to_owned(), value.clone());
            }
        }
        let toml = toml::to_string(&file).map_err(|e| format!("the bot {name}: {e}"))?;
        let file = self
            .catalog
            .bots
            .parse::<G>(name, &format!("the manifest's bot {name}"), &toml);
        let bot = file.map_err(|e| e.to_string())?.bot;
        if &bot.describe() == strategy {
            Ok(bot)
        } else {
            Err(format!(
                "the bot {name} has other parameters in this version"
            ))
        }
    }
}

/// A place in a run: the source of a game's cards, and its seating.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The run's seed.
    pub seed: u64,
    /// Index of the line-up among those of its table, if line-ups have deals of their own; 0 if
    /// they share them.
    pub line_up: usize,
    /// The deal.
    pub deal: u64,
    /// Number of seats by which the bots are rotated.
    pub rotation: usize,
    /// Order of the seats.
    pub order: Order,
    /// Unit of play.
    pub unit: Unit,
}

impl Place {
    /// Returns the seeds of the deal.
    fn seeds(&self) -> DealSeeds {
        let seeds = Seeds::new(self.seed, Purpose::Play);
        seeds.line_up(self.line_up).deal(self.deal)
    }
}

/// One game of a run.
pub struct RecordedGame<G: ArenaGame> {
    /// The rules for this number of seats.
    pub game: G,
    /// The bots by seat.
    pub seats: Vec<Bot<G>>,
    /// Its place in the run.
    pub place: Place,
}

/// The end of a game.
#[derive(Debug)]
pub struct Played<S> {
    /// Final position.
    pub state: S,
    /// By seat: the failure of its bot, if any.
    pub faults: Vec<Option<Fault>>,
}

impl<G: ArenaGame> RecordedGame<G> {
    /// Returns the game of these bots (in the run's order) at a place of a run.
    pub fn of(game: G, line_up: &[Bot<G>], place: Place) -> RecordedGame<G> {
        let n = line_up.len();
        let mut orders = Orders::new(Seeds::new(place.seed, Purpose::Play), place.order);
        let places: Vec<usize> = (0..n).collect();
        let ring = CircularLineUp::new(&places, &orders.places(n, place.deal));
        let seats = ring.rotation(place.rotation).iter();
        RecordedGame {
            game,
            seats: seats.map(|&bot| line_up[bot].clone()).collect(),
            place,
        }
    }

    /// Returns the game of this line-up (names in the run's order; the `nth` of its table, from 0)
    /// in this deal, rotation 0.
    ///
    /// # Errors
    /// Fails if a bot cannot be reproduced, or if the ruleset does not allow this number of seats.
    pub fn new<R: RuleData<Game = G>>(
        again: &RecordedRun<'_>,
        rules: &R,
        line_up: &[&str],
        nth: usize,
        deal: u64,
    ) -> Result<RecordedGame<G>, String> {
        let game = rules.game(line_up.len())?;
        let bots = line_up.iter().map(|name| again.bot(name));
        let place = Place {
            seed: again.seed,
            line_up: match again.line_up_deals.are_own(line_up.len()) {
                true => nth,
                false => 0,
            },
            deal,
            rotation: 0,
            order: again.order,
            unit: again.unit,
        };
        Ok(RecordedGame::of(
            game,
            &bots.collect::<Result<Vec<_>, _>>()?,
            place,
        ))
    }

    /// Plays the game.
    pub fn play(&self, observer: &mut dyn Observer<G>) -> Played<G::State> {
        let mut table = TablePlay::new(&self.game);
        let seats = self.seats.iter().enumerate();
        let mut players: Vec<_> = seats
            .map(|(seat, bot)| G::boxed_player(&bot.policy, seat as Seat))
            .collect();
        let salts: Vec<u64> = self.seats.iter().map(|bot| bot.salt).collect();
        let seeds = self.place.seeds();
        G::play(
            &mut table,
            &mut Players(&mut players),
            &salts,
            seeds,
            self.place.unit,
            observer,
            &mut |_, _, _, _| {},
        );
        Played {
            state: table.state().clone(),
            faults: players.iter_mut().map(Player::fault).collect(),
        }
    }
}
