//! Arguments that name inputs: their kinds, and files that are too large or are devices.

#[cfg(unix)]
use crate::common::with_limited_memory;
use crate::common::{coverlab, file, with_input};
use crate::support::{EASY, SOLVED};

#[test]
fn formulas_and_covers_are_recognized_by_their_first_lines() {
    let puzzle = "....1.....3..34.";
    let formula = with_input(&["convert", "--to=cnf", "-"], puzzle.as_bytes()).out;
    assert!(formula.starts_with("c Sudoku"), "{formula}");
    let cover = with_input(&["convert", "--to=dlx", "-"], puzzle.as_bytes()).out;
    let sets = "c sets\np ec 3\ns 1 2\ns 3\ns 1\n";
    let marked = format!("\u{feff}{formula}");
    let count = coverlab(&["solve", "--count", puzzle]).out;
    for (text, count) in
        [(&formula, &*count), (&cover, &count), (&marked, &count), (&sets.to_string(), "1\n")]
    {
        for run in [
            with_input(&["solve", "--count", "-"], text.as_bytes()),
            with_input(&["solve", "--count", "--fail-fast", "-"], text.as_bytes()),
            coverlab(&["solve", "--count", file("inputs/look", "text", text).to_str().unwrap()]),
            coverlab(&["solve", "--count", file("inputs/look", "text.txt", text).to_str().unwrap()]),
        ] {
            assert_eq!((run.out.as_str(), run.code), (count, Some(0)), "{text}{}", run.err);
        }
        let traced = with_input(&["trace", "dlx", "-"], text.as_bytes());
        assert_eq!(traced.code, Some(0), "{}", traced.err);
        let rewritten = with_input(&["convert", "-", "--to", "line"], text.as_bytes());
        assert!(rewritten.err.contains("but this command takes Sudoku puzzles"), "{}", rewritten.err);
    }
    let back = with_input(&["convert", "--to=cnf", "-"], sets.as_bytes()).out;
    assert!(back.contains("c exact cover of 3 items and 3 options\n"), "{back}");
}

/// Compresses `part` and repeats the compressed data `times` times.
fn compressed(part: &str, times: usize) -> Vec<u8> {
    use std::io::Write;
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(part.repeat(1 << 20).as_bytes()).unwrap();
    encoder.finish().unwrap().repeat(times)
}

#[cfg(unix)]
#[test]
fn a_decompression_bomb_is_an_error_before_memory_runs_out() {
    let bomb = |name: &str, part: &str| {
        // Decompresses to some gigabytes of text.
        let path = file("inputs/bombs", name, compressed(part, 1 << 12));
        path.to_str().unwrap().to_string()
    };
    let (formula, cover) = (bomb("a.cnf.gz", "c\n"), bomb("a.dlx.gz", "| "));
    let (trace, list) = (bomb("a.jsonl.gz", "{}"), bomb("a.families.gz", "# "));
    let out = formula.replace("a.cnf.gz", "out");
    let text = format!(
        "name = \"bomb\"\nquestion = \"Which?\"\nstrategies = [\"sat\"]\ntask = \"first\"\ncorpora = [{{ path = {formula:?} }}]\n"
    );
    let experiment = file("inputs/bombs", "bomb.toml", text).to_str().unwrap().to_string();
    let commands: [&[&str]; 6] = [
        &["solve", &formula],
        &["solve", &cover],
        &["solve", &list],
        &["trace", "check", &trace],
        &["generate", "--isomorphs-of", &formula],
        &["run", &experiment, "--out", &out],
    ];
    for arguments in commands {
        let run = with_limited_memory(1000, arguments);
        let is_bounded =
            run.err.contains("1/8 of the memory available") && run.err.contains("use a smaller file");
        assert!(is_bounded && run.err.contains("/bombs/"), "{arguments:?}: {run:?}");
        assert!(matches!(run.code, Some(1 | 3)), "{arguments:?}: {run:?}");
    }
    let limited = coverlab(&["solve", "--memory-limit", "80MiB", &cover]);
    assert!(limited.err.contains("1/8 of the memory limit, 83.9 MB"), "{limited:?}");
}

#[cfg(unix)]
#[test]
fn an_endless_line_is_an_error() {
    let line = file("inputs/bombs", "line.txt.gz", compressed("1.", 8));
    let line = line.to_str().unwrap();
    let commands: [&[&str]; 2] = [&["solve", line], &["convert", "--to=cnf", line]];
    for arguments in commands {
        let run = with_limited_memory(1000, arguments);
        let expected = format!("error: {line} cannot be read: it has a line of more than 1.0 MB");
        assert!(run.err.starts_with(&expected) && run.code == Some(3), "{arguments:?}: {run:?}");
    }
    for part in ["experiment.toml", "run.json"] {
        file("inputs/bombs/record", part, std::fs::read(format!("results/sources/{part}")).unwrap());
    }
    let trials =
        file("inputs/bombs/record", "trials.csv", std::fs::read("results/sources/trials.csv").unwrap());
    // Appends zeros that take no disk space.
    std::fs::File::options().append(true).open(&trials).unwrap().set_len(1 << 32).unwrap();
    let report = with_limited_memory(1000, &["report", trials.parent().unwrap().to_str().unwrap()]);
    assert!(report.err.contains("a line of more than 1.0 MB") && report.code == Some(3), "{report:?}");
    let piped = with_input(&["solve", "-"], &b"1.".repeat(1 << 20));
    assert!(piped.err.contains("a line of more than 1.0 MB") && piped.code == Some(3), "{piped:?}");
}

#[cfg(unix)]
#[test]
fn a_device_is_rejected_as_a_file() {
    let folder = file("inputs/devices", "readme", "").parent().unwrap().to_path_buf();
    let link = |name: &str| {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        let _ = std::fs::remove_file(&path);
        std::os::unix::fs::symlink("/dev/zero", &path).unwrap();
        path.to_str().unwrap().to_string()
    };
    let [puzzles, cover, formula, trace, toml] = ["a.txt", "a.dlx", "a.cnf", "a.jsonl", "a.toml"].map(link);
    let record = |missing: &str| {
        let name = format!("inputs/devices/{missing}");
        for part in ["experiment.toml", "run.json", "trials.csv"].iter().filter(|part| **part != missing) {
            file(&name, part, std::fs::read(format!("results/sources/{part}")).unwrap());
        }
        let link = link(&format!("{missing}/{missing}"));
        link.strip_suffix(&format!("/{missing}")).unwrap().to_string()
    };
    let [experiment, run, trials] = ["experiment.toml", "run.json", "trials.csv"].map(record);
    let text = format!(
        "name = \"device\"\nquestion = \"Which?\"\nstrategies = [\"sat\"]\ntask = \"first\"\ncorpora = [{{ path = {puzzles:?} }}]\n"
    );
    let corpus = file("inputs/devices", "corpus.toml", text).to_str().unwrap().to_string();
    let out = puzzles.replace("a.txt", "out");
    let commands: [&[&str]; 10] = [
        &["solve", &puzzles],
        &["solve", &cover],
        &["sat", &formula],
        &["trace", "check", &trace],
        &["page", &trace],
        &["run", &toml],
        &["run", &corpus, "--out", &out],
        &["report", &experiment],
        &["report", &run],
        &["report", &trials],
    ];
    for arguments in commands {
        let run = with_limited_memory(1000, arguments);
        run.fails(3, &["it is a device; give a regular file"]);
    }
    // Pipes of a shell and standard input have paths too.
    for command in [
        "\"$0\" solve <(echo \"$1\")",
        "echo \"$1\" | \"$0\" solve /dev/stdin",
        "\"$0\" solve /dev/stdin <<<\"$1\"",
    ] {
        let program = crate::common::program();
        let output = std::process::Command::new("bash")
            .args(["-c", command])
            .arg(program.get_program())
            .arg(EASY)
            .output();
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap().trim_end(), SOLVED, "{command}");
    }
}
