//! A panic in a strategy is an outcome: it is caught, its message kept, and nothing is printed.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    static MESSAGE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs `work`; a panic is an error with its message and place.
///
/// # Errors
/// The panic's message.
pub(super) fn catch<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    install();
    let within = GUARDED.replace(true);
    let result = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(within);
    result.map_err(|_| MESSAGE.take())
}

/// Panics of a guarded thread leave their message here instead of on the screen, where they
/// would run into the progress bar. Every other panic goes to the hook that was there.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let previous = take_hook();
        set_hook(Box::new(move |panic| {
            if !GUARDED.get() {
                return previous(panic);
            }
            let payload = panic.payload();
            let string = payload.downcast_ref::<String>().map(String::as_str);
            let words = payload.downcast_ref::<&str>().copied().or(string).unwrap_or("a panic without words");
            let place =
                panic.location().map_or_else(String::new, |at| format!(" at {}:{}", at.file(), at.line()));
            MESSAGE.set(format!("{words}{place}"));
        }));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_an_error_with_its_words_and_place() {
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
