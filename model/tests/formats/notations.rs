//! Tests of each notation: the text it writes, and the texts that its reader accepts. `notation_contract.rs`
//! tests what all notations have in common.

use crate::{EASY, SOLVED, cells, rows, written};
use coverlab_model::format::notation::{Notation, Style};
use coverlab_model::format::stream::Stream;
use coverlab_model::format::sudoku::{Options, Puzzle, Reader, read};
use coverlab_model::format::{dimacs, ec, knuth};
use proptest::prelude::*;

fn all(text: &str, notation: Option<&str>) -> Vec<Puzzle> {
    let notation = notation.map(named);
    read(text.as_bytes(), &Options { notation, ..Options::default() })
        .unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn named(name: &str) -> Notation {
    name.parse().unwrap()
}

#[test]
fn each_notation_as_it_is_written() {
    let puzzle = all(&format!("{EASY}:1:{SOLVED} the easy one"), None);
    let says = |name: &str| written(named(name), &puzzle, &Style::default());
    let zeros = EASY.replace('.', "0");
    assert_eq!(says("line"), format!("{EASY}:1:{SOLVED} the easy one\n"));
    assert_eq!(says("sdm"), format!("{zeros}\n"));
    assert_eq!(says("csv"), format!("puzzle,solution\n{zeros},{SOLVED}\n"));
    assert_eq!(says("hodoku"), format!(":0000:x:{EASY}::::\n"));
    assert!(says("sdk").starts_with("#Dthe easy one\n[Puzzle]\n8........\n..36.....\n"));
    let framed = "*-----------*\n|8..|...|...|\n|..3|6..|...|\n|.7.|.9.|2..|\n|---+---+---|\n|.5.|";
    assert!(says("ss").starts_with(framed), "{}", says("ss"));
    assert!(says("candidates").starts_with(".......8.123456789"));
    assert!(says("numbers").starts_with("8 0 0 0 0 0 0 0 0\n0 0 3 6"));
    assert!(says("boxed").starts_with("# the easy one\n8 _ _ | _ _ _ | _ _ _\n"));
    let style = Style { blank: Some('_'), ..Style::default() };
    assert_eq!(written(named("sdm"), &puzzle, &style), EASY.replace('.', "_") + "\n");
    let line = written(named("line"), &puzzle, &style);
    assert_eq!(line, format!("{}:1:{SOLVED} the easy one\n", EASY.replace('.', "_")));
}

#[test]
fn sections_of_an_sdk_file() {
    let text = format!(
        "#ASomebody\n#DEasy\n#CA comment\n[Puzzle]\n{}\n[State]\n{}\n[Puzzle]\n{}",
        rows(EASY),
        rows(SOLVED),
        rows(EASY)
    );
    let puzzles = all(&text, None);
    let names: Vec<_> = puzzles.iter().map(|p| p.name.as_deref()).collect();
    assert_eq!(names, [Some("Easy"), None]);
    assert!(puzzles.iter().all(|p| cells(p) == EASY));
    let bare = all(&format!("#DBare\n{}", rows(EASY)), Some("sdk"));
    assert_eq!(bare[0].name.as_deref(), Some("Bare"));
}

#[test]
fn columns_are_found_by_their_names() {
    let text = format!("id;clues;puzzle;solution\n7;21;{EASY};{SOLVED}\n8;21;\"{EASY}\";\n");
    let puzzles = all(&text, None);
    assert_eq!(puzzles.iter().map(|p| p.name.as_deref()).collect::<Vec<_>>(), [Some("7"), Some("8")]);
    assert_eq!((puzzles[0].solution.is_some(), puzzles[1].solution.is_some()), (true, false));
    assert!(puzzles.iter().all(|p| cells(p) == EASY));
    assert_eq!(puzzles[1].place(0).column, 7);
    let error = read(b"id,puzzle\n7\n", &Options::default()).unwrap_err();
    assert_eq!(error.what, "a row without a puzzle in column 2");
}

#[test]
fn placed_digits_of_an_example_are_not_clues() {
    let text = ":0000:1:+1+234341.....+4..2:::182:\n:0100:x:12......3.4.....::::\n";
    let puzzles = all(text, None);
    assert_eq!(cells(&puzzles[0]), "..34341........2");
    assert_eq!(cells(&puzzles[1]), "12......3.4.....");
    let place = puzzles[0].place(2);
    assert_eq!((place.line, place.column), (1, 13));
}

#[test]
fn a_candidate_string_with_singles() {
    let mut text = "1234".repeat(16);
    text.replace_range(4..8, "0030");
    assert_eq!(cells(&all(&text, None)[0]), ".3..............");
    text.replace_range(8..12, "....");
    let options = Options { notation: Some(named("candidates")), ..Options::default() };
    let error = read(text.as_bytes(), &options).unwrap_err();
    assert_eq!((error.what.as_str(), error.column, error.width), ("a cell without a candidate", 9, 4));
    text.replace_range(8..12, "2...");
    let error = read(text.as_bytes(), &options).unwrap_err();
    assert_eq!(error.what, "`2` at the place of candidate 1");
}

#[test]
fn any_end_of_line() {
    let text = format!("# a comment\n{EASY}\n\n{EASY}\n");
    for end in ["\n", "\r\n", "\r"] {
        for mark in ["", "\u{feff}"] {
            let puzzles = all(&format!("{mark}{}", text.replace('\n', end)), None);
            assert_eq!(puzzles.iter().map(|p| p.line).collect::<Vec<_>>(), [2, 4], "{end:?}");
        }
    }
}

#[test]
fn a_stream_gives_what_reading_at_once_gives() {
    // Grids, lines, comments and errors that fill several windows.
    let mut text = String::from("\u{feff}# begins\n");
    let drawn = written(named("boxed"), &all(&format!("{EASY}:1:{SOLVED}"), None), &Style::default());
    for k in 0..40_000 {
        match k % 5 {
            0 => text.push_str(&drawn),
            1 => text.push_str(&format!("{}\n", &EASY[1..])),
            2 => text.push_str(&format!("# {}\n", "comment ".repeat(k % 200))),
            _ => text.push_str(&format!("{EASY} puzzle {k}\n")),
        }
    }
    assert!(text.len() > 9 << 20, "{}", text.len());
    let options = Options::default();
    let mut stream = Stream::new(text.as_bytes(), &options);
    for (k, expected) in Reader::new(text.as_bytes(), &options).enumerate() {
        let found = stream.next().expect("as many items");
        let found = found.map_err(|t| t.to_string());
        assert_eq!(found, expected.map_err(|e| e.to_string()), "item {k}");
        if let Ok(puzzle) = found {
            let row = stream.quote(puzzle.line, puzzle.line);
            assert!(row.starts_with("8 _ _") || row.starts_with(EASY), "item {k}: {row}");
        }
    }
    assert!(stream.next().is_none());
}

#[test]
fn a_stream_does_not_depend_on_how_much_is_read_at_once() {
    struct Few<'a>(&'a [u8], usize);
    impl std::io::Read for Few<'_> {
        fn read(&mut self, room: &mut [u8]) -> std::io::Result<usize> {
            let many = room.len().min(self.1);
            self.0.read(&mut room[..many])
        }
    }
    // More puzzles without a blank line than a window holds, some slightly too long or too short.
    let mut text = String::new();
    for k in 0..60_000 {
        text.push_str(EASY);
        text.push_str(["", "..", "1", "12345"][if k % 4001 == 7 { k % 4 } else { 0 }]);
        text.push('\n');
    }
    let said = |item: Result<usize, String>| item.unwrap_or_else(|error| error.len());
    let options = Options::default();
    let whole: Vec<usize> = Reader::new(text.as_bytes(), &options)
        .map(|item| said(item.map(|puzzle| puzzle.line).map_err(|e| e.to_string())))
        .collect();
    assert_eq!(whole.len(), 60_000);
    for few in [1000, 1 << 15, 1 << 17, 1 << 20] {
        let items = Stream::new(Few(text.as_bytes(), few), &options)
            .map(|item| said(item.map(|puzzle| puzzle.line).map_err(|e| e.to_string())));
        assert!(items.eq(whole.iter().copied()), "{few} bytes at once");
    }
}

#[test]
fn no_bytes_make_a_reader_of_covers_or_formulas_panic() {
    proptest!(|(bytes in prop::collection::vec(any::<u8>(), 0..400))| {
        let _ = (dimacs::read(&bytes), ec::read(&bytes), knuth::read(&bytes));
    });
}
