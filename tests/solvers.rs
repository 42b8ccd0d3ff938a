//! Programs of others as strategies: honest ones, and rogues that must not get anywhere.

#![cfg(target_os = "linux")]

mod common;

use coverlab::record::Trial;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const GRID: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A folder of its own for a test.
fn folder(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("solvers").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the program in `folder`, with the reading end of nothing as its input, and a folder for what is temporary.
fn run_in(folder: &Path, arguments: &[&str]) -> common::Run {
    let temporary = folder.join("temporary");
    let mut command = common::program();
    if !arguments.contains(&"solver") {
        std::fs::create_dir_all(&temporary).unwrap();
        command.env("TMPDIR", &temporary);
    }
    let output = command.current_dir(folder).args(arguments).stdin(Stdio::null()).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    common::Run { out: text(output.stdout), err: text(output.stderr), code: output.status.code() }
}

/// A program in `folder`. Another process writes it: a file that somebody writes cannot be run, and a process that
/// another test starts just now has a copy of everything that is open here.
fn script(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    std::fs::write(path.with_extension("text"), text).unwrap();
    let copy = "cat \"$0\" > \"$1\" && chmod 755 \"$1\"";
    let copied = Command::new("sh").args(["-c", copy]).arg(path.with_extension("text")).arg(&path).status();
    assert!(copied.unwrap().success(), "{name} is not written");
}

fn trials(results: &Path) -> Vec<Trial> {
    let mut reader = csv::Reader::from_path(results.join("trials.csv")).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// Runs an experiment over one puzzle with these strategies and definitions.
fn experiment(folder: &Path, strategies: &str, solvers: &str, more: &str) -> (common::Run, Vec<Trial>) {
    std::fs::write(folder.join("one.txt"), format!("{PUZZLE}\n")).unwrap();
    let text = format!(
        "name = \"x\"\nquestion = \"?\"\nstrategies = {strategies}\ncorpora = [{{ path = \"one.txt\" }}]\n{more}\n{solvers}"
    );
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    let trials =
        if folder.join("out/trials.csv").exists() { trials(&folder.join("out")) } else { Vec::new() };
    (run, trials)
}

/// The processes that have `mark` in their command line.
fn processes(mark: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).into_owned()).filter(|line| line.contains(mark)).collect()
}

/// A rogue: its script, what its definition has beside, how its trial ends, what its error says.
struct Rogue {
    name: &'static str,
    script: &'static str,
    more: &'static str,
    status: &'static str,
    says: &'static str,
}

const ROGUES: &[Rogue] = &[
    Rogue { name: "sleeps", script: "sleep 600", more: "", status: "timeout", says: "" },
    Rogue { name: "spins", script: "while :; do :; done", more: "", status: "timeout", says: "" },
    Rogue {
        name: "ignores-term",
        script: "trap '' TERM INT HUP; while :; do sleep 601; done",
        more: "",
        status: "timeout",
        says: "",
    },
    Rogue { name: "stops", script: "kill -STOP $$; sleep 602", more: "", status: "timeout", says: "" },
    Rogue {
        name: "forks",
        script: "for i in 1 2 3; do (while :; do :; done) & done; wait",
        more: "",
        status: "timeout",
        says: "",
    },
    Rogue {
        name: "escapes",
        script: "setsid sh -c 'setsid sleep 603 & sleep 604' >/dev/null 2>&1 & echo GRID",
        more: "",
        status: "solved",
        says: "",
    },
    Rogue {
        name: "escapes-and-spins",
        script: "(setsid sh -c 'trap \"\" TERM; while :; do :; done' &) ; sleep 605",
        more: "",
        status: "timeout",
        says: "",
    },
    Rogue {
        name: "holds-the-pipe",
        script: "setsid sleep 606 & echo GRID",
        more: "",
        status: "solved",
        says: "",
    },
    Rogue {
        name: "floods",
        script: "exec yes floods-607",
        more: "",
        status: "crash",
        says: "bytes of output",
    },
    Rogue {
        name: "eats",
        script: "exec python3 -c \"x = [bytearray(1 << 20) for _ in range(1 << 20)]\"",
        more: "memory = \"128MiB\"",
        status: "memout",
        says: "",
    },
    Rogue { name: "segfaults", script: "kill -SEGV $$", more: "", status: "crash", says: "signal 11" },
    Rogue {
        name: "fails",
        script: "echo 'no licence found' >&2; exit 3",
        more: "",
        status: "crash",
        says: "exit code 3, which `exit` does not list: no licence found",
    },
    Rogue {
        name: "is-silent",
        script: "exit 0",
        more: "none = 'UNSAT'",
        status: "error",
        says: "it printed nothing",
    },
    Rogue { name: "denies", script: "echo UNSAT", more: "none = 'UNSAT'", status: "none", says: "" },
    Rogue {
        name: "lies",
        script: "echo 111111111222222222333333333444444444555555555666666666777777777888888888999999999",
        more: "",
        status: "error",
        says: "",
    },
    Rogue {
        name: "is-cut-off",
        script: "printf 53467891267219534819834",
        more: "none = 'UNSAT'",
        status: "error",
        says: "no solution is found in its output: its output begins with `53467891267219534819834`",
    },
    Rogue {
        name: "kills-its-guard",
        script: "kill -KILL $PPID; sleep 608",
        more: "",
        status: "crash",
        says: "guards the program died",
    },
];

#[test]
fn rogues_end_in_time_and_leave_nothing() {
    let folder = folder("rogues");
    let mut solvers = String::new();
    for Rogue { name, script: text, more, .. } in ROGUES {
        script(&folder, name, &format!("#!/bin/sh\n# {name}\n{}\n", text.replace("GRID", GRID)));
        solvers += &format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"sudoku\"\ncommand = [\"./{name}\"]\n{more}\n"
        );
    }
    let names: Vec<String> = ROGUES.iter().map(|rogue| format!("\"{}\"", rogue.name)).collect();
    let strategies = format!("[\"dlx\", {}]", names.join(", "));
    let (run, trials) = experiment(&folder, &strategies, &solvers, "limits = { time = \"1s\" }");
    for Rogue { name, status, says, .. } in ROGUES {
        let trial = trials
            .iter()
            .find(|trial| trial.strategy == *name)
            .unwrap_or_else(|| panic!("{name}: {}", run.err));
        assert_eq!(
            (trial.status.word(), trial.enforcer.starts_with("guard")),
            (*status, true),
            "{name}: {trial:?}"
        );
        assert!(trial.error.contains(says), "{name}: {}", trial.error);
        assert_in_time(trial);
    }
    let verdict = |name: &str| trials.iter().find(|trial| trial.strategy == name).unwrap().verdict.word();
    let wrong = ["denies", "lies", "is-silent", "is-cut-off"];
    assert!(wrong.iter().all(|name| verdict(name) == "wrong"), "{}", run.out);
    assert_eq!((verdict("escapes"), run.code), ("correct", Some(1)));
    let spun = trials.iter().find(|trial| trial.strategy == "forks").unwrap();
    assert!(spun.solve_cpu_ns.unwrap() >= 1_000_000_000, "the time of children counts: {spun:?}");
    for mark in ["rogues/", "60", "floods-607"] {
        let left = processes(mark);
        let left: Vec<_> =
            left.iter().filter(|line| mark != "60" || line.starts_with("sleep\u{0}60")).collect();
        assert!(left.is_empty(), "{left:?}");
    }
    assert_left_nothing(&folder);
}

/// Within the limit, which is a second, and two more; and as much again as a machine may take that has other things to do.
fn assert_in_time(trial: &Trial) {
    let wall = Duration::from_nanos(trial.solve_wall_ns.unwrap());
    assert!(wall < Duration::from_secs(1 + 2 + 12), "{}: {wall:?}", trial.strategy);
}

/// No temporary file of a run in `folder`, and no process that was started in one.
fn assert_left_nothing(folder: &Path) {
    let temporary = folder.join("temporary");
    let files: Vec<_> = std::fs::read_dir(&temporary).unwrap().flatten().map(|entry| entry.path()).collect();
    assert!(files.is_empty(), "{files:?}");
    let mark = format!("TMPDIR={}", temporary.display());
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let left = entries.filter(|entry| {
        let environment = std::fs::read(entry.path().join("environ")).unwrap_or_default();
        environment.split(|byte| *byte == 0).any(|word| word.starts_with(mark.as_bytes()))
    });
    let left: Vec<_> = left.map(|entry| entry.path()).collect();
    assert!(left.is_empty(), "{left:?}");
}

/// Solvers of formulas whose exit code, words and models do not go together.
const LIARS: &[Rogue] = &[
    Rogue {
        name: "denies-a-model",
        script: "echo 's UNSATISFIABLE'; exit 20",
        more: "",
        status: "none",
        says: "",
    },
    Rogue {
        name: "has-a-wrong-model",
        script: "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10",
        more: "",
        status: "error",
        says: "",
    },
    Rogue {
        name: "ends-with-20",
        script: "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 20",
        more: "",
        status: "error",
        says: "its exit code says that there is no solution, and it printed one",
    },
    Rogue {
        name: "ends-with-10",
        script: "echo 's UNSATISFIABLE'; exit 10",
        more: "",
        status: "error",
        says: "its words say that there is none, its exit code that there is one",
    },
    Rogue {
        name: "ends-with-30",
        script: "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 30",
        more: "",
        status: "crash",
        says: "exit code 30, which `exit` does not list",
    },
    Rogue {
        name: "ends-with-0",
        script: "echo 's SATISFIABLE'; echo 'v 1 -2 0'",
        more: "",
        status: "error",
        says: "its exit code says that there is no solution, and it printed one",
    },
    Rogue {
        name: "stops-in-a-line",
        script: "echo 's SATISFIABLE'; printf 'v 1 -'; exit 10",
        more: "",
        status: "error",
        says: "`-` is no literal",
    },
    Rogue {
        name: "stops-in-a-model",
        script: "echo 's SATISFIABLE'; printf 'v 1'; kill -ABRT $$",
        more: "",
        status: "crash",
        says: "signal 6",
    },
];

#[test]
fn liars_about_formulas_are_found_out() {
    let folder = folder("liars");
    std::fs::write(folder.join("one.cnf"), "p cnf 2 2\n1 2 0\n-1 -2 0\n").unwrap();
    let mut solvers = String::new();
    for Rogue { name, script: text, .. } in LIARS {
        script(&folder, name, &format!("#!/bin/sh\n{text}\n"));
        solvers += &format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"cnf\"\ncommand = [\"./{name}\", \"{{input}}\"]\n"
        );
    }
    let names: Vec<String> = LIARS.iter().map(|rogue| format!("\"{}\"", rogue.name)).collect();
    let text = format!(
        "name = \"x\"\nquestion = \"?\"\nstrategies = [\"cdcl\", {}]\ncorpora = [{{ path = \"one.cnf\" }}]\n\
         limits = {{ time = \"1s\" }}\n{solvers}",
        names.join(", ")
    );
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let trials = trials(&folder.join("out"));
    for Rogue { name, status, says, .. } in LIARS {
        let trial = trials.iter().find(|trial| trial.strategy == *name).unwrap();
        assert_eq!(trial.status.word(), *status, "{name}: {trial:?}");
        assert_eq!(trial.verdict.word() == "wrong", *status != "crash", "{name}: {trial:?}");
        assert!(trial.error.contains(says), "{name}: {}", trial.error);
        assert_in_time(trial);
    }
    assert_left_nothing(&folder);
}

#[test]
fn a_killed_run_leaves_no_process() {
    let folder = folder("killed");
    script(&folder, "sleeper", "#!/bin/sh\nsetsid sleep 611 & sleep 612\n");
    std::fs::write(folder.join("one.txt"), PUZZLE).unwrap();
    let text = "name = \"x\"\nquestion = \"?\"\nstrategies = [\"sleeper\"]\ncorpora = [{ path = \"one.txt\" }]\n\
                [[solver]]\nname = \"sleeper\"\nproblem = \"sudoku\"\ncommand = [\"./sleeper\"]\n";
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let mut command = common::program();
    command.current_dir(&folder).args(["run", "x.toml", "--out", "out", "--allow-programs", "-q"]);
    let mut child = command.spawn().unwrap();
    let sleeping = || processes("sleep\u{0}61").len();
    let until = |count: usize| {
        let begun = Instant::now();
        while sleeping() != count {
            assert!(begun.elapsed() < Duration::from_secs(60), "{} and not {count}", sleeping());
            std::thread::sleep(Duration::from_millis(10));
        }
    };
    until(2);
    child.kill().unwrap();
    child.wait().unwrap();
    until(0);
}

#[test]
fn nothing_runs_without_a_word() {
    let folder = folder("consent");
    script(&folder, "touches", "#!/bin/sh\ntouch ran-it\n");
    std::fs::write(folder.join("one.txt"), PUZZLE).unwrap();
    let text = "name = \"x\"\nquestion = \"?\"\nstrategies = [\"t\"]\ncorpora = [{ path = \"one.txt\" }]\n\
                [[solver]]\nname = \"t\"\nproblem = \"sudoku\"\ncommand = [\"./touches\", \"a b\"]\nversion = [\"sh\", \"-c\", \"exit\"]\n";
    std::fs::write(folder.join("x.toml"), text).unwrap();
    for words in [&["run", "x.toml", "--out", "out"][..], &["submit", "slurm", "x.toml", "--dry-run"]] {
        let run = run_in(&folder, words);
        assert_eq!(run.code, Some(2), "{}", run.err);
        assert!(
            run.err.contains("x.toml runs programs:") && run.err.contains("touches 'a b'"),
            "{}",
            run.err
        );
        assert!(run.err.contains("--allow-programs") && !folder.join("out").exists());
    }
    let scripts = run_in(&folder, &["submit", "slurm", "x.toml", "--dry-run", "--allow-programs"]);
    assert!(scripts.out.contains("--allow-programs"), "{}{}", scripts.out, scripts.err);
    std::fs::write(folder.join("y.toml"), "name = \"y\"\nquestion = \"?\"\nstrategies = [\"sat-cli:command=./touches\"]\ncorpora = [\"pigeonhole:3\"]\n").unwrap();
    let other = run_in(&folder, &["run", "y.toml", "--out", "out"]);
    assert_eq!(other.code, Some(2), "{}", other.err);
}

/// A program that solves Sudokus, by lines; what it prints of a puzzle without a solution is `none`.
const PYTHON: &str = r#"#!/usr/bin/env python3
import sys

def solve(board, found, most):
    best = None
    for cell, digit in enumerate(board):
        if digit == ".":
            r, c = divmod(cell, 9)
            peers = {board[r * 9 + k] for k in range(9)} | {board[k * 9 + c] for k in range(9)} | {
                board[(r // 3 * 3 + k // 3) * 9 + c // 3 * 3 + k % 3] for k in range(9)}
            free = [d for d in "123456789" if d not in peers]
            if best is None or len(free) < len(best[1]):
                best = cell, free
    if best is None:
        found.append(board)
        return
    for digit in best[1]:
        if len(found) < most:
            solve(board[:best[0]] + digit + board[best[0] + 1:], found, most)

most = int(sys.argv[1]) if len(sys.argv) > 1 else 1
for line in sys.stdin:
    found = []
    solve(line.strip(), found, most or 10 ** 9)
    print("\n".join(found) or "none", flush=True)
"#;

#[test]
fn programs_answer_like_strategies_and_a_changed_definition_runs_anew() {
    if !has("python3") {
        return;
    }
    let folder = folder("honest");
    script(&folder, "solve.py", PYTHON);
    let solvers = |more: &str| {
        format!(
            "[[solver]]\nname = \"by-line\"\nproblem = \"sudoku\"\ncommand = [\"python3\", \"{{dir}}/solve.py\", \"{{solutions}}\"]\nnone = '^none$'\n{more}\n\
             [[solver]]\nfile = \"batch.toml\"\n"
        )
    };
    // Another digit than that of the only solution.
    std::fs::write(folder.join("none.txt"), format!("531{}\n", &PUZZLE[3..])).unwrap();
    let batch = "name = \"batch\"\nproblem = \"sudoku\"\ncommand = [\"python3\", \"{dir}/solve.py\"]\nnone = '^none$'\nbatch = true\n";
    std::fs::write(folder.join("batch.toml"), batch).unwrap();
    let corpora = |corpora: &str, task: &str, strategies: &str, more: &str| {
        let text = format!(
            "name = \"x\"\nquestion = \"?\"\nstrategies = {strategies}\ncorpora = [{corpora}]\ntask = {task}\n{}",
            solvers(more)
        );
        std::fs::write(folder.join("x.toml"), text).unwrap();
        let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
        assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
        (run, trials(&folder.join("out")))
    };
    let three =
        "{ path = \"none.txt\" }, { name = \"unique-9x9\", sample = 3 }, { name = \"many-9x9\", sample = 3 }";
    let (_, all) = corpora(three, "\"unique\"", "[\"dlx\", \"by-line\"]", "");
    assert!(all.iter().all(|trial| trial.verdict.word() == "correct"), "{all:?}");
    let of =
        |status: &str| all.iter().filter(|t| t.strategy == "by-line" && t.status.word() == status).count();
    assert_eq!((of("none"), of("unique"), of("multiple")), (1, 3, 3));
    assert!(
        all.iter().filter(|t| t.strategy == "by-line").all(|t| t.peak_rss_bytes.is_some_and(|b| b > 1 << 20))
    );
    let info = std::fs::read_to_string(folder.join("out/run.json")).unwrap();
    assert!(info.contains("solve.py\": \"") && info.contains("\"none\": \"^none$\""), "{info}");
    let (again, _) = corpora(three, "\"unique\"", "[\"dlx\", \"by-line\"]", "");
    assert!(again.out.contains("14 of them recorded before"), "{}", again.out);
    let (changed, _) = corpora(three, "\"unique\"", "[\"dlx\", \"by-line\"]", "memory = \"4GiB\"");
    assert!(changed.out.contains("7 of them recorded before"), "{}", changed.out);

    let (_, all) = corpora("{ name = \"unique-9x9\", sample = 40 }", "\"first\"", "[\"dlx\", \"batch\"]", "");
    let batch: Vec<_> = all.iter().filter(|trial| trial.strategy == "batch").collect();
    assert_eq!(batch.len(), 40);
    assert!(batch.iter().all(|trial| trial.mode.word() == "stream"
        && trial.enforcer.starts_with("guard")
        && trial.enforcer.ends_with("-batch")));
    assert!(batch.iter().all(|trial| trial.verdict.word() == "correct"), "{batch:?}");
}

fn has(program: &str) -> bool {
    std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())
        .any(|folder| folder.join(program).is_file())
}

/// A worker that answers as its one argument says.
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
    if how == "dies":
        sys.exit("no more")
    if how == "sleeps":
        time.sleep(613)
    text = json.dumps(reply)
    print(text[:20] if how == "is-cut-off" else text, flush=True)
"#;

#[test]
fn workers_are_not_taken_at_their_word() {
    if !has("python3") {
        return;
    }
    let folder = folder("workers");
    script(&folder, "worker.py", WORKER);
    let cases = [
        ("is-honest", "solved", "correct", ""),
        ("boasts", "error", "wrong", "it claims 1000000s of CPU time, but answered within"),
        ("answers-another", "error", "wrong", "it answers question 2, and was asked 1"),
        ("lies", "error", "wrong", ""),
        ("gives-up", "stuck", "unverified", ""),
        ("dies", "crash", "unverified", "no more"),
        ("sleeps", "timeout", "unverified", ""),
        ("is-cut-off", "error", "wrong", "is no answer of a worker"),
    ];
    let definition = |name: &str| {
        format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"sudoku\"\ncommand = [\"python3\", \"{{dir}}/worker.py\", \"{name}\"]\nprotocol = \"worker\"\ncounters = {{ nodes = '(1)' }}\n"
        )
    };
    let solvers: String = cases.iter().map(|(name, ..)| definition(name)).collect();
    let names: Vec<String> = cases.iter().map(|(name, ..)| format!("\"{name}\"")).collect();
    let strategies = format!("[\"dlx\", {}]", names.join(", "));
    let (run, trials) = experiment(&folder, &strategies, &solvers, "limits = { time = \"1s\" }");
    for (name, status, verdict, says) in cases {
        let trial = trials
            .iter()
            .find(|trial| trial.strategy == name)
            .unwrap_or_else(|| panic!("{name}: {}", run.err));
        assert_eq!((trial.status.word(), trial.verdict.word()), (status, verdict), "{name}: {trial:?}");
        assert!(trial.error.contains(says), "{name}: {}", trial.error);
    }
    let honest = trials.iter().find(|trial| trial.strategy == "is-honest").unwrap();
    assert_eq!((honest.solve_cpu_ns, honest.nodes), (Some(1000), Some(7)));
}

#[test]
fn described_solvers_that_are_here_answer_right() {
    let list = run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &["solver", "list"]);
    assert_eq!(list.out.lines().count(), 10, "{}", list.err);
    for name in ["minisat", "cadical", "kissat", "clingo", "python", "ortools", "minizinc"] {
        let with = |module: &str| {
            let python = Command::new("python3").args(["-c", &format!("import {module}")]).output();
            python.is_ok_and(|output| output.status.success())
        };
        let here = match name {
            "python" => has("python3"),
            "ortools" => with("ortools"),
            "minizinc" => has("minizinc") && has("fzn-gecode") && has("python3"),
            program => has(program),
        };
        if here {
            let run = run_in(
                Path::new(env!("CARGO_MANIFEST_DIR")),
                &["solver", "test", name, "--time-limit", "30s"],
            );
            assert_eq!(run.code, Some(0), "{name}: {}{}", run.out, run.err);
            assert!(run.out.ends_with("4 of 4 answers are right\n"), "{}", run.out);
        }
    }
}

#[test]
fn a_definition_that_cannot_be_is_told_where_and_why() {
    let folder = folder("definitions");
    for (definition, says) in [
        (
            "name = \"a\"\nproblem = \"cnf\"\ncommand = [\"a\", \"{inptu}\"]",
            "`{inptu}` stands for nothing in a command",
        ),
        ("name = \"a\"\nproblem = \"cnf\"\ncomand = []", "unknown key `comand`"),
        ("name = \"a\"\nproblem = \"sat\"\ncommand = [\"a\"]", "unknown word `sat`"),
        ("name = \"a\"\nproblem = \"cnf\"", "solver `a` does not say which program it is"),
        ("name = \"a\"\ncommand = [\"a\"]", "solver `a` does not say what it solves"),
        ("name = \"A b\"\nproblem = \"cnf\"\ncommand = [\"a\"]", "`A b` is no name for a solver"),
        (
            "name = \"dlx\"\nproblem = \"cnf\"\ncommand = [\"a\"]",
            "solver `dlx` is called as one of the strategies that are built in",
        ),
        (
            "name = \"a\"\nproblem = \"cnf\"\ncommand = [\"a\"]\nmemory = \"much\"",
            "`much` is no size: write a number and a unit, such as 64MiB, 2GiB",
        ),
        (
            "name = \"a\"\nproblem = \"cnf\"\ncommand = [\"a\"]\ncounters = { nodes = \"x(\" }",
            "`x(` is no regular expression",
        ),
        (
            "name = \"a\"\nproblem = \"sudoku\"\ncommand = [\"sh\"]",
            "solver `a` finds one solution, and more are asked for",
        ),
        (
            "name = \"a\"\nproblem = \"cnf\"\ncommand = [\"no-such-program\"]",
            "solver `a` is the program `no-such-program`, which is not here",
        ),
        (
            "name = \"a\"\nproblem = \"cnf\"\ncommand = [\"sh\"]\n[limits]\nmemory = \"1MiB\"",
            "`1MiB` is too small: 8MiB is the least",
        ),
        ("file = \"b.toml\"", "cannot read the solver b.toml"),
        ("file = \"b.toml\"\nname = \"a\"", "a solver that is defined by the file b.toml has other keys"),
        (
            "name = \"a\"\nproblem = \"cnf\"\ncommand = [\"sh\"]\nbatch = true",
            "solver `a` cannot be run in batches",
        ),
    ] {
        let text = format!(
            "name = \"x\"\nquestion = \"?\"\nstrategies = [\"a\"]\ncorpora = [\"unique-4x4\"]\ntask = \"unique\"\n[[solver]]\n{definition}\n"
        );
        std::fs::write(folder.join("x.toml"), text).unwrap();
        let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
        assert_eq!(run.code, Some(3), "{definition}: {}", run.err);
        assert!(run.err.contains(says), "{says}: {}", run.err);
    }
}
