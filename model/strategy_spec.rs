//! The spec that selects and configures a strategy, as a user writes it: `bird-bits:prune=fixpoint`.

use crate::did_you_mean;
use std::fmt;

/// A strategy as a user writes it: `name` or `name:parameter=value,parameter=value`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The strategy's name.
    pub name: String,
    /// The parameters, in the order given.
    pub parameters: Vec<(String, String)>,
}

/// Aliases of strategies. They are resolved on input, so every record uses one name.
const ALIASES: [(&str, &str); 1] = [("xcc", "dlx")];

impl std::str::FromStr for Spec {
    type Err = BadSpec;

    fn from_str(text: &str) -> Result<Self, BadSpec> {
        let (name, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut parameters: Vec<(String, String)> = Vec::new();
        for part in rest.split(',').filter(|p| !p.trim().is_empty()) {
            let Some((key, value)) = part.split_once('=') else {
                let what = format!("`{part}` in `{text}` is not `parameter=value`");
                return Err(BadSpec::new(what, part, Vec::new()));
            };
            let key = key.trim().to_string();
            if parameters.iter().any(|(k, _)| *k == key) {
                return Err(BadSpec::new(
                    format!("parameter `{key}` appears twice in `{text}`"),
                    &key,
                    Vec::new(),
                ));
            }
            parameters.push((key, value.trim().to_string()));
        }
        let name = name.trim();
        let name = ALIASES.iter().find(|(other, _)| *other == name).map_or(name, |(_, name)| name);
        Ok(Spec { name: name.to_string(), parameters })
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.parameters.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

/// A spec names an unknown strategy or parameter, or a value that is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadSpec {
    /// The message.
    pub what: String,
    /// The invalid word.
    pub word: String,
    /// The valid words, from which the nearest is suggested.
    pub known: Vec<String>,
}

impl BadSpec {
    /// Creates an error for `word`, where `known` are the valid words.
    pub fn new(what: impl Into<String>, word: &str, known: Vec<String>) -> Self {
        BadSpec { what: what.into(), word: word.to_string(), known }
    }

    /// The suggested correction: the nearest valid word, or all of them if they are few.
    pub fn remedy(&self) -> Option<String> {
        let is_short = (1..=12).contains(&self.known.len());
        let list = || is_short.then(|| format!("known: {}", self.known.join(", ")));
        did_you_mean(&self.word, self.known.iter().map(String::as_str)).or_else(list)
    }
}

impl fmt::Display for BadSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for BadSpec {}
