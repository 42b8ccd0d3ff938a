//! Bundles the sources of the page into one HTML file when the program is built. `web/README.md` has the rules for its
//! modules.

use std::collections::{BTreeMap, BTreeSet};

/// The entry points of a page.
pub(crate) struct Entry {
    page: &'static str,
    styles: &'static [&'static str],
    script: &'static str,
}

/// The page that runs the strategies.
pub(crate) const PAGE: Entry = Entry { page: "index.html", styles: &["theme.css"], script: "main.js" };

/// A lesson; its text is inserted later.
pub(crate) const LESSON: Entry =
    Entry { page: "lesson.html", styles: &["theme.css", "lesson.css"], script: "lesson.js" };

/// Bundles a page from its sources by name. Returns the parts before and after the place for its module and traces.
pub(crate) fn bundle(sources: &BTreeMap<String, String>, entry: &Entry) -> Result<(String, String), String> {
    let source = |name: &str| sources.get(name).ok_or_else(|| format!("web/{name} is missing"));
    let page = source(entry.page)?;
    let mut style = String::new();
    for name in entry.styles {
        style += source(name)?;
    }
    let (done, tops) = (BTreeSet::new(), BTreeMap::new());
    let mut script = Script { sources, done, tops, text: String::new() };
    script.visit(entry.script)?;
    let text = script.text;
    if text.contains("</script") || text.contains("<!--") || style.contains("</style") {
        return Err("a source of the page would end its element".to_string());
    }
    let split = |text: &'_ str, place: &str| match text.split_once(place) {
        Some((before, after)) => Ok((before.to_string(), after.to_string())),
        None => Err(format!("web/{} lacks the marker {place}, or has it out of order", entry.page)),
    };
    let (head, rest) = split(page, "<!-- style -->")?;
    let (body, rest) = split(&rest, "<!-- module -->")?;
    let (between, end) = split(&rest, "<!-- script -->")?;
    let begin = format!("{head}<style>\n{style}</style>{body}");
    Ok((begin, format!("{between}<script type=\"module\">\n{text}</script>{end}")))
}

/// Modules in one script, each after its imports.
struct Script<'a> {
    sources: &'a BTreeMap<String, String>,
    done: BTreeSet<String>,
    /// The top-level names, each with its module.
    tops: BTreeMap<String, String>,
    text: String,
}

impl Script<'_> {
    fn visit(&mut self, name: &str) -> Result<(), String> {
        if !self.done.insert(name.to_string()) {
            return Ok(());
        }
        let source = self.sources.get(name).ok_or_else(|| format!("web/{name} is missing"))?;
        let mut kept = String::new();
        for line in source.lines() {
            match import(line) {
                Some(Ok(file)) => self.visit(file)?,
                Some(Err(())) => {
                    return Err(format!("web/{name}: `{line}` is not `import {{ … }} from \"./….js\";`"));
                }
                None if line == "export {};" => {}
                None => {
                    let plain = line.strip_prefix("export ").unwrap_or(line);
                    if plain.len() < line.len() && declared(plain).is_none() {
                        return Err(format!("web/{name}: `{line}` exports no declaration"));
                    }
                    self.declare(name, plain)?;
                    kept += plain;
                    kept.push('\n');
                }
            }
        }
        self.text += &format!("// {name}\n{}\n\n", kept.trim());
        Ok(())
    }

    /// Adds a top-level name, which must be unique.
    fn declare(&mut self, name: &str, line: &str) -> Result<(), String> {
        let Some(top) = declared(line) else { return Ok(()) };
        match self.tops.insert(top.to_string(), name.to_string()) {
            Some(other) => Err(format!("`{top}` is declared by web/{other} and by web/{name}")),
            None => Ok(()),
        }
    }
}

/// The file that a line imports; `None` if the line is no import, an error if it has the wrong form.
fn import(line: &str) -> Option<Result<&str, ()>> {
    let rest = line.strip_prefix("import")?.strip_prefix([' ', '{', '"', '*'])?;
    let file = rest.trim_start().strip_prefix('{').and_then(|rest| rest.split_once("} from \"./"));
    let file =
        file.filter(|(names, _)| !names.contains(" as ")).and_then(|(_, file)| file.strip_suffix("\";"));
    Some(file.ok_or(()))
}

/// The top-level name that a line declares.
fn declared(line: &str) -> Option<&str> {
    let line = line.strip_prefix("async ").unwrap_or(line);
    let (word, rest) = line.split_once(' ')?;
    let name = rest.trim_start().split(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').next()?;
    ["const", "let", "var", "function", "function*", "class"].contains(&word).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HTML: &str = "<head><!-- style --></head><!-- module --><!-- script -->";

    fn bundled(modules: &[(&str, &str)]) -> Result<(String, String), String> {
        let files =
            modules.iter().copied().chain([("index.html", HTML), ("theme.css", "p { color: red }\n")]);
        bundle(&files.map(|(name, text)| (name.to_string(), text.to_string())).collect(), &PAGE)
    }

    #[test]
    fn a_module_comes_after_what_it_imports() {
        let page = bundled(&[
            ("main.js", "import { b } from \"./b.js\";\nimport { c } from \"./c.js\";\nb(c);\n"),
            (
                "b.js",
                "import { c } from \"./c.js\";\nexport function b(x) {\n  return x + c;\n}\nexport {};\n",
            ),
            ("c.js", "export const c = 1;\n"),
        ]);
        let script =
            "// c.js\nconst c = 1;\n\n// b.js\nfunction b(x) {\n  return x + c;\n}\n\n// main.js\nb(c);\n\n";
        let (begin, end) = page.unwrap();
        assert_eq!(begin, "<head><style>\np { color: red }\n</style></head>");
        assert_eq!(end, format!("<script type=\"module\">\n{script}</script>"));
    }

    #[test]
    fn a_lesson_has_sources_of_its_own() {
        let error = bundle(&BTreeMap::new(), &LESSON).unwrap_err();
        assert_eq!(error, "web/lesson.html is missing");
    }

    #[test]
    fn a_broken_rule_is_an_error() {
        let rejects = |modules: &[(&str, &str)], word: &str| {
            let error = bundled(modules).unwrap_err();
            assert!(error.contains(word), "{error}");
        };
        rejects(&[], "web/main.js is missing");
        rejects(&[("main.js", "import { a } from \"./a.js\";\n")], "web/a.js is missing");
        rejects(&[("main.js", "import a from \"./a.js\";\n")], "is not `import");
        rejects(&[("main.js", "import { a as b } from \"./a.js\";\n")], "is not `import");
        rejects(&[("main.js", "export default 3;\n")], "exports no declaration");
        rejects(&[("main.js", "const text = \"</script>\";\n")], "would end its element");
        let twice =
            [("main.js", "import { a } from \"./a.js\";\nlet a = 1;\n"), ("a.js", "export const a = 2;\n")];
        rejects(&twice, "`a` is declared by web/a.js and by web/main.js");
    }
}
