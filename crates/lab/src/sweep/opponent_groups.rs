//! Groups of opponents for a hero (*panels*), balanced over a field or drawn from a mixture.

use powergrab_arena::format::Format;
use powergrab_engine::rng::Rng;

/// Up to this number of panels, all combinations of the field are panels.
const MAX_PANELS: usize = 32;

/// Returns the panels of a field. Usually these are every combination of `seats` of its `n_field`
/// bots, with repetition if there are fewer bots than seats. If these are too many, there are as
/// many panels as bots: each bot is in equally many, and no two of them meet more often than
/// necessary. Entries are indices into the field.
pub fn panels(n_field: usize, seats: usize) -> Vec<Vec<usize>> {
    let format = Format::RoundRobin {
        players: vec![seats],
        repeat: n_field < seats,
    };
    // Counted first, because there may be too many to list.
    let choose = |n: usize| (0..seats).fold(1.0, |c, i| c * (n - i) as f64 / (i + 1) as f64);
    let n_all = if n_field < seats {
        choose(n_field + seats - 1)
    } else {
        choose(n_field)
    };
    if n_all <= MAX_PANELS as f64 {
        return format.line_ups(n_field).unwrap_or_default();
    }
    if n_field < seats {
        return (0..n_field)
            .map(|first| (0..seats).map(|k| (first + k) % n_field).collect())
            .collect();
    }
    // A cyclic design: offsets chosen so that their differences repeat as little as possible.
    let mut offsets = vec![0];
    let mut used = vec![0u32; n_field];
    while offsets.len() < seats {
        let cost = |next: usize| -> u32 {
            let both = |o: &usize| [(next - o) % n_field, (n_field + o - next) % n_field];
            offsets.iter().flat_map(both).map(|d| used[d]).sum()
        };
        let free = (1..n_field).filter(|next| *next > offsets[offsets.len() - 1]);
        let room = seats - offsets.len() - 1;
        let Some(next) = free
            .filter(|next| next + room < n_field)
            .min_by_key(|n| cost(*n))
        else {
            break;
        };
        for o in &offsets {
            used[next - o] += 1;
            used[n_field + o - next] += 1;
        }
        offsets.push(next);
    }
    (0..n_field)
        .map(|first| offsets.iter().map(|o| (first + o) % n_field).collect())
        .collect()
}

/// Returns `n_panels` panels whose seats are drawn from a mixture of the field. Each seat's draws
/// are spread evenly over the mixture (systematic sampling), in a random order of their own.
pub fn mixture_panels(
    weights: &[f64],
    seats: usize,
    n_panels: usize,
    rng: &mut Rng,
) -> Vec<Vec<usize>> {
    let mut panels = vec![Vec::with_capacity(seats); n_panels];
    let total: f64 = weights.iter().sum();
    for _ in 0..seats {
        let start = rng.unit();
        let mut drawn: Vec<usize> = (0..n_panels)
            .map(|i| {
                let mut left = total * (i as f64 + start) / n_panels as f64;
                let inside = |w: &f64| {
                    left -= w;
                    left < 0.0
                };
                weights.iter().position(inside).unwrap_or(weights.len() - 1)
            })
            .collect();
        rng.shuffle(&mut drawn);
        for (panel, bot) in panels.iter_mut().zip(drawn) {
            panel.push(bot);
        }
    }
    panels
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn panels_use_each_bot_equally_often() {
        assert_eq!(panels(1, 3), [[0, 0, 0]]);
        assert_eq!(panels(4, 1), [[0], [1], [2], [3]]);
        assert_eq!(panels(2, 2), [[0, 1]]);
        assert_eq!(panels(2, 3).len(), 4);
        assert_eq!(panels(5, 3).len(), 10);
        for (n, seats) in [(16, 3), (16, 1), (9, 7), (40, 2), (3, 7), (17, 5)] {
            let all = panels(n, seats);
            assert!(all.len() <= MAX_PANELS.max(n), "{n} {seats}");
            let mut counts = vec![0; n];
            let mut together: HashMap<(usize, usize), u32> = HashMap::new();
            for panel in &all {
                assert_eq!(panel.len(), seats);
                for (i, a) in panel.iter().enumerate() {
                    counts[*a] += 1;
                    for b in &panel[..i] {
                        *together.entry((*a.min(b), *a.max(b))).or_default() += 1;
                    }
                }
            }
            assert!(
                counts.iter().all(|c| *c == counts[0]),
                "{n} {seats} {counts:?}"
            );
            if n == 16 && seats == 3 {
                assert_eq!((all.len(), together.values().max()), (16, Some(&1)));
            }
        }
    }

    #[test]
    fn mixtures_are_drawn_in_proportion() {
        let panels = mixture_panels(&[0.5, 0.0, 0.25, 0.25], 3, 16, &mut Rng::from_key(1));
        for seat in 0..3 {
            let count = |bot| panels.iter().filter(|p| p[seat] == bot).count();
            assert_eq!([count(0), count(1), count(2), count(3)], [8, 0, 4, 4]);
        }
    }
}
