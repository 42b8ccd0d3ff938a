//! README.md: its figures equal the committed results, its links lead to files, and its commands run.

use roxmltree::Node;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text(file: &str) -> String {
    std::fs::read_to_string(root().join(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
}

#[test]
fn no_figure_is_stale() {
    let check = |file: &str| {
        let arguments = ["report", "--splice", file, "--check"];
        let checked = crate::common::program().args(arguments).current_dir(root()).output().unwrap();
        let what = String::from_utf8_lossy(&checked.stderr);
        let why = "do the records in results/ come from a run of yours? `git status results` shows it";
        assert!(checked.status.success(), "{what}\n{why}");
    };
    std::thread::scope(|scope| {
        for file in ["README.md", "docs/FINDINGS.md", "results/README.md"] {
            scope.spawn(move || check(file));
        }
    });
}

/// The documents in the root and in its folders, except those of the page, whose links lead to moments.
fn documents() -> Vec<PathBuf> {
    let entries = |folder: &Path| -> Vec<PathBuf> {
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
    };
    let mut found = entries(root());
    let folders = found.clone().into_iter().filter(|path| path.is_dir() && !path.ends_with("web"));
    found.extend(folders.flat_map(|folder| entries(&folder)));
    found.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    found
}

/// The anchors of the headings of a document, as GitHub makes them.
fn anchors(document: &str) -> Vec<String> {
    let headings = document.lines().filter(|line| line.starts_with('#'));
    let anchor = |heading: &str| -> String {
        let text = heading.trim_start_matches('#').trim().to_lowercase();
        text.chars()
            .filter(|c| c.is_alphanumeric() || " -_".contains(*c))
            .collect::<String>()
            .replace(' ', "-")
    };
    headings.map(anchor).collect()
}

/// Linked files and headings, and the tables of every report, are in the repository.
#[test]
fn linked_files_and_headings_exist() {
    let mut links_checked = 0;
    for path in documents() {
        let (file, text) = (path.display(), std::fs::read_to_string(&path).unwrap());
        let links = text.split("](").skip(1).map(|rest| rest.split(')').next().unwrap());
        let pictures = text.split("<img src=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        for link in links.chain(pictures).filter(|link| !link.contains("://")) {
            let (to, anchor) = link.split_once('#').unwrap_or((link, ""));
            let to = if to.is_empty() { path.clone() } else { path.parent().unwrap().join(to) };
            assert!(to.exists(), "{file} links to {link}");
            if !anchor.is_empty() && to.extension().is_some_and(|ending| ending == "md") {
                let there = anchors(&std::fs::read_to_string(&to).unwrap());
                assert!(there.iter().any(|a| a == anchor), "{file} links to {link}, which is no heading");
            }
            links_checked += 1;
        }
    }
    assert!(links_checked >= 100, "{links_checked} links");
    for experiment in std::fs::read_dir(root().join("results")).unwrap().map(|entry| entry.unwrap().path()) {
        let report = experiment.join("report/table.md");
        assert!(!experiment.is_dir() || report.exists(), "{} is missing", report.display());
    }
}

/// A command in a document, with the exit code given in a comment `# exit N`.
#[derive(Debug, PartialEq)]
struct Line<'a> {
    number: usize,
    command: &'a str,
    code: i32,
}

/// The commands in blocks fenced as `sh`, and the number of blocks fenced as `sh no-test`.
fn commands(document: &str) -> (Vec<Line<'_>>, usize) {
    let (mut lines, mut untested) = (Vec::new(), 0);
    let mut fence: Option<&str> = None;
    for (number, line) in (1..).zip(document.lines()) {
        match (line.strip_prefix("```"), fence) {
            (Some(words), None) => {
                untested += usize::from(words.starts_with("sh "));
                fence = Some(words);
            }
            (Some(_), Some(_)) => fence = None,
            (None, Some("sh")) if !line.trim().is_empty() => {
                let (command, remark) = line.split_once(" # exit ").unwrap_or((line, "0"));
                let digits = remark.split(|c: char| !c.is_ascii_digit()).next().unwrap();
                lines.push(Line { number, command: command.trim(), code: digits.parse().unwrap() });
            }
            _ => {}
        }
    }
    assert!(fence.is_none(), "a code block is not closed");
    (lines, untested)
}

#[test]
fn commands_are_read_with_their_exit_codes() {
    let document = "```sh\na b\n\nc   # exit 20: no\n```\nd\n```toml\ne\n```\n```sh no-test\nf\n```\n    g\n";
    let line = |number, command, code| Line { number, command, code };
    assert_eq!(commands(document), (vec![line(2, "a b", 0), line(4, "c", 20)], 1));
}

/// Creates a folder named after the test, with the files of a clone that the commands use.
fn clone(test: &str) -> PathBuf {
    let folder = crate::common::empty_folder(test);
    std::fs::create_dir(folder.join("target")).unwrap();
    for part in ["examples", "examples/solvers"] {
        std::fs::create_dir(folder.join(part)).unwrap();
        let entries = std::fs::read_dir(root().join(part)).unwrap().map(|entry| entry.unwrap().path());
        for file in entries.filter(|path| path.is_file()) {
            std::fs::copy(&file, folder.join(part).join(file.file_name().unwrap())).unwrap();
        }
    }
    // A record for comparison.
    let record = folder.join("results").join("delord-2018");
    std::fs::create_dir_all(&record).unwrap();
    for name in ["trials.csv", "run.json", "experiment.toml"] {
        std::fs::copy(root().join("results").join("delord-2018").join(name), record.join(name)).unwrap();
    }
    folder
}

/// Runs every command of README.md and the guide as written and in order, with the program in place of
/// `cargo run --release --`. Other cargo commands must be those of `.ci/run`.
#[cfg(unix)]
#[test]
fn every_command_runs() {
    let (folder, gate) = (clone("readme"), text(".ci/run"));
    let programs = Path::new(env!("CARGO_BIN_EXE_coverlab")).parent().unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let documents = ["README.md", "docs/GUIDE.md"].map(|file| (file, text(file)));
    let mut all = Vec::new();
    for (file, document) in &documents {
        let (lines, untested) = commands(document);
        assert!(
            lines.len() >= 10 && untested <= 1,
            "{file}: {} commands, {untested} blocks not run",
            lines.len()
        );
        all.extend(lines.into_iter().map(|line| (file, line)));
    }
    for (file, Line { number, command, code }) in all {
        let command = command.replace("cargo run --release --", "coverlab");
        if command.starts_with("cargo ") {
            assert!(gate.contains(&command), "{file}:{number}: .ci/run does not run `{command}`");
            continue;
        }
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(&folder).env("PATH", &path).env("NO_COLOR", "1");
        let output = shell.output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{file}:{number}: {command}\n{err}");
    }
    for path in
        ["target/compare/report/index.html", "target/tiling.svg", "target/random.cnf", "target/coverlab.html"]
    {
        assert!(folder.join(path).exists(), "{path} is not there");
    }
}

/// `docs/pictures.sh` regenerates the picture.
#[test]
fn the_terminal_picture_shows_the_current_output() {
    let picture = text("docs/terminal.svg");
    let picture = roxmltree::Document::parse(&picture).unwrap();
    let shown: String = picture.descendants().filter(Node::is_text).filter_map(|node| node.text()).collect();
    let grid = "2....1.38........5.7...6..........13.981..25731....8..9..8...2..5..697844..25....";
    assert!(shown.contains(grid), "the picture is of another puzzle");
    let drawn = crate::common::coverlab(&["solve", "--strategy", "bird-bits", "--boxed", grid]).out;
    let plain = |text: &str| text.replace('\u{a0}', " ");
    let rows: Vec<&str> = drawn.lines().filter(|line| line.contains('|')).collect();
    assert_eq!(rows.len(), 9);
    for row in rows {
        assert!(plain(&shown).contains(row.trim()), "the picture lacks `{row}`");
    }
}

#[test]
fn documents_name_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, line) in
        [("CITATION.cff", format!("version: {version}")), ("CHANGELOG.md", format!("## {version} – "))]
    {
        assert!(text(file).lines().any(|found| found.starts_with(&line)), "{file} has no line `{line}`");
    }
    let manifest = text("Cargo.toml");
    let ours = manifest.lines().filter(|line| line.starts_with("coverlab-") && line.contains("path ="));
    for line in ours {
        assert!(line.contains(&format!("version = \"{version}\"")), "{line}");
    }
}
