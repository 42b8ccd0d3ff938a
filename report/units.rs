//! Formats figures: three significant digits with a unit, digits in groups of three.

use coverlab_bench::statistics::{CONFIDENCE_PERCENT, is_time};
use std::time::Duration;

/// A narrow no-break space, between groups of digits and before units.
const THIN: char = '\u{202f}';

/// A time in nanoseconds as text with three significant digits.
pub(super) fn time(ns: f64) -> String {
    scaled(ns, false)
}

/// A time as plain text with three significant digits: `60.6 µs`.
pub fn plain_time(time: Duration) -> String {
    plain_units(&self::time(time.as_nanos() as f64))
}

/// A chosen time such as a limit, in nanoseconds, as text without trailing zeros.
pub(super) fn round_time(ns: f64) -> String {
    scaled(ns, true)
}

/// The confidence level of every interval, also as the title of a column.
pub(super) fn confidence() -> String {
    format!("{CONFIDENCE_PERCENT} %")
}

/// The units of time: the name, its nanoseconds, and the first time in nanoseconds that is shown in the next unit.
const TIME_UNITS: [(&str, f64, f64); 6] = [
    ("ns", 1.0, 1e3),
    ("µs", 1e3, 1e6),
    ("ms", 1e6, 1e9),
    ("s", 1e9, 600e9),
    ("min", 60e9, 7200e9),
    ("h", 3600e9, f64::INFINITY),
];

fn scaled(ns: f64, short: bool) -> String {
    let fits = |(_, unit, end): &&(&str, f64, f64)| round3(ns / unit) * unit < *end;
    let (name, unit, _) = TIME_UNITS.iter().find(fits).unwrap_or(&TIME_UNITS[TIME_UNITS.len() - 1]);
    let digits = if *unit == 1.0 && ns.fract() == 0.0 { integer(ns) } else { significant(ns / unit) };
    let digits = if short { trimmed(&digits) } else { digits.as_str() };
    format!("{digits}{THIN}{name}")
}

/// `digits` without trailing zeros after the point.
fn trimmed(digits: &str) -> &str {
    if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits }
}

/// `value` rounded to three significant digits.
pub(super) fn round3(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let step = 10f64.powi(2 - value.abs().log10().floor() as i32);
    (value * step).round() / step
}

/// A factor as text: `2.01×`.
pub(super) fn multiple(value: f64) -> String {
    format!("{}×", significant(value))
}

/// A value with three significant digits; larger numbers keep all digits before the point.
pub(super) fn significant(value: f64) -> String {
    if !value.is_finite() {
        return "∞".to_string();
    }
    let rounded = round3(value);
    let decimals = if rounded == 0.0 { 0 } else { 2 - rounded.abs().log10().floor() as i32 };
    match decimals {
        ..=0 => integer_or_power(value),
        7.. => power(value),
        _ => format!("{rounded:.*}", decimals as usize),
    }
}

/// A whole number; from 10¹⁵ on, three digits and a power of ten.
pub(super) fn integer_or_power(value: f64) -> String {
    match value.abs() {
        f64::INFINITY => "∞".to_string(),
        size if size < 1e15 => integer(value),
        _ => power(value),
    }
}

/// Three digits and a power of ten: `2.61 × 10⁻⁵`.
fn power(value: f64) -> String {
    let text = format!("{value:.2e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, ""));
    let raised = |c: char| c.to_digit(10).map_or(RAISED_MINUS, |digit| SUPERSCRIPT[digit as usize]);
    format!("{digits}{THIN}×{THIN}10{}", exponent.chars().map(raised).collect::<String>())
}

/// The digits as exponents.
pub(super) const SUPERSCRIPT: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// The minus of an exponent.
pub(super) const RAISED_MINUS: char = '⁻';

/// A whole number. Five digits or more are grouped by three.
pub(super) fn integer(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let text = group_digits(&digits);
    if value < 0.0 && digits != "0" { format!("−{text}") } else { text }
}

/// All digits of a whole number, grouped as by [`integer`].
pub(super) fn all_digits(value: i128) -> String {
    let text = group_digits(&value.unsigned_abs().to_string());
    if value < 0 { format!("−{text}") } else { text }
}

fn group_digits(digits: &str) -> String {
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && digits.len() > 4 && (digits.len() - at).is_multiple_of(3) {
            text.push(THIN);
        }
        text.push(digit);
    }
    text
}

/// A count with its noun: `1 row`, `2 rows`.
pub(super) fn pluralize(count: usize, one: &str, more: &str) -> String {
    format!("{} {}", integer(count as f64), if count == 1 { one } else { more })
}

/// The date and time of a moment in seconds since 1970-01-01 UTC.
pub(super) fn moment(utc: u64) -> String {
    let (days, rest) = (utc / 86_400, utc % 86_400);
    let (year, month, day) = date(days);
    format!("{year:04}-{month:02}-{day:02} {:02}:{:02} UTC", rest / 3600, rest % 3600 / 60)
}

/// The Gregorian year, month and day `days` days after 1970-01-01. Years are counted from March, so that the leap day comes
/// last.
fn date(days: u64) -> (u64, u64, u64) {
    let days = days.saturating_add(719_468);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year + year / 4 - year / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    (era * 400 + year + u64::from(month <= 2), month, day)
}

/// A value of `measure` as text. Times are given in seconds, although their columns in records count nanoseconds (`_ns`).
pub(super) fn quantity(value: f64, measure: &str) -> String {
    match measure {
        measure if is_time(measure) => time(value * 1e9),
        _ if value.fract() == 0.0 || !value.is_finite() => integer_or_power(value),
        _ => significant(value),
    }
}

/// Removes narrow spaces between digits, and replaces the others with ordinary spaces.
pub(super) fn plain_units(text: &str) -> String {
    let characters: Vec<char> = text.chars().collect();
    let mut plain = String::with_capacity(text.len());
    for (at, &c) in characters.iter().enumerate() {
        let is_digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
        match c {
            THIN if at > 0 && is_digit(at - 1) && is_digit(at + 1) => {}
            THIN => plain.push(' '),
            c => plain.push(c),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        text.replace(THIN, " ")
    }

    #[test]
    fn times_have_three_digits_and_carry_into_the_next_unit() {
        assert_eq!(super::plain_time(Duration::from_nanos(132_000)), "132 µs");
        let cases = [
            (0.0, "0 ns"),
            (7.0, "7 ns"),
            (999.0, "999 ns"),
            (12.34, "12.3 ns"),
            (1000.0, "1.00 µs"),
            (999_600.0, "1.00 ms"),
            (12_345_678.0, "12.3 ms"),
            (2e9, "2.00 s"),
            (599e9, "599 s"),
            (600e9, "10.0 min"),
            (7200e9, "2.00 h"),
            (7_200_000e9, "2000 h"),
        ];
        for (ns, text) in cases {
            assert_eq!(plain(&time(ns)), text);
        }
        assert_eq!(plain(&round_time(2e9)), "2 s");
        assert_eq!(plain(&round_time(500e6)), "500 ms");
        assert_eq!(plain(&round_time(1.5e9)), "1.5 s");
    }

    #[test]
    fn numbers() {
        assert_eq!(plain(&integer(1_234_567.0)), "1 234 567");
        assert_eq!(plain(&integer(1234.0)), "1234");
        assert_eq!(plain(&integer(-12345.0)), "−12 345");
        assert_eq!(significant(0.012_345), "0.0123");
        assert_eq!(significant(9.999), "10.0");
        assert_eq!(significant(1.0), "1.00");
        assert_eq!(significant(0.0), "0");
        assert_eq!(plain(&significant(2.611e-4)), "0.000261");
        assert_eq!(plain(&significant(6.012e-7)), "6.01 × 10⁻⁷");
        assert_eq!(plain(&integer_or_power(9f64.powi(51))), "4.64 × 10⁴⁸");
        assert_eq!(
            (plain(&integer_or_power(1e6)), integer_or_power(f64::INFINITY)),
            ("1 000 000".into(), "∞".into())
        );
        assert_eq!(
            (pluralize(1, "row", "rows"), pluralize(2, "row", "rows")),
            ("1 row".into(), "2 rows".into())
        );
    }

    #[test]
    fn moments_around_leap_days() {
        assert_eq!(moment(0), "1970-01-01 00:00 UTC");
        assert_eq!(moment(951_782_400), "2000-02-29 00:00 UTC");
        assert_eq!(moment(1_709_251_199), "2024-02-29 23:59 UTC");
        assert_eq!(moment(1_735_689_600), "2025-01-01 00:00 UTC");
    }
}
