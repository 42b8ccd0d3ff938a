//! The script of the page: the modules in `web/report/`, and those that they share with the live page, joined to one module.

macro_rules! modules {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("web/", $name)))),*] };
}

/// The modules, each after its imports. They follow the rules of `web/README.md`.
const MODULES: [(&str, &str); 13] = modules![
    "dom.js",
    "hash.js",
    "report/words.js",
    "report/record.js",
    "report/state.js",
    "report/scores.js",
    "report/sorting.js",
    "report/highlight.js",
    "report/filters.js",
    "report/points.js",
    "report/scoring.js",
    "report/results.js",
    "report/instance.js",
];
const MAIN: (&str, &str) = ("report/main.js", include_str!("web/report/main.js"));

/// The modules in one text, without their imports and without the word `export`.
pub(super) fn text() -> String {
    let mut text = String::new();
    for (name, source) in MODULES.into_iter().chain([MAIN]) {
        text.push_str(&format!("// {name}\n"));
        for line in source.lines().filter(|line| !line.starts_with("import ")) {
            text.push_str(line.strip_prefix("export ").unwrap_or(line));
            text.push('\n');
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_module_comes_after_what_it_imports_and_declares_names_of_its_own() {
        let (mut before, mut names) = (BTreeSet::new(), BTreeSet::new());
        for (name, source) in MODULES.into_iter().chain([MAIN]) {
            for line in source.lines().filter(|line| line.starts_with("import ")) {
                let file = line.rsplit_once("from \"").unwrap().1.trim_end_matches("\";");
                let file = file.strip_prefix("../").map_or_else(
                    || format!("{}{}", if name.contains('/') { "report/" } else { "" }, &file[2..]),
                    str::to_string,
                );
                assert!(before.contains(&file), "{name} imports {file}");
            }
            for line in source.lines() {
                let line = line.strip_prefix("export ").unwrap_or(line);
                let line = line.strip_prefix("async ").unwrap_or(line);
                let Some((word, rest)) = line.split_once(' ') else { continue };
                if ["const", "let", "function", "class"].contains(&word) {
                    let top: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                    assert!(names.insert(top.clone()), "{top} is declared twice, the second time in {name}");
                }
            }
            before.insert(name.to_string());
        }
    }

    #[test]
    fn nothing_ends_the_element_or_asks_the_network() {
        let text = text();
        for forbidden in ["</script", "<!--", "fetch(", "XMLHttpRequest", "WebSocket", "https:"] {
            assert!(!text.contains(forbidden), "{forbidden}");
        }
        // The only address is the name of a vocabulary.
        assert_eq!(text.matches("http:").count(), text.matches("http://www.w3.org/2000/svg").count());
    }
}
