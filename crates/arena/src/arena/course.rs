//! A round that stands still between two decisions, can be copied there and played on in more ways than one, to the end of the round
//! or of its game.
//!
//! A copy takes along the position, the draw pile and every stream of random numbers, so two copies that are treated alike end
//! alike, and two that differ in one thing have all later chance in common. Players are not copied: a player's answer
//! follows from its view, its options and its stream alone (see [`Player::decide`]), unless it listens; tables where somebody
//! listens cannot be played on twice.

use crate::cards::{SEAT_SLOTS, Seat};
use crate::game::{Action, Ask, Decider, Game, Observer, Pile};
use crate::rng::{DealSeeds, Rng, RoundSeeds};
use crate::strategy::Player;

/// One round of a game, at a pause.
pub struct Course<'g, G: Game> {
    game: &'g G,
    /// The position.
    pub state: G::State,
    /// The draw pile and the table's stream.
    pub pile: Pile,
    rngs: [Rng; SEAT_SLOTS],
    /// Which round of its game it is, from 0.
    round: u32,
}

impl<G: Game> Clone for Course<'_, G> {
    fn clone(&self) -> Self {
        Course {
            game: self.game,
            state: self.state.clone(),
            pile: self.pile.clone(),
            rngs: self.rngs.clone(),
            round: self.round,
        }
    }
}

/// Players with the streams of a course.
struct Seats<'a, P> {
    players: &'a mut [P],
    rngs: &'a mut [Rng; SEAT_SLOTS],
}

impl<G: Game, P: Player<G>> Decider<G> for Seats<'_, P> {
    #[inline(always)]
    fn decide(&mut self, game: &G, state: &G::State, ask: &Ask) -> Action {
        let seat = ask.seat as usize;
        let view = game.view(state, ask.seat);
        self.players[seat].decide(view, &ask.options, &mut self.rngs[seat])
    }
}

/// Where the parts of a round's chance come from. In a round of a run all are that round's.
#[derive(Clone, Debug)]
pub struct Streams {
    /// Who deals, or in Grid begins.
    pub lead: Seat,
    /// The hands and the upcard.
    pub deal: RoundSeeds,
    /// The cards drawn later, where they are not the deal's.
    pub draws: Option<Rng>,
    /// The bots' random numbers.
    pub bots: RoundSeeds,
}

impl Streams {
    /// Those of a single round of a run (`--unit round`).
    #[must_use]
    pub fn of_round<G: Game>(game: &G, seeds: RoundSeeds) -> Streams {
        Streams {
            lead: seeds.dealer().below(game.n_seats() as u32) as Seat,
            deal: seeds,
            draws: None,
            bots: seeds,
        }
    }

    /// Those of the first round of a game of a run (`--unit game`).
    #[must_use]
    pub fn of_game<G: Game>(game: &G, seeds: DealSeeds) -> Streams {
        let seeds = seeds.round(0);
        Streams {
            lead: game.lead(&game.new_game(), &seeds),
            deal: seeds,
            draws: None,
            bots: seeds,
        }
    }
}

/// The bots' streams in a round, by seat.
fn of_bots(seeds: RoundSeeds, salts: &[u64]) -> [Rng; SEAT_SLOTS] {
    std::array::from_fn(|seat| seeds.bot(seat as Seat, salts.get(seat).copied().unwrap_or(0)))
}

impl<'g, G: Game> Course<'g, G> {
    /// The round with these streams as it is dealt, first of its game. `salts` are those of the strategies by seat.
    pub fn deal<O: Observer<G>>(
        game: &'g G,
        streams: &Streams,
        salts: &[u64],
        observer: &mut O,
    ) -> Course<'g, G> {
        let mut course = Course {
            game,
            state: game.new_game(),
            pile: Pile::new(streams.deal.table()),
            rngs: of_bots(streams.bots, salts),
            round: 0,
        };
        game.start_round(&mut course.state, streams.lead, &mut course.pile, observer);
        if let Some(draws) = &streams.draws {
            course.pile.reseed(draws.clone());
        }
        course
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Runs to the next decision; none when the round is over.
    pub fn next<O: Observer<G>>(&mut self, observer: &mut O) -> Option<Ask> {
        self.game.advance(&mut self.state, &mut self.pile, observer)
    }

    /// Lets the seat that is asked answer.
    pub fn decide<P: Player<G>, O: Observer<G>>(
        &mut self,
        ask: &Ask,
        players: &mut [P],
        observer: &mut O,
    ) {
        let rngs = &mut self.rngs;
        let action = Seats { players, rngs }.decide(self.game, &self.state, ask);
        self.answer(action, observer);
    }

    /// Answers for the seat that is asked.
    pub fn answer<O: Observer<G>>(&mut self, action: Action, observer: &mut O) {
        self.game
            .apply(&mut self.state, action, &mut self.pile, observer);
    }

    /// Plays on to the end of the round.
    pub fn finish<P: Player<G>, O: Observer<G>>(&mut self, players: &mut [P], observer: &mut O) {
        let rngs = &mut self.rngs;
        let mut seats = Seats { players, rngs };
        self.game
            .play_round(&mut self.state, &mut self.pile, observer, &mut seats);
    }

    /// Which round of its game it is, from 0.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.round
    }

    /// Deals the next round of the game, after one that is over. Its streams are those of its position in the deal, whatever was
    /// played before.
    pub fn next_round<O: Observer<G>>(
        &mut self,
        seeds: DealSeeds,
        salts: &[u64],
        observer: &mut O,
    ) {
        self.round += 1;
        let seeds = seeds.round(self.round);
        self.pile.reseed(seeds.table());
        self.rngs = of_bots(seeds, salts);
        let lead = self.game.lead(&self.state, &seeds);
        self.game
            .start_round(&mut self.state, lead, &mut self.pile, observer);
    }

    /// Plays on to the end of the game, from a round that is over.
    pub fn finish_game<P: Player<G>, O: Observer<G>>(
        &mut self,
        seeds: DealSeeds,
        salts: &[u64],
        players: &mut [P],
        observer: &mut O,
    ) {
        while !self.game.is_over(&self.state) {
            self.next_round(seeds, salts, observer);
            self.finish(players, observer);
        }
    }

    /// A copy in which something was changed; the rest, all later chance included, is the same.
    ///
    /// # Errors
    /// What `change` gives.
    pub fn copy_with<E>(
        &self,
        change: impl FnOnce(&G, &mut G::State, &mut Pile) -> Result<(), E>,
    ) -> Result<Self, E> {
        let mut copy = self.clone();
        change(copy.game, &mut copy.state, &mut copy.pile)?;
        Ok(copy)
    }
}
