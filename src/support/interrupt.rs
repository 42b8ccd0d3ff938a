//! Ctrl-C cancels the current search; a second one ends the program.

use crate::support::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::pool::lock;
use coverlab_model::{About, Cancel};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// The grace period of an interrupted search that checks for interruptions only between solutions.
const INTERRUPT_DELAY: Duration = Duration::from_secs(1);

/// The search that Ctrl-C cancels: the one begun last.
static CURRENT: Mutex<Option<CancelTarget>> = Mutex::new(None);

#[derive(Clone)]
struct CancelTarget {
    cancel: Cancel,
    /// The strategy, if it checks for cancellation only between solutions.
    uninterruptible: Option<&'static str>,
}

/// A flag that Ctrl-C or a termination signal raises. A second signal ends the program at once.
pub(crate) fn interrupt_flag() -> Cancel {
    cancel_on_interrupt(&Cancel::default(), None)
}

/// Makes Ctrl-C raise `cancel`, and a second Ctrl-C end the program. If the search is by a `strategy` that cannot be
/// interrupted, and does not end within [`INTERRUPT_DELAY`], the first one ends the program. Returns a flag that only
/// Ctrl-C raises, and that stays raised for every later input.
pub(crate) fn cancel_on_interrupt(cancel: &Cancel, strategy: Option<&'static About>) -> Cancel {
    static INTERRUPTED: OnceLock<Cancel> = OnceLock::new();
    let uninterruptible = strategy.filter(|about| !about.interruptible).map(|about| about.name);
    *lock(&CURRENT) = Some(CancelTarget { cancel: cancel.clone(), uninterruptible });
    let interrupted = INTERRUPTED.get_or_init(|| {
        let interrupted = Cancel::default();
        let flag = interrupted.clone();
        // Without a handler, Ctrl-C ends the program at once.
        let _ = ctrlc::set_handler(move || interrupt(&flag));
        interrupted
    });
    if interrupted.is_raised() {
        cancel.raise();
    }
    interrupted.clone()
}

/// Cancels the current search. Ends the program if `flag` was raised before, or if the search does not react in time.
fn interrupt(flag: &Cancel) {
    if flag.is_raised() {
        exit();
    }
    flag.raise();
    let Some(CancelTarget { cancel, uninterruptible }) = lock(&CURRENT).clone() else { return };
    cancel.raise();
    if let Some(name) = uninterruptible {
        std::thread::sleep(INTERRUPT_DELAY);
        let what = format!("interrupted: {name} cannot be interrupted between two solutions");
        coverlab_bench::output::note(Diagnostic::error(what).render(false));
        exit();
    }
}

fn exit() -> ! {
    std::process::exit(i32::from(Exit::Interrupted.code()))
}
