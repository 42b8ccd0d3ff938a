//! `coverlab doctor`: conditions of this machine that harm measurements, and remedies.

mod steadiness;

use super::{Exit, Failure, ignore_closed_pipe};
use coverlab_bench::conditions::Conditions;
use coverlab_bench::output;
use coverlab_bench::runner;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::{self, hang};
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use steadiness::Steadiness;

const NOTES: &str = "\
Examples:
  coverlab doctor               look at the machine, and time one search for two seconds
  coverlab doctor --json        the same for programs

What harms is told with a remedy. Nothing is changed. CPU times are compared within a run, so most of it \
harms comparisons little and seconds much; what makes the same work take other CPU time from one moment to \
the next harms both.

Exit codes:
  0    nothing was found that harms
  1    something was";

/// Arguments of `coverlab doctor`.
#[derive(clap::Args, Clone, Debug)]
#[command(after_long_help = text::help(NOTES))]
pub struct DoctorArgs {
    /// Print the findings as JSON
    #[arg(long)]
    pub json: bool,
}

/// One thing that was looked at.
#[derive(Debug, Serialize)]
struct Finding {
    /// The condition that was looked at.
    what: &'static str,
    /// How it is.
    found: String,
    /// Why that harms; none: it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    harm: Option<&'static str>,
    /// The remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    remedy: Option<&'static str>,
}

impl Finding {
    fn new(what: &'static str, found: impl Into<String>) -> Finding {
        Finding { what, found: found.into(), harm: None, remedy: None }
    }

    /// The same, with harm and remedy if it is as bad as that.
    fn harms(self, is_bad: bool, harm: &'static str, remedy: &'static str) -> Finding {
        if is_bad { Finding { harm: Some(harm), remedy: Some(remedy), ..self } } else { self }
    }
}

/// Looks at the machine.
///
/// # Errors
/// Output that cannot be written.
pub fn run(arguments: &DoctorArgs, terminal: &Terminal) -> Result<Exit, Failure> {
    let machine = runner::machine(1, None);
    let mut findings = of_program(&machine.profile, &machine.commit);
    findings.push(load(machine.load, machine.cores));
    findings.push(hypervisor(&machine.flags));
    findings.extend(of_machine(&machine.conditions));
    findings.extend(of_steadiness(&Steadiness::measured()));
    let harmful = findings.iter().filter(|finding| finding.harm.is_some()).count();
    let text = if arguments.json {
        let document = serde_json::json!({
            "host": machine.host, "cpu": machine.cpu, "cores": machine.cores, "findings": findings,
        });
        format!("{document:#}\n")
    } else {
        let head = format!("{}: {}, {} logical processors\n", machine.host, machine.cpu, machine.cores);
        head + &findings.iter().map(|finding| shown(finding, terminal)).collect::<String>()
            + &verdict(harmful)
    };
    ignore_closed_pipe(output::stdout().write_all(text.as_bytes()))?;
    Ok(if harmful > 0 { Exit::No } else { Exit::Answered })
}

fn verdict(harmful: usize) -> String {
    match harmful {
        0 => "Nothing was found that harms measurements.\n".to_string(),
        1 => "1 thing harms measurements.\n".to_string(),
        n => format!("{n} things harm measurements.\n"),
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
            "nobody can build the same program again",
            "commit the changes and build again",
        ),
    ]
}

fn load(load: Option<f64>, cores: usize) -> Finding {
    let found = load.map_or_else(|| "unknown".to_string(), |load| format!("{load:.2} over the last minute"));
    Finding::new("load", found).harms(
        load.is_some_and(|load| load > 0.25 * cores as f64),
        "other programs take caches, memory and clock speed from the searches",
        "end them, or wait; a run records the load at its start",
    )
}

/// Whether the flags of the processor name a hypervisor; x86 alone has such a flag.
fn hypervisor(flags: &str) -> Finding {
    let is_virtual = flags.split_whitespace().any(|flag| flag == "hypervisor");
    Finding::new("hypervisor", if is_virtual { "yes" } else { "not known of any" }).harms(
        is_virtual,
        "who else uses the processor is not to be seen from here",
        "compare within one run only, and repeat it at another time",
    )
}

fn of_machine(conditions: &Conditions) -> Vec<Finding> {
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
            "the clock speed follows the load, so that the first searches are slower",
            "cpupower frequency-set --governor performance",
        ),
        Finding::new("boost", words(conditions.boost)).harms(
            conditions.boost == Some(true),
            "the clock speed depends on how warm the processor is, and on how many cores are busy",
            "write 0 to /sys/devices/system/cpu/cpufreq/boost, or 1 to …/intel_pstate/no_turbo",
        ),
        Finding::new("shared cores", words(conditions.smt)).harms(
            conditions.smt == Some(true),
            "two threads of one core slow each other",
            "use at most half as many --threads as there are processors, or write off to …/cpu/smt/control",
        ),
        Finding::new("quota", conditions.quota.as_deref().unwrap_or("none")).harms(
            conditions.quota.is_some(),
            "a control group stops the program when its share of a period is used up",
            "set no cpu.max, or run with fewer --threads than the quota has processors",
        ),
        Finding::new("caches", caches),
    ]
}

fn of_steadiness(found: &Steadiness) -> Vec<Finding> {
    vec![
        Finding::new(
            "interruptions",
            format!("wall over CPU time {:.3}, {:.3} in the worst tenth", found.noise.0, found.noise.1),
        )
        .harms(
            found.noise.1 > 1.1,
            "the search waits for other programs",
            "end them; on a shared machine ask for whole cores",
        ),
        Finding::new(
            "steadiness",
            format!(
                "the same search {:.1} % slower in the worst tenth than in the median",
                100.0 * (found.slowest - 1.0)
            ),
        )
        .harms(
            found.slowest > 1.05,
            "differences below that are not to be seen without many repetitions",
            "run --pin keeps each thread on one processor; repeat the run and look at the intervals",
        ),
        Finding::new("clock", format!("{} ns to read the CPU time", found.clock_ns)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harm_is_told_with_a_remedy() {
        let bad = Conditions {
            governor: Some("powersave".into()),
            boost: Some(true),
            smt: Some(true),
            quota: Some("0.50".into()),
            ..Conditions::default()
        };
        let harmful = |findings: Vec<Finding>| findings.iter().filter(|f| f.harm.is_some()).count();
        assert_eq!(harmful(of_machine(&bad)), 4);
        assert!(hypervisor("fpu hypervisor avx2").harm.is_some() && hypervisor("fpu avx2").harm.is_none());
        assert_eq!(harmful(of_machine(&Conditions::default())), 0);
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
