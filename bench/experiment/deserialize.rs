//! Deserializes values of an experiment file that have alternative notations or error messages of their own.

use super::CorpusEntry;
use crate::value_set::expand;
use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use std::fmt;

/// A corpus, or only its name.
#[derive(JsonSchema)]
#[schemars(untagged)]
pub(super) enum NameOrCorpus {
    /// The name.
    Name(String),
    /// The corpus.
    Corpus(CorpusEntry),
}

/// Reads a list of corpora, each a table or a name.
pub(super) fn corpora<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<CorpusEntry>, D::Error> {
    let entry = |corpus| match corpus {
        NameOrCorpus::Name(name) => CorpusEntry { name: Some(name), ..CorpusEntry::default() },
        NameOrCorpus::Corpus(entry) => entry,
    };
    Ok(Vec::deserialize(reader)?.into_iter().map(entry).collect())
}

impl<'de> Deserialize<'de> for NameOrCorpus {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<NameOrCorpus, D::Error> {
        reader.deserialize_any(CorpusVisitor)
    }
}

struct CorpusVisitor;

impl<'de> Visitor<'de> for CorpusVisitor {
    type Value = NameOrCorpus;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a corpus, or a table: { path = \"…\" }")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<NameOrCorpus, E> {
        NameSetVisitor.visit_str(name).map(|_| NameOrCorpus::Name(name.to_string()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<NameOrCorpus, A::Error> {
        CorpusEntry::deserialize(MapAccessDeserializer::new(map)).map(NameOrCorpus::Corpus)
    }
}

/// Reads a list of names, in which a name with value sets stands for several.
pub(super) fn names<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<String>, D::Error> {
    let names = Vec::<NameSet>::deserialize(reader)?;
    Ok(names.into_iter().flat_map(|NameSet(names)| names).collect())
}

/// Reads the name of a corpus and checks its value sets. The name stays as written, because one corpus contains all
/// instances that it stands for.
pub(super) fn corpus_name<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<String>, D::Error> {
    let name = String::deserialize(reader)?;
    NameSetVisitor.visit_str(&name).map(|_| Some(name))
}

/// The names that one name stands for.
struct NameSet(Vec<String>);

impl<'de> Deserialize<'de> for NameSet {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<NameSet, D::Error> {
        reader.deserialize_str(NameSetVisitor)
    }
}

struct NameSetVisitor;

impl Visitor<'_> for NameSetVisitor {
    type Value = NameSet;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<NameSet, E> {
        expand(name).map(NameSet).map_err(|wrong| E::custom(wrong.what))
    }
}

/// Reads a duration as text. A value of another type gets an error that shows the notation.
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

/// Reads a number and checks that it is not 0.
pub(super) fn positive<'de, D, T>(reader: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialEq,
{
    let number = Some(T::deserialize(reader)?).filter(|number| *number != T::default());
    number.ok_or_else(|| D::Error::custom("0 is too small, expected 1 or more"))
}

/// Like [`positive`], for a key that may be missing.
pub(super) fn some_positive<'de, D, T>(reader: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default + PartialEq,
{
    positive(reader).map(Some)
}
