//! Suggestions for misspelled words.

/// The word of `known` that `word` most probably misspells, ignoring case. Allows one edit per three letters
/// of `word`, at most three; a word that starts with all of `word` (three letters or more) counts as one edit
/// away.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let far = word.chars().count().div_ceil(3).min(3);
    let distance = |other: &str| {
        let other = other.to_lowercase();
        let begun = word.chars().count() >= 3 && other.starts_with(&word);
        strsim::damerau_levenshtein(&word, &other).min(if begun { 1 } else { usize::MAX })
    };
    // Among equally near words, prefer the one with the longest common prefix.
    let alike = |other: &str| word.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    known
        .map(|other| (distance(other), std::cmp::Reverse(alike(other)), other))
        .filter(|(d, ..)| *d <= far)
        .min_by_key(|&(d, alike, _)| (d, alike))
        .map(|(.., other)| other)
}

/// The remedy that suggests the word of `known` which `word` misspells, if any; see [`nearest`].
pub fn did_you_mean<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    nearest(word, known).map(|near| format!("did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_word() {
        let known = ["bird", "bird-bits", "delord", "dlx"];
        let near = |word| nearest(word, known.into_iter());
        assert_eq!(near("brid"), Some("bird"));
        assert_eq!(near("bird-bit"), Some("bird-bits"));
        assert_eq!(near("DLX"), Some("dlx"));
        assert_eq!(near("kissat"), None);
    }
}
