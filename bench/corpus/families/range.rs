//! Ranges in the names of families: `queens:6..8` is three instances; `300..600/10` has a step of ten.

/// Maximum number of instances that one name may expand to.
const MAX_INSTANCES: u64 = 10_000;

/// Expands `queens:6..8` to `queens:6`, `queens:7`, `queens:8`. Two ranges expand to all pairs of their numbers, and
/// the last range varies fastest.
///
/// # Errors
/// A range is malformed; the second text is the remedy.
pub(super) fn expand(spec: &str) -> Result<Vec<String>, (String, String)> {
    // The dots of a drawn board are not a range.
    if spec.contains('#') {
        return Ok(vec![spec.to_string()]);
    }
    let mut names = vec![String::new()];
    let mut rest = spec;
    while let Some(at) = rest.find("..") {
        let start = rest[..at].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |k| k + 1);
        let (high, after) = digits(&rest[at + 2..]);
        let (step, after) = match after.strip_prefix('/').map(digits) {
            Some((step, after)) => (step.parse().unwrap_or(0), after),
            None => (1, after),
        };
        let (low, high) = (rest[start..at].parse::<u64>(), high.parse::<u64>());
        let (Ok(low), Ok(high)) = (low, high) else { return Err(no_range(spec)) };
        let room = MAX_INSTANCES / names.len() as u64;
        if low > high || step == 0 || (high - low) / step >= room {
            return Err(no_range(spec));
        }
        let before = &rest[..start];
        let each = |name: &String| -> Vec<String> {
            (low..=high).step_by(step as usize).map(|k| format!("{name}{before}{k}")).collect()
        };
        names = names.iter().flat_map(each).collect();
        rest = after;
    }
    names.iter_mut().for_each(|name| name.push_str(rest));
    Ok(names)
}

/// Splits `text` into its leading digits and the rest.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()))
}

fn no_range(spec: &str) -> (String, String) {
    let what = format!("`{spec}` has no range of at most {MAX_INSTANCES} numbers");
    (what, "write an inclusive range such as `queens:6..14`, or one with a step, `300..600/10`".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_become_names() {
        let names = |spec| expand(spec).unwrap();
        assert_eq!(names("soma"), ["soma"]);
        assert_eq!(names("quasigroup:9:40:1..2"), ["quasigroup:9:40:1", "quasigroup:9:40:2"]);
        assert_eq!(names("dominoes:4..5x6"), ["dominoes:4x6", "dominoes:5x6"]);
        assert_eq!(names("a:10..35/10"), ["a:10", "a:20", "a:30"]);
        assert_eq!(names("a:7..7"), ["a:7"]);
        assert_eq!(names("dominoes:##..##/######"), ["dominoes:##..##/######"]);
        assert_eq!(names("a:1..2:5..7/2"), ["a:1:5", "a:1:7", "a:2:5", "a:2:7"]);
    }

    #[test]
    fn malformed_ranges_are_errors() {
        for spec in ["a:2..1", "a:..", "a:1..", "a:..2", "a:1..2/0", "a:1..2/", "a:1..2..3", "a:1..99999"] {
            assert!(expand(spec).unwrap_err().0.contains("has no range"), "{spec}");
        }
        assert!(expand("a:1..200:1..200").is_err());
        assert!(expand("a:1..99999999999999999999").is_err());
    }
}
