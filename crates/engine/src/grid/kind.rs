//! Kinds of move.

/// Kinds of move (GR-4 to GR-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// A number or Skip into the Grid (GR-4).
    Place,
    /// A Reverse turns a line (GR-5).
    Reverse,
    /// A Draw Two or Wild Draw Four is laid for cards (GR-6, GR-7).
    Lay,
    /// A line is scored (GR-8).
    Score,
}

impl Kind {
    /// All four, in order.
    pub const ALL: [Kind; 4] = [Kind::Place, Kind::Reverse, Kind::Lay, Kind::Score];

    /// Returns the kind as a byte: its number in the lowest two bits, and above them a separate bit
    /// for each kind but `Place`.
    ///
    /// The next kind of move is hardly predictable, so it decides the speed of a game. Measured:
    /// three tests of a bit, after which the most common kind remains, are predicted better than
    /// one jump to four targets.
    #[inline(always)]
    pub const fn mark(self) -> u8 {
        self.bit() | self as u8
    }

    /// Returns the separate bit in [`Kind::mark`]; 0 for `Place`.
    #[inline(always)]
    pub(super) const fn bit(self) -> u8 {
        1 << (self as u8 + 3) & 0x70
    }

    /// Returns the hint of an action of the kind with this mark: with an additional bit, so that
    /// the compiler sees that it is never 0.
    #[inline(always)]
    pub(super) const fn hint(mark: u8) -> u8 {
        mark | 0x80
    }

    /// Flag in a hint: a seat that scores a line pays for it with the first of the options each
    /// time, and need not be asked.
    pub(super) const PAYS_FIRST: u8 = 0x04;
}
