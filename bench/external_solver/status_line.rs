//! Parses the status line of a SAT solver: `s SATISFIABLE` in competitions, or only `SAT` or `SATISFIABLE` by minisat and its
//! descendants.

use crate::text::excerpt;

/// The claim of a status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ClaimedStatus {
    /// There is a model.
    Satisfiable,
    /// There is no model.
    Unsatisfiable,
    /// The solver gave up.
    Unknown,
}

/// The claim of the status lines in `text`, if there are any.
///
/// # Errors
/// A line that begins with `s` has no known status, for example because the output was cut off, or two lines contradict
/// each other.
pub(super) fn claim(text: &str) -> Result<Option<ClaimedStatus>, String> {
    let mut found = None;
    for line in text.lines().map(str::trim_end) {
        let claim = match line.strip_prefix("s ").map_or(line, str::trim) {
            "SATISFIABLE" | "SAT" => ClaimedStatus::Satisfiable,
            "UNSATISFIABLE" | "UNSAT" => ClaimedStatus::Unsatisfiable,
            "UNKNOWN" | "INDETERMINATE" | "INDET" => ClaimedStatus::Unknown,
            _ if line == "s" || line.starts_with("s ") => {
                return Err(format!("`{}` is not a status", excerpt(line)));
            }
            _ => continue,
        };
        if found.replace(claim).is_some_and(|earlier| earlier != claim) {
            return Err("its status lines contradict each other".to_string());
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_complete_or_an_error() {
        assert_eq!(claim("c SAT\ns SATISFIABLE \r\nv 1 0\n"), Ok(Some(ClaimedStatus::Satisfiable)));
        assert_eq!(claim("UNSATISFIABLE\nUNSAT\n"), Ok(Some(ClaimedStatus::Unsatisfiable)));
        assert_eq!(claim("s UNKNOWN"), Ok(Some(ClaimedStatus::Unknown)));
        assert_eq!((claim(""), claim("v 1 0\nSatisfiable\n")), (Ok(None), Ok(None)));
        for text in ["s UNSATISFIA", "s SATISFIABLEv 1 0", "s", "s \n", "SAT\nUNSAT\n"] {
            assert!(claim(text).is_err(), "{text}");
        }
    }
}
