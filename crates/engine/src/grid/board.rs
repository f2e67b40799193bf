//! The Grid: three by three stacks, of which only the top cards count, and its location while it is
//! being filled (GR-4).

use std::fmt;

/// A row or a column, 0 to 2 for the rows from the top, 3 to 5 for the columns from the left. Its
/// number is also the number of the choice that names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(u8);

impl Line {
    /// All six, in order.
    pub const ALL: [Line; 6] = [Line(0), Line(1), Line(2), Line(3), Line(4), Line(5)];

    /// Returns the line of this choice, 0 to 5; other numbers modulo 8 are the last column.
    #[inline(always)]
    pub fn from_choice(choice: u8) -> Line {
        Line((choice & 7).min(5))
    }

    /// Returns the number, 0 to 5.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the row through this cell.
    #[inline(always)]
    pub fn row_of(cell: u8) -> Line {
        Line((cell >> 2).min(2))
    }

    /// Returns the column through this cell.
    #[inline(always)]
    pub fn column_of(cell: u8) -> Line {
        Line((3 + (cell & 3)).min(5))
    }

    /// Returns the line's three cells, from the left or from the top.
    #[inline(always)]
    pub fn cells(self) -> [u8; 3] {
        const CELLS: [[u8; 3]; 6] = [
            [0, 1, 2],
            [4, 5, 6],
            [8, 9, 10],
            [0, 4, 8],
            [1, 5, 9],
            [2, 6, 10],
        ];
        CELLS[self.index()]
    }

    /// Returns the text: `row0` to `row2`, `column0` to `column2`.
    pub fn text(self) -> &'static str {
        ["row0", "row1", "row2", "column0", "column1", "column2"][self.index()]
    }

    /// Returns the line with this text.
    pub fn from_text(text: &str) -> Option<Line> {
        Line::ALL.into_iter().find(|line| line.text() == text)
    }
}

/// As in a trace: `row0` to `row2`, `column0` to `column2`.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// The top cards and their location.
///
/// A cell is `4 * row + column`, counted from the top left of the *box*, the smallest rectangle
/// around the cards. While the Grid is being filled the box grows; a card placed to the left of it
/// or above it shifts all others.
///
/// A *position* where a card may be placed is numbered `4 * row + column` too, but in the *window*:
/// the box with a margin of one on both sides in each direction in which it is not three wide yet.
/// Its left and right columns (its upper and lower rows) are never both outside what a box of three
/// can reach, so the window has at most four by four cells and every position fits a choice of 0 to
/// 15, in reading order. In a full Grid the window is the box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    tops: [u8; 16],
    occupied: u16,
    /// Left column and upper row of the box, counted from the first card.
    corner: [i8; 2],
}

/// Cells of a full Grid.
pub(super) const FULL: u16 = 0x777;

impl Board {
    /// The empty Grid.
    pub const EMPTY: Board = Board {
        tops: [0; 16],
        occupied: 0,
        corner: [0; 2],
    };

    /// Returns whether all nine positions are filled.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.occupied == FULL
    }

    /// Returns the number of filled positions.
    pub fn n_filled(&self) -> u32 {
        self.occupied.count_ones()
    }

    /// Returns the slot of the top card of a filled cell.
    #[inline(always)]
    pub fn top(&self, cell: u8) -> u8 {
        self.tops[cell as usize & 15]
    }

    /// Returns the filled cells, bit `4 * row + column`.
    #[inline(always)]
    pub fn occupied(&self) -> u16 {
        self.occupied
    }

    /// Returns the number of columns and rows between the window's corner and the box.
    #[inline(always)]
    fn margin(&self) -> [u8; 2] {
        let columns = (self.occupied | self.occupied >> 4 | self.occupied >> 8) & 7;
        let rows = self.occupied & 0x700;
        let any = self.occupied != 0;
        [u8::from(any && columns != 7), u8::from(any && rows == 0)]
    }

    /// Returns the positions where a card may be placed, bit `i` for position `i` (GR-4).
    #[inline(always)]
    pub fn positions(&self) -> u16 {
        match self.occupied {
            FULL => FULL,
            0 => 1,
            _ => self.open_positions(),
        }
    }

    /// Returns the empty positions next to or diagonal to a card, from which a square of three by
    /// three still covers all.
    fn open_positions(&self) -> u16 {
        let [x, y] = self.margin();
        let cards = self.occupied << (x + 4 * y);
        let wide = cards | cards << 1 | cards >> 1;
        let around = wide | wide << 4 | wide >> 4;
        // A box of three has no margin; bits that wrapped around its sides (into column 3, at
        // either end) are invalid.
        let columns = if x == 0 { 0x7777 } else { 0xffff };
        let rows = if y == 0 { 0x0fff } else { 0xffff };
        around & !cards & columns & rows
    }

    /// Returns column and row of a position, counted from the box's top left; -1 and 3 are outside
    /// of it.
    #[inline(always)]
    pub fn in_box(&self, position: u8) -> [i8; 2] {
        let [x, y] = self.margin();
        [
            (position & 3) as i8 - x as i8,
            (position >> 2 & 3) as i8 - y as i8,
        ]
    }

    /// Returns column and row of a position as in a trace: counted from the first card until the
    /// Grid is full, then from its top left.
    #[inline(always)]
    pub fn at(&self, position: u8) -> [i8; 2] {
        let [column, row] = self.in_box(position);
        if self.is_full() {
            [column, row]
        } else {
            [column + self.corner[0], row + self.corner[1]]
        }
    }

    /// Returns the location of the box's top left, as counted by [`Board::at`].
    pub fn corner(&self) -> [i8; 2] {
        if self.is_full() { [0; 2] } else { self.corner }
    }

    /// Returns a Grid with cards in these cells of a box, each with its slot; the first one of the
    /// top row counts as the first placed.
    pub(super) fn of_cells(cells: &[(u8, u8)]) -> Board {
        let mut board = Board::EMPTY;
        for (cell, slot) in cells {
            board.occupied |= 1 << (cell & 15);
            board.tops[*cell as usize & 15] = *slot;
        }
        board.corner = board.usual_corner();
        board
    }

    /// Returns the Grid with the box's top left at this location, as counted by [`Board::at`].
    pub(super) fn with_corner(mut self, corner: [i8; 2]) -> Board {
        self.corner = corner;
        self
    }

    /// Returns the location of the box's top left if the first card of the top row was the first of
    /// all.
    pub(super) fn usual_corner(&self) -> [i8; 2] {
        [-((self.occupied & 7 | 8).trailing_zeros() as i8 % 3), 0]
    }

    /// Returns whether a card lies where the first one would, if the box's top left were at this
    /// location.
    pub(super) fn has_first_card(&self, corner: [i8; 2]) -> bool {
        let cell = -4 * corner[1] - corner[0];
        (0..16).contains(&cell) && self.occupied >> cell & 1 == 1
    }

    /// Returns whether each card lies next to another one or diagonal to it, so that they can have
    /// been placed one by one (GR-4).
    pub(super) fn is_connected(&self) -> bool {
        let mut found = self.occupied & self.occupied.wrapping_neg();
        loop {
            // Column 3 is empty, so bits that wrap around the sides meet no card.
            let wide = found | found << 1 | found >> 1;
            let more = (wide | wide << 4 | wide >> 4) & self.occupied;
            if more == found {
                return found == self.occupied;
            }
            found = more;
        }
    }

    /// Returns the numbers of columns and rows of the box.
    pub fn size(&self) -> [usize; 2] {
        let rows = [0, 4, 8].map(|row| self.occupied >> row & 7);
        let columns = rows[0] | rows[1] | rows[2];
        [
            (u16::BITS - columns.leading_zeros()) as usize,
            rows.iter().filter(|row| **row != 0).count(),
        ]
    }

    /// Places a card in a Grid that is being filled; it must be legal ([`Board::positions`]).
    #[inline(always)]
    pub fn fill(&mut self, position: u8, slot: u8) {
        let cell = self.grow(position) & 15;
        self.occupied |= 1 << cell;
        self.tops[cell as usize] = slot;
    }

    /// Places a card on a stack of a full Grid; returns the covered card.
    #[inline(always)]
    pub fn cover(&mut self, cell: u8, slot: u8) -> u8 {
        std::mem::replace(&mut self.tops[cell as usize & 15], slot)
    }

    /// Makes room for a card in a Grid that is being filled; returns its cell.
    fn grow(&mut self, position: u8) -> u8 {
        let [mut column, mut row] = self.in_box(position);
        let mut shift = 0;
        if column < 0 {
            shift += 1;
            column = 0;
            self.corner[0] -= 1;
        }
        if row < 0 {
            shift += 4;
            row = 0;
            self.corner[1] -= 1;
        }
        self.occupied <<= shift;
        self.tops = (u128::from_le_bytes(self.tops) << (8 * shift)).to_le_bytes();
        (4 * row + column) as u8
    }

    /// Exchanges the two ends of a line (GR-5).
    #[inline(always)]
    pub fn reverse(&mut self, line: Line) {
        let [one, _, other] = line.cells();
        self.tops.swap(one as usize, other as usize);
    }

    /// Returns the same Grid with each card replaced by `card`.
    pub(super) fn map(mut self, mut card: impl FnMut(u8) -> u8) -> Board {
        for cell in 0..16u8 {
            if self.occupied >> cell & 1 == 1 {
                self.tops[cell as usize] = card(self.tops[cell as usize]);
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;
    use std::collections::BTreeSet;

    /// GR-4 literally: next to a card or diagonal to one, and some square of three by three covers
    /// all.
    fn slow_positions(cards: &BTreeSet<(i8, i8)>) -> BTreeSet<(i8, i8)> {
        let mut legal = BTreeSet::new();
        for x in -4..=4i8 {
            for y in -4..=4i8 {
                let near = cards
                    .iter()
                    .any(|(a, b)| (a - x).abs() <= 1 && (b - y).abs() <= 1);
                let fits = (-4..=4).any(|left| {
                    (-4..=4).any(|top| {
                        let inside = |(a, b): (i8, i8)| {
                            (left..left + 3).contains(&a) && (top..top + 3).contains(&b)
                        };
                        inside((x, y)) && cards.iter().all(|c| inside(*c))
                    })
                });
                if near && fits && !cards.contains(&(x, y)) {
                    legal.insert((x, y));
                }
            }
        }
        legal
    }

    #[test]
    fn positions_agree_with_gr_4_word_for_word() {
        let mut rng = Rng::from_key(11);
        for _ in 0..400 {
            let mut board = Board::EMPTY;
            let mut cards: BTreeSet<(i8, i8)> = BTreeSet::new();
            assert_eq!(board.positions(), 1);
            assert_eq!(board.at(0), [0, 0]);
            board.fill(0, 0);
            cards.insert((0, 0));
            let mut where_is = vec![(0i8, 0i8)];
            for slot in 1..9u8 {
                let choices: Vec<u8> = (0..16)
                    .filter(|p| board.positions() >> p & 1 == 1)
                    .collect();
                let fast: BTreeSet<(i8, i8)> = choices
                    .iter()
                    .map(|p| (board.at(*p)[0], board.at(*p)[1]))
                    .collect();
                assert_eq!(fast, slow_positions(&cards), "{cards:?}");
                assert_eq!(fast.len(), choices.len());
                let choice = choices[rng.below(choices.len() as u32) as usize];
                let [x, y] = board.at(choice);
                board.fill(choice, slot);
                cards.insert((x, y));
                where_is.push((x, y));
            }
            assert!(board.is_full());
            let left = cards.iter().map(|c| c.0).min().unwrap();
            let top = cards.iter().map(|c| c.1).min().unwrap();
            for (slot, (x, y)) in where_is.iter().enumerate() {
                let cell = 4 * (y - top) + (x - left);
                assert_eq!(board.top(cell as u8), slot as u8);
            }
            assert_eq!(board.positions(), FULL);
            assert_eq!(board.at(9), [1, 2]);
        }
    }

    #[test]
    fn lines_have_their_texts_and_cells() {
        for line in Line::ALL {
            assert_eq!(Line::from_text(&line.to_string()), Some(line));
            for (i, cell) in line.cells().into_iter().enumerate() {
                // Along a row the column counts up, along a column the row.
                let (own, other) = if line.index() < 3 {
                    (Line::row_of(cell), Line::column_of(cell).index() - 3)
                } else {
                    (Line::column_of(cell), Line::row_of(cell).index())
                };
                assert_eq!((own, other), (line, i));
            }
        }
        assert_eq!(Line::from_text("row3"), None);
    }
}
