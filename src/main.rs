//! The command line of coverlab.

fn main() -> std::process::ExitCode {
    coverlab::solver::guard_programs();
    coverlab_bench::build_info::set(coverlab::BUILD);
    coverlab::cli::run(&coverlab::cli::read())
}
