//! A run that is killed at any moment and restarted produces the same table as an undisturbed run. The test
//! kills it 60 times, or `COVERLAB_KILLS` times.

use crate::support::{
    EASY, HARD, Notes, PACE, SOLVED, Scratch, count_check, experiment, images, run, run_with, timeless,
    trials,
};
use coverlab::runner::{self, RunCallbacks};
use coverlab_model::Cancel;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The environment variable with the folder in which the child runs `test.toml`.
const CHILD: &str = "COVERLAB_TEST_CHILD";

/// The process that is killed: this test program, running only this test. Without the variable, it does
/// nothing.
#[test]
fn child() {
    let Ok(folder) = std::env::var(CHILD) else { return };
    let folder = Path::new(&folder);
    run(&std::fs::read_to_string(folder.join("test.toml")).unwrap(), &folder.join("out"));
}

fn spawn(folder: &Path) -> std::process::Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "resume::child", "--test-threads=1"])
        .env(CHILD, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// A simple random generator for the moments of the kills.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    *state >> 33
}

#[test]
fn a_run_killed_many_times_and_continued_equals_one_never_killed() {
    let folder = Scratch::new("kill");
    let corpus = folder.0.join("corpus.txt");
    let max_kills = std::env::var("COVERLAB_KILLS").map_or(60, |kills| kills.parse().expect("a number"));
    // Enough work for this many kills.
    let hard = 2 * max_kills;
    std::fs::write(&corpus, images("easy", EASY, 300) + &images("hard", HARD, hard)).unwrap();
    let corpora = format!("[[corpora]]\npath = {:?}", corpus.display().to_string());
    let strategies = ["fewest-first", "fewest-last", "denier", "panics"];
    let text = experiment(&strategies, &corpora, "repetitions = 3\ntask = \"unique\"");
    std::fs::write(folder.0.join("test.toml"), &text).unwrap();

    let start = Instant::now();
    run(&text, &folder.0.join("whole"));
    let mut longest = (start.elapsed() / 2).min(Duration::from_millis(120));
    let (mut kills, mut state) = (0, 1);
    while kills < max_kills {
        let mut child = spawn(&folder.0);
        std::thread::sleep(Duration::from_micros(random(&mut state) % longest.as_micros() as u64));
        child.kill().unwrap();
        let has_ended = child.wait().unwrap().success();
        if has_ended && kills > 2 {
            break;
        }
        if has_ended {
            // This process stalled, or the machine is faster than estimated. Try again with earlier kills.
            std::fs::remove_dir_all(folder.0.join("out")).unwrap();
            (kills, longest) = (0, (longest / 2).max(Duration::from_millis(1)));
            continue;
        }
        kills += 1;
    }
    assert!(spawn(&folder.0).wait().unwrap().success());
    println!("{kills} kills");
    assert!(kills > 2, "the run ended after {kills} kills");
    let (whole, killed) = (timeless(&folder.0.join("whole")), timeless(&folder.0.join("out")));
    assert_eq!(whole.len(), (300 + hard) * 4 * 3);
    assert!(whole == killed, "the tables differ after {kills} kills");
}

/// The error of a run of the experiment `text` in `folder`.
fn refusal(text: &str, folder: &Path) -> String {
    let prepared = crate::support::prepare(text).unwrap();
    let options = runner::RunnerOptions::default();
    runner::execute(&prepared, folder, &options, &runner::NoCallbacks).unwrap_err().to_string()
}

#[test]
fn a_table_without_checksums_is_not_resumed() {
    let folder = Scratch::new("unchecked");
    let text = experiment(&["fewest-first"], "[[corpora]]\nname = \"delord\"", "");
    let table = folder.0.join("trials.csv");
    std::fs::write(&table, "of another program").unwrap();
    let error = refusal(&text, &folder.0);
    assert!(error.contains("trials.csv has no checksums, trials.sums (choose another folder "), "{error}");
    assert_eq!(std::fs::read_to_string(&table).unwrap(), "of another program");
    let options = runner::RunnerOptions { fresh: true, ..runner::RunnerOptions::default() };
    let prepared = crate::support::prepare(&text).unwrap();
    let fresh = runner::execute(&prepared, &folder.0, &options, &runner::NoCallbacks).unwrap();
    assert_eq!((fresh.counts.rows, trials(&folder.0).len()), (6, 6));
}

#[test]
fn a_table_of_an_earlier_version_is_not_resumed() {
    let folder = Scratch::new("earlier");
    let text = experiment(&["fewest-first"], "[[corpora]]\nname = \"delord\"", "");
    run(&text, &folder.0);
    let table = folder.0.join("trials.csv");
    let earlier = std::fs::read_to_string(&table).unwrap().replacen(",instance,", ",isomorph,", 1);
    std::fs::write(&table, &earlier).unwrap();
    let error = refusal(&text, &folder.0);
    assert!(error.contains("an earlier version of coverlab wrote "), "{error}");
    assert!(std::fs::read_to_string(&table).unwrap() == earlier);
}

#[test]
fn a_finished_run_reports_rows_that_lost_their_checksums() {
    let folder = Scratch::new("lost-checksums");
    let text = experiment(&["fewest-first"], "[[corpora]]\nname = \"delord\"", "");
    run(&text, &folder.0);
    std::fs::write(folder.0.join("trials.sums"), "").unwrap();
    let (prepared, notes) = (crate::support::prepare(&text).unwrap(), Notes::default());
    let again = runner::execute(&prepared, &folder.0, &runner::RunnerOptions::default(), &notes).unwrap();
    let notes = notes.0.into_inner().unwrap();
    assert!(notes[0].ends_with("have no checksum; their trials must be run again"), "{notes:?}");
    assert_eq!((again.reused, again.counts.rows), (0, 6));
}

#[test]
fn a_raised_limit_runs_only_what_hit_it() {
    let folder = Scratch::new("raised");
    let text = |nodes: u64| {
        let corpora = format!("[[corpora]]\nname = \"sources\"\n[limits]\nnodes = {nodes}");
        experiment(&["fewest-first"], &corpora, "")
    };
    let low = run(&text(300), &folder.0);
    let before = trials(&folder.0);
    assert!(low.counts.limited > 0 && low.counts.correct > 0, "{:?}", low.counts);
    let high = run(&text(10_000_000), &folder.0);
    assert_eq!((high.reused, high.counts.correct), (low.counts.correct, 8));
    for (old, new) in before.iter().zip(trials(&folder.0)) {
        let hit = old.stop == "node-limit";
        assert_eq!(old.order_index != new.order_index, hit, "{}", old.instance);
        // A trial that is not run again keeps its limit.
        assert_eq!(new.limit_nodes, Some(if hit { 10_000_000 } else { 300 }));
    }
    // With the low limit again, the trials that exceed it run again.
    let again = run(&text(300), &folder.0);
    assert_eq!((again.reused, again.counts), (low.counts.correct, low.counts));
}

#[test]
fn trials_without_an_answer_run_again_under_changed_limits() {
    let folder = Scratch::new("changed-limits");
    let text = |time: &str| {
        let corpora = format!("[[corpora]]\nname = \"sources\"\n[limits]\nnodes = 300\ntime = \"{time}\"");
        experiment(&["fewest-first", "stuck"], &corpora, "")
    };
    let first = run(&text("100s"), &folder.0);
    assert_eq!(run(&text("300s"), &folder.0).reused, first.counts.correct);
    for trial in trials(&folder.0) {
        let seconds = if trial.status.is_answer() { 100 } else { 300 };
        assert_eq!(trial.limit_cpu_ns, Some(seconds * 1_000_000_000), "{trial:?}");
    }
}

#[test]
fn without_its_rows_no_trial_counts_as_recorded() {
    let folder = Scratch::new("again");
    let text = experiment(&["fewest-first"], "[[corpora]]\nname = \"sources\"", "");
    run(&text, &folder.0);
    std::fs::remove_file(folder.0.join("trials.csv")).unwrap();
    assert_eq!(run(&text, &folder.0).reused, 0);
    assert_eq!(trials(&folder.0).len(), 8);
}

#[test]
fn an_experiment_that_lacks_recorded_trials_is_refused_and_changes_nothing() {
    let folder = Scratch::new("lacking");
    let of = |strategies: &[&str], corpus: &str, more: &str| {
        experiment(strategies, &format!("[[corpora]]\nname = \"{corpus}\""), more)
    };
    let text = of(&["fewest-first", "fewest-last"], "delord", "seeds = 2");
    run(&text, &folder.0);
    let files = || {
        ["trials.csv", "trials.sums", "experiment.toml", "run.json"]
            .map(|name| std::fs::read(folder.0.join(name)).unwrap())
    };
    let before = files();
    for (other, words) in [
        (of(&["fewest-first"], "delord", "seeds = 2"), ": 12 recorded trials of other strategies"),
        (
            of(&["fewest-first", "fewest-last"], "delord", "seeds = 2\ntask = \"unique\""),
            ": 24 recorded trials of another task or memory limit",
        ),
        (of(&["fewest-first", "fewest-last"], "delord", "seed = 1"), ": 12 recorded trials with other seeds"),
        (
            of(&["fewest-first", "fewest-last"], "sources", "seeds = 2"),
            ": 24 recorded trials on other instances",
        ),
    ] {
        let error = refusal(&other, &folder.0);
        assert!(error.contains("has trials that the experiment lacks: ") && error.contains(words), "{error}");
        assert!(files() == before, "{error}");
    }
    let more = of(&["denier", "fewest-last", "fewest-first"], "delord", "seeds = 3\nrepetitions = 2");
    assert_eq!(run(&more, &folder.0).reused, 24);
    let fewer = refusal(&of(&["denier", "fewest-last", "fewest-first"], "delord", "seeds = 3"), &folder.0);
    assert!(fewer.contains(": 54 recorded trials of further repetitions"), "{fewer}");
}

/// Stops a run of `paced` once it has recorded `trials`.
struct StopAfter {
    trials: u64,
    cancel: Cancel,
}

impl RunCallbacks for StopAfter {
    fn tick(&self, done: u64) {
        if done >= self.trials {
            self.cancel.raise();
        }
        count_check();
    }
}

#[test]
fn a_run_that_was_stopped_twice_equals_one_never_stopped() {
    // `paced` still searches up to the second tick after the stop request, so there are many more.
    const PUZZLES: u64 = 8000 + 10 * PACE;
    let folder = Scratch::new("stopped");
    let corpus = folder.0.join("corpus.txt");
    std::fs::write(&corpus, images("image", &SOLVED.replace('5', "."), PUZZLES as usize)).unwrap();
    let small = "[[corpora]]\nname = \"delord\"";
    let corpora = format!("{small}\n[[corpora]]\npath = {:?}", corpus.display().to_string());
    let text = experiment(&["paced"], &corpora, "task = \"unique\"");
    let prepared = crate::support::prepare(&text).unwrap();
    assert_eq!(prepared.trials(), PUZZLES + 6);

    let whole =
        run_with(&text, &folder.0.join("whole"), &StopAfter { trials: u64::MAX, cancel: Cancel::default() });
    assert_eq!((whole.counts.rows, whole.counts.correct), (PUZZLES + 6, PUZZLES + 6));

    let out = folder.0.join("out");
    let mut reused = Vec::new();
    for stop in [1000, 7000, u64::MAX] {
        let options = runner::RunnerOptions::default();
        let callbacks = StopAfter { trials: stop, cancel: options.cancel.clone() };
        let summary = runner::execute(&prepared, &out, &options, &callbacks).unwrap();
        assert_eq!(summary.interrupted, stop < u64::MAX, "{summary:?}");
        assert_eq!(summary.counts.rows, trials(&out).len() as u64);
        reused.push(summary.reused);
    }
    assert!(reused[0] == 0 && reused[1] >= 1000 && reused[2] >= 8000, "{reused:?}");
    let (undisturbed, stopped) = (timeless(&folder.0.join("whole")), timeless(&out));
    assert!(undisturbed == stopped, "the tables differ");
    assert_eq!(
        (&*stopped[5].corpus, &*stopped[6].corpus, &*stopped[6].instance),
        ("delord", "corpus", "image-0")
    );
    let mut orders: Vec<u64> = trials(&out).iter().map(|trial| trial.order_index).collect();
    orders.sort_unstable();
    assert!(orders.windows(2).all(|pair| pair[0] < pair[1]), "an order index is given twice");
    let info: serde_json::Value =
        serde_json::from_slice(&std::fs::read(out.join("run.json")).unwrap()).unwrap();
    assert_eq!((&info["starts"], &info["recorded"]), (&3.into(), &(PUZZLES + 6).into()));

    let again =
        runner::RunnerOptions { fresh: true, cancel: Cancel::default(), ..runner::RunnerOptions::default() };
    again.cancel.raise();
    let summary = runner::execute(&prepared, &out, &again, &runner::NoCallbacks).unwrap();
    assert_eq!((summary.reused, summary.counts.rows), (0, 0), "trials of the old record are left");
}
