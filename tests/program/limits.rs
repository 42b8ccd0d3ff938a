//! Built-in strategies with a memory limit: they search in separate processes and give the same answers.

#![cfg(target_os = "linux")]

use crate::common::{coverlab, file};
use coverlab::record::{TimingMode, Trial};

/// Runs an experiment. Returns its trials by instance, strategy and repetition.
fn trials(test: &str, name: &str, text: &str) -> Vec<Trial> {
    let path = file(test, &format!("{name}.toml"), format!("name = \"{name}\"\nquestion = \"?\"\n{text}"));
    let folder = path.with_file_name(name);
    let words = ["run", path.to_str().unwrap(), "--fresh", "--quiet", "--out", folder.to_str().unwrap()];
    let run = coverlab(&words);
    assert_eq!(run.code, Some(0), "{text}{}", run.err);
    crate::support::trials(&folder)
}

/// The fields of a trial that do not depend on the machine.
fn machine_independent_fields(trial: &Trial) -> String {
    let mut plain = serde_json::to_value(trial).unwrap();
    let fields = plain.as_object_mut().unwrap();
    fields.retain(|name, _| !name.ends_with("_ns"));
    for name in [
        "experiment",
        "order_index",
        "peak_rss_bytes",
        "enforcer",
        "noise",
        "started_utc",
        "block",
        "mode",
        "host",
    ] {
        fields.remove(name);
    }
    serde_json::to_string(&plain).unwrap()
}

#[test]
fn a_search_is_the_same_in_a_separate_process() {
    let cases = [
        (
            "sudoku",
            "strategies = [\"auto\", \"dlx\", \"heller\", \"lockstep\", \"cdcl\", \"sat\", \"hidden-single\", \"bird-bits:prune=fixpoint\"]\n\
             corpora = [{ name = \"unique-9x9\", sample = 3 }, { name = \"many-9x9\", sample = 2 }, { name = \"unique-4x4\", sample = 300 }]\n\
             task = \"unique\"\nseed = 4\nrepetitions = 2\n",
        ),
        (
            "cover",
            "strategies = [\"auto\", \"dlx\", \"dancing-cells:ties=random\", \"mcc\", \"zdd-cover\", \"algorithm-x\", \"dlx-rs\", \"cdcl\"]\n\
             corpora = [{ name = \"queens:4..7\" }, { name = \"langford:7\" }]\ntask = \"all\"\nseed = 9\nseeds = 2\n",
        ),
        (
            "formula",
            "strategies = [\"cdcl\", \"sat\", \"unit-propagation\", \"walksat\", \"sat-auto\", \"dlx\"]\n\
             corpora = [{ name = \"pigeonhole:3..4\" }, { name = \"random-sat:3:12:40:1..3\" }]\ntask = { up-to = 3 }\n",
        ),
        (
            // This is much faster than the threshold for streaming, so that a loaded machine does not change
            // the mode.
            "blocks",
            "strategies = [\"lockstep\", \"digit-lanes\", \"bands\"]\ncorpora = [{ name = \"minimal-9x9\", sample = 300 }]\ntask = \"unique\"\n",
        ),
        (
            "nodes",
            "strategies = [\"dlx\", \"heller\"]\ncorpora = [{ name = \"clues-22\", sample = 3 }]\ntask = \"all\"\n",
        ),
    ];
    for (name, text) in cases {
        let limits = if name == "nodes" { "nodes = 17" } else { "time = \"300s\"" };
        let here = trials("limits", &format!("{name}-here"), &format!("{text}limits = {{ {limits} }}\n"));
        let memory = format!("{text}limits = {{ {limits}, memory = \"2GiB\" }}\n");
        let is_streamed = |there: &Vec<Trial>| there.iter().any(|trial| trial.mode == TimingMode::Stream);
        let mut runs = (0..20).map(|_| trials("limits", &format!("{name}-there"), &memory));
        // Searches in batches are marked as well. If the machine stalls at the wrong moment, any strategy may
        // appear too slow for batches.
        let there = if name == "blocks" { runs.find(is_streamed) } else { runs.next() };
        let there = there.unwrap_or_else(|| panic!("{name}: no run is streamed"));
        assert_eq!((here.len(), is_streamed(&there)), (there.len(), name == "blocks"), "{name}");
        for (one, other) in here.iter().zip(&there) {
            assert_eq!(machine_independent_fields(one), machine_independent_fields(other));
            assert!(other.enforcer.starts_with("cooperative-") || other.enforcer.starts_with("process-"));
            assert_eq!(one.enforcer == "process", one.strategy == "dlx-rs", "{one:?}");
            let searched = other.solve_cpu_ns != Some(0);
            assert!(one.peak_rss_bytes.is_none(), "{one:?}");
            assert!(!searched || other.peak_rss_bytes.is_some_and(|bytes| bytes > 1 << 20), "{other:?}");
        }
    }
}

#[test]
fn a_plan_that_exceeds_memory_is_rejected_before_anything_runs() {
    let memory =
        &["the plan takes about", "of memory for", " trials; ", " are available", "--shard 1/100"][..];
    let rounds = &["each instance would be searched ", " times, but 4294967295 is the maximum"][..];
    for (number, key, words) in [
        ("repetitions = 4294967295", "repetitions", memory),
        ("seeds = 4294967295", "seeds", memory),
        ("repetitions = 100000\nseeds = 200000", "seeds", rounds),
        ("repetitions = 4294967295\nseeds = 4294967295", "repetitions", rounds),
    ] {
        let text = format!(
            "name = \"x\"\nquestion = \"?\"\nstrategies = [\"dlx\"]\ncorpora = [\"unique-4x4\"]\n{number}\n"
        );
        let path = file("limits-plan", "x.toml", text);
        let out = path.with_file_name("out");
        let run = coverlab(&["run", path.to_str().unwrap(), "--out", out.to_str().unwrap()]);
        assert_eq!(run.code, Some(3), "{number}: {}", run.err);
        assert!(words.iter().chain([&key]).all(|word| run.err.contains(word)), "{number}: {}", run.err);
        assert!(!out.exists());
    }
    let text = "name = \"x\"\nquestion = \"?\"\nstrategies = [\"dlx\"]\ncorpora = [\"quasigroup:10:60:1..4000000000\"]\n";
    let path = file("limits-plan", "range.toml", text);
    let run = coverlab(&["run", path.to_str().unwrap()]);
    run.fails(3, &["stands for more than 10000 names"]);
}

#[test]
fn memory_and_time_limits_are_enforced() {
    // The diagram of this instance would grow for hours.
    let text = "strategies = [\"zdd-cover:memory=1000000\", \"dlx\", \"dlx-rs\"]\ncorpora = [{ name = \"langford:16\" }]\n\
                task = \"all\"\nlimits = { time = \"600s\", memory = \"96MiB\" }\n";
    let found = trials(
        "limits",
        "limited-time",
        &text.replace("600s", "2s").replace("zdd-cover:memory=1000000", "mcc"),
    );
    assert!(found.iter().all(|trial| trial.status.name() == "timeout"), "{found:?}");
    let in_time = text
        .replace("zdd-cover:memory=1000000\", \"dlx\", \"", "")
        .replace("600s\", memory = \"96MiB", "150ms");
    let found = trials("limits", "limited-time-alone", &in_time);
    assert_eq!((found[0].status.name(), &*found[0].enforcer), ("timeout", "process"), "{found:?}");
    assert!(found[0].solve_cpu_ns.is_some_and(|time| time >= 150_000_000), "{found:?}");
    let found = trials("limits", "limited-memory", &text.replace(", \"dlx\", \"dlx-rs\"", ""));
    assert_eq!(found[0].status.name(), "memout", "{found:?}");
}

/// The processes with `mark` in their environment.
fn marked(mark: &str) -> Vec<u32> {
    let numbers = std::fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let has_mark = |number: &u32| {
        let environment = std::fs::read(format!("/proc/{number}/environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|word| word == mark.as_bytes())
    };
    numbers.filter(has_mark).collect()
}

#[test]
fn a_killed_run_leaves_no_process() {
    let text = "name = \"killed\"\nquestion = \"?\"\nstrategies = [\"dlx\"]\ncorpora = [{ name = \"langford:16\" }]\n\
                task = \"all\"\nlimits = { memory = \"256MiB\" }\n";
    let path = file("limits-killed", "killed.toml", text);
    let folder = path.with_file_name("killed");
    let mark = "COVERLAB_TEST=limits-killed";
    let mut command = crate::common::program();
    command.args(["run", path.to_str().unwrap(), "--fresh", "-q", "--out", folder.to_str().unwrap()]);
    let wait_for = |wanted: usize| {
        let start = std::time::Instant::now();
        while marked(mark).len() != wanted {
            assert!(start.elapsed().as_secs() < 300, "{:?}", marked(mark));
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    let temporary = path.with_file_name("temporary");
    std::fs::create_dir_all(&temporary).unwrap();
    command.env("COVERLAB_TEST", "limits-killed").env("TMPDIR", &temporary);
    let mut run = command.spawn().unwrap();
    // The run, its guard, and the process that searches.
    wait_for(3);
    run.kill().unwrap();
    run.wait().unwrap();
    wait_for(0);
    // The guard exits last and removes the folder.
    assert!(std::fs::read_dir(&temporary).unwrap().next().is_none());
}

#[test]
fn solve_limits_the_memory_of_any_problem() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let solved = "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n";
    for strategy in ["auto", "dlx", "cdcl", "bands"] {
        let run = coverlab(&["solve", puzzle, "--memory-limit", "256MiB", "--strategy", strategy]);
        assert_eq!((run.out.as_str(), run.code), (solved, Some(0)), "{strategy}: {}", run.err);
    }
    let many = coverlab(&["solve", "unique-9x9", "--memory-limit", "256MiB"]);
    assert_eq!(many.out, coverlab(&["solve", "unique-9x9"]).out, "{}", many.err);
    let cnf = file("limits", "two.cnf", "p cnf 2 2\n1 2 0\n-1 -2 0\n");
    let all = coverlab(&["solve", cnf.to_str().unwrap(), "--all", "--memory-limit", "256MiB"]);
    assert_eq!(
        (all.out.lines().filter(|line| line.starts_with('v')).count(), all.code),
        (2, Some(0)),
        "{}",
        all.err
    );
    // A sweep and a diagram would need more memory.
    let little = coverlab(&["solve", "queens:15", "--count", "--memory-limit", "50MiB"]);
    assert_eq!((little.out.as_str(), little.code), ("2279184\n", Some(0)), "{}", little.err);
    let memout = coverlab(&[
        "solve",
        "langford:16",
        "--count",
        "--strategy",
        "zdd-cover:memory=1000000",
        "--memory-limit",
        "64MiB",
    ]);
    assert_eq!((memout.out.as_str(), memout.code), ("0+\n", Some(4)), "{}", memout.err);
}
