//! Describes the keys of an experiment file, from the schema of the types that read it.

use coverlab_bench::experiment::Experiment;
use coverlab_bench::terminal::{FAINT, GIVEN, Terminal, paint};
use coverlab_bench::text::{WIDEST, hang};
use schemars::generate::SchemaSettings;
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
    let settings = SchemaSettings::default().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<Experiment>().to_value();
    let mut page = Reference { described: Vec::new(), terminal: *terminal, text: String::new() };
    page.paragraph(
        0,
        "An experiment is a TOML file; `coverlab run FILE.toml` runs it. Its keys are described below, each \
         followed by the keys or words that it takes as values. `coverlab list experiments` lists the \
         built-in experiments; `coverlab help experiment --json` writes a JSON schema for editors.",
    );
    page.title("Keys");
    page.keys(2, &schema);
    page.title("Example");
    page.text += EXAMPLE;
    page.text
}

/// The reference as text, while it is written.
struct Reference {
    /// The keys of the tables described so far, and the key that takes each table.
    described: Vec<(Value, String)>,
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

    /// Writes every key of a table with its type, whether it is required, its meaning, and its values.
    fn keys(&mut self, indent: usize, table: &Value) {
        let required =
            |key: &str| table["required"].as_array().is_some_and(|keys| keys.iter().any(|k| k == key));
        for (key, property) in table["properties"].as_object().into_iter().flatten() {
            let kind = kind(property);
            let requirement = match property.get("default") {
                _ if required(key) => ", required".to_string(),
                Some(Value::Null) | None => String::new(),
                Some(Value::Array(list)) if list.is_empty() => String::new(),
                Some(Value::Object(_)) => String::new(),
                Some(default) => format!(", {default} if not given"),
            };
            let color = self.terminal.color;
            let (name, facts) = (paint(key, GIVEN, color), paint(&(kind + &requirement), FAINT, color));
            let _ = writeln!(self.text, "{:indent$}{name}  {facts}", "");
            self.paragraph(indent + 4, property["description"].as_str().unwrap_or_default());
            self.values(indent + 4, key, property);
        }
    }

    /// Writes the keys or words that `key` takes, unless another key takes the same table.
    fn values(&mut self, indent: usize, key: &str, schema: &Value) {
        let choices = schema["anyOf"].as_array().into_iter().flatten();
        choices.chain(schema.get("items")).for_each(|part| self.values(indent, key, part));
        self.words(indent, schema);
        let keys = &schema["properties"];
        if !keys.is_object() {
            return;
        }
        match self.described.iter().find(|(described, _)| described == keys).map(|(_, key)| key.clone()) {
            Some(earlier) => self.paragraph(indent, &format!("It has the keys of `{earlier}`.")),
            None => {
                self.described.push((keys.clone(), key.to_string()));
                self.keys(indent, schema);
            }
        }
    }

    /// Writes every word of a choice with its meaning.
    fn words(&mut self, indent: usize, table: &Value) {
        for choice in table["oneOf"].as_array().into_iter().flatten() {
            let meaning = choice["description"].as_str().unwrap_or_default().to_string();
            for word in choice_words(choice) {
                let word = paint(&word, GIVEN, self.terminal.color);
                let _ = writeln!(self.text, "{:indent$}{word}", "");
                self.paragraph(indent + 4, &meaning);
            }
        }
    }
}

/// The type of a value, in TOML terms.
fn kind(schema: &Value) -> String {
    if schema["oneOf"].is_array() {
        return "one of the values below".to_string();
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        let kinds: Vec<String> = choices.iter().filter(|choice| choice["type"] != "null").map(kind).collect();
        return kinds.join(" or ");
    }
    if let Some(all) = schema["allOf"].as_array() {
        return all.first().map_or_else(String::new, kind);
    }
    let named = schema["type"].as_array().and_then(|types| types.iter().find(|name| *name != "null"));
    match named.unwrap_or(&schema["type"]).as_str().unwrap_or_default() {
        "string" => "text".to_string(),
        "integer" => "whole number".to_string(),
        "number" => "number".to_string(),
        "boolean" => "true or false".to_string(),
        "array" if schema["prefixItems"].is_array() => "pair of texts".to_string(),
        "array" => format!("list: {}", kind(&schema["items"])),
        "object" if schema["properties"].is_object() => "table".to_string(),
        "object" => "table of numbers by name".to_string(),
        other => other.to_string(),
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
    use coverlab_bench::experiment::LoadedExperiment;
    use coverlab_bench::instance_measure::InstanceMeasure;
    use coverlab_bench::record::number_columns;
    use coverlab_bench::runner::{Overrides, PreparedExperiment};
    use coverlab_bench::separate_process::SeparateProcesses;
    use std::path::PathBuf;

    fn page() -> String {
        let terminal = Terminal { width: Some(80), ..Terminal::SILENT };
        reference(&terminal)
    }

    #[test]
    fn the_example_is_an_experiment() {
        let loaded = LoadedExperiment::parse(EXAMPLE.to_string(), "example.toml", PathBuf::new());
        let prepared = PreparedExperiment::new(&loaded.unwrap(), Overrides::default(), &SeparateProcesses);
        assert!(prepared.is_ok_and(|prepared| prepared.trials() > 0));
    }

    /// The keys that the reader accepts in the table that `text` ends with.
    fn known(text: &str) -> Vec<String> {
        let error =
            LoadedExperiment::parse(format!("{text}no-such-key = 1\n"), "", PathBuf::new()).unwrap_err();
        let message = error.to_string();
        let list = message.split("known: ").nth(1).and_then(|rest| rest.split(';').next());
        list.unwrap_or_else(|| panic!("{message}")).split(", ").map(str::to_string).collect()
    }

    #[test]
    fn every_key_is_described_and_in_the_example() {
        let page = page();
        let has_line = |start: &str| page.lines().any(|line| line.trim_start().starts_with(start));
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
                assert!(has_line(&format!("{key}  ")), "{key} of {table}");
            }
        }
        for key in known("") {
            assert!(EXAMPLE.contains(&key), "{key}");
        }
        for measure in InstanceMeasure::ALL {
            assert!(has_line(&format!("\"{}\"", measure.name())), "{}", measure.name());
        }
        for column in number_columns() {
            assert!(page.contains(&format!("`{column}`")), "{column}");
        }
        assert!(has_line("{ up-to = N }") && has_line("\"unique\""), "{page}");
        assert!(page.lines().all(|line| coverlab_bench::text::width(line) <= 80), "{page}");
        assert!(page.contains("  name  text, required\n") && page.contains("whole number, 1 if not given"));
    }
}
