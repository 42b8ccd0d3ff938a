//! `coverlab sat` and `coverlab convert --to cnf`, as other programs use them.

use crate::common::{coverlab, file, with_input};
#[cfg(unix)]
use crate::common::{empty_folder, interrupted, shell_script};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

#[cfg(unix)]
#[test]
fn an_interrupted_solver_prints_that_the_answer_is_unknown() {
    let (out, err, code) = interrupted(&["sat", "pigeonhole:14"]);
    assert!(out.ends_with("\ns UNKNOWN\n"), "{out}");
    assert_eq!((err.as_str(), code), ("error: interrupted before there was an answer\n", Some(130)));
    let (out, _, code) = interrupted(&["sat", "pigeonhole:14", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((&object["status"], code), (&"UNKNOWN".into(), Some(130)));
}

#[test]
fn a_puzzle_is_shown_to_be_unique() {
    for encoding in ["extended", "augmented:amo=product,clues=reduced", "minimal:amo=sequential"] {
        for solver in ["varisat", "batsat", "cdcl"] {
            let formula = coverlab(&["convert", "--to=cnf", PUZZLE, "--encoding", encoding]);
            assert_eq!(formula.code, Some(0), "{}", formula.err);
            let arguments = ["sat", "-", "--unique", "--check", "--solver", solver];
            let run = with_input(&arguments, formula.out.as_bytes());
            run.answers(10, &["c unique: accepted by "]);
        }
    }
}

#[test]
fn encoding_preserves_the_number_of_solutions() {
    let puzzle = "1...............";
    let count = coverlab(&["solve", "--count", puzzle]).out;
    for (encoding, ending) in [
        ("extended", "cnf"),
        ("natural:amo=bitwise", "cnf"),
        ("augmented:clues=reduced,amo=commander", "cnf"),
        ("exact-cover", "dlx"),
    ] {
        let mut arguments = vec!["convert", puzzle, "--to", ending];
        if ending == "cnf" {
            arguments.extend(["--encoding", encoding]);
        }
        let text = coverlab(&arguments);
        let name = format!("{}.{ending}", encoding.replace([':', '=', ','], "-"));
        let path = file("encode", &name, &text.out);
        let path = path.to_str().unwrap();
        assert_eq!(coverlab(&["solve", "--count", path]).out, count, "{encoding}");
        // Converts back to the other kind.
        let other = if ending == "cnf" { "dlx" } else { "cnf" };
        let back = coverlab(&["convert", path, "--to", other]);
        assert_eq!(back.code, Some(0), "{}", back.err);
        if encoding.contains("amo") {
            // To a reader of covers, the auxiliary variables of "at most one" are ordinary variables.
            continue;
        }
        let path = file("encode", &format!("{name}.{other}"), &back.out);
        assert_eq!(coverlab(&["solve", "--count", path.to_str().unwrap()]).out, count, "{encoding}, back");
    }
}

#[cfg(unix)]
#[test]
fn answers_of_external_solvers_are_read() {
    let folder = empty_folder("sat-programs");
    let run_with = |name: &str, text: &str, more: &[&str]| {
        let program = shell_script(&folder, name, text);
        with_input(&[&["sat", "-", "--solver", &program][..], more].concat(), b"p cnf 2 2\n1 2 0\n-1 -2 0\n")
    };
    for (name, text) in [
        ("honest", "echo 's SATISFIABLE'; echo 'v 1 -2 0'; exit 10"),
        ("minisat-like", "echo SATISFIABLE; printf 'SAT\\n1 -2 0\\n' > \"$2\"; exit 10"),
    ] {
        let run = run_with(name, text, &[]);
        assert!(run.code == Some(10) && run.out.contains("v 1 -2 0"), "{name}: {}{}", run.out, run.err);
    }
    for (name, text, what) in [
        ("wrong-model", "echo SAT; echo 'v 1 2 0'; exit 10", "model is wrong: clause 2 is false"),
        ("torn-after-a-0", "echo SAT; echo 'v 1 0 -2'; exit 10", "has no end"),
        (
            "unknown-variable",
            "echo SAT; echo 'v 1 -2 77 0'; exit 10",
            "variable 77 a value, but the formula has 2",
        ),
        ("two-values", "echo SAT; echo 'v 1 -1 2 0'; exit 10", "variable 1 two values"),
        ("huge", "echo SAT; echo 'v 99999999999999999999 0'; exit 10", "is not a literal"),
        ("gives-up", "echo 'no memory' >&2; exit 1", "exit code 1 instead of 0, 10 or 20: no memory"),
    ] {
        let run = run_with(name, text, &[]);
        assert!(run.code == Some(5) && run.err.contains(what), "{name}: {}{}", run.out, run.err);
    }
    let run = run_with("says-unknown", "echo 's UNKNOWN'; exit 0", &[]);
    assert_eq!((run.code, run.out.contains("s UNKNOWN")), (Some(0), true), "{}", run.err);
    let run = run_with("hangs", "sleep 660", &["--time-limit", "100ms"]);
    assert_eq!((run.code, run.out.contains("s UNKNOWN")), (Some(0), true), "{}", run.err);
    // At its limit, an allocation fails, or the guard kills the program.
    let greedy = "a=xxxxxxxxxxxxxxxx; while :; do a=$a$a || exit 1; done";
    let run = run_with("greedy", greedy, &["--memory-limit", "64", "--time-limit", "60s"]);
    let is_killed = run.code == Some(0) && run.out.contains("s UNKNOWN");
    let fails = run.code == Some(5) && run.err.contains("greedy: it ");
    assert!(is_killed || fails, "{}{}", run.out, run.err);
}

/// Runs only if the program is installed.
#[cfg(unix)]
#[test]
fn proofs_that_cadical_writes_are_checked() {
    if coverlab_supervise::find_program("cadical").is_none() {
        return;
    }
    for pigeons in [4, 6, 7] {
        let run = coverlab(&["sat", &format!("pigeonhole:{pigeons}"), "--solver", "cadical", "--check"]);
        let words = "accepted by unit propagation, from the solver's own proof";
        assert!(run.code == Some(20) && run.out.contains(words), "{pigeons}: {}{}", run.out, run.err);
    }
}

#[cfg(unix)]
#[test]
fn an_invalid_proof_of_an_external_solver_is_not_accepted() {
    let folder = empty_folder("sat-invalid-proof");
    // A program named cadical is asked for a proof; an invalid proof is rejected.
    let writes = "printf '0\\n' > \"$3\"; echo 's UNSATISFIABLE'; exit 20";
    let writes = shell_script(&folder, "cadical-writes", writes);
    let run = coverlab(&["sat", "pigeonhole:5", "--solver", &writes, "--check"]);
    assert!(run.out.contains("accepted by varisat and varisat-checker"), "{}{}", run.out, run.err);
    assert!(run.err.contains("was not accepted: line 1 of the proof: the clause (0)"), "{}", run.err);
    let run = with_input(&["sat", "-", "--solver", &writes, "--check"], b"p cnf 2 1\n1 2 0\n");
    assert!(run.code == Some(5) && run.err.contains("but the formula has a model"), "{}", run.err);
}

/// Each step of the proof propagates along a chain of thousands of variables.
#[cfg(unix)]
#[test]
fn an_answer_whose_own_proof_takes_too_long_to_check_is_confirmed_otherwise() {
    let folder = empty_folder("sat-long-proof");
    let implications: String = (1..3000).map(|v| format!("-{v} {} 0\n", v + 1)).collect();
    let core = "3001 3002 0\n-3001 3002 0\n3001 -3002 0\n-3001 -3002 0\n";
    std::fs::write(folder.join("chain.cnf"), format!("p cnf 3002 3003\n{implications}{core}")).unwrap();
    std::fs::write(folder.join("proof"), "-1 3000 0\nd -1 3000 0\n".repeat(150_000)).unwrap();
    let writes = format!("cat {}/proof > \"$3\"; echo 's UNSATISFIABLE'; exit 20", folder.display());
    let solver = shell_script(&folder, "cadical-long", &writes);
    let formula = folder.join("chain.cnf");
    let arguments =
        ["sat", formula.to_str().unwrap(), "--solver", &solver, "--check", "--time-limit", "500ms"];
    let run = coverlab(&arguments);
    run.answers(20, &["accepted by varisat and varisat-checker"]);
    assert_eq!(run.err, format!("note: the proof by {solver} was not checked in time\n"));
}

/// Reading a pipe would block, and reading a device never end.
#[cfg(unix)]
#[test]
fn a_proof_that_is_no_regular_file_is_not_read() {
    let folder = empty_folder("sat-proof-files");
    for (name, writes, why) in [
        ("cadical-pipe", "mkfifo \"$3\"", "it is a pipe"),
        ("cadical-device", "ln -s /dev/zero \"$3\"", "it is a device"),
        ("cadical-folder", "mkdir \"$3\"", "it is a folder"),
        ("cadical-nothing", ":", "the solver did not write it"),
    ] {
        let solver = shell_script(&folder, name, &format!("{writes}; echo 's UNSATISFIABLE'; exit 20"));
        let run = coverlab(&["sat", "pigeonhole:4", "--solver", &solver, "--check"]);
        run.answers(20, &["accepted by varisat and varisat-checker"]);
        assert!(
            run.err.contains(&format!("note: the proof by {solver} cannot be checked: {why}")),
            "{run:?}"
        );
    }
}
