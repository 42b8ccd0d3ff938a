//! Generates the tables of README.md: the cases of HoDoKu's library each technique passes, and the
//! share of puzzles the techniques solve. It prints to standard output, or updates README.md with
//! `--write`. A table whose collection is missing stays as it is.

#[path = "../tests/deductions/tables/mod.rs"]
mod tables;

fn main() -> std::io::Result<()> {
    let write = std::env::args().nth(1).is_some_and(|argument| argument == "--write");
    let mut page = std::fs::read_to_string(tables::readme())?;
    for name in tables::NAMES {
        let Some(table) = tables::table(name) else { continue };
        println!("{table}");
        let place = tables::place(&page, name).expect("the marks of the table in README.md");
        page.replace_range(place, &table);
    }
    if write { std::fs::write(tables::readme(), page) } else { Ok(()) }
}
