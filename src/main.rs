//! The command line of coverlab.

fn main() -> std::process::ExitCode {
    coverlab_supervise::init();
    coverlab_bench::build_info::set(coverlab::BUILD);
    coverlab::cli::run(&coverlab::cli::read()).into()
}
