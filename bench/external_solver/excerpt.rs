//! Shortens the output of programs for messages.

/// The first 160 characters of a text, without control characters.
pub fn short(text: &str) -> String {
    let clean: String = text.chars().filter(|c| !c.is_control()).take(160).collect();
    clean.trim().to_string()
}
