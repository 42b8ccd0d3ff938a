//! Verdicts on searches that differ by a known amount, over synthetic results.

use super::*;
use crate::record::{Status, TimingMode, Trial, Verdict};
use crate::statistics::fixtures::{results, trial};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::Rng;
use std::collections::HashMap;

/// A generator of normal random numbers (Box and Muller).
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

fn between(trials: &[Trial], of: &str, against: &str) -> Comparison {
    let results = results(trials);
    compare(&PairedResults::of(&results.iter().collect::<Vec<_>>()).pairs(of, against))
}

fn shown(comparison: &Comparison) -> Difference {
    differences(std::slice::from_ref(comparison))[0].1
}

/// Trials of `a` and `b` on `instances` instances, whose times vary by factors of 3 (one standard deviation). Each
/// time has `noise` (also one standard deviation), and `b` takes `factor` times as long.
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

/// In tables of ten pairs, as in a report, and one by one. Single comparisons differ in 4.2 % of 3000 cases (by
/// `scipy`); of 200, more than 5 % plus two standard deviations would not be chance.
#[test]
fn equal_strategies_differ_in_at_most_5_of_100_cases() {
    let mut random = Normal::seeded(3);
    let compared: Vec<Comparison> =
        (0..200).map(|_| between(&searches(&mut random, 30, 0.2, 1.0), "a", "b")).collect();
    let differ = |judged: Vec<(Option<f64>, Difference)>| {
        judged.iter().filter(|(_, difference)| *difference != Difference::NotShown).count()
    };
    let in_tables: usize = compared.chunks(10).map(|table| differ(differences(table))).sum();
    let alone: usize = compared.iter().map(|one| differ(differences(std::slice::from_ref(one)))).sum();
    assert!(in_tables <= 10, "{in_tables} of 200");
    assert!((1..=16).contains(&alone), "{alone} of 200");
}

#[test]
fn a_slow_down_of_3_percent_is_found_among_1000_instances() {
    let mut random = Normal::seeded(5);
    let trials = searches(&mut random, 1000, 0.2, 1.03);
    let (found, back) = (between(&trials, "b", "a"), between(&trials, "a", "b"));
    assert_eq!((shown(&found), shown(&back)), (Difference::Slower, Difference::Faster));
    let (low, high) = found.typical.unwrap().interval.unwrap();
    assert!((1.0..1.03).contains(&low) && (1.03..1.06).contains(&high), "{found:?}");
}

/// Puts the instances into pieces of eight in random order. All times of a strategy in a piece share `noise` (one
/// standard deviation of the logarithm), and each has a fifth of it independently.
fn in_pieces(trials: &[Trial], random: &mut Normal, noise: f64) -> Vec<Trial> {
    let mut instances: Vec<&str> = trials.iter().map(|trial| trial.instance.as_str()).collect();
    instances.sort_unstable();
    instances.dedup();
    for end in (1..instances.len()).rev() {
        instances.swap(end, (random.uniform() * (end + 1) as f64) as usize);
    }
    let places: HashMap<&str, u64> =
        instances.into_iter().zip(0..).map(|(name, at)| (name, at / 8)).collect();
    let mut moods: HashMap<(u64, String), f64> = HashMap::new();
    let mut timed = trials.to_vec();
    for trial in &mut timed {
        let piece = places[trial.instance.as_str()];
        let mood = *moods.entry((piece, trial.label())).or_insert_with(|| (noise * random.next()).exp());
        let off = mood * (noise / 5.0 * random.next()).exp();
        trial.solve_cpu_ns = trial.solve_cpu_ns.map(|time| (time as f64 * off) as u64);
        (trial.mode, trial.block, trial.order_index) = (TimingMode::Alone, Some(8 * piece), 8 * piece);
    }
    timed
}

/// With the quantiles of 2.5 % and 97.5 %, five instances differ in about 16 % of cases.
#[test]
fn intervals_of_few_instances_exclude_1_in_at_most_10_of_100_cases() {
    let mut random = Normal::seeded(37);
    for instances in [5, 8, 20] {
        let mut excluded = [0, 0];
        for _ in 0..200 {
            let found = between(&searches(&mut random, instances, 0.3, 1.0), "a", "b");
            for (count, ratio) in excluded.iter_mut().zip([found.typical, found.total]) {
                let (low, high) = ratio.unwrap().interval.unwrap();
                *count += usize::from(low > 1.0 || high < 1.0);
            }
        }
        assert!(excluded.iter().all(|count| (2..=20).contains(count)), "{instances}: {excluded:?} of 200");
    }
}

/// If one strategy has a heavier tail than the other, a sample often lacks the instances that dominate its total. Then the
/// interval of totals lies on one side of the true ratio. That of the typical ratio does not have this problem.
#[test]
fn intervals_of_totals_miss_more_often_if_strategies_have_different_tails() {
    let mut random = Normal::seeded(43);
    for (tail, instances, expected) in
        [(1.0, 10, 8..=28), (1.0, 50, 4..=20), (2.0, 10, 36..=60), (2.0, 50, 22..=45)]
    {
        let mut missed = [0, 0];
        for _ in 0..100 {
            let mut trials = Vec::new();
            for k in 0..instances {
                let hardness = random.next();
                for (strategy, spread) in [("a", tail), ("b", 0.5)] {
                    let time = 1e7 * (spread * hardness + 0.3 * random.next()).exp();
                    trials.push(trial(strategy, &format!("i{k}"), time as u64));
                }
            }
            let found = between(&trials, "a", "b");
            // The mean of exp(s·x) for a normal x is exp(s²/2).
            let truths = [1.0, ((tail * tail - 0.25) / 2.0f64).exp()];
            for ((count, ratio), truth) in missed.iter_mut().zip([found.typical, found.total]).zip(truths) {
                let (low, high) = ratio.unwrap().interval.unwrap();
                *count += usize::from(low > truth || high < truth);
            }
        }
        assert!(missed[0] <= 12 && expected.contains(&missed[1]), "{tail} {instances}: {missed:?} of 100");
    }
}

/// A test over instances would mistake the state of the machine in a piece for a difference in 80 % of cases.
#[test]
fn equal_strategies_in_pieces_differ_in_at_most_5_of_100_cases() {
    let mut random = Normal::seeded(29);
    let mut compared = Vec::new();
    for _ in 0..100 {
        let equal = searches(&mut random, 160, 0.0, 1.0);
        compared.push(between(&in_pieces(&equal, &mut random, 0.1), "a", "b"));
    }
    assert!(compared.iter().all(|one| (one.instances, one.typical.unwrap().units) == (160, 20)));
    let differ = compared.iter().filter(|one| shown(one).is_shown()).count();
    assert!(differ <= 5, "{differ} of 100");
}

#[test]
fn a_slow_down_of_3_percent_is_found_among_1000_instances_in_pieces() {
    let mut random = Normal::seeded(31);
    let searches = searches(&mut random, 1000, 0.1, 1.03);
    let found = between(&in_pieces(&searches, &mut random, 0.03), "b", "a");
    assert_eq!((shown(&found), found.typical.unwrap().units), (Difference::Slower, 125));
}

/// Two hundred instances whose times differ by factors of ten and more. The first strategy takes `typical` times as
/// long as the second, times a random factor, times a factor that grows with the time by `slope`. The random factors
/// cancel out.
fn heavy_tailed(seed: u64, typical: f64, slope: f64) -> Vec<Trial> {
    let mut random = Normal::seeded(seed);
    let (mut trials, mut own) = (Vec::new(), 0.0);
    for k in 0..200 {
        let hardness = random.next();
        own = if k % 2 == 0 { 0.5 * random.next() } else { -own };
        let time = 1e7 * (2.5 * hardness).exp();
        let factor = typical * (slope * hardness + own).exp();
        trials.push(trial("a", &format!("i{k}"), (time * factor) as u64));
        trials.push(trial("b", &format!("i{k}"), time as u64));
    }
    trials
}

/// The seed determines which instances share a piece. With sums over pieces, the slowest instance of each would decide,
/// and the verdict would change with the seed.
#[test]
fn ten_seeds_give_the_same_word_nine_times() {
    let cases = [
        (1.0, 0.0, Difference::NotShown),
        (0.75, 0.3, Difference::Faster),
        (1.35, -0.3, Difference::Slower),
        (1.15, 0.0, Difference::Slower),
    ];
    for (case, (typical, slope, expected)) in cases.into_iter().enumerate() {
        let searches = heavy_tailed(case as u64 + 1, typical, slope);
        let words = (0..10).map(|seed| {
            let timed = in_pieces(&searches, &mut Normal::seeded(100 + seed), 0.05);
            shown(&between(&timed, "a", "b"))
        });
        let words: Vec<Difference> = words.collect();
        let equal = words.iter().filter(|word| **word == expected).count();
        assert!(equal >= 9, "{typical} {slope}: {words:?}");
    }
}

/// One instance that takes a hundred times as long does not decide for its piece.
#[test]
fn estimates_are_over_instances() {
    let mut random = Normal::seeded(37);
    let mut searches = searches(&mut random, 80, 0.1, 2.0);
    for trial in searches.iter_mut().filter(|trial| trial.strategy == "a" && trial.instance.ends_with('7')) {
        trial.solve_cpu_ns = Some(10_000_000_000);
    }
    let timed = in_pieces(&searches, &mut random, 0.0);
    let found = between(&timed, "a", "b");
    let times = |name: &str| -> Vec<f64> {
        let own = timed.iter().filter(|trial| trial.strategy == name);
        own.filter_map(|trial| Some(trial.solve_cpu_ns? as f64)).collect()
    };
    let (a, b) = (times("a"), times("b"));
    let mean = a.iter().zip(&b).map(|(a, b)| (a / b).ln()).sum::<f64>() / 80.0;
    let sums = a.iter().sum::<f64>() / b.iter().sum::<f64>();
    assert_eq!((found.instances, found.typical.unwrap().units), (80, 10));
    assert!((found.typical.unwrap().ratio / mean.exp() - 1.0).abs() < 1e-12, "{found:?}");
    assert!((found.total.unwrap().ratio / sums - 1.0).abs() < 1e-12 && sums > 10.0, "{found:?}");
}

/// Trials of `a` and `b` in blocks of 25 instances each; the times of a block are off together.
fn streamed(random: &mut Normal, blocks: u64, noise: f64) -> Vec<Trial> {
    let mut trials = Vec::new();
    for block in 0..blocks {
        for (place, strategy) in ["a", "b"].into_iter().enumerate() {
            let share = (1000.0 * (noise * random.next()).exp()) as u64;
            let first = (2 * block + place as u64) * 25;
            for k in 0..25 {
                let mut trial = trial(strategy, &format!("i{}", block * 25 + k), share);
                (trial.mode, trial.block, trial.order_index) = (TimingMode::Stream, Some(first), first + k);
                trials.push(trial);
            }
        }
    }
    trials
}

/// An interval over instances would be a fifth as wide, and wrong in most cases.
#[test]
fn instances_timed_in_blocks_are_compared_by_block() {
    let mut random = Normal::seeded(11);
    let mut differ = 0;
    for _ in 0..40 {
        let found = between(&streamed(&mut random, 12, 0.1), "a", "b");
        assert_eq!((found.instances, found.total.unwrap().units), (300, 12));
        assert!(found.is_streamed && found.typical.is_none());
        differ += usize::from(shown(&found).is_shown());
    }
    assert!(differ <= 4, "{differ} of 40");
}

/// A second repetition in blocks of other instances joins all blocks to one cluster.
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
        let found = between(&trials, "a", "b");
        assert_eq!((found.total.unwrap().units, found.total.unwrap().interval), (1, None));
        assert_eq!(differences(std::slice::from_ref(&found)), [(None, Difference::TooFew)]);
    }
}

/// Trials in which `what` did not solve the instances for which `is_hard` holds.
fn without(trials: &[Trial], what: &str, is_hard: impl Fn(u64) -> bool, status: Status) -> Vec<Trial> {
    let mut trials = trials.to_vec();
    for trial in trials.iter_mut().filter(|trial| trial.strategy == what) {
        if is_hard(trial.instance[1..].parse().unwrap()) {
            (trial.status, trial.verdict) = (status, Verdict::Unverified);
        }
    }
    trials
}

#[test]
fn an_unsolved_instance_is_a_result_and_voids_no_comparison() {
    let mut random = Normal::seeded(17);
    let trials = searches(&mut random, 40, 0.05, 1.5);
    let of = |trials: &[Trial]| {
        let found = between(trials, "b", "a");
        (shown(&found), found.solved_by_one, found.instances)
    };
    assert_eq!(of(&trials), (Difference::Slower, [0, 0], 40));
    for status in
        [Status::Crash, Status::Error, Status::Stuck, Status::Timeout, Status::Memout, Status::NodeLimit]
    {
        assert_eq!(of(&without(&trials, "b", |k| k == 3, status)), (Difference::Slower, [0, 1], 39));
        assert_eq!(of(&without(&trials, "a", |k| k == 3, status)), (Difference::Slower, [1, 0], 39));
    }
    let neither =
        without(&without(&trials, "a", |k| k < 2, Status::Timeout), "b", |k| k < 2, Status::Timeout);
    assert_eq!(of(&neither), (Difference::Slower, [0, 0], 38));
}

/// The ranks favor the strategy that solves more. If the times disagree, the verdict says so.
#[test]
fn solving_more_and_being_faster_are_reported_separately() {
    let mut random = Normal::seeded(41);
    let trials = searches(&mut random, 40, 0.05, 1.5);
    let of =
        |trials: &[Trial]| [("b", "a"), ("a", "b")].map(|(of, against)| shown(&between(trials, of, against)));
    let half = without(&trials, "a", |k| k < 20, Status::Timeout);
    assert_eq!(of(&half), [Difference::SolvesMoreSlower, Difference::SolvesFewerFaster]);
    let none = without(&trials, "a", |_| true, Status::Stuck);
    assert_eq!(of(&none), [Difference::SolvesMore, Difference::SolvesFewer]);
    let few = without(&trials, "a", |k| k > 2, Status::Crash);
    assert_eq!(of(&few), [Difference::SolvesMore, Difference::SolvesFewer], "three ratios have no interval");
}

/// Trials in which `a` and `b` take the shorter time in turn.
fn swapped(instances: u64) -> Vec<Trial> {
    let pair = |k: u64| {
        [("a", 100 + 10 * (k % 2)), ("b", 110 - 10 * (k % 2))]
            .map(|(s, time)| trial(s, &format!("i{k}"), time))
    };
    (0..instances).flat_map(pair).collect()
}

/// Without a difference of times, a strategy that solves more is not faster.
#[test]
fn solving_more_is_not_being_faster() {
    let trials = without(&swapped(40), "b", |k| k < 24, Status::Timeout);
    let found = [("a", "b"), ("b", "a")].map(|(of, against)| between(&trials, of, against));
    let (low, high) = found[0].typical.unwrap().interval.unwrap();
    assert!(low < 1.0 && high > 1.0, "{found:?}");
    assert_eq!(found.map(|one| shown(&one)), [Difference::SolvesMore, Difference::SolvesFewer]);
}

#[test]
fn few_pairs_say_nothing() {
    let mut random = Normal::seeded(19);
    for (instances, expected) in [(4, Difference::TooFew), (5, Difference::TooFew), (6, Difference::Slower)] {
        let found = between(&searches(&mut random, instances, 0.01, 3.0), "b", "a");
        assert_eq!(shown(&found), expected, "{instances}");
        let of_two_pairs = differences(&[found.clone(), found])[0].1;
        assert_eq!(of_two_pairs, Difference::TooFew, "{instances}");
    }
}
