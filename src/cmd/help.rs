//! `coverlab help`: prints help for a command, or describes the keys of an experiment file or names with value sets.

mod experiment;

use super::{Exit, Failure};
use clap::{Args, Command};
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_model::nearest;
use std::io::Write;

/// Arguments of `coverlab help`.
#[derive(Debug, Args)]
pub struct HelpArgs {
    /// A command, `experiment` for the keys of an experiment file, or `names` for strategies and families
    pub topic: Option<String>,
    /// Print the JSON schema of experiment files, for editors
    #[arg(long, requires = "topic")]
    pub json: bool,
}

/// The topic that describes experiment files.
const EXPERIMENT: &str = "experiment";

/// The topic that describes the names of strategies and families, and its text.
const NAMES: &str = "names";
const NAMES_TEXT: &str = include_str!("help/names.txt");

/// Runs `coverlab help`.
///
/// # Errors
/// The topic is unknown, or the output cannot be written.
pub fn run(arguments: &HelpArgs, mut command: Command, terminal: &Terminal) -> Result<Exit, Failure> {
    command.build();
    let text = match arguments.topic.as_deref() {
        None => help(&mut command, terminal),
        Some(EXPERIMENT) if arguments.json => experiment::schema(),
        Some(EXPERIMENT) => experiment::reference(terminal),
        Some(NAMES) => NAMES_TEXT.to_string(),
        Some(topic) => match command.find_subcommand_mut(topic) {
            Some(_) if arguments.json => {
                let error = Diagnostic::error("--json applies only to the topic `experiment`");
                return Err(Failure::usage(error.help("coverlab help experiment --json")));
            }
            Some(command) => help(command, terminal),
            None => return Err(unknown(topic, &command)),
        },
    };
    output::stdout().write_all(text.as_bytes())?;
    Ok(Exit::Answered)
}

fn help(command: &mut clap::Command, terminal: &Terminal) -> String {
    let help = command.render_long_help();
    if terminal.color { help.ansi().to_string() } else { help.to_string() }
}

fn unknown(topic: &str, command: &clap::Command) -> Failure {
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set());
    let known: Vec<&str> = commands.map(clap::Command::get_name).chain([EXPERIMENT, NAMES]).collect();
    let help = match nearest(topic, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!("known: {}", known.join(", ")),
    };
    Failure::usage(Diagnostic::error(format!("there is no help on `{topic}`")).help(help))
}
