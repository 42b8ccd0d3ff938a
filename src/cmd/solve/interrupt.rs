//! Ctrl-C ends the search that is under way.

use crate::cmd::Exit;
use coverlab_model::Cancel;
use coverlab_model::pool::lock;
use std::sync::{Mutex, OnceLock};

/// The search that Ctrl-C cancels: the newest.
static UNDER_WAY: Mutex<Option<Cancel>> = Mutex::new(None);

/// Makes Ctrl-C cancel the searches that watch `cancel`, and a second one end the program. The flag it
/// returns is raised by Ctrl-C alone, and stays so for every later input.
pub(in crate::cmd) fn interruption(cancel: &Cancel) -> Cancel {
    static INTERRUPTED: OnceLock<Cancel> = OnceLock::new();
    *lock(&UNDER_WAY) = Some(cancel.clone());
    let interrupted = INTERRUPTED.get_or_init(|| {
        let interrupted = Cancel::default();
        let flag = interrupted.clone();
        // An error means that a handler is set already, in which case that one stays.
        let _ = ctrlc::set_handler(move || {
            if flag.is_raised() {
                std::process::exit(i32::from(Exit::Interrupted.code()));
            }
            flag.raise();
            if let Some(cancel) = &*lock(&UNDER_WAY) {
                cancel.raise();
            }
        });
        interrupted
    });
    if interrupted.is_raised() {
        cancel.raise();
    }
    interrupted.clone()
}
