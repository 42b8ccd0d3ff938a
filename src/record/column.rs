//! A column of a block: one value for all trials, or one each in as few bytes as the largest takes.
//!
//! In a record a column is the value itself where there is only one, and else a text: the width of
//! a value as NumPy writes it (`u1`, `u2`, `u4`, `u8`), a colon, and the values, little endian, in
//! base64. A program reads it with `numpy.frombuffer(base64.b64decode(text[3:]), "<" + text[:2])`.
//! A short column, and one of words, is a list.

use base64::Engine;
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
use base64::engine::GeneralPurpose as Base64;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use base64::engine::Simd as Base64;
use base64::engine::general_purpose::PAD;
use serde::de::value::{I64Deserializer, SeqAccessDeserializer, StrDeserializer, U64Deserializer};
use serde::de::{self, Deserialize, DeserializeOwned, Deserializer, IntoDeserializer, SeqAccess, Visitor};
use serde::ser::Serialize;
use std::fmt;
use std::marker::PhantomData;
use std::sync::LazyLock;

/// Letters for bytes, many at a time where the processor can.
static BASE64: LazyLock<Base64> = LazyLock::new(|| {
    #[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
    return Base64::standard(PAD);
    #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
    return Base64::new(&base64::alphabet::STANDARD, PAD);
});

/// Columns of fewer values are lists, for people.
const PACKED_FROM: usize = 32;

/// What a column holds.
pub trait Value: Copy + PartialEq + Serialize + DeserializeOwned {
    /// Whether it stands as a word in a record. Others stand as numbers.
    const WORD: bool;
    /// As a number; small for values that are frequent.
    fn code(self) -> u64;
    /// The value of a number that [`Value::code`] gave; of others any.
    fn of(code: u64) -> Self;
}

impl Value for u64 {
    const WORD: bool = false;

    #[inline]
    fn code(self) -> u64 {
        self
    }

    #[inline]
    fn of(code: u64) -> u64 {
        code
    }
}

impl Value for u32 {
    const WORD: bool = false;

    #[inline]
    fn code(self) -> u64 {
        u64::from(self)
    }

    #[inline]
    fn of(code: u64) -> u32 {
        code as u32
    }
}

/// -1 is 0, and so on: what is counted does not get below.
impl Value for i64 {
    const WORD: bool = false;

    #[inline]
    fn code(self) -> u64 {
        self.wrapping_add(1) as u64
    }

    #[inline]
    fn of(code: u64) -> i64 {
        (code as i64).wrapping_sub(1)
    }
}

/// What codes are gathered as before they make a column.
pub trait Code: Copy + Default + PartialEq + Into<u64> {}

impl Code for u64 {}
impl Code for u32 {}

/// Values one per trial, or one for all.
#[derive(Clone, Debug, PartialEq)]
pub struct Column<T>(Values, PhantomData<T>);

#[derive(Clone, Debug, PartialEq)]
enum Values {
    /// The code of all.
    One(u64),
    /// Little endian.
    Each { width: Width, bytes: Box<[u8]> },
}

/// Bytes that a value takes.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Width {
    One,
    Two,
    Four,
    Eight,
}

impl Width {
    const ALL: [Width; 4] = [Width::One, Width::Two, Width::Four, Width::Eight];

    /// The least that holds every bit of `bits`.
    fn of(bits: u64) -> Width {
        match bits {
            0..=0xff => Width::One,
            0x100..=0xffff => Width::Two,
            0x1_0000..=0xffff_ffff => Width::Four,
            _ => Width::Eight,
        }
    }

    fn bytes(self) -> usize {
        1 << self as usize
    }

    fn name(self) -> &'static str {
        ["u1", "u2", "u4", "u8"][self as usize]
    }
}

impl<T: Value> Column<T> {
    /// The same value for all trials.
    pub fn one(value: T) -> Column<T> {
        Column(Values::One(value.code()), PhantomData)
    }

    /// Values one per trial. Of equal ones, and of none, remains one.
    pub fn each<C: Code>(codes: &[C]) -> Column<T> {
        let first = codes.first().copied().unwrap_or_default().into();
        // Without an end at the first that differs, so that the compiler takes many at a time.
        let (bits, differing) =
            codes.iter().fold((0, 0), |(b, d), &code| (b | code.into(), d | (code.into() ^ first)));
        if differing == 0 {
            return Column(Values::One(first), PhantomData);
        }
        let width = Width::of(bits);
        let bytes = match width {
            Width::One => codes.iter().map(|&code| code.into() as u8).collect(),
            Width::Two => flat(codes, |code| (code as u16).to_le_bytes()),
            Width::Four => flat(codes, |code| (code as u32).to_le_bytes()),
            Width::Eight => flat(codes, u64::to_le_bytes),
        };
        Column(Values::Each { width, bytes }, PhantomData)
    }

    /// Value `k`.
    #[inline]
    pub fn get(&self, k: usize) -> T {
        T::of(match &self.0 {
            Values::One(code) => *code,
            Values::Each { width: Width::One, bytes } => u64::from(bytes[k]),
            Values::Each { width: Width::Two, bytes } => u64::from(u16::from_le_bytes(word(bytes, k))),
            Values::Each { width: Width::Four, bytes } => u64::from(u32::from_le_bytes(word(bytes, k))),
            Values::Each { width: Width::Eight, bytes } => u64::from_le_bytes(word(bytes, k)),
        })
    }

    /// Shows the values of a block of `n` trials, which it fits, to `visit`, each with its place.
    #[inline]
    pub(super) fn each_of(&self, n: usize, mut visit: impl FnMut(usize, T)) {
        let mut show = |k, code| visit(k, T::of(code));
        // One loop a width, which is not asked for again for every value.
        match &self.0 {
            Values::One(code) => (0..n).for_each(|k| show(k, *code)),
            Values::Each { width: Width::One, bytes } => {
                bytes.iter().enumerate().for_each(|(k, &code)| show(k, u64::from(code)));
            }
            Values::Each { width: Width::Two, bytes } => words(bytes, u16::from_le_bytes, show),
            Values::Each { width: Width::Four, bytes } => words(bytes, u32::from_le_bytes, show),
            Values::Each { width: Width::Eight, bytes } => words(bytes, u64::from_le_bytes, show),
        }
    }

    /// A column of what `change` makes of each value.
    pub(super) fn map(&self, change: impl Fn(T) -> T) -> Column<T> {
        match self.common() {
            Some(value) => Column::one(change(value)),
            None => (0..self.len()).map(|k| change(self.get(k))).collect(),
        }
    }

    /// The value of the largest code.
    pub(super) fn most(&self) -> T {
        T::of(match &self.0 {
            Values::One(code) => *code,
            Values::Each { width: Width::One, bytes } => bytes.iter().copied().max().map_or(0, u64::from),
            Values::Each { width: Width::Two, bytes } => largest(bytes, u16::from_le_bytes),
            Values::Each { width: Width::Four, bytes } => largest(bytes, u32::from_le_bytes),
            Values::Each { width: Width::Eight, bytes } => largest(bytes, u64::from_le_bytes),
        })
    }

    /// The value of all trials, if they have one in common.
    pub fn common(&self) -> Option<T> {
        match self.0 {
            Values::One(code) => Some(T::of(code)),
            Values::Each { .. } => None,
        }
    }

    /// How many values there are; 1 if all are equal.
    pub(super) fn len(&self) -> usize {
        match &self.0 {
            Values::One(_) => 1,
            Values::Each { width, bytes } => bytes.len() / width.bytes(),
        }
    }

    /// Whether it fits a block of `n` trials.
    pub(super) fn fits(&self, n: usize) -> bool {
        matches!(self.0, Values::One(_)) || self.len() == n
    }

    /// Appends the column to a record.
    pub(super) fn write(&self, line: &mut Vec<u8>) {
        let put = |line: &mut Vec<u8>, value: T| {
            serde_json::to_writer(line, &value).expect("a word or a number");
        };
        match &self.0 {
            Values::One(code) => put(line, T::of(*code)),
            Values::Each { width, bytes } if !T::WORD && self.len() >= PACKED_FROM => {
                open_packed(*width, line);
                put_letters(bytes, line);
                line.push(b'"');
            }
            Values::Each { .. } => {
                for k in 0..self.len() {
                    line.push(if k == 0 { b'[' } else { b',' });
                    put(line, self.get(k));
                }
                line.push(b']');
            }
        }
    }

    /// What [`Column::write`] makes of many numbers.
    fn unpack(text: &str) -> Option<Column<T>> {
        let (name, text) = text.split_once(':')?;
        let width = Width::ALL.into_iter().find(|width| width.name() == name)?;
        let bytes = BASE64.decode(text).ok()?;
        bytes
            .len()
            .is_multiple_of(width.bytes())
            .then(|| Column(Values::Each { width, bytes: bytes.into_boxed_slice() }, PhantomData))
    }
}

/// Appends `values`, of which there may be millions, to a record as a column that is packed whatever its
/// length.
pub(super) fn pack(values: &[u64], line: &mut Vec<u8>) {
    /// The letters of so many values are put at once. Three bytes are four letters, whatever follows.
    const FEW: usize = 768;
    open_packed(Width::Eight, line);
    line.reserve(values.len() * size_of::<u64>().div_ceil(3) * 4);
    for few in values.chunks(FEW) {
        let mut bytes = [0; FEW * size_of::<u64>()];
        bytes.as_chunks_mut().0.iter_mut().zip(few).for_each(|(place, value)| *place = value.to_le_bytes());
        put_letters(&bytes[..size_of_val(few)], line);
    }
    line.push(b'"');
}

/// What stands before packed numbers.
fn open_packed(width: Width, line: &mut Vec<u8>) {
    line.push(b'"');
    line.extend_from_slice(width.name().as_bytes());
    line.push(b':');
}

/// Appends the letters of `bytes`.
fn put_letters(bytes: &[u8], line: &mut Vec<u8>) {
    let from = line.len();
    line.resize(from + bytes.len().div_ceil(3) * 4, 0);
    BASE64.encode_slice(bytes, &mut line[from..]).expect("three bytes are four letters");
}

/// The bytes of `codes`, `N` each.
fn flat<const N: usize, C: Code>(codes: &[C], bytes: impl Fn(u64) -> [u8; N]) -> Box<[u8]> {
    let mut all = vec![0; codes.len() * N];
    all.as_chunks_mut::<N>().0.iter_mut().zip(codes).for_each(|(place, &code)| *place = bytes(code.into()));
    all.into_boxed_slice()
}

/// The largest of the words of `bytes`.
fn largest<const N: usize, W: Ord + Into<u64>>(bytes: &[u8], word: impl Fn([u8; N]) -> W) -> u64 {
    bytes.as_chunks::<N>().0.iter().map(|code| word(*code)).max().map_or(0, W::into)
}

/// Shows the words of `bytes` to `show`, each with its place.
#[inline]
fn words<const N: usize, W: Into<u64>>(
    bytes: &[u8],
    word: impl Fn([u8; N]) -> W,
    mut show: impl FnMut(usize, u64),
) {
    bytes.as_chunks::<N>().0.iter().enumerate().for_each(|(k, code)| show(k, word(*code).into()));
}

#[inline]
fn word<const N: usize>(bytes: &[u8], k: usize) -> [u8; N] {
    bytes.as_chunks::<N>().0[k]
}

impl<T: Value> FromIterator<T> for Column<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        Column::each(&values.into_iter().map(Value::code).collect::<Vec<u64>>())
    }
}

impl<'de, T: Value> Deserialize<'de> for Column<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ColumnVisitor(PhantomData))
    }
}

/// The values of a column of which each has its own.
///
/// # Errors
/// It is no column.
pub(super) fn values<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u64>, D::Error> {
    let column: Column<u64> = Column::deserialize(deserializer)?;
    let mut values = Vec::with_capacity(column.len());
    column.each_of(column.len(), |_, value| values.push(value));
    Ok(values)
}

struct ColumnVisitor<T>(PhantomData<T>);

impl<'de, T: Value> Visitor<'de> for ColumnVisitor<T> {
    type Value = Column<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value, a list of values, or packed values")
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Self::Value, E> {
        let one: U64Deserializer<E> = value.into_deserializer();
        T::deserialize(one).map(Column::one)
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Self::Value, E> {
        let one: I64Deserializer<E> = value.into_deserializer();
        T::deserialize(one).map(Column::one)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
        if !T::WORD {
            return Column::unpack(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self));
        }
        let one: StrDeserializer<'_, E> = text.into_deserializer();
        T::deserialize(one).map(Column::one)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Self::Value, A::Error> {
        let values: Vec<T> = Vec::deserialize(SeqAccessDeserializer::new(list))?;
        if values.is_empty() {
            return Err(de::Error::invalid_length(0, &"values"));
        }
        Ok(values.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<T: Value>(column: &Column<T>) -> String {
        let mut line = Vec::new();
        column.write(&mut line);
        String::from_utf8(line).unwrap()
    }

    #[test]
    fn values_of_any_size_are_read_as_they_were_written() {
        for most in [1, 0xff, 0x100, 0xffff, 0x1_0000, 0xffff_ffff, 0x1_0000_0000, u64::MAX] {
            for count in [2, PACKED_FROM as u64 - 1, PACKED_FROM as u64, 1000] {
                let values: Vec<u64> = (0..count).map(|k| most - k % (most.min(7) + 1)).collect();
                let column: Column<u64> = values.iter().copied().collect();
                assert_eq!((0..values.len()).map(|k| column.get(k)).collect::<Vec<_>>(), values);
                assert_eq!((column.len(), column.common()), (values.len(), None));
                let mut shown = Vec::new();
                column.each_of(values.len(), |k, value| shown.push((k, value)));
                assert!(shown.into_iter().eq(values.iter().copied().enumerate()));
                assert_eq!(Some(column.most()), values.iter().copied().max());
                let text = written(&column);
                assert_eq!(serde_json::from_str::<Column<u64>>(&text).unwrap(), column, "{text}");
            }
        }
        let signed: Column<i64> = (-1..100).collect();
        assert_eq!(serde_json::from_str::<Column<i64>>(&written(&signed)).unwrap(), signed);
        assert_eq!((signed.get(0), signed.get(100)), (-1, 99));
    }

    #[test]
    fn equal_values_are_one() {
        let column: Column<u64> = [7; 100].into_iter().collect();
        assert_eq!((column.clone(), column.common(), column.len()), (Column::one(7), Some(7), 1));
        assert_eq!((written(&column), column.get(99), column.most()), ("7".to_string(), 7, 7));
        let mut shown = Vec::new();
        column.each_of(3, |k, value| shown.push((k, value)));
        assert_eq!(shown, [(0, 7), (1, 7), (2, 7)]);
        assert!(column.fits(3) && !(0..3).collect::<Column<u64>>().fits(4));
        // What earlier versions wrote.
        assert_eq!(serde_json::from_str::<Column<u64>>("[7,7,7]").unwrap(), column);
    }

    #[test]
    fn many_values_are_read_as_a_column() {
        for count in [1, 2, 31, 767, 768, 769, 2000] {
            let values: Vec<u64> = (0..count).map(|k: u64| k.wrapping_mul(0x9e37_79b9_7f4a_7c15)).collect();
            let mut line = Vec::new();
            pack(&values, &mut line);
            let read: Column<u64> = serde_json::from_slice(&line).unwrap();
            assert!(read.fits(values.len()));
            assert!((0..values.len()).all(|k| read.get(k) == values[k]));
        }
    }

    #[test]
    fn packed_values_are_those_that_the_description_says() {
        let column: Column<u64> = (0..32).map(|k| k + 300).collect();
        let text = written(&column);
        assert!(text.starts_with(r#""u2:LAEtAS4B"#), "{text}");
        for torn in ["\"u2:LAE\"", "\"u3:LAEt\"", "\"u1\"", "\"u1:L*E=\""] {
            assert!(serde_json::from_str::<Column<u64>>(torn).is_err(), "{torn}");
        }
    }
}
