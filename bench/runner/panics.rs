//! Catches panics of strategies, which are outcomes of their searches. Their message is returned instead of printed.

use crate::error::panic_message;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work`, and catches a panic.
///
/// # Errors
/// `work` panicked. The error is the message of the panic, with its source location.
pub(super) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    install();
    let was_guarded = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(was_guarded);
    result.map_err(|_| MESSAGE.take())
}

/// Installs a panic hook that stores the messages of guarded threads. Printed, they would disturb the progress bar. Other
/// panics go to the previous hook.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                return previous(panic);
            }
            let words = panic_message(panic.payload()).unwrap_or("a panic without words");
            let location =
                panic.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
            MESSAGE.set(format!("{words}{location}"));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_words_and_location() {
        assert_eq!(catch(|| 3), Ok(3));
        let words = catch(|| panic!("no such {}", "cell")).unwrap_err();
        assert!(words.starts_with("no such cell at ") && words.contains("panics.rs:"), "{words}");
        assert_eq!(catch(|| 4), Ok(4));
        let twice: Result<(), String> = catch(|| {
            assert!(catch::<()>(|| panic!("within")).is_err());
            panic!("behind");
        });
        assert!(twice.unwrap_err().starts_with("behind at "));
    }
}
