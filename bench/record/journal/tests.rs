use super::super::Ledger;
use super::super::block::tests::{head, rows};
use super::*;
use crate::plan::{Contender, Limits, Profile};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Places of edits are drawn from this seed.
const SEED: u64 = 5;
const EDITS: usize = 3000;

fn plan() -> Plan {
    let lane = Contender {
        label: "fake".into(),
        strategy: "fake".into(),
        params: String::new(),
        via: String::new(),
        profile: Profile { enforcer: "cooperative".into(), counts: vec!["nodes".into()] },
        key: "77".into(),
    };
    let mut instances = InstanceList::default();
    (0..4).for_each(|k| instances.push(&format!("i {k}"), 7 + k, None));
    Plan {
        experiment: "x".into(),
        seed: 9,
        other_seeds: Vec::new(),
        seeds: 1,
        isomorphs: 1,
        repetitions: 1,
        solutions: Some(2),
        limits: Limits { cpu_ns: Some(1_000_000_000), ..Limits::default() },
        stages: vec![CorpusPlan::new("c".into(), instances, vec![lane])],
    }
}

/// The blocks of a journal: a start, the instances, and two blocks of trials.
fn blocks(plan: &Plan) -> Vec<Vec<u8>> {
    let start = Start {
        started_utc: 3,
        machine: Machine::default(),
        merged: Vec::new(),
        plan: plan.without_instances(),
    };
    let (mut blocks, digest) = (vec![Vec::new(); 4], &plan.stages[0].digest);
    encode_start(&start, &mut blocks[0]);
    encode_corpus(&plan.stages[0], &mut blocks[1]);
    encode_trials(&head("77", digest), &rows(&[2, 0]), &mut blocks[2]);
    encode_trials(&head("77", digest), &rows(&[3]), &mut blocks[3]);
    blocks
}

/// A file that is removed with its folder.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let folder = std::env::temp_dir().join(format!("coverlab-journal-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        Scratch(folder)
    }

    fn path(&self) -> PathBuf {
        self.0.join("a.journal")
    }

    fn write(&self, bytes: &[u8]) {
        std::fs::write(self.path(), bytes).unwrap();
    }

    /// The blocks read, each by its contents, and the faults.
    fn read(&self) -> (Vec<String>, Read) {
        let mut seen = Vec::new();
        let found = read(&self.path(), |record| seen.push(shown(&record))).unwrap();
        (seen, found)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn shown(record: &Record) -> String {
    match record {
        Record::Trials(block) => {
            let rows: Vec<_> = (0..block.len()).map(|k| block.row(k)).collect();
            format!("{:?} {rows:?}", block.head)
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn a_block_torn_at_any_byte_is_ignored() {
    let (scratch, blocks) = (Scratch::new("torn"), blocks(&plan()));
    let whole = blocks.concat();
    scratch.write(&whole);
    let (all, found) = scratch.read();
    assert_eq!((all.len(), found), (4, Read { good: whole.len() as u64, damaged: vec![] }));
    let good = blocks[..3].concat().len();
    for end in good..whole.len() {
        scratch.write(&whole[..end]);
        let (seen, found) = scratch.read();
        assert_eq!(seen, all[..3], "torn at byte {end}");
        assert_eq!(found, Read { good: good as u64, damaged: vec![] }, "torn at byte {end}");
    }
}

#[test]
fn a_flipped_bit_costs_its_block_and_is_reported() {
    let (scratch, blocks) = (Scratch::new("flipped"), blocks(&plan()));
    let whole = blocks.concat();
    scratch.write(&whole);
    let (all, _) = scratch.read();
    let starts: Vec<usize> = (0..4).map(|k| blocks[..k].concat().len()).collect();
    for at in 0..starts[3] {
        let mut bytes = whole.clone();
        bytes[at] ^= 1 << (at % 8);
        scratch.write(&bytes);
        let (seen, found) = scratch.read();
        let hit = starts.iter().rposition(|&start| start <= at).unwrap();
        let others: Vec<_> = (0..4).filter(|k| *k != hit).map(|k| all[k].clone()).collect();
        assert_eq!(seen, others, "byte {at}");
        assert_eq!(found, Read { good: whole.len() as u64, damaged: vec![starts[hit] as u64] }, "byte {at}");
    }
}

/// Changes `bytes` somewhere, and somehow.
fn edit(bytes: &mut Vec<u8>, random: &mut Pcg64Mcg) {
    if bytes.is_empty() {
        return;
    }
    let (at, length) = (random.random_range(0..bytes.len()), random.random_range(1..40));
    let end = (at + length).min(bytes.len());
    match random.random_range(0..6) {
        0 => bytes[at] ^= 1 << random.random_range(0..8),
        1 => bytes[at] = random.random(),
        2 => _ = bytes.drain(at..end),
        3 => bytes.truncate(at),
        4 => _ = bytes.splice(at..at, (0..length).map(|_| random.random()).collect::<Vec<u8>>()),
        _ => bytes[at..end].fill(random.random()),
    }
}

#[test]
fn whatever_is_edited_nothing_is_believed_that_was_not_written() {
    let (scratch, whole) = (Scratch::new("edited"), blocks(&plan()).concat());
    scratch.write(&whole);
    let (all, _) = scratch.read();
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    for _ in 0..EDITS {
        let mut bytes = whole.clone();
        (0..random.random_range(1..4)).for_each(|_| edit(&mut bytes, &mut random));
        scratch.write(&bytes);
        let (seen, found) = scratch.read();
        assert!(seen.iter().all(|block| all.contains(block)));
        // A lost block was damaged, or torn off.
        let noticed = !found.damaged.is_empty() || found.good < whole.len() as u64;
        assert!(seen == all || noticed, "{found:?}");
    }
}

/// The block with its checksum made right again, its lengths too if they are to be.
fn forged(mut block: Vec<u8>, lengths: Option<(usize, usize)>) -> Vec<u8> {
    if let Some((head, body)) = lengths {
        block[8..12].copy_from_slice(&(head as u32).to_le_bytes());
        block[12..16].copy_from_slice(&(body as u32).to_le_bytes());
    }
    let crc = crc32fast::hash(&block[CHECKED_FROM..]);
    block[4..8].copy_from_slice(&crc.to_le_bytes());
    block
}

#[test]
fn a_forged_block_is_read_or_refused_but_breaks_nothing() {
    let (scratch, plan) = (Scratch::new("forged"), plan());
    let blocks = blocks(&plan);
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let words: [&[u8]; 8] = [b"0", b"-1", b"18446744073709551615", b"1e99", b"null", b"\"\"", b"[]", b"{}"];
    for round in 0..EDITS {
        let mut forgery = blocks.clone();
        let block = &mut forgery[round % 4];
        let (mut head, body) = lengths(block).unwrap();
        if round % 3 == 0 && body > 0 {
            let at = random.random_range(FRAME_BYTES + head..block.len());
            block[at] = random.random();
        } else {
            // A value of the head, at any depth, becomes another.
            let colons: Vec<usize> =
                (FRAME_BYTES..FRAME_BYTES + head).filter(|&at| block[at] == b':').collect();
            let from = colons[random.random_range(0..colons.len())] + 1;
            let ends = |byte: &u8| matches!(byte, b',' | b'}' | b']');
            let length = block[from..].iter().position(ends).unwrap();
            let word = words[random.random_range(0..words.len())];
            head = head + word.len() - length;
            block.splice(from..from + length, word.iter().copied());
        }
        *block = forged(std::mem::take(block), Some((head, body)));
        scratch.write(&forgery.concat());
        let ledger = Ledger::read(&plan, &scratch.0).unwrap();
        assert!(ledger.recorded() <= 4);
        assert!((0..4).all(|slot| ledger.has(0, slot) == ledger.row(0, slot).is_some()));
    }
}

/// `count` frames without a head, each of which claims all bytes behind it as its rows.
fn greedy(count: usize) -> Vec<u8> {
    let frame = |k: usize| {
        let rows = ((count - 1 - k) * FRAME_BYTES) as u32;
        [&MAGIC[..], &[0; 8], &rows.to_le_bytes()].concat()
    };
    (0..count).flat_map(frame).collect()
}

#[test]
fn frames_that_claim_all_behind_them_are_not_checked_without_end() {
    let (scratch, block) = (Scratch::new("greedy"), &blocks(&plan())[0]);
    for (count, is_found) in [(2 * PATIENCE - 9, true), (2 * PATIENCE + 99, false)] {
        let forged = greedy(count);
        scratch.write(&[&forged[..], block].concat());
        let (seen, found) = scratch.read();
        assert_eq!((seen.len(), &found.damaged[..]), (usize::from(is_found), &[0][..]), "{count} frames");
        // The part that was not looked at is not cut off either.
        assert_eq!(found.good, (forged.len() + block.len()) as u64, "{count} frames");
    }
}

#[test]
fn a_writer_cuts_off_a_torn_tail() {
    let (scratch, blocks) = (Scratch::new("cut"), blocks(&plan()));
    scratch.write(&[&blocks[0][..], b"CLJ5 torn"].concat());
    let good = scratch.read().1.good;
    assert_eq!(good, blocks[0].len() as u64);
    Writer::open(&scratch.path(), good).unwrap().append(&blocks[2]).unwrap();
    let (seen, found) = scratch.read();
    assert_eq!((seen.len(), found.damaged), (2, vec![]));
}

/// A start of a process of that host and time.
fn start(plan: &Plan, host: &str, started_utc: u64) -> Vec<u8> {
    let machine = Machine { host: host.into(), ..Machine::default() };
    let (mut block, plan) = (Vec::new(), plan.without_instances());
    encode_start(&Start { started_utc, machine, merged: Vec::new(), plan }, &mut block);
    block
}

#[test]
fn trials_are_of_the_machine_that_their_own_file_names() {
    let (scratch, plan) = (Scratch::new("unnamed"), plan());
    let blocks = blocks(&plan);
    scratch.write(&[&start(&plan, "a", 3)[..], &blocks[1], &blocks[2]].concat());
    // The start of a second process, in a file of its own, is lost.
    std::fs::write(scratch.0.join("b.journal"), [&blocks[1][..], &blocks[3]].concat()).unwrap();
    let ledger = Ledger::read(&plan, &scratch.0).unwrap();
    assert_eq!((ledger.recorded(), ledger.complaints.len()), (2, 1), "{:?}", ledger.complaints);
    assert!(ledger.complaints[0].contains("before anything that says what ran them"));
}

#[test]
fn the_last_plan_is_that_of_the_last_start_and_not_of_the_last_file() {
    let (scratch, first) = (Scratch::new("last"), plan());
    let other = Plan { repetitions: 2, ..first.clone() };
    let write = |name: &str, plan: &Plan, time: u64| {
        let bytes = [start(plan, name, time), blocks(plan)[1].clone()].concat();
        std::fs::write(scratch.0.join(name), bytes).unwrap();
    };
    for (times, repetitions) in [([9, 3], 1), ([3, 9], 2), ([3, 3], 2)] {
        write("a.journal", &first, times[0]);
        write("b.journal", &other, times[1]);
        let ledger = Ledger::read(&first, &scratch.0).unwrap();
        assert_eq!(ledger.last_plan.map(|plan| plan.repetitions), Some(repetitions), "{times:?}");
        let told = super::super::plan(&scratch.0).unwrap();
        assert_eq!(told.map(|plan| plan.repetitions), Some(repetitions), "{times:?}");
    }
}

#[test]
fn what_is_not_understood_stays_and_what_is_appended_behind_it_is_read() {
    let scratch = Scratch::new("other");
    let (other, blocks) = (b"a journal of another version\n".repeat(9), blocks(&plan()));
    scratch.write(&other);
    let (none, found) = scratch.read();
    assert_eq!((none.len(), found.good, found.damaged), (0, other.len() as u64, vec![0]));
    let mut writer = Writer::open(&scratch.path(), found.good).unwrap();
    writer.append(&blocks.concat()).and_then(|()| writer.flush()).unwrap();
    drop(writer);
    assert!(std::fs::read(scratch.path()).unwrap().starts_with(&other));
    assert_eq!(scratch.read().0.len(), blocks.len());
}

/// Words that a later program added stand behind those of an earlier one.
#[test]
fn a_start_with_the_words_of_an_earlier_program_is_read() {
    let start = |words: &[&str]| {
        let plan = plan().without_instances();
        let start = Start { started_utc: 3, machine: Machine::default(), merged: Vec::new(), plan };
        let status = words.iter().map(|word| (*word).to_string()).collect();
        let stop = stop_words()[..7].iter().map(|word| (*word).to_string()).collect();
        let mut block = Vec::new();
        frame(&mut block, |_| AnyHead::Start { start: Box::new(start), status, stop });
        record(&Arc::new(block), 0)
    };
    let words = Status::ALL.map(Status::word);
    assert!(start(&words[..10]).is_some() && start(&words).is_some());
    assert!(start(&[&words[1..], &["later"]].concat()).is_none());
    assert!(start(&[&words[..], &["later"]].concat()).is_none());
}
