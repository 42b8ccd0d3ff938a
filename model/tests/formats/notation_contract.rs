//! Checks every registered notation: its name is unique, boards of every supported size survive a round trip,
//! and no input causes a panic. A new notation is tested because it is in the list.

use crate::written;
use coverlab_model::format::notation::{Notation, Style};
use coverlab_model::format::notations::{NOTATIONS, line};
use coverlab_model::format::stream::Stream;
use coverlab_model::format::sudoku::{Options, Puzzle, Reader, read};
use coverlab_model::format::symbols::Symbols;
use coverlab_model::{Shape, Sudoku, random};

/// Number of boards of each shape, for every notation that supports it.
const BOARDS: usize = 4;
/// Number of plain 9x9 puzzles for every notation.
const NINES: usize = 1500;
/// Number of malformed inputs for every notation.
const BROKEN: usize = 400;
/// The largest side.
const WIDEST: usize = 255;

/// A seeded random generator.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        random::below(&mut self.0, bound as u64) as usize
    }

    /// A board with about `given` percent clues, which need not have a solution.
    fn board(&mut self, shape: Shape, given: usize) -> Sudoku {
        let mut clue = || if self.below(100) < given { 1 + self.below(shape.side()) as u8 } else { 0 };
        let clues: Vec<u8> = (0..shape.cells()).map(|_| clue()).collect();
        Sudoku::new(shape, &clues).expect("digits are at most the side")
    }
}

/// Every shape of side up to 36, the first side with numbers instead of letters, and of the largest sides.
fn shapes() -> impl Iterator<Item = Shape> {
    let of_side = |side: usize| {
        (1..=side).filter(move |rows| side.is_multiple_of(*rows)).filter_map(move |r| Shape::new(r, side / r))
    };
    (1..=36).chain([61, 62, 64, 100]).flat_map(of_side).chain(Shape::of_side(WIDEST))
}

/// `board` as a reader returns it, with the facts of `rest`.
fn puzzle(board: &Sudoku, rest: &str) -> Puzzle {
    let text = line::write(board.shape(), board.clues(), &Symbols::default()) + rest;
    let options = Options { shape: Some(board.shape()), notation: "line".parse().ok(), ..Options::default() };
    read(text.as_bytes(), &options).unwrap_or_else(|e| panic!("{e}\n{text}")).remove(0)
}

/// Checks that `text` is read as `puzzles`, both at once and as a stream.
fn comes_back(notation: &Notation, puzzles: &[Puzzle], text: &str, options: &Options) {
    let back = read(text.as_bytes(), options).unwrap_or_else(|e| panic!("{notation}: {e}\n{text}"));
    let streamed: Result<Vec<Puzzle>, _> = Stream::new(text.as_bytes(), options).collect();
    assert_eq!(streamed.unwrap(), back, "{notation}\n{text}");
    let boards = |puzzles: &[Puzzle]| puzzles.iter().map(|p| p.puzzle.clone()).collect::<Vec<_>>();
    assert_eq!(boards(&back), boards(puzzles), "{notation}\n{text}");
}

#[test]
fn names_are_kebab_case_and_unique_and_each_notation_says_what_it_is() {
    for (at, notation) in NOTATIONS.iter().enumerate() {
        let (name, sentence) = (notation.name(), notation.sentence());
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
        assert!(NOTATIONS[..at].iter().all(|other| other.name() != name), "{name} appears twice in the list");
        assert_eq!(name.parse(), Ok(*notation));
        assert!(!sentence.is_empty() && !sentence.ends_with('.'), "{name}: {sentence}");
    }
    let error = "lin".parse::<Notation>().unwrap_err().to_string();
    assert!(NOTATIONS.iter().all(|notation| error.contains(notation.name())), "{error}");
}

#[test]
fn boards_of_every_size_come_back() {
    let mut random = Random(1);
    let mut tried = 0;
    for shape in shapes() {
        let boards = if shape.side() == WIDEST { 1 } else { BOARDS };
        for (at, notation) in (0..boards).flat_map(|at| NOTATIONS.iter().map(move |n| (at, n))) {
            let style = Style { blank: [None, Some('.'), Some('0'), Some('_')][at % 4], ..Style::default() };
            if !notation.writes(shape, &style.symbols) {
                continue;
            }
            let count = if shape.side() > 36 { 1 } else { 1 + at % 3 };
            let given = random.below(101);
            let puzzles: Vec<Puzzle> = (0..count).map(|_| puzzle(&random.board(shape, given), "")).collect();
            let text = written(*notation, &puzzles, &style);
            let options = Options { shape: Some(shape), notation: Some(*notation), ..Options::default() };
            comes_back(notation, &puzzles, &text, &options);
            tried += count;
        }
    }
    assert!(tried > 5_000, "{tried} boards");
}

#[test]
fn a_9x9_puzzle_is_known_in_every_notation_without_its_name() {
    let mut random = Random(2);
    for _ in 0..NINES {
        let (first, second) = (random.board(Shape::NINE, 35), random.board(Shape::NINE, 35));
        let solved = line::write(Shape::NINE, random.board(Shape::NINE, 100).clues(), &Symbols::default());
        let puzzles = [puzzle(&first, &format!(":1:{solved} the easy one")), puzzle(&second, "")];
        for notation in NOTATIONS {
            let text = written(*notation, &puzzles, &Style::default());
            comes_back(notation, &puzzles, &text, &Options::default());
            if ["line", "boxed", "sdk"].contains(&notation.name()) {
                let back = read(text.as_bytes(), &Options::default()).unwrap();
                assert_eq!(back[0].name.as_deref(), Some("the easy one"), "{notation}");
            }
        }
    }
}

#[test]
fn an_alphabet_of_ones_own_comes_back() {
    let mut random = Random(3);
    let symbols = Symbols::new("TONYBLAIR").unwrap();
    let style = Style { symbols: symbols.clone(), ..Style::default() };
    // The notation `numbers` uses no alphabet.
    let written_in_symbols = |notation: &&Notation| notation.name() != "numbers";
    for notation in NOTATIONS.iter().filter(written_in_symbols) {
        for _ in 0..100 {
            let puzzles = [puzzle(&random.board(Shape::NINE, 40), "")];
            let text = written(*notation, &puzzles, &style);
            let options = Options { symbols: symbols.clone(), notation: Some(*notation), shape: None };
            comes_back(notation, &puzzles, &text, &options);
        }
    }
}

#[test]
fn no_broken_input_makes_a_reader_panic() {
    const BYTES: &[u8] = b"019A.,:;|+-#*[]\"' \n\r\tx\xff\xc3";
    let mut random = Random(4);
    let shapes: Vec<Shape> = shapes().take_while(|shape| shape.side() < 17).collect();
    for notation in NOTATIONS {
        for _ in 0..BROKEN {
            let shape = shapes[random.below(shapes.len())];
            if !notation.writes(shape, &Symbols::default()) {
                continue;
            }
            let mut bytes =
                written(*notation, &[puzzle(&random.board(shape, 40), "")], &Style::default()).into_bytes();
            for _ in 0..=random.below(8) {
                let (at, byte) = (random.below(bytes.len()), BYTES[random.below(BYTES.len())]);
                match random.below(4) {
                    0 => bytes[at] = byte,
                    1 => bytes.insert(at, byte),
                    2 => bytes.truncate(at + 1),
                    _ => drop(bytes.remove(at)),
                }
                if bytes.is_empty() {
                    break;
                }
            }
            read_every_way(&bytes);
        }
    }
    for _ in 0..BROKEN {
        let length = random.below(400);
        let any: Vec<u8> = (0..length).map(|_| random.below(256) as u8).collect();
        let similar: Vec<u8> = (0..length).map(|_| BYTES[random.below(BYTES.len())]).collect();
        read_every_way(&any);
        read_every_way(&similar);
    }
}

/// Reads `bytes` to the end, with recognition, as each notation, as boards of a shape, and in an alphabet. Checks
/// that the puzzles and errors found have places.
fn read_every_way(bytes: &[u8]) {
    let as_notation =
        NOTATIONS.iter().map(|notation| Options { notation: Some(*notation), ..Options::default() });
    let others = [
        Options::default(),
        Options { shape: Shape::new(2, 3), ..Options::default() },
        Options { shape: Shape::new(1, 1), ..Options::default() },
        Options { symbols: Symbols::new("TONYBLAIR").unwrap(), ..Options::default() },
    ];
    for options in as_notation.chain(others) {
        for found in Reader::new(bytes, &options) {
            match found {
                Ok(puzzle) => {
                    let shape = puzzle.puzzle.shape();
                    assert!(options.shape.is_none_or(|expected| expected == shape));
                    let has_place = |cell| puzzle.place(cell).line > 0 && puzzle.place(cell).column > 0;
                    assert!((0..shape.cells()).all(has_place));
                }
                Err(error) => {
                    let length = error.text.chars().count();
                    assert!(error.line > 0 && error.column + error.width <= length + 1, "{error:?}");
                }
            }
        }
    }
}
