//! Checks that the files of a package import each other without cycles. Only a parent and its children may
//! import each other.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The path of a module within its package.
type Module = Vec<String>;

const PACKAGES: [&str; 11] = [
    "bench",
    "model",
    "page",
    "puzzles",
    "report",
    "src",
    "strategies",
    "supervise",
    "techniques",
    "trace",
    "wasm",
];

/// Adds the modules in the folder `at` to `modules`, with their code but without comments and tests.
fn read(at: &Path, module: &Module, modules: &mut BTreeMap<Module, String>) {
    for path in std::fs::read_dir(at).unwrap().map(|entry| entry.unwrap().path()) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let own: Module =
            module.iter().cloned().chain((name != "lib" && name != "main").then_some(name)).collect();
        if path.is_dir() && !path.is_symlink() && !path.ends_with("tests") {
            read(&path, &own, modules);
        } else if path.extension().is_some_and(|ending| ending == "rs") && !path.ends_with("tests.rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap().lines();
            let code: Vec<&str> = code.map(|line| line.split("//").next().unwrap()).collect();
            modules.entry(own).or_default().push_str(&code.join("\n"));
        }
    }
}

/// Collects the paths at the start of `text`: `a::b` and `a::c::d` for `a::{b, c::d}`. Returns the rest of
/// the text.
fn paths<'a>(mut text: &'a str, mut prefix: Module, found: &mut Vec<Module>) -> &'a str {
    loop {
        text = text.trim_start();
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        if end > 0 {
            prefix.push(text[..end].to_string());
        }
        match text[end..].strip_prefix("::") {
            Some(rest) => text = rest,
            None if end == 0 && text.starts_with('{') => {
                text = &text[1..];
                while !text.is_empty() && !text.starts_with('}') {
                    text = paths(text, prefix.clone(), found);
                    text = text
                        .trim_start_matches(|c| c != ',' && c != '}')
                        .trim_start_matches(',')
                        .trim_start();
                }
                return text.trim_start_matches('}');
            }
            None => {
                found.push(prefix);
                return &text[end..];
            }
        }
    }
}

/// The modules to which the code of `own` refers, each as the longest path in `modules`.
fn imports(own: &Module, code: &str, modules: &BTreeMap<Module, String>) -> BTreeSet<Module> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start).filter(|(at, _)| !code[..*at].ends_with("::")) {
            paths(&code[at..], Vec::new(), &mut found);
        }
    }
    let absolute = found.into_iter().map(|path| {
        let ups = path.iter().take_while(|word| *word == "super").count();
        let base = if ups == 0 { &[] } else { &own[..own.len().saturating_sub(ups)] };
        [base, &path[ups.max(1)..]].concat()
    });
    let module = |path: Module| {
        (0..=path.len()).rev().map(|n| path[..n].to_vec()).find(|path| modules.contains_key(path))
    };
    absolute.filter_map(module).collect()
}

/// A cycle that contains `from`, if one exists.
fn cycle_from<'a>(from: &'a str, arrows: &BTreeMap<&'a str, BTreeSet<&'a str>>) -> Option<Vec<&'a str>> {
    let (mut pending, mut seen) = (vec![vec![from]], BTreeSet::new());
    while let Some(path) = pending.pop() {
        for &next in arrows.get(path[path.len() - 1]).into_iter().flatten() {
            if next == from {
                return Some(path);
            }
            if seen.insert(next) {
                pending.push([&path[..], &[next]].concat());
            }
        }
    }
    None
}

#[test]
fn imports_have_no_cycles() {
    let mut cycles = Vec::new();
    for package in PACKAGES {
        let mut modules = BTreeMap::new();
        read(&Path::new(env!("CARGO_MANIFEST_DIR")).join(package), &Vec::new(), &mut modules);
        assert!(modules.len() > 5, "{package}: {}", modules.len());
        let named: Vec<(&Module, BTreeSet<Module>)> =
            modules.iter().map(|(own, code)| (own, imports(own, code, &modules))).collect();
        let names: BTreeMap<&Module, String> =
            modules.keys().map(|module| (module, module.join("/"))).collect();
        let mut arrows: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (own, other) in named.iter().flat_map(|(own, named)| named.iter().map(move |other| (*own, other)))
        {
            if !own.starts_with(other) && !other.starts_with(own) {
                arrows.entry(&names[own]).or_default().insert(&names[other]);
            }
        }
        let cycle = arrows.keys().find_map(|from| cycle_from(from, &arrows));
        cycles.extend(cycle.map(|path| format!("{package}: {}", path.join(" -> "))));
    }
    assert!(cycles.is_empty(), "{cycles:#?}");
}

#[test]
fn a_cycle_is_found_and_a_parent_is_not_one() {
    let module =
        |path: &str| path.split("::").filter(|word| !word.is_empty()).map(str::to_string).collect::<Module>();
    let modules: BTreeMap<Module, String> =
        ["", "a", "a::one", "a::two", "b"].map(|path| (module(path), String::new())).into();
    let code = "use super::{two::Two, Parent}; use crate::{b::{self, B}, a::two}; crate::c::D";
    let found = imports(&module("a::one"), code, &modules);
    assert_eq!(found, ["", "a", "a::two", "b"].map(module).into());
    let arrows = BTreeMap::from([("a", ["b"].into()), ("b", ["c"].into()), ("c", ["b"].into())]);
    assert_eq!((cycle_from("a", &arrows), cycle_from("b", &arrows)), (None, Some(vec!["b", "c"])));
}
