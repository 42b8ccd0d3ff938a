use super::*;
use crate::corpus::{self, Instance, Instances};
use crate::number::Number;
use crate::record::{Status, Trial};
use crate::statistics::fixtures::{results, trial};
use coverlab_model::Sudoku;

fn by(strategy: &str) -> Selection {
    Selection { strategy: Some(strategy.into()), ..Selection::default() }
}

fn claim(measure: &str, of: &str, against: Option<&str>, bounds: (Option<f64>, Option<f64>)) -> Claim {
    Claim {
        says: "slower".into(),
        measure: measure.into(),
        of: by(of),
        against: against.map(by),
        at_least: bounds.0.map(Number::from),
        at_most: bounds.1.map(Number::from),
        ..Claim::default()
    }
}

/// A search with `cost` nodes and milliseconds.
fn search(strategy: &str, instance: &str, cost: u64) -> Trial {
    Trial { nodes: Some(cost), ..trial(strategy, instance, cost * 1_000_000) }
}

/// Evaluates `claim` over `results`.
fn evaluate(claim: &Claim, results: &[InstanceResult], measured: &MeasuredInstances) -> ClaimResult {
    let mut sums = ClaimSums::new(claim, false);
    results.iter().for_each(|result| sums.add(result));
    sums.decide(results, measured, None)
}

fn of(claim: &Claim, trials: &[Trial]) -> ClaimResult {
    evaluate(claim, &results(trials), &MeasuredInstances::default())
}

fn outcome(claim: &Claim, trials: &[Trial]) -> ClaimOutcome {
    of(claim, trials).outcome
}

fn between(low: f64, high: f64) -> ValueRange {
    ValueRange { low: low.into(), high: Some(high.into()) }
}

fn nodes(at_least: Option<f64>, at_most: Option<f64>) -> Claim {
    claim("nodes", "slow", Some("fast"), (at_least, at_most))
}

fn times(at_least: Option<f64>, at_most: Option<f64>) -> Claim {
    claim("solve_cpu_ns", "slow", Some("fast"), (at_least, at_most))
}

#[test]
fn counts_hold_or_fail() {
    let trials = [search("slow", "i", 300), search("fast", "i", 100)];
    assert_eq!(outcome(&nodes(Some(3.0), Some(3.0)), &trials), ClaimOutcome::Holds);
    assert_eq!(outcome(&nodes(Some(3.1), None), &trials), ClaimOutcome::Fails);
    assert_eq!(outcome(&nodes(None, Some(2.9)), &trials), ClaimOutcome::Fails);
    assert_eq!(outcome(&nodes(None, None), &trials), ClaimOutcome::Undecided);
    assert_eq!(of(&nodes(Some(1.0), None), &trials).subject, ClaimSubject::Count);
}

#[test]
fn a_ratio_of_times_near_a_bound_is_undecided_by_how_near() {
    let trials = [search("slow", "i", 300), search("fast", "i", 100)];
    assert_eq!(of(&times(Some(1.0), None), &trials).subject, ClaimSubject::Ratio);
    for (least, expected) in
        [(2.7, ClaimOutcome::Holds), (2.8, ClaimOutcome::Undecided), (3.3, ClaimOutcome::Undecided)]
    {
        assert_eq!(outcome(&times(Some(least), None), &trials), expected, "at least {least}");
    }
    assert_eq!(outcome(&times(Some(3.4), None), &trials), ClaimOutcome::Fails);
    assert_eq!(outcome(&times(None, Some(2.7)), &trials), ClaimOutcome::Fails);
    assert_eq!(outcome(&times(None, Some(3.4)), &trials), ClaimOutcome::Holds);
    for bounds in [(Some(2.9), None), (None, Some(2.9)), (Some(2.9), Some(9.0))] {
        let near = of(&times(bounds.0, bounds.1), &trials).doubt;
        assert!(matches!(near, Some(Doubt::Near(by)) if (by - 3.0 / 2.9).abs() < 1e-12), "{near:?}");
    }
}

#[test]
fn seconds_that_this_machine_misses_are_undecided_up_to_a_factor() {
    let seconds = |at_most| claim("solve_cpu_ns", "a", None, (None, Some(at_most)));
    let trials = [search("a", "i", 3000), search("a", "j", 500)];
    assert_eq!(of(&seconds(3.5), &trials).subject, ClaimSubject::Seconds);
    assert_eq!(outcome(&seconds(3.5), &trials), ClaimOutcome::Holds);
    assert_eq!(of(&seconds(2.0), &trials).doubt, Some(Doubt::Machine(1.75)));
    assert_eq!(outcome(&seconds(0.3), &trials), ClaimOutcome::Fails);
    let each = of(&Claim { take: Aggregation::Largest, ..seconds(3.0) }, &trials);
    assert_eq!((each.outcome, each.value), (ClaimOutcome::Holds, Some(ValueRange::exact(3.0))));
    let least = claim("solve_cpu_ns", "a", None, (Some(7.0), None));
    assert_eq!(of(&least, &trials).doubt, Some(Doubt::Machine(0.5)));
}

/// The puzzles of a built-in corpus, and a function that evaluates claims about their `measure`.
fn of_puzzles(corpus: &str, measure: &str) -> (Vec<Instance<Sudoku>>, impl Fn(&Claim) -> ClaimResult) {
    let Instances::Sudoku(puzzles) = corpus::by_name(corpus).unwrap().instances else {
        unreachable!("they are puzzles")
    };
    let text = format!(
        "name = \"t\"\nquestion = \"q\"\nstrategies = [\"dlx\"]\ncorpora = [\"{corpus}\"]\n\
         task = \"unique\"\ninstance_measures = [\"{measure}\"]\n"
    );
    let loaded = crate::experiment::LoadedExperiment::parse(text, "t.toml", ".".into()).unwrap();
    let trials = puzzles.iter().map(|puzzle| Trial {
        corpus: corpus.into(),
        instance_hash: puzzle.content_hash(),
        ..search("a", &puzzle.name, 1)
    });
    let results = results(&trials.collect::<Vec<_>>());
    let measured = MeasuredInstances::of(&loaded.experiment, &results);
    (puzzles, move |claim: &Claim| evaluate(claim, &results, &measured))
}

#[test]
fn the_largest_of_a_measure_of_instances_is_that_of_one_of_them() {
    let (puzzles, evaluate) = of_puzzles("unique-4x4", "blanks");
    let blanks = |take| {
        let claim = Claim { take, ..claim("blanks", "a", None, (None, Some(16.0))) };
        evaluate(&claim).value.unwrap().low.value()
    };
    let blank = |puzzle: &Sudoku| puzzle.clues().iter().filter(|clue| **clue == 0).count() as f64;
    let expected: Vec<f64> = puzzles.iter().map(|puzzle| blank(&puzzle.problem)).collect();
    assert_eq!(blanks(Aggregation::Total), expected.iter().sum::<f64>());
    assert_eq!(blanks(Aggregation::Largest), expected.iter().copied().fold(0.0, f64::max));
}

#[test]
fn the_largest_of_searches_cut_short_is_a_bound() {
    let mut trials = [search("a", "i", 3000), search("a", "j", 1000)];
    (trials[1].status, trials[1].limit_cpu_ns) = (Status::Timeout, Some(1_000_000_000));
    let each = |at_most| Claim {
        take: Aggregation::Largest,
        ..claim("solve_cpu_ns", "a", None, (None, Some(at_most)))
    };
    let cut = Doubt::Cut { searches: 1, of: 2, limit_cpu_ns: Some(1_000_000_000) };
    assert_eq!(of(&each(5.0), &trials).doubt, Some(cut));
    assert_eq!(of(&each(2.0), &trials).doubt, Some(Doubt::Machine(1.5)));
}

#[test]
fn a_ratio_of_0_to_0_is_undefined() {
    let none = of(&nodes(Some(1.0), None), &[search("slow", "i", 0), search("fast", "i", 0)]);
    assert_eq!((none.outcome, none.value), (ClaimOutcome::Undecided, None));
    let some = of(&nodes(Some(1.0), None), &[search("slow", "i", 1), search("fast", "i", 0)]);
    assert_eq!((some.outcome, some.value), (ClaimOutcome::Holds, Some(ValueRange::exact(f64::INFINITY))));
}

#[test]
fn a_search_cut_short_gives_a_bound() {
    let mut trials = [search("slow", "i", 300), search("fast", "i", 100)];
    trials[0].status = Status::Timeout;
    assert_eq!(outcome(&nodes(Some(2.0), None), &trials), ClaimOutcome::Holds);
    assert_eq!(outcome(&nodes(Some(4.0), None), &trials), ClaimOutcome::Undecided);
    assert_eq!(outcome(&nodes(None, Some(2.0)), &trials), ClaimOutcome::Fails);
    trials[0].status = Status::Unique;
    trials[1].status = Status::Timeout;
    assert_eq!(outcome(&nodes(Some(2.0), None), &trials), ClaimOutcome::Undecided);
    assert_eq!(outcome(&nodes(Some(4.0), None), &trials), ClaimOutcome::Fails);
    assert_eq!(outcome(&nodes(None, Some(3.0)), &trials), ClaimOutcome::Holds);
}

#[test]
fn the_time_to_encode_is_exact_even_if_the_search_is_cut_short() {
    let encoded = |seed, encode_ns| Trial { encode_ns: Some(encode_ns), seed, ..search("a", "i", 300) };
    let value = |trials: &[Trial]| of(&claim("encode_ns", "a", None, (None, Some(1.0))), trials);
    let mut trials = vec![encoded(1, 1_000_000)];
    trials[0].status = Status::NodeLimit;
    let exact = value(&trials);
    assert_eq!((exact.outcome, exact.value), (ClaimOutcome::Holds, Some(ValueRange::exact(0.001))));
    trials.push(encoded(2, 3_000_000));
    assert_eq!(value(&trials).value, Some(ValueRange::exact(0.002)));
    // A strategy that is interrupted in a separate process does not report this time.
    (trials[0].status, trials[0].encode_ns) = (Status::Timeout, Some(0));
    assert_eq!(value(&trials).outcome, ClaimOutcome::Undecided);
    trials.pop();
    assert_eq!(value(&trials).outcome, ClaimOutcome::Undecided);
}

#[test]
fn a_time_limit_decides_no_count_of_answers_and_a_node_limit_does() {
    let all = |at_least, at_most| claim("solved", "a", None, (at_least, at_most));
    let mut trials = [search("a", "i", 1), search("a", "j", 2)];
    assert_eq!(outcome(&all(Some(2.0), None), &trials), ClaimOutcome::Holds);
    trials[1].status = Status::Timeout;
    let short = of(&all(Some(2.0), None), &trials);
    assert_eq!(short.doubt, Some(Doubt::Cut { searches: 1, of: 2, limit_cpu_ns: None }));
    assert_eq!(short.value, Some(between(1.0, 2.0)));
    assert_eq!(outcome(&all(None, Some(1.0)), &trials), ClaimOutcome::Undecided);
    assert_eq!(outcome(&all(None, Some(0.0)), &trials), ClaimOutcome::Fails);
    assert_eq!(outcome(&all(Some(3.0), None), &trials), ClaimOutcome::Fails);
    trials[1].status = Status::NodeLimit;
    let limited = of(&all(None, Some(1.0)), &trials);
    assert_eq!((limited.outcome, limited.node_limited), (ClaimOutcome::Holds, 1));
    assert_eq!(outcome(&all(Some(2.0), None), &trials), ClaimOutcome::Fails);
}

/// One unfinished run of ten lies above the median and has no effect. With six, the median is unknown.
#[test]
fn a_claim_is_about_the_median_of_the_seeds() {
    let run = |strategy: &str, seed: u64, cost: u64| Trial { seed, ..search(strategy, "i", cost) };
    let mut trials: Vec<Trial> = (1..=10).map(|seed| run("slow", seed, 100 * seed)).collect();
    (trials[9].status, trials[9].nodes) = (Status::Timeout, Some(100_000));
    trials.extend((1..=10).map(|seed| run("fast", seed, 10)));
    let found = of(&nodes(Some(50.0), None), &trials);
    assert_eq!((found.outcome, found.value), (ClaimOutcome::Holds, Some(ValueRange::exact(55.0))));
    assert_eq!(outcome(&nodes(Some(60.0), None), &trials), ClaimOutcome::Fails, "one run alone took 100 000");
    for trial in &mut trials[4..9] {
        trial.status = Status::Timeout;
    }
    let cut = Doubt::Cut { searches: 6, of: 20, limit_cpu_ns: None };
    assert_eq!(of(&nodes(Some(60.0), None), &trials).doubt, Some(cut));
    // The timeout is far above the other costs, of which one is unknown.
    let mut few = [trials[0].clone(), trials[1].clone(), trials[2].clone(), trials[9].clone()];
    few[1].nodes = None;
    assert_eq!(outcome(&claim("nodes", "slow", None, (None, Some(500.0))), &few), ClaimOutcome::Undecided);
}

#[test]
fn solved_counts_instances_with_all_seeds_and_solved_runs_counts_runs() {
    let run = |(instance, seed)| Trial { seed, ..search("a", instance, 1) };
    let mut trials = [("i", 1), ("i", 2), ("i", 3), ("j", 1), ("j", 2), ("j", 3)].map(run);
    trials[1].status = Status::NodeLimit;
    let count = |measure: &str, trials: &[Trial]| of(&claim(measure, "a", None, (Some(1.0), None)), trials);
    assert_eq!(count("solved", &trials).value, Some(ValueRange::exact(1.0)));
    let runs = count("solved-runs", &trials);
    assert_eq!((runs.value, runs.node_limited, runs.machine_limited), (Some(ValueRange::exact(5.0)), 1, 0));
    assert_eq!(runs.subject, ClaimSubject::Count);
    // A run that timed out leaves its instance open, unless another run of it has no answer on any machine.
    trials[2].status = Status::Timeout;
    assert_eq!(count("solved", &trials).value, Some(ValueRange::exact(1.0)));
    trials[4].status = Status::Timeout;
    assert_eq!(count("solved", &trials).value, Some(between(0.0, 1.0)));
    let runs = count("solved-runs", &trials);
    assert_eq!((runs.value, runs.machine_limited), (Some(between(3.0, 5.0)), 2));
}

#[test]
fn runs_that_a_clock_or_the_memory_ended_are_counted_on_both_sides() {
    let mut trials = [search("slow", "i", 300), search("fast", "i", 100), search("fast", "j", 100)];
    assert_eq!(of(&nodes(Some(1.0), None), &trials).machine_limited, 0);
    trials[0].status = Status::Memout;
    trials[2].status = Status::Timeout;
    assert_eq!(of(&nodes(Some(1.0), None), &trials).machine_limited, 2);
    trials[0].status = Status::NodeLimit;
    assert_eq!(of(&nodes(Some(1.0), None), &trials).machine_limited, 1);
}

#[test]
fn nothing_selected_and_nothing_to_divide_by_are_undecided() {
    let trials = [trial("slow", "i", 300), trial("fast", "i", 0)];
    assert_eq!(outcome(&times(Some(1.0), None), &trials[..1]), ClaimOutcome::Undecided);
    let zero = [trial("slow", "i", 0), trial("fast", "i", 0)];
    assert_eq!(outcome(&times(Some(1.0), None), &zero), ClaimOutcome::Undecided);
    assert_eq!(outcome(&nodes(Some(1.0), None), &trials), ClaimOutcome::Undecided, "no nodes are counted");
}

#[test]
fn a_star_selects_all_that_begin_so() {
    let trials = [trial("a", "r:1:1", 1), trial("a", "r:1:2", 1), trial("a", "r:10:1", 1)];
    let mut claim = claim("solved", "a", None, (Some(2.0), Some(2.0)));
    claim.of.instance = Some("r:1:*".into());
    assert_eq!(outcome(&claim, &trials), ClaimOutcome::Holds);
    claim.of.instance = Some("r:1".into());
    assert_eq!(outcome(&claim, &trials), ClaimOutcome::Undecided);
}

#[test]
fn solved_counts_answers_and_times_are_in_seconds() {
    let mut trials = vec![trial("a", "i", 2_000_000_000), trial("a", "j", 1)];
    trials[1].status = Status::Crash;
    assert_eq!(outcome(&claim("solved", "a", None, (Some(1.0), Some(1.0))), &trials), ClaimOutcome::Holds);
    let mut seconds = claim("solve_cpu_ns", "a", None, (Some(2.0), Some(2.0)));
    seconds.of.instance = Some("i".into());
    assert_eq!(outcome(&seconds, &trials), ClaimOutcome::Holds);
}

/// Eight instances, of which one dominates the totals of both strategies.
fn eight_pairs() -> Vec<Trial> {
    let costs = [(100, 50), (120, 40), (90, 45), (130, 44), (105, 50), (99, 47), (5000, 300), (101, 52)];
    let pair = |(k, (slow, fast)): (usize, (u64, u64))| {
        let instance = format!("i{k}");
        [search("slow", &instance, slow), search("fast", &instance, fast)]
    };
    costs.into_iter().enumerate().flat_map(pair).collect()
}

/// One of eight pairs dominates both totals, so the ratio of totals says little.
#[test]
fn a_bound_within_the_interval_is_undecided() {
    let trials = eight_pairs();
    let bounded = |least| of(&times(Some(least), None), &trials);
    let (low, high) = bounded(1.5).interval.unwrap();
    assert!((2.0..2.5).contains(&low) && (10.0..15.0).contains(&high), "{low} {high}");
    assert_eq!(bounded(1.5).outcome, ClaimOutcome::Holds);
    assert_eq!(bounded(5.0).doubt, Some(Doubt::Within(5.0)), "the ratio is 9.15");
    assert_eq!(bounded(20.0).outcome, ClaimOutcome::Fails);
    assert_eq!(of(&times(Some(1.5), None), &trials[..8]).interval, None, "four pairs");
    let alone = of(&times(Some(1.5), None), &trials[..15]).interval.unwrap();
    assert!(alone.0 < low && alone.1 > high, "one is alone, so the sides are drawn independently: {alone:?}");
    assert_eq!(of(&nodes(Some(5.0), None), &trials).interval, None, "counts repeat");
    assert_eq!(of(&nodes(Some(5.0), None), &trials).outcome, ClaimOutcome::Holds);
}

/// A cut-short time opens one end of the interval. Few instances must agree on the side of the bound.
#[test]
fn a_ratio_of_times_needs_an_interval_or_instances_that_agree() {
    let mut trials = eight_pairs();
    let bounded = |least, trials: &[Trial]| of(&times(Some(least), None), trials);
    trials[12].status = Status::Timeout;
    let cut = bounded(5.0, &trials);
    assert_eq!((cut.interval.unwrap().1, cut.doubt), (f64::INFINITY, Some(Doubt::Within(5.0))));
    assert_eq!(bounded(1.5, &trials).outcome, ClaimOutcome::Holds);
    // Four pairs have ratios from 2 to 3, and 2.46 of their totals.
    assert_eq!(bounded(1.9, &trials[..8]).outcome, ClaimOutcome::Holds);
    assert_eq!(bounded(2.2, &trials[..8]).doubt, Some(Doubt::Between(2.2)));
    assert_eq!(bounded(3.1, &trials[..8]).outcome, ClaimOutcome::Fails);
    // One strategy takes 99 to 105 on three instances, the other 40 to 50 on four different ones.
    let apart = [8, 10, 14, 1, 3, 5, 7].map(|k| trials[k].clone());
    assert_eq!(bounded(1.4, &apart).outcome, ClaimOutcome::Holds);
    assert_eq!(bounded(1.5, &apart).doubt, Some(Doubt::Between(1.5)));
    // A sample of a large corpus may have no instance of a side.
    let mut sums = ClaimSums::new(&times(Some(1.4), None), false);
    results(&apart).iter().for_each(|result| sums.add(result));
    let sampled = sums.decide(&results(&apart[..3]), &MeasuredInstances::default(), None).doubt;
    let why = "the sample of a large corpus has no instance of fast, so the ratio has no interval";
    assert_eq!(sampled, Some(Doubt::Unknown(why.into())));
}

/// A strategy that gives up early has not found answers in less time.
#[test]
fn the_cost_of_a_stuck_search_is_a_bound_in_claims() {
    let mut trials = [search("slow", "i", 100), search("fast", "i", 300), search("slow", "j", 100)];
    (trials[0].status, trials[2].status) = (Status::Stuck, Status::Stuck);
    trials[2].verdict = crate::record::Verdict::Unverified;
    let quick = of(&nodes(None, Some(1.0)), &trials);
    assert_eq!((quick.outcome, quick.stuck), (ClaimOutcome::Undecided, (2, 3)));
    assert_eq!(quick.doubt, Some(Doubt::Stuck));
    assert_eq!(quick.value, Some(ValueRange { low: (200.0 / 300.0).into(), high: None }));
    let solved = of(&claim("solved", "slow", None, (None, Some(0.0))), &trials);
    assert_eq!((solved.outcome, solved.stuck), (ClaimOutcome::Holds, (0, 2)));
}

/// Instances are not searched, and a run is counted once.
#[test]
fn searches_are_counted_once() {
    let mut trials = [search("a", "i", 300), search("a", "j", 100)];
    trials[0].status = Status::NodeLimit;
    let same = |measure: &str| {
        let against = Some(measure.to_string());
        let claim = Claim { against_measure: against, ..claim("nodes", "a", Some("a"), (None, Some(401.0))) };
        of(&claim, &trials).doubt
    };
    let cut = Some(Doubt::Cut { searches: 1, of: 2, limit_cpu_ns: None });
    assert_eq!((same("nodes"), same("instances")), (cut.clone(), cut));
}

#[test]
fn a_rating_beyond_the_scale_decides_what_it_can() {
    let (_, evaluate) = of_puzzles("delord", "explainer");
    let largest = |least, most| {
        let claim = Claim { take: Aggregation::Largest, ..claim("explainer", "a", None, (least, most)) };
        let found = evaluate(&claim);
        (found.outcome, found.doubt)
    };
    assert_eq!(largest(None, Some(4.4)), (ClaimOutcome::Fails, None));
    assert_eq!(largest(Some(4.0), None), (ClaimOutcome::Holds, None));
    let why = "explainer is known only up to the end of its scale: 4.5 or more";
    assert_eq!(largest(None, Some(7.0)), (ClaimOutcome::Undecided, Some(Doubt::Unknown(why.into()))));
}

/// Trials of two strategies, each with a number of solutions.
fn counted(of: u64, against: u64) -> [Trial; 2] {
    [("slow", of), ("fast", against)]
        .map(|(strategy, count)| Trial { solutions: Some(count), ..search(strategy, "i", 1) })
}

#[test]
fn whole_bounds_above_2_to_the_53_are_compared_exactly() {
    const COUNT: i128 = 53_060_477_521_960_000;
    let trials = counted(COUNT as u64, COUNT as u64 + 1);
    let bounded = |least: i128, most: i128| Claim {
        at_least: Some(Number::of_whole(least)),
        at_most: Some(Number::of_whole(most)),
        ..claim("solutions", "slow", None, (None, None))
    };
    assert_eq!(outcome(&bounded(COUNT, COUNT), &trials), ClaimOutcome::Holds);
    for (least, most) in [(COUNT + 1, COUNT + 2), (COUNT - 2, COUNT - 1), (COUNT - 3, COUNT - 3)] {
        assert_eq!(outcome(&bounded(least, most), &trials), ClaimOutcome::Fails, "{least} to {most}");
    }
    let equal = claim("solutions", "slow", Some("fast"), (Some(1.0), None));
    assert_eq!(outcome(&equal, &trials), ClaimOutcome::Fails);
    assert_eq!(outcome(&equal, &counted(COUNT as u64, COUNT as u64)), ClaimOutcome::Holds);
    let seeds: Vec<Trial> =
        (1..=4).flat_map(|seed| trials.clone().map(|trial| Trial { seed, ..trial })).collect();
    assert_eq!(outcome(&bounded(COUNT, COUNT), &seeds), ClaimOutcome::Holds);
}

#[test]
fn a_count_too_large_to_record_is_a_lower_bound() {
    let trials = counted(u64::MAX, u64::MAX);
    let alone = |at_least, at_most| claim("solutions", "slow", None, (at_least, at_most));
    assert_eq!(outcome(&alone(Some(1e19), None), &trials), ClaimOutcome::Holds);
    assert_eq!(outcome(&alone(None, Some(1e19)), &trials), ClaimOutcome::Fails);
    let open = of(&alone(None, Some(1e20)), &trials);
    let why = "a count is too large to record: 18446744073709551615 or more";
    assert_eq!((open.outcome, open.doubt), (ClaimOutcome::Undecided, Some(Doubt::Unknown(why.into()))));
    assert_eq!(open.value.unwrap().high, None);
    let ratio = claim("solutions", "slow", Some("fast"), (Some(1.0), Some(1.0)));
    assert_eq!(outcome(&ratio, &trials), ClaimOutcome::Undecided);
}

#[test]
fn a_record_with_a_gap_decides_nothing() {
    let results = results(&[search("slow", "i", 300), search("fast", "i", 100)]);
    for (least, is_law) in [(2.0, false), (4.0, false), (4.0, true)] {
        let mut sums = ClaimSums::new(&nodes(Some(least), None), is_law);
        results.iter().for_each(|result| sums.add(result));
        let found = sums.decide(&results, &MeasuredInstances::default(), Some("shard 1 of 2"));
        assert_eq!(found.doubt, Some(Doubt::Unknown("shard 1 of 2".into())));
        assert_eq!((found.outcome, found.value), (ClaimOutcome::Undecided, None));
    }
}

#[test]
fn a_comparison_over_different_instances_is_undecided() {
    let trials = ["i", "j", "k"].map(|name| [search("slow", name, 3), search("fast", name, 1)]);
    let mut results = results(&trials.concat());
    let claim = nodes(Some(3.0), None);
    let outcome = |claim: &Claim, results: &[InstanceResult]| {
        evaluate(claim, results, &MeasuredInstances::default()).outcome
    };
    assert_eq!(outcome(&claim, &results), ClaimOutcome::Holds);
    let j = |result: &&mut InstanceResult| result.instance == "j";
    results.iter_mut().filter(j).find(|result| result.strategy == "fast").unwrap().status =
        Status::Unsupported;
    let result = evaluate(&claim, &results, &MeasuredInstances::default());
    let why = "fast does not support an instance, so the sums are over different instances; select those that both support";
    assert_eq!(result.doubt, Some(Doubt::Unknown(why.into())));
    // Other instances are compared as before, and so are all if neither supports it.
    let select = |side: &Selection| Selection { instance: Some("i".into()), ..side.clone() };
    let of_i = Claim { of: select(&claim.of), against: claim.against.as_ref().map(select), ..claim.clone() };
    assert_eq!(outcome(&of_i, &results), ClaimOutcome::Holds);
    results.iter_mut().filter(j).for_each(|result| result.status = Status::Unsupported);
    assert_eq!(outcome(&claim, &results), ClaimOutcome::Holds);
}
