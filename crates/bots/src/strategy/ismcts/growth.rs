//! How the tree grows: the parameters.

use crate::strategy::params::tunables;

tunables! {
    /// How the tree grows.
    Growth {
        forks = 0.2, 0.0..=1.0, Linear, "at how many of the ripe nodes of its way a playout forks at the most, to try something else there in the same world";
        patience = 256.0, 1.0..=100000.0, Log, "playouts of an option before which none forks; from then on they come to `forks` slowly, at twice as many to half of it";
        conviction = 2.5, 0.0..=5.0, Linear, "standard errors by which something else must beat the playout policy's choice at a node";
        exploration = 0.7, 0.0..=5.0, Linear, "weight of what was tried seldom, on the scale of the values' spread";
        widening = 0.5, 0.0..=1.0, Linear, "a node that was visited n times tries up to n to this power others";
        ripe = 16.0, 1.0..=1000.0, Log, "visits from which on a node has children";
    }
}

impl Growth {
    /// At how many of its ripe nodes the n-th playout of an option forks. Forks come out of the budget, and what they teach is
    /// worth their price only where the estimates at the root are good already.
    pub(super) fn rate(&self, n: u32) -> f64 {
        self.forks * (1.0 - self.patience / f64::from(n)).max(0.0)
    }
}
