//! Ctrl-C ends the search that is under way.

use crate::cmd::Exit;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::pool::lock;
use coverlab_model::{About, Cancel};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

/// The grace period of an interrupted search that checks for interruptions only between solutions.
const INTERRUPT_DELAY: Duration = Duration::from_secs(1);

/// The search that Ctrl-C cancels: the newest.
static UNDER_WAY: Mutex<Option<Search>> = Mutex::new(None);

#[derive(Clone)]
struct Search {
    cancel: Cancel,
    /// The strategy, if it looks for an interruption only between solutions.
    unstoppable: Option<&'static str>,
}

/// A flag that Ctrl-C or a termination signal raises. A second signal ends the program at once.
pub(in crate::cmd) fn interrupted() -> Cancel {
    interruption(&Cancel::default())
}

/// Makes Ctrl-C cancel the searches that watch `cancel`, and a second one end the program. The flag it
/// returns is raised by Ctrl-C alone, and stays so for every later input.
pub(in crate::cmd) fn interruption(cancel: &Cancel) -> Cancel {
    watch(Search { cancel: cancel.clone(), unstoppable: None })
}

/// As [`interruption`], for a search by `about`. If that strategy cannot be stopped, and the search has not ended by
/// itself within [`INTERRUPT_DELAY`], the first Ctrl-C ends the program.
pub(in crate::cmd) fn interruption_of(cancel: &Cancel, about: &'static About) -> Cancel {
    let unstoppable = (!about.interruptible).then_some(about.name);
    watch(Search { cancel: cancel.clone(), unstoppable })
}

fn watch(search: Search) -> Cancel {
    static INTERRUPTED: OnceLock<Cancel> = OnceLock::new();
    let cancel = search.cancel.clone();
    *lock(&UNDER_WAY) = Some(search);
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

/// Ends the search, or the program.
fn interrupt(flag: &Cancel) {
    if flag.is_raised() {
        end();
    }
    flag.raise();
    let Some(Search { cancel, unstoppable }) = lock(&UNDER_WAY).clone() else { return };
    cancel.raise();
    if let Some(name) = unstoppable {
        std::thread::sleep(INTERRUPT_DELAY);
        let what = format!("interrupted: {name} cannot be stopped between two solutions");
        coverlab_bench::output::note(Diagnostic::error(what).render(false));
        end();
    }
}

fn end() -> ! {
    std::process::exit(i32::from(Exit::Interrupted.code()))
}
