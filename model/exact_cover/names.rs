//! The names of items and colors.

/// Names, stored in one string; or only their number, if the names are the numbers from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    text: String,
    ends: Vec<u32>,
    numbered: usize,
}

impl Names {
    pub(super) fn numbered(count: usize) -> Names {
        Names { numbered: count, ..Names::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.numbered + self.ends.len()
    }

    pub(super) fn push(&mut self, name: &str) {
        self.text.push_str(name);
        self.ends.push(u32::try_from(self.text.len()).expect("names of at most 4 GiB"));
    }

    pub(super) fn get(&self, index: usize) -> String {
        if self.numbered > 0 {
            return index.to_string();
        }
        let start = index.checked_sub(1).map_or(0, |i| self.ends[i] as usize);
        self.text[start..self.ends[index] as usize].to_string()
    }
}
