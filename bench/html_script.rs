//! Bundles what a self-contained HTML page holds: its modules as one script, and its data compressed. `web/README.md` has the
//! rules for the modules.

use flate2::{Compression, write::GzEncoder};
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write as _;

/// Compresses `bytes` by gzip.
pub fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    // A write to memory does not fail.
    encoder.write_all(bytes).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// The module `main` and all that it imports as one script: each module after its imports, without `import` lines and
/// without the word `export`. `sources` has the modules by their names in `web/`.
///
/// # Errors
/// A module is missing, or two declare the same name, which would stop the whole script.
pub fn script(sources: &[(&str, &str)], main: &str) -> Result<String, String> {
    let mut script = Script { sources, done: BTreeSet::new(), names: BTreeMap::new(), text: String::new() };
    script.visit(main)?;
    Ok(script.text)
}

/// Modules in one script, each after its imports.
struct Script<'a> {
    sources: &'a [(&'a str, &'a str)],
    done: BTreeSet<String>,
    /// The names that modules declare at their top level, with the module.
    names: BTreeMap<&'a str, String>,
    text: String,
}

impl<'a> Script<'a> {
    fn visit(&mut self, name: &str) -> Result<(), String> {
        if !self.done.insert(name.to_string()) {
            return Ok(());
        }
        let found = self.sources.iter().find(|(known, _)| *known == name);
        let (_, source) = found.ok_or_else(|| format!("web/{name} is missing"))?;
        let mut kept = String::new();
        for line in source.lines() {
            if let Some(path) = import(line) {
                self.visit(&resolve(name, path))?;
            } else if line != "export {};" {
                let line = line.strip_prefix("export ").unwrap_or(line);
                self.declare(line, name)?;
                kept += line;
                kept.push('\n');
            }
        }
        self.text += &format!("// {name}\n{}\n\n", kept.trim());
        Ok(())
    }

    /// Notes what `line` of `module` declares.
    fn declare(&mut self, line: &'a str, module: &str) -> Result<(), String> {
        let Some(name) = declared(line) else { return Ok(()) };
        match self.names.insert(name, module.to_string()) {
            None => Ok(()),
            Some(other) => Err(format!("web/{other} and web/{module} both declare `{name}`")),
        }
    }
}

/// The name that a line declares at the top level of its module. Destructuring is not read.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let rest = ["const ", "let ", "class ", "function ", "function* "]
        .iter()
        .find_map(|word| line.strip_prefix(word))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next().filter(|name| !name.is_empty())
}

/// The path that a line imports.
fn import(line: &str) -> Option<&str> {
    let (_, path) = line.strip_prefix("import {")?.split_once("} from \"")?;
    path.strip_suffix("\";")
}

/// The name in `web/` of the module that `importer` imports as `path`. Folders are one level deep.
fn resolve(importer: &str, path: &str) -> String {
    match (path.strip_prefix("./"), importer.rsplit_once('/')) {
        (Some(file), Some((folder, _))) => format!("{folder}/{file}"),
        (Some(file), None) => file.to_string(),
        (None, _) => path.trim_start_matches("../").to_string(),
    }
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
    fn a_missing_module_and_a_name_used_twice_are_errors() {
        let modules = [("main.js", "import { a } from \"./a.js\";\n")];
        assert_eq!(script(&modules, "main.js").unwrap_err(), "web/a.js is missing");
        let modules = [
            ("main.js", "import { a } from \"./a.js\";\nconst N = 1;\n"),
            ("a.js", "export function a() {}\nlet N;\n"),
        ];
        assert_eq!(script(&modules, "main.js").unwrap_err(), "web/a.js and web/main.js both declare `N`");
    }
}
