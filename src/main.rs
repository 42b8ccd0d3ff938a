//! The command line of coverlab.

fn main() -> std::process::ExitCode {
    coverlab::cmd::run(&coverlab::cli::read())
}
