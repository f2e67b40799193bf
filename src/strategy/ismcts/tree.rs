//! The tree: nodes in one vector that never grows, children as lists.

use super::Growth;
use crate::cards::{MAX_SEATS, Seat};
use crate::game::{Action, Options, Silent};
use crate::strategy::Player as _;
use crate::strategy::search::{Goal, Mind, PlayOn, Searchable, World, kind};

/// No node.
const NONE: u32 = u32::MAX;
/// The most nodes of a tree.
const MAX_NODES: usize = 1 << 20;
/// The longest way through the tree.
const DEPTH: usize = 32;

#[derive(Clone, Copy, Debug)]
struct Node {
    /// What was done to come here, and who did it at which question.
    deed: u32,
    visits: u32,
    /// How often it could have been done while its parent was visited.
    offered: u32,
    /// Of its values to whoever did it.
    sum: f64,
    child: u32,
    sibling: u32,
}

/// A tree below each candidate.
#[derive(Debug)]
pub struct Tree {
    growth: Growth,
    nodes: Vec<Node>,
    most: usize,
}

impl Tree {
    /// An empty one, with room for a search of that many playouts.
    pub fn new(growth: Growth, playouts: usize) -> Tree {
        let most = (playouts + 256).min(MAX_NODES);
        Tree {
            growth,
            nodes: Vec::with_capacity(most),
            most,
        }
    }

    /// Forgets everything; that many candidates begin.
    pub fn clear(&mut self, candidates: usize) {
        self.nodes.clear();
        for _ in 0..candidates {
            self.add(0);
        }
    }

    fn add(&mut self, deed: u32) -> u32 {
        if self.nodes.len() >= self.most {
            return NONE;
        }
        self.nodes.push(Node {
            deed,
            visits: 0,
            offered: 0,
            sum: 0.0,
            child: NONE,
            sibling: NONE,
        });
        self.nodes.len() as u32 - 1
    }

    /// What the tree would do at this node, and the child that it leads to: the best of the known children that the world
    /// offers by the upper confidence bound, or a new one where the node may have more.
    fn choose<G: Searchable>(
        &mut self,
        at: u32,
        game: &G,
        (question, seat): (u8, Seat),
        options: &Options,
        usual: Action,
        scale: f64,
    ) -> (Action, u32) {
        let deed_of = |action: Action| {
            u32::from(kind(game, options, action))
                | u32::from(seat) << 16
                | u32::from(question) << 24
        };
        let node = self.nodes[at as usize];
        let usual_deed = deed_of(usual);
        let (mut n_children, mut has_usual) = (0u32, false);
        let mut best = (f64::NEG_INFINITY, NONE, usual);
        for place in 0..options.len() {
            let action = options.nth(place);
            let deed = deed_of(action);
            let mut child = node.child;
            while child != NONE && self.nodes[child as usize].deed != deed {
                child = self.nodes[child as usize].sibling;
            }
            let Some(known) = self.nodes.get_mut(child as usize) else {
                continue;
            };
            n_children += 1;
            has_usual |= deed == usual_deed;
            known.offered += 1;
            let visits = f64::from(known.visits.max(1));
            let doubt = (f64::from(known.offered).ln() / visits).sqrt();
            let bound = known.sum / visits + self.growth.exploration * scale * doubt;
            if bound > best.0 {
                best = (bound, child, action);
            }
        }
        let room = 1.0 + f64::from(node.visits).powf(self.growth.widening);
        if n_children == 0 || f64::from(n_children) < room {
            let mut new = usual;
            if has_usual {
                // The first in the fixed order that is no child yet.
                let unknown = options.iter().find(|action| {
                    let deed = deed_of(*action);
                    let mut child = node.child;
                    while child != NONE && self.nodes[child as usize].deed != deed {
                        child = self.nodes[child as usize].sibling;
                    }
                    child == NONE
                });
                match unknown {
                    Some(action) => new = action,
                    None => return (best.2, best.1),
                }
            }
            let child = self.add(deed_of(new));
            if child != NONE {
                let added = &mut self.nodes[child as usize];
                added.offered = 1;
                added.sibling = node.child;
                self.nodes[at as usize].child = child;
            }
            return (new, child);
        }
        (best.2, best.1)
    }
}

impl<G: Searchable> PlayOn<G> for Tree {
    #[inline(always)]
    fn play_on(
        &mut self,
        game: &G,
        seat: Seat,
        candidate: u8,
        mut world: World<G>,
        mind: &mut Mind<G>,
    ) -> f64 {
        let mut way = [(0u32, seat); DEPTH];
        let mut length = 1;
        way[0] = (u32::from(candidate), seat);
        let mut at = u32::from(candidate);
        // What the others want: the odds of the game were prepared for this seat only.
        let others = if mind.goal == Goal::Game {
            Goal::Points
        } else {
            mind.goal
        };
        while length < DEPTH && f64::from(self.nodes[at as usize].visits) >= self.growth.ripe {
            let World { state, pile, rng } = &mut world;
            let Some(ask) = game.advance(state, pile, &mut Silent) else {
                break;
            };
            let usual = mind
                .player
                .decide(game.view(state, ask.seat), &ask.options, rng);
            let goal = if ask.seat == seat { mind.goal } else { others };
            let question = (game.question(state), ask.seat);
            let (action, child) =
                self.choose(at, game, question, &ask.options, usual, goal.spread());
            game.apply(state, action, pile, &mut Silent);
            if child == NONE {
                break;
            }
            way[length] = (child, ask.seat);
            length += 1;
            at = child;
        }
        world.finish(game, &mut mind.player);
        let own = mind.goal.value(game, &world.state, seat, &mind.odds);
        let mut values = [f64::NAN; MAX_SEATS];
        for &(node, mover) in &way[..length] {
            let value = &mut values[usize::from(mover)];
            if value.is_nan() {
                *value = if mover == seat {
                    own
                } else {
                    others.value(game, &world.state, mover, &mind.odds)
                };
            }
            let node = &mut self.nodes[node as usize];
            node.visits += 1;
            node.sum += *value;
        }
        own
    }
}
