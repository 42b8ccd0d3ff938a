//! Describes the keys of an experiment file, from the schema of the types that read it.

use coverlab_bench::experiment::Experiment;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::{WIDEST, hang};
use schemars::schema_for;
use serde_json::Value;
use std::fmt::Write;

/// An experiment that uses nearly every key.
const EXAMPLE: &str = include_str!("example.toml");

/// The JSON schema of experiment files.
pub(super) fn schema() -> String {
    serde_json::to_string_pretty(&schema_for!(Experiment)).expect("a schema has a JSON form") + "\n"
}

/// The keys as text, and an example.
pub(super) fn reference(terminal: &Terminal) -> String {
    let schema = schema_for!(Experiment).to_value();
    let mut page =
        Reference { definitions: schema["$defs"].clone(), terminal: *terminal, text: String::new() };
    page.paragraph(
        0,
        "An experiment is a TOML file; `coverlab run FILE.toml` runs it. Its keys are described below, followed \
         by the keys of the tables that are values. `coverlab list experiments` lists the built-in experiments; \
         `coverlab help experiment --json` writes a JSON schema for editors.",
    );
    page.keys("Keys of the file", &schema);
    let mut kinds = Vec::new();
    collect_kinds(&schema, &page.definitions, &mut kinds);
    for Kind { name, keys } in &kinds {
        let definition = page.definitions[name].clone();
        let keys = keys.iter().map(|key| format!("`{key}`")).collect::<Vec<_>>().join(", ");
        match definition["properties"].is_object() {
            true => page.keys(&format!("Keys of {keys}"), &definition),
            false => page.words(&format!("Values of {keys}"), &definition),
        }
    }
    page.title("Example");
    page.text += EXAMPLE;
    page.text
}

/// A type of values, and the keys that take it.
struct Kind {
    name: String,
    keys: Vec<String>,
}

/// Collects the types that the keys of `table` take, the table's own keys first.
fn collect_kinds(table: &Value, definitions: &Value, kinds: &mut Vec<Kind>) {
    let known = kinds.len();
    for (key, property) in table["properties"].as_object().into_iter().flatten() {
        collect_kind(key, property, definitions, kinds);
    }
    for at in known..kinds.len() {
        let definition = &definitions[&kinds[at].name];
        collect_kinds(definition, definitions, kinds);
    }
}

/// Collects the types within `schema`, which describes the values of `key`.
fn collect_kind(key: &str, schema: &Value, definitions: &Value, kinds: &mut Vec<Kind>) {
    let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) else {
        let choices = schema["anyOf"].as_array().into_iter().flatten();
        choices.chain(schema.get("items")).for_each(|part| collect_kind(key, part, definitions, kinds));
        return;
    };
    if definitions[name]["anyOf"].is_array() {
        return collect_kind(key, &definitions[name], definitions, kinds);
    }
    match kinds.iter_mut().find(|kind| kind.name == name) {
        Some(kind) if kind.keys.iter().any(|known| known == key) => {}
        Some(kind) => kind.keys.push(key.to_string()),
        None => kinds.push(Kind { name: name.to_string(), keys: vec![key.to_string()] }),
    }
}

/// The reference as text, while it is written.
struct Reference {
    definitions: Value,
    terminal: Terminal,
    text: String,
}

impl Reference {
    fn paragraph(&mut self, indent: usize, text: &str) {
        let width = self.terminal.width.unwrap_or(WIDEST).min(WIDEST);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let _ = writeln!(self.text, "{:indent$}{}", "", hang(&text, indent, indent, Some(width)));
    }

    fn title(&mut self, title: &str) {
        let _ = writeln!(self.text, "\n{}", paint(&format!("{title}:"), FAINT, self.terminal.color));
    }

    /// Writes every key of a table with its type, whether it is required, and its meaning.
    fn keys(&mut self, title: &str, table: &Value) {
        self.title(title);
        let required =
            |key: &str| table["required"].as_array().is_some_and(|keys| keys.iter().any(|k| k == key));
        for (key, property) in table["properties"].as_object().into_iter().flatten() {
            let kind = self.kind(property);
            let requirement = match property.get("default") {
                _ if required(key) => ", required".to_string(),
                Some(Value::Null) | None => String::new(),
                Some(Value::Array(list)) if list.is_empty() => String::new(),
                Some(Value::Object(_)) => String::new(),
                Some(default) => format!(", {default} if not given"),
            };
            let key = paint(key, GIVEN, self.terminal.color);
            let _ =
                writeln!(self.text, "  {key}  {}", paint(&(kind + &requirement), FAINT, self.terminal.color));
            self.paragraph(6, property["description"].as_str().unwrap_or_default());
        }
    }

    /// Writes every word of a choice with its meaning.
    fn words(&mut self, title: &str, table: &Value) {
        self.title(title);
        for choice in table["oneOf"].as_array().into_iter().flatten() {
            let meaning = choice["description"].as_str().unwrap_or_default().to_string();
            for word in choice_words(choice) {
                let word = paint(&word, GIVEN, self.terminal.color);
                let _ = writeln!(self.text, "  {word}");
                self.paragraph(6, &meaning);
            }
        }
    }

    /// The type of a value, in TOML terms.
    fn kind(&self, schema: &Value) -> String {
        if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
            let is_choice = self.definitions[name]["oneOf"].is_array();
            return match self.definitions[name].get("anyOf") {
                Some(_) => self.kind(&self.definitions[name]),
                None if is_choice => "one of the values below".to_string(),
                None => "table".to_string(),
            };
        }
        if let Some(choices) = schema["anyOf"].as_array() {
            let kinds: Vec<String> = choices
                .iter()
                .filter(|choice| choice["type"] != "null")
                .map(|choice| self.kind(choice))
                .collect();
            return kinds.join(" or ");
        }
        if let Some(all) = schema["allOf"].as_array() {
            return all.first().map_or_else(String::new, |one| self.kind(one));
        }
        let named = schema["type"].as_array().and_then(|types| types.iter().find(|name| *name != "null"));
        match named.unwrap_or(&schema["type"]).as_str().unwrap_or_default() {
            "string" => "text".to_string(),
            "integer" => "whole number".to_string(),
            "number" => "number".to_string(),
            "boolean" => "true or false".to_string(),
            "array" if schema["prefixItems"].is_array() => "pair of texts".to_string(),
            "array" => format!("list: {}", self.kind(&schema["items"])),
            "object" => "table of numbers by name".to_string(),
            other => other.to_string(),
        }
    }
}

/// The words of a choice; `{ up-to = N }` for one with a number.
fn choice_words(choice: &Value) -> Vec<String> {
    if let Some(word) = choice["const"].as_str() {
        return vec![format!("\"{word}\"")];
    }
    let words = choice["enum"].as_array().into_iter().flatten();
    let keys = choice["properties"].as_object().into_iter().flatten();
    words
        .filter_map(|word| Some(format!("\"{}\"", word.as_str()?)))
        .chain(keys.map(|(key, _)| format!("{{ {key} = N }}")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use coverlab_bench::experiment::Loaded;
    use coverlab_bench::measure::Measure;
    use coverlab_bench::record::measures;
    use coverlab_bench::runner::{Overrides, Prepared};
    use coverlab_bench::worker_process::SeparateProcesses;
    use std::path::PathBuf;

    fn page() -> String {
        let terminal = Terminal { width: Some(80), ..Terminal::SILENT };
        reference(&terminal)
    }

    #[test]
    fn the_example_is_an_experiment() {
        let loaded = Loaded::parse(EXAMPLE.to_string(), "example.toml", PathBuf::new());
        let prepared = Prepared::new(&loaded.unwrap(), Overrides::default(), &SeparateProcesses::default());
        assert!(prepared.is_ok_and(|prepared| prepared.trials() > 0));
    }

    /// The keys that the reader accepts in the table that `text` ends with.
    fn known(text: &str) -> Vec<String> {
        let error = Loaded::parse(format!("{text}no-such-key = 1\n"), "", PathBuf::new()).unwrap_err();
        let message = error.to_string();
        let list = message.split("known: ").nth(1).and_then(|rest| rest.split(';').next());
        list.unwrap_or_else(|| panic!("{message}")).split(", ").map(str::to_string).collect()
    }

    #[test]
    fn every_key_is_described_and_in_the_example() {
        let page = page();
        for table in [
            "",
            "[limits]\n",
            "[[corpora]]\n",
            "[[claim]]\n",
            "[[published]]\n",
            "[[claim]]\n[claim.of]\n",
            "[[law]]\n",
        ] {
            for key in known(table) {
                assert!(page.contains(&format!("\n  {key}  ")), "{key} of {table}");
            }
        }
        for key in known("") {
            assert!(EXAMPLE.contains(&key), "{key}");
        }
        for measure in Measure::ALL {
            assert!(page.contains(&format!("\n  \"{}\"\n", measure.word())), "{}", measure.word());
        }
        for measure in measures() {
            assert!(page.contains(&format!("`{measure}`")), "{measure}");
        }
        assert!(page.contains("\n  { up-to = N }\n") && page.contains("\n  \"unique\"\n"), "{page}");
        assert!(page.lines().all(|line| coverlab_bench::text::width(line) <= 80), "{page}");
        assert!(page.contains("  name  text, required\n") && page.contains("whole number, 1 if not given"));
    }
}
