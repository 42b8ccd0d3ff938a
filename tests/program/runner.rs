//! The runner with strategies that give wrong answers, panic or never end. The table shows each.

use crate::common::coverlab;
use crate::support::{
    EASY, HARD, Notes, SOLVED, Scratch, experiment, images, prepare, run, run_with, trials,
};
use coverlab::record::{Status, TimingMode, Trial, Verdict};
use coverlab::runner::{self, ResultsFolder, RunnerOptions};

const SOURCES: &str = "[[corpora]]\nname = \"sources\"";

fn of<'a>(trials: &'a [Trial], strategy: &str) -> Vec<&'a Trial> {
    trials.iter().filter(|t| t.strategy == strategy).collect()
}

#[test]
fn honest_strategies_are_correct() {
    let folder = Scratch::new("honest");
    let text = experiment(&["fewest-first", "fewest-last"], SOURCES, "task = \"unique\"\nrepetitions = 2");
    let summary = run(&text, &folder.0);
    let trials = trials(&folder.0);
    assert_eq!((summary.counts.correct, summary.counts.rows, summary.interrupted), (32, 32, false));
    assert!(trials.iter().all(|t| t.status == Status::Unique && t.verdict == Verdict::Correct));
    assert!(trials.iter().all(|t| t.stop.is_empty() && t.backtracks.is_some() && t.conflicts.is_none()));
    let mut order: Vec<u64> = trials.iter().map(|t| t.order_index).collect();
    order.sort_unstable();
    assert_eq!(order, (0..32).collect::<Vec<u64>>());
    // The order of rows: instance, strategy, repetition.
    let first: Vec<_> = trials[..4].iter().map(|t| (&*t.instance, &*t.strategy, t.repeat)).collect();
    assert_eq!(
        first,
        [
            ("d_easy", "fewest-first", 0),
            ("d_easy", "fewest-first", 1),
            ("d_easy", "fewest-last", 0),
            ("d_easy", "fewest-last", 1)
        ]
    );
    assert_eq!(std::fs::read_to_string(folder.0.join("experiment.toml")).unwrap(), text);
    let info: coverlab::record::RunInfo =
        serde_json::from_str(&std::fs::read_to_string(folder.0.join("run.json")).unwrap()).unwrap();
    assert_eq!((info.recorded, info.trials, info.starts), (32, 32, 1));
}

#[test]
fn seeds_are_an_axis() {
    let folder = Scratch::new("axes");
    let more = "task = \"unique\"\nseed = 7\nseeds = 3\nrepetitions = 2";
    let text = experiment(&["fewest-first", "moody"], SOURCES, more);
    let summary = run(&text, &folder.0);
    let found = trials(&folder.0);
    assert_eq!((summary.counts.rows, found.len()), (8 * 2 * 6, 96));
    let first: Vec<_> = found[..6].iter().map(|t| (&*t.strategy, t.seed, t.repeat)).collect();
    let expected = [(7, 0), (7, 1), (8, 0), (8, 1), (9, 0), (9, 1)];
    assert_eq!(first, expected.map(|(seed, repeat)| ("fewest-first", seed, repeat)));
    let instances: Vec<_> = found.iter().step_by(12).take(2).map(|t| &*t.instance).collect();
    assert_eq!(instances, ["d_easy", "d_hard"]);
    // Repetitions with the same seed must do equal work; repetitions with different seeds need not.
    let honest = of(&found, "fewest-first");
    assert!(honest.iter().all(|t| t.status == Status::Unique && t.verdict == Verdict::Correct));
    let wrong = of(&found, "moody").iter().filter(|t| t.verdict == Verdict::Wrong).count();
    assert_eq!((wrong, summary.counts.wrong), (24, 24), "the second repetition of every seed");
    // Nothing is searched twice; only the trials of the new seed are missing.
    assert_eq!(run(&text, &folder.0).reused, 96);
    let more = run(&text.replace("seeds = 3", "seeds = 4"), &folder.0);
    assert_eq!((more.reused, more.counts.rows), (96, 128));
}

#[test]
fn a_false_answer_is_wrong() {
    let folder = Scratch::new("lie");
    let text = experiment(&["liar", "denier", "fewest-first"], SOURCES, "task = \"unique\"");
    let summary = run(&text, &folder.0);
    let trials = trials(&folder.0);
    for trial in of(&trials, "liar") {
        assert_eq!((trial.status, trial.verdict), (Status::Error, Verdict::Wrong));
        assert!(trial.error.contains("clue is") || trial.error.contains("1 twice"), "{}", trial.error);
    }
    for trial in of(&trials, "denier") {
        assert_eq!((trial.status, trial.verdict), (Status::None, Verdict::Wrong));
        assert_eq!(trial.error, "no solution, but the corpus says exactly 1");
    }
    assert!(of(&trials, "fewest-first").iter().all(|t| t.verdict == Verdict::Correct));
    assert_eq!((summary.counts.wrong, summary.counts.correct), (16, 8));
}

#[test]
fn a_panic_is_a_crash_and_the_others_go_on() {
    let folder = Scratch::new("panic");
    let path = folder.0.join("many.txt");
    let many = images("easy", EASY, 300);
    // `panics` panics on an image whose first cell is 8, in the middle of a streamed block.
    let eights = many.lines().filter(|line| line.starts_with('8')).count();
    assert!(eights > 0);
    std::fs::write(&path, &many).unwrap();
    let corpora = format!("[[corpora]]\npath = {:?}", path.display().to_string());
    run(&experiment(&["panics", "fewest-first"], &corpora, ""), &folder.0.join("out"));
    let trials = trials(&folder.0.join("out"));
    let crashed: Vec<_> = trials.iter().filter(|t| t.status == Status::Crash).collect();
    assert_eq!(crashed.len(), eights);
    for trial in crashed {
        assert!(trial.error.starts_with("an eight to begin with at "), "{}", trial.error);
        assert_eq!((trial.verdict, trial.solutions, trial.nodes), (Verdict::Unverified, None, None));
    }
    let solved = trials.iter().filter(|t| t.status == Status::Solved && t.verdict == Verdict::Correct);
    assert_eq!(solved.count(), 600 - eights);
}

#[test]
fn an_endless_search_is_a_timeout_and_a_stuck_one_records_its_progress() {
    let folder = Scratch::new("endless");
    let corpora = format!("{SOURCES}\nsample = 2\n[limits]\ntime = \"30ms\"");
    run(&experiment(&["endless", "stuck"], &corpora, ""), &folder.0);
    let trials = trials(&folder.0);
    for trial in of(&trials, "endless") {
        assert_eq!(
            (trial.status, trial.verdict, &*trial.stop),
            (Status::Timeout, Verdict::Unverified, "deadline")
        );
        assert_eq!((trial.limit_cpu_ns, &*trial.enforcer), (Some(30_000_000), "cooperative"));
        assert!(trial.solve_cpu_ns >= Some(30_000_000));
        assert_eq!(trial.mode, TimingMode::Alone);
    }
    for trial in of(&trials, "stuck") {
        assert_eq!((trial.status, trial.verdict), (Status::Stuck, Verdict::Unverified));
        assert!(trial.filled.is_some());
    }
}

#[test]
fn an_endless_search_among_quick_ones_does_not_spoil_their_times() {
    let folder = Scratch::new("node-limit");
    let corpora = format!("{SOURCES}\n[limits]\nnodes = 100");
    run(&experiment(&["endless", "fewest-first"], &corpora, ""), &folder.0);
    for trial in of(&trials(&folder.0), "endless") {
        assert_eq!((trial.status, trial.nodes, &*trial.stop), (Status::NodeLimit, Some(100), "node-limit"));
    }
}

#[test]
fn repetitions_that_differ_are_wrong() {
    let folder = Scratch::new("moody");
    let summary = run(&experiment(&["moody"], SOURCES, "repetitions = 2"), &folder.0);
    assert_eq!(summary.counts.wrong, 8);
    let trials = trials(&folder.0);
    assert!(trials.iter().filter(|t| t.repeat == 1).all(|t| t.error.contains("the same search differs")));
}

#[test]
fn a_fast_strategy_is_streamed_and_nothing_is_lost() {
    let folder = Scratch::new("stream");
    let path = folder.0.join("many.txt");
    // Each search takes a microsecond or two, which is fast enough for streaming on any machine.
    std::fs::write(&path, images("full", &SOLVED.replace('5', "."), 2000)).unwrap();
    let corpora = format!("[[corpora]]\npath = {:?}", path.display().to_string());
    let text = experiment(&["fewest-first", "stuck"], &corpora, "repetitions = 2");
    let is_streamed = |attempt: usize| {
        let out = folder.0.join(format!("out-{attempt}"));
        run(&text, &out);
        let trials = trials(&out);
        assert_eq!(trials.len(), 8000);
        let right = of(&trials, "fewest-first").iter().filter(|t| t.verdict == Verdict::Correct).count();
        assert_eq!(right, 4000);
        let mut order: Vec<u64> = trials.iter().map(|t| t.order_index).collect();
        order.sort_unstable();
        order.dedup();
        assert_eq!(order.len(), 8000);
        trials.iter().filter(|t| t.mode == TimingMode::Stream).count() > trials.len() / 2
    };
    // If the machine stalls at the wrong moment, any search appears slow.
    assert!((0..20).any(is_streamed), "no run is streamed");
}

#[test]
fn two_threads_find_what_one_finds() {
    let (one, two) = (Scratch::new("one"), Scratch::new("two"));
    let text = experiment(&["fewest-first", "fewest-last"], SOURCES, "repetitions = 3\ntask = \"all\"");
    run(&text, &one.0);
    let options = RunnerOptions { threads: 2, ..RunnerOptions::default() };
    runner::execute(&prepare(&text).unwrap(), &two.0, &options, &runner::NoCallbacks).unwrap();
    assert_eq!(crate::support::timeless(&one.0), crate::support::timeless(&two.0));
}

#[test]
fn one_run_at_a_time_writes_to_a_folder() {
    let folder = Scratch::new("lock");
    let held = ResultsFolder::open(&folder.0, false).unwrap();
    let leftover = folder.0.join(".coverlab-x.tmp");
    std::fs::write(&leftover, "of another run").unwrap();
    let error = ResultsFolder::open(&folder.0, false).err().expect("locked").to_string();
    assert!(error.contains("another run is at work in") && leftover.exists(), "{error}");
    drop(held);
    assert!(ResultsFolder::open(&folder.0, false).is_ok() && !leftover.exists());
}

#[test]
fn an_experiment_with_more_strategies_keeps_the_recorded_trials() {
    let folder = Scratch::new("edited");
    run(&experiment(&["fewest-first"], SOURCES, ""), &folder.0);
    let text = experiment(&["fewest-last", "fewest-first"], SOURCES, "");
    let summary = run(&text, &folder.0);
    assert_eq!((summary.reused, summary.counts.rows, summary.counts.correct), (8, 16, 16));
    let options = RunnerOptions { fresh: true, ..RunnerOptions::default() };
    let fresh = runner::execute(&prepare(&text).unwrap(), &folder.0, &options, &runner::NoCallbacks).unwrap();
    assert_eq!((fresh.reused, fresh.counts.rows), (0, 16));
}

#[test]
fn bad_experiments_are_rejected_with_the_position_of_the_error() {
    let good = ["fewest-first"];
    let of = |strategies: &[&str]| experiment(strategies, SOURCES, "");
    let on = |corpora: &str| experiment(&good, corpora, "");
    let with = |keys: &str| experiment(&good, SOURCES, keys);
    let before = |tables: &str| on(&format!("{SOURCES}\n{tables}"));
    let claim = |keys: &str| before(&format!("[[claim]]\nsays = \"c\"\nof = {{}}\n{keys}"));
    let law = |keys: &str| claim(keys).replace("[[claim]]", "[[law]]");
    let published = before(
        "[[published]]\nsource = \"s\"\nmachine = \"m\"\nstrategy = \"fewest-first\"\nmeasure = \"nodes\"\n\
         baseline = \"nowhere\"\nvalues = { elsewhere = 1 }",
    );
    let of_nothing = claim("measure = \"nodes\"\nat_most = 1.0").replace("{}", "{ instance = \"nope\" }");
    let reordered = ["liar:copy=1,slower=3", "liar:slower=3,copy=1"];
    // The listed name is wrong, not that of the claim.
    let misspelled = claim("measure = \"nodes\"\nat_most = 1")
        .replace("[\"fewest-first\"]", "[\"fewest-first\", \"lira\"]")
        .replace("{}", "{ strategy = \"liar\" }");
    for (text, words) in [
        (of(&["fewest-frist"]), "line 3, column 15: there is no strategy `fewest-frist`"),
        (of(&["fewest-frist"]), "did you mean `fewest-first`?"),
        (of(&["test"]), "line 3, column 15: there is no strategy `test`"),
        (of(&["fewest-first:x=1"]), "fewest-first has no parameter `x`"),
        (of(&["liar", "liar"]), "`liar` is listed twice"),
        (of(&reordered), "`liar:slower=3,copy=1` is listed twice"),
        (of(&[]), "no strategy is named"),
        (misspelled, "line 3, column 31: there is no strategy `lira`"),
        (on("corpora = []"), "no corpus is named"),
        (on("[[corpora]]\nname = \"sorces\""), "did you mean `sources`?"),
        (on("[[corpora]]\npath = \"no/such.txt\""), "there is no corpus at no/such.txt"),
        (on("[[corpora]]\nsample = 3"), "either a name or a path"),
        (before("sample = 0"), "0 is too small"),
        (with("repetitions = 0"), "0 is too small"),
        (with("seeds = 0"), "0 is too small"),
        (with("task = { up-to = 0 }"), "0 is too small"),
        (with("").replace("\"test\"", "\"Test/../x\""), "not a valid name for an experiment"),
        (before("[limits]\ntime = \"10 parsecs\""), "is not a duration"),
        (before("[limits]\nnodes = 0"), "line 8, column 9: 0 is too small (expected 1 or more)"),
        (published.clone(), "the baseline `nowhere` has no published value"),
        (
            published.replace("elsewhere", "nowhere"),
            "no corpus of this experiment has an instance `nowhere` (name instances that are measured)",
        ),
        (
            published.replace("{ elsewhere = 1 }", "{ nowhere = 0 }"),
            "the published value of `nowhere`, 0, is not a number above 0 (leave it out",
        ),
        (
            published.replace("{ elsewhere = 1 }", "{ nowhere = -5 }"),
            "`nowhere`, -5, is not a number above 0",
        ),
        (
            published.replace("{ elsewhere = 1 }", "{ nowhere = nan }"),
            "`nowhere`, NaN, is not a number above 0",
        ),
        (with("compare = [[\"fewest-first\", \"liar\"]]"), "`liar` is not a strategy of this"),
        (with("compare = [[\"fewest-first\", \"fewest-first\"]]"), "`fewest-first` is compared with itself"),
        (claim("measure = \"node\"\nat_most = 1.0"), "did you mean `nodes`?"),
        (claim("measure = \"noise\"\nat_most = 1.0"), "`noise` is not a measure"),
        (claim("measure = \"seed\"\nat_most = 1.0"), "`seed` is not a measure"),
        (claim("measure = \"status\"\nat_most = 1.0"), "`status` is not a measure"),
        (claim("measure = \"host\"\nat_most = 1.0"), "`host` is not a measure"),
        (claim("measure = \"limit_nodes\"\nat_most = 1.0"), "`limit_nodes` is not a measure"),
        (
            claim("measure = \"differences\"\nat_most = 1.0"),
            "line 8, column 8: `differences` needs two strategies (name one in `of`",
        ),
        (claim("measure = \"nodes\"\nat_least = 2.0\nat_most = 1.0"), "at least 2 and at most 1 cannot hold"),
        (of_nothing, "no corpus of this experiment has an instance `nope`"),
        (claim("measure = \"solved\""), "a claim without bounds cannot fail"),
        (law("measure = \"solved\""), "a law without bounds cannot fail"),
        (
            law("measure = \"solve_cpu_ns\"\nat_most = 1.0"),
            "line 8, column 8: a law cannot be about time (make it a `[[claim]]`",
        ),
    ] {
        let error = prepare(&text).err().unwrap_or_else(|| panic!("accepted: {text}")).to_string();
        assert!(error.contains(words), "{words}: {error}");
    }
}

#[test]
fn a_sample_larger_than_its_corpus_is_reported() {
    let folder = Scratch::new("sample");
    let corpora = "corpora = [{ name = \"unique-4x4\", sample = 51 }]";
    let text = experiment(&["fewest-first"], corpora, "");
    let notes = Notes::default();
    run_with(&text, &folder.0.join("out"), &notes);
    let notes = notes.0.into_inner().unwrap();
    assert_eq!(notes, ["the sample of 51 instances of unique-4x4 has 50: there are no more"]);
}

#[test]
fn a_malformed_puzzle_in_a_corpus_is_an_error_whose_remedy_works() {
    let folder = Scratch::new("misread");
    let path_of = |name: &str| folder.0.join(name).display().to_string();
    let (bad, good, toml) = (path_of("class.txt"), path_of("good.txt"), path_of("x.toml"));
    std::fs::write(&bad, format!("{EASY}\n{}\n{HARD} # b\n", &EASY[..80])).unwrap();
    let run = |corpus: &str| {
        let corpora = format!("[[corpora]]\npath = {corpus:?}");
        std::fs::write(&toml, experiment(&["dlx"], &corpora, "")).unwrap();
        coverlab(&["run", &toml, "--out", &path_of("out"), "--quiet"])
    };
    let refused = run(&bad);
    assert_eq!((refused.code, refused.out.as_str()), (Some(3), ""), "{}", refused.err);
    let place = format!("{bad}:2:81");
    let remedy = format!("or drop all malformed puzzles: coverlab convert {bad} --to line > good.txt");
    for words in ["row of 80 characters", &place, &remedy] {
        assert!(refused.err.contains(words), "{words}: {}", refused.err);
    }
    let converted = coverlab(&["convert", &bad, "--to", "line", "--out", &good]);
    assert_eq!(converted.code, Some(3), "{}", converted.err);
    assert_eq!(run(&good).code, Some(0));
    let names: Vec<String> = trials(&folder.0.join("out")).into_iter().map(|trial| trial.instance).collect();
    assert_eq!(names, ["line-1", "b"]);
}

#[test]
fn a_missing_optional_corpus_is_skipped_and_reported() {
    let folder = Scratch::new("optional");
    let missing = "{ path = \"no-such-folder/hard.txt\", optional = true }";
    let check = "[[claim]]\nsays = \"c\"\nmeasure = \"nodes\"\nof = { corpus = \"hard\" }\nat_most = 1";
    let corpora = format!("corpora = [{{ name = \"delord\" }}, {missing}]\n{check}");
    let notes = Notes::default();
    let summary = run_with(&experiment(&["fewest-first"], &corpora, ""), &folder.0, &notes);
    assert_eq!((summary.trials, summary.counts.correct), (6, 6));
    assert_eq!(
        notes.0.into_inner().unwrap(),
        ["the corpus no-such-folder/hard.txt is left out: it is not there"]
    );
    let alone = experiment(&["fewest-first"], &format!("corpora = [{missing}]"), "");
    let error = prepare(&alone).err().unwrap().to_string();
    assert!(error.contains("none of the corpora is there") && error.contains("COVERLAB_CORPORA"), "{error}");
    let needed = missing.replace("true", "false");
    let error = prepare(&experiment(&["fewest-first"], &format!("corpora = [{needed}]"), "")).err().unwrap();
    assert!(error.to_string().contains("no-such-folder/hard.txt"), "{error}");
}
