//! Programs as solvers: fake ones that answer, hang, crash and lie. None goes unnoticed.

#![cfg(unix)]

use coverlab_model::{Cancel, Cnf, Model, Problem, Stop};
use coverlab_strategies::solvers::{
    Checker, External, NotAccepted, ProcessLimits, Program, Solver, Verdict, check_drat, find,
};
use std::io::{Read, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A program that runs `script`, `$1` being the formula.
fn program(name: &str, script: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("programs");
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    // A file that is open for writing cannot be run, and a process that another test starts just now has
    // a copy of everything that is open here. So another process writes it.
    let mut writer = Command::new("sh");
    writer.args(["-c", "cat > \"$0\" && chmod 755 \"$0\""]).arg(&path).stdin(Stdio::piped());
    let mut writer = writer.spawn().unwrap();
    writer.stdin.take().unwrap().write_all(format!("#!/bin/sh\n{script}\n").as_bytes()).unwrap();
    assert!(writer.wait().unwrap().success());
    path
}

/// x1 ∨ x2, ¬x1 ∨ ¬x2: two models.
fn either() -> Cnf {
    let mut cnf = Cnf::new(2);
    cnf.clause(&[1, 2]);
    cnf.clause(&[-1, -2]);
    cnf
}

fn ask(name: &str, script: &str, limits: &ProcessLimits) -> Result<Option<Model>, Verdict> {
    let program = Program { path: program(name, script), arguments: Vec::new() };
    program.ask(&either(), limits).0
}

fn says(name: &str, script: &str) -> String {
    match ask(name, script, &ProcessLimits::default()) {
        Err(Verdict::Failed(what) | Verdict::Crashed(what)) => what,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn an_honest_program_is_believed() {
    let yes = ask("honest", "echo 's SATISFIABLE'; echo 'v -1'; echo 'v 2 0'; exit 10", &Default::default());
    assert_eq!(yes, Ok(Some(Model::new(vec![false, true]))));
    let minisat = "echo SATISFIABLE; printf 'SAT\\n1 -2 0\\n' > \"$2\"; exit 10";
    assert_eq!(ask("minisat-like", minisat, &Default::default()), Ok(Some(Model::new(vec![true, false]))));
    assert_eq!(ask("no", "echo 's UNSATISFIABLE'; exit 20", &Default::default()), Ok(None));
}

#[test]
fn lies_and_nonsense_are_noticed() {
    for (name, script, what) in [
        ("wrong-model", "echo SAT; echo 'v 1 2 0'; exit 10", "a model that is none: clause 2 is false"),
        ("no-model", "echo 's SATISFIABLE'; exit 10", "has no end"),
        ("torn", "echo SAT; echo 'v 1 -2'; exit 10", "has no end"),
        ("torn-behind-a-0", "echo SAT; echo 'v 1 0 -2'; exit 10", "has no end"),
        ("garbage", "echo SAT; echo 'v one two 0'; exit 10", "`one` is no literal"),
        ("binary", "head -c 4000 /dev/urandom; echo; echo 'v 1 0'; exit 10", ""),
        ("stranger", "echo SAT; echo 'v 1 -2 77 0'; exit 10", "variable 77 a value, but there are 2"),
        ("both", "echo SAT; echo 'v 1 -1 2 0'; exit 10", "variable 1 two values"),
        ("huge", "echo SAT; echo 'v 99999999999999999999 0'; exit 10", "is no literal"),
        ("two-minded", "echo 's UNSATISFIABLE'; exit 10", "exit code says satisfiable, its status line uns"),
        ("other-two", "echo 's SATISFIABLE'; exit 20", "exit code says unsatisfiable, its status line sat"),
        ("mute-10", "exit 10", "exit status: 10, but its output is empty"),
        ("mute-20", "exit 20", "exit status: 20, but its output is empty"),
        ("no-status", "echo 'v 1 -2 0'; exit 10", "begins with `v 1 -2 0`, has no status line"),
        ("torn-status", "printf 's UNSATISFIA'; exit 20", "`s UNSATISFIA` is no status"),
        ("crash", "echo 'out of luck' >&2; kill -SEGV $$", "ended without an answer"),
        ("gives-up", "echo 'no memory' >&2; exit 1", "no memory"),
        ("silent", "exit 0", "ended without an answer"),
    ] {
        if what.is_empty() {
            // Whatever random bytes say, a model that comes through has been verified.
            if let Ok(Some(model)) = ask(name, script, &Default::default()) {
                assert_eq!(either().verify(&model), Ok(()));
            }
            continue;
        }
        let said = says(name, script);
        assert!(said.contains(what), "{name}: {said}");
    }
    let missing = Program { path: PathBuf::from("/nowhere/solver"), arguments: Vec::new() };
    let (answer, _) = missing.ask(&either(), &ProcessLimits::default());
    assert!(matches!(answer, Err(Verdict::Crashed(what)) if what.contains("does not start")));
    let killed = ask("killed", "kill -KILL $$", &ProcessLimits::default());
    assert!(matches!(killed, Err(Verdict::Crashed(what)) if what.contains("signal: 9")));
}

#[test]
fn a_program_that_hangs_is_killed_with_all_it_started() {
    let pipe = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("programs/survivor");
    std::fs::create_dir_all(pipe.parent().unwrap()).unwrap();
    let _ = std::fs::remove_file(&pipe);
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // The pipe ends when the last process that holds it is gone, and has a word in it if that was not killed.
    let survive = format!("(exec 9> '{}'; sleep 300; echo alive >&9) & sleep 300", pipe.display());
    let own = std::fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    let mut heard = std::fs::File::open(&pipe).unwrap();
    for (name, script) in [("sleeps", survive.as_str()), ("spins", "while :; do :; done")] {
        let limits = ProcessLimits { time: Some(Duration::from_millis(100)), ..Default::default() };
        let clock = Instant::now();
        assert_eq!(ask(name, script, &limits), Err(Verdict::Unknown(Stop::Deadline)), "{name}");
        assert!(clock.elapsed() < Duration::from_secs(200), "{name}: {:?}", clock.elapsed());
    }
    drop(own);
    let mut said = String::new();
    heard.read_to_string(&mut said).unwrap();
    assert_eq!(said, "", "what a killed program started goes on");
    let cancel = Cancel::default();
    cancel.raise();
    let limits = ProcessLimits { cancel, ..Default::default() };
    assert_eq!(ask("cancelled", "sleep 300", &limits), Err(Verdict::Unknown(Stop::Cancelled)));
}

#[test]
fn memory_is_limited() {
    let greedy = "a=xxxxxxxxxxxxxxxx; while :; do a=$a$a || exit 1; done";
    let limits =
        ProcessLimits { memory: Some(64), time: Some(Duration::from_secs(60)), ..Default::default() };
    let program = Program { path: program("greedy", greedy), arguments: Vec::new() };
    let Err(Verdict::Crashed(what)) = program.ask(&either(), &limits).0 else { panic!("not limited") };
    assert!(what.contains("ended without an answer"), "{what}");
}

#[test]
fn a_program_is_a_solver() {
    let path = program(
        "blind",
        "echo SAT; grep -q '^-1 0$' \"$1\" && { echo 'v -1 2 0'; exit 10; }\necho 'v 1 -2 0'; exit 10",
    );
    let mut solver = External::new(Program { path, arguments: Vec::new() }, ProcessLimits::default());
    either().clauses().for_each(|clause| solver.add(clause));
    assert_eq!(solver.solve(&[]), Verdict::Satisfiable);
    assert!(solver.value(1) && !solver.value(2) && !solver.value(9));
    assert_eq!(solver.solve(&[-1]), Verdict::Satisfiable);
    assert!(solver.value(2));
    assert!(matches!(solver.solve(&[1, 2]), Verdict::Failed(_)));
    let path = program("never", "echo 's UNSATISFIABLE'; exit 20");
    let mut solver = External::new(Program { path, arguments: Vec::new() }, ProcessLimits::default());
    assert_eq!((solver.solve(&[4]), solver.core()), (Verdict::Unsatisfiable, vec![4]));
}

/// What a checker with `script` says of a proof; `$1` is the formula, `$2` the proof.
fn check(name: &str, script: &str, limits: &ProcessLimits) -> Result<(), NotAccepted> {
    let checker = Checker { path: program(name, script) };
    checker.check(&either(), b"1 0\n0\n", limits).map(|_| ())
}

#[test]
fn a_checker_is_believed_only_if_it_accepts_and_ends_well() {
    let free = ProcessLimits::default();
    assert_eq!(check("accepts", "printf 'c reading\\n\\rs VERIFIED\\n'", &free), Ok(()));
    // It gets the formula and the proof.
    let reads = "grep -q '^p cnf 2 2' \"$1\" && grep -q '^1 0' \"$2\" && echo 's VERIFIED'";
    assert_eq!(check("reads", reads, &free), Ok(()));
    for (name, script, what) in [
        ("rejects", "echo 's NOT VERIFIED'; exit 1", "s NOT VERIFIED"),
        ("two-faced", "echo 's VERIFIED'; echo 's NOT VERIFIED'", "s NOT VERIFIED"),
        ("accepts-and-fails", "echo 's VERIFIED'; exit 1", "exit status: 1"),
        ("accepts-and-crashes", "echo 's VERIFIED'; kill -SEGV $$", "signal"),
        ("mumbles", "echo 'c the proof is VERIFIED, perhaps'", "perhaps"),
        ("says-nothing", "exit 0", "ended with"),
        ("complains", "echo 'no such option' >&2; exit 2", "no such option"),
    ] {
        match check(name, script, &free) {
            Err(NotAccepted::Refused(said)) => assert!(said.contains(what), "{name}: {said}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    let limits = ProcessLimits { time: Some(Duration::from_millis(100)), ..ProcessLimits::default() };
    let started = Instant::now();
    let spins = check("spins", "while :; do :; done", &limits);
    assert_eq!(spins, Err(NotAccepted::Stopped(Stop::Deadline)));
    assert_eq!(check("sleeps", "sleep 600", &limits), Err(NotAccepted::Stopped(Stop::Deadline)));
    assert!(started.elapsed() < Duration::from_secs(300));
    let cancel = Cancel::default();
    cancel.raise();
    let limits = ProcessLimits { cancel, ..ProcessLimits::default() };
    assert_eq!(check("waits", "sleep 600", &limits), Err(NotAccepted::Stopped(Stop::Cancelled)));
    let missing = Checker { path: PathBuf::from("/nowhere/drat-trim") };
    assert!(matches!(missing.check(&either(), b"", &free), Err(NotAccepted::Refused(_))));
}

/// `pigeons` in one hole fewer.
fn pigeonhole(pigeons: i32) -> Cnf {
    let holes = pigeons - 1;
    let mut cnf = Cnf::new((pigeons * holes) as usize);
    let sits = |p: i32, h: i32| p * holes + h;
    for p in 0..pigeons {
        cnf.clause(&(1..=holes).map(|h| sits(p, h)).collect::<Vec<_>>());
        for (h, q) in (1..=holes).flat_map(|h| (0..p).map(move |q| (h, q))) {
            cnf.clause(&[-sits(p, h), -sits(q, h)]);
        }
    }
    cnf
}

/// Runs only where the program is; there is no telling of machines without it.
#[test]
fn proofs_that_cadical_writes_are_accepted_and_damaged_ones_are_not() {
    let Some(path) = find("cadical") else { return };
    let cadical = Program { path, arguments: Vec::new() };
    assert!(cadical.writes_proofs());
    for pigeons in [4, 6, 7] {
        let cnf = pigeonhole(pigeons);
        let (answer, _, proof) = cadical.prove(&cnf, &ProcessLimits::default());
        assert_eq!(answer, Ok(None));
        let text = String::from_utf8(proof).unwrap();
        let on = || ControlFlow::Continue(());
        let checked = check_drat(&cnf, &text, on).unwrap_or_else(|bad| panic!("{pigeons}: {bad}"));
        // A proof of a few lines forgets nothing.
        assert!(checked.additions > 0 && (checked.deletions > 0 || pigeons < 7), "{checked:?}");
        // Without the clauses learned in between, the last does not follow.
        let lines: Vec<&str> = text.lines().collect();
        let end = lines[lines.len() - 1];
        assert!(check_drat(&cnf, end, on).is_err(), "{pigeons}: {end}");
        // Nor of a formula that has a model.
        let mut other = Cnf::new(cnf.variables());
        cnf.clauses().skip(1).for_each(|clause| other.clause(clause));
        assert!(check_drat(&other, &text, on).is_err(), "{pigeons}");
    }
    let (answer, _, _) = cadical.prove(&either(), &ProcessLimits::default());
    assert!(matches!(answer, Ok(Some(_))));
}
