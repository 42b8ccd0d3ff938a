//! Parses memory sizes: `64MiB`, `2GiB`.

/// The units in bytes.
const UNITS: [(&str, f64); 3] = [("KiB", 1024.0), ("MiB", 1_048_576.0), ("GiB", 1_073_741_824.0)];

/// Minimum size: a program needs this much before it can search.
const MIN_BYTES: f64 = 8_388_608.0;

/// Parses a number with a unit to bytes.
///
/// # Errors
/// The text is not a size, or it is out of range.
pub fn parse_size(text: &str) -> Result<u64, String> {
    let wrong = || format!("`{text}` is not a size: write a number and a unit, such as 64MiB, 2GiB");
    let split = UNITS.iter().find_map(|(unit, scale)| Some((text.trim().strip_suffix(unit)?, scale)));
    let (number, scale) = split.ok_or_else(wrong)?;
    let bytes = number.trim().parse::<f64>().map_err(|_| wrong())? * scale;
    if !bytes.is_finite() || bytes < 0.0 {
        return Err(wrong());
    }
    if !(MIN_BYTES..1e18).contains(&bytes) {
        let why = if bytes < MIN_BYTES { "small: the minimum is 8MiB" } else { "large" };
        return Err(format!("`{text}` is too {why}"));
    }
    Ok(bytes as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        for (text, bytes) in [("64MiB", 67_108_864), ("1.5GiB", 1_610_612_736), (" 9000 KiB ", 9_216_000)] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "MiB", "10", "-1GiB", "nan MiB", "inf MiB", "7MiB", "1e30GiB", "ten MiB", "1MB"] {
            assert!(parse_size(text).is_err(), "{text}");
        }
    }
}
