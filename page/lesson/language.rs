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
            return self.digits(count);
        };
        let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
        if capital { first.to_uppercase() + rest } else { word.to_string() }
    }

    /// The digits of a number, in groups divided by thin spaces: 12 345. From 2^53 on, where a floating-point number is
    /// rounded, it has three: 1.80·10⁵⁷.
    pub(super) fn digits(&self, count: f64) -> String {
        let point = self.word("decimal point");
        if count.is_infinite() {
            return "∞".to_string();
        }
        if count.abs() >= MAX_EXACT {
            let scientific = format!("{count:.2e}");
            let (digits, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
            return format!("{}·10{}", digits.replace('.', point), superscript(power));
        }
        let text = count.to_string();
        let (whole, part) = text.split_once('.').map_or((&*text, ""), |(whole, part)| (whole, part));
        let mut grouped = String::new();
        for (at, digit) in whole.chars().enumerate() {
            if at > 0 && (whole.len() - at) % 3 == 0 {
                grouped.push('\u{202f}');
            }
            grouped.push(digit);
        }
        if part.is_empty() { grouped } else { grouped + point + part }
    }
}

/// The whole numbers below this are exact: 2^53.
const MAX_EXACT: f64 = (1_u64 << 53) as f64;

/// A whole number in superscript digits.
fn superscript(power: &str) -> String {
    let raised = |digit: char| digit.to_digit(10).and_then(|value| "⁰¹²³⁴⁵⁶⁷⁸⁹".chars().nth(value as usize));
    power.chars().filter_map(raised).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_marks_of_the_language_and_no_invented_digits() {
        let [english, german] = ["en", "de"].map(|code| Language::new(code).unwrap());
        assert_eq!((english.digits(12_345.5), german.digits(0.4)), ("12\u{202f}345.5".into(), "0,4".into()));
        assert_eq!(
            english.digits(9_f64.powi(16)),
            "1\u{202f}853\u{202f}020\u{202f}188\u{202f}851\u{202f}841"
        );
        assert_eq!(
            (english.digits(9_f64.powi(60)), german.digits(9_f64.powi(60))),
            ("1.80·10⁵⁷".into(), "1,80·10⁵⁷".into())
        );
    }
}
