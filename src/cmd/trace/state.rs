//! `coverlab trace state`: prints the state after a number of events.

use super::input::{open, rejected};
use crate::support::{Exit, Failure, print_json};
use clap::Args;
use coverlab_trace::Trace;

/// Arguments of `coverlab trace state`.
#[derive(Debug, Args)]
pub struct StateArgs {
    /// A trace, plain or compressed by gzip or zstd, or - for standard input
    #[arg(value_name = "FILE|-")]
    pub input: String,
    /// The number of events after which to print the state [default: all]
    #[arg(long, value_name = "N")]
    pub at: Option<usize>,
}

/// Runs `coverlab trace state`.
pub(super) fn run(arguments: &StateArgs) -> Result<Exit, Failure> {
    let (name, source) = open(&arguments.input)?;
    let trace = Trace::read(source)
        .map_err(|rejection| Failure::of_instance(Exit::Input, rejected(&name, &rejection)))?;
    let events = trace.events().len();
    let at = arguments.at.unwrap_or(events);
    if at > events {
        let what = format!("there is no state after {at} events in {name}: it has {events}");
        return Err(Failure::usage(what, "give a smaller number to --at"));
    }
    print_json(&trace.state(at)).map(|()| Exit::Answered)
}
