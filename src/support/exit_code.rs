//! The exit codes of the commands, and their meanings in the help.

/// A block for each command: its name, and its exit codes with their meanings. A code alone means the same as in the block of
/// the program.
const MEANINGS: &str = include_str!("exit_codes.txt");

/// The section on exit codes in the help of `command`, if it has one.
pub fn exit_codes(command: &str) -> Option<String> {
    let block = |name: &str| {
        MEANINGS.split("\n\n").find_map(|block| block.trim_end().strip_prefix(name)?.strip_prefix('\n'))
    };
    let usual = block(env!("CARGO_PKG_NAME")).unwrap_or_default();
    let meaning = |line: &'static str| {
        let is_same = |other: &&str| other.split_whitespace().next() == Some(line.trim());
        usual.lines().find(is_same).unwrap_or(line)
    };
    Some(block(command)?.lines().fold("Exit codes:".to_string(), |text, line| text + "\n" + meaning(line)))
}

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
}
