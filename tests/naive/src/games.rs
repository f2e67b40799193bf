//! Rounds and games of the shedding family: scores, dealers and metrics (PG-3, PG-15, PG-16).

use crate::options::Options;
use crate::turns::play_cards;
use crate::{Card, Rng, TOWERS, json_hands, json_list};

/// Deviations of the seats from the `random` bot, so that traces show rare rules. With all zero:
/// `random` itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Twists {
    /// Plays a Wild Draw Four as a bluff when it could.
    pub bluff: f64,
    /// Forgets to call UNO.
    pub forget: f64,
    /// Does not catch a forgotten UNO.
    pub overlook: f64,
    /// Declines Instant UNO or a block.
    pub decline: f64,
    /// Draws although it could play, and keeps a drawn card that it could play.
    pub voluntary: f64,
}

impl Twists {
    pub fn bot_name(&self) -> &'static str {
        if *self == Twists::default() {
            "random"
        } else {
            "naive"
        }
    }
}

/// Constants of all rounds: the rules, the bots, the seats and the cards.
pub struct Setting {
    pub options: Options,
    pub twists: Twists,
    pub seats: usize,
    /// All cards of the game, sorted.
    pub deck: Vec<Card>,
    /// `true` if debug builds check after every event that no card is lost or created.
    pub checked: bool,
}

impl Setting {
    pub fn new(options: Options, twists: Twists, seats: usize) -> Result<Setting, String> {
        options.check(seats)?;
        let mut deck = options.cards()?;
        deck.sort();
        Ok(Setting {
            options,
            twists,
            seats,
            deck,
            checked: true,
        })
    }
}

/// Metrics of one round.
#[derive(Clone, Debug, Default)]
pub struct RoundMetrics {
    pub turns: u64,
    pub draws: u64,
    pub winner: Option<usize>,
    /// 1 is the seat left of the dealer, the number of seats is the dealer.
    pub winner_position: Option<usize>,
    /// Points of all remaining hands, in a round with a winner.
    pub winner_points: Option<u64>,
    pub deadlock: bool,
    pub max_turns_stop: bool,
    pub reshuffles: u64,
    /// In the order of `TOWERS`.
    pub claims: [u64; 4],
    pub blocks: [u64; 4],
    pub instant_uno: u64,
    pub challenges: u64,
    pub guilty: u64,
    pub wild_draw_fours: u64,
    pub bluffs: u64,
    pub uno_caught: u64,
}

impl RoundMetrics {
    /// Returns all metrics by name; `None` if a round has no such value.
    pub fn values(&self, seats: usize) -> Vec<(String, Option<f64>)> {
        let mut list: Vec<(String, Option<f64>)> = Vec::new();
        let mut add = |name: &str, value: u64| list.push((name.to_string(), Some(value as f64)));
        add("turns", self.turns);
        add("draws", self.draws);
        add("deadlock", self.deadlock as u64);
        add("max_turns_stop", self.max_turns_stop as u64);
        add("reshuffles", self.reshuffles);
        for (index, tower) in TOWERS.iter().enumerate() {
            add(&format!("claims_{tower}"), self.claims[index]);
        }
        for (index, tower) in TOWERS.iter().enumerate() {
            add(&format!("blocks_{tower}"), self.blocks[index]);
        }
        add("instant_uno", self.instant_uno);
        add("challenges", self.challenges);
        add("guilty", self.guilty);
        add("wild_draw_fours", self.wild_draw_fours);
        add("bluffs", self.bluffs);
        add("uno_caught", self.uno_caught);
        list.push((
            "winner_points".to_string(),
            self.winner_points.map(|points| points as f64),
        ));
        list.push((
            "winner_position".to_string(),
            self.winner_position.map(|position| position as f64),
        ));
        for position in 1..=seats {
            let won = self
                .winner_position
                .map(|winner| (winner == position) as u64 as f64);
            list.push((format!("won_by_position_{position}"), won));
        }
        list
    }
}

/// Plays one round and adds its points to the scores (PG-16).
pub fn play_dealt_round(
    setting: &Setting,
    rng: &mut Rng,
    mut trace: Option<&mut String>,
    dealer: usize,
    round_number: usize,
    scores: &mut [u64],
) -> RoundMetrics {
    let (options, seats) = (&setting.options, setting.seats);
    let (mut metrics, hands, why) =
        play_cards(setting, rng, trace.as_deref_mut(), dealer, round_number);
    let worth = |hand: &Vec<Card>| {
        hand.iter()
            .map(|card| options.points_of(card).expect("points"))
            .sum::<u64>()
    };
    let held: Vec<u64> = hands.iter().map(worth).collect();
    let mut points = vec![0; seats];
    if let Some(winner) = metrics.winner {
        let total: u64 = held.iter().sum();
        metrics.winner_points = Some(total);
        metrics.winner_position = Some((winner + seats - dealer - 1) % seats + 1);
        if options.scoring == "own" {
            points = held;
        } else {
            points[winner] = total;
        }
    }
    for (score, more) in scores.iter_mut().zip(&points) {
        *score += more;
    }
    let winner = metrics
        .winner
        .map_or("null".to_string(), |winner| winner.to_string());
    if let Some(trace) = trace {
        let (hands, points) = (json_hands(&hands), json_list(&points, u64::to_string));
        let scores = json_list(scores, u64::to_string);
        trace.push_str(&format!(
            "{{\"event\":\"round-end\",\"winner\":{winner},\"why\":\"{why}\",\"hands\":{hands},\"points\":{points},\"scores\":{scores}}}\n"
        ));
    }
    metrics
}

/// Plays a single round: the dealer is drawn (PG-3), all scores are zero.
pub fn play_round(setting: &Setting, rng: &mut Rng) -> RoundMetrics {
    let seats = setting.seats;
    let dealer = setting
        .options
        .first_dealer
        .unwrap_or_else(|| rng.below(seats));
    play_dealt_round(setting, rng, None, dealer, 0, &mut vec![0; seats])
}

/// Metrics of one game.
#[derive(Clone, Debug)]
pub struct GameMetrics {
    pub rounds: Vec<RoundMetrics>,
    pub winners: Vec<usize>,
    pub scores: Vec<u64>,
}

/// Plays a whole game, rounds up to the target score (PG-16).
pub fn play_game(setting: &Setting, rng: &mut Rng, mut trace: Option<&mut String>) -> GameMetrics {
    let (options, seats) = (&setting.options, setting.seats);
    let mut scores = vec![0; seats];
    let mut rounds: Vec<RoundMetrics> = Vec::new();
    let mut dealer = options.first_dealer.unwrap_or_else(|| rng.below(seats));
    let mut winners: Vec<usize> = Vec::new();
    while winners.is_empty() && (rounds.len() as u64) < options.max_rounds {
        let number = rounds.len();
        let round = play_dealt_round(
            setting,
            rng,
            trace.as_deref_mut(),
            dealer,
            number,
            &mut scores,
        );
        // The next dealer (PG-3).
        dealer = match (options.next_dealer.as_str(), round.winner) {
            ("winner", Some(winner)) => winner,
            ("random", Some(_)) => rng.below(seats),
            _ => (dealer + 1) % seats,
        };
        rounds.push(round);
        if scores.iter().any(|score| *score >= options.target_score) {
            let extreme = if options.scoring == "own" {
                scores.iter().min()
            } else {
                scores.iter().max()
            };
            winners = (0..seats)
                .filter(|&seat| Some(&scores[seat]) == extreme)
                .collect();
        }
    }
    if let Some(trace) = trace {
        let why = if winners.is_empty() {
            "max-rounds"
        } else {
            "target"
        };
        let (winners, scores) = (
            json_list(&winners, usize::to_string),
            json_list(&scores, u64::to_string),
        );
        trace.push_str(&format!(
            "{{\"event\":\"game-end\",\"winners\":{winners},\"why\":\"{why}\",\"scores\":{scores}}}\n"
        ));
    }
    GameMetrics {
        rounds,
        winners,
        scores,
    }
}
