//! External solvers that misbehave or contradict themselves: the verdict on each, and what they leave behind. The tests of
//! `supervise` attack the supervisor itself.

#![cfg(target_os = "linux")]

use crate::common::shell_script;
use crate::outside::{experiment, folder, run_in};
use crate::support::trials;
use coverlab::record::Trial;
use std::path::Path;
use std::time::Duration;

/// The solution of `outside::PUZZLE`.
const GRID: &str = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// The processes that have `mark` in their command line.
fn processes(mark: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).into_owned()).filter(|line| line.contains(mark)).collect()
}

/// A misbehaving solver.
struct Rogue {
    name: &'static str,
    script: &'static str,
    /// The rest of its definition.
    more: &'static str,
    /// The status of its trial.
    status: &'static str,
    /// Text that the error of its trial contains.
    error: &'static str,
}

const ROGUES: &[Rogue] = &[
    Rogue {
        name: "forks",
        script: "for i in 1 2 3; do (while :; do :; done) & done; wait",
        more: "",
        status: "timeout",
        error: "",
    },
    Rogue {
        name: "escapes",
        script: "setsid sh -c 'setsid sleep 603 & sleep 604' >/dev/null 2>&1 & echo GRID",
        more: "",
        status: "solved",
        error: "",
    },
    Rogue {
        name: "floods",
        script: "exec yes floods-607",
        more: "",
        status: "crash",
        error: "bytes of output",
    },
    Rogue {
        name: "eats",
        script: "exec python3 -c \"x = [bytearray(1 << 20) for _ in range(1 << 20)]\"",
        more: "memory = \"128MiB\"",
        status: "memout",
        error: "",
    },
    Rogue { name: "segfaults", script: "kill -SEGV $$", more: "", status: "crash", error: "signal 11" },
    Rogue {
        name: "fails",
        script: "echo 'no license found' >&2; exit 3",
        more: "",
        status: "crash",
        error: "exit code 3, which `exit` does not list: no license found",
    },
    Rogue {
        name: "is-silent",
        script: "exit 0",
        more: "none = 'UNSAT'",
        status: "error",
        error: "it printed nothing",
    },
    Rogue {
        name: "mutters",
        script: "echo Segfault",
        more: "",
        status: "error",
        error: "its output begins with `Segfault`; a program that finds no solution has to say so: define `none`",
    },
    Rogue {
        name: "prints-bytes",
        script: "printf '\\000\\001\\002'",
        more: "none = 'UNSAT'",
        status: "error",
        error: "its output begins with the bytes 00 01 02",
    },
    Rogue { name: "says-nothing", script: "exit 0", more: "", status: "error", error: "it printed nothing" },
    Rogue {
        name: "denies-by-its-exit-code",
        script: "exit 7",
        more: "exit = { solved = [0], none = [7] }",
        status: "none",
        error: "",
    },
    Rogue {
        name: "denies-on-standard-error",
        script: "echo 'Altogether 0 solutions' >&2",
        more: "none = '^Altogether 0 '",
        status: "none",
        error: "",
    },
    Rogue {
        name: "is-killed",
        script: "kill -KILL $$",
        more: "memory = \"128MiB\"",
        status: "crash",
        error: "killed by signal 9: not by its guard",
    },
    Rogue { name: "denies", script: "echo UNSAT", more: "none = 'UNSAT'", status: "none", error: "" },
    Rogue {
        name: "lies",
        script: "echo 111111111222222222333333333444444444555555555666666666777777777888888888999999999",
        more: "",
        status: "error",
        error: "",
    },
    Rogue {
        name: "is-cut-off",
        script: "printf 53467891267219534819834",
        more: "none = 'UNSAT'",
        status: "error",
        error: "no solution is found in its output: its output begins with `53467891267219534819834`",
    },
    Rogue {
        name: "kills-its-guard",
        script: "kill -KILL $PPID; sleep 608",
        more: "",
        status: "crash",
        error: "guards the program died",
    },
];

#[test]
fn rogues_end_in_time_and_leave_nothing() {
    let folder = folder("rogues");
    let mut solvers = String::new();
    for Rogue { name, script: text, more, .. } in ROGUES {
        shell_script(&folder, name, &format!("# {name}\n{}", text.replace("GRID", GRID)));
        solvers += &format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"sudoku\"\ncommand = [\"./{name}\"]\n{more}\n"
        );
    }
    // Solvers that end by themselves get enough time on a busy machine.
    let (timed_out, others): (Vec<&Rogue>, _) = ROGUES.iter().partition(|rogue| rogue.status == "timeout");
    let (mut trials, mut messages) = (Vec::new(), String::new());
    for (rogues, limit) in [(timed_out, "1s"), (others, "300s")] {
        let names: Vec<String> = rogues.iter().map(|rogue| format!("\"{}\"", rogue.name)).collect();
        let strategies = format!("[\"dlx\", {}]", names.join(", "));
        let limits = format!("limits = {{ time = \"{limit}\" }}");
        let (run, found) = experiment(&folder, &strategies, &solvers, &limits);
        assert_eq!(run.code, Some(i32::from(limit == "300s")), "{}{}", run.out, run.err);
        trials.extend(found);
        messages += &run.err;
    }
    for Rogue { name, status, error, .. } in ROGUES {
        let trial = trials
            .iter()
            .find(|trial| trial.strategy == *name)
            .unwrap_or_else(|| panic!("{name}: {messages}"));
        assert_eq!(
            (trial.status.word(), trial.enforcer.starts_with("guard")),
            (*status, true),
            "{name}: {trial:?}"
        );
        assert!(trial.error.contains(error), "{name}: {}", trial.error);
        assert_in_time(trial);
    }
    let verdict = |name: &str| trials.iter().find(|trial| trial.strategy == name).unwrap().verdict.word();
    let wrong =
        ["denies", "lies", "is-silent", "is-cut-off", "mutters", "says-nothing", "denies-by-its-exit-code"];
    assert!(wrong.iter().all(|name| verdict(name) == "wrong"));
    assert_eq!(verdict("escapes"), "correct");
    // One second of CPU time, unless the machine stalled. Solvers that do nothing use only the millisecond of
    // the shell.
    let spun = trials.iter().find(|trial| trial.strategy == "forks").unwrap();
    assert!(spun.solve_cpu_ns.unwrap() >= 100_000_000, "the time of children counts: {spun:?}");
    for mark in ["sleep\u{0}603\u{0}", "sleep\u{0}604\u{0}", "sleep\u{0}608\u{0}", "rogues/", "floods-607"] {
        let left = processes(mark);
        assert!(left.is_empty(), "{left:?}");
    }
    assert_left_nothing(&folder);
}

/// Checks that the trial ended within the limit of one second plus two seconds, doubled for a busy machine.
fn assert_in_time(trial: &Trial) {
    let wall = Duration::from_nanos(trial.solve_wall_ns.unwrap());
    assert!(wall < Duration::from_secs(1 + 2 + 12), "{}: {wall:?}", trial.strategy);
}

/// Asserts that a run left no temporary file in `folder` and no process that was started there.
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

/// SAT solvers whose exit code and output contradict each other.
const LIARS: &[Rogue] = &[
    Rogue {
        name: "denies-a-model",
        script: "echo 's UNSATISFIABLE'; exit 20",
        more: "",
        status: "none",
        error: "",
    },
    Rogue {
        name: "has-a-wrong-model",
        script: "echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10",
        more: "",
        status: "error",
        error: "",
    },
    Rogue {
        name: "ends-with-20",
        script: "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 20",
        more: "",
        status: "error",
        error: "it printed a solution, but `exit` does not list code 20 under `solved`",
    },
    Rogue {
        name: "ends-with-10",
        script: "echo 's UNSATISFIABLE'; exit 10",
        more: "",
        status: "error",
        error: "its output says that there is no solution, but `exit` does not list code 10 under `none`",
    },
    Rogue {
        name: "ends-with-30",
        script: "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 30",
        more: "",
        status: "crash",
        error: "exit code 30, which `exit` does not list",
    },
    Rogue {
        name: "ends-with-0",
        script: "echo 's SATISFIABLE'; echo 'v 1 -2 0'",
        more: "",
        status: "error",
        error: "it printed a solution, but `exit` does not list code 0 under `solved`",
    },
    Rogue {
        name: "stops-in-a-line",
        script: "echo 's SATISFIABLE'; printf 'v 1 -'; exit 10",
        more: "",
        status: "error",
        error: "`-` is not a literal",
    },
    Rogue {
        name: "leaves-out-the-0",
        script: "echo 's SATISFIABLE'; echo 'v 1 -2'; exit 10",
        more: "",
        status: "error",
        error: "the 0 after its last literal is missing",
    },
    Rogue {
        name: "has-no-status",
        script: "echo 'v 1 -2 0'; exit 10",
        more: "",
        status: "error",
        error: "but no line `s SATISFIABLE`",
    },
    Rogue {
        name: "promises-a-model",
        script: "echo 's SATISFIABLE'; exit 20",
        more: "",
        status: "error",
        error: "its output says that there is a solution, but has none",
    },
    Rogue {
        name: "is-mute-with-10",
        script: "exit 10",
        more: "",
        status: "error",
        error: "it printed nothing",
    },
    Rogue {
        name: "is-mute-with-20",
        script: "exit 20",
        more: "",
        status: "error",
        error: "no line `s UNSATISFIABLE`",
    },
    Rogue {
        name: "stops-in-its-status",
        script: "printf 's UNSATISFIA'; exit 20",
        more: "",
        status: "error",
        error: "`s UNSATISFIA` is not a status",
    },
    Rogue {
        name: "is-killed",
        script: "kill -KILL $$",
        more: "",
        status: "crash",
        error: "killed by signal 9",
    },
    Rogue {
        name: "stops-in-a-model",
        script: "echo 's SATISFIABLE'; printf 'v 1'; kill -ABRT $$",
        more: "",
        status: "crash",
        error: "signal 6",
    },
];

#[test]
fn lying_sat_solvers_are_detected() {
    let folder = folder("liars");
    std::fs::write(folder.join("one.cnf"), "p cnf 2 2\n1 2 0\n-1 -2 0\n").unwrap();
    let mut solvers = String::new();
    for Rogue { name, script: text, .. } in LIARS {
        shell_script(&folder, name, text);
        solvers += &format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"cnf\"\ncommand = [\"./{name}\", \"{{input}}\"]\n"
        );
    }
    let names: Vec<String> = LIARS.iter().map(|rogue| format!("\"{}\"", rogue.name)).collect();
    let text = format!(
        "name = \"x\"\nquestion = \"?\"\nstrategies = [\"cdcl\", {}]\ncorpora = [{{ path = \"one.cnf\" }}]\n\
         limits = {{ time = \"300s\" }}\n{solvers}",
        names.join(", ")
    );
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let trials = trials(&folder.join("out"));
    for Rogue { name, status, error, .. } in LIARS {
        let trial = trials.iter().find(|trial| trial.strategy == *name).unwrap();
        assert_eq!(trial.status.word(), *status, "{name}: {trial:?}");
        assert_eq!(trial.verdict.word() == "wrong", *status != "crash", "{name}: {trial:?}");
        assert!(trial.error.contains(error), "{name}: {}", trial.error);
        assert_in_time(trial);
    }
    assert_left_nothing(&folder);
}
