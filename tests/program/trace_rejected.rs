//! Checks that wrong traces are rejected. Each test invents a correct trace and changes it.

use crate::support::EASY;
use crate::tracing::{bounds, checked, sudokus, trace};
use coverlab_model::step::{Answer, Instance, VisitOutcome};
use coverlab_model::{
    Cnf, Counters, Cover, ExactCover, ExactCoverBuilder, Literal, Model, Step, Sudoku, Task, TraceEvent,
};
use coverlab_trace::check::check;
use coverlab_trace::{Level, Line, Recorder, TraceSubject};
use serde_json::Value;

/// Records a search that a test invents.
fn record_invented(instance: Instance, events: Vec<TraceEvent>) -> Vec<String> {
    let subject = TraceSubject {
        name: "a test".into(),
        spec: "made-up".parse().unwrap(),
        via: None,
        node: "",
        script: &[],
        asked: instance.clone(),
    };
    let mut lines = Vec::new();
    let mut write = |line: &Line, _: &_| {
        lines.push(serde_json::to_string(line)?);
        Ok(1)
    };
    let mut recorder = Recorder::new(&subject, bounds(Level::Micro), &mut write);
    for event in std::iter::once(TraceEvent::Begin(instance)).chain(events) {
        assert!(recorder.record(event).is_continue());
    }
    recorder.end(None, &Counters::default()).unwrap();
    lines
}

/// Items a, b, c and options ab, a, bc, c.
fn small_cover() -> ExactCover {
    let mut builder = ExactCoverBuilder::named(&["a", "b", "c"], &[]);
    for option in [&[0, 1][..], &[0], &[1, 2], &[2]] {
        builder.option(option.iter().copied()).unwrap();
    }
    builder.build()
}

/// Dancing links on the small cover.
fn cover() -> Vec<String> {
    let step = TraceEvent::Step;
    let select = |item, options| step(Step::Select { item, options });
    let (over, up) = (|item| step(Step::Cover { item }), |item| step(Step::Uncover { item }));
    let take = |depth, option| step(Step::Take { depth, option });
    let back = |option| step(Step::GiveBack { option });
    let hide = |option, item| step(Step::Hide { option, item });
    let show = |option, item| step(Step::Unhide { option, item });
    let found = |options: &[u32]| TraceEvent::Solution(Answer::Cover(Cover::new(options.to_vec())));
    let events = vec![
        TraceEvent::Node(0),
        select(0, 2),
        over(0),
        hide(0, 1),
        take(1, 0),
        over(1),
        hide(2, 2),
        TraceEvent::Node(1),
        select(2, 1),
        over(2),
        take(2, 3),
        TraceEvent::Node(2),
        found(&[0, 3]),
        back(3),
        up(2),
        show(2, 2),
        up(1),
        back(0),
        take(1, 1),
        TraceEvent::Node(1),
        select(1, 1),
        over(1),
        hide(2, 2),
        take(2, 2),
        over(2),
        TraceEvent::Node(2),
        found(&[1, 2]),
        up(2),
        back(2),
        show(2, 2),
        up(1),
        back(1),
        show(0, 1),
        up(0),
    ];
    record_invented(small_cover().into(), events)
}

/// Clause learning on (-1 2) (-1 -2) (1 3).
fn formula_trace() -> Vec<String> {
    let mut cnf = Cnf::new(3);
    [[-1, 2], [-1, -2], [1, 3]].iter().for_each(|clause| cnf.clause(clause));
    let step = TraceEvent::Step;
    let decide = |literal, level| step(Step::Decide { literal, level });
    let follow = |literal, reason: &[Literal]| step(Step::Propagate { literal, reason: reason.into() });
    let watch = |literals: &[Literal]| step(Step::Watch { clause: literals.into() });
    let visit = |literal, literals: &[Literal], other, outcome| {
        step(Step::Visit { literal, clause: literals.into(), other, outcome })
    };
    let events = vec![
        watch(&[-1, 2]),
        watch(&[-1, -2]),
        watch(&[1, 3]),
        TraceEvent::Node(0),
        decide(1, 1),
        TraceEvent::Node(1),
        visit(-1, &[-1, 2], 2, VisitOutcome::Unit),
        follow(2, &[-1, 2]),
        visit(-1, &[-1, -2], -2, VisitOutcome::Conflict),
        step(Step::Conflict { clause: [-1, -2].into() }),
        step(Step::Learn { clause: [-1].into() }),
        step(Step::Backjump { level: 0 }),
        follow(-1, &[-1]),
        visit(1, &[1, 3], 3, VisitOutcome::Unit),
        follow(3, &[3, 1]),
        TraceEvent::Node(0),
        decide(-2, 1),
        TraceEvent::Node(1),
        TraceEvent::Solution(Answer::Model(Model::new(vec![false, false, true]))),
        step(Step::Exclude { clause: [2, -3].into() }),
        step(Step::Forget { clause: [-1].into() }),
    ];
    record_invented(cnf.into(), events)
}

/// A 4x4 board with a guess that fails and one that does not.
fn board() -> Vec<String> {
    let puzzle = &sudokus("unique-4x4", 1)[0];
    let (lines, ..) = trace("delord", puzzle, &Task::first(2), bounds(Level::Micro)).unwrap();
    lines
}

#[test]
fn unchanged_traces_are_accepted() {
    for lines in [cover(), formula_trace(), board()] {
        checked(&lines).unwrap_or_else(|wrong| panic!("{wrong}\n{}", lines.join("\n")));
    }
}

/// The index of the first line of this kind.
fn find(lines: &[Value], kind: &str) -> usize {
    lines.iter().position(|line| line["kind"] == kind).unwrap_or_else(|| panic!("no line of kind {kind}"))
}

/// Repeats the first line of this kind.
fn repeat(kind: &str) -> impl FnOnce(&mut Vec<Value>) {
    move |v| {
        let at = find(v, kind);
        v.insert(at, v[at].clone());
    }
}

/// Asserts that the trace is rejected after `change`, for a reason that contains `words`.
#[track_caller]
fn rejected(lines: &[String], words: &str, change: impl FnOnce(&mut Vec<Value>)) {
    let mut values: Vec<Value> = lines.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    change(&mut values);
    let lines: Vec<String> = values.iter().map(ToString::to_string).collect();
    match checked(&lines) {
        Ok(_) => panic!("accepted, though {words}"),
        Err(rejection) => assert!(rejection.to_string().contains(words), "{rejection}\ninstead of {words}"),
    }
}

/// Asserts that the trace is rejected with this value in `field` of the first line of a kind.
#[track_caller]
fn rejected_with(lines: &[String], kind: &str, field: &str, value: impl Into<Value>, words: &str) {
    rejected(lines, words, |v| {
        let at = find(v, kind);
        *v[at].pointer_mut(&format!("/{field}")).unwrap() = value.into();
    });
}

/// The steps of a strategy on an easy puzzle.
fn easy(strategy: &str) -> Vec<String> {
    let puzzle = Sudoku::new(coverlab_model::Shape::NINE, &digits(EASY)).unwrap();
    trace(strategy, &puzzle, &Task::first(1), bounds(Level::Step)).unwrap().0
}

fn digits(line: &str) -> Vec<u8> {
    line.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect()
}

#[test]
fn malformed_traces_are_rejected() {
    let lines = board();
    rejected(&lines, "unknown variant", |v| v[1]["kind"] = "knot".into());
    rejected(&lines, "unknown field", |v| v[1]["more"] = 1.into());
    rejected(&lines, "this program reads search-trace/1", |v| v[0]["format"] = "search-trace/2".into());
    rejected(&lines, "a trace begins with", |v| drop(v.remove(0)));
    rejected(&lines, "cut off", |v| drop(v.pop()));
    rejected(&lines, "cut off", Vec::clear);
    rejected(&lines, "a second head", |v| v.insert(1, v[0].clone()));
    rejected(&lines, "after the footer", |v| v.push(v[1].clone()));
    rejected(&lines, "the level is", |v| v[0]["level"] = "node".into());
    let half = lines.join("\n");
    let cut = check(&half.as_bytes()[..half.len() - 20]).unwrap_err();
    assert_eq!((cut.line, cut.what.as_str()), (lines.len(), "not a line of search-trace/1"));
}

#[test]
fn a_wrong_tree_is_rejected() {
    let lines = board();
    let node = |field: &'static str, value: u32| {
        move |v: &mut Vec<Value>| {
            let mut lines = v.iter_mut();
            lines.find(|line| line["kind"] == "node" && line["id"] == 1).unwrap()[field] = value.into();
        }
    };
    rejected(&lines, "numbered without a gap", node("id", 2));
    rejected(&lines, "the deepest open node is", node("parent", 7));
    rejected(&lines, "at depth", node("depth", 0));
    rejected(&lines, "the steps lead to depth", node("depth", 3));
    rejected(&lines, "is left", repeat("done"));
    rejected_with(&lines, "done", "node", 0, "is left");
    rejected_with(&lines, "done", "kind", "fail", "a solution was found below it");
    rejected_with(&formula_trace(), "fail", "kind", "done", "no solution was found below it");
    rejected(&lines, "a recount gives", |v| {
        let last = v.len() - 1;
        v[last]["nodes"] = (v[last]["nodes"].as_u64().unwrap() + 1).into();
    });
    rejected(&lines, "a recount gives", |v| {
        let last = v.len() - 1;
        v[last]["counts"]["remove"] = 1.into();
    });
    rejected(&lines, "a recount gives", |v| {
        let at = find(v, "expand");
        v.remove(at);
    });
    rejected_with(&lines, "solution", "node", 0, "the search is at");
}

#[test]
fn wrong_steps_on_a_board_are_rejected() {
    let lines = board();
    rejected(&lines, "has the candidates", repeat("remove"));
    rejected(&lines, "the puzzle has", |v| {
        let at = find(v, "clue");
        let digit = v[at]["digit"].as_u64().unwrap();
        v[at]["digit"] = (digit % 4 + 1).into();
    });
    rejected_with(&lines, "remove", "digit", 5, "digits run from 1");
    rejected_with(&lines, "remove", "cell", "r5c1", "not on the board");
    rejected(&lines, "this is not a solution", |v| {
        let at = find(v, "solution");
        let digit = v[at]["answer"]["grid"][0].as_u64().unwrap();
        v[at]["answer"]["grid"][0] = (digit % 4 + 1).into();
    });
    let lines = easy("hidden-single");
    rejected(&lines, "has places in", |v| {
        let at = find(v, "hidden");
        let cell = v[at]["cell"].as_str().unwrap().to_string();
        let row = format!("row {}", &cell[1..2]);
        let other = if v[at]["house"] == row.as_str() { format!("column {}", &cell[3..]) } else { row };
        let open = v[..at].iter().rposition(|line| line["kind"] == "remove").unwrap();
        // No candidate was removed, so the digit has other places in every house.
        v[at]["house"] = other.into();
        let from = find(v, "pass") + 1;
        v.drain(from..open);
    });
    rejected(&lines, "is not in", |v| {
        let at = find(v, "hidden");
        let row = v[at]["cell"].as_str().unwrap()[1..2].parse::<usize>().unwrap();
        v[at]["house"] = format!("row {}", row % 9 + 1).into();
    });
    rejected_with(&easy("bird"), "boards", "log10", 3, "the candidates allow");
    rejected_with(&easy("bird"), "boards", "log10", Value::Null, "invalid type: null");
    let lines = easy("heller");
    rejected(&lines, "it has the candidates", |v| {
        let at = find(v, "naked");
        let cell = v[at]["cell"].clone();
        let removal =
            v[..at].iter().rposition(|line| line["kind"] == "remove" && line["cell"] == cell).unwrap();
        v.remove(removal);
    });
    rejected(&lines, "was written there before", repeat("naked"));
    rejected(&lines, "was written there before", repeat("clue"));
    rejected(&lines, "the steps leave it", |v| {
        let at = v.iter().rposition(|line| line["kind"] == "naked").unwrap();
        let cell = v.remove(at)["cell"].clone();
        let removal =
            v[..at].iter().rposition(|line| line["kind"] == "remove" && line["cell"] == cell).unwrap();
        v.remove(removal);
    });
}

#[test]
fn wrong_steps_of_a_cover_are_rejected() {
    let lines = cover();
    let swap = |v: &mut Vec<Value>, kind: &str| {
        let at = find(v, kind);
        let next = at + 1 + v[at + 1..].iter().position(|line| line["kind"] == kind).unwrap();
        v.swap(at, next);
    };
    rejected(&lines, "was covered last", |v| swap(v, "uncover"));
    rejected(&lines, "was taken last", |v| swap(v, "give-back"));
    rejected_with(&lines, "unhide", "option", 0, "option 2 was hidden from item 2 last");
    rejected(&lines, "option 2 was hidden from item 2 last", |v| {
        let at = find(v, "unhide");
        v.remove(at);
    });
    rejected(&lines, "and that is not undone", |v| {
        let at = v.iter().rposition(|line| line["kind"] == "uncover").unwrap();
        v.remove(at);
    });
    rejected(&lines, "is covered already", |v| {
        let at = find(v, "take");
        v.insert(at, v[at - 2].clone());
    });
    rejected(&lines, "item a is covered already", |v| {
        let at = v.iter().rposition(|line| line["kind"] == "take").unwrap();
        v[at]["option"] = 0.into();
    });
    rejected(&lines, "the next option is taken at depth 2", |v| {
        let at = v.iter().rposition(|line| line["kind"] == "take").unwrap();
        v[at]["depth"] = 1.into();
    });
    rejected_with(&lines, "solution", "answer/cover", vec![1, 2], "those taken are");
    rejected_with(&lines, "hide", "item", 2, "it does not have that item");
    rejected_with(&lines, "cover", "item", 3, "items are numbered below 3");
    rejected_with(&lines, "select", "item", 1, "item b is selected, and the option does not have it");
    rejected_with(&lines, "select", "options", 3, "item a with 3 options");
    let (lines, ..) = trace("dlx", &small_cover(), &Task::first(2), bounds(Level::Step)).unwrap();
    rejected(&lines, "0 options taken cover it, and 2 are left", |v| {
        let at = find(v, "select");
        v[at] = serde_json::json!({ "kind": "starve", "item": 0 });
    });
}

#[test]
fn wrong_steps_of_a_formula_are_rejected() {
    let lines = formula_trace();
    rejected_with(&lines, "propagate", "reason", vec![2, 3], "so that the clause is not unit");
    rejected_with(&lines, "propagate", "reason", vec![-1, -2], "does not have the literal");
    rejected_with(&lines, "propagate", "reason", vec![2], "nor follows by unit propagation");
    rejected_with(&lines, "conflict", "clause", vec![-1, 2], "is not false");
    rejected_with(&lines, "learn", "clause", vec![2], "a learned clause");
    rejected_with(&lines, "decide", "level", 2, "level 1 is next");
    rejected_with(&lines, "backjump", "level", 2, "the level is");
    rejected_with(&lines, "solution", "answer/model", vec![-1, -2, -3], "clause 3 is false");
    rejected_with(&lines, "solution", "answer/model", vec![-1, 2, 3], "it is false after the steps");
    rejected_with(&lines, "exclude", "clause", vec![-2], "it is not false in the model");
    rejected(&lines, "[2, -3] excludes a model: 2 is not false", |v| {
        let (at, backjump) = (find(v, "exclude"), v[find(v, "backjump")].clone());
        v.insert(at, backjump);
    });
    rejected_with(&lines, "forget", "clause", vec![1], "it was not known");
}

#[test]
fn wrong_watched_literals_are_rejected() {
    let lines = formula_trace();
    rejected_with(&lines, "watch", "clause", vec![1, 2], "it is not a known clause");
    rejected_with(&lines, "watch", "clause", vec![-1, -2], "it does not watch that literal");
    rejected_with(&lines, "visit", "literal", 2, "that literal is not false");
    rejected_with(&lines, "visit", "other", 3, "3 is not in it");
    rejected_with(&lines, "visit", "outcome", "moved", "2 cannot be watched instead");
    rejected_with(&lines, "visit", "outcome", "satisfied", "2 is not true");
    rejected_with(&lines, "visit", "other", -1, "-1 does not follow");
    rejected_with(&lines, "visit", "outcome", "conflict", "2 makes no conflict");
}

#[test]
fn an_extra_step_or_one_of_another_kind_of_problem_is_rejected() {
    let mut lines = board();
    lines.insert(2, r#"{"kind":"pass","over":"cells"}"#.to_string());
    assert!(checked(&lines).unwrap_err().to_string().contains("a recount gives"));
    lines[2] = r#"{"kind":"restart"}"#.to_string();
    assert!(checked(&lines).unwrap_err().to_string().contains("the instance is a board"));
}
