//! Whether an instance fits into the memory of this machine.

use super::{Exit, Failure};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_model::memory::{Extent, TooLarge, fits};

/// Memory of an instance with its text and names, as a multiple of the instance's own.
const MEMORY_FACTOR: u64 = 5;

/// The request needs more memory than this machine has.
pub(super) fn too_large(name: &str, large: &TooLarge) -> Failure {
    let error = Diagnostic::error(format!("{name} {large}"));
    Failure::of_instance(
        Exit::Limit,
        error.help("a smaller instance needs less memory, and another encoding may need less, too"),
    )
}

/// Fails if an instance of this size and its text do not fit into memory.
pub(super) fn has_room(size: impl Extent) -> Result<(), Failure> {
    let bytes = size.bytes().saturating_mul(MEMORY_FACTOR);
    fits(bytes, size).map_err(|large| too_large("its text", &large))
}
