//! `solve` with many puzzles: order, names, errors, memory, and answers before the end of the input. Also
//! compares the fast path of `lockstep` and `digit-lanes` with the general path.

use crate::common::{Run, coverlab, file, program, with_input};
use crate::support::{EASY, SOLVED};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const CLASH: &str = "5..5.............................................................................";
/// A puzzle without clashing clues in which no digit fits into the last cell of row 1.
const NONE: &str = "12345678.........9...............................................................";
/// How long a test waits for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(300);

/// `count` built-in minimal puzzles, whose digits are rotated once per pass through the corpus.
fn puzzles(count: usize) -> Vec<String> {
    let text = include_str!("../../experiments/corpora/unique-9x9.txt");
    let lines: Vec<&str> = text.lines().filter(|l| !l.starts_with('#')).filter_map(|l| l.get(..81)).collect();
    let rotated = |line: &str, by: u32| -> String {
        line.chars()
            .map(|c| {
                c.to_digit(10).filter(|&d| d > 0).map_or('.', |d| char::from(b'1' + ((d - 1 + by) % 9) as u8))
            })
            .collect()
    };
    (0..count).map(|k| rotated(lines[k % lines.len()], (k / lines.len()) as u32)).collect()
}

/// Runs the program with a limit, which disables the fast path.
fn on_the_general_path(arguments: &[&str]) -> Run {
    coverlab(&[arguments, &["--node-limit", "4000000000"]].concat())
}

/// Every kind of line that may occur among plain lines.
fn mixed_lines() -> String {
    let mut text = String::from("\u{feff}# begins\r\n\n");
    let endings = ["\n", "\r\n", "\n\n", "\r\n \t\r\n", "\n# a comment\n", "\n# caf\u{e9}\n", "\r"];
    for (k, puzzle) in puzzles(3000).into_iter().enumerate() {
        let line = match k % 101 {
            7 => puzzle.replace('.', "0"),
            13 => format!("{puzzle}:1"),
            17 => format!("{puzzle} a name"),
            19 => puzzle[1..].to_string(),
            23 => puzzle.replacen('.', "O", 1),
            29 => CLASH.to_string(),
            31 => NONE.to_string(),
            37 => puzzle.replacen(|c: char| c.is_ascii_digit(), ".", 1),
            41 => format!("{puzzle}1"),
            43 => puzzle.replacen('.', "x", 3),
            47 => "nothing like a puzzle".to_string(),
            53 => "................".to_string(),
            _ => puzzle,
        };
        text += &line;
        text += if k % 5 == 0 { endings[k / 5 % endings.len()] } else { "\n" };
    }
    text.trim_end().to_string()
}

/// Removes the values of `solve_cpu_ns`.
fn without_times(text: &str) -> String {
    let mut pieces = text.split("\"solve_cpu_ns\":");
    let first = pieces.next().unwrap_or_default().to_string();
    pieces.fold(first, |all, piece| all + "-" + piece.trim_start_matches(|c: char| c.is_ascii_digit()))
}

#[test]
fn the_fast_path_agrees_with_the_general_path() {
    let text = mixed_lines();
    let mixed = file("streams", "mixed.txt", &text);
    let plain = file("streams", "plain.txt", puzzles(5000).join("\n"));
    let clashes =
        file("streams", "clashes.txt", format!("{EASY}\n").repeat(9) + &format!("{CLASH}\n").repeat(9));
    for path in [&mixed, &plain, &clashes] {
        let path = path.to_str().unwrap();
        for question in [
            &[][..],
            &["--unique"],
            &["--count"],
            &["--quiet"],
            &["--fail-fast"],
            &["--format", "line"],
            &["--shape", "3x3"],
            &["--strategy", "digit-lanes"],
            &["--strategy", "digit-lanes", "--unique"],
            &["--strategy", "digit-lanes", "--count"],
            &["--count", "--limit", "2"],
            &["--json"],
            &["--json", "--unique"],
            &["--json", "--count"],
            &["--json", "--limit", "3"],
            &["--strategy", "digit-lanes", "--json", "--unique"],
        ] {
            let lockstep =
                if question.contains(&"--strategy") { &[][..] } else { &["--strategy", "lockstep"] };
            let arguments = [&["solve", path], lockstep, question].concat();
            let long = on_the_general_path(&arguments);
            for threads in ["1", "3"] {
                let short = coverlab(&[&arguments[..], &["--threads", threads]].concat());
                assert!(
                    without_times(&short.out) == without_times(&long.out),
                    "{path} {question:?} {threads}: the results differ"
                );
                assert_eq!((&short.err, short.code), (&long.err, long.code), "{path} {question:?} {threads}");
            }
        }
    }
    let run = coverlab(&["solve", mixed.to_str().unwrap(), "--strategy", "lockstep"]);
    assert_eq!(run.code, Some(3));
    assert_eq!(run.err.matches("warning: 5 twice in row 1").count(), 20);
    assert!(run.err.contains(" notes, 20 of them shown\n"), "{}", run.err);
    assert!(run.err.contains(" errors (20 of them shown), "), "{}", run.err);
    // The message quotes the malformed line, even if some lines end with only CR.
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = lines.split('\n').collect();
    let numbers = run.err.split("mixed.txt:").skip(1).filter_map(|rest| rest.split_once(':')?.0.parse().ok());
    let numbers: Vec<usize> = numbers.collect();
    assert_eq!(numbers.len(), 40);
    for number in numbers {
        let quoted = format!("\n{number} | {}\n", lines[number - 1].trim_start_matches('\u{feff}'));
        assert!(run.err.contains(&quoted), "{quoted}{}", run.err);
    }
    // If there is one solution, every other strategy finds the same.
    let other = coverlab(&["solve", plain.to_str().unwrap(), "--strategy", "bands", "--threads", "2"]);
    assert!(other.out == coverlab(&["solve", plain.to_str().unwrap(), "--strategy", "lockstep"]).out);
    // An answer of `auto` also contains the strategy that it chose.
    let objects =
        |strategy| coverlab(&["solve", plain.to_str().unwrap(), "--json", "--strategy", strategy]).out;
    let chosen = objects("auto").replace(r#""auto","took":"lockstep""#, r#""lockstep","took":null"#);
    let direct = objects("lockstep");
    // Only the first puzzle takes the general path.
    let after_first_line = |text: &str| without_times(text.split_once('\n').expect("several lines").1);
    assert!(after_first_line(&chosen) == after_first_line(&direct) && direct.lines().count() == 5000);
}

/// The counts go from zero to far more than the fast path supports.
#[test]
fn counts_are_the_same_on_both_paths() {
    let mut text = format!("{EASY}\n{NONE}\n{CLASH}\n").repeat(2);
    for puzzle in puzzles(30) {
        let clues: Vec<usize> = puzzle.match_indices(|c: char| c != '.').map(|(at, _)| at).collect();
        for fewer in 1..=2 {
            let mut bytes = puzzle.clone().into_bytes();
            clues.iter().take(fewer).for_each(|&at| bytes[at] = b'.');
            text += &format!("{}\n", String::from_utf8(bytes).unwrap());
        }
    }
    let path = file("streams", "counts.txt", &text);
    let solve = ["solve", path.to_str().unwrap(), "--count", "--quiet", "--strategy"];
    let long = on_the_general_path(&[&solve[..], &["bands"]].concat());
    let counts: Vec<u64> = long.out.lines().map(|count| count.parse().unwrap()).collect();
    assert!(counts.iter().any(|&count| count > 4000) && counts.contains(&0) && counts.contains(&1));
    assert!(counts.iter().filter(|&&count| (2..1000).contains(&count)).count() > 40);
    for strategy in ["lockstep", "digit-lanes", "auto"] {
        let short = coverlab(&[&solve[..], &[strategy]].concat());
        assert!((short.out == long.out, short.code) == (true, long.code), "{strategy}");
    }
}

#[test]
fn a_pipe_and_compressed_input_are_solved_like_a_plain_file() {
    let text = mixed_lines();
    let plain = file("streams", "same.txt", &text);
    let run = coverlab(&["solve", plain.to_str().unwrap(), "--strategy", "lockstep"]);
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_bytes()).unwrap();
    let compressed = encoder.finish().unwrap();
    for fast in [&["--fail-fast"][..], &[]] {
        let plain = coverlab(&[&["solve", plain.to_str().unwrap(), "--strategy", "lockstep"], fast].concat());
        for input in [text.as_bytes(), &compressed] {
            let piped = with_input(&[&["solve", "-", "--strategy", "lockstep"], fast].concat(), input);
            assert!(piped.out == plain.out);
            let name = run.err.split_once("same.txt").unwrap().0.split("--> ").last().unwrap();
            assert_eq!(piped.err, plain.err.replace(&format!("{name}same.txt"), "<stdin>"));
            assert_eq!(piped.code, plain.code);
        }
    }
}

#[test]
fn with_fail_fast_a_pipe_is_solved_up_to_the_first_malformed_puzzle() {
    let good = puzzles(500).join("\n");
    let run = with_input(&["solve", "-", "--fail-fast", "--strategy", "lockstep"], good.as_bytes());
    assert_eq!((run.out.lines().count(), run.err.as_str(), run.code), (500, "", Some(0)));
    let bad = format!("{good}\n{}\n", &EASY[1..]);
    let run = with_input(&["solve", "-", "--fail-fast", "--strategy", "lockstep"], bad.as_bytes());
    assert_eq!((run.out.lines().count(), run.code), (500, Some(3)));
    assert!(run.err.contains(" --> <stdin>:501:81\n"), "{}", run.err);
}

#[test]
fn many_solutions_of_several_puzzles_keep_their_order() {
    // The search of the second puzzle ends long before its answer may be printed.
    let text = format!("{}\n{}\n{EASY}\n", ".".repeat(81), &format!("1{}", ".".repeat(80)));
    let path = file("streams", "many.txt", text);
    let all = |threads| {
        coverlab(&["solve", path.to_str().unwrap(), "--all", "--limit", "30000", "--threads", threads])
    };
    let one = all("1");
    assert_eq!((one.out.lines().count(), one.code), (60_001, Some(0)));
    assert!(one.out == all("3").out);
}

#[test]
fn a_file_gets_what_a_pipe_gets() {
    let input = file("streams", "mixed-to-file.txt", mixed_lines().repeat(3));
    for strategy in ["lockstep", "digit-lanes"] {
        for threads in ["1", "3"] {
            let arguments =
                ["solve", input.to_str().unwrap(), "-q", "--strategy", strategy, "--threads", threads];
            let piped = coverlab(&arguments);
            // The file already has content, which ends within a block.
            let path = file("streams", "solved.txt", "earlier content\n");
            let out = std::fs::OpenOptions::new().append(true).open(&path).unwrap();
            let code = program().args(arguments).stdout(out).stderr(Stdio::null()).status().unwrap().code();
            assert_eq!(code, piped.code);
            let expected = format!("earlier content\n{}", piped.out);
            assert!(std::fs::read_to_string(&path).unwrap() == expected, "{strategy} {threads}");
        }
    }
}

#[test]
fn answers_do_not_wait_for_the_rest_of_the_input() {
    let path = file("streams", "slowly.txt", "");
    let out = std::fs::OpenOptions::new().write(true).open(&path).unwrap();
    let mut command = program();
    command.args(["solve", "-", "--strategy", "lockstep"]).stdin(Stdio::piped()).stdout(out);
    let mut child = command.spawn().unwrap();
    let mut to = child.stdin.take().unwrap();
    to.write_all(format!("{EASY}\n{EASY}\n").as_bytes()).unwrap();
    let start = std::time::Instant::now();
    while std::fs::read_to_string(&path).unwrap() != format!("{SOLVED}\n{SOLVED}\n") {
        assert!(start.elapsed() < ANSWER_TIMEOUT);
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(to);
    assert!(child.wait().unwrap().success());
}

#[test]
fn all_puzzles_with_several_solutions_are_counted_and_some_are_shown() {
    let with_fewer_clues = |puzzle: String| puzzle.replacen(|c: char| c.is_ascii_digit(), ".", 2);
    let open: String = puzzles(2000).into_iter().map(|puzzle| with_fewer_clues(puzzle) + "\n").collect();
    let path = file("streams", "several.txt", open);
    let path = path.to_str().unwrap();
    for threads in ["1", "3"] {
        let arguments = ["solve", path, "--unique", "--strategy", "lockstep", "--threads", threads];
        let (short, long) = (coverlab(&arguments), on_the_general_path(&arguments));
        assert!(short.out == "multiple\n".repeat(2000) && long.out == short.out);
        let shown = short.err.lines().filter(|line| line.contains("first difference: ")).count();
        let count = format!("note: {path}: 2000 notes, 20 of them shown\n");
        assert!(shown == 20 && short.err.ends_with(&count), "{}", short.err);
        assert_eq!((long.err, short.code, long.code), (short.err, Some(1), Some(1)));
        let quiet = coverlab(&[&arguments[..], &["-q"]].concat());
        assert_eq!((quiet.out, quiet.err.as_str(), quiet.code), (short.out, "", Some(1)));
    }
}

/// A running program, which receives lines and prints lines.
struct Conversation {
    child: Child,
    to: ChildStdin,
    from: Receiver<String>,
}

impl Conversation {
    fn with(arguments: &[&str]) -> Conversation {
        let mut command = program();
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (to, out) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (sender, from) = channel();
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Conversation { child, to, from }
    }

    /// Writes `line` and waits for a line in reply.
    fn ask(&mut self, line: &str) -> String {
        self.to.write_all(line.as_bytes()).unwrap();
        self.to.flush().unwrap();
        self.from.recv_timeout(ANSWER_TIMEOUT).unwrap_or_else(|e| {
            let _ = self.child.kill();
            panic!("no answer to {line:?}: {e}")
        })
    }

    /// Closes the input. Returns the remaining output and the exit code.
    fn end(mut self) -> (String, Option<i32>) {
        drop(self.to);
        let mut err = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (err, self.child.wait().unwrap().code())
    }
}

#[test]
fn puzzles_written_one_by_one_are_answered_one_by_one() {
    for strategy in ["auto", "bird-bits", "lockstep"] {
        let mut conversation = Conversation::with(&["solve", "-", "--strategy", strategy]);
        for line in [format!("{EASY}\n"), format!("\n{EASY}\n"), format!("# words\n{EASY}\r\n")] {
            assert_eq!(conversation.ask(&line), SOLVED);
        }
        assert_eq!(conversation.ask(&format!("{EASY}:1:{SOLVED}\n")), SOLVED);
        assert_eq!(conversation.ask(&format!("{EASY} a name\n")), SOLVED);
        assert_eq!(conversation.ask(&format!("{NONE}\n")), "none");
        assert_eq!(conversation.end(), (String::new(), Some(1)));
    }
    // Unless the notation is given, a malformed line may be the first row of a grid.
    let mut conversation = Conversation::with(&["solve", "-", "--format", "line"]);
    assert_eq!(conversation.ask(&format!("{}\n{EASY}\n", &EASY[1..])), SOLVED);
    let (err, code) = conversation.end();
    assert!(
        err.contains(" --> <stdin>:1:81\n") && err.ends_with("<stdin>: 1 error, 1 puzzle processed\n"),
        "{err}"
    );
    assert_eq!(code, Some(3));
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_the_wait_for_input() {
    let mut conversation = Conversation::with(&["solve", "-"]);
    assert_eq!(conversation.ask(&format!("{EASY}\n")), SOLVED);
    let id = conversation.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let Conversation { mut child, to: _held_open, .. } = conversation;
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(err, "error: interrupted: 1 puzzle answered, the input was not read to its end\n");
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// The peak memory of the process so far, in MiB.
#[cfg(target_os = "linux")]
fn peak(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() >> 10
}

#[cfg(target_os = "linux")]
#[test]
fn memory_does_not_grow_with_the_input() {
    let text = puzzles(1000).join("\n") + "\n";
    for arguments in [
        &["solve", "-", "--strategy", "lockstep"][..],
        &["solve", "-", "--strategy", "lockstep", "--json", "--threads", "2"],
        &["convert", "-", "--to", "sdm"],
    ] {
        let mut conversation = Conversation::with(arguments);
        let mut peaks = Vec::new();
        for rounds in [100, 400] {
            for _ in 0..rounds {
                conversation.to.write_all(text.as_bytes()).unwrap();
                // By now the answers to all but the last buffer of input have been printed.
                while conversation.from.try_recv().is_ok() {}
            }
            peaks.push(peak(&conversation.child));
        }
        // The text of four hundred thousand more puzzles has 33 MB. While a thread is stalled, some of the
        // puzzles have to wait.
        assert!(peaks[1] <= peaks[0] + 16, "{arguments:?}: {peaks:?} MiB");
        assert_eq!(conversation.end(), (String::new(), Some(0)));
    }
}
