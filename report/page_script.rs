//! Joins the modules of a page to one script, and holds those of the page of a report. `web/README.md` has the rules for
//! the modules.

use std::collections::{BTreeMap, BTreeSet};

macro_rules! modules {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("web/", $name)))),*] };
}

/// The modules in `web/report/`, and those that they share with the live page.
const MODULES: [(&str, &str); 14] = modules![
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
    "report/main.js",
];

/// The script of the page of a report.
pub(super) fn text() -> String {
    script(&MODULES, "report/main.js").expect("the modules follow the rules")
}

/// The module `main` and all that it imports as one script: each module after its imports, without `import` lines and
/// without the word `export`. `sources` has the modules by their names in `web/`.
///
/// # Errors
/// A module is missing or breaks a rule.
pub fn script(sources: &[(&str, &str)], main: &str) -> Result<String, String> {
    let sources = sources.iter().copied().collect();
    let mut script = Script { sources, done: BTreeSet::new(), tops: BTreeMap::new(), text: String::new() };
    script.visit(main)?;
    Ok(script.text)
}

/// Modules in one script, each after its imports.
struct Script<'a> {
    sources: BTreeMap<&'a str, &'a str>,
    done: BTreeSet<String>,
    /// The top-level names, each with its module.
    tops: BTreeMap<&'a str, String>,
    text: String,
}

impl Script<'_> {
    fn visit(&mut self, name: &str) -> Result<(), String> {
        if !self.done.insert(name.to_string()) {
            return Ok(());
        }
        let source = *self.sources.get(name).ok_or_else(|| format!("web/{name} is missing"))?;
        let mut kept = String::new();
        for line in source.lines() {
            match import(line) {
                Some(Ok(file)) => self.visit(&resolve(name, file))?,
                Some(Err(())) => {
                    return Err(format!("web/{name}: `{line}` is not `import {{ … }} from \"./….js\";`"));
                }
                None if line == "export {};" => {}
                None => {
                    let plain = line.strip_prefix("export ").unwrap_or(line);
                    if plain.len() < line.len() && declared(plain).is_none() {
                        return Err(format!("web/{name}: `{line}` exports no declaration"));
                    }
                    if let Some(top) = declared(plain)
                        && let Some(other) = self.tops.insert(top, name.to_string())
                    {
                        return Err(format!("`{top}` is declared by web/{other} and by web/{name}"));
                    }
                    kept += plain;
                    kept.push('\n');
                }
            }
        }
        self.text += &format!("// {name}\n{}\n\n", kept.trim());
        Ok(())
    }
}

/// The path that a line imports, `./….js` or `../….js`; `None` if the line is no import, an error if it has the wrong form.
fn import(line: &str) -> Option<Result<&str, ()>> {
    let rest = line.strip_prefix("import")?.strip_prefix([' ', '{', '"', '*'])?;
    let parts = rest.trim_start().strip_prefix('{').and_then(|rest| rest.split_once("} from \""));
    let path =
        parts.filter(|(names, _)| !names.contains(" as ")).and_then(|(_, path)| path.strip_suffix("\";"));
    Some(path.filter(|path| path.starts_with("./") || path.starts_with("../")).ok_or(()))
}

/// The name in `web/` of the module that `importer` imports as `path`. Folders are one level deep.
fn resolve(importer: &str, path: &str) -> String {
    match (path.strip_prefix("./"), importer.rsplit_once('/')) {
        (Some(file), Some((folder, _))) => format!("{folder}/{file}"),
        (Some(file), None) => file.to_string(),
        (None, _) => path.trim_start_matches("../").to_string(),
    }
}

/// The top-level name that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let (word, rest) = line.split_once(' ')?;
    let name = rest.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next()?;
    ["const", "let", "var", "function", "function*", "class"]
        .contains(&word)
        .then_some(name)
        .filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_comes_after_what_it_imports() {
        let modules = [
            ("r/main.js", "import { b } from \"./b.js\";\nimport { c } from \"../c.js\";\nb(c);\n"),
            (
                "r/b.js",
                "import { c } from \"../c.js\";\nexport function b(x) {\n  return x + c;\n}\nexport {};\n",
            ),
            ("c.js", "export const c = 1;\n"),
        ];
        let joined = "// c.js\nconst c = 1;\n\n// r/b.js\nfunction b(x) {\n  return x + c;\n}\n\n// r/main.js\nb(c);\n\n";
        assert_eq!(script(&modules, "r/main.js").unwrap(), joined);
    }

    #[test]
    fn a_broken_rule_is_an_error() {
        let rejects = |modules: &[(&str, &str)], words: &str| {
            let error = script(modules, "main.js").unwrap_err();
            assert!(error.contains(words), "{error}");
        };
        rejects(&[], "web/main.js is missing");
        rejects(&[("main.js", "import { a } from \"./a.js\";\n")], "web/a.js is missing");
        rejects(&[("main.js", "import a from \"./a.js\";\n")], "is not `import");
        rejects(&[("main.js", "import { a as b } from \"./a.js\";\n")], "is not `import");
        rejects(&[("main.js", "import { a } from \"a\";\n")], "is not `import");
        rejects(&[("main.js", "export default 3;\n")], "exports no declaration");
        let twice =
            [("main.js", "import { a } from \"./a.js\";\nlet a = 1;\n"), ("a.js", "export const a = 2;\n")];
        rejects(&twice, "`a` is declared by web/a.js and by web/main.js");
    }

    #[test]
    fn the_script_of_reports_uses_each_module_and_neither_ends_its_element_nor_asks_the_network() {
        let text = text();
        assert!(MODULES.iter().all(|(name, _)| text.contains(&format!("// {name}\n"))));
        for forbidden in ["</script", "<!--", "fetch(", "XMLHttpRequest", "WebSocket", "https:"] {
            assert!(!text.contains(forbidden), "{forbidden}");
        }
        // The only address is the name of a vocabulary.
        assert_eq!(text.matches("http:").count(), text.matches("http://www.w3.org/2000/svg").count());
    }
}
