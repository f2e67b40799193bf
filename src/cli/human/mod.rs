//! `powergrab play --human SEAT`: a person plays in the terminal. Rules, cards and bots are those
//! of any other game. The driver stops when the person is asked, and continues with the typed
//! answer.
//!
//! | file | holds |
//! |---|---|
//! | `terminal_game` | a game that the terminal shows |
//! | `shed`, `grid` | presentation of each game |
//! | `review` | hints, and the cost of each decision |

mod grid;
mod review;
mod shed;
mod terminal_game;

pub use review::{ReviewSettings, review_trace};

use super::failure::Failure;
use super::output::TRACE;
use super::output::write_file;
use super::say::print;
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::search::Goal;
use powergrab_bots::strategy::{Bot, Player, notify};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::game::{
    Action, Ask, Driver, Observer as _, Options, Seats, SeatsObserver, Unit,
};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::trace::{Header, Tracer};
use powergrab_engine::{grid as grid_game, shedding};
use powergrab_lab::analysis::review::Decision;
use powergrab_lab::catalog::{Catalog, RuleData, Ruleset};
use powergrab_lab::matches::printed::folded;
use powergrab_lab::study::resolve;
use std::io::{BufRead as _, ErrorKind, Write};
use std::path::Path;
use terminal_game::{Names, TerminalGame};

/// Parameters of a person's game.
pub struct HumanGame<'a> {
    /// The person's seat.
    pub seat: Seat,
    /// Bots by seat; the person's own is ignored.
    pub bots: Vec<String>,
    /// The run's seed.
    pub seed: u64,
    /// The deal within the run.
    pub deal: u64,
    /// Unit of play.
    pub unit: Unit,
    /// Number of playouts for a hint.
    pub hint: u64,
    /// Number of playouts for each decision in the review; 0 without one.
    pub review: u64,
    /// Catalogue of the bots.
    pub catalog: &'a Catalog,
}

impl HumanGame<'_> {
    /// Returns the goal of hints and reviews.
    fn goal(&self) -> Goal {
        self.unit.into()
    }
}

const HELP: &str = "Answer with the number of an option or with its text. Other words:
  hint       an analysis of your options
  position   the position as one line, for `powergrab analyse`
  cards      the meaning of the cards' texts
  help       this text
  quit       leave the table
";

/// Maximum length of a line of options, in bytes.
const WIDTH: usize = 79;

/// Plays one game and reviews it.
pub fn play(
    ruleset: &Ruleset,
    sitting: &HumanGame<'_>,
    trace: Option<&Path>,
) -> Result<(), Failure> {
    if let Some(rules) = ruleset.rules::<shedding::Rules>() {
        play_by(rules, sitting, trace)
    } else if let Some(rules) = ruleset.rules::<grid_game::Rules>() {
        play_by(rules, sitting, trace)
    } else {
        Err(Failure::Input(format!(
            "--human: {} is of a game that the terminal cannot show; bots play it",
            ruleset.name()
        )))
    }
}

fn play_by<R: RuleData<Game: ArenaGame>>(
    rules: &R,
    sitting: &HumanGame<'_>,
    trace: Option<&Path>,
) -> Result<(), Failure>
where
    R::Game: TerminalGame,
    <R::Game as powergrab_engine::game::Game>::State: Sync,
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
    let Some(path) = trace else {
        return sit_down(&game, rules.name(), sitting, None);
    };
    if path == Path::new("-") {
        return Err(Failure::Input(
            "--trace -: standard output shows the game; name a file for the trace".to_owned(),
        ));
    }
    let mut sat = Ok(());
    let written = write_file(path, TRACE, |out| {
        sat = sit_down(&game, rules.name(), sitting, Some(out));
        match sat {
            Ok(()) => Ok(()),
            Err(_) => Err(ErrorKind::Interrupted.into()),
        }
    });
    match (sat, written) {
        (Err(Failure::Interrupted(why)), _) => Err(Failure::Interrupted(format!(
            "{why}; no trace was written to {}",
            path.display()
        ))),
        (sat, written) => sat.and(written),
    }
}

fn sit_down<G: TerminalGame>(
    game: &G,
    ruleset: &str,
    sitting: &HumanGame<'_>,
    trace: Option<&mut dyn Write>,
) -> Result<(), Failure>
where
    G::State: Sync,
{
    let n = sitting.bots.len();
    let mut names = Vec::new();
    let mut bots = Vec::new();
    let mut salts = [0; MAX_SEATS];
    for (seat, name) in sitting.bots.iter().enumerate() {
        if seat == usize::from(sitting.seat) {
            names.push(format!("seat {seat} (you)"));
            bots.push(None);
            continue;
        }
        let (bot, _): (Bot<G>, _) = resolve::bot(sitting.catalog, name)?;
        salts[seat] = bot.salt;
        names.push(format!("{}[{seat}]", bot.name));
        bots.push(Some(bot));
    }
    let players = bots.iter().enumerate();
    let mut company = HumanSeats {
        players: players
            .map(|(seat, bot)| Some(G::boxed_player(&bot.as_ref()?.policy, seat as Seat)))
            .collect(),
        tracer: trace.map(Tracer::new),
        person: Person {
            seat: sitting.seat,
            names: Names(names),
            hint: sitting.hint,
            goal: sitting.goal(),
            seed: sitting.seed,
            decisions: Vec::new(),
            drew: false,
            left: false,
            failed: None,
        },
    };
    let title = folded(&format!("{ruleset}: {}", company.person.names.0.join(", ")));
    print(&format!("{title}\n{}{HELP}", game.legend()))?;
    if let Some(tracer) = &mut company.tracer {
        let name = |bot: &Option<Bot<G>>| bot.as_ref().map_or("human", |bot| &bot.name).to_owned();
        let header = Header {
            seed: sitting.seed,
            game: 0,
            deal: sitting.deal,
            rotation: 0,
            seats: bots.iter().map(name).collect(),
            unit: sitting.unit,
        };
        tracer.begin(game, &header);
    }
    let mut driver = Driver::new(game);
    let seeds = Seeds::new(sitting.seed, Purpose::Play).deal(sitting.deal);
    driver.begin_game(game, seeds, &salts, sitting.unit);
    driver.announce(game, &mut company);
    play_game(game, &mut driver, &mut company);
    if let Some(tracer) = &mut company.tracer {
        let traced = tracer.end(game, driver.state());
        traced.map_err(|e| Failure::Io(format!("the trace cannot be written: {e}")))?;
    }
    let person = company.person;
    if let Some(failure) = person.failed {
        return Err(failure);
    }
    if !person.left {
        let (what, winners) = match sitting.unit {
            Unit::Game => ("game", game.outcome(driver.state()).winners),
            Unit::Round => ("round", game.round_outcome(driver.state()).winners),
        };
        let won: Vec<&str> = (0..n as Seat)
            .filter(|s| winners >> s & 1 == 1)
            .map(|s| person.names.of(s))
            .collect();
        print(&format!(
            "\nThe {what} goes to {}.\n",
            if won.is_empty() {
                "nobody".to_owned()
            } else {
                won.join(" and ")
            }
        ))?;
    }
    if sitting.review > 0 {
        let settings = ReviewSettings {
            goal: sitting.goal(),
            playouts: sitting.review,
            seed: sitting.seed,
            did: "you did",
            shown: review::SHOWN,
        };
        let told = review::reviewed(game, &person.decisions, &person.names, settings)?;
        print(&told)?;
    }
    if person.left {
        return Err(Failure::Interrupted("you left the table".to_owned()));
    }
    Ok(())
}

/// Plays to the end of the game, or until the person leaves.
fn play_game<G: TerminalGame>(game: &G, driver: &mut Driver<G>, company: &mut HumanSeats<'_, G>)
where
    G::State: Sync,
{
    loop {
        G::begin_round(game, driver, &mut SeatsObserver(company));
        while let Some(ask) = G::ask(game, driver, &mut SeatsObserver(company)) {
            let action = if ask.seat == company.person.seat {
                let view = game.view(driver.state(), ask.seat);
                let rng = driver.rng(ask.seat);
                let Some(action) = company.person.answer::<G>(view, &ask.options, rng) else {
                    return;
                };
                action
            } else {
                driver.choose(game, &ask, company)
            };
            <G as ArenaGame>::answer(game, driver, action, &mut SeatsObserver(company));
        }
        if driver.is_over(game) {
            return;
        }
    }
}

/// The person and the bots at the table.
struct HumanSeats<'w, G: TerminalGame> {
    /// By seat; the person's own is empty.
    players: Vec<Option<Box<dyn Player<G> + Send>>>,
    tracer: Option<Tracer<'w, G>>,
    person: Person,
}

impl<G: TerminalGame> Seats<G> for HumanSeats<'_, G> {
    fn new_game(&mut self) {
        for player in self.players.iter_mut().flatten() {
            player.new_game();
        }
    }

    fn listen(&self) -> bool {
        true
    }

    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        if let Some(player) = &mut self.players[usize::from(seat)]
            && player.listens()
        {
            player.begin(game, seed);
        }
    }

    fn hear(&mut self, game: &G, state: &G::State, event: &G::Event) {
        if let Some(tracer) = &mut self.tracer {
            tracer.event(game, state, event);
        }
        for (seat, player) in self.players.iter_mut().enumerate() {
            let seat = seat as Seat;
            match player {
                Some(player) => notify(&mut **player, seat, game, state, event),
                None => {
                    if let Some(heard) = game.heard(state, event, seat) {
                        self.person.hear::<G>(game.view(state, seat), &heard);
                    }
                }
            }
        }
    }

    /// Decides for the bots. The person is asked by the command itself, which may end the game
    /// there.
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        match &mut self.players[usize::from(ask.seat)] {
            Some(player) => player.decide(game.view(state, ask.seat), &ask.options, rng),
            None => ask.options.nth(0),
        }
    }
}

/// A person at the terminal.
struct Person {
    seat: Seat,
    names: Names,
    hint: u64,
    goal: Goal,
    seed: u64,
    decisions: Vec<Decision>,
    /// `true` if the person chose to draw, but has not drawn yet.
    drew: bool,
    /// `true` if nothing is printed any more: the person has left, or cannot be reached.
    left: bool,
    failed: Option<Failure>,
}

impl Person {
    fn say(&mut self, text: &str) {
        if let Err(failure) = print(text) {
            self.left = true;
            self.failed.get_or_insert(failure);
        }
    }

    fn hear<G: TerminalGame>(&mut self, view: G::View<'_>, event: &G::Event) {
        if self.left {
            return;
        }
        if let Some(mut text) = <G as TerminalGame>::told(view, event, &self.names) {
            if G::is_own_draw(view, event) && !std::mem::take(&mut self.drew) {
                text.push_str(", as no card could be played");
            }
            self.say(&folded(&format!("{text}\n")));
        }
    }

    /// Returns the table as the person sees it, and the options.
    fn table<G: TerminalGame>(&self, view: G::View<'_>, options: &Options) -> String {
        let (round, turn) = G::moment(view);
        let round = match G::ONE_ROUND {
            true => String::new(),
            false => format!("round {}, ", round + 1),
        };
        let mut out = format!("\n{round}turn {}", turn + 1);
        out.push_str(&folded(&G::table(view, options, &self.names)));
        let prompt = G::prompt(view);
        let colon = if prompt.ends_with('?') { "" } else { ":" };
        let mut line = format!("{prompt}{colon}");
        let mut last = String::new();
        for (number, action) in options.iter().enumerate() {
            let text = G::short_label(view, options, action);
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

    fn show_hint<G: TerminalGame>(&mut self, view: G::View<'_>, rng: &Rng)
    where
        G::State: Sync,
    {
        let thought = match review::usual::<G>(self.goal, self.seed) {
            Ok(thought) => thought,
            Err(failure) => return self.say(&format!("no hint: {failure}\n")),
        };
        // Any world consistent with the person's view asks the same question.
        let world = G::redeal(view, &mut rng.clone());
        let game = G::game_of(view);
        let ask = Ask {
            seat: G::seat_of(view),
            options: game.options_of(&world),
        };
        let mut analysis = G::analysis(game, &world, ask, thought);
        G::run_analysis(&mut analysis, self.hint, 64);
        let rows = analysis.rows_with_texts();
        let out = review::options(&rows, self.goal);
        self.say(&out);
    }

    /// Reads the person's answer; `None` if the person leaves.
    fn answer<G: TerminalGame>(
        &mut self,
        view: G::View<'_>,
        options: &Options,
        rng: &Rng,
    ) -> Option<Action>
    where
        G::State: Sync,
    {
        self.say(&self.table::<G>(view, options));
        loop {
            self.say("> ");
            if self.left {
                return None;
            }
            // Invalid text is not an answer, but no reason to end the game.
            let mut line = Vec::new();
            let read = std::io::stdin().lock().read_until(b'\n', &mut line);
            let line = String::from_utf8_lossy(&line);
            match line.trim() {
                _ if !read.is_ok_and(|n| n > 0) => break,
                "quit" => break,
                "hint" => self.show_hint::<G>(view, rng),
                "help" | "?" => self.say(HELP),
                "cards" => self.say(&G::game_of(view).legend()),
                "position" => self.say(&format!("{}\n", G::notation(view))),
                word => {
                    let Some(action) = chosen::<G>(view, options, word) else {
                        self.say(&format!(
                            "{:?} is none of the options: answer 1 to {}, an option's text, hint, position, cards, help or quit\n",
                            word.chars().take(40).collect::<String>(),
                            options.len()
                        ));
                        continue;
                    };
                    let (round, turn) = G::moment(view);
                    let done = G::option_text(view, options, action);
                    self.drew = done == "draw";
                    self.decisions.push(Decision {
                        position: G::notation(view),
                        asked: G::asked(view),
                        done,
                        round,
                        turn,
                    });
                    return Some(action);
                }
            }
        }
        self.left = true;
        None
    }
}

/// Returns the option that a word names, by its number or by its text.
fn chosen<G: TerminalGame>(view: G::View<'_>, options: &Options, word: &str) -> Option<Action> {
    let number = word.parse::<u32>().ok();
    let by_number = number.filter(|n| (1..=options.len()).contains(n));
    let by_number = by_number.map(|n| options.nth(n - 1));
    let by_text = options
        .iter()
        .find(|a| G::option_text(view, options, *a).eq_ignore_ascii_case(word));
    if G::numbers_are_texts(view) {
        by_text.or(by_number)
    } else {
        by_number.or(by_text)
    }
}
