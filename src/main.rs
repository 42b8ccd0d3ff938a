//! The command line of coverlab.

fn main() -> std::process::ExitCode {
    coverlab::solver::guard_programs();
    coverlab::cmd::run(&coverlab::cli::read())
}
