//! The mapping between characters and digits.
//!
//! By convention, the digits are `1` to `9`, then `A` to `Z`, then, on boards wider than 35, `a` to `z`. On
//! boards of up to 35, lower-case letters equal capitals. Alternatively, a user gives an alphabet with as
//! many distinct symbols as the board's side, as Bird does with TONYBLAIR. The characters `.` `0` `_` `*` `-`
//! `x` `X` represent an empty cell unless they are digits.

use super::Error;

/// Characters that represent an empty cell unless they are digits of the alphabet.
const BLANKS: &str = ".0_*-xX";
/// The widest board whose digits are case-insensitive by convention.
const CASELESS: usize = 35;
/// The widest board whose digits are one character each by convention.
pub(super) const LETTERS_END: usize = 61;
/// Characters that people or OCR may confuse with a digit, each with that digit.
const LOOKALIKES: [(char, char); 16] = [
    ('O', '0'),
    ('o', '0'),
    ('Q', '0'),
    ('D', '0'),
    ('l', '1'),
    ('I', '1'),
    ('i', '1'),
    ('!', '1'),
    ('Z', '2'),
    ('z', '2'),
    ('S', '5'),
    ('s', '5'),
    ('b', '6'),
    ('B', '8'),
    ('g', '9'),
    ('q', '9'),
];

/// The name of a board of side `side`, with its article: `a 9x9`, `an 8x8`.
pub(super) fn board_name(side: usize) -> String {
    let an = matches!(side, 8 | 11 | 18 | 80..=89);
    format!("{} {side}x{side}", if an { "an" } else { "a" })
}

/// The range of the digits of a board: `1 to 9`.
pub(super) fn all_digits(side: usize) -> String {
    if side == 1 { "1".to_string() } else { format!("1 to {side}") }
}

/// `1 symbol`, `9 symbols`.
pub(super) fn symbol_count(count: usize) -> String {
    if count == 1 { "1 symbol".to_string() } else { format!("{count} symbols") }
}

/// The symbols of the digits. The default is the convention.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// The user's symbols of digits 1, 2, …; empty for the convention.
    custom: Vec<char>,
}

impl Symbols {
    /// Creates an alphabet from its symbols for 1, 2, 3, ….
    ///
    /// # Errors
    /// If a symbol is repeated, or separates cells or comments, or if the number of symbols is not 1 to 255.
    pub fn new(text: &str) -> Result<Symbols, Error> {
        let custom: Vec<char> = text.chars().collect();
        let at = |k: usize, what: String| Error::new(what, 1, k + 1, 1, text);
        for (k, &symbol) in custom.iter().enumerate() {
            if let Some(first) = custom[..k].iter().position(|&c| c == symbol) {
                return Err(at(k, format!("`{symbol}` appears twice in the alphabet"))
                    .label(format!("already the symbol of {}", first + 1))
                    .help("give each digit its own symbol"));
            }
            if symbol.is_whitespace() || symbol.is_control() || ",;:|+#.".contains(symbol) {
                return Err(at(k, format!("{symbol:?} cannot be a symbol"))
                    .label("has another meaning in a puzzle")
                    .help(
                        "blanks and , ; : | + # . separate cells, mark comments or stand for an empty cell",
                    ));
            }
        }
        if !(1..=255).contains(&custom.len()) {
            return Err(Error::whole(format!("an alphabet of {}", symbol_count(custom.len())))
                .help("give as many symbols as the board is wide, 1 to 255"));
        }
        Ok(Symbols { custom })
    }

    /// The side of the boards that the alphabet fits; `None` for the convention, which fits any.
    pub fn side(&self) -> Option<usize> {
        (!self.custom.is_empty()).then_some(self.custom.len())
    }

    /// The character for `digit`, from 1, if it has one.
    pub fn symbol(&self, digit: usize) -> Option<char> {
        match digit {
            0 => None,
            _ if !self.custom.is_empty() => self.custom.get(digit - 1).copied(),
            1..=9 => Some((b'0' + digit as u8) as char),
            10..=CASELESS => Some((b'A' + digit as u8 - 10) as char),
            36..=LETTERS_END => Some((b'a' + digit as u8 - 36) as char),
            _ => None,
        }
    }

    /// Whether boards of side `side` are written with one character per digit: up to 35 by convention, and
    /// always with a user's alphabet.
    pub fn is_short(&self, side: usize) -> bool {
        !self.custom.is_empty() || side <= CASELESS
    }

    /// The word for `digit`, from 1, on boards of `side`: its symbol, or its number on boards too wide for letters.
    pub fn word(&self, digit: u8, side: usize) -> String {
        let symbol = self.symbol(digit.into()).filter(|_| self.is_short(side));
        symbol.map_or_else(|| digit.to_string(), String::from)
    }

    /// Describes the digits of a board of `side`.
    pub(super) fn describe(&self, side: usize) -> String {
        let digits = match side {
            _ if !self.custom.is_empty() => self.custom.iter().collect(),
            1 => "1".to_string(),
            2..=9 => format!("1 to {side}"),
            10 => "1 to 9 and A".to_string(),
            11..=CASELESS => format!("1 to 9 and A to {}", self.symbol(side).unwrap_or('Z')),
            _ => format!("numbers 1 to {side}"),
        };
        format!("{} puzzle takes {digits}, and . 0 _ * x - for an empty cell", board_name(side))
    }
}

/// The values of all characters on boards of one side.
#[derive(Clone, Debug)]
pub(super) struct Table {
    pub(super) side: usize,
    /// The digit of each byte; [`Table::NONE`] for bytes that are not symbols.
    pub(super) bytes: [u8; 256],
    /// Whether the digits follow the convention.
    pub(super) conventional: bool,
    others: Vec<(char, u8)>,
    symbols: Symbols,
}

impl Table {
    /// The value of bytes that are not symbols. Digits above 127 are not stored by byte, so only this value
    /// has the top bit set.
    pub(super) const NONE: u8 = 0xff;

    pub(super) fn new(symbols: &Symbols, side: usize) -> Table {
        let mut table = Table {
            side,
            bytes: [Table::NONE; 256],
            conventional: symbols.custom.is_empty(),
            others: Vec::new(),
            symbols: symbols.clone(),
        };
        for blank in BLANKS.bytes() {
            table.bytes[usize::from(blank)] = 0;
        }
        let shared = symbols.custom.is_empty() && side <= CASELESS;
        for digit in 1..=side {
            let Some(symbol) = symbols.symbol(digit) else { break };
            table.set(symbol, digit as u8);
            if shared {
                table.set(symbol.to_ascii_lowercase(), digit as u8);
            }
        }
        table
    }

    fn set(&mut self, symbol: char, digit: u8) {
        // An alphabet may have 255 symbols, of which at most 94 are ASCII. A digit above 127 with an ASCII
        // symbol could be mistaken for `NONE`, so it is stored with the other symbols.
        match u8::try_from(symbol) {
            Ok(byte) if byte.is_ascii() && digit < 0x80 => self.bytes[usize::from(byte)] = digit,
            _ => self.others.push((symbol, digit)),
        }
    }

    /// The digit of a symbol; 0 for an empty cell.
    pub(super) fn value(&self, symbol: char) -> Option<u8> {
        if let Some(&(_, digit)) = self.others.iter().find(|(c, _)| *c == symbol) {
            return Some(digit);
        }
        let byte = u8::try_from(symbol).ok().filter(u8::is_ascii)?;
        Some(self.bytes[usize::from(byte)]).filter(|&v| v != Table::NONE)
    }

    /// The error for `token` at `column` of line `line`, whose text is `text`.
    pub(super) fn unknown_symbol(&self, token: &str, line: usize, column: usize, text: &str) -> Error {
        let side = self.side;
        let width = token.chars().count();
        let error = |what: String| Error::new(what, line, column, width, text);
        let number = token.bytes().all(|b| b.is_ascii_digit()) && self.symbols.custom.is_empty();
        if number {
            return error(format!("{token} is too large for {} puzzle", board_name(side)))
                .label(format!("digits run to {side}"))
                .help(self.symbols.describe(side));
        }
        let error = error(format!("`{token}` is not a symbol of {} puzzle", board_name(side)));
        let mut characters = token.chars();
        let label = match (characters.next(), characters.next()) {
            (Some(one), None) => self.nearest(one).map(|other| format!("did you mean {other}?")),
            _ => None,
        };
        let help = self.letters(token).unwrap_or_else(|| self.symbols.describe(side));
        error.label(label.unwrap_or_else(|| "neither a digit nor a blank".into())).help(help)
    }

    /// A suggestion for a letter that would be a digit if all digits were letters: A to P, A to Y.
    fn letters(&self, token: &str) -> Option<String> {
        let fits = self.symbols.custom.is_empty() && (10..=26).contains(&self.side);
        let alphabet: String = ('A'..='Z').take(if fits { self.side } else { 0 }).collect();
        let (lower, token) = (alphabet.to_lowercase(), token.chars().next()?);
        let alphabet = [alphabet, lower].into_iter().find(|alphabet| alphabet.contains(token))?;
        Some(format!(
            "{}; if all its digits are letters, use --symbols {alphabet}",
            self.symbols.describe(self.side)
        ))
    }

    /// The position of a `0` that may be a digit: the board is wide enough for the digits `0` to `F`, and its
    /// empty cells use another character. The reader does not guess.
    pub(super) fn ambiguous_zero(&self, cells: impl Iterator<Item = char> + Clone) -> Option<usize> {
        if self.side <= 9 || self.value('0') != Some(0) {
            return None;
        }
        let other_blank = |c: char| c != '0' && self.value(c) == Some(0);
        let zero = cells.clone().position(|c| c == '0')?;
        cells.into_iter().any(other_blank).then_some(zero)
    }

    /// The error for an ambiguous zero at `column` of line `line`, whose text is `text`.
    pub(super) fn ambiguous_zero_error(&self, line: usize, column: usize, text: &str) -> Error {
        let digits: String = ('0'..='9').chain('A'..='Z').take(self.side).collect();
        let symbols =
            if digits.len() == self.side { format!("--symbols {digits}") } else { "--symbols".into() };
        Error::new("is `0` a digit or an empty cell?", line, column, 1, text)
            .label("other empty cells use another character")
            .help(format!("if it is a digit, use {symbols}; if it is an empty cell, write `.`"))
    }

    /// The symbol that was probably meant by `wrong`.
    fn nearest(&self, wrong: char) -> Option<char> {
        let flipped =
            if wrong.is_lowercase() { wrong.to_uppercase().next() } else { wrong.to_lowercase().next() };
        let alike = LOOKALIKES.iter().find(|(c, _)| *c == wrong).map(|&(_, other)| other);
        [flipped, alike].into_iter().flatten().find(|&c| self.value(c).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_convention_and_an_alphabet() {
        let nine = Table::new(&Symbols::default(), 9);
        assert_eq!(nine.value('9'), Some(9));
        assert_eq!(nine.value('A'), None);
        for blank in BLANKS.chars() {
            assert_eq!(nine.value(blank), Some(0));
        }
        let wide = Table::new(&Symbols::default(), 35);
        assert_eq!((wide.value('x'), wide.value('X'), wide.value('-')), (Some(33), Some(33), Some(0)));
        let wider = Table::new(&Symbols::default(), 49);
        assert_eq!((wider.value('A'), wider.value('a'), wider.value('x')), (Some(10), Some(36), Some(0)));

        let symbols = Symbols::new("TONYBLAIR").unwrap();
        assert_eq!(symbols.side(), Some(9));
        let blair = Table::new(&symbols, 9);
        assert_eq!((blair.value('T'), blair.value('R'), blair.value('0')), (Some(1), Some(9), Some(0)));
        assert_eq!(blair.unknown_symbol("t", 1, 1, "t").label, "did you mean T?");
    }

    #[test]
    fn a_repeated_symbol_is_marked() {
        let error = Symbols::new("TONYBLAIT").unwrap_err();
        assert_eq!((error.column, error.width), (9, 1));
        assert_eq!(error.what, "`T` appears twice in the alphabet");
        assert_eq!(error.label, "already the symbol of 1");
        assert!(Symbols::new("").is_err());
        assert_eq!(Symbols::new("12.4").unwrap_err().column, 3);
    }

    #[test]
    fn letters_that_look_like_digits() {
        let nine = Table::new(&Symbols::default(), 9);
        let error = nine.unknown_symbol("O", 3, 7, "53..7.O");
        assert_eq!(error.what, "`O` is not a symbol of a 9x9 puzzle");
        assert_eq!(error.label, "did you mean 0?");
        let four = Table::new(&Symbols::default(), 4);
        assert_eq!(four.unknown_symbol("7", 1, 1, "7").what, "7 is too large for a 4x4 puzzle");
    }

    #[test]
    fn a_zero_beside_other_blanks_is_doubtful_on_wide_boards() {
        let wide = Table::new(&Symbols::default(), 16);
        assert_eq!(wide.ambiguous_zero("1F.0".chars()), Some(3));
        assert_eq!((wide.ambiguous_zero("1F00".chars()), wide.ambiguous_zero("1F..".chars())), (None, None));
        assert_eq!(Table::new(&Symbols::default(), 9).ambiguous_zero("1.0".chars()), None);
        let hex = Table::new(&Symbols::new("0123456789ABCDEF").unwrap(), 16);
        assert_eq!(hex.ambiguous_zero("1F.0".chars()), None);
        assert!(wide.ambiguous_zero_error(1, 4, "1F.0").help.contains("--symbols 0123456789ABCDEF;"));
        assert!(wide.unknown_symbol("P", 1, 1, "P").help.ends_with("--symbols ABCDEFGHIJKLMNOP"));
        assert!(wide.unknown_symbol("p", 1, 1, "p").help.ends_with("--symbols abcdefghijklmnop"));
        assert!(!wide.unknown_symbol("Q", 1, 1, "Q").help.contains("--symbols"));
    }

    #[test]
    fn an_alphabet_of_more_than_127_symbols() {
        let text: String = (0..200).map(|k| char::from_u32(0x4e00 + k).unwrap()).collect();
        let table = Table::new(&Symbols::new(&text).unwrap(), 200);
        assert_eq!(
            text.chars().map(|c| table.value(c).unwrap()).collect::<Vec<_>>(),
            (1..=200).collect::<Vec<u8>>()
        );
    }
}
