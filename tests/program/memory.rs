//! An instance that is too large is rejected with its size before it is built. The program runs with a
//! limited address space, so a failed check would make an allocation fail.

use crate::common::with_limited_memory;
use std::fs;
use std::path::{Path, PathBuf};

fn temporary(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("memory");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

/// A file of boards of side 255, each empty except for a clue in the first cell.
fn boards(name: &str, count: usize) -> String {
    let row = vec!["0"; 255].join(" ");
    let board = |clue| format!("{clue} {}\n{}\n", &row[2..], vec![row.as_str(); 254].join("\n"));
    let path = temporary(name);
    fs::write(&path, (1..=count).map(|clue| board(clue) + "\n").collect::<String>()).unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn a_board_of_255_is_too_large_for_formulas() {
    let board = boards("one.txt", 1);
    for strategy in [
        "sat",
        "cdcl",
        "unit-propagation",
        "walksat",
        "sat-auto:encoding=extended",
        "sat:encoding=augmented,proof=rup",
    ] {
        let run = with_limited_memory(6000, &["solve", &board, "--strategy", strategy, "--time-limit", "1s"]);
        assert_eq!((run.code, run.out.as_str()), (Some(4), "memout\n"), "{strategy}: {}", run.err);
        let name = strategy.split(':').next().unwrap();
        let words = format!("there is not enough memory: {name} takes about");
        assert!(run.err.contains(&words), "{strategy}: {}", run.err);
        assert!(run.err.contains("of memory for a formula of "), "{strategy}: {}", run.err);
        assert!(run.err.contains("clues=reduced"), "{strategy}: {}", run.err);
    }
    for strategy in ["dlx", "mcc"] {
        let run = with_limited_memory(600, &["solve", &board, "--strategy", strategy, "--time-limit", "1s"]);
        assert_eq!((run.code, run.out.as_str()), (Some(4), "memout\n"), "{strategy}: {}", run.err);
        assert!(run.err.contains("of memory for an exact cover of "), "{strategy}: {}", run.err);
        let trace = with_limited_memory(600, &["trace", strategy, &board]);
        assert_eq!((trace.code, trace.out.as_str()), (Some(4), ""), "{strategy}: {}", trace.err);
        assert!(trace.err.contains(&format!(": {strategy} takes about ")), "{strategy}: {}", trace.err);
    }
}

#[test]
fn a_stream_continues_after_a_board_that_is_too_large() {
    let path = boards("several.txt", 2);
    let run = with_limited_memory(6000, &["solve", &path, "--strategy", "cdcl", "--threads", "2"]);
    assert_eq!((run.code, run.out.as_str()), (Some(4), "memout\nmemout\n"), "{}", run.err);
    // If the clues leave few candidates, the formula is small.
    let clues: String =
        (0..65_025).map(|k| format!("{} ", (k / 255 % 15 * 17 + k / 3825 + k % 255) % 255 + 1)).collect();
    let path = temporary("full.txt");
    fs::write(&path, clues.trim()).unwrap();
    let run = with_limited_memory(
        6000,
        &["solve", path.to_str().unwrap(), "--strategy", "cdcl:clues=reduced", "--count"],
    );
    assert_eq!((run.code, run.out.as_str()), (Some(0), "1\n"), "{}", run.err);
}

#[test]
fn commands_that_write_formulas_report_what_is_too_large() {
    let board = boards("encode.txt", 1);
    for arguments in [
        &["convert", "--to=cnf", &board][..],
        &["convert", "--to=cnf", &board, "--encoding", "augmented:amo=product"],
        &["convert", "--to=dlx", &board],
        &["convert", "steiner-triples:100", "--to", "cnf"],
        &["generate", "pigeonhole:500:500"],
        &["generate", "random-sat:16:1000000:16000000"],
    ] {
        let run = with_limited_memory(400, arguments);
        assert!(run.out.is_empty() && matches!(run.code, Some(2 | 4)), "{arguments:?}: {run:?}");
        assert!(
            run.err.contains("takes about") && run.err.contains("available"),
            "{arguments:?}: {}",
            run.err
        );
    }
}

#[test]
fn numbers_of_families_are_bounded() {
    for family in [
        "queens:100000",
        "langford:99999999999999999999",
        "latin:1000",
        "dominoes:1000000x1000000",
        "quasigroup:4000000000:3",
        "steiner-triples:100000",
        "matchings:complete-1000000",
        "dominating-queens:60x1",
    ] {
        let run = with_limited_memory(1000, &["solve", "--family", family]);
        assert_eq!((run.code, run.out.is_empty()), (Some(2), true), "{family}: {}", run.err);
        assert!(run.err.contains("is not a whole number from"), "{family}: {}", run.err);
    }
    let board = vec!["#".repeat(200); 200].join("/");
    let piece = vec!["#".repeat(120); 100].join("/");
    let run = with_limited_memory(1500, &["solve", "--family", &format!("polyominoes:{board}:{piece}")]);
    assert!(run.out.is_empty() && run.err.contains("of memory for an exact cover"), "{}", run.err);
}

#[test]
fn an_instance_that_is_too_large_is_a_row_of_a_run() {
    let board = boards("run.txt", 1);
    let folder = temporary("experiment");
    let _ = fs::remove_dir_all(&folder);
    let file = temporary("experiment.toml");
    let text = format!(
        "name = \"too-large\"\nquestion = \"Is what is too large a row?\"\nstrategies = [\"cdcl\", \"dlx\"]\n\
         corpora = [{{ path = \"{board}\" }}]\ntask = \"first\"\nlimits = {{ time = \"1s\" }}\n\
         repetitions = 1\nseed = 1\nbaseline = \"dlx\"\n"
    );
    fs::write(&file, text).unwrap();
    let (file, folder) = (file.to_str().unwrap(), folder.to_str().unwrap());
    let run = with_limited_memory(8000, &["run", file, "--out", folder]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let rows = fs::read_to_string(Path::new(folder).join("trials.csv")).unwrap();
    let of = |name: &str| rows.lines().find(|row| row.contains(name)).unwrap_or_default().to_string();
    assert!(of("cdcl").contains("memout"), "{rows}");
    assert!(of("dlx").contains("timeout"), "{rows}");
}
