//! The first values of a long sequence.

/// The first values of a sequence, and the number of all values.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstFew<T> {
    first: Vec<T>,
    count: usize,
}

impl<T> Default for FirstFew<T> {
    fn default() -> FirstFew<T> {
        FirstFew { first: Vec::new(), count: 0 }
    }
}

impl<T> FirstFew<T> {
    /// Maximum number of values kept.
    const MAX_KEPT: usize = 1000;

    /// Adds a value.
    pub fn push(&mut self, value: T) {
        self.count += 1;
        if self.first.len() < Self::MAX_KEPT {
            self.first.push(value);
        }
    }

    /// Maps each kept value with `make`.
    pub fn map<U>(&self, make: impl FnMut(&T) -> U) -> FirstFew<U> {
        FirstFew { first: self.first.iter().map(make).collect(), count: self.count }
    }

    /// The kept values.
    pub fn first(&self) -> &[T] {
        &self.first
    }

    /// The number of all values, kept or not.
    pub fn count(&self) -> usize {
        self.count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn many_failures_are_counted_and_the_first_kept() {
        let mut first = FirstFew::default();
        (0..3000).for_each(|k| first.push(k));
        assert_eq!((first.first().len(), first.first()[999], first.count()), (1000, 999, 3000));
    }
}
