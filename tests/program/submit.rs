//! `coverlab submit slurm`: the scripts, which a shell runs unchanged, and the errors for experiments that
//! cannot be submitted.

#![cfg(unix)]

use crate::common::{empty_folder, program, shell_script};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const SHARDS: u32 = 3;

/// A folder with an experiment, with a name that must be quoted in a shell.
fn folder(name: &str) -> PathBuf {
    let folder = empty_folder(&format!("submit {name}'s"));
    let experiment = "name = \"both\"\nquestion = \"Do they agree?\"\nstrategies = [\"dlx\", \"heller\"]\n\
                      corpora = [{ name = \"unique-4x4\" }]\ntask = \"unique\"\n";
    fs::write(folder.join("both.toml"), experiment).unwrap();
    folder
}

fn output_text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// Writes an `sbatch` that prints a job number and records its arguments, and an `scontrol` that records its
/// arguments. Returns a search path that begins with `folder`.
fn fake_slurm(folder: &Path) -> String {
    shell_script(folder, "sbatch", "echo \"$@\" >> arguments\necho '17;cluster'");
    shell_script(folder, "scontrol", "echo \"$@\" >> requeued");
    format!("{}:{}", folder.display(), std::env::var("PATH").unwrap())
}

#[test]
fn the_scripts_run_every_shard_and_merge_them() {
    let folder = folder("all");
    let submit = ["submit", "slurm", "both.toml", "--shards", &SHARDS.to_string(), "--out", "out"];
    let output =
        program().current_dir(&folder).env("PATH", fake_slurm(&folder)).args(submit).output().unwrap();
    assert!(output.status.success(), "{}", output_text(&output));
    assert!(
        output_text(&output).contains("array of 3 jobs: 17\nmerge after them: 17\n"),
        "{}",
        output_text(&output)
    );
    let arguments = fs::read_to_string(folder.join("arguments")).unwrap();
    assert!(arguments.contains("--dependency=afterok:17"), "{arguments}");
    let script = folder.join("out-slurm/array.sh");
    for shard in 1..=SHARDS {
        let output = Command::new("bash")
            .arg(&script)
            .env("SLURM_ARRAY_TASK_ID", shard.to_string())
            .current_dir(&folder)
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", output_text(&output));
    }
    // A repeated job keeps the earlier result.
    for _ in 0..2 {
        let script = folder.join("out-slurm/merge.sh");
        let merge = Command::new("bash").arg(script).current_dir(&folder).output().unwrap();
        assert!(merge.status.success(), "{}", output_text(&merge));
    }
    assert!(folder.join("out.~1~").exists());
    let unsharded =
        program().current_dir(&folder).args(["run", "both.toml", "--out", "unsharded"]).output().unwrap();
    assert!(unsharded.status.success(), "{}", output_text(&unsharded));
    let rows = |run: &str| fs::read_to_string(folder.join(run).join("trials.csv")).unwrap().lines().count();
    assert!(rows("unsharded") > 100, "{} rows", rows("unsharded"));
    assert_eq!(rows("out"), rows("unsharded"));
}

/// Submits an experiment, and prepares a shell that runs the second shard by the script `text`.
fn shard_run_by(folder: &Path, text: &str) -> Command {
    let submit = ["submit", "slurm", "both.toml", "--out", "out"];
    let output = program().current_dir(folder).env("PATH", fake_slurm(folder)).args(submit).output().unwrap();
    assert!(output.status.success(), "{}", output_text(&output));
    let path = folder.join("out-slurm/array.sh");
    let script = fs::read_to_string(&path).unwrap();
    let real = env!("CARGO_BIN_EXE_coverlab");
    assert_eq!(script.matches(real).count(), 1, "{script}");
    shell_script(folder, "other", text);
    fs::write(&path, script.replace(real, "./other")).unwrap();
    let mut command = Command::new("bash");
    command.arg(path).current_dir(folder).env("PATH", fake_slurm(folder));
    command.env("SLURM_ARRAY_TASK_ID", "2").env("SLURM_ARRAY_JOB_ID", "17").stderr(Stdio::null());
    command
}

#[test]
fn a_killed_run_is_requeued_a_limited_number_of_times() {
    let folder = folder("killed");
    let mut shard = shard_run_by(&folder, "kill -KILL $$");
    let codes: Vec<_> = (0..12).map(|_| shard.status().unwrap().code()).collect();
    assert_eq!((&codes[..10], &codes[10..]), (&[Some(0); 10][..], &[Some(137); 2][..]));
    assert_eq!(fs::read_to_string(folder.join("requeued")).unwrap(), "requeue 17_2\n".repeat(10));
    // If requeuing fails after a kill, the attempt does not count: Slurm has already requeued the job.
    let mut shard = shard_run_by(&folder, "kill -KILL $$");
    shell_script(&folder, "scontrol", "exit 1");
    assert_eq!([0; 12].map(|_| shard.status().unwrap().code()), [Some(137); 12]);
    shell_script(&folder, "scontrol", "exit 0");
    assert_eq!(shard.status().unwrap().code(), Some(0));
    // A run that is stopped at once, as with a time limit of a minute, counts as killed.
    let mut shard = shard_run_by(&folder, "exit 130");
    let codes: Vec<_> = (0..12).map(|_| shard.status().unwrap().code()).collect();
    assert_eq!((&codes[..10], &codes[10..]), (&[Some(0); 10][..], &[Some(130); 2][..]));
    // After a new submission, the attempts are counted from zero.
    assert_eq!(shard_run_by(&folder, "kill -KILL $$").status().unwrap().code(), Some(0));
}

#[test]
fn an_interrupted_run_is_requeued_and_a_failed_one_is_not() {
    let folder = folder("stopped");
    let wait = "trap 'exit 130' TERM\n: > ready\nwhile :; do sleep 0.01; done";
    let mut shard = shard_run_by(&folder, wait).spawn().unwrap();
    while !folder.join("ready").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(Command::new("kill").arg(shard.id().to_string()).status().unwrap().success());
    assert_eq!(shard.wait().unwrap().code(), Some(0));
    assert_eq!(fs::read_to_string(folder.join("requeued")).unwrap(), "requeue 17_2\n");
    // Exit code 1, for a wrong answer, is a result, so the job succeeds.
    for (code, job_code) in [(0, 0), (1, 0), (3, 3)] {
        let ended = shard_run_by(&folder, &format!("exit {code}")).status().unwrap();
        assert_eq!(ended.code(), Some(job_code));
    }
    assert_eq!(fs::read_to_string(folder.join("requeued")).unwrap().lines().count(), 1);
}

#[test]
fn a_dry_run_prints_scripts_and_writes_nothing() {
    let folder = folder("dry");
    let submit = ["submit", "slurm", "both.toml", "--dry-run", "--sbatch=--partition=short", "--seed", "7"];
    let output = program().current_dir(&folder).args(submit).output().unwrap();
    let text = output_text(&output);
    assert!(output.status.success(), "{text}");
    for words in
        ["#SBATCH --array=1-4\n", "#SBATCH --partition=short\n", " --seed 7 ", " merge ", "--requeue"]
    {
        assert!(text.contains(words), "{words} in {text}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "only the experiment is there");
}

#[test]
fn experiments_that_cannot_be_submitted_are_rejected() {
    let folder = folder("errors");
    let submit = |arguments: &[&str]| {
        let arguments = [&["submit", "slurm"], arguments].concat();
        program().current_dir(&folder).env("PATH", "").args(arguments).output().unwrap()
    };
    let missing = submit(&["both.toml"]);
    assert_eq!(missing.status.code(), Some(3));
    for words in ["sbatch, a command of Slurm, is not on the PATH", "--dry-run"] {
        assert!(output_text(&missing).contains(words), "{}", output_text(&missing));
    }
    assert_eq!(submit(&["no-such-experiment", "--dry-run"]).status.code(), Some(3));
    let broken = submit(&["both.toml", "--dry-run", "--sbatch=--partition=a\nrm"]);
    assert_eq!(broken.status.code(), Some(2), "{}", output_text(&broken));
    assert_eq!(submit(&["both.toml", "--shards", "0"]).status.code(), Some(2));
}
