//! Arguments that name inputs: files, corpora, families and puzzles, and several of them at once.

#[cfg(unix)]
use crate::common::with_limited_memory;
use crate::common::{coverlab, file, with_input};

const EASY: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452\n";

fn lines(arguments: &[&str]) -> usize {
    let run = coverlab(arguments);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    run.out.lines().count()
}

#[test]
fn a_corpus_name_is_accepted_wherever_a_file_is() {
    assert_eq!(lines(&["solve", "unique-9x9"]), 200);
    assert_eq!(lines(&["convert", "unique-4x4", "--to", "sdm"]), 50);
    assert!(coverlab(&["check", "none-9x9"]).out.starts_with("100 puzzles, 100 claims, 0 false"));
    assert!(coverlab(&["list", "corpora", "unique-9x9"]).out.starts_with("puzzles     200\n"));
    assert!(coverlab(&["convert", "--to=cnf", "unique-9x9", "--puzzle", "200"]).out.contains("\np cnf "));
    let images = coverlab(&["generate", "--isomorphs-of", "unique-4x4"]);
    assert_eq!(images.out.lines().filter(|line| !line.starts_with('#')).count(), 50);
    assert_eq!(coverlab(&["convert", "--to=cnf", "unique-9x9", "--puzzle", "201"]).code, Some(3));
}

#[test]
fn a_file_takes_precedence_over_a_corpus_of_the_same_name() {
    let path = file("inputs", "unique-9x9", EASY);
    let run =
        crate::common::program().args(["solve", "unique-9x9"]).current_dir(path.parent().unwrap()).output();
    assert_eq!(String::from_utf8(run.unwrap().stdout).unwrap(), SOLVED);
}

#[test]
fn a_corpus_of_an_experiment_is_found_where_the_experiment_finds_it() {
    let path = file("inputs/corpora/sudoku9", "puzzles2_17_clue", EASY);
    let folder = path.ancestors().nth(2).unwrap();
    for name in ["sudoku9/puzzles2_17_clue", "puzzles2_17_clue"] {
        let solve =
            |folder| crate::common::program().args(["solve", name]).env("COVERLAB_CORPORA", folder).output();
        assert_eq!(String::from_utf8(solve(folder).unwrap().stdout).unwrap(), SOLVED);
        let absent = solve(&folder.join("nowhere")).unwrap();
        let error = String::from_utf8(absent.stderr).unwrap();
        assert!(error.contains(" of the experiment `tdoku-suite` is missing\n"), "{error}");
        assert!(error.contains("COVERLAB_CORPORA") && absent.status.code() == Some(3), "{error}");
    }
}

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

#[test]
fn several_inputs_are_answered_in_their_order() {
    let first = file("inputs/several", "a.txt", "1...\n..3.\n.4..\n...2\n");
    let bad = file("inputs/several", "bad.txt", "1..\n");
    let (first, bad) = (first.to_str().unwrap(), bad.to_str().unwrap());
    let run = with_input(&["solve", first, EASY, "-"], EASY.as_bytes());
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 3), "{run:?}");
    assert!(run.out.ends_with(&SOLVED.repeat(2)), "{}", run.out);
    let run = coverlab(&["solve", bad, first]);
    assert_eq!((run.code, run.out.lines().count()), (Some(3), 1), "{run:?}");
    assert!(run.err.contains("bad.txt:1:"), "{}", run.err);
    let run = coverlab(&["solve", "--fail-fast", first, bad]);
    assert_eq!((run.code, run.out.lines().count()), (Some(3), 1), "{run:?}");
    let run = coverlab(&["check", first, "unique-4x4", "--solutions", "2"]);
    assert!(run.out.ends_with("51 puzzles, 51 claims, 1 false\n"), "{}", run.out);
    assert!(run.out.contains("a.txt:1: 2 solutions claimed") && run.code == Some(1), "{}", run.out);
    let run = coverlab(&["convert", first, EASY, "--to", "csv"]);
    assert_eq!(run.out.lines().count(), 3, "one header: {}", run.out);
}

#[test]
fn a_missing_file_among_several_is_reported_before_any_work() {
    let run = coverlab(&["solve", "unique-9x9", "absent.txt"]);
    assert_eq!((run.code, run.out.as_str()), (Some(3), ""));
    assert!(run.err.starts_with("error: there is no file `absent.txt`\n"), "{}", run.err);
}

#[test]
fn json_gives_the_source_and_line_of_a_puzzle() {
    let run = coverlab(&["solve", "unique-4x4", EASY, "pigeonholes", "queens:6..7", "--json"]);
    let records: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(records.len(), 50 + 1 + 5 + 2);
    let first = (&records[0]["source"], &records[0]["line"], &records[0]["name"]);
    assert_eq!(first, (&"unique-4x4".into(), &5.into(), &"unique-4x4-01".into()));
    assert_eq!(records[50]["source"], "<argument>");
    assert_eq!(
        (&records[51]["source"], &records[51]["name"]),
        (&"pigeonholes".into(), &"pigeonhole:4".into())
    );
    assert_eq!((&records[57]["source"], &records[57]["puzzle"]), (&"queens:6..7".into(), &"queens:7".into()));
}

#[test]
fn instances_of_families_are_inputs() {
    assert_eq!(coverlab(&["solve", "queens:4..8", "--count"]).out, "2\n10\n4\n40\n92\n");
    let list = file("inputs", "few.families", "queens:6 4\nlangford:3..4\n");
    let list = list.to_str().unwrap();
    assert_eq!(coverlab(&["solve", list, "--count"]).out, "4\n2\n2\n");
    assert_eq!(coverlab(&["list", "corpora", list]).out.lines().count(), 3);
    assert_eq!(with_input(&["solve", "--format", "families", "--count", "-"], b"queens:5\n").out, "10\n");
    assert_eq!(coverlab(&["sat", "pigeonhole:4"]).code, Some(20));
    assert!(coverlab(&["convert", "--to=cnf", "queens:4"]).out.contains("\np cnf "));
    for (arguments, help) in [
        (["sat", "pigeonholes"], "give one, such as pigeonhole:4"),
        (["sat", "queens:6"], "coverlab convert queens:6 --to cnf | coverlab sat -"),
        (["sat", "unique-9x9"], "coverlab convert unique-9x9 --to cnf | coverlab sat -"),
        (["check", "pigeonholes"], "to solve: coverlab solve pigeonholes;"),
    ] {
        let run = coverlab(&arguments);
        assert!(run.err.contains(help) && run.code == Some(3), "{arguments:?}: {}", run.err);
    }
}

#[test]
fn a_puzzle_of_dashes_follows_two_dashes_and_unknown_options_are_named() {
    let dashes = EASY.replace('.', "-").replacen('8', "-", 1);
    assert!(dashes.starts_with('-'));
    for arguments in
        [&["solve", "--unique", "--", &dashes][..], &["check", "--solutions", "1", "--", &dashes]]
    {
        let run = coverlab(arguments);
        assert_eq!(
            (run.code, run.err.contains("unexpected")),
            (Some(1), false),
            "{arguments:?}: {}",
            run.err
        );
    }
    assert_eq!(coverlab(&["convert", "--to", "sdm", "--", &dashes]).out.len(), 82);
    let run = coverlab(&["solve", &dashes]);
    assert!(run.err.contains(&format!("as a value, use '-- {dashes}'")), "{}", run.err);
    for command in ["solve", "check", "rate", "convert"] {
        let run = coverlab(&[command, "--hint", EASY]);
        assert!(run.err.starts_with("error: unexpected argument '--hint' found\n"), "{}", run.err);
        assert_eq!(run.code, Some(2));
    }
    let run = coverlab(&["solve", EASY, "--uniqe"]);
    assert!(run.err.contains("a similar argument exists: '--unique'"), "{}", run.err);
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
    let folder = file("inputs/bombs/folder", "a.cnf.gz", std::fs::read(&formula).unwrap());
    let experiment = |name: &str, corpus: &str| {
        let text = format!(
            "name = \"bomb\"\nquestion = \"Which?\"\nstrategies = [\"sat\"]\ntask = \"first\"\ncorpora = [{{ path = {corpus:?} }}]\n"
        );
        file("inputs/bombs", name, text).to_str().unwrap().to_string()
    };
    let (one, all) = (
        experiment("one.toml", &formula),
        experiment("all.toml", folder.parent().unwrap().to_str().unwrap()),
    );
    let commands: [&[&str]; 14] = [
        &["solve", &formula],
        &["solve", &cover],
        &["solve", "--fail-fast", &cover],
        &["solve", &list],
        &["sat", &formula],
        &["convert", "--to=cnf", &formula],
        &["convert", "--to=cnf", &cover],
        &["trace", "dlx", &cover],
        &["trace", "check", &trace],
        &["trace", "state", &trace],
        &["trace", "export", "--to", "dot", &trace],
        &["generate", "--isomorphs-of", &formula],
        &["run", &one, "--out", &out],
        &["run", &all, "--out", &out],
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
    let out = line.replace("line.txt.gz", "certificates");
    let _ = std::fs::remove_dir_all(&out);
    let commands: [&[&str]; 8] = [
        &["solve", line],
        &["convert", "--to", "sdm", line],
        &["check", line],
        &["explain", line],
        &["rate", line],
        &["list", "corpora", line],
        &["convert", "--to=cnf", line],
        &["certify", "--out", &out, line],
    ];
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
    let [text, cover, formula, trace, toml] = ["a.txt", "a.dlx", "a.cnf", "a.jsonl", "a.toml"].map(link);
    let record = |missing: &str| {
        let name = format!("inputs/devices/{missing}");
        for part in ["experiment.toml", "run.json", "trials.csv"].iter().filter(|part| **part != missing) {
            file(&name, part, std::fs::read(format!("results/sources/{part}")).unwrap());
        }
        let link = link(&format!("{missing}/{missing}"));
        link.strip_suffix(&format!("/{missing}")).unwrap().to_string()
    };
    let [experiment, run, trials] = ["experiment.toml", "run.json", "trials.csv"].map(record);
    link("folder/a.cnf");
    let corpus = |path: &str| {
        let text = format!(
            "name = \"device\"\nquestion = \"Which?\"\nstrategies = [\"sat\"]\ntask = \"first\"\ncorpora = [{{ path = {path:?} }}]\n"
        );
        file("inputs/devices", &format!("of-{path}.toml"), text).to_str().unwrap().to_string()
    };
    let corpora = ["a.txt", "a.cnf", "folder"].map(corpus);
    let out = text.replace("a.txt", "out");
    let mut commands: Vec<Vec<&str>> = vec![
        vec!["sat", &formula],
        vec!["solve", &cover],
        vec!["solve", &formula],
        vec!["convert", "--to", "sdm", &text],
        vec!["trace", "dlx", &cover],
        vec!["trace", "check", &trace],
        vec!["page", &trace],
        vec!["generate", "--isomorphs-of", &text],
        vec!["run", &toml],
        vec!["doctor", &toml],
        vec!["diff", &trials, "results/sources"],
    ];
    commands.extend(["solve", "check", "explain", "rate"].map(|command| vec![command, &text]));
    commands.push(vec!["list", "corpora", &text]);
    commands.push(vec!["convert", "--to", "cnf", &text]);
    commands.extend([&experiment, &run, &trials].map(|record| vec!["report", record]));
    corpora.iter().for_each(|experiment| commands.push(vec!["run", experiment, "--out", &out]));
    for arguments in commands {
        let run = with_limited_memory(1000, &arguments);
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
        assert_eq!(String::from_utf8(output.unwrap().stdout).unwrap(), SOLVED, "{command}");
    }
}
