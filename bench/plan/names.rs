//! A list of names that compresses consecutive numbers: `line-7`, `line-8`, `line-9`.
//!
//! A large corpus has millions of names, most of them numbered consecutively. A series of those is stored as its first
//! name and its length, in memory and in journals.

use serde::{Deserialize, Serialize};
use smol_str::SmolStr;

/// A list of names.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Names {
    series: Vec<Series>,
    /// The name that would extend the last series; `None` after deserialization.
    #[serde(skip)]
    next: Option<Vec<u8>>,
}

/// Consecutively numbered names.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Series {
    One(SmolStr),
    /// The first name, and the length of the series. The number at the end of a name is that of the previous name plus
    /// one.
    Many(SmolStr, usize),
}

impl PartialEq for Names {
    fn eq(&self, other: &Names) -> bool {
        self.series == other.series
    }
}

impl Names {
    /// Adds a name.
    #[inline]
    pub fn push(&mut self, name: &str) {
        match (&mut self.next, self.series.last_mut()) {
            (Some(next), Some(series)) if is_same(next, name.as_bytes()) => {
                series.grow();
                increment(next);
            }
            _ => self.begin(name),
        }
    }

    /// Adds a name that starts a new series.
    fn begin(&mut self, name: &str) {
        self.series.push(Series::One(name.into()));
        let next = self.next.get_or_insert_default();
        next.clear();
        next.extend_from_slice(name.as_bytes());
        increment(next);
    }

    /// The number of names.
    pub fn len(&self) -> usize {
        self.series.iter().fold(0, |sum, series| sum.saturating_add(series.parts().1))
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A cursor before the first name.
    pub fn walk(&self) -> Walk<'_> {
        Walk { series: self.series.iter(), name: Vec::new(), left: 0 }
    }
}

/// A cursor over the names.
pub struct Walk<'a> {
    series: std::slice::Iter<'a, Series>,
    /// The current name.
    name: Vec<u8>,
    /// The number of names left in the series.
    left: usize,
}

impl Walk<'_> {
    /// The bytes of the next name; empty after the last.
    #[inline]
    pub fn step(&mut self) -> &[u8] {
        if self.left > 0 {
            increment(&mut self.name);
        } else {
            self.name.clear();
            if let Some((first, many)) = self.series.by_ref().map(Series::parts).find(|(_, many)| *many > 0) {
                self.left = many;
                self.name.extend_from_slice(first.as_bytes());
            }
        }
        self.left = self.left.saturating_sub(1);
        &self.name
    }
}

impl Series {
    /// The first name, and the length of the series.
    fn parts(&self) -> (&SmolStr, usize) {
        match self {
            Series::One(name) => (name, 1),
            Series::Many(first, many) => (first, *many),
        }
    }

    fn grow(&mut self) {
        match self {
            Series::Many(_, many) => *many += 1,
            Series::One(first) => *self = Series::Many(std::mem::take(first), 2),
        }
    }
}

/// Whether `a` equals `b`. Avoids a function call for short names.
#[inline]
fn is_same(a: &[u8], b: &[u8]) -> bool {
    // Two words from both ends cover the whole name.
    match (a.first_chunk::<8>(), b.first_chunk::<8>(), a.last_chunk::<8>(), b.last_chunk::<8>()) {
        (Some(a_first), Some(b_first), Some(a_last), Some(b_last)) if a.len() == b.len() && a.len() <= 16 => {
            a_first == b_first && a_last == b_last
        }
        _ => a == b,
    }
}

/// Increments the number at the end of `name`, if it has one.
fn increment(name: &mut Vec<u8>) {
    for at in (0..name.len()).rev() {
        match name[at] {
            b'9' => name[at] = b'0',
            digit @ b'0'..=b'8' => {
                name[at] = digit + 1;
                return;
            }
            _ if at + 1 == name.len() => return,
            _ => return name.insert(at + 1, b'1'),
        }
    }
    if !name.is_empty() {
        name.insert(0, b'1');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Names {
        let mut names = Names::default();
        list.iter().for_each(|name| names.push(name));
        names
    }

    #[test]
    fn names_round_trip() {
        let list = [
            "line-8",
            "line-9",
            "line-10",
            "line-12",
            "9",
            "10",
            "009",
            "010",
            "a \"b\"",
            "a \"b\"",
            "é9",
            "é10",
            "é10",
            "",
            "",
            "99",
            "100",
            "a-long-name-of-17-9",
            "a-long-name-of-17-10",
            "x",
        ];
        for length in 0..=list.len() {
            let names = names(&list[..length]);
            let text = serde_json::to_string(&names).unwrap();
            let read: Names = serde_json::from_str(&text).unwrap();
            assert_eq!(read, names);
            for names in [names, read] {
                assert_eq!(names.len(), length);
                let mut walk = names.walk();
                list[..length].iter().for_each(|name| assert_eq!(walk.step(), name.as_bytes()));
                assert_eq!(walk.step(), b"");
            }
        }
    }

    #[test]
    fn consecutive_names_take_no_space() {
        let list: Vec<String> = (5..100_000).map(|k| format!("line-{k}")).collect();
        let names = names(&list.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(names.series, [Series::Many("line-5".into(), 99_995)]);
    }

    #[test]
    fn deserialized_names_are_not_extended() {
        let mut read: Names = serde_json::from_str(r#"["a",["b1",2]]"#).unwrap();
        assert_eq!(read.len(), 3);
        read.push("");
        read.push("b3");
        assert_eq!(serde_json::to_string(&read).unwrap(), r#"["a",["b1",2],"","b3"]"#);
    }

    #[test]
    fn malformed_series_do_no_harm() {
        let odd: Names =
            serde_json::from_str(r#"[["a",0],["b8",3],["c",0],["x",18446744073709551615]]"#).unwrap();
        assert_eq!(odd.len(), usize::MAX);
        let mut walk = odd.walk();
        for name in ["b8", "b9", "b10", "x", "x"] {
            assert_eq!(walk.step(), name.as_bytes());
        }
    }
}
