//! Writes the two scripts of a sharded run under Slurm, and submits them.

use super::SubmitArgs;
use coverlab_bench::error::{Error, quoted};
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds before its time limit at which a job receives a signal. The search ends at once, but writing the records to
/// a slow disk takes time.
const NOTICE_SECONDS: u32 = 60;
/// A run that is stopped within this number of seconds counts as killed.
const SHORT_SECONDS: u32 = 5;
/// Maximum number of times that a killed run is requeued, for example after it ran out of memory.
const MAX_KILLED: u32 = 10;

/// An array of jobs, one per shard, and the job that merges them.
pub(super) struct SlurmJobs {
    /// These fields are quoted for a shell.
    program: String,
    experiment: String,
    options: String,
    out: String,
    /// These fields appear in directives, which no shell reads; they are quoted for sbatch.
    name: String,
    merge_name: String,
    shard_log: String,
    merge_log: String,
    directives: String,
    shards: u32,
    threads: u16,
    folder: PathBuf,
}

/// Slurm's job numbers.
pub(super) struct JobNumbers {
    pub(super) array: String,
    pub(super) merge: String,
}

impl SlurmJobs {
    /// The jobs of a run whose merged results go to `out`.
    pub(super) fn new(arguments: &SubmitArgs, out: &Path) -> Result<SlurmJobs, Error> {
        let program = coverlab_supervise::own_command().unwrap_or_else(|_| vec!["coverlab".into()]);
        let program = program.iter().map(|word| Ok(quoted(line(&word.to_string_lossy())?)));
        let program = program.collect::<Result<Vec<_>, Error>>()?.join(" ");
        let here = std::env::current_dir().unwrap_or_default();
        let out = here.join(out);
        let folder = with_suffix(&out, "-slurm");
        let options = arguments.options.flags().join(" ");
        let mut directives = format!("#SBATCH --chdir={}\n", directive(&here.to_string_lossy())?);
        for option in &arguments.sbatch {
            let _ = writeln!(directives, "#SBATCH {}", line(option)?);
        }
        let _ = writeln!(directives, "#SBATCH --time={}", line(&arguments.time)?);
        let name = out.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let log = |file: &str| directive(&format!("{}/{file}", folder.to_string_lossy().replace('%', "%%")));
        Ok(SlurmJobs {
            program,
            experiment: quoted(line(&arguments.experiment)?),
            options,
            out: quoted(line(&out.to_string_lossy())?),
            name: directive(&name)?,
            merge_name: directive(&format!("{name}-merge"))?,
            shard_log: log("shard-%a.txt")?,
            merge_log: log("merge.txt")?,
            directives,
            shards: arguments.shards,
            threads: arguments.options.threads,
            folder,
        })
    }

    /// The folder of the scripts and of the jobs' output.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The script of a shard.
    pub(super) fn shard_script(&self) -> String {
        let SlurmJobs {
            program, experiment, options, out, name, shard_log, directives, shards, threads, ..
        } = self;
        format!(
            "#!/bin/bash\n\
             # One shard of the instances per job. A repeated job resumes where it stopped.\n\
             #SBATCH --job-name={name}\n\
             #SBATCH --array=1-{shards}\n\
             #SBATCH --cpus-per-task={threads}\n\
             #SBATCH --requeue\n\
             #SBATCH --signal=B:TERM@{NOTICE_SECONDS}\n\
             #SBATCH --open-mode=append\n\
             #SBATCH --output={shard_log}\n\
             {directives}\n\
             shard=$SLURM_ARRAY_TASK_ID\n\
             killed={out}\"-slurm/shard-$shard.killed\"\n\
             # Before its time limit a job receives TERM, which is forwarded to the run.\n\
             trap 'kill -TERM \"$!\"' TERM\n\
             {program} run {experiment} --shard \"$shard/{shards}\" --out {out}\"-$shard-of-{shards}\" \\\n  \
               --no-report {options} &\n\
             run=$!\n\
             # A signal interrupts wait; the run then stops by itself.\n\
             while wait \"$run\"; kill -0 \"$run\" 2>/dev/null; do :; done\n\
             wait \"$run\"; code=$?\n\
             again() {{ scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_$shard\" && exit 0; }}\n\
             # 1: an answer is wrong; the report on all shards shows it.\n\
             if [ \"$code\" -eq 1 ]; then exit 0; fi\n\
             # 130: it received a signal to stop. If that was at once, because the time limit is too short, or if it was killed\n\
             # (greater codes), the same may happen every time.\n\
             if [ \"$code\" -eq 130 ] && [ \"$SECONDS\" -ge {SHORT_SECONDS} ]; then again; fi\n\
             if [ \"$code\" -gt 128 ] && [ \"$(cat \"$killed\" 2>/dev/null | wc -l)\" -lt {MAX_KILLED} ]; then\n  \
               echo \"$code\" >> \"$killed\"\n  \
               again\n  \
               # It is queued already: Slurm killed it to run it elsewhere.\n  \
               sed -i '$d' \"$killed\"\n\
             fi\n\
             exit \"$code\"\n"
        )
    }

    /// The script of the job that merges the shards.
    pub(super) fn merge_script(&self) -> String {
        let SlurmJobs { program, out, merge_name, merge_log, directives, shards, .. } = self;
        format!(
            "#!/bin/bash\n\
             # After all shards: one folder of their trials, and a report on it.\n\
             #SBATCH --job-name={merge_name}\n\
             #SBATCH --output={merge_log}\n\
             {directives}\n\
             shards=()\n\
             for shard in $(seq {shards}); do shards+=({out}\"-$shard-of-{shards}\"); done\n\
             merged={out}\"-slurm/merged\"\n\
             rm -rf \"$merged\"\n\
             {program} merge \"${{shards[@]}}\" --out \"$merged\"; code=$?\n\
             # A record of damaged shards is written, too. An earlier result is renamed.\n\
             if [ -e \"$merged/trials.csv\" ]; then mv -T --backup=numbered \"$merged\" {out} || exit; fi\n\
             [ \"$code\" -eq 0 ] || exit \"$code\"\n\
             {program} report {out}\n"
        )
    }

    /// Writes the scripts and submits them with sbatch.
    pub(super) fn submit(&self) -> Result<JobNumbers, Error> {
        std::fs::create_dir_all(&self.folder).map_err(|error| Error::file("create", &self.folder, &error))?;
        // Earlier jobs left their counts.
        for shard in 1..=self.shards {
            let _ = std::fs::remove_file(self.folder.join(format!("shard-{shard}.killed")));
        }
        let array = self.write("array.sh", &self.shard_script())?;
        let merge = self.write("merge.sh", &self.merge_script())?;
        let array = sbatch(&array, &[])?;
        let after = format!("--dependency=afterok:{array}");
        let merge = sbatch(&merge, &[&after, "--kill-on-invalid-dep=yes"])?;
        Ok(JobNumbers { array, merge })
    }

    fn write(&self, name: &str, script: &str) -> Result<PathBuf, Error> {
        let path = self.folder.join(name);
        std::fs::write(&path, script).map_err(|error| Error::file("write", &path, &error))?;
        Ok(path)
    }
}

/// The help if a script cannot be submitted.
const HELP: &str = "--dry-run prints the scripts; `coverlab submit --help` has recipes for other schedulers";

/// Submits `script` and returns the job number.
fn sbatch(script: &Path, options: &[&str]) -> Result<String, Error> {
    let failed = |why: &str| {
        let name = quoted(&script.to_string_lossy());
        Error::new(format!("sbatch {name}: {why}")).help(HELP)
    };
    let output = Command::new("sbatch").arg("--parsable").args(options).arg(script).output();
    let output = output.map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::new("sbatch, a command of Slurm, is not on the PATH").help(HELP),
        _ => failed(&error.to_string()),
    })?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim()));
    }
    // With several clusters, the cluster's name follows after `;`.
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(text.trim().split(';').next().unwrap_or_default().to_string())
}

/// The error for a text that is not a time limit.
const NOT_A_TIME: &str = "not a time of Slurm, such as 90, 30:00, 1:30:00 or 2-12";

/// Checks the time limit of a job: in Slurm's format, and long enough for the notice of [`NOTICE_SECONDS`].
pub(super) fn time_limit(text: &str) -> Result<String, String> {
    if !text.chars().all(|c| c.is_ascii_digit() || ":-".contains(c)) {
        return Err(NOT_A_TIME.into());
    }
    let (days, clock) = text.split_once('-').map_or(("0", text), |(days, clock)| (days, clock));
    let fields: Option<Vec<u64>> =
        clock.split(':').map(|field| field.parse::<u32>().ok().map(u64::from)).collect();
    let (hours, minutes, seconds) = match (fields.as_deref(), text.contains('-')) {
        (Some([hours]), true) => (*hours, 0, 0),
        (Some([hours, minutes]), true) => (*hours, *minutes, 0),
        (Some([minutes]), false) => (0, *minutes, 0),
        (Some([minutes, seconds]), false) => (0, *minutes, *seconds),
        (Some([hours, minutes, seconds]), _) => (*hours, *minutes, *seconds),
        _ => return Err(NOT_A_TIME.into()),
    };
    let days: u64 = days.parse::<u32>().map_err(|_| NOT_A_TIME)?.into();
    match ((days * 24 + hours) * 60 + minutes) * 60 + seconds > NOTICE_SECONDS.into() {
        true => Ok(text.to_string()),
        false => {
            Err(format!("a job is signalled {NOTICE_SECONDS} seconds before its limit and needs more time"))
        }
    }
}

/// `path` with `ending` appended to its file name.
fn with_suffix(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    PathBuf::from(name)
}

/// `word`, if it fits on one line.
fn line(word: &str) -> Result<&str, Error> {
    if word.contains(|c: char| c.is_control()) {
        return Err(Error::new(format!("{word:?} would end a line of the script"))
            .help("use a name without line breaks and control characters"));
    }
    Ok(word)
}

/// Quotes `word` for a directive, where a blank or `#` would end it. A backslash would disable Slurm's placeholders.
fn directive(word: &str) -> Result<String, Error> {
    if word.contains(['"', '\\']) {
        let what =
            format!("{word:?} contains a quote or a backslash, which a directive of sbatch cannot hold");
        return Err(Error::new(what)
            .help("run it in a folder, and with an --out DIR, without quotes and backslashes"));
    }
    Ok(format!("\"{}\"", line(word)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_quoted_words_unchanged() {
        for word in ["plain-1.toml", "two words", "it's", "$HOME `x` \"y\" \\", ""] {
            let echo =
                Command::new("sh").args(["-c", &format!("printf %s {}", quoted(word))]).output().unwrap();
            assert_eq!(String::from_utf8(echo.stdout).unwrap(), word);
        }
        assert!(line("a\nb").is_err() && line("a b").is_ok());
    }

    #[test]
    fn a_time_limit_has_a_format_of_slurm_and_exceeds_the_notice() {
        for limit in ["2", "1:01", "0:1:01", "0-1", "0-0:2", "1-0:0:0", "4294967295-0"] {
            assert_eq!(time_limit(limit).as_deref(), Ok(limit));
        }
        for limit in [
            "",
            "1",
            "60s",
            "1:00",
            "0:0:59",
            "0-0",
            "1:2:3:4",
            "1-2:3:4:5",
            "-1",
            "1-",
            "x-1",
            "+5",
            "4294967296",
        ] {
            assert!(time_limit(limit).is_err(), "{limit}");
        }
    }
}
