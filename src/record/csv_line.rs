//! A line of CSV made of fields that need no quoting.

/// A line of a table as it grows: every call adds a field and a comma.
pub(super) struct CsvLine<'a>(pub(super) &'a mut Vec<u8>);

impl CsvLine<'_> {
    #[inline]
    pub(super) fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self.0.push(b',');
        self
    }

    pub(super) fn word(&mut self, word: &str) -> &mut Self {
        self.bytes(word.as_bytes())
    }

    pub(super) fn number(&mut self, number: u64) -> &mut Self {
        self.bytes(itoa::Buffer::new().format(number).as_bytes())
    }

    pub(super) fn optional(&mut self, number: Option<u64>) -> &mut Self {
        match number {
            Some(number) => self.number(number),
            None => self.bytes(b""),
        }
    }

    /// Eight hexadecimal digits; empty if there is none.
    pub(super) fn hash(&mut self, hash: u32) -> &mut Self {
        if hash == 0 {
            return self.bytes(b"");
        }
        let digit = |k: usize| b"0123456789abcdef"[(hash >> (28 - 4 * k)) as usize & 15];
        self.bytes(&std::array::from_fn::<u8, 8, _>(digit))
    }

    /// `over / under` with three decimals; empty if that is no number.
    pub(super) fn ratio(&mut self, over: u64, under: u64) -> &mut Self {
        if under == 0 {
            return self.bytes(b"");
        }
        let (whole, rest) = match over.checked_mul(1000).and_then(|n| n.checked_add(under / 2)) {
            Some(over) => (over / under / 1000, (over / under % 1000) as u16),
            None => {
                let thousandths = (u128::from(over) * 1000 + u128::from(under) / 2) / u128::from(under);
                ((thousandths / 1000) as u64, (thousandths % 1000) as u16)
            }
        };
        self.0.extend_from_slice(itoa::Buffer::new().format(whole).as_bytes());
        let digits = [rest / 100, rest / 10 % 10, rest % 10].map(|d| b'0' + d as u8);
        self.0.push(b'.');
        self.bytes(&digits)
    }

    pub(super) fn end(&mut self) {
        if let Some(last) = self.0.last_mut() {
            *last = b'\n';
        }
    }
}
