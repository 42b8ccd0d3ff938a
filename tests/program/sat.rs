//! `coverlab sat` and `coverlab convert --to cnf`, as other programs use them.

use crate::common::{Run, coverlab, file, rejects, with_input};
#[cfg(unix)]
use crate::common::{empty_folder, interrupted, shell_script};

const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// A pigeonhole formula with one hole fewer than pigeons, in DIMACS.
fn pigeonhole(pigeons: i32) -> String {
    let holes = pigeons - 1;
    let mut clauses = Vec::new();
    for p in 0..pigeons {
        clauses.push((1..=holes).map(|h| (p * holes + h).to_string()).collect::<Vec<_>>().join(" "));
    }
    for h in 1..=holes {
        for (a, b) in (0..pigeons).flat_map(|a| (0..a).map(move |b| (a, b))) {
            clauses.push(format!("-{} -{}", a * holes + h, b * holes + h));
        }
    }
    let lines: String = clauses.iter().map(|clause| format!("{clause} 0\n")).collect();
    format!("p cnf {} {}\n{lines}", pigeons * holes, clauses.len())
}

fn lines_of(run: &Run, letter: char) -> Vec<&str> {
    run.out.lines().filter(|line| line.starts_with(letter)).collect()
}

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
fn a_proof_does_not_replace_its_formula() {
    let formula = file("sat-proof", "formula.cnf", "p cnf 1 2\n1 0\n-1 0\n");
    let path = formula.to_str().unwrap();
    let run = coverlab(&["sat", path, "--proof", path]);
    assert!(run.code == Some(2) && run.err.contains("is both read and written"), "{}", run.err);
}

#[test]
fn a_proof_is_not_written_to_standard_output() {
    let run = with_input(&["sat", "-", "--proof", "-"], b"p cnf 1 2\n1 0\n-1 0\n");
    run.fails(2, &["--proof does not write to standard output"]);
}

#[test]
fn answers_are_in_the_competition_format() {
    for solver in ["varisat", "batsat", "cdcl"] {
        let yes = with_input(&["sat", "-", "--solver", solver], b"p cnf 3 2\n1 0\n-1 2 0\n");
        assert_eq!((yes.code, lines_of(&yes, 's')), (Some(10), vec!["s SATISFIABLE"]), "{}", yes.err);
        let model = lines_of(&yes, 'v').join(" ");
        assert!(model.starts_with("v 1 2 ") && model.ends_with(" 0"), "{model}");
        assert!(lines_of(&yes, 'c').iter().any(|line| line.starts_with("c conflicts")), "{}", yes.out);

        let no = with_input(&["sat", "-", "--solver", solver, "--check", "-q"], pigeonhole(6).as_bytes());
        assert_eq!((no.code, no.out.as_str()), (Some(20), "s UNSATISFIABLE\n"), "{}", no.err);
        let no = with_input(&["sat", "-", "--solver", solver, "--check"], pigeonhole(6).as_bytes());
        assert!(no.out.contains("c no model: accepted by "), "{}", no.out);

        let arguments = ["sat", "-", "--solver", solver, "--time-limit", "50ms"];
        let late = with_input(&arguments, pigeonhole(11).as_bytes());
        assert_eq!((late.code, lines_of(&late, 's')), (Some(0), vec!["s UNKNOWN"]));
        assert!(late.out.contains("c stopped: the time limit was reached"), "{}", late.out);
        let arguments = ["sat", "-", "--solver", solver, "--conflict-limit", "5", "--json"];
        let few = with_input(&arguments, pigeonhole(11).as_bytes());
        assert!(
            few.out.contains(r#""status":"UNKNOWN""#) && few.out.contains(r#""conflicts":5"#),
            "{}",
            few.out
        );
    }
}

#[test]
fn proofs_are_written_and_checked() {
    for solver in ["varisat", "batsat", "cdcl"] {
        let formula = file("sat", &format!("{solver}.cnf"), pigeonhole(5));
        let proof = formula.with_extension("drat");
        let (formula, path) = (formula.to_str().unwrap(), proof.to_str().unwrap());
        let run = coverlab(&["sat", formula, "--solver", solver, "--proof", path, "--check"]);
        run.answers(20, &["accepted by unit propagation"]);
        let text = std::fs::read_to_string(&proof).unwrap();
        assert!(text.lines().count() > 5 && text.lines().all(|line| line.ends_with('0')), "{text}");
        let empty_clauses = |text: &str| text.lines().filter(|line| *line == "0").count();
        assert_eq!(empty_clauses(&text), 1, "{text}");
        let run = with_input(&["sat", "-", "--solver", solver, "--proof", path], b"p cnf 1 2\n1 0\n-1 0\n");
        assert_eq!(run.code, Some(20), "{}", run.err);
        let text = std::fs::read_to_string(&proof).unwrap();
        assert_eq!(empty_clauses(&text), 1, "{solver}: {text}");
    }
    let run = coverlab(&["sat", "-", "--proof", "/nowhere/proof"]);
    assert_eq!((run.code, run.out.contains("s ")), (Some(3), false), "{}", run.err);
    let run = with_input(&["sat", "-", "--proof", "/nowhere/proof"], b"p cnf 1 1\n1 0\n");
    run.fails(3, &["/nowhere/proof", "no folder"]);
}

#[test]
fn lrat_proofs_are_written_and_checked() {
    let formula = file("lrat", "five.cnf", pigeonhole(5));
    let proof = formula.with_extension("lrat");
    let (formula, path) = (formula.to_str().unwrap(), proof.to_str().unwrap());
    let run = coverlab(&["sat", formula, "--solver", "cdcl", "--proof", path, "--check"]);
    run.answers(20, &["c no model: accepted by the LRAT checker"]);
    // Clause numbers continue after the 45 clauses of the formula. Each line has a clause and its
    // antecedents.
    let text = std::fs::read_to_string(&proof).unwrap();
    assert!(text.starts_with("46 "), "{text}");
    assert!(text.lines().filter(|line| !line.contains(" d ")).all(|line| line.matches(" 0").count() >= 2));
    // An option may precede the name of the file.
    let run = coverlab(&["sat", formula, "-s", "cdcl", "--proof", path, "--proof-format", "drat", "--check"]);
    assert!(run.out.contains("accepted by unit propagation"), "{}", run.out);
    assert!(!std::fs::read_to_string(&proof).unwrap().starts_with("46 "));
    let run = coverlab(&["sat", formula, "-s", "cdcl", "--proof-format", "lrat", "--check", "--json"]);
    assert!(run.out.contains(r#""proof":"the LRAT checker""#), "{}", run.out);
    // Each solver call has a separate proof.
    let puzzle = coverlab(&["convert", "--to=cnf", PUZZLE, "--encoding", "extended:clues=reduced"]);
    let arguments = ["sat", "-", "--unique", "--check", "--solver", "cdcl", "--proof-format", "lrat"];
    let run = with_input(&arguments, puzzle.out.as_bytes());
    assert!(run.out.contains("c unique: accepted by the LRAT checker"), "{}{}", run.out, run.err);
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
    let two = coverlab(&["convert", "--to=cnf", "12..............", "-e", "extended:clues=reduced"]);
    let run = with_input(&["sat", "-", "--unique", "--json"], two.out.as_bytes());
    assert!(run.out.contains(r#""unique":false"#), "{}", run.out);
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

#[test]
fn strategies_solve_other_kinds_through_encodings() {
    let formula = file("cross", "a.cnf", "p cnf 3 2\n1 2 0\n-1 -2 0\n");
    let formula = formula.to_str().unwrap();
    for strategy in ["sat", "sat:solver=batsat", "dlx"] {
        assert_eq!(coverlab(&["solve", formula, "--count", "--strategy", strategy]).out, "4\n", "{strategy}");
    }
    let cover = file("cross", "a.dlx", "a b | x\na x:1\nb x:1\na x:2\nb\n");
    for strategy in ["sat", "sat:amo=ladder", "dlx"] {
        assert_eq!(
            coverlab(&["solve", cover.to_str().unwrap(), "--count", "-s", strategy]).out,
            "3\n",
            "{strategy}"
        );
    }
}

#[test]
fn mistakes_are_explained() {
    rejects(
        r"
        2 | sat pigeonhole:3 --solver varisad | did you mean `varisat`?
        2 | sat pigeonhole:3 --solver sh --proof x | are for varisat, batsat, cdcl
        2 | sat pigeonhole:3 -s varisat --proof x.lrat | varisat writes no proof in LRAT
        2 | sat pigeonhole:3 -s batsat --proof-format lrat | cdcl
        2 | sat pigeonhole:3 --proof-format lrad | lrat
        2 | sat pigeonhole:3 --proof-format lrat | --proof-format applies only to a proof
        2 | sat pigeonhole:3 --memory-limit 7 | `7MiB` is too small
        2 | sat pigeonhole:3 --checker drat-trimm | no program `drat-trimm`
        2 | convert --to=cnf 1............... -e extensive | there is no encoding `extensive`
        2 | convert --to=cnf 1............... -e extended:amo=steps | does not take `steps`
        2 | convert --to=cnf 1............... -e extended:size=3 | no parameter `size`
        2 | convert --to=dlx 1............... -e minimal | --encoding applies only to formulas
        2 | convert --to=cnf 1............... 2............... | convert one instance, but several inputs are given
        3 | convert --to=cnf 1............... --puzzle 2 | there is no puzzle 2 in <argument>: it has 1
        3 | convert --to=cnf - | no puzzle in the input
        ",
    );
    let run = with_input(&["sat", "-"], b"p cnf x 1\n");
    assert!(run.code == Some(3) && run.err.contains("is not a number up to"), "{}", run.err);
    let run = coverlab(&["sat", "pigeonhole:3", "--solver", "true"]);
    assert!(run.code == Some(5) && run.err.contains("exit code 0 instead of 10 or 20"), "{}", run.err);
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
        ("gives-up", "echo 'no memory' >&2; exit 1", "exit code 1 instead of 10 or 20: no memory"),
        ("silent", "exit 0", "exit code 0 instead of 10 or 20"),
    ] {
        let run = run_with(name, text, &[]);
        assert!(run.code == Some(5) && run.err.contains(what), "{name}: {}{}", run.out, run.err);
    }
    let run = run_with("hangs", "sleep 660", &["--time-limit", "100ms"]);
    assert_eq!((run.code, run.out.contains("s UNKNOWN")), (Some(0), true), "{}", run.err);
    // At its limit, a control group kills the program, while a limit of the address space makes it fail.
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
        let arguments = ["sat", "-", "--solver", "cadical", "--check"];
        let run = with_input(&arguments, pigeonhole(pigeons).as_bytes());
        let words = "accepted by unit propagation, from the solver's own proof";
        assert!(run.code == Some(20) && run.out.contains(words), "{pigeons}: {}{}", run.out, run.err);
    }
}

#[cfg(unix)]
#[test]
fn a_checker_counts_only_if_it_accepts_and_succeeds() {
    let formula = pigeonhole(4);
    let folder = empty_folder("checkers-accepted");
    let check = |name: &str, text: &str| {
        let checker = shell_script(&folder, name, text);
        with_input(&["sat", "-", "--solver", "cdcl", "--checker", &checker], formula.as_bytes())
    };
    let reads = "grep -q '^p cnf' \"$1\" && grep -q '^0' \"$2\" && echo 's VERIFIED'";
    for (name, text) in [("accepts", "printf 'c reading\\n\\rs VERIFIED\\n'"), ("reads", reads)] {
        assert_eq!(check(name, text).code, Some(20), "{name}");
    }
    for (name, text, what) in [
        ("rejects", "echo 's NOT VERIFIED'; exit 1", "s NOT VERIFIED"),
        ("two-faced", "echo 's VERIFIED'; echo 's NOT VERIFIED'", "s NOT VERIFIED"),
        ("accepts-and-fails", "echo 's VERIFIED'; exit 1", "exit code 1"),
        ("accepts-and-crashes", "echo 's VERIFIED'; kill -SEGV $$", "signal"),
        ("mumbles", "echo 'c the proof is VERIFIED, perhaps'", "perhaps"),
        ("says-nothing", "exit 0", "exit code 0"),
        ("complains", "echo 'no such option' >&2; exit 2", "no such option"),
    ] {
        let run = check(name, text);
        assert!(run.code == Some(5) && run.err.contains(what), "{name}: {}{}", run.out, run.err);
    }
}

#[cfg(unix)]
#[test]
fn the_verdict_of_an_external_checker_decides() {
    let folder = empty_folder("checkers");
    let script = |name, text| shell_script(&folder, name, text);
    let formula = pigeonhole(5);
    let accepts = script("accepts", "tail -n 1 \"$2\" | grep -q '^0$' && echo 's VERIFIED'");
    for solver in ["varisat", "batsat", "cdcl"] {
        let run = with_input(&["sat", "-", "--solver", solver, "--checker", &accepts], formula.as_bytes());
        run.answers(20, &[&format!("accepted by {accepts}")]);
    }
    let rejects = script("rejects", "echo 's NOT VERIFIED'; exit 1");
    let run = with_input(&["sat", "-", "--checker", &rejects], formula.as_bytes());
    assert_eq!((run.code, run.out.contains("s UNSAT")), (Some(5), false), "{}", run.out);
    assert!(run.err.contains("is not accepted by") && run.err.contains("NOT VERIFIED"), "{}", run.err);
    let hangs = script("hangs", "sleep 660");
    let arguments = ["sat", "-", "--checker", &hangs, "--time-limit", "2s"];
    let run = with_input(&arguments, formula.as_bytes());
    run.fails(4, &["the proof is unchecked"]);
    // A program that writes no proof has none to check; a model needs no proof.
    let denies = script("denies", "echo 's UNSATISFIABLE'; exit 20");
    let run = with_input(&["sat", "-", "--solver", &denies, "--checker", &accepts], formula.as_bytes());
    assert!(run.code == Some(2) && run.err.contains("has no proof to check"), "{}", run.err);
    let run = with_input(&["sat", "-", "--checker", &rejects], b"p cnf 1 1\n1 0\n");
    assert_eq!(run.code, Some(10), "{}", run.err);
    // A program named cadical is asked for a proof; an invalid proof is rejected.
    let writes = script("cadical-writes", "printf '0\\n' > \"$3\"; echo 's UNSATISFIABLE'; exit 20");
    let run = with_input(&["sat", "-", "--solver", &writes, "--check"], formula.as_bytes());
    assert!(run.out.contains("accepted by varisat and varisat-checker"), "{}{}", run.out, run.err);
    let run = with_input(&["sat", "-", "--solver", &writes, "--check"], b"p cnf 2 1\n1 2 0\n");
    assert!(run.code == Some(5) && run.err.contains("but the formula has a model"), "{}", run.err);
}

#[test]
fn formulas_of_families_are_generated_and_answered() {
    for (spec, code) in [
        ("pigeonhole:6", 20),
        ("tseitin:10:3:1", 20),
        ("tseitin-even:10:3:1", 10),
        ("random-sat:3:50:150:1", 10),
    ] {
        let formula = coverlab(&["generate", spec]);
        assert!(formula.out.starts_with(&format!("c {spec}\np cnf ")), "{}{}", formula.out, formula.err);
        let answer = with_input(&["sat", "-", "--solver", "cdcl", "--check"], formula.out.as_bytes());
        assert_eq!(answer.code, Some(code), "{spec}: {}", answer.err);
    }
    let queens = coverlab(&["convert", "queens:5", "--to", "cnf"]);
    assert_eq!(with_input(&["sat", "-"], queens.out.as_bytes()).code, Some(10));
    let solved = coverlab(&["solve", "--family", "pigeonhole:6"]);
    assert_eq!((solved.out.as_str(), solved.code), ("none\n", Some(1)), "{}", solved.err);
}

#[cfg(target_os = "linux")]
#[test]
fn memory_of_built_in_solvers_is_limited() {
    let formula = pigeonhole(5);
    for solver in ["varisat", "batsat", "cdcl"] {
        let plain = with_input(&["sat", "-", "--solver", solver, "--check", "-q"], formula.as_bytes());
        let arguments = ["sat", "-", "--solver", solver, "--check", "-q", "--memory-limit", "256MiB"];
        let run = with_input(&arguments, formula.as_bytes());
        assert_eq!((run.code, run.out), (Some(20), plain.out), "{}", run.err);
    }
    // A line that another process has read before the formula is not read again.
    let path = file("sat-memory", "after-a-line.txt", format!("a line for another process\n{formula}"));
    let script = "read -r line; exec \"$0\" sat - -q --memory-limit 256MiB";
    let program = crate::common::program().get_program().to_owned();
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", script]).arg(program).stdin(std::fs::File::open(path).unwrap());
    assert_eq!(shell.output().unwrap().stdout, b"s UNSATISFIABLE\n");
    // A file that exceeds its share of the memory limit is not read.
    let large = coverlab(&["generate", "random-sat:3:200000:800000:1"]).out;
    let path = file("sat-memory", "large.cnf", &large);
    let arguments = ["sat", path.to_str().unwrap(), "--solver", "cdcl", "--memory-limit", "32"];
    let run = coverlab(&arguments);
    assert!(run.err.contains("the maximum that is read into memory") && run.code == Some(3), "{}", run.err);
    // The clauses alone exceed the limit.
    let arguments = ["sat", path.to_str().unwrap(), "--solver", "cdcl", "--memory-limit", "160", "--json"];
    let run = coverlab(&arguments);
    assert!(run.out.contains(r#""status":"UNKNOWN""#) && run.code == Some(0), "{}{}", run.out, run.err);
    let run = coverlab(&[&arguments[..6], &["-q"]].concat());
    assert_eq!((run.out.as_str(), run.code), ("s UNKNOWN\n", Some(0)), "{}", run.err);
}
