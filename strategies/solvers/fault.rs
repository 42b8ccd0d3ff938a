//! Faults of external programs, which are not coverlab's.

/// Why an external program gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramFault {
    /// The fault in words.
    pub what: String,
    /// Whether the program broke down; otherwise its answer is wrong or incomplete.
    pub crashed: bool,
}

impl ProgramFault {
    /// Ends the search by unwinding with this value: whoever runs strategies catches it. Nothing is printed, as a
    /// panic would.
    pub fn raise(self) -> ! {
        std::panic::resume_unwind(Box::new(self))
    }
}
