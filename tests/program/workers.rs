//! External solvers that are workers: their answers and counters.

#![cfg(target_os = "linux")]

use crate::common::script;
use crate::outside::{experiment, folder, has, run_in};

/// A worker that answers according to its argument.
const WORKER: &str = r#"#!/usr/bin/env python3
import json, sys, time
GRID = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
for line in sys.stdin:
    question = json.loads(line)
    reply = {"id": question["id"], "status": "solved", "solutions": [GRID], "cpu_ns": 1000, "nodes": 7}
    how = sys.argv[1]
    if how == "boasts":
        reply["cpu_ns"] = 10 ** 15
    if how == "answers-another":
        reply["id"] += 1
    if how == "lies":
        reply["solutions"] = ["1" * 81]
    if how == "gives-up":
        reply = {"id": question["id"], "status": "unknown"}
    if how == "declines":
        reply = {"id": question["id"], "status": "unsupported"}
    if how == "dies":
        sys.exit("no more")
    if how == "counts":
        reply = 123
    if how == "chatters" and question["id"] == 1:
        print("warning", flush=True)
        time.sleep(0.1)
    if how == "sleeps":
        time.sleep(613)
    text = json.dumps(reply)
    print(text[:20] if how == "is-cut-off" else text, flush=True)
"#;

#[test]
fn the_answers_of_workers_are_verified() {
    if !has("python3") {
        return;
    }
    let folder = folder("workers");
    script(&folder, "worker.py", WORKER);
    let cases = [
        ("is-honest", "solved", "correct", ""),
        ("boasts", "error", "wrong", "it claims 1000000.0 s of CPU time, but answered within"),
        ("answers-another", "error", "wrong", "it answers question 2 instead of question 1"),
        ("lies", "error", "wrong", ""),
        ("gives-up", "stuck", "unverified", ""),
        ("declines", "unsupported", "unverified", ""),
        ("dies", "crash", "unverified", "no more"),
        ("sleeps", "timeout", "unverified", ""),
        ("is-cut-off", "error", "wrong", "is not a reply of a worker"),
        ("counts", "error", "wrong", "`123` is not a reply of a worker: it is not a JSON object"),
    ];
    let definition = |name: &str| {
        format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"sudoku\"\ncommand = [\"python3\", \"{{dir}}/worker.py\", \"{name}\"]\nprotocol = \"worker\"\n"
        )
    };
    let solvers: String = cases.iter().map(|(name, ..)| definition(name)).collect();
    // Workers that answer get enough time on a busy machine.
    let (mut trials, mut messages) = (Vec::new(), String::new());
    for (times_out, limit) in [(true, "1s"), (false, "300s")] {
        let cases = cases.iter().filter(|(_, status, ..)| (*status == "timeout") == times_out);
        let names: Vec<String> = cases.map(|(name, ..)| format!("\"{name}\"")).collect();
        let strategies = format!("[\"dlx\", {}]", names.join(", "));
        let limits = format!("limits = {{ time = \"{limit}\" }}");
        let _ = std::fs::remove_dir_all(folder.join("out"));
        let (run, found) = experiment(&folder, &strategies, &solvers, &limits);
        trials.extend(found);
        messages += &run.err;
    }
    for (name, status, verdict, error) in cases {
        let trial = trials
            .iter()
            .find(|trial| trial.strategy == name)
            .unwrap_or_else(|| panic!("{name}: {messages}"));
        assert_eq!((trial.status.name(), trial.verdict.name()), (status, verdict), "{name}: {trial:?}");
        assert!(trial.error.contains(error), "{name}: {}", trial.error);
    }
    let boasts = trials.iter().find(|trial| trial.strategy == "boasts").unwrap();
    assert!(boasts.solve_cpu_ns < Some(300_000_000_000), "a rejected time counts: {boasts:?}");
    let honest = trials.iter().find(|trial| trial.strategy == "is-honest").unwrap();
    assert_eq!((honest.solve_cpu_ns, honest.nodes, honest.max_depth), (Some(1000), Some(7), None));
}

#[test]
fn a_line_that_is_no_reply_spoils_one_answer_alone() {
    if !has("python3") {
        return;
    }
    let folder = folder("worker-chatters");
    script(&folder, "worker.py", WORKER);
    let solver = "[[solver]]\nname = \"chatters\"\nproblem = \"sudoku\"\ncommand = [\"python3\", \"{dir}/worker.py\", \"chatters\"]\nprotocol = \"worker\"\n";
    let more = "limits = { time = \"300s\" }\nrepetitions = 4";
    let (run, trials) = experiment(&folder, "[\"chatters\"]", solver, more);
    let count = |verdict: &str| trials.iter().filter(|trial| trial.verdict.name() == verdict).count();
    assert_eq!((count("wrong"), count("correct")), (1, 3), "{}{}", run.out, run.err);
}

#[test]
fn the_counters_of_workers_are_recorded_unless_the_definition_names_others() {
    if !has("python3") {
        return;
    }
    let folder = folder("worker-counters");
    script(
        &folder,
        "worker.py",
        &WORKER.replace("\"nodes\": 7", "\"nodes\": 7, \"conflicts\": 2, \"guess\": 1"),
    );
    let definition = |name: &str, counters: &str| {
        format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"sudoku\"\ncommand = [\"python3\", \"{{dir}}/worker.py\", \"x\"]\nprotocol = \"worker\"\n{counters}\n"
        )
    };
    let solvers =
        [definition("all", ""), definition("one", "counters = { conflicts = '()', updates = '()' }")];
    let (run, trials) =
        experiment(&folder, "[\"all\", \"one\"]", &solvers.concat(), "limits = { time = \"300s\" }");
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let counted = |name: &str| {
        let trial = trials.iter().find(|trial| trial.strategy == name).unwrap();
        (trial.nodes, trial.conflicts, trial.updates, trial.guesses)
    };
    assert_eq!(counted("all"), (Some(7), Some(2), None, None));
    assert_eq!(counted("one"), (None, Some(2), None, None));
    let doctor = run_in(&folder, &["doctor", "x.toml"]);
    assert!(
        doctor.out.contains("its answer has a field `guess`, which is no counter; did you mean `guesses`?"),
        "{}",
        doctor.out
    );
    assert!(doctor.out.contains("its answer has no count of `updates`"), "{}", doctor.out);
}
