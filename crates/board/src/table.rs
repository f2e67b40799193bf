//! A game as described, played to the next question for a person.

use crate::context::Context;
use crate::spec::{Change, GameSpec, Move, PERSON, unit};
use crate::words::BoardGame;
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::{Bot, Player, notify};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::game::notation::seats_of;
use powergrab_engine::game::{Action, Ask, Driver, NoObserver, Observer, Seats, Unit};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::trace::{Header, game_end};
use powergrab_lab::catalog::{Catalog, RuleData};
use powergrab_lab::study::resolve;
use std::sync::atomic::Ordering;

/// Maximum numbers of lines and decisions of a game. Rules can make games of any length.
const MAX_LINES: usize = 50_000;
const MAX_DECISIONS: usize = 20_000;
/// Maximum number of playouts of a decision of a bot.
const MAX_SEARCH: f64 = 20_000.0;
/// Error of a request that was stopped.
pub const STOPPED: &str = "stopped";

/// A decision of a game.
#[derive(Clone, Debug)]
pub struct Decided<S> {
    /// The position.
    pub state: S,
    /// The question.
    pub ask: Ask,
    /// The answer; `None` while a person is asked.
    pub answer: Option<Action>,
    /// The bot that sits there; `None` for a person.
    pub bot: Option<String>,
    /// Number of lines before the answer.
    pub line: usize,
}

/// A game in play.
pub struct Table<G: BoardGame> {
    /// The description.
    pub spec: GameSpec,
    /// The game.
    pub game: G,
    unit: Unit,
    driver: Driver<G>,
    seats: TableSeats<G>,
    /// The decisions, of which the last may still be open.
    pub decisions: Vec<Decided<G::State>>,
    /// Number of moves carried out.
    moved: usize,
    /// `true` between the deal of a round and its end.
    in_round: bool,
    /// `true` at the end of the game.
    pub is_over: bool,
}

/// The players, and the lines of the trace.
struct TableSeats<G: BoardGame> {
    bots: Vec<Option<Bot<G>>>,
    players: Vec<Option<Box<dyn Player<G> + Send>>>,
    memory: G::TraceState,
    lines: Vec<String>,
}

impl<G: BoardGame> Observer<G> for TableSeats<G> {
    fn event(&mut self, game: &G, state: &G::State, event: &G::Event) {
        let TableSeats {
            memory,
            lines,
            players,
            ..
        } = self;
        game.event_records(memory, state, event, &mut |record| {
            // One more tells that there are too many.
            if lines.len() <= MAX_LINES {
                lines.push(record.line());
            }
        });
        for (seat, player) in players.iter_mut().enumerate() {
            if let Some(player) = player {
                notify(&mut **player, seat as Seat, game, state, event);
            }
        }
    }
}

impl<G: BoardGame> Seats<G> for TableSeats<G> {
    fn new_game(&mut self) {
        for player in self.players.iter_mut().flatten() {
            player.new_game();
        }
    }

    fn listen(&self) -> bool {
        self.players.iter().flatten().any(Player::listens)
    }

    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        if let Some(player) = &mut self.players[usize::from(seat)]
            && player.listens()
        {
            player.begin(game, seed);
        }
    }

    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        match &mut self.players[usize::from(ask.seat)] {
            Some(player) => player.decide(game.view(state, ask.seat), &ask.options, rng),
            // Persons are asked before.
            None => ask.options.nth(0),
        }
    }
}

/// Returns a bot of the catalogue that always decides alike, and soon.
///
/// # Errors
/// Fails if there is no such bot, or if a clock decides, or a long search.
pub fn board_bot<G: BoardGame>(name: &str, catalog: &Catalog) -> Result<Bot<G>, String> {
    let found = resolve::steady_bot::<G>(catalog, name, "the board");
    let (bot, _) = found.map_err(|e| e.to_string())?;
    let mut parameters = bot.parameters();
    match parameters.find(|(tunable, value)| tunable.name == "playouts" && *value > MAX_SEARCH) {
        Some((_, value)) => Err(format!(
            "{}: playouts = {value}: the board plays searches of at most {MAX_SEARCH}",
            bot.name
        )),
        None => Ok(bot),
    }
}

/// Returns the bot of a seat; `None` for a person.
fn seated<G: BoardGame>(name: &str, game: &G, catalog: &Catalog) -> Result<Option<Bot<G>>, String> {
    if name == PERSON {
        return Ok(None);
    }
    let bot = board_bot::<G>(name, catalog)?;
    G::suits(&bot.policy, game).map_err(|e| format!("{}: {e}", bot.name))?;
    Ok(Some(bot))
}

impl<G: BoardGame> Table<G> {
    /// Deals a game.
    ///
    /// # Errors
    /// States what is wrong with the description.
    pub fn new<R: RuleData<Game = G>>(
        rules: &R,
        spec: GameSpec,
        catalog: &Catalog,
    ) -> Result<Table<G>, String> {
        let n = spec.seats.len();
        if let Some(text) = &spec.position {
            let asked = seats_of::<G>(text).map_err(|e| e.to_string())?;
            if asked != n {
                return Err(format!("the position has {asked} seats, the game {n}"));
            }
        }
        let game = rules.game(n)?;
        let mut bots = Vec::new();
        let mut salts = [0; MAX_SEATS];
        for (seat, name) in spec.seats.iter().enumerate() {
            let bot = seated(name, &game, catalog)?;
            salts[seat] = bot.as_ref().map_or(0, |bot| bot.salt);
            bots.push(bot);
        }
        let player = |(seat, bot): (usize, &Option<Bot<G>>)| {
            Some(G::boxed_player(&bot.as_ref()?.policy, seat as Seat))
        };
        let seats = TableSeats {
            players: bots.iter().enumerate().map(player).collect(),
            bots,
            memory: G::TraceState::default(),
            lines: Vec::new(),
        };
        let mut table = Table {
            unit: unit(&spec.unit)?,
            driver: Driver::new(&game),
            seats,
            decisions: Vec::new(),
            moved: 0,
            in_round: false,
            is_over: false,
            game,
            spec,
        };
        let name = |bot: &Option<Bot<G>>| bot.as_ref().map_or("human", |bot| &bot.name).to_owned();
        let header = Header {
            seed: table.spec.seed.0,
            game: 0,
            deal: table.spec.deal.into(),
            rotation: 0,
            seats: table.seats.bots.iter().map(name).collect(),
            unit: table.unit,
        };
        let line = header.record(&table.game).line();
        table.seats.lines.push(line);
        table.deal(&salts)?;
        Ok(table)
    }

    /// Deals the first round, or begins with the position.
    fn deal(&mut self, salts: &[u64]) -> Result<(), String> {
        let seeds = Seeds::new(self.spec.seed.0, Purpose::Play).deal(self.spec.deal.into());
        let Table {
            driver,
            game,
            seats,
            ..
        } = self;
        driver.begin_game(game, seeds, salts, self.unit);
        driver.announce(game, seats);
        let Some(text) = &self.spec.position else {
            G::begin_round(game, driver, seats);
            self.in_round = true;
            return Ok(());
        };
        // The streams of the first round; its deal is replaced by the position.
        G::begin_round(game, driver, &mut NoObserver);
        let position = game.read_position(text).map_err(|e| e.to_string())?;
        let seeds = Seeds::new(self.spec.seed.0, Purpose::Plan).deal(self.spec.deal.into());
        let mut rng = seeds.round(0).table();
        let state = G::redeal(game.view(&position.state, position.seat), &mut rng);
        let pile = game.pile_of(&state);
        driver.go_on_from(state, pile, seeds);
        seats
            .lines
            .push(game.start_line(driver.state()).to_string());
        self.in_round = true;
        Ok(())
    }

    /// Returns whether this game is the beginning of another one.
    pub fn is_beginning_of(&self, spec: &GameSpec) -> bool {
        let moves = &self.spec.moves[..self.moved];
        self.spec.is_same_deal(spec) && spec.moves.starts_with(moves) && {
            // A new move before an open decision would have been made already.
            let open = self.decisions.last().filter(|d| d.answer.is_none());
            let next = spec.moves.get(self.moved);
            match (open, next) {
                (_, None) => true,
                (Some(_), Some(next)) => next.at + 1 >= self.decisions.len(),
                (None, Some(next)) => next.at >= self.decisions.len(),
            }
        }
    }

    /// Plays until a person has to answer, or to the end.
    ///
    /// # Errors
    /// States which move is impossible, and why.
    pub fn play(&mut self, context: Context<'_>) -> Result<(), String> {
        while !self.is_over {
            self.check_length()?;
            if !self.in_round {
                G::begin_round(&self.game, &mut self.driver, &mut self.seats);
                self.in_round = true;
            }
            while let Some(ask) = G::ask(&self.game, &mut self.driver, &mut self.seats) {
                self.check_length()?;
                if context.stop.load(Ordering::Relaxed) {
                    return Err(STOPPED.to_owned());
                }
                if !self.decide(ask, context.catalog)? {
                    return self.check_moves();
                }
            }
            self.in_round = false;
            if self.driver.is_over(&self.game) {
                self.is_over = true;
                if self.unit == Unit::Game || G::ONE_ROUND {
                    let line = game_end(&self.game, self.driver.state()).line();
                    self.seats.lines.push(line);
                }
            }
        }
        self.check_moves()
    }

    fn check_length(&self) -> Result<(), String> {
        if self.seats.lines.len() > MAX_LINES || self.decisions.len() > MAX_DECISIONS {
            return Err(format!(
                "the game has more than {MAX_LINES} lines or {MAX_DECISIONS} decisions: the board shows shorter ones"
            ));
        }
        Ok(())
    }

    /// Checks that all moves were carried out.
    fn check_moves(&self) -> Result<(), String> {
        match self.spec.moves.get(self.moved) {
            None => Ok(()),
            Some(left) => Err(format!(
                "move {}: is for decision {}, and the game has {} so far",
                self.moved,
                left.at,
                self.decisions.len()
            )),
        }
    }

    /// Makes the changes before a decision and answers it. Returns `false` if a person has to
    /// answer.
    fn decide(&mut self, ask: Ask, catalog: &Catalog) -> Result<bool, String> {
        if self.decisions.last().is_some_and(|d| d.answer.is_none()) {
            self.decisions.pop();
        }
        let at = self.decisions.len();
        let (mut ask, mut answer) = (ask, None);
        while let Some(next) = self.spec.moves.get(self.moved).filter(|m| m.at <= at) {
            let next = next.clone();
            let problem = |e: String| format!("move {}, decision {at}: {e}", self.moved);
            if next.at < at {
                return Err(problem(format!(
                    "it is for decision {}; moves are in the order of their decisions",
                    next.at
                )));
            }
            if let Change::Play { play } = &next.change {
                answer = Some(self.option(&ask, play).map_err(problem)?);
                self.moved += 1;
                break;
            }
            let changed = self.change(&next, catalog);
            changed.map_err(|e| format!("move {}, decision {at}: {e}", self.moved))?;
            self.moved += 1;
            // Other cards are other options, or none at all.
            match G::ask(&self.game, &mut self.driver, &mut self.seats) {
                Some(now) => ask = now,
                None => return Ok(true),
            }
        }
        let seat = usize::from(ask.seat);
        let is_person = self.seats.players[seat].is_none();
        let mut decided = Decided {
            state: self.driver.state().clone(),
            ask,
            answer: None,
            bot: self.seats.bots[seat].as_ref().map(|bot| bot.name.clone()),
            line: self.seats.lines.len(),
        };
        let action = match answer {
            Some(action) => action,
            None if is_person => {
                self.decisions.push(decided);
                return Ok(false);
            }
            None => self.driver.choose(&self.game, &ask, &mut self.seats),
        };
        decided.answer = Some(action);
        self.decisions.push(decided);
        <G as ArenaGame>::answer(&self.game, &mut self.driver, action, &mut self.seats);
        Ok(true)
    }

    /// Returns the option with this text.
    fn option(&self, ask: &Ask, text: &str) -> Result<Action, String> {
        let view = self.game.view(self.driver.state(), ask.seat);
        let found = G::option_texts(view, &ask.options);
        match found.iter().find(|(known, _)| known == text) {
            Some((_, action)) => Ok(*action),
            None => {
                let texts: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
                Err(format!(
                    "{text:?} is not an option of seat {}: {}",
                    ask.seat,
                    texts.join(", ")
                ))
            }
        }
    }

    /// Makes a change.
    fn change(&mut self, change: &Move, catalog: &Catalog) -> Result<(), String> {
        let Table {
            game,
            driver,
            seats,
            ..
        } = self;
        match &change.change {
            Change::Play { .. } => Ok(()),
            Change::Tower { tower, to } => {
                game.set_tower(&mut driver.round.state, tower, *to, seats)
            }
            Change::Card { card, of, into } => {
                let line = game.exchange(&mut driver.round, *of, card, into)?;
                seats.lines.push(line.to_string());
                Ok(())
            }
            Change::Top { top } => {
                let line = game.exchange_top(&mut driver.round, top)?;
                seats.lines.push(line.to_string());
                Ok(())
            }
            Change::Bot { seat, bot } => {
                let at = usize::from(*seat);
                if at >= game.n_seats() {
                    return Err(format!("there is no seat {seat}"));
                }
                let bot = seated(bot, game, catalog)?;
                let player = bot.as_ref().map(|b| G::boxed_player(&b.policy, *seat));
                if player.as_ref().is_some_and(Player::listens) {
                    return Err(
                        "a bot that listens to events cannot join a game in play".to_owned()
                    );
                }
                seats.players[at] = player;
                seats.bots[at] = bot;
                Ok(())
            }
        }
    }

    /// Returns the lines of the trace.
    pub fn lines(&self) -> &[String] {
        &self.seats.lines
    }

    /// Returns the bots now in the seats.
    pub fn bots(&self) -> &[Option<Bot<G>>] {
        &self.seats.bots
    }

    /// Returns the unit of play.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// Returns the decision with this number.
    ///
    /// # Errors
    /// Fails if the game has not reached it.
    pub fn decision(&self, at: usize) -> Result<&Decided<G::State>, String> {
        self.decisions.get(at).ok_or_else(|| {
            format!(
                "there is no decision {at}: the game has {} so far",
                self.decisions.len()
            )
        })
    }
}
