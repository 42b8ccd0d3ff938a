//! Synthetic records with all features that a report must handle; equal seeds give equal records.

use coverlab::experiment::{
    Band, Claim, ClaimKind, CorpusUse, Experiment, LimitTexts, Published, Selection, SourceRead, Take,
    TaskKind,
};
use coverlab::number::Number;
use coverlab::record::{Machine, RunInfo, Status, Trial, Verdict};
use coverlab::report::{self, WrittenReport};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A large record and its report. Tests that only read the report share it, because drawing it is slow.
pub(crate) static LARGE: LazyLock<(Synthetic, WrittenReport)> = LazyLock::new(|| {
    let record = large();
    let summary = report::write(&record.write("large")).unwrap();
    (record, summary)
});

/// A report on a record with faults.
pub(crate) static BROKEN: LazyLock<WrittenReport> = LazyLock::new(|| {
    let record = large().broken();
    report::write(&record.write("broken")).unwrap()
});

/// The time limit, which some strategies of a large record reach.
pub(crate) const LIMIT_NS: u64 = 2_000_000_000;

/// The corpora of a large record, with their numbers of instances.
pub(crate) const CORPORA: [(&str, usize); 4] = [("easy", 60), ("hard", 8), ("single", 1), ("pair", 2)];

/// A large record, with claims.
pub(crate) fn large() -> Synthetic {
    synthetic(15, &CORPORA, 1, 7).with_claims()
}

/// A record before it is written.
pub(crate) struct Synthetic {
    pub experiment: Experiment,
    pub run: RunInfo,
    pub trials: Vec<Trial>,
}

/// A record of `strategies` invented strategies on corpora with these names and sizes.
pub(crate) fn synthetic(
    strategies: usize,
    corpora: &[(&str, usize)],
    repetitions: u32,
    seed: u64,
) -> Synthetic {
    let mut random = Pcg64::seed_from_u64(seed);
    let labels: Vec<String> = (0..strategies).map(label).collect();
    let mut trials = Vec::new();
    for &(corpus, size) in corpora {
        for instance in 0..size {
            let hardness = 10f64.powf(1.0 + 3.5 * random.random::<f64>());
            for (at, label) in labels.iter().enumerate() {
                let nodes = (hardness * 3f64.powf(random.random::<f64>() * at as f64 / 3.0)).ceil() as u64;
                let per_node = 40.0 * 1.5f64.powi(at as i32 % 7);
                for repeat in 0..repetitions {
                    let noise = 1.0 + 0.1 * random.random::<f64>();
                    let cpu = (nodes as f64 * per_node * noise) as u64;
                    trials.push(trial(label, corpus, instance, (repeat, nodes, cpu, noise)));
                }
            }
        }
    }
    let run = run(trials.len() as u64, seed);
    Synthetic { experiment: experiment(labels, corpora, repetitions, seed), run, trials }
}

fn label(at: usize) -> String {
    const NAMES: [&str; 8] = [
        "dlx",
        "bird-bits",
        "dancing-cells",
        "cdcl",
        "bitboard",
        "tree-descent",
        "min-conflicts",
        "colored-cover",
    ];
    let name = NAMES[at % NAMES.len()];
    match at / NAMES.len() {
        0 => name.to_string(),
        1 => format!("{name}:prune=fixpoint"),
        _ => format!("{name}:prune=fixpoint,expand={at}"),
    }
}

fn trial(label: &str, corpus: &str, instance: usize, cost: (u32, u64, u64, f64)) -> Trial {
    let (repeat, nodes, cpu, noise) = cost;
    let (strategy, params) = label.split_once(':').unwrap_or((label, ""));
    let timeout = cpu > LIMIT_NS;
    let cpu = cpu.min(LIMIT_NS + 1_000_000);
    Trial {
        experiment: "synthetic".into(),
        corpus: corpus.into(),
        instance: format!("{corpus}-{instance}"),
        instance_hash: format!("{instance:016x}"),
        strategy: strategy.into(),
        params: params.into(),
        seed: 1,
        repeat,
        status: if timeout { Status::Timeout } else { Status::Unique },
        verdict: if timeout { Verdict::Unverified } else { Verdict::Correct },
        solutions: Some(u64::from(!timeout)),
        answer_hash: if timeout { String::new() } else { format!("{instance:08x}") },
        stop: if timeout { "deadline".into() } else { String::new() },
        task_solutions: Some(2),
        limit_cpu_ns: Some(LIMIT_NS),
        solve_cpu_ns: Some(cpu),
        solve_wall_ns: Some((cpu as f64 * noise) as u64),
        nodes: Some(nodes),
        backtracks: Some(nodes / 2),
        max_depth: Some(40),
        host: "host".into(),
        enforcer: "cooperative".into(),
        noise: Some(noise),
        started_utc: 1_700_000_000,
        ..Trial::default()
    }
}

fn experiment(strategies: Vec<String>, corpora: &[(&str, usize)], repetitions: u32, seed: u64) -> Experiment {
    let corpus = |&(name, _): &(&str, usize)| CorpusUse { name: Some(name.into()), ..CorpusUse::default() };
    Experiment {
        name: "synthetic".into(),
        question: "Which invented strategy takes the least time on invented puzzles?".into(),
        strategies,
        optional: vec![],
        solvers: vec![],
        baseline: None,
        corpora: corpora.iter().map(corpus).collect(),
        task: TaskKind::Unique,
        limits: LimitTexts { time: Some("2s".into()), ..LimitTexts::default() },
        repetitions,
        seeds: 1,
        isomorphs: 1,
        seed,
        compare: None,
        band: Band::default(),
        published: vec![],
        instance_measures: vec![],
        claims: vec![],
        laws: vec![],
    }
}

fn run(trials: u64, seed: u64) -> RunInfo {
    RunInfo {
        experiment: "synthetic".into(),
        experiment_checksum: None,
        machine: Machine {
            version: "0.1.0".into(),
            commit: "0123456789abcdef0123456789abcdef01234567".into(),
            rustc: "rustc 1.90.0".into(),
            profile: "release".into(),
            host: "host".into(),
            cpu: "Invented Processor 9000".into(),
            cores: 2,
            kernel: "Linux 6.1".into(),
            load: Some(0.25),
            threads: 1,
            ..Machine::default()
        },
        machines: Vec::new(),
        seed,
        memory_limit: None,
        started_utc: 1_700_000_000,
        finished_utc: 1_700_003_600,
        left_out: vec![],
        programs: vec![],
        starts: 1,
        trials,
        recorded: trials,
    }
}

impl Synthetic {
    /// Adds every kind of fault: a wrong answer, a crash with a hostile message, a missing trial.
    #[must_use]
    pub(crate) fn broken(mut self) -> Synthetic {
        self.trials.pop();
        let wrong = &mut self.trials[1];
        (wrong.verdict, wrong.error) = (Verdict::Wrong, "row 3 holds two 7s".into());
        let crash = &mut self.trials[2];
        (crash.status, crash.verdict) = (Status::Crash, Verdict::Unverified);
        (crash.error, crash.nodes, crash.solve_cpu_ns) =
            ("panicked at | <b>\"x\"</b>\nline 2".into(), None, None);
        self
    }

    /// Adds claims and a published table.
    #[must_use]
    pub(crate) fn with_claims(mut self) -> Synthetic {
        let by = |strategy: &str| Selection { strategy: Some(strategy.into()), ..Selection::default() };
        let ratio = |says: &str, of: &str, against: &str, at_least: Option<f64>| Claim {
            kind: Some(ClaimKind::Reproduction),
            says: says.into(),
            source: Some("A. Author, An invented table, 1999".into()),
            place: Some("table 1".into()),
            quote: Some("much longer".into()),
            figure: None,
            read: Some(SourceRead::Complete),
            note: None,
            take: Take::Total,
            measure: "solve_cpu_ns".into(),
            of: by(of),
            against: Some(by(against)),
            against_measure: None,
            at_least: at_least.map(Number::from),
            at_most: None,
        };
        self.experiment.claims = vec![
            ratio("Dancing cells take longer than dancing links", "dancing-cells", "dlx", Some(1.0)),
            ratio("Dancing links take a thousand times longer than bits", "dlx", "bird-bits", Some(1e3)),
            ratio("Nobody knows this strategy", "unheard-of", "dlx", Some(1.0)),
            Claim {
                measure: "nodes".into(),
                at_most: Some(Number::from(1.0)),
                ..ratio("Dancing links cost what they cost", "dlx", "dlx", Some(1.0))
            },
        ];
        self.experiment.laws = vec![Claim {
            kind: None,
            measure: "nodes".into(),
            source: None,
            place: None,
            quote: None,
            read: None,
            ..ratio("Dancing links visit as many nodes as they visit", "dlx", "dlx", Some(1.0))
        }];
        let first = &self.trials[0].corpus;
        let values = (0..4).map(|at| (format!("{first}-{at}"), 0.25 * f64::from(at + 1)));
        self.experiment.published = vec![Published {
            source: "A. Author, An invented table, 1999".into(),
            machine: "an invented machine at 100 MHz".into(),
            strategy: "dlx".into(),
            measure: "solve_cpu_ns".into(),
            baseline: format!("{first}-0"),
            values: values.collect::<BTreeMap<_, _>>(),
        }];
        self
    }

    /// Writes the record into an empty folder with this name and returns the folder.
    pub(crate) fn write(&self, name: &str) -> PathBuf {
        let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("results").join(name);
        let _ = std::fs::remove_dir_all(&dir);
        std::fs::create_dir_all(&dir).unwrap();
        std::fs::write(dir.join("experiment.toml"), toml::to_string(&self.experiment).unwrap()).unwrap();
        std::fs::write(dir.join("run.json"), serde_json::to_string(&self.run).unwrap()).unwrap();
        let mut writer = csv::Writer::from_path(dir.join("trials.csv")).unwrap();
        self.trials.iter().for_each(|trial| writer.serialize(trial).unwrap());
        writer.flush().unwrap();
        dir
    }
}
