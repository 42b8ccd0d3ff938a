//! One trial: one strategy on one instance once. One row of `trials.csv`.

use crate::named::named;
use crate::plan::Contender;
use coverlab_model::{Event, FaultKind, Stop};
use serde::{Deserialize, Serialize, Serializer};
use std::any::Any;

/// Defines `Trial`, and with it the names of the columns of `trials.csv`.
macro_rules! columns {
    ($(#[$about:meta])* struct Trial { $($(#[$attribute:meta])* $name:ident: $type:ty,)* }) => {
        $(#[$about])*
        #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
        pub struct Trial { $($(#[$attribute])* pub $name: $type,)* }

        /// The columns of `trials.csv`, in order.
        pub const COLUMNS: [&str; [$(stringify!($name)),*].len()] = [$(stringify!($name)),*];

        impl Trial {
            /// The value in a column with a time, a size or a count. `None` for other columns, and if the value is missing.
            pub fn value(&self, column: &str) -> Option<f64> {
                let value: &dyn Any = match column {
                    $(stringify!($name) => &self.$name,)*
                    _ => return None,
                };
                value.downcast_ref::<Option<u64>>()?.map(|value| value as f64)
            }
        }
    };
}

columns! {
    /// A row of `trials.csv`; the fields are in the order of the columns. Names end with the unit, and times are integer
    /// nanoseconds. A value that does not apply or was not measured is an empty field.
    struct Trial {
        /// The experiment's name.
        experiment: String,
        /// The corpus the instance is from.
        corpus: String,
        /// The instance's name within its corpus.
        instance: String,
        /// Hash of the instance's content, 16 hexadecimal digits.
        instance_hash: String,
        /// The strategy's name.
        strategy: String,
        /// The parameters given, such as `prune=fixpoint,expand=first`.
        params: String,
        /// The encoding into the strategy's kind of problem; empty: none.
        via: String,
        /// The task's seed.
        seed: u64,
        /// Number of the repetition, from 0.
        repeat: u32,
        /// Position in the execution order of its run, from 0; a merge renumbers it so that no two runs share a number.
        order_index: u64,

        /// Result of the trial.
        status: Status,
        /// Verdict of the referee.
        verdict: Verdict,
        /// Number of solutions found; 18446744073709551615: that many or more.
        solutions: Option<u64>,
        /// Hash of the set of solutions found, in any order; empty if there are none or more than two, or the trial is an error.
        answer_hash: String,
        /// Reason for an early end: enough, stuck, node-limit, deadline, memory, cancelled, unsupported; empty: everything
        /// was searched.
        stop: String,
        /// Number of solutions asked for; empty: all.
        task_solutions: Option<u64>,
        /// The node limit; empty: none.
        limit_nodes: Option<u64>,
        /// The CPU time limit; empty: none.
        limit_cpu_ns: Option<u64>,

        /// Method of timing: between, each search alone; stream, a block of searches together.
        mode: TimingMode,
        /// CPU time of the search alone.
        solve_cpu_ns: Option<u64>,
        /// Wall time of the search alone.
        solve_wall_ns: Option<u64>,
        /// CPU time of translating the instance.
        encode_ns: Option<u64>,
        /// CPU time of translating the solutions back.
        decode_ns: Option<u64>,
        /// Peak memory, where the trial had a process of its own.
        peak_rss_bytes: Option<u64>,
        /// Nodes of the search tree.
        nodes: Option<u64>,
        /// Branches given up.
        backtracks: Option<u64>,
        /// Values or options that followed without a choice; clause learning does not count the literals that learned
        /// clauses assert.
        propagations: Option<u64>,
        /// Clauses or houses found violated.
        conflicts: Option<u64>,
        /// Passes over the whole instance.
        passes: Option<u64>,
        /// Cells filled or moves made.
        placements: Option<u64>,
        /// Removals of an option from one item's list, or of an item from the list of items, as Knuth counts updates; the
        /// trace event `hide` is only the former.
        updates: Option<u64>,
        /// Choices between two alternatives of which a complete search tries both.
        guesses: Option<u64>,
        /// The deepest node.
        max_depth: Option<u64>,
        /// Cells that an incomplete strategy had filled when it got stuck, clues included.
        filled: Option<u64>,

        /// The machine.
        host: String,
        /// Enforcement of the limits: cooperative, between-solutions, process, guard or wall-time; rlimit for memory.
        enforcer: String,
        /// Wall time divided by CPU time; reading the clocks adds about 400 ns of wall time.
        #[serde(serialize_with = "thousandths")]
        noise: Option<f64>,
        /// Start of the trial's block, seconds since 1970-01-01 UTC.
        started_utc: u64,
        /// Description of the failure, by the referee or a panic, or why the strategy refused the instance; empty: none.
        error: String,
        /// The order_index of the first trial in its block; in mode stream, times are equal shares of the block's.
        block: Option<u64>,
        /// The commit that the program was built from; empty in older records.
        #[serde(default)]
        commit: String,
    }
}

/// The counters of a search. A repeated search with the same seed has the same counters on every machine.
pub const COUNTERS: [&str; 9] = [
    "nodes",
    "backtracks",
    "propagations",
    "conflicts",
    "passes",
    "placements",
    "updates",
    "guesses",
    "max_depth",
];

/// The columns with numbers, which a claim may measure: counts, times and sizes.
pub fn number_columns() -> Vec<&'static str> {
    let results = ["solutions", "solve_cpu_ns", "solve_wall_ns", "encode_ns", "decode_ns", "peak_rss_bytes"];
    [&results[..], &COUNTERS, &["filled"]].concat()
}

impl Trial {
    /// The strategy as a user writes it: `name` or `name:params`.
    pub fn label(&self) -> String {
        label(&self.strategy, &self.params)
    }

    /// Whether the trial has the strategy, parameters and encoding of `contender`.
    pub(crate) fn is_of(&self, contender: &Contender) -> bool {
        (&self.strategy, &self.params, &self.via) == (&contender.strategy, &contender.params, &contender.via)
    }

    /// The values of [`COUNTERS`], in that order.
    pub fn counters(&self) -> [Option<u64>; COUNTERS.len()] {
        [
            self.nodes,
            self.backtracks,
            self.propagations,
            self.conflicts,
            self.passes,
            self.placements,
            self.updates,
            self.guesses,
            self.max_depth,
        ]
    }

    /// The fields of the events, in the order of [`Event::ALL`].
    pub(crate) fn events_mut(&mut self) -> [&mut Option<u64>; Event::ALL.len()] {
        [
            &mut self.backtracks,
            &mut self.propagations,
            &mut self.conflicts,
            &mut self.passes,
            &mut self.placements,
            &mut self.updates,
            &mut self.guesses,
        ]
    }
}

/// Writes a ratio with three decimals.
fn thousandths<S: Serializer>(ratio: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match ratio {
        Some(ratio) => serializer.collect_str(&format_args!("{ratio:.3}")),
        None => serializer.serialize_none(),
    }
}

/// The hash of a set of solutions in the column `answer_hash`, given the wrapping sum of the solutions' digests: its upper
/// half, or 1 if that is 0. It compares answers that the referee accepted, and is not collision-resistant.
pub fn answer_hash(sum: u64) -> u32 {
    ((sum >> 32) as u32).max(1)
}

/// A strategy with its parameters, as a user writes it: `name` or `name:params`.
pub fn label(strategy: &str, params: &str) -> String {
    if params.is_empty() { strategy.to_string() } else { format!("{strategy}:{params}") }
}

named! {
    /// How a trial ended. Later statuses are worse: several trials together have the worst of theirs.
    #[derive(Default)]
    pub enum Status {
        /// The requested number of solutions was found; whether there are more is open.
        #[default]
        Solved = "solved",
        /// A complete search found exactly one solution.
        Unique = "unique",
        /// More than one solution was found.
        Multiple = "multiple",
        /// A complete search found no solution.
        None = "none",
        /// An incomplete strategy got stuck, or an external solver gave up.
        Stuck = "stuck",
        /// The time limit was reached.
        Timeout = "timeout",
        /// The memory limit was reached.
        Memout = "memout",
        /// The node limit was reached.
        NodeLimit = "node-limit",
        /// The strategy's answer is impossible, or the referee rejected it.
        Error = "error",
        /// The strategy panicked or its process died.
        Crash = "crash",
        /// The strategy does not support the instance.
        Unsupported = "unsupported",
    }
}

impl Status {
    /// The status of a search that ended because of `stop`, or searched everything, and found `solutions` solutions. `None`
    /// if it was cancelled.
    pub fn of(stop: Option<Stop>, solutions: u64) -> Option<Status> {
        Some(match (stop, solutions) {
            (None, 0) => Status::None,
            (None, 1) => Status::Unique,
            (None | Some(Stop::Enough), 2..) => Status::Multiple,
            (Some(Stop::Enough), _) => Status::Solved,
            (Some(Stop::Stuck), _) => Status::Stuck,
            (Some(Stop::NodeLimit), _) => Status::NodeLimit,
            (Some(Stop::Deadline), _) => Status::Timeout,
            (Some(Stop::Memory), _) => Status::Memout,
            (Some(Stop::Unsupported), _) => Status::Unsupported,
            (Some(Stop::Cancelled), _) => return None,
        })
    }

    /// The status of a search with a fault of this kind.
    pub fn of_fault(kind: FaultKind) -> Status {
        match kind {
            FaultKind::Crash => Status::Crash,
            FaultKind::WrongAnswer => Status::Error,
            FaultKind::Unsupported => Status::Unsupported,
        }
    }

    /// Whether the trial answered its task.
    pub fn is_answer(self) -> bool {
        matches!(self, Status::Solved | Status::Unique | Status::Multiple | Status::None)
    }

    /// The status in words for a reader.
    pub fn phrase(self) -> &'static str {
        match self {
            Status::Memout => "out of memory",
            Status::NodeLimit => "node limit",
            other => other.name(),
        }
    }
}

named! {
    /// The referee's verdict on a trial's answer.
    #[derive(Default)]
    pub enum Verdict {
        /// The referee accepts the solutions. If the answer claims that there are no more, the corpus or another strategy confirms
        /// that.
        Correct = "correct",
        /// The referee rejects a solution, or the answer contradicts the corpus, another strategy or another repetition.
        Wrong = "wrong",
        /// There is no answer, or nothing confirms it.
        #[default]
        Unverified = "unverified",
    }
}

named! {
    /// How the time of a trial was measured.
    #[derive(Default)]
    pub enum TimingMode {
        /// Clocks are read per block of instances, and each trial has an equal share of the time of the block.
        Stream = "stream",
        /// Clocks are read around each search.
        #[default]
        Alone = "between",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_with_numbers_have_values() {
        for column in number_columns() {
            let mut trial = serde_json::to_value(Trial::default()).unwrap();
            trial[column] = 5.into();
            let trial: Trial = serde_json::from_value(trial).unwrap();
            assert_eq!(trial.value(column), Some(5.0), "{column}");
        }
    }

    #[test]
    fn counters_are_in_the_columns_of_their_names() {
        let mut trial = Trial { nodes: Some(7), max_depth: Some(8), ..Trial::default() };
        trial.events_mut().into_iter().enumerate().for_each(|(k, field)| *field = Some(k as u64));
        for (k, event) in Event::ALL.into_iter().enumerate() {
            assert_eq!(trial.value(event.name()), Some(k as f64));
        }
        for (column, count) in COUNTERS.into_iter().zip(trial.counters()) {
            assert_eq!(trial.value(column), count.map(|count| count as f64), "{column}");
        }
    }
}
