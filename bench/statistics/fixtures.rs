//! Invented trials, for the tests of statistics and reports.

use super::Cell;
use super::fold::{Fold, Folded, instance_of};
use crate::record::{COLUMNS, Mode, Status, Trial, Verdict};

/// A correct answer in `cpu_ns`, with nothing else measured.
pub fn trial(strategy: &str, instance: &str, cpu_ns: u64) -> Trial {
    Trial {
        experiment: "test".into(),
        corpus: "corpus".into(),
        instance: instance.into(),
        instance_hash: String::new(),
        isomorph: 0,
        strategy: strategy.into(),
        params: String::new(),
        via: String::new(),
        seed: 0,
        repeat: 0,
        order_index: 0,
        status: Status::Unique,
        verdict: Verdict::Correct,
        solutions: Some(1),
        answer_hash: String::new(),
        stop: String::new(),
        task_solutions: Some(2),
        limit_nodes: None,
        limit_cpu_ns: None,
        mode: Mode::Between,
        solve_cpu_ns: Some(cpu_ns),
        solve_wall_ns: Some(cpu_ns),
        encode_ns: None,
        decode_ns: None,
        peak_rss_bytes: None,
        nodes: None,
        backtracks: None,
        propagations: None,
        conflicts: None,
        passes: None,
        placements: None,
        updates: None,
        guesses: None,
        max_depth: None,
        filled: None,
        host: String::new(),
        enforcer: String::new(),
        noise: None,
        started_utc: 0,
        error: String::new(),
        block: None,
        commit: String::new(),
    }
}

/// `trials` folded with all columns, those of an instance together.
pub fn folded(trials: &[Trial], corpora: &[String], strategies: &[String]) -> Folded {
    let mut trials = trials.to_vec();
    trials.sort_by(|one, other| instance_of(one).cmp(&instance_of(other)));
    let mut fold = Fold::new(COLUMNS);
    trials.into_iter().for_each(|trial| fold.push(trial));
    fold.finish(corpora, strategies)
}

/// The cells of `trials`.
pub fn cells(trials: &[Trial], corpora: &[String], strategies: &[String]) -> Vec<Cell> {
    folded(trials, corpora, strategies).cells
}
