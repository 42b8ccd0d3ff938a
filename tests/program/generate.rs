//! `coverlab generate`: equal bytes for equal seeds, and puzzles as requested.

use crate::common::{coverlab, file, program};
use coverlab_model::format::sudoku::{self, Count, Options, Puzzle};
use coverlab_model::{Sudoku, Task, canonical};
use coverlab_techniques::rating::explainer;
use coverlab_techniques::{Board, End, Entry, Premise, TECHNIQUES, solve, supposing};
use std::io::Read;
use std::process::Stdio;

/// The standard output of a command, which must write nothing to standard error.
fn out(arguments: &str) -> String {
    let words: Vec<&str> = arguments.split(' ').collect();
    let run = coverlab(&words);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{arguments}");
    run.out
}

fn puzzles(text: &str) -> Vec<Puzzle> {
    sudoku::read(text.as_bytes(), &Options::default()).unwrap()
}

#[test]
fn equal_seeds_give_equal_bytes() {
    let many = "generate --minimal --puzzles 100 --seed 1";
    let text = out(many);
    assert_eq!(text.lines().count(), 104);
    for threads in [1, 2, 5, 0] {
        assert_eq!(out(&format!("{many} --threads {threads}")), text);
    }
    assert_ne!(out("generate --minimal --puzzles 100 --seed 2"), text);
}

#[test]
fn the_first_line_is_the_command_that_reproduces_the_output() {
    for arguments in [
        "generate --clues ..28 --symmetry half-turn,diagonal --puzzles 2",
        "generate --shape 2x3 --solutions 2..9 --seed 7 --name many",
        "generate --minimal --nodes dlx:100.. --verify bird-bits -n 2",
        "generate --solutions 0 --clues 24",
        "generate --minimal --rating 2.6..4.5 --tries 500",
        "generate --shape 2x3 --hardest naked-pair --seed 3",
        "generate --rating 3.0..4.4 --technique naked-triple --minimal",
    ] {
        let text = out(arguments);
        let command = text.lines().next().unwrap().strip_prefix("# coverlab ").unwrap();
        assert_eq!(out(command), text, "{arguments}");
    }
}

#[test]
fn lines_have_the_numbers_of_solutions_and_nodes() {
    for read in puzzles(&out("generate --solutions 2..20 -n 10")) {
        let dlx = coverlab_strategies::sudoku(&"dlx".parse().unwrap()).unwrap();
        let (outcome, _) = dlx.backend.session().run_one(&read.puzzle, &Task::first(21));
        assert!((2..=20).contains(&outcome.solutions));
        assert_eq!(read.count, Some(Count::Exactly(outcome.solutions)));
    }
    for read in puzzles(&out("generate --minimal --nodes dlx:200.. -n 5")) {
        let name = read.name.unwrap();
        let nodes: u64 = name.rsplit_once(" dlx=").unwrap().1.parse().unwrap();
        assert!(nodes >= 200, "{name}");
    }
}

#[test]
fn puzzles_are_as_hard_as_requested() {
    for read in puzzles(&out("generate --minimal --rating 2.6..4.5 -n 3")) {
        let rating = explainer::rate(Board::new(&read.puzzle).unwrap()).unwrap().whole;
        assert!((26..=45).contains(&rating), "{rating}");
        let printed = format!("rating={}.{}", rating / 10, rating % 10);
        assert!(read.name.unwrap().ends_with(&printed));
    }
    let last = TECHNIQUES.iter().position(|technique| technique.about.name == "x-wing").unwrap();
    let techniques: Vec<&'static Entry> = TECHNIQUES[..=last].iter().collect();
    let end = |puzzle: &Sudoku, used: &[&'static Entry]| solve(Board::new(puzzle).unwrap(), used).end;
    for read in puzzles(&out("generate --minimal --hardest x-wing -n 2")) {
        assert_eq!(end(&read.puzzle, &techniques), End::Solved);
        assert_eq!(end(&read.puzzle, &techniques[..last]), End::Stuck);
    }
    for (request, premise, name, hardest) in [
        ("--rating 8.4..9.0 --technique swordfish", Premise::Rules, "swordfish", None),
        ("--technique hidden-pair --hardest x-wing", Premise::Rules, "hidden-pair", Some("x-wing")),
        ("--technique unique-rectangle-1", Premise::OneSolution, "unique-rectangle-1", None),
    ] {
        let read = puzzles(&out(&format!("generate --minimal {request}"))).remove(0);
        let steps = solve(Board::new(&read.puzzle).unwrap(), &supposing(premise)).steps;
        let used = || steps.iter().map(|taken| taken.technique);
        assert!(used().any(|technique| technique.about.name == name), "{request}");
        let last = used().max_by_key(|technique| technique.place()).unwrap().about.name;
        assert!(hardest.is_none_or(|hardest| last == hardest), "{request}: {last}");
    }
}

#[test]
fn isomorphs_have_the_canonical_form_of_their_original() {
    let puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let path = file("isomorphs", "one.txt", format!("{puzzle}:1 # first\n{puzzle}\n"));
    let text = coverlab(&["generate", "--isomorphs-of", path.to_str().unwrap(), "--each", "3"]).out;
    let images = puzzles(&text);
    let names: Vec<&str> = images.iter().map(|read| read.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["first-1", "first-2", "first-3", "line-2-1", "line-2-2", "line-2-3"]);
    let form = |puzzle: &Sudoku| canonical(puzzle).unwrap().0;
    let original = puzzles(puzzle).remove(0).puzzle;
    for read in images {
        assert_ne!(read.puzzle, original);
        assert_eq!(form(&read.puzzle), form(&original));
        assert_eq!(read.count, Some(Count::Exactly(1)));
    }
}

#[test]
fn a_reader_that_stops_early_is_no_failure() {
    let mut command = program();
    command.args(["generate", "--puzzles", "100000", "--verify", "no"]).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut some = [0; 1000];
    child.stdout.take().unwrap().read_exact(&mut some).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((String::from_utf8(output.stderr).unwrap(), output.status.code()), (String::new(), Some(0)));
}
