//! Checks the traces of every strategy that reports steps on every built-in corpus. By default one instance
//! of each small corpus is traced for a few nodes; `COVERLAB_TRACES=1000` traces a thousand of each,
//! including larger ones, for more nodes.

use crate::tracing::{bounds, check_trace, trace};
use coverlab::corpus::{Instances, builtins, by_name};
use coverlab::problem_kind::ProblemKind;
use coverlab_model::Task;
use coverlab_strategies::all_sudoku;
use coverlab_trace::{EVENT_KINDS, Level, Line, ScriptLine, line_after};
use std::collections::BTreeSet;

/// The limits of a quick run and of a thorough one: first the candidates of a board, options of a cover or
/// clauses of a formula, then the nodes of a search.
const QUICK: (usize, u64) = (2_000, 60);
const THOROUGH: (usize, u64) = (50_000, 300);

#[test]
fn every_trace_over_every_corpus_is_accepted() {
    let requested = std::env::var("COVERLAB_TRACES").ok().map(|count| count.parse().expect("a number"));
    let (per_corpus, (max_size, nodes)) = requested.map_or((1, QUICK), |count: usize| (count, THOROUGH));
    let mut traced = BTreeSet::new();
    let mut traces = 0;
    for corpus in builtins() {
        let instances = by_name(corpus.name).unwrap().sample(per_corpus, 1).instances;
        for name in all_sudoku().map(|(about, _)| about.name) {
            let count = match &instances {
                Instances::Sudoku(list) => {
                    let small = list.iter().filter(|i| i.problem.shape().side().pow(3) <= max_size);
                    count_checked(name, small.map(|i| &i.problem), nodes)
                }
                Instances::ExactCover(list) => {
                    let small = list.iter().filter(|i| i.problem.options() <= max_size);
                    count_checked(name, small.map(|i| &i.problem), nodes)
                }
                Instances::Cnf(list) => {
                    let small = list.iter().filter(|i| i.problem.clauses().len() <= max_size);
                    count_checked(name, small.map(|i| &i.problem), nodes)
                }
            };
            traces += count;
            traced.extend((count > 0).then_some(name));
        }
    }
    println!("{traces} traces of {} strategies", traced.len());
    assert!(traced.len() >= 16 && traces > 300, "{traces} traces of {traced:?}");
}

/// Checks that each trace is accepted and that each step belongs to a line of the strategy's script. Returns
/// the number of `problems` for which the strategy reports steps.
fn count_checked<'a, P: ProblemKind>(name: &str, problems: impl Iterator<Item = &'a P>, nodes: u64) -> usize {
    let task = Task { nodes, ..Task::first(2) };
    let is_traced = |problem: &&P| {
        let is_traced = check_trace(name, *problem, &task);
        if is_traced {
            check_steps_have_lines(name, *problem, &task);
        }
        is_traced
    };
    problems.filter(is_traced).count()
}

/// Kinds of events that describe the tree and belong to no line of a script.
const TREE: [&str; 6] = ["head", "stats", "sub", "skip", "done", "fail"];

/// Checks that the script has a line for every kind of step in the trace.
fn check_steps_have_lines<P: ProblemKind>(name: &str, problem: &P, task: &Task) {
    let (lines, ..) = trace(name, problem, task, bounds(Level::Micro)).expect("a trace");
    let lines: Vec<Line> = lines.iter().map(|line| Line::parse(line.as_bytes()).unwrap()).collect();
    let Line::Head(head) = &lines[0] else { panic!("{name}: a head comes first") };
    let named: BTreeSet<&str> =
        head.script.iter().flat_map(|line| line.kinds.iter().map(String::as_str)).collect();
    let unknown: Vec<_> = named.iter().filter(|kind| !EVENT_KINDS.contains(kind)).collect();
    assert!(unknown.is_empty(), "{name}: {unknown:?} are no kinds");
    let used: BTreeSet<&str> = lines.iter().map(Line::kind).filter(|kind| !TREE.contains(kind)).collect();
    let lineless: Vec<_> = used.difference(&named).collect();
    assert!(lineless.is_empty(), "{name}: its script has no line for {lineless:?}");
    check_clues_are_read_once(name, &head.script, &lines);
}

/// Checks that no event after the first node belongs to a line that reads clues. If one does, its own line
/// does not list its kind.
fn check_clues_are_read_once(name: &str, script: &[ScriptLine], lines: &[Line]) {
    let reads = |at: usize| script[at].kinds.iter().any(|kind| kind == "clue");
    let (mut at, mut nodes) = (None, 0);
    for line in lines {
        at = line_after(script, at, line.kind());
        nodes += usize::from(matches!(line, Line::Node { .. }));
        let again =
            nodes > 0 && at.is_some_and(reads) && script.iter().any(|s| s.kinds.iter().any(|k| k == "node"));
        assert!(!again, "{name}: `{}` seems to be `{}`", line.kind(), script[at.unwrap_or(0)].text);
    }
}
