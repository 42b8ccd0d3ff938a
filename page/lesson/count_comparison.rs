//! Comparisons of counts in claims and exercises: `nodes of dlx < nodes of heller`.

const SIGNS: [&str; 5] = [" <= ", " >= ", " = ", " < ", " > "];

/// Two sides, and the sign between them.
pub(super) struct CountComparison<'a> {
    pub(super) left: &'a str,
    pub(super) sign: &'a str,
    pub(super) right: &'a str,
}

impl<'a> CountComparison<'a> {
    /// Splits `words` at the sign, which has a space on each side. `None` if there is no sign.
    pub(super) fn parse(words: &'a str) -> Option<CountComparison<'a>> {
        SIGNS.into_iter().find_map(|sign| {
            let (left, right) = words.split_once(sign)?;
            Some(CountComparison { left: left.trim(), sign: sign.trim(), right: right.trim() })
        })
    }

    /// Whether the comparison holds for these values of its sides.
    pub(super) fn holds(&self, left: f64, right: f64) -> bool {
        match self.sign {
            "<=" => left <= right,
            ">=" => left >= right,
            "=" => left == right,
            "<" => left < right,
            _ => left > right,
        }
    }
}
