//! Contents of a trace.

/// Contents of a correct file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Number of whole games.
    pub games: u64,
    /// Number of their rounds.
    pub rounds: u64,
    /// Number of their lines, each compared.
    pub events: u64,
    /// Number of interventions among them: towers that an experiment moved outside the rules.
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
