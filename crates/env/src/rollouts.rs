//! Decisions with the value of every option, for training networks.
//!
//! Bots play games. At some of their decisions each option is tried in the real position, and the
//! round is played out: by one policy in all seats, or by the bots themselves. The options of a
//! decision share the draw pile and the random numbers (common random numbers), so that differences
//! are due to the options. The hidden cards are those of the game: over many decisions they are an
//! unbiased sample of the cards that the seat cannot know, so the values are unbiased for it.

use powergrab_bots::strategy::search::{
    Candidates, Goal, SearchContext, Searchable, World, no_playouts,
};
use powergrab_bots::strategy::{Bot, BotGame as _, Player as _, Players, ShedPlayer};
use powergrab_engine::cards::Seat;
use powergrab_engine::cpu::{Work, on_this_processor};
use powergrab_engine::game::{
    Action, Ask, Decider, Driver, Game as _, NoObserver, Observable as _, Unit,
};
use powergrab_engine::rng::{Purpose, Rng, Seeds};
use powergrab_engine::shedding::{Features, Shedding, State};

/// The playing bots, the playout bots, and the sampled decisions.
#[derive(Clone, Debug)]
pub struct RolloutPlan {
    /// The rules and the number of seats.
    pub game: Shedding,
    /// Playing bots by seat, rotated by one seat from deal to deal.
    pub line_up: Vec<Bot<Shedding>>,
    /// Bots whose decisions are sampled, as indices into the line-up; all if empty.
    pub learners: Vec<usize>,
    /// Bot that plays out in all seats after an option; `None` for each bot in its own seat.
    pub rollout: Option<Bot<Shedding>>,
    /// Number of the seat's next choice at which its network's value ends the playout; 0 for the
    /// end of the round.
    pub cut: u32,
    /// Goal that determines the value of an option.
    pub goal: Goal,
    /// One in this many decisions is sampled.
    pub every: u32,
    /// Number of worlds (orders of the draw pile, random numbers) in which each option is tried.
    pub worlds: u32,
    /// Probability that a sampled decision is replaced by a random option in the game.
    pub explore: f64,
    /// Unit of play.
    pub unit: Unit,
    /// Seed of the deals, which are those for tuning: no match or test ever meets them.
    pub seed: u64,
    /// First deal, and distance to the next one, for several generators in parallel.
    pub deals: (u64, u64),
}

impl RolloutPlan {
    fn check(&self) -> Result<(), String> {
        let n = self.game.n_seats();
        if self.line_up.len() != n {
            return Err(format!(
                "{} bots for {n} seats: give one for each",
                self.line_up.len()
            ));
        }
        if self.every == 0 || self.worlds == 0 || self.deals.1 == 0 {
            return Err("every, worlds and step: at least 1 each".to_owned());
        }
        if !(0.0..=1.0).contains(&self.explore) {
            return Err(format!("explore {}: a chance, 0 to 1", self.explore));
        }
        if let Some(place) = self.learners.iter().find(|place| **place >= n) {
            return Err(format!(
                "learners: {place} is no place of the line-up, which has {n}"
            ));
        }
        for bot in self.line_up.iter().chain(&self.rollout) {
            Shedding::suits(&bot.policy, &self.game).map_err(|e| format!("{}: {e}", bot.name))?;
        }
        let is_program = |bot: &&Bot<Shedding>| {
            let external = Shedding::external(&bot.policy);
            external.is_some() && bot.info().is_none_or(|info| info.params.is_empty())
        };
        if let Some(bot) = self.line_up.iter().find(is_program) {
            return Err(format!(
                "{} is a program: bots here are policies of the register",
                bot.name
            ));
        }
        for place in 0..n {
            let Bot { name, policy, .. } = self.plays_on(place);
            if !Shedding::is_plain(policy) {
                return Err(format!("{name} {}", no_playouts::<Shedding>()));
            }
            let needs_network = self.cut > 0 && self.is_learner(place);
            if needs_network && Shedding::learned(&mut Shedding::player(policy, 0)).is_none() {
                return Err(format!(
                    "cut: {name} has no network whose value could end the playing on"
                ));
            }
        }
        Ok(())
    }

    /// Returns the bot that plays out in the seat of the bot at this index of the line-up.
    fn plays_on(&self, place: usize) -> &Bot<Shedding> {
        self.rollout.as_ref().unwrap_or(&self.line_up[place])
    }

    /// Returns whether the decisions of the bot at this index of the line-up are sampled.
    fn is_learner(&self, place: usize) -> bool {
        self.learners.is_empty() || self.learners.contains(&place)
    }

    /// Returns the line-up index of the bot in a seat: each deal is rotated by one seat.
    fn place(&self, deal: u64, seat: usize) -> usize {
        (seat + (deal / self.deals.1) as usize) % self.line_up.len()
    }
}

/// Arrays for decisions, row by row.
#[derive(Debug)]
pub struct RolloutRows<'a> {
    /// Active features (`width` entries per row), padded with the number of rows.
    pub features: &'a mut [u16],
    /// By the network's actions: the value; NaN if the action is not an option.
    pub values: &'a mut [f32],
    /// The network's index of the playout policy's choice.
    pub usual: &'a mut [u16],
}

/// Maximum number of active features, and number of entries per row.
pub const WIDTH: usize = 160;

/// Generator of decisions with values.
pub struct Rollouts {
    plan: RolloutPlan,
    features: Features,
    state: Driver<Shedding>,
    players: Vec<ShedPlayer>,
    /// By seat: the search context of the playout bot, whose chances of winning the game are
    /// prepared for a seat and a round.
    contexts: Vec<SearchContext<Shedding>>,
    /// By seat: whether its decisions are sampled.
    learns: Vec<bool>,
    rng: Rng,
    deal: u64,
    /// `true` during a round.
    playing: bool,
    page: Vec<u8>,
}

impl Rollouts {
    /// Prepares for the first deal.
    ///
    /// # Errors
    /// States the problem: a wrong number, a bot that cannot play this game or play out, a ruleset
    /// without features.
    pub fn new(plan: RolloutPlan) -> Result<Rollouts, String> {
        plan.check()?;
        let features = plan.game.features();
        let features =
            features.ok_or("the colours of the deck differ, and networks take them to be alike")?;
        let features = features.clone();
        let n = plan.game.n_seats();
        let odds = <Shedding as Searchable>::Odds::default();
        let context = |seat| SearchContext {
            odds: odds.clone(),
            ..SearchContext::new(
                vec![Shedding::player(
                    &plan.plays_on(usize::from(seat)).policy,
                    seat,
                )],
                powergrab_bots::strategy::search::Beliefs::NONE,
                plan.goal,
            )
        };
        Ok(Rollouts {
            state: Driver::new(&plan.game),
            players: Vec::new(),
            learns: vec![true; n],
            contexts: (0..n as Seat).map(context).collect(),
            rng: Rng::from_key(plan.seed ^ plan.deals.0.rotate_left(32)),
            deal: plan.deals.0,
            playing: false,
            page: vec![0; features.n_bytes()],
            features,
            plan,
        })
    }

    /// Returns the features and actions of the rows.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Fills the rows with the next decisions.
    ///
    /// # Panics
    /// Panics unless the arrays have the same number of rows.
    pub fn fill(&mut self, rows: RolloutRows<'_>) {
        on_this_processor(Filling { it: self, rows });
    }

    /// Begins the next game or round.
    fn next_game(&mut self) {
        let n = self.plan.game.n_seats();
        let seeds = Seeds::new(self.plan.seed, Purpose::Tune).deal(self.deal);
        let bots = |seat: usize| &self.plan.line_up[self.plan.place(self.deal, seat)];
        let salts: Vec<u64> = (0..n).map(|seat| bots(seat).salt).collect();
        self.players = (0..n)
            .map(|seat| Shedding::player(&bots(seat).policy, seat as Seat))
            .collect();
        for (seat, context) in self.contexts.iter_mut().enumerate() {
            if self.plan.rollout.is_none() {
                context.players = vec![Shedding::player(&bots(seat).policy, seat as Seat)];
            }
            let place = self.plan.place(self.deal, seat);
            self.learns[seat] = self.plan.is_learner(place);
        }
        self.state
            .begin_game(&self.plan.game, seeds, &salts, self.plan.unit);
        self.deal += self.plan.deals.1;
    }
}

/// The rows being filled, as one block of work.
struct Filling<'a> {
    it: &'a mut Rollouts,
    rows: RolloutRows<'a>,
}

impl Work for Filling<'_> {
    type Output = ();

    #[inline(always)]
    fn work(self) {
        let Filling { it, rows } = self;
        let n_actions = it.features.n_actions();
        let n = rows.usual.len();
        assert_eq!(
            (rows.features.len(), rows.values.len()),
            (n * WIDTH, n * n_actions),
            "the rows"
        );
        let features = rows.features.chunks_exact_mut(WIDTH);
        let values = rows.values.chunks_exact_mut(n_actions);
        for ((features, values), usual) in features.zip(values).zip(rows.usual) {
            *usual = it.next(features, values);
        }
    }
}

impl Rollouts {
    /// Plays to the next sampled decision, and writes it.
    #[inline(always)]
    fn next(&mut self, features: &mut [u16], values: &mut [f32]) -> u16 {
        loop {
            if !self.playing {
                if self.state.n_rounds() == 0 || self.state.is_over(&self.plan.game) {
                    self.next_game();
                }
                self.state.begin_round(&self.plan.game, &mut NoObserver);
                self.playing = true;
            }
            let Some(ask) = self.state.ask(&self.plan.game, &mut NoObserver) else {
                self.playing = false;
                continue;
            };
            let candidates = Candidates::new(&self.plan.game, &ask.options);
            let taken = self.learns[usize::from(ask.seat)]
                && candidates.len() > 1
                && self.rng.below(self.plan.every) == 0;
            let mut action =
                self.state
                    .choose(&self.plan.game, &ask, &mut Players(&mut self.players));
            if !taken {
                self.state.answer(&self.plan.game, action, &mut NoObserver);
                continue;
            }
            let usual = self.try_all(&ask, &candidates, features, values);
            if self.rng.unit() < self.plan.explore {
                let place = self.rng.below(candidates.len() as u32) as usize;
                action = ask.options.nth(u32::from(candidates.places()[place]));
            }
            self.state.answer(&self.plan.game, action, &mut NoObserver);
            return usual;
        }
    }

    /// Tries the options of a decision.
    #[inline(always)]
    fn try_all(
        &mut self,
        ask: &Ask,
        candidates: &Candidates,
        features: &mut [u16],
        values: &mut [f32],
    ) -> u16 {
        let (game, state) = (&self.plan.game, self.state.state());
        let view = game.view(state, ask.seat);
        game.encode(view, &mut self.page);
        let order = self.features.order(&self.page);
        features.fill(self.features.n_rows() as u16);
        let mut free = features.iter_mut();
        self.features.rows(&self.page, order, |row| {
            if let Some(place) = free.next() {
                *place = row;
            }
        });
        let context = &mut self.contexts[usize::from(ask.seat)];
        context.prepare(view);
        let player = context.player(ask.seat);
        let usual = player.decide(view, &ask.options, &mut self.rng);
        values.fill(f32::NAN);
        let place = |action: Action| self.features.action(order, game.index_of(view, action));
        for number in 0..self.plan.worlds {
            let key = self.rng.next_u64();
            let mut world = World::of(game, *state, Rng::from_key(key));
            let Some(Ask { options, .. }) = world.ask(game) else {
                continue;
            };
            for &at in candidates.places() {
                let taken = world.taking(game, &options, at);
                let value =
                    play_on(game, &mut self.contexts, ask.seat, taken, self.plan.cut) as f32;
                let sum = &mut values[place(options.nth(u32::from(at)))];
                *sum = if number == 0 { value } else { *sum + value };
            }
        }
        let worlds = self.plan.worlds as f32;
        values.iter_mut().for_each(|value| *value /= worlds);
        place(usual) as u16
    }
}

/// The players of the contexts in their seats, with one stream.
struct SeatContexts<'a> {
    contexts: &'a mut [SearchContext<Shedding>],
    rng: Rng,
}

impl Decider<Shedding> for SeatContexts<'_> {
    #[inline(always)]
    fn decide(&mut self, game: &Shedding, state: &State, ask: &Ask) -> Action {
        let player = self.contexts[usize::from(ask.seat)].player(ask.seat);
        player.decide(game.view(state, ask.seat), &ask.options, &mut self.rng)
    }
}

/// Plays out the round by the seats' players, to its end or until the network's value ends it.
/// Returns its value to the seat.
#[inline(always)]
fn play_on(
    game: &Shedding,
    contexts: &mut [SearchContext<Shedding>],
    seat: Seat,
    mut world: World<Shedding>,
    cut: u32,
) -> f64 {
    let rng = world.rng.clone();
    let mut seats = SeatContexts { contexts, rng };
    if cut > 0 && world.play_to_choice(game, &mut seats, seat, cut) {
        let view = game.view(&world.round.state, seat);
        let network = Shedding::learned(seats.contexts[usize::from(seat)].player(seat));
        if let Some(value) = network.and_then(|network| network.value(view)) {
            return value;
        }
    }
    world.round.finish(game, &mut seats, &mut NoObserver);
    let context = &seats.contexts[usize::from(seat)];
    context
        .goal
        .value(game, &world.round.state, seat, &context.odds)
}
