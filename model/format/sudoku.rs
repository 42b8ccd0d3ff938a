//! Reading Sudoku puzzles from text in any notation.
//!
//! Notations are recognized automatically, and most of them may be mixed in one input:
//!
//! - one puzzle per line, see `line`;
//! - a grid drawn row by row, see `grid`; with sections, see `sdk`;
//! - rows of numbers, for boards too wide for letters, and pencil marks, see also `grid`;
//! - columns below a header such as `quizzes,solutions`, see `csv`;
//! - examples from HoDoKu's library, see `hodoku`;
//! - candidate strings, see `candidates`.
//!
//! [`Options::notation`] sets the notation for inputs in which recognition would fail.
//!
//! A line that starts with `#` is a comment. A line of words before a puzzle is its name, and so is a single
//! comment `# words` directly above a grid. A line of 16 characters may be a 4x4 puzzle or a row of a 16x16
//! puzzle. In such cases the following lines and their symbols decide.

use super::board_rules::{BoardRules, Read, contradiction};
use super::cell_text::first_word;
use super::error::Error;
use super::grid::{self, CutLine, LONGEST_ROW};
use super::notation::Notation;
use super::notations::csv::{self, Columns, Csv};
use super::notations::sdk::{self, Sdk};
use super::notations::{NOTATIONS, boxed, line};
use super::plain_lines_9x9::{self, PlainLine, PlainLines};
use super::symbols::Symbols;
use super::text_lines::{LineKind, Lines, TextLine};
use crate::{Grid, Shape, Sudoku};

pub use super::puzzle::{Count, Place, Puzzle};

/// Facts that the reader cannot infer from the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The alphabet.
    pub symbols: Symbols,
    /// The shape of all boards. If `None`, the drawn boxes determine it, or else [`Shape::of_side`].
    pub shape: Option<Shape>,
    /// The notation; `None` to recognize it.
    pub notation: Option<Notation>,
}

/// Reads all puzzles of `text`, at least one.
///
/// # Errors
/// The first error, or an input without a puzzle.
pub fn read(text: &[u8], options: &Options) -> Result<Vec<Puzzle>, Error> {
    let puzzles = Reader::new(text, options).collect::<Result<Vec<_>, _>>()?;
    if puzzles.is_empty() {
        return Err(Error::whole("no puzzle in the input")
            .help("give one puzzle per line (a 9x9 puzzle is 81 characters), or a grid row by row"));
    }
    Ok(puzzles)
}

/// Formats a puzzle as text that is read without options: on one line or, if a line does not show the shape of its
/// boxes, row by row with bars between them. A board whose boxes have one row or one column is read with other boxes,
/// because bars between them show nothing.
pub fn write(puzzle: &Sudoku) -> String {
    let (shape, clues, symbols) = (puzzle.shape(), puzzle.clues(), Symbols::default());
    match line::shows(shape) {
        true => line::write(shape, clues, &symbols),
        false => boxed::write(shape, clues, &symbols),
    }
}

/// Iterates over puzzles. After an error it continues after the line or grid that caused it.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    lines: Lines<'a>,
    memory: ReaderState,
}

/// The state of a reader between two parts of an input.
#[derive(Clone, Debug)]
pub(super) struct ReaderState {
    board: BoardRules,
    /// The notation, if the options determine it.
    notation: Option<Notation>,
    /// Whether a line was seen that could have been a CSV header.
    begun: bool,
    /// The columns of the last CSV header.
    columns: Option<Columns>,
    /// The error for contradictory options, which is then the first and only item.
    pub(super) refused: Option<Error>,
}

impl ReaderState {
    pub(super) fn new(options: &Options) -> ReaderState {
        let Options { symbols, shape, notation } = options;
        let board = BoardRules::new(symbols, *shape, notation.map(|n| n.read()));
        let refused = contradiction(symbols, *shape);
        ReaderState { board, notation: *notation, begun: false, columns: None, refused }
    }

    /// The next puzzle, if it is a plain line. `ended` states that `text` is the end of the input.
    #[inline]
    pub(super) fn plain(&mut self, text: &[u8], ended: bool) -> Option<(Sudoku, PlainLine)> {
        let found = plain_lines_9x9::puzzle(text, self.board.fast.as_ref()?, ended)?;
        self.begun = true;
        Some(found)
    }

    /// Whether `line` is an item whatever its neighbors are: it is too long for a row of a grid, or the
    /// notation uses one line per puzzle.
    pub(super) fn is_item(&self, line: TextLine<'_>) -> bool {
        let ReaderState { board, columns, .. } = self;
        let text = line.text.trim_start();
        let length = first_word(text).0.chars().count();
        let wide = length > LONGEST_ROW && board.is_line_length(length);
        line.kind() == LineKind::Text && (columns.is_some() || board.read.map_or(wide, Read::is_by_line))
    }

    /// Whether each line is certainly a row: of columns with names, or of a grid.
    fn has_rows_of_cells(&self) -> bool {
        self.columns.is_some() || matches!(self.board.read, Some(Read::Grid | Read::Numbers))
    }

    /// The plain lines within `most` bytes; see [`plain_lines_9x9::run`].
    pub(super) fn plain_run(&mut self, text: &[u8], ended: bool, most: usize) -> Option<PlainLines> {
        let run = plain_lines_9x9::run(text, self.board.fast.as_ref()?, ended, most);
        self.begun |= run.puzzles > 0;
        (run.puzzles > 0).then_some(run)
    }
}

/// A reader of one item.
pub(super) struct ItemReader<'a, 'm> {
    pub(super) lines: Lines<'a>,
    pub(super) memory: &'m mut ReaderState,
}

/// A line of words above a puzzle.
struct Heading<'a> {
    line: TextLine<'a>,
    /// A section title such as `[Puzzle]`.
    section: Option<String>,
}

/// The comments before a puzzle that may name it.
#[derive(Default)]
struct Comments<'a> {
    /// The last description, as in `sdk`.
    description: Option<String>,
    last: Option<TextLine<'a>>,
    /// Whether another comment is directly above the last one, as in a header.
    is_header: bool,
}

impl<'a> Comments<'a> {
    fn add(&mut self, line: TextLine<'a>) {
        self.description = sdk::description(line.text).map(str::to_string).or(self.description.take());
        self.is_header = self.last.is_some_and(|above| above.number + 1 == line.number);
        self.last = Some(line);
    }

    /// The words of a comment `# words` that stands alone directly above `line`.
    fn above(&self, line: TextLine<'_>) -> Option<String> {
        let comment = self.last.filter(|comment| !self.is_header && comment.number + 1 == line.number)?;
        let words = comment.text.trim().strip_prefix("# ")?.trim();
        (!words.is_empty()).then(|| words.to_string())
    }
}

impl<'a> Reader<'a> {
    /// Creates a reader of `text`.
    pub fn new(text: &'a [u8], options: &Options) -> Reader<'a> {
        let memory = ReaderState::new(options);
        let lines = Lines::new(if memory.refused.is_some() { b"" } else { text });
        Reader { lines, memory }
    }

    /// The next puzzle with its line number, if it is a plain line. If `None`, call the iterator, which
    /// returns the same puzzles with more detail.
    #[inline]
    pub fn plain(&mut self) -> Option<(usize, Sudoku)> {
        let Lines { rest, number } = self.lines;
        let (puzzle, found) = self.memory.plain(rest, true)?;
        self.lines.leave(found.bytes(), found.lines());
        Some((found.number(number), puzzle))
    }
}

impl<'a> ItemReader<'a, '_> {
    /// The next item, whether plain or not.
    pub(super) fn next(&mut self) -> Option<Result<Puzzle, Error>> {
        if let Some(error) = self.memory.refused.take() {
            return Some(Err(error));
        }
        self.puzzle().transpose()
    }

    fn puzzle(&mut self) -> Result<Option<Puzzle>, Error> {
        let mut heading: Option<Heading<'a>> = None;
        let mut comments = Comments::default();
        // Lines of dashes before this line are rules.
        let mut end_of_rules = 0;
        while let Some(line) = self.next_text(&mut comments).transpose()? {
            if line.kind() == LineKind::Dashes {
                if line.number >= end_of_rules {
                    end_of_rules = find_end_of_rules(&self.lines);
                }
                if line.number < end_of_rules {
                    continue;
                }
            }
            if !std::mem::replace(&mut self.memory.begun, true) && self.is_header(line)? {
                continue;
            }
            if !self.memory.has_rows_of_cells()
                && let Some(error) = grid::word_before_puzzle(line, &mut self.memory.board)
            {
                return Err(error);
            }
            if self.is_heading(line) {
                let section = sdk::section(line.text);
                if let Some(before) = heading.replace(Heading { line, section }) {
                    return Err(unexpected_text(before.line));
                }
                continue;
            }
            let section = heading.as_ref().and_then(|h| h.section.clone());
            let mut puzzle = self.puzzle_at(line, section.is_some())?;
            match (section.as_deref(), heading.take()) {
                // The state of a game of the puzzle above; ignored.
                (Some("state"), _) => continue,
                (Some("puzzle"), _) => puzzle.name = comments.description.or(puzzle.name),
                (None, None) if self.is_sdk() => puzzle.name = comments.description.or(puzzle.name),
                (_, Some(heading)) => {
                    let name = Some(heading_name(heading.line.text)).filter(|n| !n.is_empty());
                    puzzle.name = name.or(puzzle.name);
                }
                (_, None) if self.lines.number > line.number + 1 => puzzle.name = comments.above(line),
                (_, None) => {}
            }
            return Ok(Some(puzzle));
        }
        heading.map_or(Ok(None), |heading| Err(unexpected_text(heading.line)))
    }

    /// The next line that is not decoration. Stores the comments before it.
    fn next_text(&mut self, comments: &mut Comments<'a>) -> Option<Result<TextLine<'a>, Error>> {
        loop {
            match self.lines.next()? {
                Ok(line) => match line.kind() {
                    LineKind::Blank | LineKind::Rule => {}
                    LineKind::Comment => comments.add(line),
                    _ => return Some(Ok(line)),
                },
                Err(error) => return Some(Err(error)),
            }
        }
    }

    fn is_sdk(&self) -> bool {
        self.memory.notation.is_some_and(|notation| notation.is::<Sdk>())
    }

    /// Whether the first line of an input is a CSV header. Stores its columns.
    fn is_header(&mut self, line: TextLine<'_>) -> Result<bool, Error> {
        if self.memory.notation.is_none_or(|notation| notation.is::<Csv>()) {
            self.memory.columns = Columns::of_header(line)?;
        }
        Ok(self.memory.columns.is_some())
    }

    /// Reads the puzzle that starts with `line`. A section contains only grids.
    fn puzzle_at(&mut self, line: TextLine<'a>, in_section: bool) -> Result<Puzzle, Error> {
        let board = &mut self.memory.board;
        if let Some(columns) = &self.memory.columns {
            return csv::parse(line, columns, board);
        }
        let wanted = board.read;
        let mut looks = || NOTATIONS.iter().find(|notation| notation.recognizes(line, board));
        match wanted.or_else(|| looks().map(Notation::read)) {
            Some(Read::Own { parse, .. }) => return parse(line, board),
            Some(Read::Line) => return line::parse_only(line, board),
            Some(Read::Grid | Read::Numbers) | None => {}
        }
        if wanted.is_none() && !in_section && self.is_line(line) {
            return line::parse(line, &mut self.memory.board);
        }
        let mut ahead = self.lines.clone();
        let rows = grid::gather(line, &mut ahead, &mut self.memory.board);
        match grid::parse(&rows, &mut self.memory.board) {
            Ok((puzzle, used)) => {
                self.leave_behind(rows[used - 1].line.number);
                Ok(self.with_drawn_solution(puzzle))
            }
            Err(error) => {
                self.leave_behind(error.line.max(line.number));
                if rows.len() > 1 {
                    self.leave_grid(&rows);
                }
                Err(error)
            }
        }
    }

    /// Skips the rest of a malformed grid, of which `rows` were gathered: continues after the next blank line, or at a
    /// line that is certainly a puzzle.
    fn leave_grid(&mut self, rows: &[CutLine<'_>]) {
        let mut ahead = self.lines.clone();
        while let Some(item) = ahead.next() {
            if let Ok(line) = item
                && (self.memory.is_item(line) || grid::ends_at(line, rows, &ahead, &mut self.memory.board))
            {
                return;
            }
            self.lines = ahead.clone();
            if item.is_ok_and(|line| line.kind() == LineKind::Blank) {
                return;
            }
        }
    }

    fn leave_behind(&mut self, number: usize) {
        while self.lines.number <= number && self.lines.next().is_some() {}
    }

    /// If a grid with the heading `Solution` follows, stores it as the solution of `puzzle`.
    fn with_drawn_solution(&mut self, mut puzzle: Puzzle) -> Puzzle {
        let mut ahead = self.lines.clone();
        let says_solution = |line: TextLine<'_>| {
            let text = line.text.trim_start().trim_start_matches('[');
            text.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("solution"))
        };
        let (Some(Ok(heading)), Some(Ok(first))) = (ahead.next_text(), ahead.next_text()) else {
            return puzzle;
        };
        let grids = matches!(self.memory.board.read, Some(Read::Grid | Read::Numbers));
        if !says_solution(heading) || (sdk::section(heading.text).is_none() && !grids && self.is_line(first))
        {
            return puzzle;
        }
        let rows = grid::gather(first, &mut ahead, &mut self.memory.board);
        if let Ok((solved, used)) = grid::parse(&rows, &mut self.memory.board)
            && solved.puzzle.shape() == puzzle.puzzle.shape()
            && !solved.puzzle.clues().contains(&0)
        {
            puzzle.solution = Grid::new(solved.puzzle.shape(), solved.puzzle.clues());
            self.leave_behind(rows[used - 1].line.number);
        }
        puzzle
    }

    /// Whether the first word of the line is a whole puzzle, not a row.
    fn is_line(&mut self, line: TextLine<'_>) -> bool {
        let (word, rest) = first_word(line.text.trim_start());
        let length = word.chars().count();
        let lonely = length > 1 || rest.trim().is_empty() || rest.starts_with(':');
        let board = &mut self.memory.board;
        lonely && board.is_line_length(length) && !grid::is_row(line, length, &self.lines, board)
    }

    /// Whether the line consists of words: it has a letter that is not a symbol of the board that follows.
    fn is_heading(&mut self, line: TextLine<'_>) -> bool {
        if self.memory.columns.is_some() || self.memory.board.read.is_some_and(Read::is_by_line) {
            return false;
        }
        let text = line.text.trim_start_matches(|c: char| c.is_whitespace() || "[<\"'".contains(c));
        let (word, _) = first_word(text);
        let word = word.trim_end_matches([']', '>', '"', '\'']);
        let letters = word.chars().count();
        if letters < 3 || !word.chars().all(char::is_alphabetic) || self.memory.board.is_line_length(letters)
        {
            return false;
        }
        let custom = self.memory.board.fixed.filter(|_| self.memory.board.symbols.side().is_some());
        let width = CutLine::of(line).characters();
        match (custom, self.lines.clone().next_text()) {
            (Some(side), _) => !word.chars().all(|c| self.memory.board.table(side).value(c).is_some()),
            (None, Some(Ok(next))) if CutLine::of(next).characters() == width && width <= 255 => {
                let table = self.memory.board.table(width);
                !word.chars().all(|c| table.value(c).is_some())
            }
            _ => true,
        }
    }
}

impl Iterator for Reader<'_> {
    type Item = Result<Puzzle, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some((line, puzzle)) = self.plain() {
            return Some(Ok(plain_lines_9x9::on_line(line, puzzle)));
        }
        let mut walk = ItemReader { lines: self.lines.clone(), memory: &mut self.memory };
        let item = walk.next();
        self.lines = walk.lines;
        item
    }
}

/// The line before which lines of only `-` are rules; 0 if they are rows without clues, because the next row uses `-` for an
/// empty cell.
fn find_end_of_rules(lines: &Lines<'_>) -> usize {
    let next =
        lines.clone().filter_map(Result::ok).find(|l| matches!(l.kind(), LineKind::Text | LineKind::Rule));
    match next {
        Some(line) if line.kind() == LineKind::Text && line.text.contains('-') => 0,
        Some(line) => line.number,
        None => usize::MAX,
    }
}

fn heading_name(text: &str) -> String {
    text.trim().trim_end_matches(':').trim_matches(['[', ']', '<', '>', '"', '\'']).trim().to_string()
}

fn unexpected_text(line: TextLine<'_>) -> Error {
    let text = line.text.trim_end();
    let indent = text.chars().take_while(|c| c.is_whitespace()).count();
    line.error("neither a puzzle nor the name of one", indent + 1, text.trim_start().chars().count())
        .label("no puzzle follows")
        .help("begin a comment with #; write a puzzle as one line or as a grid row by row")
}
