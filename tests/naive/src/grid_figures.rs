//! Grid: its options, and the metrics of one game.

use crate::quoted;

#[derive(Clone, Debug, PartialEq)]
pub struct GridOptions {
    /// GR-1.
    pub hand_size: usize,
    /// `None` for "random" (GR-1).
    pub first_seat: Option<usize>,
}

impl GridOptions {
    pub fn official() -> GridOptions {
        GridOptions {
            hand_size: 7,
            first_seat: None,
        }
    }

    pub fn is_variant(&self) -> bool {
        *self != GridOptions::official()
    }

    pub fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = || {
            value
                .parse::<usize>()
                .map_err(|_| format!("{key}: `{value}` is not a number"))
        };
        match key {
            "hand_size" => self.hand_size = number()?,
            "first_seat" if value == "random" => self.first_seat = None,
            "first_seat" => self.first_seat = Some(number()?),
            _ => return Err(format!("unknown option `{key}`")),
        }
        Ok(())
    }

    pub fn check(&self, seats: usize) -> Result<(), String> {
        if !(2..=8).contains(&seats) {
            return Err("grid is for 2 to 8 players".to_string());
        }
        if self.hand_size == 0
            || self.hand_size * seats > 108
            || self.first_seat.is_some_and(|seat| seat >= seats)
        {
            return Err("hand_size or first_seat does not fit".to_string());
        }
        Ok(())
    }

    pub fn json(&self) -> String {
        let first = self
            .first_seat
            .map_or(quoted("random"), |seat| seat.to_string());
        format!(
            "{{\"hand_size\":{},\"first_seat\":{first}}}",
            self.hand_size
        )
    }
}

/// Metrics of one game.
#[derive(Clone, Debug, Default)]
pub struct GridMetrics {
    /// Turns that began with a drawn card.
    pub turns: u64,
    /// Cards drawn after the deal.
    pub draws: u64,
    pub places: u64,
    pub reverses: u64,
    pub lays: u64,
    pub scores: u64,
    /// Cards laid for lines, and the wilds among them.
    pub scored_cards: u64,
    pub scored_wilds: u64,
    pub passes: u64,
    /// `true` if a hand was empty (not: the draw pile).
    pub ended_out: bool,
    pub winning_score: i64,
    /// 1 is the first seat; more than one if the win is shared.
    pub winner_positions: Vec<usize>,
}

impl GridMetrics {
    pub fn values(&self, seats: usize) -> Vec<(String, Option<f64>)> {
        let mut list: Vec<(String, Option<f64>)> = Vec::new();
        let mut add = |name: &str, value: f64| list.push((name.to_string(), Some(value)));
        add("turns", self.turns as f64);
        add("draws", self.draws as f64);
        add("places", self.places as f64);
        add("reverses", self.reverses as f64);
        add("lays", self.lays as f64);
        add("scores", self.scores as f64);
        add("scored_cards", self.scored_cards as f64);
        add("scored_wilds", self.scored_wilds as f64);
        add("passes", self.passes as f64);
        add("ended_out", self.ended_out as u64 as f64);
        add("tie", (self.winner_positions.len() > 1) as u64 as f64);
        add("winning_score", self.winning_score as f64);
        // A shared win counts in equal parts.
        let part = 1.0 / self.winner_positions.len() as f64;
        add(
            "winner_position",
            self.winner_positions.iter().sum::<usize>() as f64 * part,
        );
        for position in 1..=seats {
            let won = self.winner_positions.contains(&position);
            add(
                &format!("won_by_position_{position}"),
                if won { part } else { 0.0 },
            );
        }
        list
    }
}
