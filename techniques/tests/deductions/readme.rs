//! The tables of README.md are up to date. HoDoKu's library is only checked if it is present. To update
//! a table, run `cargo run --release -p coverlab-techniques --example tables -- --write`.

use crate::tables;

fn is_true(name: &str) {
    let page = std::fs::read_to_string(tables::readme()).unwrap();
    let place = tables::place(&page, name).expect("the marks of the table");
    if let Some(table) = tables::table(name) {
        assert_eq!(page[place], table, "run the example `tables` with --write");
    }
}

#[test]
fn the_table_of_the_library_is_true() {
    is_true("library");
}

#[test]
fn the_table_of_committed_corpora_is_true() {
    is_true("committed");
}
