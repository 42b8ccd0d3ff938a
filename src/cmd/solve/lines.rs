//! Plain lines, as files of millions have them: a worker takes them as text, so that the reader only cuts.
//!
//! [`Parsed`] makes puzzles of them. [`InLanes`] is a short way: bytes go straight into the lanes of
//! `lockstep` or `digit-lanes`, and what is solved comes back as bytes. The referee sees every solution all the same,
//! and where there are several, two. A puzzle that needs more words than its line, or has more than a few
//! solutions to count, is left to the long way, so that both say the same.

use super::answer::Question;
use super::batch::{Label, Notice, Puzzles};
use super::print::TOLD;
use super::read::CLASHES;
use super::records::Records;
use super::text::Text;
use crate::cmd::feed::clash;
use coverlab_bench::record::Status;
use coverlab_model::clock::ThreadTime;
use coverlab_model::format::sudoku::{Options, Reader};
use coverlab_model::{Cancel, Choice, Sudoku, solves_line};
use coverlab_strategies::lockstep::lines::{Answers, LineSolver, Solved};

/// Takes plain lines; for one worker.
pub(super) trait Lines<P>: Send {
    /// What comes of `text`, which begins with line `line` of the input.
    fn take(&mut self, text: &[u8], line: usize) -> Vec<Piece<P>>;
}

/// What came of some of the puzzles of a text, in their order.
pub(super) enum Piece<P> {
    /// Puzzles that a line each answers.
    Answered(Text),
    /// Puzzles that are to be searched.
    Left(Puzzles<P>),
}

/// Makes a [`Lines`] for each worker, which a raised flag ends.
pub(super) type Maker<P> = Box<dyn Fn(&Cancel) -> Box<dyn Lines<P>> + Send + Sync>;

/// The input that lines are of.
#[derive(Clone)]
pub(super) struct Input {
    pub(super) name: String,
    pub(super) options: Options,
    /// Whether to warn of equal clues.
    pub(super) warn: bool,
}

impl Input {
    /// A warning, if the puzzle in `cells`, which is line `line`, has equal clues in a house.
    fn clash(&self, cells: &[u8], line: usize) -> Option<Notice> {
        let mut puzzle = Reader::new(cells, &self.options).next()?.ok()?;
        puzzle.line = line;
        let quote = |_: &[usize]| (line, String::from_utf8_lossy(cells).into_owned());
        clash(&puzzle, &self.name, quote).map(Notice::Clash)
    }
}

/// Makes puzzles of lines.
pub(super) struct Parsed {
    input: Input,
    clashes: usize,
}

impl Parsed {
    pub(super) fn new(input: Input) -> Parsed {
        Parsed { input, clashes: 0 }
    }

    /// Warns of the first puzzles with equal clues; of one worker these are no fewer than of all.
    fn warn(&mut self, text: &[u8], at: usize, line: usize, puzzles: &mut Puzzles<Sudoku>) {
        let cells = text.split(|&byte| byte == b'\n').nth(at - 1).unwrap_or_default();
        if let Some(notice) = self.input.clash(cells, line) {
            self.clashes += 1;
            puzzles.note(notice);
        }
    }
}

impl Lines<Sudoku> for Parsed {
    fn take(&mut self, text: &[u8], line: usize) -> Vec<Piece<Sudoku>> {
        let mut puzzles = Puzzles::default();
        let mut reader = Reader::new(text, &self.input.options);
        while let Some((at, puzzle)) = reader.plain() {
            let own = line + at - 1;
            if self.input.warn && self.clashes < CLASHES && puzzle.check_clues().is_err() {
                self.warn(text, at, own, &mut puzzles);
            }
            puzzles.push(Label { title: None, line: own }, puzzle);
        }
        vec![Piece::Left(puzzles)]
    }
}

/// So many solutions are counted the short way. What has more may take long, and the long way tells how far it is.
const FEW: u64 = 1000;

/// What lines are asked.
#[derive(Clone)]
pub(super) struct Asked {
    /// Any question but [`Question::All`].
    pub(super) question: Question,
    /// How many solutions to look for at most.
    pub(super) most: u64,
    /// The choice of a strategy that chooses lanes.
    pub(super) choice: Option<Choice>,
    /// Writes answers as JSON objects, where that is wanted.
    pub(super) records: Option<Records>,
}

/// Solves lines in lanes.
pub(super) struct InLanes {
    solver: LineSolver,
    answers: Answers,
    asked: Asked,
    input: Input,
    /// How many puzzles of several solutions went the long way.
    told: u64,
}

/// How a puzzle was answered.
enum Said {
    Solved,
    Counted,
    Several,
}

impl InLanes {
    pub(super) fn new(solver: LineSolver, asked: Asked, input: Input) -> InLanes {
        InLanes { solver, answers: Answers::default(), asked, input, told: 0 }
    }

    /// How many solutions to look for.
    fn limit(&self) -> u64 {
        self.asked.most.min(FEW + 1)
    }

    /// The answer to a puzzle, if these are all the solutions that are wanted, and the referee confirms the first
    /// two. `None`: there is more to do, or to say.
    fn said(&self, cells: &[u8; 81], solved: &Solved, second: Option<&[u8; 81]>) -> Option<Said> {
        if !(1..=FEW).contains(&solved.solutions) || !solves_line(cells, &solved.grid) {
            return None;
        }
        if solved.solutions > 1
            && !second.is_some_and(|grid| solves_line(cells, grid) && *grid != solved.grid)
        {
            return None;
        }
        match self.asked.question {
            Question::Count => Some(Said::Counted),
            _ if solved.solutions == 1 => Some(Said::Solved),
            // Where they differ is told of the first such puzzles; of one worker these are no fewer than of all.
            _ if self.input.warn && self.asked.records.is_none() && self.told < TOLD => None,
            _ => Some(Said::Several),
        }
    }
}

impl Lines<Sudoku> for InLanes {
    fn take(&mut self, text: &[u8], line: usize) -> Vec<Piece<Sudoku>> {
        let mut answers = std::mem::take(&mut self.answers);
        let clock = ThreadTime::now();
        self.solver.solve(text, self.limit(), &mut answers);
        let share = clock.elapsed() / answers.puzzles.len().max(1) as u32;
        let (mut pieces, mut clashes) = (Vec::new(), 0);
        let mut seconds = answers.seconds.iter().peekable();
        let room = if self.asked.records.is_some() { text.len() * OBJECT } else { text.len() };
        for (index, solved) in answers.puzzles.iter().enumerate() {
            let cells = text[solved.start..].first_chunk().expect("a puzzle has 81 characters");
            let second = seconds.next_if(|(of, _)| *of == index).map(|(_, grid)| grid);
            let line = line + solved.line - 1;
            if let Some(said) = self.said(cells, solved, second) {
                let out = answered(&mut pieces, room, self.asked.choice);
                match &self.asked.records {
                    Some(records) => {
                        records.write(cells, solved, self.asked.most, share, line, &mut out.bytes);
                        out.tally.add_answer();
                    }
                    None => out.write(&said, solved, self.asked.most),
                }
                if matches!(said, Said::Several) {
                    out.tally.add_several();
                }
                continue;
            }
            self.told += u64::from(solved.solutions > 1);
            let Some(Ok(puzzle)) = Reader::new(cells, &self.input.options).next() else { continue };
            let puzzles = left(&mut pieces);
            if self.input.warn
                && clashes < CLASHES
                && let Some(notice) = self.input.clash(cells, line)
            {
                clashes += 1;
                puzzles.note(notice);
            }
            puzzles.push(Label { title: puzzle.name, line }, puzzle.puzzle);
        }
        self.answers = answers;
        pieces
    }
}

/// An object is so many times as long as the line of its puzzle, at least.
const OBJECT: usize = 5;

impl Text {
    /// Writes the line of a puzzle of which at most `most` solutions were wanted.
    fn write(&mut self, said: &Said, solved: &Solved, most: u64) {
        match said {
            // Not put together first: what was just written in pieces is slow to be read as one.
            Said::Solved => self.bytes.extend_from_slice(&solved.grid),
            Said::Several => self.bytes.extend_from_slice(Status::Multiple.word().as_bytes()),
            Said::Counted => {
                self.bytes.extend_from_slice(itoa::Buffer::new().format(solved.solutions).as_bytes());
                if solved.solutions == most {
                    self.bytes.push(b'+');
                }
            }
        }
        self.bytes.push(b'\n');
        self.tally.add_answer();
    }
}

/// The text that the next answer goes to. A new one gets room for as many bytes as all may take.
#[inline]
fn answered(pieces: &mut Vec<Piece<Sudoku>>, room: usize, choice: Option<Choice>) -> &mut Text {
    if !matches!(pieces.last(), Some(Piece::Answered(_))) {
        pieces.push(Piece::Answered(Text::with_room(room, choice)));
    }
    match pieces.last_mut() {
        Some(Piece::Answered(text)) => text,
        _ => unreachable!("it was just put there"),
    }
}

/// The puzzles that the next one which is left goes to.
fn left(pieces: &mut Vec<Piece<Sudoku>>) -> &mut Puzzles<Sudoku> {
    if !matches!(pieces.last(), Some(Piece::Left(_))) {
        pieces.push(Piece::Left(Puzzles::default()));
    }
    match pieces.last_mut() {
        Some(Piece::Left(puzzles)) => puzzles,
        _ => unreachable!("it was just put there"),
    }
}
