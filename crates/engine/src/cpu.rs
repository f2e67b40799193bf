//! Features of the processor, checked once per block of work.

#![allow(
    clippy::disallowed_methods,
    reason = "a variable may withhold instructions for tests"
)]

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// Environment variable with the widest instructions to use ([`Instructions::name`]): to measure
/// them, and to check that the results are the same. Other values are ignored.
pub const VARIABLE: &str = "POWERGRAB_CPU";

/// A block of work that is worth compiling for the actual processor.
pub trait Work {
    /// Its result.
    type Output;
    /// Performs it. This and the functions it calls must be inlined to benefit.
    fn work(self) -> Self::Output;
}

/// Instructions of the actual processor. A value is the proof: it is only created if they were
/// found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instructions(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Set {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// Instructions of every processor for which the program is compiled.
    pub const PLAIN: Instructions = Instructions(Set::Plain);

    /// Returns the widest that this processor has, but no wider than [`VARIABLE`] says. Checked
    /// once; afterwards it is a load and a test.
    #[inline(always)]
    pub fn here() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        {
            const UNKNOWN: u8 = 0;
            static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
            let mut known = KNOWN.load(Ordering::Relaxed);
            if known == UNKNOWN {
                known = chosen().0 as u8 + 1;
                KNOWN.store(known, Ordering::Relaxed);
            }
            Instructions(match known {
                3 => Set::Avx512,
                2 => Set::Avx2,
                _ => Set::Plain,
            })
        }
        #[cfg(not(target_arch = "x86_64"))]
        Instructions::PLAIN
    }

    /// Returns all sets that this processor has, the plain one first.
    pub fn available() -> impl Iterator<Item = Instructions> {
        let found = [
            Some(Set::Plain),
            #[cfg(target_arch = "x86_64")]
            found_avx2().then_some(Set::Avx2),
            #[cfg(target_arch = "x86_64")]
            found_avx512().then_some(Set::Avx512),
        ];
        found.into_iter().flatten().map(Instructions)
    }

    /// Performs the work in these instructions, but in none wider than x86-64-v3: a third version
    /// of all code would bring no gain.
    #[inline(always)]
    pub fn run<W: Work>(self, work: W) -> W::Output {
        #[inline(never)]
        fn plain<W: Work>(work: W) -> W::Output {
            work.work()
        }
        self.run_fast(work).unwrap_or_else(plain)
    }

    /// As [`Instructions::run`], but gives the work back on a processor that lacks x86-64-v3, for
    /// which it would have to be compiled a second time.
    #[inline(always)]
    pub fn run_fast<W: Work>(self, work: W) -> Result<W::Output, W> {
        #[cfg(target_arch = "x86_64")]
        {
            #[inline(never)]
            #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe")]
            fn v3<W: Work>(work: W) -> W::Output {
                work.work()
            }
            // A build for one processor with all features (`-C target-cpu=native`) needs no second
            // version.
            let is_v3_anyway = cfg!(all(
                target_feature = "avx2",
                target_feature = "bmi1",
                target_feature = "bmi2",
                target_feature = "lzcnt",
                target_feature = "popcnt",
                target_feature = "fma",
                target_feature = "movbe"
            ));
            if is_v3_anyway || self.has_avx2() {
                // SAFETY: the processor has the features that the function is compiled for: the
                // program needs them anyway, or `self` is the proof. Measured: plain code takes
                // about 1.2 times as long (`powergrab bench` with and without).
                Ok(unsafe { v3(work) })
            } else {
                Err(work)
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        Ok(work.work())
    }

    /// Returns the name, as [`VARIABLE`] takes it: `plain`, `avx2` or `avx512`.
    pub fn name(self) -> &'static str {
        match self.0 {
            Set::Plain => "plain",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
        }
    }

    /// Returns whether they include those of x86-64-v3 that are useful here: avx2, bmi1, bmi2,
    /// lzcnt, popcnt, fma, movbe.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn has_avx2(self) -> bool {
        self.0 >= Set::Avx2
    }

    /// Returns whether they include those of [`Instructions::has_avx2`] and avx512f, avx512bw,
    /// avx512vl, avx512vbmi2, avx512vnni.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn has_avx512(self) -> bool {
        self.0 >= Set::Avx512
    }
}

/// Performs the work in code for x86-64-v3 if the processor has that, otherwise in plain code. It
/// is checked once per block; the result is the same either way.
///
/// Work within work is a separate function, which suits the compiler: it lays out a separate loop
/// better.
#[inline(always)]
pub fn on_this_processor<W: Work>(work: W) -> W::Output {
    Instructions::here().run(work)
}

/// Size of a cache line in bytes.
const LINE: usize = 64;

/// Prefetches the memory at an address, without waiting.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    prefetch_at(std::ptr::from_ref(place).cast());
}

#[inline(always)]
fn prefetch_at(address: *const i8) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes nothing that a program can observe, for any address. Measured:
        // 1,024 games are stepped in 0.86 of the time, 8,192 in 0.71
        // (`cargo run --release -p powergrab-benches --example steps 8192`, with and without).
        unsafe { _mm_prefetch::<_MM_HINT_T0>(address) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// Prefetches the memory of these values, which begin at a cache line.
#[inline(always)]
pub fn prefetch_all<T>(values: &[T]) {
    let first = values.as_ptr().cast::<i8>();
    // Not `step_by`, which counts its steps first.
    let mut at = 0;
    while at < size_of_val(values) {
        prefetch_at(first.wrapping_add(at));
        at += LINE;
    }
}

/// Returns the widest set that is found and permitted.
#[cfg(target_arch = "x86_64")]
#[cold]
fn chosen() -> Instructions {
    let name = std::env::var_os(VARIABLE);
    let mut chosen = Instructions::PLAIN;
    for set in Instructions::available() {
        chosen = set;
        if name.as_deref().is_some_and(|name| name == set.name()) {
            break;
        }
    }
    chosen
}

#[cfg(target_arch = "x86_64")]
fn found_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("movbe")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
}

/// The kernels use all of these, and processors with the last two have the others.
#[cfg(target_arch = "x86_64")]
fn found_avx512() -> bool {
    found_avx2()
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vnni")
}
