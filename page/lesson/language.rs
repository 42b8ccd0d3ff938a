//! The words that a lesson's page adds to its text, by language, from the files in `web/lessons/words/`.

use serde_json::Value;

/// The words of each language, by its code.
const WORDS: [(&str, &str); 2] = [
    ("en", include_str!("../web/lessons/words/en.json")),
    ("de", include_str!("../web/lessons/words/de.json")),
];

/// The language of a lesson.
#[derive(Clone, Debug)]
pub(super) struct Language {
    /// Its code, such as `de`.
    pub(super) code: String,
    words: Value,
}

impl Language {
    /// The language with this code.
    pub(super) fn new(code: &str) -> Option<Language> {
        let (code, words) = WORDS.iter().find(|(known, _)| *known == code)?;
        Some(Language { code: (*code).to_string(), words: serde_json::from_str(words).unwrap_or_default() })
    }

    /// The codes of all languages.
    pub(super) fn codes() -> Vec<&'static str> {
        WORDS.iter().map(|(code, _)| *code).collect()
    }

    /// The word with this name.
    pub(super) fn word(&self, name: &str) -> &str {
        self.words[name].as_str().unwrap_or_default()
    }

    /// All words, as JSON for the script of the page.
    pub(super) fn json(&self) -> String {
        self.words.to_string()
    }

    /// A number in words, if it is small.
    pub(super) fn number(&self, count: f64, capital: bool) -> String {
        let small = (count >= 0.0 && count.fract() == 0.0).then_some(count as usize);
        let Some(word) = small.and_then(|count| self.words["numbers"][count].as_str()) else {
            return grouped(count);
        };
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        if capital { first.to_uppercase() + rest } else { word.to_string() }
    }
}

/// Groups the digits of a whole number with thin spaces: 12 345.
pub(super) fn grouped(count: f64) -> String {
    let digits = count.to_string();
    let (whole, part) = digits.split_once('.').map_or((&*digits, ""), |(whole, part)| (whole, part));
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at) % 3 == 0 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    if !part.is_empty() {
        text += ".";
        text += part;
    }
    text
}
