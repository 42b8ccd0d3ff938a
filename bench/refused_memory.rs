//! Recognizes a program that ended because the system refused it memory.

/// Messages of failed allocations in lower case: by Rust, C++, Python, the C library and solvers.
const MESSAGES: [&str; 9] = [
    "memory allocation of",
    "out of memory",
    "out-of-memory",
    "bad_alloc",
    "memoryerror",
    "cannot allocate",
    "memory exhausted",
    "not enough memory",
    "allocation failed",
];

/// Whether `output`, the text of a program that ended without an answer, reports a failed allocation.
pub(crate) fn was_refused_memory(output: &[u8]) -> bool {
    let text = String::from_utf8_lossy(output).to_ascii_lowercase();
    MESSAGES.iter().any(|message| text.contains(message))
}
