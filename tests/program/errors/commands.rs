//! Errors in records, experiments, outputs and traces, and in the arguments of commands.

use super::Case;

pub(super) const CASES: &[Case] = &[
    Case {
        name: "a_record_that_is_not_there",
        files: &[],
        arguments: &["diff", "sources", "target/sources"],
        out: "",
        err: r#"error: sources: there is no such folder, here or under results/
 |
 = help: run an experiment first: coverlab run
"#,
        code: 3,
    },
    Case {
        name: "a_file_given_as_the_name_of_a_corpus",
        files: &[
            ("c.dlx", b"a b\na\nb\n"),
            ("e.toml", b"name = \"e\"\nquestion = \"?\"\nstrategies = [\"dlx\"]\ncorpora = [\"./c.dlx\"]\n"),
        ],
        arguments: &["run", "e.toml", "--out", "out"],
        out: "",
        err: r#"error: there is no corpus `./c.dlx`
 --> e.toml:4:12
  |
4 | corpora = ["./c.dlx"]
  |            ^^^^^^^^^
  |
  = help: did you mean { path = "./c.dlx" }?
"#,
        code: 3,
    },
    Case {
        name: "a_parent_folder_is_no_range",
        files: &[(
            "e.toml",
            b"name = \"e\"\nquestion = \"?\"\nstrategies = [\"dlx\"]\ncorpora = [\"../nowhere\"]\n",
        )],
        arguments: &["run", "e.toml", "--out", "out"],
        out: "",
        err: r#"error: there is no corpus `../nowhere`
 --> e.toml:4:12
  |
4 | corpora = ["../nowhere"]
  |            ^^^^^^^^^^^^
  |
  = help: `coverlab list corpora` lists them; a file or a folder is written { path = "…" }
"#,
        code: 3,
    },
    Case {
        name: "an_output_in_a_folder_that_is_missing",
        files: &[],
        arguments: &["convert", "....1.....3..34.", "--to", "line", "-o", "missing/x"],
        out: "",
        err: r#"error: cannot write missing/x: No such file or directory (os error 2)
 |
 = help: there is no folder missing: create it, or correct the path
"#,
        code: 3,
    },
    Case {
        name: "a_page_in_a_folder_that_is_missing",
        files: &[],
        arguments: &["page", "-o", "missing/x"],
        out: "",
        err: r#"error: cannot write missing/x: No such file or directory (os error 2)
 |
 = help: there is no folder missing: create it, or correct the path
"#,
        code: 3,
    },
    Case {
        name: "an_output_that_is_a_folder",
        files: &[],
        arguments: &["convert", "....1.....3..34.", "--to", "line", "-o", "."],
        out: "",
        err: r#"error: cannot write .: Is a directory (os error 21)
 |
 = help: give a file: this is a folder
"#,
        code: 3,
    },
    Case {
        name: "a_trace_in_a_folder_that_is_missing",
        files: &[],
        arguments: &["trace", "dlx", "queens:4", "--out", "missing/x"],
        out: "",
        err: r#"error: cannot write missing/x: No such file or directory (os error 2)
 |
 = help: there is no folder missing: create it, or correct the path
"#,
        code: 3,
    },
    Case {
        name: "a_proof_in_a_folder_that_is_missing",
        files: &[("a.cnf", b"p cnf 1 1\n1 0\n")],
        arguments: &["sat", "--quiet", "--proof", "missing/p", "a.cnf"],
        out: "",
        err: r#"error: cannot write missing/p: No such file or directory (os error 2)
 |
 = help: there is no folder missing: create it, or correct the path
"#,
        code: 3,
    },
    Case {
        name: "an_experiment_that_is_missing",
        files: &[],
        arguments: &["run", "nowhere.toml"],
        out: "",
        err: r#"error: cannot read the experiment nowhere.toml: No such file or directory (os error 2)
 |
 = help: correct the path: there is no such file
"#,
        code: 3,
    },
    Case {
        name: "an_experiment_that_is_not_text",
        files: &[("a.toml", b"\xff\xfe\x00")],
        arguments: &["run", "a.toml"],
        out: "",
        err: r#"error: cannot read the experiment a.toml: it is not a text file in UTF-8
"#,
        code: 3,
    },
    Case {
        name: "results_in_a_file",
        files: &[
            ("e.toml", b"name = \"e\"\nquestion = \"?\"\nstrategies = [\"dlx\"]\ncorpora = [\"queens:4\"]\n"),
            ("out.txt", b""),
        ],
        arguments: &["run", "e.toml", "--out", "out.txt"],
        out: "",
        err: r#"error: cannot create out.txt: File exists (os error 17)
 |
 = help: give a folder: a part of this path is a file
"#,
        code: 3,
    },
    Case {
        name: "a_page_of_a_file_that_is_missing",
        files: &[],
        arguments: &["page", "nofile"],
        out: "",
        err: r#"error: there is no file or corpus `nofile`
 |
 = help: give a file, - for standard input, a corpus (`coverlab list corpora` lists them), or the text itself
"#,
        code: 3,
    },
    Case {
        name: "a_trace_that_is_missing",
        files: &[],
        arguments: &["trace", "check", "nofile"],
        out: "",
        err: r#"error: there is no file `nofile`
 |
 = help: give a trace, or - for standard input
"#,
        code: 3,
    },
    Case {
        name: "a_formula_that_is_missing",
        files: &[],
        arguments: &["sat", "nofile"],
        out: "",
        err: r#"error: there is no file `nofile`
 |
 = help: give a file in DIMACS, a formula of a family (pigeonhole:8), or - for standard input
"#,
        code: 3,
    },
    Case {
        name: "a_trace_that_is_a_puzzle",
        files: &[("a.txt", b"53..7....\n")],
        arguments: &["trace", "check", "a.txt"],
        out: "",
        err: r#"error: a.txt:1: not a line of search-trace/1
 |
 = help: it is not JSON from column 4 on
 = help: `coverlab trace STRATEGY PUZZLE --out FILE` writes a trace
"#,
        code: 1,
    },
    Case {
        name: "a_trace_that_is_a_number",
        files: &[("a.txt", b"5\n")],
        arguments: &["trace", "check", "a.txt"],
        out: "",
        err: r#"error: a.txt:1: not a line of search-trace/1
 |
 = help: it is not a JSON object with a kind
 = help: `coverlab trace STRATEGY PUZZLE --out FILE` writes a trace
"#,
        code: 1,
    },
    Case {
        name: "a_trace_that_is_empty",
        files: &[("a.txt", b"")],
        arguments: &["trace", "check", "a.txt"],
        out: "",
        err: r#"error: a.txt: the trace is cut off
 |
 = help: it is empty
 = help: `coverlab trace STRATEGY PUZZLE --out FILE` writes a trace
"#,
        code: 1,
    },
    Case {
        name: "an_explanation_of_an_exact_cover",
        files: &[],
        arguments: &["explain", "queens:6"],
        out: "",
        err: r#"error: queens:6 names instances of families, but this command takes Sudoku puzzles
 |
 = help: to solve: coverlab solve queens:6; to convert: coverlab convert queens:6 --to dlx, or --to cnf
"#,
        code: 3,
    },
    Case {
        name: "a_size_that_is_too_large",
        files: &[],
        arguments: &["solve", "--memory-limit", "999999999TiB", "queens:6"],
        out: "",
        err: r#"error: invalid value '999999999TiB' for '--memory-limit <SIZE>': `999999999TiB` is too large

For more information, try '--help'.
"#,
        code: 2,
    },
    Case {
        name: "too_many_threads",
        files: &[],
        arguments: &["solve", "--threads", "99999999", "queens:6"],
        out: "",
        err: r#"error: invalid value '99999999' for '--threads <N>': write a number from 0 to 65535

For more information, try '--help'.
"#,
        code: 2,
    },
    Case {
        name: "a_negative_number",
        files: &[],
        arguments: &["rate", "--seed", "-1", "queens:6"],
        out: "",
        err: r#"error: invalid value '-1' for '--seed <N>': write a whole number, 0 or more

For more information, try '--help'.
"#,
        code: 2,
    },
    Case {
        name: "a_negative_number_of_a_subcommand",
        files: &[],
        arguments: &["submit", "slurm", "--seed", "-1", "sources"],
        out: "",
        err: r#"error: invalid value '-1' for '--seed <SEED>': write a whole number, 0 or more

For more information, try '--help'.
"#,
        code: 2,
    },
    Case {
        name: "a_number_that_is_too_large",
        files: &[],
        arguments: &["rate", "--seed", "99999999999999999999", "queens:6"],
        out: "",
        err: r#"error: invalid value '99999999999999999999' for '--seed <N>': the number is too large

For more information, try '--help'.
"#,
        code: 2,
    },
    Case {
        name: "a_solver_without_a_name",
        files: &[("a.toml", b"")],
        arguments: &["doctor", "a.toml"],
        out: "",
        err: r#"error: a.toml: the solver has no name
 |
 = help: write name = "…" with lower-case letters, digits, `-`, `_` and `.`
"#,
        code: 3,
    },
];
