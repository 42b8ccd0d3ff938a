//! Parses durations: `10s`, `500ms`, `2min`.

use std::time::Duration;

/// The units in nanoseconds.
const UNITS: [(&str, f64); 6] =
    [("min", 6e10), ("ms", 1e6), ("us", 1e3), ("ns", 1.0), ("h", 3.6e12), ("s", 1e9)];

/// Parses a number with a unit.
///
/// # Errors
/// The text is not a duration, or it is out of range.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a duration: write a number and a unit, such as 10s, 500ms, 2min");
    let split = UNITS.iter().find_map(|(unit, scale)| Some((text.trim().strip_suffix(unit)?, scale)));
    let (number, scale) = split.ok_or_else(wrong)?;
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let nanoseconds = number * scale;
    if !nanoseconds.is_finite() || number < 0.0 {
        return Err(wrong());
    }
    if !(1.0..1e18).contains(&nanoseconds) {
        return Err(format!("`{text}` is too {}", if nanoseconds < 1.0 { "short" } else { "long" }));
    }
    Ok(Duration::from_nanos(nanoseconds.round() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read() {
        for (text, nanoseconds) in
            [("10s", 10_000_000_000), ("500ms", 500_000_000), ("2min", 120_000_000_000), (" 1.5 us ", 1500)]
        {
            assert_eq!(parse_duration(text), Ok(Duration::from_nanos(nanoseconds)), "{text}");
        }
        for text in ["", "s", "10", "-1s", "nan s", "inf s", "0s", "1e30h", "ten s", "10 parsecs"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
