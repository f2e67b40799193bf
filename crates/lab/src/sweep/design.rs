//! Designs of experiments: selections of points in a box. Pure functions of a seed.
//!
//! Coordinates are in [0, 1). Sobol's sequence with the direction numbers of Joe and Kuo,
//! "Constructing Sobol sequences with better two-dimensional projections", SIAM Journal on
//! Scientific Computing 30, 2008; a test compares it with scipy's points. Scrambled after Owen,
//! "Randomly permuted (t,m,s)-nets and (t,s)-sequences", 1995, by the hash of Burley, "Practical
//! hash-based Owen scrambling", Journal of Computer Graphics Techniques 9, 2020.

use powergrab_engine::rng::Rng;

/// For dimensions from 2 on: the degree and the inner coefficients of the primitive polynomial, and
/// the first direction numbers.
const JOE_KUO: [(u32, u32, &[u32]); 20] = [
    (1, 0, &[1]),
    (2, 1, &[1, 3]),
    (3, 1, &[1, 3, 1]),
    (3, 2, &[1, 1, 1]),
    (4, 1, &[1, 1, 3, 3]),
    (4, 4, &[1, 3, 5, 13]),
    (5, 2, &[1, 1, 5, 5, 17]),
    (5, 4, &[1, 1, 5, 5, 5]),
    (5, 7, &[1, 1, 7, 11, 19]),
    (5, 11, &[1, 1, 5, 1, 1]),
    (5, 13, &[1, 1, 1, 3, 11]),
    (5, 14, &[1, 3, 5, 5, 31]),
    (6, 1, &[1, 3, 3, 9, 7, 49]),
    (6, 13, &[1, 1, 1, 15, 21, 21]),
    (6, 16, &[1, 3, 1, 13, 27, 49]),
    (6, 19, &[1, 1, 1, 15, 7, 5]),
    (6, 22, &[1, 3, 1, 15, 13, 25]),
    (6, 25, &[1, 1, 5, 5, 19, 61]),
    (7, 1, &[1, 3, 7, 11, 23, 15, 103]),
    (7, 4, &[1, 3, 7, 13, 13, 15, 69]),
];

/// Maximum number of dimensions of [`sobol`].
pub const MAX_SOBOL: usize = JOE_KUO.len() + 1;

/// Returns the direction numbers of a dimension, from 0, as fractions of 2^32.
fn directions(dimension: usize) -> [u32; 32] {
    let mut v = [0u32; 32];
    let Some((degree, inner, first)) = dimension.checked_sub(1).map(|d| JOE_KUO[d]) else {
        return std::array::from_fn(|i| 1 << (31 - i));
    };
    let degree = degree as usize;
    for i in 0..32 {
        v[i] = if i < degree {
            first[i] << (31 - i)
        } else {
            let mut x = v[i - degree] ^ (v[i - degree] >> degree);
            for k in 1..degree {
                if inner >> (degree - 1 - k) & 1 == 1 {
                    x ^= v[i - k];
                }
            }
            x
        };
    }
    v
}

/// Returns point `index` of Sobol's sequence in Gray-code order, as fractions of 2^32.
fn sobol_bits(index: u32, directions: &[u32; 32]) -> u32 {
    let gray = index ^ (index >> 1);
    let used = (0..32).filter(|bit| gray >> bit & 1 == 1);
    used.fold(0, |x, bit| x ^ directions[bit])
}

/// Permutes the binary tree below each bit at random: Burley's hash between bit reversals.
fn owen(x: u32, seed: u32) -> u32 {
    let mut x = x.reverse_bits().wrapping_add(seed);
    for factor in [0x6c50_b47c_u32, 0xb82f_1e52, 0xc7af_e638, 0x8d22_f6e6] {
        x ^= x.wrapping_mul(factor);
    }
    x.reverse_bits()
}

/// Returns the first `n_points` of Sobol's sequence, scrambled. Balanced if their number is a power
/// of two.
///
/// # Panics
/// Panics with more than [`MAX_SOBOL`] dimensions.
pub fn sobol(n_points: u32, n_dimensions: usize, rng: &mut Rng) -> Vec<Vec<f64>> {
    let dimensions: Vec<([u32; 32], u32)> = (0..n_dimensions)
        .map(|d| (directions(d), (rng.next_u64() >> 32) as u32))
        .collect();
    let point = |index: u32| {
        let coordinates = dimensions.iter();
        coordinates
            .map(|(v, seed)| f64::from(owen(sobol_bits(index, v), *seed)) / 4_294_967_296.0)
            .collect()
    };
    (0..n_points).map(point).collect()
}

/// Returns a Latin hypercube: in each dimension one point in each of `n_points` equal slices
/// (McKay, Beckman and Conover, Technometrics 21, 1979).
pub fn latin_hypercube(n_points: u32, n_dimensions: usize, rng: &mut Rng) -> Vec<Vec<f64>> {
    let mut points = vec![vec![0.0; n_dimensions]; n_points as usize];
    for d in 0..n_dimensions {
        let mut slices: Vec<u32> = (0..n_points).collect();
        rng.shuffle(&mut slices);
        for (point, slice) in points.iter_mut().zip(slices) {
            point[d] = (f64::from(slice) + rng.unit()) / f64::from(n_points);
        }
    }
    points
}

/// Returns every combination of levels, by their numbers; the last factor changes fastest.
pub fn grid(n_levels: &[usize]) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for &n in n_levels {
        rows = rows
            .iter()
            .flat_map(|row| {
                (0..n).map(|level| {
                    let mut longer = row.clone();
                    longer.push(level);
                    longer
                })
            })
            .collect();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn sobols_points_are_scipys() {
        let text = include_str!("../../tests/fixtures/sobol.json");
        let points: Vec<Vec<u32>> = serde_json::from_str(text).unwrap();
        assert_eq!(points[0].len(), MAX_SOBOL);
        for (index, point) in points.iter().enumerate() {
            for (d, its) in point.iter().enumerate() {
                let mine = sobol_bits(index as u32, &directions(d)) >> 2;
                assert_eq!(mine, *its, "point {index}, dimension {}", d + 1);
            }
        }
    }

    /// Returns whether all of 2^a × 2^b equal boxes over two dimensions contain equally many
    /// points.
    fn boxes(points: &[Vec<f64>], dims: [usize; 2], a: u32, b: u32) -> bool {
        let mut counts = vec![0usize; 1 << (a + b)];
        for p in points {
            let x = (p[dims[0]] * f64::from(1u32 << a)) as usize;
            let y = (p[dims[1]] * f64::from(1u32 << b)) as usize;
            counts[(x << b) + y] += 1;
        }
        counts.iter().all(|c| *c == points.len() >> (a + b))
    }

    #[test]
    fn scrambling_keeps_the_balance_and_moves_the_points() {
        let mut seen = HashSet::new();
        for seed in 0..5 {
            let points = sobol(64, 6, &mut Rng::from_key(seed));
            // Every dimension alone has one point in each 64th, and the first two form a
            // (0,6,2)-net.
            for d in 0..6 {
                assert!(boxes(&points, [d, d], 6, 0), "dimension {d}");
            }
            for a in 0..=6 {
                assert!(boxes(&points, [0, 1], a, 6 - a), "{a}");
            }
            assert!(points.iter().flatten().all(|x| (0.0..1.0).contains(x)));
            assert!(seen.insert(format!("{:?}", points[0])));
            assert_eq!(points, sobol(64, 6, &mut Rng::from_key(seed)));
        }
    }

    #[test]
    fn a_latin_hypercube_has_one_point_in_each_slice() {
        let points = latin_hypercube(37, 3, &mut Rng::from_key(2));
        for d in 0..3 {
            let slices: HashSet<usize> = points.iter().map(|p| (p[d] * 37.0) as usize).collect();
            assert_eq!(slices.len(), 37);
        }
    }

    #[test]
    fn a_grid_is_every_combination() {
        assert_eq!(
            grid(&[2, 3]),
            [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]
        );
        assert_eq!(grid(&[]), [[0usize; 0]]);
    }
}
