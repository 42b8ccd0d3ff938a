//! Values of an experiment file with alternative notations or special error messages.

use super::CorpusUse;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// A corpus, or only its name.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[expect(dead_code, reason = "describes what the reader below takes")]
pub(super) enum NameOrCorpus {
    /// The name.
    Name(String),
    /// The corpus.
    Corpus(CorpusUse),
}

/// Reads a list of corpora, each a table or a name.
pub(super) fn corpora<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<CorpusUse>, D::Error> {
    let corpora = Vec::<Entry>::deserialize(reader)?;
    Ok(corpora.into_iter().map(|Entry(corpus)| corpus).collect())
}

struct Entry(CorpusUse);

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Entry, D::Error> {
        reader.deserialize_any(EntryVisitor).map(Entry)
    }
}

struct EntryVisitor;

impl<'de> Visitor<'de> for EntryVisitor {
    type Value = CorpusUse;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a corpus, or a table: { path = \"…\" }")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<CorpusUse, E> {
        Ok(CorpusUse { name: Some(name.to_string()), path: None, optional: false, sample: None })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CorpusUse, A::Error> {
        CorpusUse::deserialize(MapAccessDeserializer::new(map))
    }
}

/// Reads a duration as a string.
pub(super) fn duration<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    reader.deserialize_any(DurationVisitor).map(Some)
}

struct DurationVisitor;

impl Visitor<'_> for DurationVisitor {
    type Value = String;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a duration with its unit: time = \"10s\"")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<String, E> {
        Ok(text.to_string())
    }
}
