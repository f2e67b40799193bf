//! The kinds of move.

/// The kinds of move (GR-4 to GR-8).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// GR-4: a number or Skip into the Grid.
    Place,
    /// GR-5: a Reverse turns a line.
    Reverse,
    /// GR-6, GR-7: a Draw Two or Wild Draw Four is laid for cards.
    Lay,
    /// GR-8: a line is scored.
    Score,
}

impl Kind {
    /// All four, in order.
    pub const ALL: [Kind; 4] = [Kind::Place, Kind::Reverse, Kind::Lay, Kind::Score];

    /// The kind as a byte: its number in the lowest two bits, and above them a bit of its own for each kind but `Place`.
    ///
    /// Which kind of move comes next can hardly be foreseen, so it decides how fast a game is played. Measured, three tests of a bit, by
    /// which the commonest kind is left, are guessed better than one jump to four places.
    #[inline(always)]
    pub const fn mark(self) -> u8 {
        self.bit() | self as u8
    }

    /// The bit of its own in [`Kind::mark`]; none for `Place`.
    #[inline(always)]
    pub(super) const fn bit(self) -> u8 {
        1 << (self as u8 + 3) & 0x70
    }

    /// The hint of an action of the kind with this mark: a bit more, so that it is never 0, as the compiler sees.
    #[inline(always)]
    pub(super) const fn hint(mark: u8) -> u8 {
        mark | 0x80
    }

    /// Beside a hint: a seat that scores a line pays for it with the first of the options each time, and need not be asked.
    pub(super) const PAYS_FIRST: u8 = 0x04;
}
