//! Parses numbers with units: durations (`10s`, `500ms`, `2min`) and memory sizes (`64MiB`, `2GiB`).

use std::time::Duration;

/// The units of time, in nanoseconds. A unit precedes those that it ends in: `ms` comes before `s`.
const TIMES: [(&str, f64); 6] =
    [("min", 6e10), ("ms", 1e6), ("us", 1e3), ("ns", 1.0), ("h", 3.6e12), ("s", 1e9)];

/// The units of memory, in bytes.
const SIZES: [(&str, f64); 4] =
    [("KiB", 1024.0), ("MiB", 1_048_576.0), ("GiB", 1_073_741_824.0), ("TiB", 1_099_511_627_776.0)];

/// The minimum memory size, in bytes. A program needs this much before it can search.
const MIN_BYTES: f64 = 8_388_608.0;

/// Parses a duration.
///
/// # Errors
/// The text is not a duration, or it is out of range.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is not a duration: write a number and a unit, such as 10s, 500ms, 2min");
    let nanoseconds = scaled(text, &TIMES).ok_or_else(wrong)?;
    if !(1.0..1e18).contains(&nanoseconds) {
        return Err(format!("`{text}` is too {}", if nanoseconds < 1.0 { "short" } else { "long" }));
    }
    Ok(Duration::from_nanos(nanoseconds.round() as u64))
}

/// Formats `duration` in the notation of [`parse_duration`]: `8s`, `1.5ms`.
pub fn duration_text(duration: Duration) -> String {
    format!("{duration:?}").replace('µ', "u")
}

/// Parses a memory size to bytes.
///
/// # Errors
/// The text is not a size, or it is out of range.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size: write a number and a unit, such as 64MiB, 2GiB");
    let bytes = scaled(text, &SIZES).ok_or_else(wrong)?;
    if !(MIN_BYTES..1e18).contains(&bytes) {
        let why = if bytes < MIN_BYTES { "small: the minimum is 8MiB" } else { "large" };
        return Err(format!("`{text}` is too {why}"));
    }
    Ok(bytes as u64)
}

/// The number in `text`, multiplied by its unit. `None` if it is not a number, is negative, or has none of `units`.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let split = units.iter().find_map(|(unit, scale)| Some((text.trim().strip_suffix(unit)?, scale)));
    let (number, scale) = split?;
    let value = number.trim().parse::<f64>().ok()? * scale;
    (value.is_finite() && value >= 0.0).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_and_sizes_are_read() {
        for (text, nanoseconds) in
            [("10s", 10_000_000_000), ("500ms", 500_000_000), ("2min", 120_000_000_000), (" 1.5 us ", 1500)]
        {
            let duration = Duration::from_nanos(nanoseconds);
            assert_eq!(parse_duration(text), Ok(duration), "{text}");
            assert_eq!(parse_duration(&duration_text(duration)), Ok(duration), "{text}");
        }
        for text in ["", "s", "10", "-1s", "nan s", "inf s", "0s", "1e30h", "ten s", "10 parsecs"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
        for (text, bytes) in [
            ("64MiB", 67_108_864),
            ("1.5GiB", 1_610_612_736),
            (" 9000 KiB ", 9_216_000),
            ("1TiB", 1_099_511_627_776),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        let large = "999999999TiB";
        assert_eq!(parse_size(large), Err(format!("`{large}` is too large")));
        for text in ["", "MiB", "10", "-1GiB", "nan MiB", "inf MiB", "7MiB", "1e30GiB", "ten MiB", "1MB"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
