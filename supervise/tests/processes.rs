//! Tests with real processes: they end at their limits and leave nothing behind.

#![cfg(target_os = "linux")]

use coverlab_supervise::{Job, JobEnd, JobError, JobLimits, JobReport, Supervisor, find_program};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const PROGRAM: &str = env!("CARGO_BIN_EXE_supervise");

fn supervisor() -> Supervisor {
    Supervisor::start_from(Path::new(PROGRAM)).unwrap()
}

fn shell(script: &str) -> Job {
    Job::new(["sh", "-c", script])
}

/// The number of processes that have `mark` in their command line.
fn count(mark: &str) -> usize {
    let entries = std::fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(mark)).count()
}

#[test]
fn a_report_has_output_errors_and_resources() {
    let mut supervisor = supervisor();
    let script = "echo out; echo err >&2; n=0; while [ $n -lt 50000 ]; do n=$((n + 1)); done; exit 3";
    let JobReport { end, cpu, wall, peak_memory, strays, output, errors } =
        supervisor.run(&shell(script), || false).unwrap();
    assert_eq!((end, &output[..], &errors[..], strays), (JobEnd::Exit(3), &b"out\n"[..], &b"err\n"[..], 0));
    assert!(cpu > Duration::ZERO && wall > Duration::ZERO && peak_memory > 100_000);
    let killed = supervisor.run(&shell("kill -SEGV $$"), || false).unwrap();
    assert_eq!(killed.end, JobEnd::Signal(11));
    let missing = supervisor.run(&Job::new(["/no/such/program"]), || false);
    assert!(matches!(missing, Err(JobError::NotStarted(why)) if why.contains("/no/such/program")));
    // The supervisor can be used again.
    assert_eq!(supervisor.run(&Job::new(["true"]), || false).unwrap().end, JobEnd::Exit(0));
}

#[test]
fn limits_end_a_program() {
    let mut supervisor = supervisor();
    let short = Some(Duration::from_millis(200));
    let wall = JobLimits { wall: short, ..JobLimits::default() };
    let cpu = JobLimits { cpu: short, ..JobLimits::default() };
    let memory = JobLimits { memory: Some(64 << 20), ..JobLimits::default() };
    let output = JobLimits { output: 1000, ..JobLimits::default() };
    for (script, limits, end) in [
        ("sleep 700", wall, JobEnd::TimeLimit),
        ("trap '' TERM; while :; do :; done", wall, JobEnd::TimeLimit),
        ("trap '' TERM INT HUP; while :; do sleep 700; done", cpu, JobEnd::TimeLimit),
        ("while :; do :; done", cpu, JobEnd::TimeLimit),
        ("(while :; do :; done) & (while :; do :; done) & wait", cpu, JobEnd::TimeLimit),
        ("sleep 700", cpu, JobEnd::TimeLimit),
        ("kill -STOP $$", cpu, JobEnd::TimeLimit),
        ("(sleep 700) & kill -STOP 0; sleep 700", cpu, JobEnd::TimeLimit),
        (
            "(setsid sh -c 'trap \"\" TERM; while : supervise-700; do :; done' &); sleep 700",
            cpu,
            JobEnd::TimeLimit,
        ),
        ("a=xxxxxxxxxxxxxxxx; while :; do a=$a$a; done", memory, JobEnd::MemoryLimit),
        (
            "for i in 1 2 3 4 5 6 7 8; do (a=$(head -c 10000000 /dev/zero | tr '\\0' x); sleep 700; :) & done; wait",
            memory,
            JobEnd::MemoryLimit,
        ),
        ("exec yes supervise-700", output, JobEnd::OutputLimit),
    ] {
        let report = supervisor.run(&shell(script).limits(limits), || false).unwrap();
        assert_eq!(report.end, end, "{script}");
        assert!(report.output.len() <= 1000, "{script}: {}", report.output.len());
    }
    assert_eq!((count("sleep\u{0}700"), count("supervise-700")), (0, 0));
}

#[test]
fn what_a_program_leaves_behind_is_killed() {
    let mut supervisor = supervisor();
    let script = "setsid sh -c 'setsid sleep 701 & exec env -i sleep 701' >/dev/null 2>&1 & sleep 701 & sleep 0.2; echo done";
    let report = supervisor.run(&shell(script), || false).unwrap();
    assert_eq!((report.end, report.strays, &report.output[..]), (JobEnd::Exit(0), 3, &b"done\n"[..]));
    // A process of another session holds the output open.
    let report = supervisor.run(&shell("setsid sleep 701 & echo done"), || false).unwrap();
    assert_eq!((report.end, &report.output[..]), (JobEnd::Exit(0), &b"done\n"[..]));
    assert_eq!(count("sleep\u{0}701"), 0);
}

#[test]
fn the_death_of_a_guard_leaves_nothing() {
    for script in [
        "kill -KILL $PPID; setsid sleep 702 & sleep 702",
        "env -i setsid sleep 702 & sleep 0.2; kill -KILL $PPID",
    ] {
        match supervisor().run(&shell(script), || false) {
            Err(JobError::GuardFailed(what)) => assert!(what.ends_with("died"), "{script}: {what}"),
            other => panic!("{script}: {other:?}"),
        }
        assert_eq!(count("sleep\u{0}702"), 0, "{script}");
    }
    // A signal that asks all processes of a job to end does not end the guard.
    let polite = "kill -TERM $PPID; kill -HUP $PPID; kill -INT $PPID; echo done";
    assert_eq!(supervisor().run(&shell(polite), || false).unwrap().output, b"done\n");
}

#[test]
fn a_program_that_stays_answers_line_by_line() {
    let mut supervisor = supervisor();
    let job = shell("n=0; while read -r line; do n=$((n + 1)); echo \"$n $line\"; done");
    for answer in ["1 a\n", "2 a\n"] {
        let report = supervisor.ask(&job, "a", || false).unwrap();
        assert_eq!((report.end, &report.output[..]), (JobEnd::Answered, answer.as_bytes()));
    }
    // A program that exits after each answer is restarted.
    let once = shell("read -r line; echo \"$line\"");
    let mut supervisor = self::supervisor();
    for question in ["a", "b"].repeat(20) {
        let report = supervisor.ask(&once, question, || false).unwrap();
        assert_eq!((report.end, report.output), (JobEnd::Answered, format!("{question}\n").into_bytes()));
    }
    // The output of each question is limited, not their sum.
    let limits = JobLimits { output: 1000, ..JobLimits::default() };
    let mut supervisor = self::supervisor();
    let echo = shell("while read -r line; do echo \"$line\"; done").limits(limits);
    for _ in 0..5 {
        let report = supervisor.ask(&echo, &"a".repeat(900), || false).unwrap();
        assert_eq!((report.end, report.output.len()), (JobEnd::Answered, 901));
    }
    let long = supervisor.ask(&echo, &"a".repeat(1900), || false).unwrap();
    assert_eq!((long.end, long.output.len()), (JobEnd::OutputLimit, 1000));
    let limits = JobLimits { cpu: Some(Duration::from_millis(200)), ..JobLimits::default() };
    let silent = supervisor.ask(&shell("sleep 703").limits(limits), "a", || false).unwrap();
    assert_eq!((silent.end, count("sleep\u{0}703")), (JobEnd::TimeLimit, 0));
}

#[test]
fn lines_between_questions_are_no_answers() {
    let mut supervisor = supervisor();
    let job = shell("while read line; do echo answer $line; echo more; echo errors >&2; done");
    for question in ["a", "b", "c"] {
        let report = supervisor.ask(&job, question, || false).unwrap();
        assert_eq!(String::from_utf8_lossy(&report.output), format!("answer {question}\n"));
        std::thread::sleep(Duration::from_millis(200));
    }
}

#[test]
fn a_cancelled_job_and_a_dropped_supervisor_leave_nothing() {
    let mut cancelled = supervisor();
    let folder = cancelled.folder().to_path_buf();
    let has_begun = || folder.join("begun").exists();
    let job = shell("setsid sleep 704 & touch begun; sleep 704");
    assert_eq!(cancelled.run(&job, has_begun).unwrap_err(), JobError::Cancelled);
    assert_eq!(count("sleep\u{0}704"), 0);
    drop(cancelled);
    assert!(!folder.exists());
}

/// Kills the calling process; its guard must clean up.
#[test]
fn a_killed_caller_leaves_nothing() {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR")).join("killed-caller");
    let _ = std::fs::remove_dir_all(&temporary);
    std::fs::create_dir_all(&temporary).unwrap();
    let script = "setsid sleep 705 & sleep 705";
    let mut caller =
        Command::new(PROGRAM).args(["sh", "-c", script]).env("TMPDIR", &temporary).spawn().unwrap();
    until(|| count("sleep\u{0}705") == 2);
    caller.kill().unwrap();
    caller.wait().unwrap();
    until(|| count("sleep\u{0}705") == 0 && std::fs::read_dir(&temporary).unwrap().next().is_none());
}

fn until(is_so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < Duration::from_secs(300));
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn the_command_line_reports_the_end() {
    let run = |arguments: &[&str]| {
        let output = Command::new(PROGRAM).args(arguments).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, says) = run(&["--wall", "0.1", "sleep", "706"]);
    assert!(code == Some(124) && says.contains("killed at its time limit"), "{code:?} {says}");
    let (code, says) = run(&["--memory", "500", "sh", "-c", "exit 7"]);
    assert!(code == Some(7) && says.contains("exit code 7"), "{code:?} {says}");
    let (code, says) = run(&["--cpu", "much", "true"]);
    assert!(code == Some(125) && says.contains("usage:"), "{code:?} {says}");
}

#[test]
fn programs_are_found_on_the_path() {
    assert!(find_program("sh").is_some_and(|path| path.is_absolute()));
    assert_eq!((find_program("no-such-program"), find_program("/etc/passwd")), (None, None));
}
