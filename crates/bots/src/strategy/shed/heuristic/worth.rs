//! Sums of the terms of an option: as one number when a bot plays, term by term when it explains
//! itself. The policy's code is generic over both.

/// The terms, each with the name that `--explain` prints, in the order of printing.
macro_rules! terms {
    ($($term:ident $name:literal,)*) => {
        /// Term of an option's value.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Term {
            $($term,)*
        }

        impl Term {
            /// Names of all terms, in their order.
            pub const NAMES: [&'static str; [$($name),*].len()] = [$($name),*];
        }
    };
}

terms! {
    Points "points",
    Links "links",
    Starve "starve",
    Wild "wild",
    Tower "tower",
    Deny "deny",
    Instant "instant",
    Attack "attack",
    Danger "danger",
    Save "save",
    Bluff "bluff",
    Reverse "reverse",
    Draw "draw",
    Guilt "guilt",
    Threshold "threshold",
    Shield "shield",
    Cards "cards",
    Keep "keep",
    Habit "habit",
    Stack "stack",
    Hands "hands",
}

/// A sum of terms.
pub trait PartSum: Copy {
    /// The empty sum.
    const NOTHING: Self;
    /// Returns the sum with this term added.
    fn with(self, term: Term, value: f64) -> Self;
    /// Returns the sum with all terms of another added.
    fn plus(self, other: Self) -> Self;
    /// Returns the total.
    fn total(self) -> f64;
}

impl PartSum for f64 {
    // What is added to -0.0 stays as it is, so nothing is added (IEEE 754, 6.3).
    const NOTHING: f64 = -0.0;

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

/// A sum that records its terms. Its total is added up in the same order as the plain number, so it
/// is the same to the last bit.
#[derive(Clone, Copy, Debug)]
pub struct ItemisedSum {
    total: f64,
    parts: [f64; Term::NAMES.len()],
}

impl ItemisedSum {
    /// Returns the terms, in the order of [`Term::NAMES`].
    pub fn parts(&self) -> &[f64] {
        &self.parts
    }
}

impl PartSum for ItemisedSum {
    const NOTHING: ItemisedSum = ItemisedSum {
        total: f64::NOTHING,
        parts: [0.0; Term::NAMES.len()],
    };

    fn with(mut self, term: Term, value: f64) -> ItemisedSum {
        self.total += value;
        self.parts[term as usize] += value;
        self
    }

    fn plus(mut self, other: ItemisedSum) -> ItemisedSum {
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
