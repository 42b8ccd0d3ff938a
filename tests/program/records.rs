//! Records for tests: invented ones with all features that a report must handle, and copies of committed ones to change.

use coverlab::experiment::{ClaimKind, CorpusEntry, Experiment, SourceRead};
use coverlab::record::{RunInfo, Status, Trial, Verdict};
use coverlab::report::{self, WrittenReport};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// A large record and its report. Tests that only read the report share it, because drawing it is slow.
pub(crate) static LARGE: LazyLock<(TestRecord, WrittenReport)> = LazyLock::new(|| {
    let record = large();
    let summary = record.report("large");
    (record, summary)
});

/// A report on a record with faults.
pub(crate) static BROKEN: LazyLock<WrittenReport> = LazyLock::new(|| large().broken().report("broken"));

/// The time limit, which some strategies of a large record reach.
const LIMIT_NS: u64 = 2_000_000_000;

/// The corpora of a large record, with their numbers of instances.
const CORPORA: [(&str, usize); 4] = [("easy", 60), ("hard", 8), ("single", 1), ("pair", 2)];

/// A large record, with claims.
fn large() -> TestRecord {
    synthetic(15, &CORPORA, 1, 7).with_claims()
}

/// A record before it is written.
pub(crate) struct TestRecord {
    pub experiment: Experiment,
    pub run: RunInfo,
    pub trials: Vec<Trial>,
}

/// A record of `strategies` invented strategies on corpora with these names and sizes. Equal seeds give equal records.
pub(crate) fn synthetic(
    strategies: usize,
    corpora: &[(&str, usize)],
    repetitions: u32,
    seed: u64,
) -> TestRecord {
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
    let mut record = TestRecord::committed("sources");
    record.experiment = toml::from_str(EXPERIMENT).unwrap();
    record.experiment.corpora = corpora
        .iter()
        .map(|(name, _)| CorpusEntry { name: Some((*name).into()), ..CorpusEntry::default() })
        .collect();
    (record.experiment.strategies, record.experiment.repetitions) = (labels, repetitions);
    (record.run.experiment, record.run.seed) = (record.experiment.name.clone(), seed);
    (record.run.trials, record.run.recorded) = (trials.len() as u64, trials.len() as u64);
    TestRecord { trials, ..record }
}

/// The experiment of invented records.
const EXPERIMENT: &str = r#"
name = "synthetic"
question = "Which invented strategy takes the least time on invented puzzles?"
strategies = []
corpora = []
task = "unique"
limits = { time = "2s" }
"#;

/// Claims and a law: the sentence, the measure, and the least ratio between two strategies.
const CLAIMS: [(&str, &str, &str, [&str; 2], u32); 5] = [
    ("claim", "Dancing cells take longer than dancing links", "solve_cpu_ns", ["dancing-cells", "dlx"], 1),
    (
        "claim",
        "Dancing links take a thousand times longer than bits",
        "solve_cpu_ns",
        ["dlx", "bird-bits"],
        1000,
    ),
    ("claim", "Nobody knows this strategy", "solve_cpu_ns", ["unheard-of", "dlx"], 1),
    ("claim", "Dancing links cost what they cost", "nodes", ["dlx", "dlx"], 1),
    ("law", "Dancing links visit as many nodes as they visit", "nodes", ["dlx", "dlx"], 1),
];

/// A published table on a corpus `C`.
const PUBLISHED: &str = r#"
[[published]]
source = "A. Author, An invented table, 1999"
machine = "an invented machine at 100 MHz"
strategy = "dlx"
measure = "solve_cpu_ns"
baseline = "C-0"
values = { C-0 = 0.25, C-1 = 0.5, C-2 = 0.75, C-3 = 1.0 }
"#;

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

impl TestRecord {
    /// The committed record of an experiment.
    pub(crate) fn committed(experiment: &str) -> TestRecord {
        let dir = committed_folder(experiment);
        let mut trials = csv::Reader::from_path(dir.join("trials.csv")).unwrap();
        TestRecord {
            experiment: toml::from_str(&read(&dir.join("experiment.toml"))).unwrap(),
            run: serde_json::from_str(&read(&dir.join("run.json"))).unwrap(),
            trials: trials.deserialize().map(Result::unwrap).collect(),
        }
    }

    /// Changes the trials of one strategy without parameters.
    pub(crate) fn edit(&mut self, strategy: &str, change: impl FnMut(&mut Trial)) {
        self.trials.iter_mut().filter(|trial| trial.label() == strategy).for_each(change);
    }

    /// Adds every kind of fault: a wrong answer, a crash with a hostile message, a missing trial.
    #[must_use]
    pub(crate) fn broken(mut self) -> TestRecord {
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
    pub(crate) fn with_claims(self) -> TestRecord {
        let mut text =
            EXPERIMENT.to_string() + &PUBLISHED.replace("C-", &format!("{}-", self.trials[0].corpus));
        for (key, says, measure, [of, against], at_least) in CLAIMS {
            text += &format!(
                "[[{key}]]\nsays = \"{says}\"\nmeasure = \"{measure}\"\nof = {{ strategy = \"{of}\" }}\n\
                 against = {{ strategy = \"{against}\" }}\nat_least = {at_least}\n"
            );
        }
        let Experiment { claims, laws, published, .. } = toml::from_str(&text).unwrap();
        let experiment = Experiment { claims, laws, published, ..self.experiment };
        TestRecord { experiment, ..self }.of_kind(Some(ClaimKind::Reproduction))
    }

    /// Makes all claims of one kind: of a source, or our own.
    #[must_use]
    pub(crate) fn of_kind(mut self, kind: Option<ClaimKind>) -> TestRecord {
        let from_source = |text: &str| kind.map(|_| text.to_string());
        for claim in &mut self.experiment.claims {
            claim.kind = kind;
            claim.source = from_source("A. Author, An invented table, 1999");
            claim.place = from_source("table 1");
            claim.quote = from_source("much longer");
            claim.read = kind.map(|_| SourceRead::Complete);
        }
        self
    }

    /// Writes the record and its report into an empty folder with this name.
    pub(crate) fn report(&self, name: &str) -> WrittenReport {
        report::write(&self.write(name)).unwrap()
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

/// The folder of the committed record of an experiment.
pub(crate) fn committed_folder(experiment: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("results").join(experiment)
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}
