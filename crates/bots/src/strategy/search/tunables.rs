//! Common parameters of searching bots.

use super::Beliefs;
use crate::strategy::params::tunables;

tunables! {
    /// Allocation of a decision's budget.
    Spending {
        playouts = 512.0, 1.0..=1000000.0, Log, "playouts a decision, about; reproducible on any machine";
        caution = 1.0, 0.0..=5.0, Linear, "standard errors by which an option must beat the playout policy's own choice";
    }
}

tunables! {
    /// Inferences from the public past about hidden cards.
    Belief {
        pass_belief = 0.9, 0.0..=1.0, Linear, "how far a draw instead of a play is taken to prove that nothing fitted";
        bluff_belief = 0.17, 0.0..=1.0, Linear, "how likely a player who holds the colour in force plays a Wild Draw Four all the same, against one who does not";
    }
}

impl Belief {
    /// Converts the parameters to the form that a search uses.
    pub fn beliefs(&self) -> Beliefs {
        Beliefs {
            passes: self.pass_belief,
            bluffs: self.bluff_belief,
        }
    }
}

impl Default for Beliefs {
    /// Returns the defaults of strategy files.
    fn default() -> Beliefs {
        Belief::default().beliefs()
    }
}
