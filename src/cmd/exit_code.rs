//! The exit codes of the commands.

/// How a command ended, from best to worst.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The question was answered.
    #[default]
    Answered,
    /// A formula is satisfiable.
    Satisfiable,
    /// A formula is unsatisfiable.
    Unsatisfiable,
    /// The answer is "no".
    No,
    /// A limit was reached before the answer was known.
    Limit,
    /// Input is missing or malformed, or output cannot be written.
    Input,
    /// The command line is invalid.
    Usage,
    /// An internal check failed.
    Internal,
    /// The user interrupted.
    Interrupted,
}

impl Exit {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Exit::Answered => 0,
            Exit::Satisfiable => 10,
            Exit::Unsatisfiable => 20,
            Exit::No => 1,
            Exit::Usage => 2,
            Exit::Input => 3,
            Exit::Limit => 4,
            Exit::Internal => 5,
            Exit::Interrupted => 130,
        }
    }

    /// The variant whose exit code is `code`.
    pub(super) fn of_code(code: i32) -> Option<Exit> {
        use Exit::{Answered, Input, Internal, Interrupted, Limit, No, Satisfiable, Unsatisfiable, Usage};
        let all = [Answered, Satisfiable, Unsatisfiable, No, Limit, Input, Usage, Internal, Interrupted];
        all.into_iter().find(|exit| i32::from(exit.code()) == code)
    }
}
