//! The machines of a record. Times of different processors are never added, averaged or compared: with several processors, a
//! corpus has separate tables for each.

use crate::section::{Content, Section, SectionInput};
use crate::table::{Table, TableOf, Text};
use coverlab_bench::record::Machine;
use std::collections::BTreeSet;

/// The list of machines; none for a single machine.
pub(super) fn section(input: &SectionInput<'_>) -> Vec<Section> {
    let machines = &input.record.run.machines;
    let table = (machines.len() > 1).then(|| list(machines));
    Section::of("machines", "Machines", Content::tables(table))
}

fn list(machines: &[Machine]) -> Table {
    let columns = ["machine", "processor", "system", "compiler", "commit", "threads", "shard", "job", "load"];
    let row = |machine: &Machine| {
        let job = machine.scheduler.values().next().cloned().unwrap_or_default();
        [
            machine.label(machines),
            machine.cpu.clone(),
            machine.kernel.clone(),
            machine.rustc.clone(),
            machine.commit.chars().take(12).collect(),
            machine.threads.to_string(),
            machine.shard.map_or_else(String::new, |shard| shard.to_string()),
            job,
            machine.load.map_or_else(String::new, |load| format!("{load:.2}")),
        ]
    };
    let rows: Vec<[String; 9]> = machines.iter().map(row).collect::<BTreeSet<_>>().into_iter().collect();
    let mut table = TableOf::new("machines", "Machines", &rows);
    for (at, title) in columns.into_iter().enumerate() {
        table = table.left(title, |row| Text::known(&row[at]));
    }
    table.done()
}
