//! Generates the tables of README.md: the cases of HoDoKu's library each technique passes, and the
//! share of puzzles the techniques solve. It prints to standard output, or updates README.md with
//! `--write`. Names of tables restrict it to those. A table whose collection is missing stays as it is.

#[path = "../tests/deductions/tables/mod.rs"]
mod tables;

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let write = arguments.iter().any(|argument| argument == "--write");
    let chosen =
        |name: &&str| arguments.iter().all(|a| a == "--write") || arguments.iter().any(|a| a == name);
    let mut page = std::fs::read_to_string(tables::readme())?;
    for name in tables::NAMES.into_iter().filter(chosen) {
        let Some(table) = tables::table(name) else { continue };
        println!("{table}");
        let place = tables::place(&page, name).expect("the marks of the table in README.md");
        page.replace_range(place, &table);
    }
    if write { std::fs::write(tables::readme(), page) } else { Ok(()) }
}
