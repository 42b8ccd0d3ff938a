//! `coverlab submit`: a run in shards, as jobs of a cluster.

mod slurm;

use super::run::{RunOptions, programs::consent};
use super::{Exit, Failure, completions, ignore_closed_pipe};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::error::Error;
use coverlab_bench::experiment::Loaded;
use coverlab_bench::output;
use coverlab_bench::record::MOST_SHARDS;
use coverlab_bench::runner::{Overrides, Prepared};
use coverlab_bench::terminal::Terminal;
use coverlab_bench::text;
use coverlab_bench::worker::Apart;
use std::io::Write;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
Examples:
  coverlab submit slurm sources --shards 4 --dry-run     the scripts, to be read
  coverlab submit slurm my.toml --shards 64 --time 30:00 --threads 4
  coverlab submit slurm my.toml --sbatch=--partition=short --sbatch=--mem=4G

Slurm: one array of jobs, a shard each (`run --shard K/N`), and a job after them that merges the shards and writes the \
report. A job that is killed, requeued or out of time goes on where it was; before its time ends it is told, \
stops, and queues itself again; so it does when its program was killed, ten times at most. A wrong answer does not stop the merge. The scripts stay in DIR-slurm, the shards in DIR-K-of-N, all in a file system \
that every node sees. Choose shards of ten minutes and more: starting a job takes seconds.

Elsewhere the same shards run under any scheduler:
  GNU parallel   parallel coverlab run my.toml --shard {}/8 ::: $(seq 8)
  PBS            #PBS -J 1-8, then coverlab run my.toml --shard $PBS_ARRAY_INDEX/8
  Kubernetes     an indexed Job: --shard $((JOB_COMPLETION_INDEX + 1))/8
  HyperQueue     hq submit --array 1-8 sh -c 'coverlab run my.toml --shard $HQ_TASK_ID/8'
and then: coverlab merge results/my-*-of-8 --out results/my

Exit codes:
  0    submitted, or shown
  2    usage
  3    the experiment makes no sense, or Slurm's sbatch is missing or refuses";

/// Arguments of `coverlab submit`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = text::help(NOTES))]
pub struct SubmitArgs {
    /// The scheduler: slurm
    #[arg(value_name = "SCHEDULER")]
    pub scheduler: Scheduler,
    /// A built-in experiment, or a .toml file
    #[arg(value_name = "EXPERIMENT", add = completions::experiments())]
    pub experiment: String,
    /// Parts of the instances, each a job
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_SHARDS)))]
    pub shards: u32,
    /// How each job runs its shard
    #[command(flatten)]
    pub given: RunOptions,
    /// The results folder, beside which the shards are [default: results/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The time of a job, as Slurm writes it: minutes, minutes:seconds, hours:minutes:seconds, days-hours
    #[arg(long, value_name = "TIME", default_value = "1:00:00", value_parser = slurm::time)]
    pub time: String,
    /// An option of sbatch for every job, as a line of a script has it, may be repeated: --sbatch=--partition=short
    #[arg(long, value_name = "OPTION")]
    pub sbatch: Vec<String>,
    /// Print the scripts, and submit nothing
    #[arg(long)]
    pub dry_run: bool,
}

/// Where jobs can go.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// Slurm, by its command sbatch
    Slurm,
}

/// Submits, or shows what would be.
///
/// # Errors
/// The experiment makes no sense, a word cannot stand in a script, or the scheduler refuses.
pub fn run(arguments: &SubmitArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let loaded =
        Loaded::open(&arguments.experiment).map_err(|error| Failure::input(Diagnostic::of(&error)))?;
    let mut arguments = arguments.clone();
    arguments.given.allow_programs = consent(&loaded, arguments.given.allow_programs, terminal)?;
    let arguments = &arguments;
    let experiment = checked(&loaded, arguments).map_err(|error| Failure::input(Diagnostic::of(&error)))?;
    let out = arguments.out.clone().unwrap_or_else(|| Path::new("results").join(experiment));
    let jobs = slurm::Jobs::new(arguments, &out).map_err(|error| Failure::usage(Diagnostic::of(&error)))?;
    if arguments.dry_run {
        ignore_closed_pipe(writeln!(output::stdout(), "{}\n{}", jobs.array(), jobs.merge()))?;
        return Ok(Exit::Answered);
    }
    let ids = jobs.submit().map_err(|error| Failure::input(Diagnostic::of(&error)))?;
    if !terminal.quiet {
        ignore_closed_pipe(writeln!(
            output::stdout(),
            "array of {} jobs: {}\nmerge after them: {}\nscripts and output: {}",
            arguments.shards,
            ids.array,
            ids.merge,
            jobs.folder().display()
        ))?;
    }
    Ok(Exit::Answered)
}

/// The experiment's name; whether it can run is better known before jobs wait in a queue.
fn checked(loaded: &Loaded, arguments: &SubmitArgs) -> Result<String, Error> {
    let RunOptions { seed, time_limit: time, memory_limit: memory, .. } = arguments.given;
    let overrides = Overrides { seed, time, memory, shard: None, fail_fast: false };
    Ok(Prepared::new(loaded, overrides, &Apart)?.experiment)
}
