//! `coverlab help`: prints help for a command, the keys of an experiment file, the syntax of names, a completion script or
//! manual pages.

mod experiment;

use crate::support::{Exit, Failure, ignore_closed_pipe, print, unwritable};
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use clap_mangen::Man;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use coverlab_model::did_you_mean;
use std::io::Write;
use std::path::Path;

const NOTES: &str = "\
Topics besides the commands:
  experiment           the keys of an experiment file
  names                the syntax of strategies, families and sets of values
  completions SHELL    a completion script for bash, zsh, fish, elvish or powershell
  man [FOLDER]         the manual page, or the page of each command, written to FOLDER

Examples:
  coverlab help solve
  coverlab help experiment --json > experiment.schema.json
  source <(coverlab help completions bash)          in ~/.bashrc
  source <(coverlab help completions zsh)           in ~/.zshrc, after compinit
  coverlab help completions fish | source           in ~/.config/fish/config.fish
  coverlab help man /usr/local/share/man/man1";

/// Arguments of `coverlab help`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct HelpArgs {
    /// A command, `experiment`, `names`, `completions` or `man`
    pub topic: Option<String>,
    /// The shell of `completions`, the folder of `man`, or a subcommand of the command
    #[arg(requires = "topic")]
    pub argument: Option<String>,
    /// Print the JSON schema of experiment files, for editors
    #[arg(long, requires = "topic")]
    pub json: bool,
}

/// The topic that describes experiment files.
const EXPERIMENT: &str = "experiment";
/// The topic that prints a completion script.
const COMPLETIONS: &str = "completions";
/// The topic that prints manual pages.
const MAN: &str = "man";

/// The topic that describes the names of strategies and families, and its text.
const NAMES: &str = "names";
const NAMES_TEXT: &str = include_str!("help/names.txt");

/// Runs `coverlab help`.
pub fn run(arguments: &HelpArgs, mut command: Command, terminal: &Terminal) -> Result<Exit, Failure> {
    let argument = arguments.argument.as_deref();
    if arguments.json && arguments.topic.as_deref() != Some(EXPERIMENT) {
        return Err(Failure::usage(
            "--json applies only to the topic `experiment`",
            "coverlab help experiment --json",
        ));
    }
    if arguments.topic.as_deref() == Some(COMPLETIONS) {
        return print(&completions(shell(argument)?, &command)).map(|()| Exit::Answered);
    }
    command.build();
    let text = match arguments.topic.as_deref() {
        None => help(&mut command, terminal),
        Some(MAN) => return man(argument.map(Path::new), command),
        Some(EXPERIMENT) if arguments.json => experiment::schema(),
        Some(EXPERIMENT) => experiment::reference(terminal),
        Some(NAMES) => NAMES_TEXT.to_string(),
        Some(topic) => {
            let mut found = find(&mut command, topic)?;
            if let Some(argument) = argument {
                found = find(found, argument)?;
            }
            help(found, terminal)
        }
    };
    print(&text).map(|()| Exit::Answered)
}

/// The topics of `command`: its subcommands, and the others.
fn topics(command: &Command) -> Vec<String> {
    let commands = command.get_subcommands().filter(|command| !command.is_hide_set()).map(Command::get_name);
    commands.chain([EXPERIMENT, NAMES, COMPLETIONS, MAN]).map(str::to_string).collect()
}

/// The shell called `name`.
fn shell(name: Option<&str>) -> Result<Shell, Failure> {
    let name = name.unwrap_or_default();
    Shell::from_str(name, true).map_err(|_| {
        let shells: Vec<String> = Shell::value_variants().iter().map(ToString::to_string).collect();
        let what = if name.is_empty() {
            "no shell is given".to_string()
        } else {
            format!("there are no completions for the shell `{name}`")
        };
        Failure::usage(what, format!("coverlab help completions SHELL, one of {}", shells.join(", ")))
    })
}

/// A script with which `shell` completes the subcommands and options of `command`.
fn completions(shell: Shell, command: &Command) -> String {
    const NAME: &str = env!("CARGO_PKG_NAME");
    // The generator would also complete hidden subcommands.
    let subcommands = command.get_subcommands().filter(|subcommand| !subcommand.is_hide_set());
    let mut shown = Command::new(NAME)
        .disable_help_subcommand(true)
        .args(command.get_arguments().cloned())
        .subcommands(subcommands.cloned());
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut shown, NAME, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Writes the main manual page to standard output, or the page of each command to `folder`.
fn man(folder: Option<&Path>, command: Command) -> Result<Exit, Failure> {
    let Some(folder) = folder else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        return ignore_closed_pipe(output::stdout().write_all(&page)).map(|()| Exit::Answered);
    };
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.map(|()| Exit::Answered).map_err(|error| unwritable(folder, &error))
}

/// The subcommand of `command` that is called `name`.
fn find<'a>(command: &'a mut Command, name: &str) -> Result<&'a mut Command, Failure> {
    if command.find_subcommand(name).is_none() {
        return Err(unknown(name, command));
    }
    Ok(command.find_subcommand_mut(name).expect("it was just found"))
}

fn help(command: &mut clap::Command, terminal: &Terminal) -> String {
    let help = command.render_long_help();
    if terminal.color { help.ansi().to_string() } else { help.to_string() }
}

fn unknown(topic: &str, command: &clap::Command) -> Failure {
    let known = topics(command);
    let help = did_you_mean(topic, known.iter().map(String::as_str));
    let list = || format!("known: {}", known.join(", "));
    Failure::usage(format!("there is no help for `{topic}`"), help.unwrap_or_else(list))
}
