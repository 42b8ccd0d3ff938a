//! Errors in puzzles, covers, formulas and claims, and in the options that say how to read them.

use super::Case;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "a_count_with_weights",
        files: &[("w.cnf", b"c t wmc\nc p weight 1 0.4 0\np cnf 2 1\n1 2 0\n")],
        arguments: &["solve", "--count", "w.cnf"],
        out: "3\n",
        err: r#"note: the weights are not used: every model counts as 1
 --> w.cnf:1:1
  |
1 | c t wmc
  | ^^^^^^^
"#,
        code: 0,
    },
    Case {
        name: "a_count_with_an_older_projection",
        files: &[("ind.cnf", b"c ind 1 0\np cnf 2 1\n1 2 0\n")],
        arguments: &["solve", "--count", "ind.cnf"],
        out: "3\n",
        err: r#"note: the projection is not used: models differ if any variable differs
 --> ind.cnf:1:1
  |
1 | c ind 1 0
  | ^^^^^^^^^
  |
  = help: `c p show 1 2 0` lists the variables that distinguish models
"#,
        code: 0,
    },
    Case {
        name: "weights_that_do_not_matter",
        files: &[("w.cnf", b"c p weight 1 0.4 0\np cnf 1 1\n1 0\n")],
        arguments: &["solve", "--unique", "w.cnf"],
        out: "v 1 0\n",
        err: "",
        code: 0,
    },
    Case {
        name: "a_header_with_an_open_quote",
        files: &[("a.csv", b"\"puzzle,solution\n1,\n")],
        arguments: &["convert", "a.csv", "--to", "line"],
        out: "1\n",
        err: r#"error: a quote without an end
 --> a.csv:1:1
  |
1 | "puzzle,solution
  | ^
  |
  = help: close the quotes within the line, or remove them
error: a.csv: 1 error, 1 puzzle processed
"#,
        code: 3,
    },
    Case {
        name: "a_kind_of_problem_instead_of_a_notation",
        files: &[],
        arguments: &["convert", "--format", "cnf", "a.cnf", "--to", "dlx"],
        out: "",
        err: r#"error: invalid value 'cnf' for '--format <NOTATION>': a notation of Sudoku puzzles is needed; formulas and exact covers are recognized by their text, and `coverlab convert --to cnf` or `--to dlx` writes them

For more information, try '--help'.
"#,
        code: 2,
    },
    Case {
        name: "a_line_one_character_short",
        files: &[("class.sdm", b"# class\n8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.\n")],
        arguments: &["solve", "class.sdm"],
        out: "",
        err: r#"error: row of 80 characters, but a 9x9 puzzle needs 81
 --> class.sdm:2:81
  |
2 | 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.
  |                                                                                 ^ 1 character missing
  |
  = help: accepted lengths: 16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25), …
"#,
        code: 3,
    },
    Case {
        name: "the_letter_o",
        files: &[("class.sdm", b"O..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n")],
        arguments: &["solve", "class.sdm"],
        out: "",
        err: r#"error: `O` is not a symbol of a 9x9 puzzle
 --> class.sdm:1:1
  |
1 | O..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  | ^ did you mean 0?
  |
  = help: a 9x9 puzzle takes 1 to 9, and . 0 _ * x - for an empty cell
"#,
        code: 3,
    },
    Case {
        name: "equal_clues_in_a_house",
        files: &[("four.txt", b"1..1\n....\n....\n....\n")],
        arguments: &["solve", "four.txt"],
        out: "none\n",
        err: r#"warning: 1 twice in row 1, columns 1 and 4
 --> four.txt:1:1
  |
1 | 1..1
  | ^  -
  |
  = help: equal clues in a house leave no solution
"#,
        code: 1,
    },
    Case {
        name: "no_solution",
        files: &[("none.txt", b"123.\n3...\n....\n...4\n")],
        arguments: &["solve", "none.txt"],
        out: "none\n",
        err: "note: none.txt: no solution: a minimal set of clues that clash: 1 in r1c1, 2 in r1c2, 3 in r1c3, 4 in r4c4; r1c4 has no candidate left\n",
        code: 1,
    },
    Case {
        name: "several_solutions",
        files: &[("two.txt", b"12..\n....\n....\n....\n")],
        arguments: &["solve", "--unique", "two.txt"],
        out: "multiple\n",
        err: "note: two.txt: 2 solutions or more, first difference: row 1, column 3: 3 or 4\n",
        code: 1,
    },
    Case {
        name: "boxes_that_do_not_divide",
        files: &[("six.txt", b"1 2 | 3 4 5 | 6\n. . | . . . | .\n")],
        arguments: &["solve", "six.txt"],
        out: "",
        err: r#"error: boxes that do not divide the 6x6 grid
 --> six.txt:1:7
  |
1 | 1 2 | 3 4 5 | 6
  |       ^^^^^ 3 columns here, 2 in the first box
  |
  = help: bars separate boxes, and all boxes are equally wide
"#,
        code: 3,
    },
    Case {
        name: "a_shape_of_another_board",
        files: &[],
        arguments: &["solve", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "--shape", "2x3"],
        out: "",
        err: r#"error: boxes of 2x3 cells do not divide a 9x9 grid
 --> <argument>:1:1
  |
1 | 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ 9x9, but boxes of 2x3 need 6x6
  |
  = help: shapes of a 9x9 grid: 1x9, 3x3, 9x1
"#,
        code: 3,
    },
    Case {
        name: "a_missing_file",
        files: &[("class.sdm", b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")],
        arguments: &["solve", "clas.sdm"],
        out: "",
        err: r#"error: there is no file `clas.sdm`
 |
 = help: did you mean `class.sdm`?
"#,
        code: 3,
    },
    Case {
        name: "a_missing_folder",
        files: &[],
        arguments: &["convert", "nowhere/a.txt", "--to", "line"],
        out: "",
        err: r#"error: there is no file `nowhere/a.txt`
 |
 = help: there is no folder `nowhere` either
"#,
        code: 3,
    },
    Case {
        name: "a_folder",
        files: &[],
        arguments: &["check", "."],
        out: "",
        err: r#"error: `.` is a folder
 |
 = help: give one of the files in it
"#,
        code: 3,
    },
    Case {
        name: "an_unknown_strategy",
        files: &[],
        arguments: &["solve", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "--strategy", "brid"],
        out: "",
        err: r#"error: there is no strategy for Sudoku called `brid`
 |
 = help: did you mean `bird`?
"#,
        code: 2,
    },
    Case {
        name: "a_bad_literal",
        files: &[("f.cnf", b"p cnf 2 1\n1 x 0\n")],
        arguments: &["solve", "f.cnf"],
        out: "",
        err: r#"error: `x` is not a literal
 --> f.cnf:2:3
  |
2 | 1 x 0
  |   ^ not a number
  |
  = help: a literal is a variable's number, with `-` for its negation; 0 ends a clause
"#,
        code: 3,
    },
    Case {
        name: "a_false_header",
        files: &[("f.cnf", b"p cnf 2 3\n1 2 0\n")],
        arguments: &["solve", "f.cnf"],
        out: "",
        err: r#"error: the header declares 3 clauses, but the file has 1
 --> f.cnf:1:9
  |
1 | p cnf 2 3
  |         ^ 1 in the file
  |
  = help: correct the header, or complete the file
"#,
        code: 3,
    },
    Case {
        name: "a_limit_that_is_reached",
        files: &[],
        arguments: &["solve", ".................................................................................", "--count", "--strategy", "dlx", "--node-limit", "500"],
        out: "39+\n",
        err: "note: <argument>: node limit reached, at least 39 solutions\n",
        code: 4,
    },
    Case {
        name: "an_empty_file",
        files: &[("empty.txt", b"")],
        arguments: &["solve", "empty.txt"],
        out: "",
        err: r#"error: empty.txt: no puzzle in the input
 |
 = help: give one puzzle per line (a 9x9 puzzle is 81 characters), or a grid row by row
"#,
        code: 3,
    },
    Case {
        name: "a_bad_line_among_good_ones",
        files: &[("three.txt", b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.\n8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n")],
        arguments: &["solve", "three.txt"],
        out: r#"812753649943682175675491283154237896369845721287169534521974368438526917796318452
812753649943682175675491283154237896369845721287169534521974368438526917796318452
"#,
        err: r#"error: row of 80 characters, but a 9x9 puzzle needs 81
 --> three.txt:2:81
  |
2 | 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.
  |                                                                                 ^ 1 character missing
  |
  = help: accepted lengths: 16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25), …
error: three.txt: 1 error, 2 puzzles processed
"#,
        code: 3,
    },
    Case {
        name: "the_first_bad_line_is_the_end",
        files: &[("three.txt", b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.\n8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..\n")],
        arguments: &["solve", "--fail-fast", "three.txt"],
        out: "",
        err: r#"error: row of 80 characters, but a 9x9 puzzle needs 81
 --> three.txt:2:81
  |
2 | 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.
  |                                                                                 ^ 1 character missing
  |
  = help: accepted lengths: 16 (4x4), 36 (6x6), 81 (9x9), 256 (16x16), 625 (25x25), …
"#,
        code: 3,
    },
    Case {
        name: "bytes_that_are_no_text",
        files: &[("a.txt", b"12\xff4\n")],
        arguments: &["convert", "a.txt", "--to", "line"],
        out: "",
        err: r#"error: the input is not UTF-8 text
 --> a.txt:1:3
  |
1 | 12�4
  |   ^ byte 0xff
  |
  = help: give a text file, one puzzle per line or as a grid; UTF-16 needs a byte order mark
"#,
        code: 3,
    },
    Case {
        name: "a_packed_file_that_is_cut",
        files: &[("a.gz", b"\x1f\x8b\x08\x00")],
        arguments: &["solve", "a.gz"],
        out: "",
        err: "error: a.gz cannot be read: its gzip data is damaged (unexpected end of file); compress it again or give the plain text\n",
        code: 3,
    },
    Case {
        name: "an_unknown_notation",
        files: &[],
        arguments: &["convert", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "--to", "lin"],
        out: "",
        err: r#"error: invalid value 'lin' for '--to <NOTATION>'
  [possible values: NOTATIONS, cnf, dlx]

  tip: a similar value exists: 'line'

For more information, try '--help'.
"#,
        code: 2,
    },
    Case {
        name: "a_digit_as_a_blank",
        files: &[],
        arguments: &["convert", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "--to", "sdm", "--blank", "5"],
        out: "",
        err: r#"error: '5' cannot represent an empty cell
 |
 = help: `5` is the symbol of digit 5; . 0 _ * - are free
"#,
        code: 2,
    },
    Case {
        name: "a_count_that_is_none",
        files: &[("a.txt", b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..:many\n")],
        arguments: &["check", "a.txt"],
        out: "0 puzzles, 0 claims, 0 false\n",
        err: r#"error: `many` is not a number of solutions
 --> a.txt:1:83
  |
1 | 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..:many
  |                                                                                   ^^^^
  |
  = help: write puzzle:count or puzzle:count:solution; the count is a number, with + for at least so many
"#,
        code: 3,
    },
    Case {
        name: "a_false_solution",
        files: &[("a.txt", b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..:1:812753649943682175674491283154237896369845721287169534521974368438526917796318452\n")],
        arguments: &["check", "a.txt"],
        out: r#"a.txt:1: 4 twice in row 3, columns 3 and 4
1 puzzle, 2 claims, 1 false
"#,
        err: "",
        code: 1,
    },
    Case {
        name: "a_false_count",
        files: &[("a.txt", b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..:2\n")],
        arguments: &["check", "a.txt"],
        out: r#"a.txt:1: 2 solutions claimed, but there is 1
1 puzzle, 1 claim, 1 false
"#,
        err: "",
        code: 1,
    },
    Case {
        name: "a_row_without_a_puzzle",
        files: &[("a.csv", b"id,puzzle\n7,\n")],
        arguments: &["convert", "a.csv", "--to", "line"],
        out: "",
        err: r#"error: a row without a puzzle in column 2
 --> a.csv:2:1
  |
2 | 7,
  | ^^
  |
  = help: each row has the columns that the header names
"#,
        code: 3,
    },
    Case {
        name: "a_cell_without_a_candidate",
        files: &[("a.txt", b"....123412341234123412341234123412341234123412341234123412341234")],
        arguments: &["solve", "--format", "candidates", "a.txt"],
        out: "",
        err: r#"error: a cell without a candidate
 --> a.txt:1:1
  |
1 | ....123412341234123412341234123412341234123412341234123412341234
  | ^^^^ 1 to 4 excluded
  |
  = help: an empty cell has all its digits; a clue has one
"#,
        code: 3,
    },
    Case {
        name: "an_example_cut_short",
        files: &[("a.txt", b":0000:x\n")],
        arguments: &["solve", "a.txt"],
        out: "",
        err: r#"error: not a line of HoDoKu's library
 --> a.txt:1:1
  |
1 | :0000:x
  | ^^^^^^^
  |
  = help: such a line reads :technique:candidates:givens:deleted:eliminations:placements:extra
"#,
        code: 3,
    },
    Case {
        name: "a_notation_too_narrow",
        files: &[("a.txt", b"0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0")],
        arguments: &["convert", "a.txt", "--to", "sdm"],
        out: "",
        err: r#"error: a.txt:1: sdm cannot hold a board of side 40
 |
 = help: --to numbers can hold boards of any size
"#,
        code: 3,
    },
    Case {
        name: "an_unknown_family_in_a_list",
        files: &[("list.families", b"# boards\nqueen:{4..5}\nqueens:4\n")],
        arguments: &["solve", "list.families", "--count", "--fail-fast"],
        out: "",
        err: r#"error: unknown family `queen`
 --> list.families:2:1
  |
2 | queen:{4..5}
  | ^^^^^^^^^^^^ here
  |
  = help: did you mean `queens`?
"#,
        code: 3,
    },
    Case {
        name: "invalid_numbers_of_a_formula_in_a_list",
        files: &[("list.families", b"queens:4 2\n  pigeonhole:x\n")],
        arguments: &["trace", "cdcl", "list.families", "--puzzle", "2"],
        out: "",
        err: r#"error: `x` is not a whole number from 0 to 500; `pigeonhole` is written pigeonhole:PIGEONS, with one hole fewer, or pigeonhole:PIGEONS:HOLES
 --> list.families:2:3
  |
2 |   pigeonhole:x
  |   ^^^^^^^^^^^^ here
  |
  = help: for example `pigeonhole:8`
"#,
        code: 3,
    },
    Case {
        name: "a_packed_file_of_zstd_that_is_cut",
        files: &[("a.zst", b"\x28\xb5\x2f\xfd\x00")],
        arguments: &["solve", "a.zst"],
        out: "",
        err: "error: a.zst cannot be read: its zstd data is damaged (unexpected end of file); compress it again or give the plain text\n",
        code: 3,
    },
];
