//! Bots served to other programs have the same views and events as in this process, so they decide
//! the same.

use crate::support::bot;
use powergrab_arena::ArenaGame;
use powergrab_arena::experiment::{Experiment, LineUp, LineUpDeals};
use powergrab_arena::run::{Control, Workers, run};
use powergrab_arena::seating::Order;
use powergrab_arena::tally::Tally;
use powergrab_bots::strategy::grid::GridPolicy;
use powergrab_bots::strategy::process::{ServedBot, serve};
use powergrab_bots::strategy::{Bot, BotCatalog, BotGame, Player, ShedPolicy, Strategy, resolve};
use powergrab_engine::cards::Seat;
use powergrab_engine::game::{Action, Options, Textual, Unit};
use powergrab_engine::grid;
use powergrab_engine::grid::Grid;
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Shedding, rules_file};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::{self, Debug};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{BufRead as _, BufReader, LineWriter, PipeReader, PipeWriter, Write as _, pipe};
use std::marker::PhantomData;
use std::num::NonZero;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::thread;
use test_support::times;

/// Everything seen and heard in a game decides.
#[derive(Clone, Copy, Debug, Default)]
struct Diary {
    listens: bool,
}

struct DiaryPlayer {
    listens: bool,
    seen: DefaultHasher,
}

impl<G: Textual> Strategy<G> for Diary
where
    G::Event: Debug,
{
    fn player(&self, _: Seat) -> Box<dyn Player<G> + Send> {
        Box::new(DiaryPlayer {
            listens: self.listens,
            seen: DefaultHasher::new(),
        })
    }
}

impl<G: Textual> Player<G> for DiaryPlayer
where
    G::Event: Debug,
{
    fn new_game(&mut self) {
        self.seen = DefaultHasher::new();
    }

    fn listens(&self) -> bool {
        self.listens
    }

    fn begin(&mut self, game: &G, seed: u64) {
        (game.rules_id(), game.n_seats(), seed).hash(&mut self.seen);
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        let heard = (G::view_json(view, true), G::snapshot(view));
        format!("{heard:?} {event:?}").hash(&mut self.seen);
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, _: &mut Rng) -> Action {
        let seen = (G::view_json(view, true), G::position_text(view));
        format!("{seen:?}").hash(&mut self.seen);
        options.nth((self.seen.finish() % u64::from(options.len())) as u32)
    }
}

/// One served bot, asked over pipes, compared with the same bot in this process.
struct Both<G: BotGame> {
    bot: Bot<G>,
    /// The questions and events that both received.
    told: Arc<Mutex<BTreeSet<String>>>,
}

impl<G: BotGame> Debug for Both<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.bot.name)
    }
}

struct BothPlayer<G: BotGame> {
    own: Box<dyn Player<G> + Send>,
    seat: Seat,
    listens: bool,
    to: LineWriter<PipeWriter>,
    from: BufReader<PipeReader>,
    n_games: u64,
    n_tables: u64,
    told: Arc<Mutex<BTreeSet<String>>>,
    game: PhantomData<G>,
}

impl<G: Textual + BotGame> Strategy<G> for Both<G>
where
    G::Event: Debug,
    ServedBot: From<Bot<G>>,
{
    fn player(&self, seat: Seat) -> Box<dyn Player<G> + Send> {
        let (input, to) = pipe().unwrap();
        let (from, output) = pipe().unwrap();
        let bot = ServedBot::from(self.bot.clone());
        thread::spawn(move || serve(&bot, BufReader::new(input), LineWriter::new(output)).unwrap());
        let mut player = BothPlayer {
            own: G::boxed_player(&self.bot.policy, seat),
            seat,
            listens: false,
            to: LineWriter::new(to),
            from: BufReader::new(from),
            n_games: 0,
            n_tables: 0,
            told: Arc::clone(&self.told),
            game: PhantomData::<G>,
        };
        player.say(&json!({ "type": "hello", "protocol": 1 }));
        let hello = player.answer();
        assert_eq!(
            (&hello["type"], &hello["view"]),
            (&json!("hello"), &json!("position"))
        );
        player.listens = hello["events"].as_bool().unwrap();
        Box::new(player)
    }
}

impl<G: Textual + BotGame> BothPlayer<G> {
    fn say(&mut self, message: &Value) {
        writeln!(self.to, "{message}").unwrap();
    }

    fn answer(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn note(&self, what: &str) {
        self.told.lock().unwrap().insert(what.to_owned());
    }
}

impl<G: Textual + BotGame> Player<G> for BothPlayer<G>
where
    G::Event: Debug,
{
    fn new_game(&mut self) {
        self.own.new_game();
    }

    fn listens(&self) -> bool {
        true
    }

    fn begin(&mut self, game: &G, seed: u64) {
        if self.n_games > 0 {
            self.say(&json!({ "type": "end", "game": self.n_games }));
        }
        self.n_games += 1;
        self.n_tables += 1;
        let (id, table) = (self.n_games, self.n_tables);
        self.say(&json!({ "type": "rules", "rules": table, "in_force": game.rules_json() }));
        self.say(&json!({
            "type": "new", "game": id, "rules": table, "seats": game.n_seats(), "seat": self.seat,
            "seed": seed.to_string(),
        }));
        if self.own.listens() {
            self.own.begin(game, seed);
        }
    }

    fn hear(&mut self, view: G::View<'_>, event: &G::Event) {
        let game = G::game_of(view);
        let mut message = game.event_json(view, event);
        self.note(message["event"].as_str().unwrap());
        if !self.listens {
            return;
        }
        // The messages contain all public information.
        assert_eq!(
            format!("{:?}", game.read_event(&message)),
            format!("Ok({event:?})")
        );
        let text = G::snapshot(view);
        let back = game
            .read_snapshot(&text)
            .unwrap_or_else(|e| panic!("{text}: {e}"));
        let again = game.view(&back.state, back.seat);
        let seen = G::view_json(view, true);
        assert_eq!(G::view_json(again, true), seen, "{message} {text}");
        assert_eq!(G::snapshot(again), text);
        message["type"] = json!("event");
        message["game"] = json!(self.n_games);
        message["position"] = json!(text);
        self.say(&message);
        self.own.hear(view, event);
    }

    fn decide(&mut self, view: G::View<'_>, options: &Options, rng: &mut Rng) -> Action {
        self.note(G::asked(view));
        let mut texts: Vec<String> = Vec::new();
        for action in options.iter() {
            let text = G::option_name(view, options, action).to_string();
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        let position = G::position_text(view);
        self.say(&json!({
            "type": "decide", "game": self.n_games, "options": texts, "position": position,
        }));
        let answer = self.answer();
        let action = self.own.decide(view, options, rng);
        let own = G::option_name(view, options, action).to_string();
        assert_eq!(answer["option"], own, "{position}");
        assert_eq!(answer["game"], self.n_games);
        action
    }
}

/// Plays the first bot against the others.
fn play<G: ArenaGame>(game: G, bots: Vec<Bot<G>>, unit: Unit, deals: u64) -> Tally {
    let n_bots = bots.len();
    let bots_of_seats = (0..game.n_seats()).map(|seat| seat % n_bots).collect();
    let experiment = Experiment {
        tables: vec![game],
        bots,
        line_ups: vec![LineUp {
            table: 0,
            bots: bots_of_seats,
        }],
        unit,
        order: Order::Cyclic,
        line_up_deals: LineUpDeals::Shared,
        seeds: Seeds::new(8, Purpose::Test),
    };
    let control = Control {
        cancel: &AtomicBool::new(false),
        progress: &|_| {},
    };
    let workers = Workers {
        threads: NonZero::new(2),
        chunk: None,
    };
    let tally = Tally::new(&experiment);
    run(&experiment, 0..deals, workers, tally, control)
        .unwrap()
        .collected
}

/// Returns a bot that bluffs, challenges and forgets a lot.
fn wild() -> Bot<Shedding> {
    bot(
        "policy = \"heuristic\"\n[params]\nbluff = 1\nbluff_bias = 20\nchallenge_at = 0\nuno_call = 0.5\nuno_catch = 0.5",
    )
}

/// Returns the maximum number of seats if `seats` is more.
fn shedding(ruleset: &str, seats: usize) -> Shedding {
    // A bot that chooses by what it saw plays long rounds.
    let turns = times(22, 200);
    let (name, hand_size) = ruleset.split_once(":hand_size=").unwrap_or((ruleset, ""));
    let mut rules = rules_file::resolve(name).unwrap();
    rules.hand_size = hand_size.parse().unwrap_or(rules.hand_size);
    (rules.max_turns, rules.max_rounds) = (turns, 3);
    let most = *rules.players().unwrap().end();
    Shedding::new(rules, seats.min(most)).unwrap()
}

#[test]
fn shedding_bots_decide_as_they_do_in_this_process() {
    let told = Arc::default();
    for (ruleset, tables) in [
        ("power-grab", &[(2, Unit::Game, 2), (4, Unit::Round, 2)][..]),
        ("power-grab:hand_size=3", &[(2, Unit::Game, 2)]),
        ("green-lantern", &[(2, Unit::Game, 2), (4, Unit::Round, 2)]),
        ("party", &[(4, Unit::Round, 2)]),
        ("kitchen-table", &[(2, Unit::Game, 1), (10, Unit::Round, 1)]),
    ] {
        for &(seats, unit, deals) in tables {
            let diaries = [false, true]
                .map(|listens| Bot::new("diary", ShedPolicy::external(Diary { listens })));
            let ours = ["greedy", "balanced"].map(|name| resolve(name).unwrap());
            for bot in diaries.into_iter().chain(ours) {
                let told = Arc::clone(&told);
                let both = ShedPolicy::external(Both { bot, told });
                play(
                    shedding(ruleset, seats),
                    vec![Bot::new("both", both), wild()],
                    unit,
                    times(1, deals).into(),
                );
            }
        }
    }
    let told = told.lock().unwrap();
    for word in [
        "turn",
        "drawn",
        "gift",
        "colour",
        "tower",
        "instant-uno",
        "keep",
        "call",
        "catch",
        "react",
        "exchange",
        "round",
        "play",
        "give",
        "claim",
        "uno",
        "caught",
        "block",
        "challenge",
        "draw",
        "swap",
        "rotate",
        "reshuffle",
        "miss",
        "pass",
        "round-end",
    ] {
        assert!(told.contains(word), "{word} is not in {told:?}");
    }
}

#[test]
fn bots_for_grid_decide_as_they_do_in_this_process() {
    let told = Arc::default();
    for (seats, hand_size, games) in [(2, 7, 2), (4, 2, 10), (grid::MAX_PLAYERS, 7, 1)] {
        let diaries =
            [false, true].map(|listens| Bot::new("diary", GridPolicy::external(Diary { listens })));
        let ours = ["grid-greedy", "balanced"].map(|name| resolve(name).ok());
        for bot in diaries.into_iter().chain(ours.into_iter().flatten()) {
            let told = Arc::clone(&told);
            let both = GridPolicy::external(Both { bot, told });
            let mut rules = grid::Rules::official();
            rules.hand_size = hand_size;
            let game = Grid::new(rules, seats).unwrap();
            play(
                game,
                vec![Bot::new("both", both), resolve("random").unwrap()],
                Unit::Game,
                times(games, 10).into(),
            );
        }
    }
    let told = told.lock().unwrap();
    for word in [
        "turn", "position", "line", "pay", "deal", "draw", "place", "reverse", "lay", "score",
        "pass", "game-end",
    ] {
        assert!(told.contains(word), "{word} is not in {told:?}");
    }
}

/// An added bot is found by its name; one that plays no game is not.
#[test]
fn bots_that_a_program_adds_are_served() {
    let mut catalog = BotCatalog::default();
    let own: Bot<Shedding> = Bot::new("own", ShedPolicy::external(Diary { listens: true }));
    catalog.add(own).unwrap();
    let bot = ServedBot::resolve("own", &catalog).unwrap();
    assert!(bot.shedding().is_some() && bot.grid().is_none() && !bot.answers_later());
    let mut said = Vec::new();
    let hello = json!({ "type": "hello", "protocol": 1 }).to_string();
    serve(&bot, hello.as_bytes(), &mut said).unwrap();
    let said = String::from_utf8(said).unwrap();
    assert!(said.contains("\"name\":\"own\",\"events\":true"), "{said}");
    assert!(ServedBot::resolve("own", &BotCatalog::default()).is_err());
}
