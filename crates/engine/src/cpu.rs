//! What the processor can do, asked once per block of work.

#[cfg(target_arch = "x86_64")]
use std::sync::atomic::{AtomicU8, Ordering};

/// The environment variable that, with the value `plain`, keeps to code for any processor: to measure it, and to see that the results
/// are the same.
pub const PLAIN: &str = "POWERGRAB_CPU";

/// A block of work that is worth compiling for the processor it meets.
pub trait Work {
    /// What it gives.
    type Output;
    /// Does it. To be of use this and what it calls must be inlined.
    fn work(self) -> Self::Output;
}

/// Does the work in code for x86-64-v3 where the processor has that, else in plain code. It is asked once per block; the
/// result is the same either way.
///
/// Work within work is a function of its own, which suits the compiler: it lays out a loop better that stands alone.
#[inline(always)]
pub fn on_this_processor<W: Work>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    {
        #[inline(never)]
        #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma,movbe")]
        fn v3<W: Work>(work: W) -> W::Output {
            work.work()
        }
        #[inline(never)]
        fn plain<W: Work>(work: W) -> W::Output {
            work.work()
        }
        // Who builds for one processor that has it all (`-C target-cpu=native`) needs no second code.
        let is_v3_anyway = cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt",
            target_feature = "popcnt",
            target_feature = "fma",
            target_feature = "movbe"
        ));
        if !is_v3_anyway && has_v3() {
            // SAFETY: the processor has the features that the function is compiled for; it was asked just now. Measured: plain
            // code takes some 1.2 times as long (`powergrab bench` with and without).
            unsafe { v3(work) }
        } else {
            plain(work)
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    work.work()
}

/// Asks the processor for the memory at a place before it is read, and goes on at once.
#[inline(always)]
pub fn prefetch<T>(place: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch changes nothing that a program can see, whatever the address. Measured: 1,024 games are
        // stepped in 0.86 of the time, 8,192 in 0.71 (`cargo run --release -p powergrab-env --example steps 8192`, with and without).
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(place).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = place;
}

/// Whether the processor has what x86-64-v3 stands for, as far as it helps here. Asked once; then it is a load and a test.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn has_v3() -> bool {
    const UNKNOWN: u8 = 0;
    const NO: u8 = 1;
    const YES: u8 = 2;
    static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
    let mut known = KNOWN.load(Ordering::Relaxed);
    if known == UNKNOWN {
        known = if detect() { YES } else { NO };
        KNOWN.store(known, Ordering::Relaxed);
    }
    known == YES
}

#[cfg(target_arch = "x86_64")]
#[cold]
fn detect() -> bool {
    let plain = std::env::var_os(PLAIN).is_some_and(|value| value == "plain");
    !plain
        && is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("fma")
        && is_x86_feature_detected!("movbe")
}

/// Whether the processor counts bits in one instruction, and finds the lowest.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[must_use]
pub fn counts_bits() -> bool {
    is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
}
