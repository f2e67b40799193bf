//! One episode, at a learner's decision or over.

use super::error::Illegal;
use super::table::{LearnerTable, Reward};
use powergrab_bots::strategy::search::Searchable;
use powergrab_bots::strategy::{BotGame, Player, notify};
use powergrab_engine::cards::{MAX_SEATS, Seat};
use powergrab_engine::cpu::{Work, on_this_processor, prefetch};
use powergrab_engine::game::{
    Action, Ask, Driver, Game, NoObserver, Observable, Options, Seats, SeatsObserver, Unit,
};
use powergrab_engine::rng::{DealSeeds, Rng};

/// Rewards of each seat since the last decision.
pub(super) type Rewards = [f32; MAX_SEATS];

/// A game that owns everything but its rules. Fields that each step reads are adjacent.
#[repr(C)]
pub(super) struct Episode<G: BotGame> {
    state: Driver<G>,
    /// By seat; `None` if the seat learns.
    players: Vec<Option<G::Player>>,
    /// [`Game::gain`] at the end of the last round, for rewards in points.
    gains: [i32; MAX_SEATS],
    /// The learner's decision; `None` once the episode is over.
    ask: Option<Ask>,
    n_faults: u64,
    /// `true` if a bot needs events.
    listening: bool,
}

/// [`Episode::take`] in code for this processor, without the seat.
pub(super) struct Answer<'a, G: BotGame> {
    pub table: &'a LearnerTable<G>,
    pub episode: &'a mut Episode<G>,
    /// Index of the option among the actions.
    pub index: usize,
}

impl<G: BotGame + Observable> Work for Answer<'_, G> {
    type Output = Option<Rewards>;

    #[inline(always)]
    fn work(self) -> Option<Rewards> {
        let mut rewards: Rewards = [0.0; MAX_SEATS];
        self.episode.take(self.table, self.index, &mut rewards)?;
        Some(rewards)
    }
}

/// Writes a seat's observation, in code for this processor.
struct Encode<'a, G: BotGame>(&'a G, G::View<'a>, &'a mut [u8]);

impl<G: BotGame + Observable> Work for Encode<'_, G> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        self.0.encode(self.1, self.2);
    }
}

/// Lists the action indices of the options in ascending order, in code for this processor; returns
/// their number.
struct List<'a, G: BotGame>(&'a G, G::View<'a>, &'a Options, &'a mut [u8; 256]);

impl<G: BotGame + Observable> Work for List<'_, G> {
    type Output = usize;

    #[inline(always)]
    fn work(self) -> usize {
        let List(game, view, options, places) = self;
        let mut n = 0;
        game.each_legal(view, options, |place| {
            places[n & 255] = place as u8;
            n += 1;
        });
        n
    }
}

/// Bots of a table. Learners' seats are never asked here.
struct Bots<'a, P>(&'a mut [Option<P>]);

impl<G: Game, P: Player<G>> Seats<G> for Bots<'_, P> {
    fn new_game(&mut self) {
        self.0.iter_mut().flatten().for_each(Player::new_game);
    }

    fn listen(&self) -> bool {
        self.0.iter().flatten().any(Player::listens)
    }

    fn begin(&mut self, game: &G, seat: Seat, seed: u64) {
        if let Some(player) = &mut self.0[usize::from(seat)]
            && player.listens()
        {
            player.begin(game, seed);
        }
    }

    fn hear(&mut self, game: &G, state: &G::State, event: &G::Event) {
        for (seat, player) in self.0.iter_mut().enumerate() {
            if let Some(player) = player {
                notify(player, seat as Seat, game, state, event);
            }
        }
    }

    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask, rng: &mut Rng) -> Action {
        match &mut self.0[usize::from(ask.seat)] {
            Some(player) => player.decide(game.view(state, ask.seat), &ask.options, rng),
            None => ask.options.nth(0),
        }
    }
}

impl<G: BotGame + Observable> Episode<G> {
    pub fn new(table: &LearnerTable<G>) -> Episode<G> {
        let player = |(seat, bot): (usize, &Option<powergrab_bots::strategy::Bot<G>>)| {
            bot.as_ref().map(|bot| G::player(&bot.policy, seat as Seat))
        };
        Episode {
            state: Driver::new(&table.game),
            players: table.bots.iter().enumerate().map(player).collect(),
            ask: None,
            listening: false,
            gains: [0; MAX_SEATS],
            n_faults: 0,
        }
    }

    /// Begins the episode of the deal with these seeds and plays to the first decision of a
    /// learner.
    #[inline(always)]
    pub fn begin(&mut self, table: &LearnerTable<G>, seeds: DealSeeds, rewards: &mut [f32]) {
        self.state
            .begin_game(&table.game, seeds, &table.salts, table.unit);
        self.gains = [0; MAX_SEATS];
        self.listening = self
            .state
            .announce(&table.game, &mut Bots(&mut self.players));
        if self.listening {
            self.state.begin_round(
                &table.game,
                &mut SeatsObserver(&mut Bots(&mut self.players)),
            );
            self.play_on_heard(table, rewards);
        } else {
            self.state.begin_round(&table.game, &mut NoObserver);
            self.play_on(table, rewards);
        }
    }

    /// Returns the learner's decision; `None` once the episode is over.
    #[inline(always)]
    pub fn ask(&self) -> Option<&Ask> {
        self.ask.as_ref()
    }

    /// Returns the deciding seat, and its option with this action index. `None` if no option has
    /// the index, or if the episode is over.
    #[inline(always)]
    pub fn option(&self, table: &LearnerTable<G>, index: usize) -> Option<(Seat, Action)> {
        let ask = self.ask.as_ref()?;
        let view = table.game.view(self.state(), ask.seat);
        let action = table.game.action_at(view, &ask.options, index)?;
        Some((ask.seat, action))
    }

    /// Takes the option with this action index, plays to the next decision, and adds to the rewards
    /// of each seat. Returns the seat that decided; `None` as in [`Episode::option`]: then nothing
    /// was changed.
    #[inline(always)]
    pub fn take(
        &mut self,
        table: &LearnerTable<G>,
        index: usize,
        rewards: &mut [f32],
    ) -> Option<Seat> {
        let (seat, action) = self.option(table, index)?;
        self.answer(table, action, rewards);
        Some(seat)
    }

    /// Returns the reason that no action with this index is legal.
    pub fn illegal(&self, env: usize, action: i64) -> Illegal {
        match self.ask {
            None => Illegal::Over { env },
            Some(_) => Illegal::NotAnOption { env, action },
        }
    }

    /// Writes the action indices of the options in ascending order to the beginning of `places` and
    /// returns them; empty once the episode is over.
    pub fn legal<'p>(&self, table: &LearnerTable<G>, places: &'p mut [u8; 256]) -> &'p [u8] {
        let n = self.ask.as_ref().map_or(0, |ask| {
            let view = table.game.view(self.state(), ask.seat);
            on_this_processor(List(&table.game, view, &ask.options, places))
        });
        &places[..n]
    }

    /// Writes the observation of a seat.
    pub fn encode(&self, table: &LearnerTable<G>, seat: Seat, page: &mut [u8]) {
        let view = table.game.view(self.state(), seat);
        on_this_processor(Encode(&table.game, view, page));
    }

    /// Prefetches all memory that the next decision needs.
    #[inline(always)]
    pub fn prefetch(&self, table: &LearnerTable<G>) {
        self.state.prefetch(&table.game);
        prefetch(&self.ask);
        prefetch(&self.listening);
    }

    /// Returns the position.
    #[inline(always)]
    pub fn state(&self) -> &G::State {
        self.state.state()
    }

    /// Redeals the cards that a seat cannot see, uniformly among all deals consistent with its
    /// knowledge, reseeds all later chance, and plays to the decision. Nothing changes once the
    /// episode is over.
    pub fn redeal(
        &mut self,
        table: &LearnerTable<G>,
        seat: Seat,
        seeds: DealSeeds,
        rewards: &mut [f32],
    ) where
        G: Searchable,
    {
        if self.ask.is_some() {
            let view = table.game.view(self.state.state(), seat);
            let state = G::redeal(view, &mut seeds.plan());
            let pile = table.game.pile_of(&state);
            self.state.go_on_from(state, pile, seeds);
            self.play_on(table, rewards);
        }
    }

    /// Returns the number of rounds dealt.
    pub fn n_rounds(&self) -> u32 {
        self.state.n_rounds()
    }

    /// Carries out an option of the learner's decision and plays to the next.
    #[inline(always)]
    pub fn answer(&mut self, table: &LearnerTable<G>, action: Action, rewards: &mut [f32]) {
        if self.listening {
            self.state.answer(
                &table.game,
                action,
                &mut SeatsObserver(&mut Bots(&mut self.players)),
            );
            self.play_on_heard(table, rewards);
        } else {
            self.state.answer(&table.game, action, &mut NoObserver);
            self.play_on(table, rewards);
        }
    }

    /// Plays to the next decision of a learner, or to the end.
    #[inline(always)]
    fn play_on(&mut self, table: &LearnerTable<G>, rewards: &mut [f32]) {
        let game = &table.game;
        loop {
            match self.state.ask(game, &mut NoObserver) {
                Some(ask) if table.learns(ask.seat) => {
                    self.ask = Some(ask);
                    return;
                }
                Some(ask) => {
                    let action = self.state.choose(game, &ask, &mut Bots(&mut self.players));
                    self.state.answer(game, action, &mut NoObserver);
                }
                None if self.round_is_over(table, rewards) => return,
                None => self.state.begin_round(game, &mut NoObserver),
            }
        }
    }

    /// [`Episode::play_on`] if a bot needs events.
    #[cold]
    #[inline(never)]
    fn play_on_heard(&mut self, table: &LearnerTable<G>, rewards: &mut [f32]) {
        let game = &table.game;
        loop {
            let mut bots = Bots(&mut self.players);
            match self.state.ask(game, &mut SeatsObserver(&mut bots)) {
                Some(ask) if table.learns(ask.seat) => {
                    self.ask = Some(ask);
                    return;
                }
                Some(ask) => {
                    let action = self.state.choose(game, &ask, &mut bots);
                    self.state
                        .answer(game, action, &mut SeatsObserver(&mut bots));
                }
                None if self.round_is_over(table, rewards) => return,
                None => {
                    let mut bots = Bots(&mut self.players);
                    self.state.begin_round(game, &mut SeatsObserver(&mut bots));
                }
            }
        }
    }

    /// Adds rewards at the end of a round; returns whether the episode is over.
    #[inline(never)]
    fn round_is_over(&mut self, table: &LearnerTable<G>, rewards: &mut [f32]) -> bool {
        let game = &table.game;
        let is_over = self.state.is_over(game);
        let state = self.state.state();
        let n = game.n_seats();
        match table.reward {
            Reward::Points => {
                let target = game.reward_unit() as f32;
                for (seat, reward) in rewards[..n].iter_mut().enumerate() {
                    let gain = game.gain(state, seat as Seat);
                    *reward += (gain - self.gains[seat]) as f32 / target;
                    self.gains[seat] = gain;
                }
            }
            Reward::Win if is_over => {
                let winners = match table.unit {
                    Unit::Game => game.outcome(state).winners,
                    Unit::Round => game.round_outcome(state).winners,
                };
                let share = 1.0 / winners.count_ones().max(1) as f32;
                for (seat, reward) in rewards[..n].iter_mut().enumerate() {
                    *reward += share * f32::from(winners >> seat & 1);
                }
            }
            Reward::Win => {}
        }
        if is_over {
            self.ask = None;
            let players = self.players.iter_mut().flatten();
            self.n_faults += players.filter_map(Player::fault).count() as u64;
        }
        is_over
    }

    /// Returns a copy with the same future, of a table at which every seat learns: no bot is
    /// copied.
    pub fn fork(&self) -> Episode<G> {
        Episode {
            state: self.state.clone(),
            players: Vec::new(),
            gains: self.gains,
            ask: self.ask,
            n_faults: 0,
            listening: false,
        }
    }

    /// Returns the number of games in which external bots failed.
    pub fn n_faults(&self) -> u64 {
        self.n_faults
    }
}
