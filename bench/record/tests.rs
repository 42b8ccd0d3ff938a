//! Tables that are appended to, torn, damaged, sorted and read again.

use super::checksums::{SumsLine, path_of};
use super::trial_file::new_sums;
use super::*;
use crate::plan::{Contender, CorpusPlan, Design, Plan, PlannedInstance, Profile, TrialLimits};
use coverlab_model::{About, Cancel, Event};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use tempfile::{TempDir, tempdir};

static ABOUT: About = About {
    name: "odd, \"name\"",
    sentence: "",
    source: "",
    node: "",
    purpose: coverlab_model::Purpose::Learn,
    complete: true,
    interruptible: true,
    events: &[Event::Conflict],
    parameters: &[],
    note: "",
};

/// Three instances, of which two are equal, for one strategy.
fn plan() -> Plan {
    let contender = Contender {
        strategy: ABOUT.name.into(),
        params: "a=1,b=2".into(),
        profile: Profile::of(&ABOUT, ""),
        key: "77".into(),
        ..Contender::default()
    };
    let instance = |k: u64| PlannedInstance {
        name: format!("i {k}").into(),
        content_hash: 0x0123 + k / 2,
        ..PlannedInstance::default()
    };
    let design = Design {
        experiment: "x".into(),
        seed: 9,
        seeds: 1,
        repetitions: 1,
        solutions: Some(2),
        limits: TrialLimits { cpu_ns: Some(1_000_000_000), ..TrialLimits::default() },
    };
    let (instances, contenders) = ((0..3).map(instance).collect(), vec![contender]);
    let corpus = CorpusPlan { name: "c".into(), size: 3, contenders, instances };
    Plan { design, corpora: vec![corpus] }
}

fn origin(number: usize) -> Origin {
    let machine = Machine { host: "host, one".into(), ..Machine::default() };
    let processes = vec![(5, machine.host.clone())];
    Origin {
        number,
        plan: plan().without_instances(),
        machines: vec![(machine.host.clone(), machine)],
        processes,
        claims: BTreeSet::new(),
    }
}

/// The trial of an instance of the plan.
fn trial(instance: usize) -> Trial {
    let plan = plan();
    let planned = &plan.corpora[0].instances[instance];
    Trial {
        experiment: "x".into(),
        corpus: "c".into(),
        instance: planned.name.to_string(),
        instance_hash: format!("{:016x}", planned.content_hash),
        strategy: ABOUT.name.into(),
        params: "a=1,b=2".into(),
        seed: 9,
        order_index: instance as u64 + 1,
        status: Status::Unique,
        solutions: Some(1),
        task_solutions: Some(2),
        limit_cpu_ns: Some(1_000_000_000),
        solve_cpu_ns: Some(100 * instance as u64 + 1),
        noise: Some(1.0),
        nodes: Some(7),
        host: "host, one".into(),
        error: if instance == 2 { "a \"word\", and\nmore".into() } else { String::new() },
        ..Trial::default()
    }
}

/// A folder with a table of these trials, each a block.
fn table(instances: &[usize]) -> (TempDir, PathBuf) {
    let folder = tempdir().unwrap();
    let path = folder.path().join(TRIALS);
    append(&path, instances);
    (folder, path)
}

fn append(path: &Path, instances: &[usize]) {
    let file = TrialFile::open(path).unwrap();
    let mut appender = file.appender().unwrap();
    appender.set_origin(&origin(file.next_origin)).unwrap();
    for &instance in instances {
        let mut rows = RowWriter::new();
        rows.push(&trial(instance));
        appender.append(&rows.take(), 1).unwrap();
        appender.flush().unwrap();
    }
}

/// Appends trials of instances that have these names.
fn append_renamed(path: &Path, named: &[(usize, &str)]) {
    let mut appender = TrialFile::open(path).unwrap().appender().unwrap();
    let mut rows = RowWriter::new();
    for &(instance, name) in named {
        rows.push(&Trial { instance: name.into(), ..trial(instance) });
    }
    appender.append(&rows.take(), named.len()).unwrap();
    appender.flush().unwrap();
}

/// The index of the tables in the folder of `path`, what is damaged, and the names of the instances recorded.
fn read(path: &Path, plan: &Plan) -> (TrialIndex, Vec<String>, Vec<String>) {
    let mut tables = Tables::of_run(path.parent().unwrap()).unwrap();
    let index = TrialIndex::read(&mut tables, plan).unwrap();
    let locations: Vec<_> = (0..plan.slots(0)).filter_map(|slot| index.location(0, slot)).collect();
    let names = tables.read(&locations).unwrap().into_iter().map(|trial| trial.instance).collect();
    (index, tables.trials().damage.clone(), names)
}

/// Sorts the table at `path`.
fn sort(path: &Path) -> TrialCounts {
    let plan = plan();
    let mut tables = Tables::of_run(path.parent().unwrap()).unwrap();
    let index = TrialIndex::read(&mut tables, &plan).unwrap();
    let mut sorted = SortedTable::begin(path, HashMap::new()).unwrap();
    sorted
        .add(&plan, &index, &mut tables, |(corpus, instance), _, trials| {
            judge(trials, plan.corpora[corpus].instances[instance].count, no_recount);
        })
        .unwrap();
    sorted.finish(origin(0)).unwrap()
}

/// The table at `path` as a report reads it.
fn reported(path: &Path) -> Result<String, String> {
    let mut text = String::new();
    let mut table = verified(path, fs::File::open(path).unwrap()).map_err(|why| why.to_string())?;
    table.read_to_string(&mut text).map(|_| text).map_err(|why| why.to_string())
}

#[test]
fn trials_are_read_as_they_were_written() {
    let (_folder, path) = table(&[2, 0]);
    let (index, damage, names) = read(&path, &plan());
    assert_eq!((index.recorded, index.next_order, damage), (2, 4, vec![]));
    assert_eq!(names, ["i 0", "i 2"]);
    let mut reader = csv::Reader::from_path(&path).unwrap();
    assert_eq!(reader.headers().unwrap(), &COLUMNS[..]);
    let trials: Vec<Trial> = reader.deserialize().collect::<Result<_, _>>().unwrap();
    assert_eq!(trials, [trial(2), trial(0)]);
    assert!(fs::read_to_string(&path).unwrap().contains(",1.000,"));
}

#[test]
fn a_sorted_table_is_in_the_order_of_the_plan_and_is_sorted_again_to_the_same_bytes() {
    let (_folder, path) = table(&[2, 0]);
    append(&path, &[1]);
    let counts = sort(&path);
    assert_eq!((counts.rows, counts.unverified), (3, 3));
    assert_eq!(read(&path, &plan()).2, ["i 0", "i 1", "i 2"]);
    let bytes = || (fs::read(&path).unwrap(), fs::read(path_of(&path)).unwrap());
    let before = bytes();
    sort(&path);
    assert!(bytes() == before);
    assert_eq!(reported(&path).unwrap().into_bytes(), before.0);
}

#[test]
fn a_kill_between_the_table_and_its_checksums_does_no_harm() {
    let (_folder, path) = table(&[2, 0]);
    let old = (fs::read(&path).unwrap(), fs::read(path_of(&path)).unwrap());
    sort(&path);
    let new = (fs::read(&path).unwrap(), fs::read(path_of(&path)).unwrap());
    assert!(old.0 != new.0);
    for (table, kept) in [(&old.0, &old.1), (&new.0, &new.1)] {
        fs::write(&path, table).unwrap();
        fs::write(path_of(&path), &old.1).unwrap();
        fs::write(new_sums(&path), &new.1).unwrap();
        // Reading changes no file, because a run may be writing them.
        assert!(reported(&path).is_ok() && new_sums(&path).exists());
        recover(&path).unwrap();
        let (index, damage, _) = read(&path, &plan());
        assert_eq!((index.recorded, damage), (2, vec![]));
        assert!(fs::read(path_of(&path)).unwrap() == *kept && !new_sums(&path).exists());
    }
}

#[test]
fn torn_at_any_byte_the_rows_before_are_kept_and_the_next_ones_are_read() {
    let (_folder, path) = table(&[2, 0]);
    let sums = path_of(&path);
    let (rows, lines) = (fs::read(&path).unwrap(), fs::read(&sums).unwrap());
    let blocks = TrialFile::open(&path).unwrap().blocks().to_vec();
    let last_line = lines[..lines.len() - 1].iter().rposition(|byte| *byte == b'\n').unwrap() + 1;
    let torn_rows = (blocks[1].at as usize..rows.len()).map(|end| (&rows[..end], &lines[..]));
    let torn_lines = (last_line..lines.len()).map(|end| (&rows[..], &lines[..end]));
    for (rows, lines) in torn_rows.chain(torn_lines) {
        let torn = format!("{} bytes of the table, {} of the checksums", rows.len(), lines.len());
        fs::write(&path, rows).unwrap();
        fs::write(&sums, lines).unwrap();
        let (index, damage, names) = read(&path, &plan());
        assert_eq!((index.recorded, damage, names), (1, vec![], vec!["i 2".to_string()]), "{torn}");
        append(&path, &[1]);
        let (index, damage, names) = read(&path, &plan());
        assert_eq!((index.recorded, damage), (2, vec![]), "{torn}");
        assert_eq!(names, ["i 1", "i 2"], "{torn}");
    }
    // Torn within the header or the first line.
    for (rows, lines) in [(0, 0), (0, 3), (3, lines.len()), (0, last_line)] {
        let (_folder, path) = table(&[]);
        let [old_rows, old_lines] = [fs::read(&path).unwrap(), fs::read(path_of(&path)).unwrap()];
        fs::write(&path, &old_rows[..rows]).unwrap();
        fs::write(path_of(&path), &old_lines[..lines.min(old_lines.len())]).unwrap();
        append(&path, &[1]);
        assert_eq!(read(&path, &plan()).2, ["i 1"]);
        assert!(reported(&path).is_ok());
    }
}

#[test]
fn a_repeated_line_of_the_checksums_counts_once() {
    let (_folder, path) = table(&[2, 0]);
    let lines = fs::read_to_string(path_of(&path)).unwrap();
    fs::write(path_of(&path), lines.clone() + &lines).unwrap();
    assert_eq!(TrialFile::open(&path).unwrap().rows(), 2);
    assert_eq!(reported(&path).unwrap(), fs::read_to_string(&path).unwrap());
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let (_folder, path) = table(&[2, 0]);
    for file in [path_of(&path), path.clone()] {
        fs::remove_file(&file).unwrap();
        fs::create_dir(&file).unwrap();
        let error = TrialFile::open(&path).err().unwrap().to_string();
        assert!(error.contains(&format!("{}: it is a folder", file.display())), "{error}");
    }
}

/// No row or checksum can change by a bit without being noticed.
#[test]
fn a_flipped_bit_is_noticed_wherever_it_is() {
    let (_folder, path) = table(&[2, 0, 1]);
    let sums = path_of(&path);
    let (rows, lines) = (fs::read(&path).unwrap(), fs::read(&sums).unwrap());
    let first = TrialFile::open(&path).unwrap().blocks()[0].at as usize;
    for at in first..rows.len() {
        let mut damaged = rows.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, &damaged).unwrap();
        let (index, damage, _) = read(&path, &plan());
        assert_eq!((index.recorded, damage.len()), (2, 1), "byte {at}");
        assert!(damage[0].contains("are damaged"), "{damage:?}");
        let error = reported(&path).unwrap_err();
        assert!(error.contains("not as they were recorded"), "{error}");
    }
    fs::write(&path, &rows).unwrap();
    for at in 0..lines.len() {
        let mut damaged = lines.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&sums, &damaged).unwrap();
        let (index, damage, names) = read(&path, &plan());
        // Without its newline, the last line counts as torn.
        let is_noticed = !damage.is_empty() || at + 1 == lines.len();
        assert!(is_noticed && index.recorded < 3, "byte {at}: {damage:?}");
        assert!(names.iter().all(|name| ["i 0", "i 1", "i 2"].contains(&name.as_str())));
        assert!(reported(&path).is_err(), "byte {at}");
    }
}

#[test]
fn rows_without_a_checksum_are_not_verified() {
    let (_folder, path) = table(&[2, 0]);
    let rows = fs::read_to_string(&path).unwrap();
    fs::write(&path, rows.clone() + rows.lines().last().unwrap() + "\n").unwrap();
    let error = reported(&path).unwrap_err();
    assert!(error.contains("have no checksum"), "{error}");
    // A block is missing in the middle.
    let lines = fs::read_to_string(path_of(&path)).unwrap();
    let others: String =
        lines.split_inclusive('\n').enumerate().filter(|(k, _)| *k != 1).map(|(_, l)| l).collect();
    fs::write(path_of(&path), others).unwrap();
    assert!(reported(&path).is_err());
}

#[test]
fn rows_under_other_limits_are_reused_only_if_they_would_end_the_same() {
    let (_folder, path) = table(&[2, 0]);
    let mut plan = plan();
    // The CPU times of the trials are 201 and 1 ns.
    plan.design.limits.cpu_ns = Some(150);
    let (index, ..) = read(&path, &plan);
    assert_eq!((index.recorded, index.outdated.len()), (1, 1));
}

#[test]
fn equal_instances_are_told_apart_by_name_or_else_by_their_order() {
    let (_folder, path) = table(&[1, 0]);
    assert_eq!(read(&path, &plan()).2, ["i 0", "i 1"]);
    let mut renamed = plan();
    renamed.corpora[0]
        .instances
        .iter_mut()
        .for_each(|instance| instance.name = format!("new {}", instance.name).into());
    assert_eq!(read(&path, &renamed).2, ["i 1", "i 0"]);
    // The run is resumed, and its new rows have the new names.
    append_renamed(&path, &[(0, "new i 0"), (1, "new i 1")]);
    let (index, _, names) = read(&path, &renamed);
    assert_eq!((index.recorded, index.unplanned.len()), (2, 0));
    assert_eq!(names, ["new i 0", "new i 1"]);
}

#[test]
fn equal_instances_count_as_often_as_in_the_table_that_has_most_of_them() {
    let ((_one, first), (_other, second)) = (table(&[0, 2]), table(&[2]));
    append_renamed(&second, &[(0, "another"), (1, "i 0")]);
    let files = [first, second].iter().map(|path| TrialFile::open(path).unwrap()).collect();
    let mut tables = Tables { files, cancel: Cancel::default() };
    let (index, plan) = TrialIndex::with_instances(&mut tables, origin(0).plan).unwrap();
    let names: Vec<_> = plan.corpora[0].instances.iter().map(|instance| instance.name.as_str()).collect();
    assert_eq!(names, ["i 0", "i 2", "i 0 (0000000000000123, 2)"]);
    // Each table names all of its instances.
    assert_eq!((index.recorded, index.named_instances, index.unplanned.len()), (3, vec![5], 0));
}

#[test]
fn a_line_of_the_checksums_is_read_as_it_was_written() {
    let line = SumsLine::Origin(Box::new(origin(3))).encode();
    let Some(SumsLine::Origin(read)) = SumsLine::decode(line.as_bytes()) else { panic!("{line}") };
    assert_eq!(*read, origin(3));
    assert!(SumsLine::decode(&line.as_bytes()[..line.len() - 1]).is_none());
}
