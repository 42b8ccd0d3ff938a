//! Every technique finds its cases of HoDoKu's regression library, if the library is present.

use crate::tables;
use crate::tables::library::{CASES, tried};
use std::collections::BTreeSet;

#[test]
fn every_technique_finds_its_cases() {
    let Some(text) = tables::library_text() else { return };
    let tried = tried(&text);
    // An exception that is no longer one must be removed.
    let wrong: Vec<_> =
        tried.iter().filter(|case| case.passes == case.open).map(|case| &case.words[..]).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let codes: BTreeSet<_> = tried.iter().map(|case| case.code).collect();
    assert_eq!(codes.len(), CASES.len(), "each code has cases");
}
