//! The two scripts of a run in shards under Slurm, and how they are handed over.

use super::Arguments;
use crate::error::{Error, quoted};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds before the end of its time at which a job is told to stop: a search under way ends at once, and what is recorded
/// goes to a disk that may be slow.
const NOTICE_SECONDS: u32 = 60;
/// Most times that a run is queued again after something killed it, such as a lack of memory.
const MOST_KILLED: u32 = 10;

/// An array of jobs, and one after it.
pub(super) struct Jobs {
    /// Words of the scripts, quoted for a shell.
    program: String,
    experiment: String,
    given: String,
    out: String,
    /// Words of directives, which no shell reads.
    name: String,
    log: String,
    directives: String,
    shards: u32,
    threads: u16,
    folder: PathBuf,
}

/// Slurm's numbers of the jobs.
pub(super) struct Ids {
    pub(super) array: String,
    pub(super) merge: String,
}

impl Jobs {
    /// The jobs of a run whose merged results are to be in `out`.
    ///
    /// # Errors
    /// A word has a character that ends a line of a script.
    pub(super) fn new(arguments: &Arguments, out: &Path) -> Result<Jobs, Error> {
        let program = std::env::current_exe().unwrap_or_else(|_| PathBuf::from("coverlab"));
        let here = std::env::current_dir().unwrap_or_default();
        let out = here.join(out);
        let folder = beside(&out, "-slurm");
        let given = arguments.given.words().join(" ");
        let mut directives = format!("#SBATCH --chdir={}\n", line(&here.to_string_lossy())?);
        for option in &arguments.sbatch {
            let _ = writeln!(directives, "#SBATCH {}", line(option)?);
        }
        let time = line(&arguments.time)?;
        let _ = writeln!(directives, "#SBATCH --time={time}");
        let name = out.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        Ok(Jobs {
            program: quoted(line(&program.to_string_lossy())?),
            experiment: quoted(line(&arguments.experiment)?),
            given,
            out: quoted(line(&out.to_string_lossy())?),
            name: line(&name)?.to_string(),
            log: line(&folder.to_string_lossy())?.to_string(),
            directives,
            shards: arguments.shards,
            threads: arguments.given.threads,
            folder,
        })
    }

    /// The folder of the scripts and of the jobs' output.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The script of a shard.
    pub(super) fn array(&self) -> String {
        let Jobs { program, experiment, given, out, name, log, directives, shards, threads, .. } = self;
        format!(
            "#!/bin/bash\n\
             # One shard of the instances a job. Run again, it goes on where it was.\n\
             #SBATCH --job-name={name}\n\
             #SBATCH --array=1-{shards}\n\
             #SBATCH --cpus-per-task={threads}\n\
             #SBATCH --requeue\n\
             #SBATCH --signal=B:TERM@{NOTICE_SECONDS}\n\
             #SBATCH --open-mode=append\n\
             #SBATCH --output={log}/shard-%a.txt\n\
             {directives}\n\
             shard=$SLURM_ARRAY_TASK_ID\n\
             killed={out}\"-slurm/shard-$shard.killed\"\n\
             # Before the end of its time a job gets TERM, which goes on to the run.\n\
             trap 'kill -TERM \"$!\"' TERM\n\
             {program} run {experiment} --shard \"$shard/{shards}\" --out {out}\"-$shard-of-{shards}\" \\\n  \
               --no-report {given} &\n\
             run=$!\n\
             # A signal ends a wait; the run then stops by itself.\n\
             while wait \"$run\"; kill -0 \"$run\" 2>/dev/null; do :; done\n\
             wait \"$run\"; code=$?\n\
             again() {{ scontrol requeue \"${{SLURM_ARRAY_JOB_ID}}_$shard\" && exit 0; }}\n\
             # 1: an answer is wrong, which the report on all shards shows.\n\
             if [ \"$code\" -eq 1 ]; then exit 0; fi\n\
             # 130: it was told to stop. More: something killed it, which may be so every time.\n\
             if [ \"$code\" -eq 130 ]; then again; fi\n\
             if [ \"$code\" -gt 128 ] && [ \"$(cat \"$killed\" 2>/dev/null | wc -l)\" -lt {MOST_KILLED} ]; then\n  \
               echo \"$code\" >> \"$killed\"\n  \
               again\n  \
               # It is queued already: Slurm itself killed it, to have it run elsewhere.\n  \
               sed -i '$d' \"$killed\"\n\
             fi\n\
             exit \"$code\"\n"
        )
    }

    /// The script of the job after them.
    pub(super) fn merge(&self) -> String {
        let Jobs { program, out, name, log, directives, shards, .. } = self;
        format!(
            "#!/bin/bash\n\
             # After all shards: one folder of their trials, and a report on it.\n\
             #SBATCH --job-name={name}-merge\n\
             #SBATCH --output={log}/merge.txt\n\
             {directives}\n\
             shards=()\n\
             for shard in $(seq {shards}); do shards+=({out}\"-$shard-of-{shards}\"); done\n\
             {program} merge \"${{shards[@]}}\" --out {out} && {program} report {out}\n"
        )
    }

    /// Writes the scripts and hands them to sbatch.
    ///
    /// # Errors
    /// The scripts cannot be written, or sbatch is missing or refuses them.
    pub(super) fn submit(&self) -> Result<Ids, Error> {
        std::fs::create_dir_all(&self.folder).map_err(|error| Error::file("create", &self.folder, &error))?;
        // Of jobs that were handed over before.
        for shard in 1..=self.shards {
            let _ = std::fs::remove_file(self.folder.join(format!("shard-{shard}.killed")));
        }
        let array = self.write("array.sh", &self.array())?;
        let merge = self.write("merge.sh", &self.merge())?;
        let array = sbatch(&array, &[])?;
        let after = format!("--dependency=afterok:{array}");
        let merge = sbatch(&merge, &[&after, "--kill-on-invalid-dep=yes"])?;
        Ok(Ids { array, merge })
    }

    fn write(&self, name: &str, script: &str) -> Result<PathBuf, Error> {
        let path = self.folder.join(name);
        std::fs::write(&path, script).map_err(|error| Error::file("write", &path, &error))?;
        Ok(path)
    }
}

/// Hands over `script`; the number of the job.
fn sbatch(script: &Path, options: &[&str]) -> Result<String, Error> {
    let failed = |why: &str| {
        let name = quoted(&script.to_string_lossy());
        Error::new(format!("sbatch {name}: {why}"))
            .help("--dry-run prints the scripts; `coverlab submit --help` has recipes for other schedulers")
    };
    let output = Command::new("sbatch").arg("--parsable").args(options).arg(script).output();
    let output = output.map_err(|error| failed(&error.to_string()))?;
    if !output.status.success() {
        return Err(failed(String::from_utf8_lossy(&output.stderr).trim()));
    }
    // With several clusters the name of one follows.
    let said = String::from_utf8_lossy(&output.stdout);
    Ok(said.trim().split(';').next().unwrap_or_default().to_string())
}

/// The path beside `path` whose name has `ending` behind it.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut beside = path.as_os_str().to_owned();
    beside.push(ending);
    PathBuf::from(beside)
}

/// `word`, if it stays on one line.
fn line(word: &str) -> Result<&str, Error> {
    if word.contains(|c: char| c.is_control()) {
        return Err(Error::new(format!("{word:?} would end a line of the script"))
            .help("use a name without line breaks and control characters"));
    }
    Ok(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_come_back_from_a_shell() {
        for word in ["plain-1.toml", "two words", "it's", "$HOME `x` \"y\" \\", ""] {
            let echo =
                Command::new("sh").args(["-c", &format!("printf %s {}", quoted(word))]).output().unwrap();
            assert_eq!(String::from_utf8(echo.stdout).unwrap(), word);
        }
        assert!(line("a\nb").is_err() && line("a b").is_ok());
    }
}
