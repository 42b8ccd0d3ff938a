//! External solvers that misbehave or contradict themselves: the verdict on each, and what they leave behind.

#![cfg(target_os = "linux")]

use crate::common::shell_script;
use crate::outside::{experiment, folder, run_in};
use crate::support::{SOLVED, trials};
use coverlab::record::Trial;
use std::path::Path;
use std::time::Duration;

/// The processes that have `mark` in their command line.
fn processes(mark: &str) -> Vec<String> {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.map(|line| String::from_utf8_lossy(&line).into_owned()).filter(|line| line.contains(mark)).collect()
}

/// A misbehaving solver.
struct Rogue {
    name: &'static str,
    /// The status of its trial.
    status: &'static str,
    script: &'static str,
    /// Text that the error of its trial contains.
    error: &'static str,
    /// The rest of its definition.
    more: &'static str,
}

/// The rows of a table whose columns are the fields of `Rogue`; the last ones may be missing.
fn rogues(table: &'static str) -> Vec<Rogue> {
    let row = |line: &'static str| {
        let mut cells = line.split('|').map(str::trim);
        let [name, status, script, error, more] = std::array::from_fn(|_| cells.next().unwrap_or_default());
        Rogue { name, status, script, error, more }
    };
    table.trim().lines().map(row).collect()
}

const ROGUES: &str = r#"
forks                    | timeout | for i in 1 2 3; do (while :; do :; done) & done; wait
escapes                  | solved  | setsid sh -c 'setsid sleep 603 & sleep 604' >/dev/null 2>&1 & echo GRID
floods                   | crash   | exec yes floods-607                 | bytes of output
eats                     | memout  | exec python3 -c "x = [bytearray(1 << 20) for _ in range(1 << 20)]" | | memory = "128MiB"
segfaults                | crash   | kill -SEGV $$                       | signal 11
fails                    | crash   | echo 'no license found' >&2; exit 3 | exit code 3 instead of 0: no license found
is-silent                | error   | exit 0                              | it printed nothing | none = 'UNSAT'
mutters                  | error   | echo Segfault                       | a program that finds no solution has to say so: define `none`
prints-bytes             | error   | printf '\000\001\002'               | its output begins with the bytes 00 01 02 | none = 'UNSAT'
says-nothing             | error   | exit 0                              | it printed nothing
denies-by-its-exit-code  | none    | exit 7                              | | exit = { solved = [0], none = [7] }
denies-on-standard-error | none    | echo 'Altogether 0 solutions' >&2   | | none = '^Altogether 0 '
is-killed                | crash   | kill -KILL $$                       | killed by signal 9: not by its guard | memory = "128MiB"
denies                   | none    | echo UNSAT                          | | none = 'UNSAT'
lies                     | error   | echo 111111111222222222333333333444444444555555555666666666777777777888888888999999999
is-cut-off               | error   | printf 53467891267219534819834      | no solution is found in its output | none = 'UNSAT'
kills-its-guard          | crash   | kill -KILL $PPID; sleep 608         | guards the program died
"#;

#[test]
fn rogues_end_in_time_and_leave_nothing() {
    let folder = folder("rogues");
    let (rogues, mut solvers) = (rogues(ROGUES), String::new());
    for Rogue { name, script: text, more, .. } in &rogues {
        shell_script(&folder, name, &format!("# {name}\n{}", text.replace("GRID", SOLVED)));
        solvers += &format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"sudoku\"\ncommand = [\"./{name}\"]\n{more}\n"
        );
    }
    // Solvers that end by themselves get enough time on a busy machine.
    let (timed_out, others): (Vec<&Rogue>, _) = rogues.iter().partition(|rogue| rogue.status == "timeout");
    let (mut trials, mut messages) = (Vec::new(), String::new());
    for (group, limit) in [(timed_out, "1s"), (others, "300s")] {
        let names: Vec<String> = group.iter().map(|rogue| format!("\"{}\"", rogue.name)).collect();
        let strategies = format!("[\"dlx\", {}]", names.join(", "));
        let limits = format!("limits = {{ time = \"{limit}\" }}");
        let _ = std::fs::remove_dir_all(folder.join("out"));
        let (run, found) = experiment(&folder, &strategies, &solvers, &limits);
        assert_eq!(run.code, Some(i32::from(limit == "300s")), "{}{}", run.out, run.err);
        trials.extend(found);
        messages += &run.err;
    }
    for Rogue { name, status, error, .. } in &rogues {
        let trial = trials
            .iter()
            .find(|trial| trial.strategy == *name)
            .unwrap_or_else(|| panic!("{name}: {messages}"));
        assert_eq!(
            (trial.status.name(), trial.enforcer.starts_with("guard")),
            (*status, true),
            "{name}: {trial:?}"
        );
        assert!(trial.error.contains(error), "{name}: {}", trial.error);
        assert_in_time(trial);
    }
    let verdict = |name: &str| trials.iter().find(|trial| trial.strategy == name).unwrap().verdict.name();
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
const LIARS: &str = r#"
denies-a-model      | none  | echo 's UNSATISFIABLE'; exit 20
has-a-wrong-model   | error | echo 's SATISFIABLE'; echo 'v 1 2 0'; exit 10
ends-with-20        | error | echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 20    | it printed a solution, but its exit code is 20 instead of 10
ends-with-10        | error | echo 's UNSATISFIABLE'; exit 10                   | its output says that there is no solution, but its exit code is 10 instead of 20
ends-with-30        | crash | echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 30    | exit code 30 instead of
ends-with-0         | error | echo 's SATISFIABLE'; echo 'v 1 -2 0'             | 0 instead of 10
stops-in-a-line     | error | echo 's SATISFIABLE'; printf 'v 1 -'; exit 10     | `-` is not a literal
leaves-out-the-0    | error | echo 's SATISFIABLE'; echo 'v 1 -2'; exit 10      | the 0 after its last literal is missing
has-no-status       | error | echo 'v 1 -2 0'; exit 10                          | but no line `s SATISFIABLE`
promises-a-model    | error | echo 's SATISFIABLE'; exit 20                     | its output says that there is a solution, but has none
is-mute-with-10     | error | exit 10                                           | it printed nothing
is-mute-with-20     | error | exit 20                                           | no line `s UNSATISFIABLE`
stops-in-its-status | error | printf 's UNSATISFIA'; exit 20                    | `s UNSATISFIA` is not a status
is-killed           | crash | kill -KILL $$                                     | killed by signal 9
stops-in-a-model    | crash | echo 's SATISFIABLE'; printf 'v 1'; kill -ABRT $$ | signal 6
"#;

#[test]
fn lying_sat_solvers_are_detected() {
    let folder = folder("liars");
    std::fs::write(folder.join("one.cnf"), "p cnf 2 2\n1 2 0\n-1 -2 0\n").unwrap();
    let (liars, mut solvers) = (rogues(LIARS), String::new());
    for Rogue { name, script: text, .. } in &liars {
        shell_script(&folder, name, text);
        solvers += &format!(
            "[[solver]]\nname = \"{name}\"\nproblem = \"cnf\"\ncommand = [\"./{name}\", \"{{input}}\"]\n"
        );
    }
    let names: Vec<String> = liars.iter().map(|rogue| format!("\"{}\"", rogue.name)).collect();
    let text = format!(
        "name = \"x\"\nquestion = \"?\"\nstrategies = [\"cdcl\", {}]\ncorpora = [{{ path = \"one.cnf\" }}]\n\
         limits = {{ time = \"300s\" }}\n{solvers}",
        names.join(", ")
    );
    std::fs::write(folder.join("x.toml"), text).unwrap();
    let run = run_in(&folder, &["run", "x.toml", "--out", "out", "--allow-programs"]);
    assert_eq!(run.code, Some(1), "{}{}", run.out, run.err);
    let trials = trials(&folder.join("out"));
    for Rogue { name, status, error, .. } in &liars {
        let trial = trials.iter().find(|trial| trial.strategy == *name).unwrap();
        assert_eq!(trial.status.name(), *status, "{name}: {trial:?}");
        assert_eq!(trial.verdict.name() == "wrong", *status != "crash", "{name}: {trial:?}");
        assert!(trial.error.contains(error), "{name}: {}", trial.error);
        assert_in_time(trial);
        // `coverlab sat` reads their answers the same way.
        let run = run_in(&folder, &["sat", "one.cnf", "--solver", &format!("./{name}"), "--check"]);
        assert_eq!((run.code, run.out.contains("\ns ")), (Some(5), false), "{name}: {}", run.out);
        assert!(run.err.contains(error), "{name}: {}", run.err);
    }
    assert_left_nothing(&folder);
}
