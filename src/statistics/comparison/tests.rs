//! Verdicts on searches that differ by a known amount, over synthetic cells.

use super::*;
use crate::record::{Mode, Trial};
use crate::statistics::cells;
use crate::statistics::published::tests::trial;
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;

/// Normal numbers of a seed (Box and Muller).
struct Normal(Pcg64Mcg);

impl Normal {
    fn seeded(seed: u64) -> Normal {
        Normal(Pcg64Mcg::new(u128::from(seed) << 17 | 1))
    }

    fn uniform(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    fn next(&mut self) -> f64 {
        let radius = (-2.0 * (1.0 - self.uniform()).ln()).sqrt();
        radius * (std::f64::consts::TAU * self.uniform()).cos()
    }
}

fn between<'a>(cells: &'a [Cell], of: &str, against: &str) -> Comparison {
    compare(&Paired::of(&cells.iter().collect::<Vec<&'a Cell>>()).pairs(of, against))
}

fn shown(comparison: &Comparison) -> Difference {
    judge(std::slice::from_ref(comparison))[0].1
}

/// Trials of `a` and `b` on `instances` instances, whose times differ by factors of 3 (one standard
/// deviation); each time is off by `noise` (likewise), and `b` takes `factor` times as long.
fn searches(random: &mut Normal, instances: usize, noise: f64, factor: f64) -> Vec<Trial> {
    let mut trials = Vec::new();
    for k in 0..instances {
        let time = 1e6 * 3f64.powf(random.next());
        for (strategy, factor) in [("a", 1.0), ("b", factor)] {
            let time = time * factor * (noise * random.next()).exp();
            trials.push(trial(strategy, &format!("i{k}"), time as u64));
        }
    }
    trials
}

/// In tables of ten pairs, as a report has them, and one by one. There, 3000 such comparisons (by `scipy`) differ in 4.2 of
/// 100 cases; of 200, more than 5 in 100 and two standard deviations would be no chance.
#[test]
fn equal_strategies_are_said_to_differ_in_at_most_5_of_100_cases() {
    let mut random = Normal::seeded(3);
    let compared: Vec<Comparison> =
        (0..200).map(|_| between(&cells(&searches(&mut random, 30, 0.2, 1.0), &[], &[]), "a", "b")).collect();
    let differ = |judged: Vec<(Option<f64>, Difference)>| {
        judged.iter().filter(|(_, difference)| *difference != Difference::NotShown).count()
    };
    let in_tables: usize = compared.chunks(10).map(|table| differ(judge(table))).sum();
    let alone: usize = compared.iter().map(|one| differ(judge(std::slice::from_ref(one)))).sum();
    assert!(in_tables <= 10, "{in_tables} of 200");
    assert!((1..=16).contains(&alone), "{alone} of 200");
}

#[test]
fn a_slow_down_of_3_percent_is_found_among_1000_instances() {
    let mut random = Normal::seeded(5);
    let cells = cells(&searches(&mut random, 1000, 0.2, 1.03), &[], &[]);
    let (found, back) = (between(&cells, "b", "a"), between(&cells, "a", "b"));
    assert_eq!((shown(&found), shown(&back)), (Difference::Slower, Difference::Faster));
    let (low, high) = found.ratio.unwrap().interval.unwrap();
    assert!((1.0..1.03).contains(&low) && (1.03..1.06).contains(&high), "{found:?}");
}

/// Trials of `a` and `b` in blocks of 25 instances each; the times of a block are off together.
fn streamed(random: &mut Normal, blocks: u64, noise: f64) -> Vec<Trial> {
    let mut trials = Vec::new();
    for block in 0..blocks {
        for (lane, strategy) in ["a", "b"].into_iter().enumerate() {
            let share = (1000.0 * (noise * random.next()).exp()) as u64;
            let first = (2 * block + lane as u64) * 25;
            for k in 0..25 {
                let mut trial = trial(strategy, &format!("i{}", block * 25 + k), share);
                (trial.mode, trial.order_index, trial.solve_wall_ns) =
                    (Mode::Stream, first + k, Some(1000 * block));
                trials.push(trial);
            }
        }
    }
    trials
}

/// An interval over the instances would be a fifth as wide, and wrong in most cases.
#[test]
fn blocks_are_the_units_of_what_was_timed_in_blocks() {
    let mut random = Normal::seeded(11);
    let mut differ = 0;
    for _ in 0..40 {
        let trials = streamed(&mut random, 12, 0.1);
        let cells = cells(&trials, &[], &[]);
        let found = between(&cells, "a", "b");
        assert_eq!((found.instances, found.ratio.unwrap().pairs), (300, 12));
        differ += usize::from(shown(&found) != Difference::NotShown);
    }
    assert!(differ <= 4, "{differ} of 40");
}

/// A second repetition in blocks of other instances ties all blocks together.
#[test]
fn blocks_that_cross_leave_no_interval_and_no_difference() {
    for factor in [1, 2] {
        let mut random = Normal::seeded(13);
        let mut trials = streamed(&mut random, 12, 0.01);
        let mut again = trials.clone();
        for trial in &mut again {
            let k: u64 = trial.instance[1..].parse().unwrap();
            trial.repeat = 1;
            trial.instance = format!("i{}", k * 7 % 300);
        }
        trials.extend(again);
        for trial in trials.iter_mut().filter(|trial| trial.strategy == "b") {
            trial.solve_cpu_ns = trial.solve_cpu_ns.map(|time| time * factor);
        }
        let cells = cells(&trials, &[], &[]);
        let found = between(&cells, "a", "b");
        assert_eq!((found.ratio.unwrap().pairs, found.ratio.unwrap().interval), (1, None));
        assert_eq!(judge(std::slice::from_ref(&found)), [(None, Difference::TooFew)]);
    }
}

#[test]
fn what_one_alone_solved_is_decided_only_where_the_bound_decides() {
    let mut random = Normal::seeded(17);
    let mut trials = searches(&mut random, 40, 0.05, 1.5);
    let of = |trials: &[Trial], what: &str, status: Status| {
        let mut trials = trials.to_vec();
        let cut = trials.iter_mut().filter(|trial| trial.strategy == what).take(3);
        cut.for_each(|trial| (trial.status, trial.verdict) = (status, Verdict::Unverified));
        let cells = cells(&trials, &[], &[]);
        let found = between(&cells, "b", "a");
        (shown(&found), found.cut, found.dropped, found.instances)
    };
    assert_eq!(of(&trials, "", Status::Timeout), (Difference::Slower, None, 0, 40));
    assert_eq!(of(&trials, "b", Status::Timeout), (Difference::Slower, Some(Cut::Least), 0, 40));
    assert_eq!(of(&trials, "a", Status::Timeout), (Difference::NotDecided, None, 3, 37));
    assert_eq!(of(&trials, "b", Status::Stuck), (Difference::NotDecided, None, 3, 37));
    for trial in trials.iter_mut().filter(|trial| trial.instance == "i7" || trial.instance == "i8") {
        (trial.status, trial.verdict) = (Status::Timeout, Verdict::Unverified);
    }
    assert_eq!(of(&trials, "", Status::Timeout), (Difference::Slower, None, 2, 38), "both were cut short");
}

#[test]
fn few_pairs_say_nothing() {
    let mut random = Normal::seeded(19);
    for (instances, expected) in [(4, Difference::TooFew), (5, Difference::TooFew), (6, Difference::Slower)] {
        let cells = cells(&searches(&mut random, instances, 0.01, 3.0), &[], &[]);
        let found = between(&cells, "b", "a");
        assert_eq!(shown(&found), expected, "{instances}");
        assert_eq!(judge(&[found.clone(), found])[0].1, Difference::TooFew, "{instances}, of two pairs");
    }
}

#[test]
fn the_least_is_shown_by_an_interval_or_a_clear_factor() {
    let mut random = Normal::seeded(23);
    for (instances, factor, expected) in
        [(40, 1.5, true), (40, 0.97, false), (3, 1.5, true), (3, 1.05, false)]
    {
        let cells = cells(&searches(&mut random, instances, 0.01, factor), &[], &[]);
        let cells: Vec<&Cell> = cells.iter().collect();
        let pairs = Paired::of(&cells).pairs("a", "b");
        for cost in [Cost::Geometric, Cost::Total] {
            assert_eq!(is_less(&pairs, cost), expected, "{instances} {factor} {cost:?}");
        }
        assert!(!is_less(&pairs, Cost::Penalized) || expected);
    }
    let swapped = |k: u64| [("a", 100 + 10 * (k % 2)), ("b", 110 - 10 * (k % 2))];
    let trials: Vec<Trial> = (0..41)
        .flat_map(|k| swapped(k).map(|(strategy, time)| trial(strategy, &format!("i{k}"), time)))
        .collect();
    let cells = cells(&trials, &[], &[]);
    let pairs = Paired::of(&cells.iter().collect::<Vec<_>>()).pairs("a", "b");
    assert!(!is_less(&pairs, Cost::Total) && !is_less(&pairs, Cost::Geometric), "less on 21 of 41");
}
