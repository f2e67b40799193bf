//! The child processes, and their end: with the program, however that ends.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};

static CHILDREN: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Tells all sessions of processes that the program is about to end, which ends waiting for
/// processes. For a handler of signals, at the first one. A run that is cancelled only by its flag
/// ends as well, but may wait for a greeting.
pub fn interrupt() {
    INTERRUPTED.store(true, Ordering::Relaxed);
}

/// Returns whether [`interrupt`] was called.
pub(super) fn is_interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// Ends all child processes at once, with all processes that they started. For a program that exits
/// without unwinding.
pub fn end_all() {
    let children = CHILDREN.lock().unwrap_or_else(PoisonError::into_inner);
    children.iter().for_each(|id| end_group(*id));
}

/// Ends the rest of a child's process group.
pub(super) fn end_group(id: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(id)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// Forgets a child that has ended.
pub(super) fn forget(id: u32) {
    let mut children = CHILDREN.lock().unwrap_or_else(PoisonError::into_inner);
    children.remove(&id);
}

/// Starts a child process that is known to [`end_all`] and, on Linux, is ended by the kernel when
/// this program ends.
pub(super) fn spawn(command: Command) -> io::Result<Child> {
    type Job = (Command, Sender<io::Result<Child>>);
    static STARTER: OnceLock<Mutex<Sender<Job>>> = OnceLock::new();
    // Linux sends the signal when the *thread* that started the child ends, so a thread that never
    // ends starts all of them.
    let starter = STARTER.get_or_init(|| {
        let (jobs, inbox) = channel::<Job>();
        std::thread::spawn(move || {
            for (command, answer) in inbox {
                // The caller waits for it.
                let _ = answer.send(spawn_here(command));
            }
        });
        Mutex::new(jobs)
    });
    let gone = || io::Error::other("the thread that starts programs is gone");
    let (answer, child) = channel();
    let jobs = starter.lock().unwrap_or_else(PoisonError::into_inner);
    jobs.send((command, answer)).map_err(|_| gone())?;
    drop(jobs);
    child.recv().map_err(|_| gone())?
}

fn spawn_here(mut command: Command) -> io::Result<Child> {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Signal, getpid, getppid, set_parent_process_death_signal};
        let parent = getpid();
        let die_with_parent = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The parent may have ended in the meantime.
            if getppid() != Some(parent) {
                return Err(io::Error::other("the parent is gone"));
            }
            Ok(())
        };
        // SAFETY: between fork and exec only calls that are safe in a signal handler are allowed.
        // This makes two system calls and allocates nothing, unless the parent is gone, when nobody
        // waits for the child. There is no other way to set the signal.
        unsafe {
            std::os::unix::process::CommandExt::pre_exec(&mut command, die_with_parent);
        }
    }
    // Under the lock, so that no child is missed when all are ended.
    let mut children = CHILDREN.lock().unwrap_or_else(PoisonError::into_inner);
    let child = command.spawn()?;
    children.insert(child.id());
    Ok(child)
}
