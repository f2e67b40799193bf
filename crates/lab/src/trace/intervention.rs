//! Interventions: a tower changes its holder outside the rules, as in the experiments of `balance`.

use powergrab_engine::cards::{Seat, Tower};

/// The move of one tower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// The round of the game, from 0.
    pub(super) round: u32,
    /// The tower is moved at the first turn from this one on in which a seat has a decision.
    pub(super) turn: u32,
    pub(super) tower: Tower,
    /// Seat that receives it; `None` for the middle.
    pub(super) to: Option<Seat>,
}

impl Move {
    /// Parses ROUND:TURN:TOWER:SEAT.
    ///
    /// # Errors
    /// Fails if the text is not of that form.
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

    /// Returns the text of the move.
    pub fn text(&self) -> String {
        let to = self.to.map_or("middle".to_owned(), |seat| seat.to_string());
        format!("{}:{}:{}:{to}", self.round, self.turn, self.tower)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_and_written() {
        for text in ["0:12:U:2", "3:0:!:middle"] {
            assert_eq!(Move::parse(text).unwrap().text(), text);
        }
        for text in ["", "1:2:U", "1:2:X:0", "1:2:UN:0", "1:2:U:x", "1:2:U:0:0"] {
            assert!(
                Move::parse(text).unwrap_err().contains("0:12:U:2"),
                "{text}"
            );
        }
    }
}
