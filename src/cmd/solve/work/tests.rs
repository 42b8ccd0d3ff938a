use super::super::batch::Shared;
use super::super::cover_facts::CoverSearch;
use super::super::page::Page;
use super::*;
use crate::cmd::bar::Bar;
use coverlab_bench::terminal::Terminal;
use coverlab_model::{About, Backend, Flow, Grid, Observer, Purpose, Shape, Strategy, Sudoku};
use coverlab_strategies::Configured;
use std::sync::Arc;

/// Calls a board of ones a solution, and panics over a puzzle that has a clue.
#[derive(Clone, Default)]
struct Liar;

impl Strategy for Liar {
    type Problem = Sudoku;
    type Scratch = ();
    const ABOUT: About = About {
        name: "liar",
        sentence: "Lies",
        source: "nobody",
        node: "none",
        purpose: Purpose::Learn,
        complete: false,
        interruptible: true,
        events: &[],
        parameters: &[],
        note: "",
    };

    fn solve(&self, puzzle: &Sudoku, _: u64, (): &mut (), observer: &mut impl Observer<Sudoku>) -> Flow {
        assert_eq!(puzzle.clue_count(), 0, "a clue is too much");
        observer.solution(|| Grid::new(puzzle.shape(), &vec![1; puzzle.shape().cells()]).unwrap())
    }
}

#[test]
fn a_wrong_answer_and_a_panic_are_caught_and_work_goes_on() {
    let empty = Sudoku::empty(Shape::NINE);
    let puzzles = [empty.clone(), empty.with(0, 1), empty];
    let (about, backend) = (&Liar::ABOUT, Arc::new(Liar));
    for question in [Question::First, Question::All] {
        let configured =
            Configured { spec: "liar".parse().unwrap(), via: None, about, backend: backend.clone() };
        let (task, cover) = (Task::first(1), CoverSearch::default());
        let engine = Engine { configured, task, cover, is_timed: false };
        let shared = Shared::default();
        shared.input.settle_several();
        let context = Context::of_test(&shared, &Terminal::SILENT, question);
        let work = Work { engine: &engine, context: &context, style: Style::default(), lines: None };
        let page = Page::new(&context, Bar::of_bytes(None, &Terminal::SILENT), "");
        let writer = Writer::new(1, page, &engine.task.cancel);
        let mut worker = Worker {
            work: &work,
            session: backend.session(),
            lines: None,
            outcomes: Vec::new(),
            notes: [0; NoticeKind::COUNT],
        };
        let none: Batches<'_, Sudoku> = Box::new(std::iter::once(Batch::Puzzles(Puzzles::default())));
        let (mut out, _) = writer.take(&Mutex::new(none)).unwrap();
        let answers: Vec<(Option<Status>, String)> = puzzles
            .iter()
            .map(|puzzle| worker.search_alone(&Label::default(), puzzle, &mut out).unwrap())
            .map(|answer| (answer.status, answer.remark.unwrap()))
            .collect();
        let lie = "the referee rejects what the strategy found: 1 twice in row 1, columns 1 and 2";
        let lie = (Some(Status::Error), lie.to_string());
        assert_eq!((&answers[0], &answers[2]), (&lie, &lie));
        let (status, remark) = &answers[1];
        assert!(*status == Some(Status::Crash) && remark.starts_with("the strategy panicked: "), "{remark}");
        assert!(remark.contains("a clue is too much"), "{remark}");
    }
}
