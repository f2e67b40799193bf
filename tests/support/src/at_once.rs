//! Cases that wait for a process or a time limit: waited for together.

/// Checks all cases at the same time, a thread for each.
///
/// # Panics
/// If a check panics.
pub fn at_once<T: Copy + Sync>(cases: &[T], check: impl Fn(T) + Sync) {
    std::thread::scope(|scope| {
        for case in cases {
            scope.spawn(|| check(*case));
        }
    });
}
