//! A table for a width: first its texts are wrapped, then its columns are shown in blocks below each
//! other, the first column in each. A figure is never cut.

/// The widths that a column needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnWidths {
    /// The width of its widest cell.
    pub natural: usize,
    /// The least width that leaves figures and words whole.
    pub least: usize,
}

/// The columns of the screen between two columns of the table.
pub(super) const COLUMN_GAP: usize = 2;

/// Columns by their numbers, each with its width.
pub(super) type Block = Vec<(usize, usize)>;

/// The columns in blocks of at most `width`.
pub(super) fn blocks(widths_needed: &[ColumnWidths], width: Option<usize>) -> Vec<Block> {
    let mut widths: Vec<usize> = widths_needed.iter().map(|need| need.natural).collect();
    if let Some(width) = width {
        shrink(&mut widths, widths_needed, width);
        if total(&widths) > width {
            return split_columns(widths_needed, width);
        }
    }
    vec![widths.into_iter().enumerate().collect()]
}

fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + COLUMN_GAP * widths.len().saturating_sub(1)
}

/// Takes from the widest column that can be narrower, as long as all are too wide.
fn shrink(widths: &mut [usize], widths_needed: &[ColumnWidths], width: usize) {
    while total(widths) > width {
        let shrinkable = (0..widths.len()).filter(|&at| widths[at] > widths_needed[at].least);
        let Some(widest) = shrinkable.max_by_key(|&at| widths[at]) else { return };
        widths[widest] -= 1;
    }
}

fn split_columns(widths_needed: &[ColumnWidths], width: usize) -> Vec<Block> {
    let Some((key, rest)) = widths_needed.split_first() else { return Vec::new() };
    let widest = rest.iter().map(|need| need.least).max().unwrap_or(0);
    // The first column leaves room for the widest of the others.
    let room = width.saturating_sub(widest + COLUMN_GAP).max(key.least.min(width / 3));
    let key = key.natural.min(room).max(1);
    let room = width.saturating_sub(key + COLUMN_GAP).max(1);
    let mut blocks: Vec<Block> = Vec::new();
    let mut left = 0;
    for (at, need) in (1..).zip(rest) {
        let column = need.natural.min(room);
        match blocks.last_mut() {
            Some(block) if column + COLUMN_GAP <= left => {
                block.push((at, column));
                left -= column + COLUMN_GAP;
            }
            _ => {
                blocks.push(vec![(0, key), (at, column)]);
                left = room - column;
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    fn column_widths(natural: usize, least: usize) -> ColumnWidths {
        ColumnWidths { natural, least }
    }

    #[test]
    fn without_a_limit_columns_are_as_wide_as_they_like() {
        assert_eq!(blocks(&[column_widths(90, 5), column_widths(90, 90)], None), [[(0, 90), (1, 90)]]);
        assert_eq!(blocks(&[column_widths(5, 5), column_widths(6, 6)], Some(13)), [[(0, 5), (1, 6)]]);
    }

    #[test]
    fn texts_are_narrowed_before_columns_are_moved() {
        assert_eq!(
            blocks(
                &[column_widths(5, 5), column_widths(90, 20), column_widths(30, 20), column_widths(9, 9)],
                Some(60)
            ),
            [[(0, 5), (1, 20), (2, 20), (3, 9)]]
        );
    }

    #[test]
    fn each_block_has_the_first_column_and_no_line_is_too_long() {
        let widths_needed = [
            column_widths(20, 10),
            column_widths(30, 30),
            column_widths(25, 25),
            column_widths(8, 8),
            column_widths(40, 40),
            column_widths(70, 40),
        ];
        let found = blocks(&widths_needed, Some(60));
        assert!(found.len() > 1);
        for block in &found {
            assert_eq!(block[0].0, 0);
            assert!(total(&block.iter().map(|(_, width)| *width).collect::<Vec<_>>()) <= 60, "{block:?}");
            assert!(block[1..].iter().all(|&(at, width)| width >= widths_needed[at].least), "{block:?}");
        }
        let columns: Vec<usize> = found.iter().flat_map(|block| &block[1..]).map(|(at, _)| *at).collect();
        assert_eq!(columns, [1, 2, 3, 4, 5]);
    }
}
