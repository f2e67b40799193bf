//! Grid, played by `random` bots. Rule numbers are those of RULES.md.

use crate::grid_figures::{GridMetrics, GridOptions};
use crate::{Card, Rng, classic_deck, json_cards, json_hands, json_list};

/// One stack of the Grid, of which only the last card counts (GR-4).
struct Stack {
    column: i64,
    row: i64,
    cards: Vec<Card>,
}

#[derive(Clone, Copy)]
struct Line {
    is_row: bool,
    index: i64,
}

impl Line {
    fn all() -> Vec<Line> {
        let rows = (0..3).map(|index| Line {
            is_row: true,
            index,
        });
        rows.chain((0..3).map(|index| Line {
            is_row: false,
            index,
        }))
        .collect()
    }

    /// Returns column and row of the three positions, from the left or from the top.
    fn positions(&self) -> [(i64, i64); 3] {
        if self.is_row {
            [(0, self.index), (1, self.index), (2, self.index)]
        } else {
            [(self.index, 0), (self.index, 1), (self.index, 2)]
        }
    }

    fn name(&self) -> String {
        format!(
            "{}{}",
            if self.is_row { "row" } else { "column" },
            self.index
        )
    }
}

struct Grid<'a> {
    rng: &'a mut Rng,
    trace: Option<&'a mut String>,
    /// All cards of the game, sorted, for the check that none is lost.
    deck: &'a [Card],
    hands: Vec<Vec<Card>>,
    /// The draw pile; its top is the last card.
    pile: Vec<Card>,
    /// Score pile of each seat.
    piles: Vec<Vec<Card>>,
    stacks: Vec<Stack>,
    metrics: GridMetrics,
}

impl Grid<'_> {
    fn cards_conserved(&self) -> bool {
        let mut all: Vec<Card> = self.hands.concat();
        all.extend(self.piles.concat());
        all.extend(&self.pile);
        self.stacks
            .iter()
            .for_each(|stack| all.extend(&stack.cards));
        all.sort();
        all == *self.deck
    }

    fn write(&mut self, event: &str, rest: impl FnOnce(&Self) -> String) {
        debug_assert!(
            self.cards_conserved(),
            "a card was lost or made before `{event}`"
        );
        if let Some(trace) = self.trace.take() {
            trace.push_str(&format!("{{\"event\":\"{event}\",{}}}\n", rest(self)));
            self.trace = Some(trace);
        }
    }

    /// Draws cards; returns whether all due cards could be drawn. If not, the game is over (GR-3).
    fn draw(&mut self, seat: usize, due: usize, why: &str) -> bool {
        let mut drawn: Vec<Card> = Vec::new();
        while drawn.len() < due && !self.pile.is_empty() {
            drawn.extend(self.pile.pop());
        }
        self.hands[seat].extend(&drawn);
        self.metrics.draws += drawn.len() as u64;
        if !drawn.is_empty() {
            self.write("draw", |_| {
                format!(
                    "\"seat\":{seat},\"cards\":{},\"why\":\"{why}\"",
                    json_cards(&drawn)
                )
            });
        }
        drawn.len() == due
    }

    fn filled(&self) -> bool {
        self.stacks.len() == 9
    }

    fn stack_at(&mut self, position: (i64, i64)) -> &mut Stack {
        let found = self
            .stacks
            .iter_mut()
            .find(|stack| (stack.column, stack.row) == position);
        found.expect("a stack at every position of a filled Grid")
    }

    /// Returns the positions where a card may be placed (GR-4).
    fn places(&self) -> Vec<(i64, i64)> {
        if self.filled() {
            return self
                .stacks
                .iter()
                .map(|stack| (stack.column, stack.row))
                .collect();
        }
        if self.stacks.is_empty() {
            return vec![(0, 0)];
        }
        let mut places = Vec::new();
        for column in -2..=2 {
            for row in -2..=2 {
                let near = |stack: &Stack| {
                    (stack.column - column).abs() <= 1 && (stack.row - row).abs() <= 1
                };
                let same = |stack: &Stack| stack.column == column && stack.row == row;
                let square = |stack: &Stack| {
                    (stack.column - column).abs() <= 2 && (stack.row - row).abs() <= 2
                };
                let stacks = &self.stacks;
                // All laid cards already fit into a square of three by three with one another. So
                // all fit with the new one if it is at most two columns and two rows away from
                // each.
                if stacks.iter().any(near) && !stacks.iter().any(same) && stacks.iter().all(square)
                {
                    places.push((column, row));
                }
            }
        }
        places
    }

    /// Returns the hand's cards (by index) that score the line, in the order of its positions
    /// (GR-8).
    fn payment(&mut self, seat: usize, line: Line) -> Option<Vec<usize>> {
        let mut wanted: Vec<i64> = Vec::new();
        for position in line.positions() {
            wanted.extend(
                self.stack_at(position)
                    .cards
                    .last()
                    .expect("a card on every stack")
                    .number(),
            );
        }
        if wanted.is_empty() {
            return None;
        }
        // Numbers first, then plain Wilds, then Wild Draw Fours.
        let hand = &self.hands[seat];
        let mut paid: Vec<Option<usize>> = Vec::new();
        for number in wanted {
            let payer = (0..hand.len())
                .find(|i| hand[*i].number() == Some(number) && !paid.contains(&Some(*i)));
            paid.push(payer);
        }
        for slot in 0..paid.len() {
            if paid[slot].is_none() {
                let free = |wild: &str| {
                    (0..hand.len()).find(|i| hand[*i].symbol == wild && !paid.contains(&Some(*i)))
                };
                paid[slot] = Some(free("W").or_else(|| free("W4"))?);
            }
        }
        paid.into_iter().collect()
    }

    /// Plays one turn (GR-2). Returns `Some(why)` when the game is over.
    fn turn(&mut self, seat: usize) -> Option<&'static str> {
        if !self.draw(seat, 1, "turn") {
            return Some("deck");
        }
        self.metrics.turns += 1;
        let with = |hand: &[Card], wanted: &dyn Fn(&Card) -> bool| -> Vec<usize> {
            (0..hand.len())
                .filter(|index| wanted(&hand[*index]))
                .collect()
        };
        let hand = self.hands[seat].clone();
        let placeable = with(&hand, &|card| card.number().is_some() || card.symbol == "S");
        let reverses = with(&hand, &|card| card.symbol == "R");
        let layable = with(&hand, &|card| card.symbol == "D2" || card.symbol == "W4");
        let mut scorable: Vec<(Line, Vec<usize>)> = Vec::new();
        let mut kinds: Vec<&str> = Vec::new();
        if !placeable.is_empty() {
            kinds.push("place");
        }
        // While the Grid is being filled, there is no other move (GR-4).
        if self.filled() {
            if !reverses.is_empty() {
                kinds.push("reverse");
            }
            if !layable.is_empty() {
                kinds.push("lay");
            }
            for line in Line::all() {
                if let Some(cards) = self.payment(seat, line) {
                    scorable.push((line, cards));
                }
            }
            if !scorable.is_empty() {
                kinds.push("score");
            }
        }
        let kind = if kinds.is_empty() {
            "pass"
        } else {
            self.rng.pick(&kinds)
        };
        let mut to_draw = 0;
        match kind {
            "place" => {
                let index = self.rng.pick(&placeable);
                self.place(seat, index);
            }
            "reverse" => {
                let index = self.rng.pick(&reverses);
                self.reverse(seat, index);
            }
            "lay" => {
                let index = self.rng.pick(&layable);
                let card = self.hands[seat].remove(index);
                self.piles[seat].push(card);
                self.metrics.lays += 1;
                to_draw = if card.symbol == "D2" { 2 } else { 4 };
                self.write("lay", |_| {
                    format!("\"seat\":{seat},\"card\":\"{}\"", card.text())
                });
            }
            "score" => {
                let choice = self.rng.below(scorable.len());
                let (line, indices) = &scorable[choice];
                let laid: Vec<Card> = indices.iter().map(|index| hand[*index]).collect();
                let kept = (0..hand.len()).filter(|index| !indices.contains(index));
                self.hands[seat] = kept.map(|index| hand[index]).collect();
                self.piles[seat].extend(&laid);
                self.metrics.scores += 1;
                self.metrics.scored_cards += laid.len() as u64;
                let wilds = laid.iter().filter(|card| card.number().is_none());
                self.metrics.scored_wilds += wilds.count() as u64;
                let (line, cards) = (line.name(), json_cards(&laid));
                self.write("score", |_| {
                    format!("\"seat\":{seat},\"line\":\"{line}\",\"cards\":{cards}")
                });
            }
            _ => {
                self.metrics.passes += 1;
                self.write("pass", |_| format!("\"seat\":{seat}"));
            }
        }
        // At once, so that a last Draw Two or Wild Draw Four draws nothing any more (GR-3).
        if self.hands[seat].is_empty() {
            return Some("out");
        }
        if to_draw > 0
            && !self.draw(
                seat,
                to_draw,
                if to_draw == 2 {
                    "draw-two"
                } else {
                    "draw-four"
                },
            )
        {
            return Some("deck");
        }
        None
    }

    /// GR-4.
    fn place(&mut self, seat: usize, index: usize) {
        let card = self.hands[seat].remove(index);
        let places = self.places();
        let (column, row) = self.rng.pick(&places);
        if self.filled() {
            self.stack_at((column, row)).cards.push(card);
        } else {
            self.stacks.push(Stack {
                column,
                row,
                cards: vec![card],
            });
            if self.filled() {
                // From now on positions count from the square's top left.
                let left = self
                    .stacks
                    .iter()
                    .map(|stack| stack.column)
                    .min()
                    .expect("nine stacks");
                let top = self
                    .stacks
                    .iter()
                    .map(|stack| stack.row)
                    .min()
                    .expect("nine stacks");
                for stack in &mut self.stacks {
                    stack.column -= left;
                    stack.row -= top;
                }
            }
        }
        self.metrics.places += 1;
        self.write("place", |_| {
            format!(
                "\"seat\":{seat},\"card\":\"{}\",\"at\":[{column},{row}]",
                card.text()
            )
        });
    }

    /// GR-5.
    fn reverse(&mut self, seat: usize, index: usize) {
        let card = self.hands[seat].remove(index);
        self.piles[seat].push(card);
        let line = self.rng.pick(&Line::all());
        let [one, _, other] = line.positions();
        let stack = std::mem::take(&mut self.stack_at(one).cards);
        let stack = std::mem::replace(&mut self.stack_at(other).cards, stack);
        self.stack_at(one).cards = stack;
        self.metrics.reverses += 1;
        let (card, line) = (card.text(), line.name());
        self.write("reverse", |_| {
            format!("\"seat\":{seat},\"card\":\"{card}\",\"line\":\"{line}\"")
        });
    }
}

/// Returns the 108 cards, sorted (GR-1).
pub fn grid_deck() -> Vec<Card> {
    let mut deck = classic_deck();
    deck.sort();
    deck
}

/// Plays one game with the cards of `grid_deck`.
pub fn play_grid(
    options: &GridOptions,
    deck: &[Card],
    seats: usize,
    rng: &mut Rng,
    trace: Option<&mut String>,
) -> GridMetrics {
    let mut grid = Grid {
        rng,
        trace,
        pile: deck.to_vec(),
        deck,
        hands: vec![Vec::new(); seats],
        piles: vec![Vec::new(); seats],
        stacks: Vec::new(),
        metrics: GridMetrics::default(),
    };
    // GR-1.
    let first = options.first_seat.unwrap_or_else(|| grid.rng.below(seats));
    grid.rng.shuffle(&mut grid.pile);
    for _ in 0..options.hand_size {
        for hand in &mut grid.hands {
            hand.extend(grid.pile.pop());
        }
    }
    grid.write("deal", |g| {
        format!("\"hands\":{},\"first\":{first}", json_hands(&g.hands))
    });
    let mut seat = first;
    let why = loop {
        if let Some(why) = grid.turn(seat) {
            break why;
        }
        seat = (seat + 1) % seats;
    };
    // GR-9.
    let worth = |cards: &[Card]| cards.iter().filter_map(Card::number).sum::<i64>();
    let scores: Vec<i64> = (0..seats)
        .map(|seat| worth(&grid.piles[seat]) - worth(&grid.hands[seat]))
        .collect();
    let best = *scores.iter().max().expect("two seats or more");
    let winners: Vec<usize> = (0..seats).filter(|&seat| scores[seat] == best).collect();
    grid.metrics.ended_out = why == "out";
    grid.metrics.winning_score = best;
    grid.metrics.winner_positions = winners
        .iter()
        .map(|winner| (winner + seats - first) % seats + 1)
        .collect();
    grid.write("game-end", |g| {
        let (winners, scores) = (json_list(&winners, usize::to_string), json_list(&scores, i64::to_string));
        let (hands, piles) = (json_hands(&g.hands), json_hands(&g.piles));
        format!("\"winners\":{winners},\"why\":\"{why}\",\"hands\":{hands},\"piles\":{piles},\"scores\":{scores}")
    });
    grid.metrics
}
