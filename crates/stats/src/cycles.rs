//! Cycles of the relation "beats".

/// A cycle: each member beats the next, the last beats the first.
#[derive(Clone, Debug, PartialEq)]
pub struct Cycle {
    /// Members, starting with the lowest number.
    pub members: Vec<usize>,
    /// The smallest gain along it.
    pub weakest: f64,
}

/// Returns all cycles of three or, if there are none, the shortest cycle through each strategy that
/// is on one. The strongest come first (those whose weakest gain is greatest), equal ones in the
/// order of their members.
///
/// `gain(i, j)` is the gain of i from j if i beats j, otherwise `None`. (If one of any two beats
/// the other, a cycle of any length contains one of three.)
pub fn cycles(n: usize, gain: impl Fn(usize, usize) -> Option<f64>) -> Vec<Cycle> {
    let mut found: Vec<Cycle> = Vec::new();
    let ring = |members: Vec<usize>| -> Option<Cycle> {
        let next = members.iter().cycle().skip(1);
        let gains = members.iter().zip(next).map(|(&i, &j)| gain(i, j));
        let weakest = gains.collect::<Option<Vec<f64>>>()?;
        Some(Cycle {
            weakest: weakest.into_iter().fold(f64::INFINITY, f64::min),
            members,
        })
    };
    for a in 0..n {
        for b in a + 1..n {
            for c in b + 1..n {
                found.extend(ring(vec![a, b, c]));
                found.extend(ring(vec![a, c, b]));
            }
        }
    }
    if found.is_empty() {
        for start in 0..n {
            let ring = shortest(n, start, &gain).and_then(ring);
            found.extend(ring.filter(|r| !found.iter().any(|f| f.members == r.members)));
        }
    }
    found.sort_by(|a, b| {
        let stronger = b.weakest.total_cmp(&a.weakest);
        stronger.then_with(|| a.members.cmp(&b.members))
    });
    found
}

/// Returns the shortest cycle through a strategy, starting with its lowest member.
fn shortest(
    n: usize,
    start: usize,
    gain: &impl Fn(usize, usize) -> Option<f64>,
) -> Option<Vec<usize>> {
    let mut before = vec![None; n];
    let mut row = std::collections::VecDeque::from([start]);
    while let Some(i) = row.pop_front() {
        if i != start && gain(i, start).is_some() {
            let mut members = vec![i];
            let mut at = i;
            while let Some(previous) = before[at] {
                members.push(previous);
                at = previous;
            }
            members.reverse();
            let least = members.iter().enumerate().min_by_key(|(_, m)| **m);
            let least = least.map_or(0, |(at, _)| at);
            members.rotate_left(least);
            return Some(members);
        }
        for (j, before) in before.iter_mut().enumerate() {
            if j != start && before.is_none() && gain(i, j).is_some() {
                *before = Some(i);
                row.push_back(j);
            }
        }
    }
    None
}
