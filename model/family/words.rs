//! Word squares: squares with a word in each row and each column.

use super::{Board, Family, Make, Member, MemberResult, Picture};
use crate::{Cover, ExactCover, ExactCoverBuilder, Item};

pub(super) const FAMILY: Family = Family {
    name: "word-square",
    form: "word-square:WORD,WORD,… all of one length",
    example: "word-square:heart,ember,abuse,resin,trend",
    sentence: "Squares with one of the given words in each row and column; a word may occur several times.",
    make: Make::Cover(make),
};

fn make(rest: &str) -> MemberResult {
    let words: Vec<Vec<char>> = rest.split(',').map(|w| w.trim().chars().collect()).collect();
    let side = words[0].len();
    if side == 0 || side > 60 {
        return Err("words need 1 to 60 letters".into());
    }
    if let Some(other) = words.iter().find(|w| w.len() != side) {
        let word: String = other.iter().collect();
        return Err(format!("`{word}` has {} letters, the first word {side}", other.len()));
    }
    if words.iter().flatten().any(|c| c.is_whitespace()) {
        return Err("a word contains a blank".into());
    }
    let mut words = words;
    words.sort_unstable();
    words.dedup();
    Ok(Box::new(Words { side, words }))
}

/// Rows and columns are primary items; cells are secondary items, colored by letters. For w words, option k
/// writes word k mod w into line k / w; rows come before columns.
struct Words {
    side: usize,
    words: Vec<Vec<char>>,
}

impl Words {
    fn cell(&self, line: usize, place: usize) -> usize {
        if line < self.side { line * self.side + place } else { place * self.side + line - self.side }
    }
}

impl Member for Words {
    fn problem(&self) -> ExactCover {
        let n = self.side;
        let lines: Vec<String> =
            (0..n).map(|k| format!("r{k}")).chain((0..n).map(|k| format!("c{k}"))).collect();
        let cells: Vec<String> = (0..n * n).map(|k| format!("{},{}", k / n, k % n)).collect();
        let mut builder = ExactCoverBuilder::named(&lines, &cells);
        let mut letters: Vec<char> = self.words.iter().flatten().copied().collect();
        letters.sort_unstable();
        letters.dedup();
        let colors: Vec<u32> = letters.iter().map(|l| builder.color(&l.to_string())).collect();
        for line in 0..2 * n {
            for word in &self.words {
                let entry = |(place, letter): (usize, &char)| {
                    let color = letters.binary_search(letter).expect("a letter of these words");
                    ((2 * n + self.cell(line, place)) as Item, colors[color])
                };
                let entries = word.iter().enumerate().map(entry);
                builder
                    .colored_option([(line as Item, 0)].into_iter().chain(entries))
                    .expect("different items");
            }
        }
        builder.build()
    }

    fn picture(&self, cover: &Cover) -> Picture {
        let mut board = Board::new(self.side, self.side);
        for &option in cover.options() {
            let (line, word) = (option as usize / self.words.len(), option as usize % self.words.len());
            for (place, letter) in self.words[word].iter().enumerate() {
                board.put(self.cell(line, place), *letter, 0);
            }
        }
        Picture::Boards(vec![board])
    }
}
