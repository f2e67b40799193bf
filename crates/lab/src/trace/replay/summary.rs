//! What a trace held.

/// What a file held, all of it in order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Whole games.
    pub games: u64,
    /// Their rounds.
    pub rounds: u64,
    /// Their lines, each compared.
    pub events: u64,
    /// Of these, interventions: towers that an experiment moved by no rule.
    pub interventions: u64,
}

impl std::ops::AddAssign for Summary {
    fn add_assign(&mut self, other: Summary) {
        self.games += other.games;
        self.rounds += other.rounds;
        self.events += other.events;
        self.interventions += other.interventions;
    }
}
