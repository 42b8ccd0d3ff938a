//! Decides whether a recorded trial is reused when an experiment or one of its solvers has changed since.

use super::Trial;
use crate::plan::{Contender, TrialLimits};

/// Why a recorded trial of the plan is run again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outdated {
    /// It ran under other limits than those of the plan, and has no answer within them.
    Limits,
    /// The strategy was changed since: the definition or version of an external solver, or the code of a Python function.
    Strategy,
    /// These files of an external solver were changed or deleted since.
    Files(Vec<String>),
}

impl Outdated {
    pub(super) fn reason(&self) -> String {
        match self {
            Outdated::Limits => "the limits were changed since".to_string(),
            Outdated::Strategy => "the strategy was changed since".to_string(),
            Outdated::Files(files) => {
                let verb = if files.len() == 1 { "was" } else { "were" };
                format!("{} {verb} changed or deleted since", files.join(", "))
            }
        }
    }
}

/// Why `trial`, which `recorded` ran, has to be run again by `contender` under `limits`. `None`: it is reused.
pub(super) fn outdated(
    trial: &Trial,
    recorded: &Contender,
    contender: &Contender,
    limits: TrialLimits,
) -> Option<Outdated> {
    if recorded.key != contender.key {
        return Some(Outdated::Strategy);
    }
    let changed = contender.changed_files(recorded);
    match changed.is_empty() {
        false => Some(Outdated::Files(changed)),
        true => (!counts_under(trial, limits)).then_some(Outdated::Limits),
    }
}

/// Whether a trial counts under `limits`: it ran under them, or its search answered within them. A trial
/// without an answer counts only under its own limits, because penalized costs depend on them.
fn counts_under(trial: &Trial, limits: TrialLimits) -> bool {
    let TrialLimits { nodes, cpu_ns, .. } = limits;
    let is_within =
        |spent: Option<u64>, limit: Option<u64>| spent.zip(limit).is_none_or(|(spent, limit)| spent <= limit);
    (trial.limit_cpu_ns, trial.limit_nodes) == (cpu_ns, nodes)
        || trial.status.is_answer() && is_within(trial.solve_cpu_ns, cpu_ns) && is_within(trial.nodes, nodes)
}
