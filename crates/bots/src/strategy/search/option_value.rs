//! Means of weighted values with their errors.

/// Values of one option in the worlds tried so far, and their differences from those of the first
/// option in the same worlds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct OptionValue {
    /// Number of playouts.
    pub n: u32,
    value: Sums,
    gain: Sums,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Sums {
    weight: f64,
    sum: f64,
    squared_weight: f64,
    squared_sum: f64,
    squares: f64,
}

impl Sums {
    #[inline(always)]
    fn add(&mut self, x: f64, weight: f64) {
        let w2 = weight * weight;
        self.weight += weight;
        self.sum += weight * x;
        self.squared_weight += w2;
        self.squared_sum += w2 * x;
        self.squares += w2 * x * x;
    }

    fn mean(&self) -> f64 {
        if self.weight > 0.0 {
            self.sum / self.weight
        } else {
            0.0
        }
    }

    /// Returns the standard error of a mean with self-normalised weights (Owen, "Monte Carlo
    /// theory, methods and examples", 2013, section 9.2), with the usual correction for one degree
    /// of freedom. Infinite below two values.
    fn error(&self) -> f64 {
        let n_effective = self.weight * self.weight / self.squared_weight;
        if n_effective.is_nan() || n_effective <= 1.0 {
            return f64::INFINITY;
        }
        let mean = self.mean();
        let spread =
            self.squares - 2.0 * mean * self.squared_sum + mean * mean * self.squared_weight;
        let correction = n_effective / (n_effective - 1.0);
        (spread.max(0.0) * correction).sqrt() / self.weight
    }
}

impl OptionValue {
    /// Adds a playout: its value, the first option's value in the same world, and the world's
    /// weight.
    #[inline(always)]
    pub fn add(&mut self, value: f64, first: f64, weight: f64) {
        self.n += 1;
        self.value.add(value, weight);
        self.gain.add(value - first, weight);
    }

    /// Returns the mean value.
    pub fn mean(&self) -> f64 {
        self.value.mean()
    }

    /// Returns the standard error of the mean value; infinite below two playouts.
    pub fn error(&self) -> f64 {
        self.value.error()
    }

    /// Returns the mean difference from the first option in the same worlds.
    pub fn gain(&self) -> f64 {
        self.gain.mean()
    }

    /// Returns the standard error of the mean difference; infinite below two playouts.
    pub fn gain_error(&self) -> f64 {
        self.gain.error()
    }
}
