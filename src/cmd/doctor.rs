//! `coverlab doctor`: checks this machine for sources of noise and suggests remedies, or tests an external solver.

mod solver;

use crate::support::{Exit, Failure, print};
use coverlab_bench::experiment::parse_duration;
use coverlab_bench::machine_conditions::MachineConditions;
use coverlab_bench::runner;
use coverlab_bench::steadiness::Steadiness;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::hang;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

const NOTES: &str = "\
Examples:
  coverlab doctor               check the machine, and time a search for two seconds
  coverlab doctor --json        print the findings as JSON
  coverlab doctor cadical       test an external solver: its input, its output, the referee's verdict
  coverlab doctor mine.toml     test a solver of your own, or the solvers of an experiment

Each source of noise is printed with a remedy; nothing is changed. Strategies are compared within one run, so \
most noise affects absolute times more than comparisons. Noise that varies within a run affects both.

A solver is tested on instances with no solution, one, two and many; a solver of exact covers also with secondary \
items and with colors, which it may reject as unsupported. The test runs the program that the file \
names: read the file first. See docs/SOLVERS.md.";

/// Arguments of `coverlab doctor`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = NOTES)]
pub struct DoctorArgs {
    /// An external solver to test, by its name or file, or an experiment with solvers [default: check the machine]
    #[arg(value_name = "SOLVER|FILE.toml")]
    pub solver: Option<String>,
    /// CPU time limit for each instance of the test: 10s, 500ms
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_duration, requires = "solver")]
    pub time_limit: Duration,
    /// Print the findings as JSON, or one JSON object per instance of the test
    #[arg(long)]
    pub json: bool,
}

/// A condition of the machine, and whether it adds noise.
#[derive(Debug, Serialize)]
struct Finding {
    /// The name of the condition.
    what: &'static str,
    /// Its state.
    found: String,
    /// Why it adds noise, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    harm: Option<&'static str>,
    /// How to remove the noise.
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<&'static str>,
}

impl Finding {
    fn new(what: &'static str, found: impl Into<String>) -> Finding {
        Finding { what, found: found.into(), harm: None, remedy: None }
    }

    /// Adds the harm and the remedy if `is_bad`.
    fn harms(self, is_bad: bool, harm: &'static str, remedy: &'static str) -> Finding {
        if is_bad { Finding { harm: Some(harm), remedy: Some(remedy), ..self } } else { self }
    }
}

/// Runs `coverlab doctor`.
pub fn run(arguments: &DoctorArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    if let Some(name) = &arguments.solver {
        return solver::test(name, arguments.time_limit, arguments.json, terminal);
    }
    let machine = runner::machine(1, None);
    let mut findings = of_program(&machine.profile, &machine.commit);
    findings.push(load(machine.load, machine.cores));
    findings.push(hypervisor(&machine.flags));
    findings.extend(of_machine(&machine.conditions));
    findings.extend(of_steadiness(&Steadiness::measure()));
    let harmful = findings.iter().filter(|finding| finding.harm.is_some()).count();
    let text = if arguments.json {
        let document = serde_json::json!({
            "host": machine.host, "cpu": machine.cpu, "cores": machine.cores, "findings": findings,
        });
        format!("{document}\n")
    } else {
        let head = format!("{}: {}, {} logical processors\n", machine.host, machine.cpu, machine.cores);
        head + &findings.iter().map(|finding| shown(finding, terminal)).collect::<String>()
            + &verdict(harmful)
    };
    print(&text)?;
    Ok(if harmful > 0 { Exit::No } else { Exit::Answered })
}

fn verdict(harmful: usize) -> String {
    match harmful {
        0 => "No source of noise was found.\n".to_string(),
        1 => "1 source of noise was found.\n".to_string(),
        n => format!("{n} sources of noise were found.\n"),
    }
}

fn shown(finding: &Finding, terminal: &Terminal) -> String {
    const WIDTH: usize = 14;
    let mark = if finding.harm.is_some() { "!" } else { " " };
    let mut text = format!("{mark} {:WIDTH$}", finding.what);
    let at = WIDTH + 2;
    let _ = writeln!(text, "{}", hang(&finding.found, at, at, terminal.width));
    for (words, style) in finding.harm.iter().zip([GIVEN]).chain(finding.remedy.iter().zip([FAINT])) {
        let words = paint(&hang(words, at, at, terminal.width), style, terminal.color);
        let _ = writeln!(text, "{:at$}{words}", "");
    }
    text
}

fn of_program(profile: &str, commit: &str) -> Vec<Finding> {
    let commit = if commit.is_empty() { "unknown" } else { commit };
    vec![
        Finding::new("program", format!("{profile} profile")).harms(
            profile == "debug",
            "a debug build searches several times slower, and not all strategies alike",
            "cargo build --release",
        ),
        Finding::new("commit", commit).harms(
            commit.ends_with('+') || commit == "unknown",
            "nobody else can build this program",
            "commit the changes and build again",
        ),
    ]
}

fn load(load: Option<f64>, cores: usize) -> Finding {
    let found = load.map_or_else(|| "unknown".to_string(), |load| format!("{load:.2} over the last minute"));
    Finding::new("load", found).harms(
        load.is_some_and(|load| load > 0.25 * cores as f64),
        "other programs compete for caches, memory and clock speed",
        "stop them, or wait; a run records the load at its start",
    )
}

/// Whether the processor's flags name a hypervisor. Only x86 has such a flag.
fn hypervisor(flags: &str) -> Finding {
    let is_virtual = flags.split_whitespace().any(|flag| flag == "hypervisor");
    Finding::new("hypervisor", if is_virtual { "yes" } else { "none detected" }).harms(
        is_virtual,
        "other virtual machines may use the same processor, unseen from here",
        "compare only within one run, and repeat the run at another time",
    )
}

fn of_machine(conditions: &MachineConditions) -> Vec<Finding> {
    let words = |flag: Option<bool>| match flag {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unknown",
    };
    let governor = conditions.governor.as_deref();
    let caches = if conditions.caches.is_empty() { "unknown" } else { &conditions.caches };
    vec![
        Finding::new("governor", governor.unwrap_or("unknown")).harms(
            governor.is_some_and(|governor| governor != "performance"),
            "the clock speed follows the load, so the first searches are slower",
            "cpupower frequency-set --governor performance",
        ),
        Finding::new("boost", words(conditions.boost)).harms(
            conditions.boost == Some(true),
            "the clock speed depends on the temperature and on the number of busy cores",
            "write 0 to /sys/devices/system/cpu/cpufreq/boost, or 1 to …/intel_pstate/no_turbo",
        ),
        Finding::new("shared cores", words(conditions.smt)).harms(
            conditions.smt == Some(true),
            "two threads on one core slow each other down",
            "use at most half as many --threads as there are processors, or write off to …/cpu/smt/control",
        ),
        Finding::new("quota", conditions.quota.as_deref().unwrap_or("none")).harms(
            conditions.quota.is_some(),
            "the control group pauses the program when its quota is used up",
            "remove cpu.max, or use fewer --threads than the quota has processors",
        ),
        Finding::new("caches", caches),
    ]
}

fn of_steadiness(found: &Steadiness) -> Vec<Finding> {
    vec![
        Finding::new(
            "interruptions",
            format!("wall over CPU time: median {:.3}, 90th percentile {:.3}", found.noise.0, found.noise.1),
        )
        .harms(
            found.noise.1 > 1.1,
            "searches wait for other programs",
            "stop them; on a shared machine, request whole cores",
        ),
        Finding::new(
            "steadiness",
            format!(
                "the same search: 90th percentile {:.1} % slower than the median",
                100.0 * (found.slowest - 1.0)
            ),
        )
        .harms(
            found.slowest > 1.05,
            "smaller differences are invisible without many repetitions",
            "use run --pin to keep each thread on one processor; repeat the run and look at the intervals",
        ),
        Finding::new("clock", format!("{} ns to read the CPU time", found.clock_ns)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harm_comes_with_a_remedy() {
        let bad = MachineConditions {
            governor: Some("powersave".into()),
            boost: Some(true),
            smt: Some(true),
            quota: Some("0.50".into()),
            ..MachineConditions::default()
        };
        let harmful = |findings: Vec<Finding>| findings.iter().filter(|f| f.harm.is_some()).count();
        assert_eq!(harmful(of_machine(&bad)), 4);
        assert!(hypervisor("fpu hypervisor avx2").harm.is_some() && hypervisor("fpu avx2").harm.is_none());
        assert_eq!(harmful(of_machine(&MachineConditions::default())), 0);
        assert_eq!(harmful(of_program("debug", "abc+")), 2);
        assert_eq!(harmful(of_program("release", "abc")), 0);
        assert!(load(Some(3.0), 2).harm.is_some() && load(Some(0.1), 2).harm.is_none());
        let steady = Steadiness { noise: (1.0, 1.01), slowest: 1.01, clock_ns: 200 };
        assert_eq!(harmful(of_steadiness(&steady)), 0);
        assert_eq!(harmful(of_steadiness(&Steadiness { noise: (1.0, 1.5), slowest: 1.2, ..steady })), 2);
        let finding = of_machine(&bad).remove(0);
        let text = shown(&finding, &Terminal::SILENT);
        assert!(text.starts_with("! governor      powersave\n") && text.contains("cpupower"), "{text}");
    }
}
