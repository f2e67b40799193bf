//! What speaks for an option, added up: as one number where a bot plays, term by term where it explains itself. The policy's code is
//! written once, over either.

/// What a part of a worth is for; the name is what `--explain` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Term {
    Points,
    Links,
    Starve,
    Wild,
    Tower,
    Deny,
    Instant,
    Attack,
    Danger,
    Save,
    Bluff,
    Reverse,
    Draw,
    Guilt,
    Threshold,
    Shield,
    Cards,
    Keep,
    Habit,
    Stack,
    Hands,
}

impl Term {
    /// All of them, in the order in which they are told.
    pub const NAMES: [&'static str; 21] = [
        "points",
        "links",
        "starve",
        "wild",
        "tower",
        "deny",
        "instant",
        "attack",
        "danger",
        "save",
        "bluff",
        "reverse",
        "draw",
        "guilt",
        "threshold",
        "shield",
        "cards",
        "keep",
        "habit",
        "stack",
        "hands",
    ];
}

/// A sum of parts.
pub(super) trait Worth: Copy {
    /// Nothing yet.
    const NOTHING: Self;
    /// With this part more.
    fn with(self, term: Term, value: f64) -> Self;
    /// With all the parts of another.
    fn plus(self, other: Self) -> Self;
    /// The sum.
    fn total(self) -> f64;
}

impl Worth for f64 {
    const NOTHING: f64 = 0.0;

    #[inline(always)]
    fn with(self, _: Term, value: f64) -> f64 {
        self + value
    }

    #[inline(always)]
    fn plus(self, other: f64) -> f64 {
        self + other
    }

    #[inline(always)]
    fn total(self) -> f64 {
        self
    }
}

/// A sum that remembers its parts. Its total is added up in the same order as the plain number, so it is the same to the
/// last bit.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ledger {
    total: f64,
    parts: [f64; Term::NAMES.len()],
}

impl Ledger {
    /// The parts, in the order of [`Term::NAMES`].
    pub fn parts(&self) -> &[f64] {
        &self.parts
    }
}

impl Worth for Ledger {
    const NOTHING: Ledger = Ledger {
        total: 0.0,
        parts: [0.0; Term::NAMES.len()],
    };

    fn with(mut self, term: Term, value: f64) -> Ledger {
        self.total += value;
        self.parts[term as usize] += value;
        self
    }

    fn plus(mut self, other: Ledger) -> Ledger {
        self.total += other.total;
        for (part, more) in self.parts.iter_mut().zip(other.parts) {
            *part += more;
        }
        self
    }

    fn total(self) -> f64 {
        self.total
    }
}
