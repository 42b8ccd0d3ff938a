//! Tests of the Sudoku reader: accepted texts, errors, and round trips.

use crate::{EASY, SOLVED, cells, rows};
use coverlab_model::format::sudoku::{Count, Options, Puzzle, Reader, read};
use coverlab_model::format::symbols::Symbols;
use coverlab_model::format::{Error, boxed, line};
use coverlab_model::{Grid, Shape, Sudoku};
use proptest::prelude::*;

const DRAWN: &str = "\
8 _ _ | _ _ _ | _ _ _
_ _ 3 | 6 _ _ | _ _ _
_ 7 _ | _ 9 _ | 2 _ _
------+-------+------
_ 5 _ | _ _ 7 | _ _ _
_ _ _ | _ 4 5 | 7 _ _
_ _ _ | 1 _ _ | _ 3 _
------+-------+------
_ _ 1 | _ _ _ | _ 6 8
_ _ 8 | 5 _ _ | _ 1 _
_ 9 _ | _ _ _ | 4 _ _
";

fn all(text: &str) -> Vec<Puzzle> {
    read(text.as_bytes(), &Options::default()).unwrap_or_else(|e| panic!("{e} in:\n{text}"))
}

fn one(text: &str) -> Puzzle {
    let mut puzzles = all(text);
    assert_eq!(puzzles.len(), 1, "{puzzles:?}");
    puzzles.remove(0)
}

fn error(text: &str) -> Error {
    read(text.as_bytes(), &Options::default()).expect_err(text)
}

fn shaped(text: &str, rows: usize, columns: usize) -> Result<Vec<Puzzle>, Error> {
    read(text.as_bytes(), &Options { shape: Shape::new(rows, columns), ..Options::default() })
}

#[test]
fn one_puzzle_in_every_notation() {
    let grouped =
        DRAWN.replace(" | ", "|").replace(' ', "").replace('|', " ").replace("------+-------+------", "");
    let framed = format!(
        "+---+---+---+\n{}+---+---+---+\n",
        DRAWN.replace(' ', "").replace("------+-------+------", "")
    );
    let zeros = EASY.replace('.', "0");
    let stars = EASY.replace('.', "*");
    let rows = rows(EASY);
    let dashes = rows.replace('.', "-");
    let numbers: String = DRAWN
        .lines()
        .filter(|l| !l.contains('+'))
        .map(|l| l.replace('|', "").replace('_', "0").split_whitespace().collect::<Vec<_>>().join(",") + "\n")
        .collect();
    for text in [EASY, DRAWN, &grouped, &framed, &zeros, &stars, &rows, &dashes, &numbers] {
        let puzzle = one(text);
        assert_eq!(cells(&puzzle), EASY, "from\n{text}");
        assert_eq!(puzzle.puzzle.shape(), Shape::NINE);
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(cells(&one(&crlf)), EASY, "from\n{crlf}");
        assert_eq!(cells(&one(&format!("\u{feff}# a comment\n\n{text}"))), EASY);
    }
}

#[test]
fn delords_output_is_a_puzzle_and_its_solution() {
    let grid = Grid::new(Shape::NINE, &SOLVED.bytes().map(|b| b - b'0').collect::<Vec<_>>()).unwrap();
    let drawn = boxed::write(Shape::NINE, grid.cells(), &Symbols::default());
    let puzzle = one(&format!("\nGrid:\n\n{DRAWN}\nSolution 1:\n\n{drawn}"));
    assert_eq!(puzzle.name.as_deref(), Some("Grid"));
    assert_eq!(puzzle.solution, Some(grid));
    assert_eq!(boxed::write(Shape::NINE, puzzle.puzzle.clues(), &Symbols::default()), DRAWN);
}

#[test]
fn facts_after_a_puzzle_are_read() {
    let puzzle = one(&format!("{EASY}:1:{SOLVED}"));
    assert_eq!(puzzle.count, Some(Count::Exactly(1)));
    assert!(puzzle.solution.is_some());
    assert_eq!(one(&format!("{EASY}:2+")).count, Some(Count::AtLeast(2)));
    let csv = format!("quizzes,solutions\n{},{SOLVED}\n", EASY.replace('.', "0"));
    assert_eq!(one(&csv).solution, puzzle.solution);
    assert_eq!(one(&csv).line, 2);
    let quoted = format!("name,puzzle\n\"Smith, J\" , \"{EASY}\"\n");
    assert_eq!(one(&quoted).name.as_deref(), Some("Smith, J"));
    for (row, column) in
        [(format!("a,\"{EASY}"), 3), (format!(" \"a,{EASY}"), 2), (format!("\"a\"\",{EASY}"), 1)]
    {
        let error = read(format!("name,puzzle\n{row}\n").as_bytes(), &Options::default()).unwrap_err();
        assert_eq!((&*error.what, error.line, error.column), ("a quote without an end", 2, column), "{row}");
    }
    assert_eq!(one(&format!("\"name, place\",puzzle\n\"x,y\",{EASY}\n")).line, 2);
    for (header, column) in [("puzzle,\"solution", 8), ("\"puzzle,solution", 1)] {
        let error = read(format!("{header}\n{EASY},\n").as_bytes(), &Options::default()).unwrap_err();
        assert_eq!(
            (&*error.what, error.line, error.column),
            ("a quote without an end", 1, column),
            "{header}"
        );
    }
    assert_eq!(
        one(&format!("{EASY} 1.2/1.2/1.2 Hidden Single")).name.as_deref(),
        Some("1.2/1.2/1.2 Hidden Single")
    );
    assert_eq!(one(&format!("{EASY} # worst: 7")).name.as_deref(), Some("worst: 7"));
    assert_eq!(one(&format!("{EASY}, 17")).name.as_deref(), Some("17"));
    assert_eq!(line::write_puzzle(&puzzle, &Symbols::default()), format!("{EASY}:1:{SOLVED}"));
}

#[test]
fn several_grids_in_one_file() {
    let rows = rows(EASY);
    let file = format!("Grid 01\n{rows}Grid 02\n{rows}\n{DRAWN}\n{EASY}\n");
    let puzzles = all(&file);
    let names: Vec<_> = puzzles.iter().map(|p| p.name.as_deref()).collect();
    assert_eq!(names, [Some("Grid 01"), Some("Grid 02"), None, None]);
    assert_eq!(puzzles.iter().map(|p| p.line).collect::<Vec<_>>(), [2, 12, 22, 34]);
    assert!(puzzles.iter().all(|p| cells(p) == EASY));
}

#[test]
fn a_single_comment_directly_above_a_grid_is_its_name() {
    for (text, name) in [
        (format!("# the easy one \n{DRAWN}"), Some("the easy one")),
        (format!("# by hand\n\n# the easy one \n{DRAWN}"), Some("the easy one")),
        (format!("# a header\n# seed 7, 9x9\n{DRAWN}"), None),
        (format!("# a comment\n\n{DRAWN}"), None),
        (format!("#comment\n{DRAWN}"), None),
        (format!("# a comment\nGrid\n{DRAWN}"), Some("Grid")),
        (format!("# a comment\n{EASY} easy\n"), Some("easy")),
        (format!("# a comment\n{EASY}\n"), None),
    ] {
        assert_eq!(one(&text).name.as_deref(), name, "{text}");
    }
}

#[test]
fn a_cell_with_several_pencil_marks_is_open() {
    let marks = |(at, digit): (usize, char)| match digit {
        '.' => ["12", "489", "123456789"][at % 3].to_string(),
        digit => digit.to_string(),
    };
    let cells_of = |row: &str, at: usize| row.chars().enumerate().map(|(k, c)| marks((at + k, c))).collect();
    let rows: Vec<Vec<String>> = rows(EASY).lines().enumerate().map(|(at, row)| cells_of(row, at)).collect();
    let plain: String = rows.iter().map(|row| row.join(" ") + "\n").collect();
    let bars = |row: &Vec<String>| {
        format!("| {} |\n", row.chunks(3).map(|cells| cells.join("  ")).collect::<Vec<_>>().join(" | "))
    };
    let framed: Vec<String> = rows.chunks(3).map(|band| band.iter().map(bars).collect()).collect();
    let framed =
        format!(".-----.-----.-----.\n{}'-----'-----'-----'\n", framed.join(":-----+-----+-----:\n"));
    for text in [&plain, &framed] {
        assert_eq!(cells(&one(text)), EASY, "from\n{text}");
    }
    // Groups of digits are no pencil marks.
    let bands = ["123 456 789\n456 789 123\n789 123 456\n"; 3].concat();
    assert_eq!(one(&bands).puzzle.shape(), Shape::NINE);
}

#[test]
fn places_of_cells() {
    let in_line = one(&format!("  {EASY}"));
    assert_eq!(in_line.place(11), coverlab_model::format::sudoku::Place { line: 1, column: 14, width: 1 });
    let drawn = one(DRAWN);
    let place = drawn.place(80 - 6);
    assert_eq!((place.line, place.column), (11, 5));
}

#[test]
fn sixteen_characters_are_a_puzzle_or_a_row() {
    let four = one("1......3..2....4");
    assert_eq!(four.puzzle.shape().side(), 4);
    let rows = [".A729.BC.....3.1", "6..B3....D..A.2.", ".......5.3..C8..", "1.9...86..4....."];
    let grid: String = rows.iter().cycle().take(16).map(|r| format!("{r}\n")).collect();
    assert_eq!(one(&grid).puzzle.shape().side(), 16);
    let puzzles: String = "1......3..2....4\n".repeat(16);
    assert_eq!(all(&puzzles).len(), 16);
}

#[test]
fn boxes_as_drawn() {
    let tall = "1 2 | 3 4 | 5 6\n".to_string() + &"_ _ | _ _ | _ _\n".repeat(5);
    assert_eq!(one(&tall).puzzle.shape(), Shape::new(3, 2).unwrap());
    let wide = "123 456\n".to_string() + &"... ...\n".repeat(5);
    assert_eq!(one(&wide).puzzle.shape(), Shape::new(2, 3).unwrap());
    let plain = "123456\n".to_string() + &"......\n".repeat(5);
    assert_eq!(one(&plain).puzzle.shape(), Shape::new(2, 3).unwrap());
    assert_eq!(shaped(&plain, 3, 2).unwrap()[0].puzzle.shape(), Shape::new(3, 2).unwrap());
}

#[test]
fn blairs_alphabet() {
    let symbols = Symbols::new("TONYBLAIR").unwrap();
    let options = Options { symbols: symbols.clone(), ..Options::default() };
    let text = EASY
        .chars()
        .map(|c| c.to_digit(10).map_or('.', |d| symbols.symbol(d as usize).unwrap()))
        .collect::<String>();
    let puzzles = read(text.as_bytes(), &options).unwrap();
    assert_eq!(cells(&puzzles[0]), EASY);
    assert_eq!(line::write(Shape::NINE, puzzles[0].puzzle.clues(), &symbols), text);
    let rows: String = "TONYBLAIR\n".to_string() + &".........\n".repeat(8);
    assert_eq!(read(rows.as_bytes(), &options).unwrap()[0].puzzle.clue_count(), 9);
    let wrong = read(text.replacen('.', "t", 1).as_bytes(), &options).unwrap_err();
    assert_eq!(wrong.label, "did you mean T?");
    assert!(read(b"1......3..2....4", &options).unwrap_err().what.contains("alphabet of 9 symbols"));
    let six = Options { symbols, shape: Shape::new(2, 3), ..Options::default() };
    assert!(
        read(text.as_bytes(), &six)
            .unwrap_err()
            .what
            .contains("alphabet of 9 symbols for boards of shape 2x3")
    );
}

#[test]
fn errors_say_what_where_and_what_to_do() {
    let short = error(&format!("# class\n{EASY}\n{}\n", &EASY[..80]));
    assert_eq!(short.what, "row of 80 characters, but a 9x9 puzzle needs 81");
    assert_eq!((short.line, short.column, short.width), (3, 81, 0));
    assert_eq!(short.label, "1 character missing");
    assert_eq!(short.help, "accepted lengths: 16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25), …");

    let prime = error(&".".repeat(25));
    assert!(prime.help.ends_with(", …; --shape 1x5 reads 25 characters as a 5x5 puzzle"), "{}", prime.help);
    let row = error("1.......2");
    assert!(row.help.ends_with("; --shape 1x3 reads 9 characters as a 3x3 puzzle"), "{}", row.help);

    let long = error(&format!("{EASY}..\n"));
    assert_eq!((long.column, long.width, long.label.as_str()), (82, 2, "2 characters too many"));

    for word in ["1", "17)", "Easy", "worst-7"] {
        let before = error(&format!("{word} {EASY}\n"));
        assert_eq!((&*before.what, before.column), (&*format!("`{word}` before a puzzle"), 1));
        assert!(before.help.contains("a name after the puzzle"));
    }

    // A word of digits is not a number on a 1x1 board.
    for length in [80, 82, 90] {
        let wrong = error(&format!("{}\n", "530".repeat(30)[..length].to_owned()));
        assert_eq!(wrong.what, format!("row of {length} characters, but a 9x9 puzzle needs 81"));
    }

    let letter = error(&EASY.replacen('.', "O", 1));
    assert_eq!((letter.line, letter.column, letter.width), (1, 2, 1));
    assert_eq!(letter.what, "`O` is not a symbol of a 9x9 puzzle");
    assert_eq!(letter.label, "did you mean 0?");

    let large = error("1......3..2....5");
    assert_eq!((large.column, large.what.as_str()), (16, "5 is too large for a 4x4 puzzle"));
    let large = error(&("1,2,3,4,5,7\n".to_string() + &"0,0,0,0,0,0\n".repeat(5)));
    assert_eq!((large.column, large.what.as_str()), (11, "7 is too large for a 6x6 puzzle"));

    let shape = shaped(EASY, 2, 4).unwrap_err();
    assert_eq!(shape.what, "boxes of 2x4 cells do not divide a 9x9 grid");
    assert_eq!(shape.help, "shapes of a 9x9 grid: 1x9, 3x3, 9x1");
    let uneven = error(&DRAWN.replacen("8 _ _ | _ _ _ |", "8 _ | _ _ _ _ |", 1));
    assert_eq!(uneven.what, "boxes that do not divide the 9x9 grid");
    assert_eq!(
        (uneven.column, uneven.width, uneven.label.as_str()),
        (7, 7, "4 columns here, 2 in the first box")
    );

    let row = error(&DRAWN.replacen("4 _ _", "4 _", 1));
    assert_eq!((row.line, row.what.as_str()), (11, "row of 8 cells, but a 9x9 puzzle needs 9"));
    let rows = error(&DRAWN[..DRAWN.len() - 22]);
    assert_eq!(rows.what, "grid of 8 rows, but a 9x9 puzzle needs 9");
    assert_eq!(rows.line, 10);

    assert_eq!(error("").what, "no puzzle in the input");
    assert_eq!(error("hello\n").what, "neither a puzzle nor the name of one");
    assert_eq!(error(&format!("{EASY}:one")).what, "`one` is not a number of solutions");
    assert_eq!(error(&format!("{EASY}:1:123")).label, "78 characters missing");
    assert_eq!(error(&format!("{EASY},{}", "1".repeat(80))).label, "1 character missing");
    assert_eq!(one(&format!("{EASY},{}", "1".repeat(40))).name.as_deref(), Some(&*"1".repeat(40)));
    let binary = read(b"53..\xff7", &Options::default()).unwrap_err();
    assert_eq!((binary.what.as_str(), binary.column), ("the input is not UTF-8 text", 5));
}

#[test]
fn a_reader_goes_on_behind_an_error() {
    let text = format!("{EASY}\n{}\n{EASY}\n", &EASY[..80]);
    let found: Vec<_> = Reader::new(text.as_bytes(), &Options::default()).map(|r| r.is_ok()).collect();
    assert_eq!(found, [true, false, true]);
}

#[test]
fn a_malformed_line_or_grid_does_not_swallow_the_next_puzzle() {
    let zeros = EASY.replace('.', "0");
    let outcome = |text: &str| -> Vec<bool> {
        Reader::new(text.as_bytes(), &Options::default()).map(|puzzle| puzzle.is_ok()).collect()
    };
    for puzzle in [EASY, &zeros] {
        // None of these lengths is that of a board with these clues.
        for length in [1, 2, 9, 26, 62, 64, 80, 82, 83, 161, 162, 163, 255, 300] {
            let wrong = &puzzle.repeat(4)[..length];
            let found = outcome(&format!("{puzzle}\n{wrong}\n{puzzle}\n{puzzle}\n{puzzle}\n"));
            assert_eq!(found, [true, false, true, true, true], "{length} characters of {puzzle}");
        }
    }
    for puzzle in ["....1.....3..34.", "1.3..6.......2.4.......6.5.......3.."] {
        let is_board = |length: &usize| [16, 36, 64, 81, 100, 144, 196, 225, 256].contains(length);
        for length in (3..300).filter(|length| !is_board(length)) {
            let wrong = &puzzle.repeat(300)[..length];
            for text in [
                format!("{wrong}\n{}", format!("{puzzle}\n").repeat(40)),
                format!("{puzzle}\n{wrong}\n{}", format!("{puzzle}\n").repeat(39)),
                format!("{puzzle}\n{wrong}\n{wrong}\n{}", format!("{puzzle}\n").repeat(39)),
                format!("{}{wrong}\n", format!("{puzzle}\n").repeat(40)),
            ] {
                let found = outcome(&text);
                let read = found.iter().filter(|is_read| **is_read).count();
                assert!(read == 40 && read < found.len(), "{read} of {} in:\n{text}", found.len());
            }
        }
    }
    let broken = DRAWN.replacen("4 _ _", "4 _", 1);
    assert_eq!(outcome(&format!("{broken}{EASY}\n{EASY}\n{DRAWN}")), [false, true, true, true]);
}

const SIDES: [usize; 9] = [1, 4, 6, 9, 12, 16, 25, 36, 100];

/// A board of any side with random clues.
fn puzzles() -> impl Strategy<Value = Sudoku> {
    (0..SIDES.len(), any::<u64>(), 0..=100u64).prop_map(|(k, seed, density)| {
        let shape = Shape::of_side(SIDES[k]).unwrap();
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let side = shape.side() as u64;
        let clues: Vec<u8> = (0..shape.cells())
            .map(|_| if next() % 100 < density { (next() % side + 1) as u8 } else { 0 })
            .collect();
        Sudoku::new(shape, &clues).unwrap()
    })
}

fn round_trip(text: &str, puzzle: &Sudoku, shape: Option<Shape>) -> Result<Puzzle, TestCaseError> {
    let options = Options { shape, ..Options::default() };
    let read = read(text.as_bytes(), &options);
    prop_assert!(read.is_ok(), "{} in\n{text}", read.unwrap_err());
    let mut read = read.unwrap();
    prop_assert_eq!(read.len(), 1, "{}", text);
    prop_assert_eq!(&read[0].puzzle, puzzle, "{}", text);
    Ok(read.remove(0))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_line_with_count_and_solution_loses_nothing(puzzle in puzzles(), count in any::<u64>(), least in any::<bool>()) {
        let shape = puzzle.shape();
        let cells: Vec<u8> = puzzle.clues().iter().map(|&d| d.max(1)).collect();
        let options = Options { shape: Some(shape), ..Options::default() };
        let mut full = read(line::write(shape, puzzle.clues(), &Symbols::default()).as_bytes(), &options).unwrap().remove(0);
        full.count = Some(if least { Count::AtLeast(count) } else { Count::Exactly(count) });
        full.solution = Grid::new(shape, &cells);
        let again = round_trip(&line::write_puzzle(&full, &Symbols::default()), &puzzle, Some(shape))?;
        prop_assert_eq!(again, full);
    }

    #[test]
    fn a_drawing_loses_nothing_and_shows_its_boxes(puzzle in puzzles()) {
        let text = boxed::write(puzzle.shape(), puzzle.clues(), &Symbols::default());
        let read = round_trip(&text, &puzzle, None)?;
        for cell in 0..puzzle.shape().cells() {
            let place = read.place(cell);
            let line = text.lines().nth(place.line - 1).unwrap();
            let word: String = line.chars().skip(place.column - 1).take(place.width).collect();
            prop_assert_eq!(word, boxed::word(puzzle.clues()[cell], puzzle.shape(), &Symbols::default()));
        }
    }

    #[test]
    fn two_drawings_are_two_puzzles(a in puzzles(), b in puzzles()) {
        let draw = |p: &Sudoku| boxed::write(p.shape(), p.clues(), &Symbols::default());
        // A drawn 1x1 board is a line with a single character.
        let text = format!("First board\n{}\nSecond board\n{}", draw(&a), draw(&b));
        let puzzles = read(text.as_bytes(), &Options::default());
        prop_assert!(puzzles.is_ok(), "{} in\n{text}", puzzles.unwrap_err());
        let puzzles = puzzles.unwrap();
        prop_assert_eq!(puzzles.iter().map(|p| &p.puzzle).collect::<Vec<_>>(), [&a, &b]);
        prop_assert_eq!(puzzles[1].name.as_deref(), Some("Second board"));
    }
}

#[test]
fn a_line_of_numbers_is_a_line() {
    let options = Options { notation: Some("line".parse().unwrap()), ..Options::default() };
    let text = format!("{}:2+\n", vec!["0"; 36 * 36].join(","));
    let puzzles = read(text.as_bytes(), &options).unwrap();
    assert_eq!((puzzles[0].puzzle.shape().side(), puzzles[0].count), (36, Some(Count::AtLeast(2))));
    // A comma after a 1x1 board is followed by its solution.
    let one = read(b"0,1\n", &options).unwrap();
    assert_eq!((one[0].puzzle.shape().side(), one[0].solution.is_some()), (1, true));
}
