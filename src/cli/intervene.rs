//! The games of `powergrab play`. With `--intervene` a tower changes hands in them by no rule, as in the experiments of `balance`.

use super::failure::Failure;
use powergrab_arena::ArenaGame;
use powergrab_bots::strategy::{Player, Players};
use powergrab_engine::cards::{Seat, Tower};
use powergrab_engine::game::{Driver, Game, Observer, SeatsObserver};
use powergrab_engine::shedding::{Event, Phase, Shedding, State};

/// One tower that is moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// In which round of the game, from 0.
    round: u32,
    /// At the first turn from this one on in which the seat has something to decide.
    turn: u32,
    tower: Tower,
    /// To which seat; none is the middle.
    to: Option<Seat>,
}

/// Reads `--intervene`.
pub fn parse(text: &str) -> Result<Move, String> {
    let read = || {
        let parts: Vec<&str> = text.split(':').collect();
        let [round, turn, tower, to] = parts.as_slice() else {
            return None;
        };
        let mut letters = tower.chars();
        let tower = Tower::from_letter(letters.next()?)?;
        Some(Move {
            round: round.parse().ok()?,
            turn: turn.parse().ok()?,
            tower: letters.next().is_none().then_some(tower)?,
            to: match *to {
                "middle" => None,
                seat => Some(seat.parse().ok()?),
            },
        })
    };
    read().ok_or_else(|| {
        "an intervention is ROUND:TURN:TOWER:SEAT, like 0:12:U:2 or 0:12:!:middle; rounds, turns and seats count from 0"
            .to_owned()
    })
}

impl Move {
    fn text(&self) -> String {
        let to = self.to.map_or("middle".to_owned(), |seat| seat.to_string());
        format!("{}:{}:{}:{to}", self.round, self.turn, self.tower)
    }

    /// Whether these rules have that tower and that seat.
    pub fn check(&self, game: &Shedding) -> Result<(), Failure> {
        let wrong = |why: String| {
            Err(Failure::Input(format!(
                "--intervene {}: {why}",
                self.text()
            )))
        };
        if game.tables().towers >> self.tower.index() & 1 == 0 {
            let rules = &game.rules().name;
            return wrong(format!("{rules} is played without tower {}", self.tower));
        }
        match self.to {
            Some(seat) if usize::from(seat) >= game.n_seats() => wrong(format!(
                "there is no seat {seat}: {} bots sit in seats 0 to {}",
                game.n_seats(),
                game.n_seats() - 1
            )),
            _ => Ok(()),
        }
    }
}

/// Carries out a move where it is due: the event that everybody hears of.
pub type Hook<G> = fn(&G, &mut <G as Game>::State, &Move) -> Option<<G as Game>::Event>;

/// For the games with towers.
pub fn move_tower(game: &Shedding, state: &mut State, change: &Move) -> Option<Event> {
    /// Keeps what was told.
    struct TowerEvent(Option<Event>);
    impl Observer<Shedding> for TowerEvent {
        fn event(&mut self, _: &Shedding, _: &State, event: &Event) {
            self.0 = Some(*event);
        }
    }
    if state.phase() != Phase::Turn || state.turn() < change.turn {
        return None;
    }
    let mut heard = TowerEvent(None);
    let moved = game.set_holder(state, change.tower, change.to, &mut heard);
    // It was checked that there is such a tower and such a seat.
    debug_assert_eq!(moved, Ok(()));
    heard.0
}

/// Plays a game that was begun to its end, and makes these moves in it; gives the moves that were never due.
pub fn game<G: ArenaGame>(
    driver: &mut Driver<'_, G>,
    players: &mut [&mut dyn Player<G>],
    (moves, hook): (&[Move], Hook<G>),
    mut observer: &mut dyn Observer<G>,
) -> Vec<String> {
    let game = driver.game();
    let mut seats = Players(players);
    driver.announce(&mut seats);
    let mut left = moves.to_vec();
    loop {
        G::begin_round(driver, &mut (&mut observer, SeatsObserver(&mut seats)));
        let round = driver.round_number();
        while let Some(ask) = G::ask(driver, &mut (&mut observer, SeatsObserver(&mut seats))) {
            let state = &mut driver.round.state;
            let due = left.iter().enumerate().find_map(|(at, change)| {
                let event = (change.round == round).then(|| hook(game, state, change));
                Some((at, event.flatten()?))
            });
            if let Some((at, event)) = due {
                left.remove(at);
                observer.event(game, driver.state(), &event);
                continue;
            }
            let action = driver.choose(&ask, &mut seats);
            G::answer(
                driver,
                action,
                &mut (&mut observer, SeatsObserver(&mut seats)),
            );
        }
        if driver.is_over() {
            return left.iter().map(Move::text).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_and_written() {
        for text in ["0:12:U:2", "3:0:!:middle"] {
            assert_eq!(parse(text).unwrap().text(), text);
        }
        for text in ["", "1:2:U", "1:2:X:0", "1:2:UN:0", "1:2:U:x", "1:2:U:0:0"] {
            assert!(parse(text).unwrap_err().contains("0:12:U:2"), "{text}");
        }
    }
}
