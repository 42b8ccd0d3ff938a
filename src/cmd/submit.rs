//! `coverlab submit`: submits a run to a cluster, in shards.

mod slurm;

use super::run::{RunOptions, ask_consent};
use crate::support::{Exit, Failure, print, print_json};
use coverlab_bench::experiment::LoadedExperiment;
use coverlab_bench::record::MAX_SHARDS;
use coverlab_bench::runner::PreparedExperiment;
use coverlab_bench::separate_process::SeparateProcesses;
use coverlab_bench::terminal::Terminal;
use serde_json::json;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
Examples:
  coverlab submit slurm sources --shards 4 --dry-run     print the scripts
  coverlab submit slurm my.toml --shards 64 --time 30:00 --threads 4
  coverlab submit slurm my.toml --sbatch=--partition=short --sbatch=--mem=4G

Slurm: submits an array of jobs, one per shard (`run --shard K/N`), and a dependent job that merges the shards and \
writes the report. A killed or requeued job resumes where it stopped. Shortly before its time limit, a job receives \
a signal, stops, and requeues itself. If its program was killed, it requeues itself at most ten times. A wrong answer \
does not stop the merge. A folder DIR that exists is renamed DIR.~1~. The scripts are in DIR-slurm and the shards in \
DIR-K-of-N, on a file system that all nodes share. Choose shards of ten minutes or more, because starting a job takes seconds.

Other schedulers can run the shards, too:
  GNU parallel   parallel coverlab run my.toml --shard {}/8 ::: $(seq 8)
  PBS            #PBS -J 1-8, then coverlab run my.toml --shard $PBS_ARRAY_INDEX/8
  Kubernetes     an indexed Job: --shard $((JOB_COMPLETION_INDEX + 1))/8
  HyperQueue     hq submit --array 1-8 sh -c 'coverlab run my.toml --shard $HQ_TASK_ID/8'
Then merge them: coverlab merge results/my-*-of-8 --out results/my";

/// Arguments of `coverlab submit`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = NOTES)]
pub struct SubmitArgs {
    /// The scheduler: slurm
    #[arg(value_name = "SCHEDULER")]
    pub scheduler: Scheduler,
    /// A built-in experiment, or a .toml file
    #[arg(value_name = "EXPERIMENT")]
    pub experiment: String,
    /// Number of shards, one job each
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_SHARDS)))]
    pub shards: u32,
    /// How each job runs its shard.
    #[command(flatten)]
    pub options: RunOptions,
    /// The results folder; the shards are written next to it [default: results/EXPERIMENT]
    #[arg(long, short, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Time limit of a job, more than a minute, in Slurm's format: minutes, minutes:seconds, hours:minutes:seconds,
    /// days-hours, days-hours:minutes, days-hours:minutes:seconds
    #[arg(long, value_name = "TIME", default_value = "1:00:00", value_parser = slurm::time_limit)]
    pub time: String,
    /// An sbatch option for every job; may be repeated: --sbatch=--partition=short
    #[arg(long, value_name = "OPTION")]
    pub sbatch: Vec<String>,
    /// Print the scripts without submitting them
    #[arg(long)]
    pub dry_run: bool,
    /// Print one JSON object: the scripts, or the jobs
    #[arg(long)]
    pub json: bool,
}

/// The supported schedulers.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheduler {
    /// Slurm, through its command sbatch
    Slurm,
}

/// Runs `coverlab submit`.
pub fn run(arguments: &SubmitArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let loaded = LoadedExperiment::open(&arguments.experiment)?;
    let mut arguments = arguments.clone();
    arguments.options.allow_programs = ask_consent(&loaded, arguments.options.allow_programs, terminal)?;
    let arguments = &arguments;
    // An experiment with a mistake is rejected before jobs wait in a queue.
    PreparedExperiment::new(&loaded, arguments.options.overrides(None), &SeparateProcesses)?;
    let default = || Path::new("results").join(&loaded.experiment.name);
    let out = arguments.out.clone().unwrap_or_else(default);
    let jobs = slurm::SlurmJobs::new(arguments, &out).map_err(|error| Failure::usage_of(&error))?;
    if arguments.dry_run {
        let (array, merge) = (jobs.shard_script(), jobs.merge_script());
        let text = match arguments.json {
            true => json!({ "array_script": array, "merge_script": merge }).to_string(),
            false => format!("{array}\n{merge}"),
        };
        return print(&(text + "\n")).map(|()| Exit::Answered);
    }
    let ids = jobs.submit()?;
    if arguments.json {
        let (shards, folder) = (arguments.shards, jobs.folder());
        print_json(&json!({ "shards": shards, "array": ids.array, "merge": ids.merge, "folder": folder }))?;
    } else if !terminal.quiet {
        print(&format!(
            "array of {} jobs: {}\nmerge after them: {}\nscripts and output: {}\n",
            arguments.shards,
            ids.array,
            ids.merge,
            jobs.folder().display()
        ))?;
    }
    Ok(Exit::Answered)
}
