//! External solvers as strategies in experiments.

#![cfg(target_os = "linux")]

use crate::common::{coverlab, script};
use crate::outside::{experiment, folder, has, run_in};
use crate::support::{EASY, SOLVED, trials};
use coverlab::record::Trial;
use std::path::Path;
use std::process::Command;

/// A program that solves one Sudoku per line and prints `none` for a puzzle without a solution.
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
fn programs_answer_like_strategies_and_run_again_if_their_definition_changes() {
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
    // A digit that differs from the only solution.
    std::fs::write(folder.join("none.txt"), format!("531{}\n", &EASY[3..])).unwrap();
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
    assert!(all.iter().all(|trial| trial.verdict.name() == "correct"), "{all:?}");
    let of =
        |status: &str| all.iter().filter(|t| t.strategy == "by-line" && t.status.name() == status).count();
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

    std::fs::remove_dir_all(folder.join("out")).unwrap();
    let (_, all) = corpora("{ name = \"unique-9x9\", sample = 40 }", "\"first\"", "[\"dlx\", \"batch\"]", "");
    let batch: Vec<_> = all.iter().filter(|trial| trial.strategy == "batch").collect();
    assert_eq!(batch.len(), 40);
    assert!(batch.iter().all(|trial| trial.mode.name() == "stream"
        && trial.enforcer.starts_with("guard")
        && trial.enforcer.ends_with("-batch")));
    assert!(batch.iter().all(|trial| trial.verdict.name() == "correct"), "{batch:?}");
}

#[test]
fn the_trials_of_a_changed_script_run_again() {
    let folder = folder("changed");
    let definition = "[[solver]]\nname = \"s\"\nproblem = \"sudoku\"\ncommand = [\"sh\", \"{dir}/s.sh\"]\n";
    let run = |text: &str, limit: &str| {
        script(&folder, "s.sh", text);
        let more = format!("limits = {{ time = \"{limit}\" }}");
        experiment(&folder, "[\"s\", \"dlx\"]", definition, &more)
    };
    let checksum = || {
        let info = std::fs::read(folder.join("out/run.json")).unwrap();
        let info: serde_json::Value = serde_json::from_slice(&info).unwrap();
        let files = info["programs"][0]["checksums"].as_object().unwrap().clone();
        files.into_iter().find(|(path, _)| path.ends_with("s.sh")).unwrap().1
    };
    let status = |trials: &[Trial]| trials.iter().find(|t| t.strategy == "s").unwrap().status.name();
    let (_, crashed) = run("exit 7\n", "100s");
    let before = checksum();
    assert_eq!(status(&crashed), "crash");
    let works = format!("echo {SOLVED}\n");
    let (again, solved) = run(&works, "300s");
    assert_eq!(status(&solved), "solved", "{}{}", again.out, again.err);
    assert!(again.out.contains("1 of them recorded before"), "{}", again.out);
    let note: String = again.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(note.contains("1 recorded trial is run again: /"), "{note}");
    assert!(note.contains("s.sh was changed or deleted since"), "{note}");
    assert_ne!(checksum(), before);
    // The trial that is not run again keeps its limit.
    let limits: Vec<_> = solved.iter().map(|trial| (&*trial.strategy, trial.limit_cpu_ns.unwrap())).collect();
    assert!(
        limits.contains(&("dlx", 100_000_000_000)) && limits.contains(&("s", 300_000_000_000)),
        "{limits:?}"
    );
    let (same, _) = run(&works, "300s");
    assert!(
        same.out.contains("2 of them recorded before") && same.err.is_empty(),
        "{}{}",
        same.out,
        same.err
    );
    let (back, crashed) = run("exit 7\n", "100s");
    assert_eq!((status(&crashed), checksum()), ("crash", before));
    assert!(back.out.contains("1 of them recorded before"), "{}", back.out);
    std::fs::remove_file(folder.join("s.sh")).unwrap();
    let without = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    assert!(without.out.contains("1 of them recorded before"), "{}", without.out);
    let note: String = without.err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(note.contains("s.sh was changed or deleted"), "{note}");
}

/// A cover whose options come in pairs of equal ones, and its eight solutions.
const PAIRS: &str = "a b c\na\na\nb\nb\nc\nc\n";

#[test]
fn solutions_that_the_referee_accepts_refute_a_smaller_number() {
    let folder = folder("drops-one");
    std::fs::write(folder.join("pairs.dlx"), PAIRS).unwrap();
    script(
        &folder,
        "drops",
        "#!/bin/sh\nprintf '1 3 5\\n1 3 6\\n1 4 5\\n1 4 6\\n2 3 5\\n2 3 6\\n2 4 5\\n'\n",
    );
    let text = "name = \"x\"\nquestion = \"?\"\nstrategies = [\"dlx\", \"drops\", \"bit-cover\"]\ntask = \"all\"\n\
                corpora = [{ path = \"pairs.dlx\" }]\n[[solver]]\nname = \"drops\"\nproblem = \"exact-cover\"\n\
                command = [\"./drops\"]\noutput = \"options\"\nfinds = \"all\"\n";
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs", "-q"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{}", run.err);
    assert!(run.err.starts_with("error: 1 WRONG answer in 3 trials\n"), "{}", run.err);
    for trial in trials(&folder.join("out")) {
        let (verdict, error) = match &*trial.strategy {
            "drops" => ("wrong", "exactly 7 solutions, but the referee accepts 8 that dlx found"),
            _ => ("correct", ""),
        };
        assert_eq!((trial.verdict.name(), &*trial.error), (verdict, error), "{}", trial.strategy);
    }
}

#[test]
fn equal_options_are_printed_once_for_each_choice() {
    let folder = folder("equal-options");
    std::fs::write(folder.join("pairs.dlx"), PAIRS).unwrap();
    let print = |times: usize| {
        // The order of the lines does not matter.
        let solution = |k: usize| format!("{k}:\\n {}\\n", ["a\\n b\\n c", "c\\n a\\n b"][k % 2]);
        format!("#!/bin/sh\nprintf '{}'\n", (0..times).map(solution).collect::<String>())
    };
    script(&folder, "eight", &print(8));
    script(&folder, "nine", &print(9));
    let solver = |name: &str| {
        format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"exact-cover\"\ncommand = [\"./{name}\"]\nfinds = \"all\"\n"
        )
    };
    let text = format!(
        "name = \"x\"\nquestion = \"?\"\nstrategies = [\"dlx\", \"eight\", \"nine\"]\ntask = {{ up-to = 100 }}\n\
         corpora = [{{ path = \"pairs.dlx\" }}]\n{}{}",
        solver("eight"),
        solver("nine")
    );
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    for trial in trials(&folder.join("out")) {
        let (verdict, solutions) = if trial.strategy == "nine" { ("wrong", 0) } else { ("correct", 8) };
        assert_eq!(
            (trial.verdict.name(), trial.solutions),
            (verdict, Some(solutions)),
            "{trial:?}{}",
            run.err
        );
        assert!(verdict == "correct" || trial.error.contains("the same solution"), "{trial:?}");
    }
}

#[test]
fn counters_that_a_program_does_not_report_are_unknown() {
    let folder = folder("unreported");
    script(&folder, "prints", &format!("#!/bin/sh\necho {SOLVED}\necho nodes 7\necho depth 3\n"));
    let solver = |name: &str, counters: &str| {
        format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"sudoku\"\ncommand = [\"./prints\"]\ncounters = {{ {counters} }}\n"
        )
    };
    let solvers = [
        solver("nodes", r"nodes = '^nodes (\d+)'"),
        solver("depth", r"max_depth = '^depth (\d+)'"),
        solver("silent", r"nodes = '^nodes (\d+)', conflicts = '^conflicts (\d+)'"),
    ];
    let (run, trials) =
        experiment(&folder, "[\"nodes\", \"depth\", \"silent\", \"dlx\"]", &solvers.concat(), "");
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let counted = |name: &str| {
        let trial = trials.iter().find(|trial| trial.strategy == name).unwrap();
        (trial.nodes, trial.max_depth, trial.conflicts)
    };
    assert_eq!(counted("nodes"), (Some(7), None, None));
    assert_eq!(counted("depth"), (None, Some(3), None));
    assert_eq!(counted("silent"), (Some(7), None, None));
    let (nodes, depth, conflicts) = counted("dlx");
    assert!(nodes.is_some() && depth.is_some() && conflicts.is_none());
}

/// For external and for built-in strategies, an unsupported instance is neither a failure of the run nor one
/// of the instances that the strategy should have solved.
#[test]
fn unsupported_instances_are_counted_separately() {
    let folder = folder("unsupported");
    script(&folder, "declines", "#!/bin/sh\nexit 4\n");
    std::fs::write(folder.join("colored.dlx"), "a b | x\na x:A\nb x:A\n").unwrap();
    std::fs::write(folder.join("plain.dlx"), "a b\na\nb\n").unwrap();
    let text = "name = \"x\"\nquestion = \"?\"\nstrategies = [\"dlx\", \"dlx-rs\", \"declines\"]\n\
                corpora = [{ path = \"colored.dlx\" }, { path = \"plain.dlx\" }]\nlimits = { time = \"300s\" }\n\
                [[solver]]\nname = \"declines\"\nproblem = \"exact-cover\"\ncommand = [\"./declines\"]\n\
                exit = { solved = [0], none = [0], unsupported = [4] }\n";
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    run.answers(0, &["3 not supported"]);
    let trials = trials(&folder.join("out"));
    let ends = |name: &str| {
        let of = trials.iter().filter(|trial| trial.strategy == name);
        of.map(|trial| (trial.status.name(), trial.verdict.name())).collect::<Vec<_>>()
    };
    assert_eq!(ends("declines"), [("unsupported", "unverified"); 2]);
    assert_eq!(ends("dlx-rs")[0], ("unsupported", "unverified"));
    let report = run_in(&folder, &["report", "out", "--to", "csv"]).out;
    let rows: Vec<&str> =
        report.lines().filter(|line| line.starts_with("declines,0 of 0,1 unsupported,")).collect();
    assert_eq!(rows.len(), 2, "{report}");
    assert!(report.contains("dlx-rs,0 of 0,1 unsupported,") && report.contains("dlx-rs,1 of 1,"), "{report}");
}

#[test]
fn described_solvers_that_are_installed_answer_correctly() {
    let list = coverlab(&["list", "solvers"]);
    assert_eq!(list.out.lines().count(), 10, "{}", list.err);
    let is_listed = |name: &str| {
        let line = list.out.lines().find(|line| line.starts_with(&format!("{name} "))).unwrap();
        !line.contains("not installed")
    };
    for name in ["minisat", "cadical", "kissat", "clingo", "python", "ortools", "minizinc"] {
        let with = |module: &str| {
            let python = Command::new("python3").args(["-c", &format!("import {module}")]).output();
            python.is_ok_and(|output| output.status.success())
        };
        let is_installed = match name {
            "python" => has("python3"),
            "ortools" => with("ortools"),
            "minizinc" => has("minizinc") && has("fzn-gecode") && has("python3"),
            program => has(program),
        };
        // The list does not know about the solver that minizinc calls.
        assert!(is_listed(name) == is_installed || name == "minizinc", "{name}: {}", list.out);
        if is_installed {
            let run =
                run_in(Path::new(env!("CARGO_MANIFEST_DIR")), &["doctor", name, "--time-limit", "300s"]);
            assert_eq!(run.code, Some(0), "{name}: {}{}", run.out, run.err);
            let tests = if ["python", "ortools"].contains(&name) { 6 } else { 4 };
            assert!(run.out.ends_with(&format!("{tests} of {tests} answers are right\n")), "{}", run.out);
        }
    }
}

#[test]
fn an_invalid_definition_is_reported_with_its_reason() {
    let folder = folder("definitions");
    let definitions = r#"
name = "a"; problem = "cnf"; command = ["a", "{inptu}"] | `{inptu}` is not a placeholder of commands
name = "a"; problem = "cnf"; comand = [] | unknown key `comand`
name = "a"; problem = "sat"; command = ["a"] | unknown word `sat`
name = "a"; problem = "cnf" | solver `a` does not say which program it is
name = "a"; command = ["a"] | solver `a` does not say what it solves
problem = "cnf"; command = ["a"] | the solver has no name
name = "A b"; problem = "cnf"; command = ["a"] | `A b` is not a valid name for a solver
name = "dlx"; problem = "cnf"; command = ["a"] | solver `dlx` has the name of a built-in strategy
name = "a"; problem = "cnf"; command = ["a"]; memory = "much" | `much` is not a size: write a number and a unit, such as 64MiB, 2GiB
name = "a"; problem = "cnf"; command = ["a"]; counters = { nodes = "x(" } | `x(` is not a regular expression
name = "a"; problem = "sudoku"; command = ["sh"] | solver `a` finds one solution, but the task asks for more
name = "a"; problem = "cnf"; command = ["no-such-program"] | solver `a` needs the program `no-such-program`, which is not installed
name = "a"; problem = "cnf"; command = ["sh"]; [limits]; memory = "1MiB" | `1MiB` is too small: the minimum is 8MiB
file = "b.toml" | cannot read the solver b.toml
file = "b.toml"; name = "a" | a solver with `file = "b.toml"` has other keys
name = "a"; problem = "cnf"; command = ["sh"]; batch = true | solver `a` cannot be run in batches
"#;
    for row in definitions.trim().lines() {
        let (definition, error) = row.split_once(" | ").unwrap();
        let definition = definition.replace("; ", "\n");
        let text = format!(
            "name = \"x\"\nquestion = \"?\"\nstrategies = [\"a\"]\ncorpora = [\"unique-4x4\"]\ntask = \"unique\"\n[[solver]]\n{definition}\n"
        );
        std::fs::write(folder.join("x.toml"), text).unwrap();
        let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
        run.fails(3, &[error]);
    }
}
