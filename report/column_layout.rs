//! Fits the columns of a table to a width. Columns of text are narrowed first. If that is not enough, the columns are split
//! into blocks below each other, each of which repeats the first column. A figure is cut only if it does not fit into a line
//! beside the first column.

/// The possible widths of a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct ColumnWidths {
    /// The width of the widest cell.
    pub natural: usize,
    /// The minimum width that keeps figures and words whole.
    pub min: usize,
}

/// The space between two columns of a table.
pub(super) const COLUMN_GAP: usize = 2;

/// The index and the width of each column in a block.
pub(super) type Block = Vec<(usize, usize)>;

/// Arranges the columns in blocks no wider than `width`.
pub(super) fn blocks(columns: &[ColumnWidths], width: Option<usize>) -> Vec<Block> {
    let mut widths: Vec<usize> = columns.iter().map(|column| column.natural).collect();
    if let Some(width) = width {
        shrink(&mut widths, columns, width);
        if total(&widths) > width {
            return split_columns(columns, width);
        }
    }
    vec![widths.into_iter().enumerate().collect()]
}

fn total(widths: &[usize]) -> usize {
    widths.iter().sum::<usize>() + COLUMN_GAP * widths.len().saturating_sub(1)
}

/// Narrows the widest column that can be narrowed, until all fit into `width` or none can be narrowed.
fn shrink(widths: &mut [usize], columns: &[ColumnWidths], width: usize) {
    while total(widths) > width {
        let shrinkable = (0..widths.len()).filter(|&at| widths[at] > columns[at].min);
        let Some(widest) = shrinkable.max_by_key(|&at| widths[at]) else { return };
        widths[widest] -= 1;
    }
}

/// Splits the columns into blocks.
fn split_columns(columns: &[ColumnWidths], width: usize) -> Vec<Block> {
    let Some((key, rest)) = columns.split_first() else { return Vec::new() };
    if rest.is_empty() {
        return vec![vec![(0, width)]];
    }
    let widest = rest.iter().map(|column| column.min).max().unwrap_or(0);
    // Leave room for the widest of the other columns.
    let room = width.saturating_sub(widest + COLUMN_GAP).max(key.min.min(width / 3));
    let key = key.natural.min(room).max(1);
    let room = width.saturating_sub(key + COLUMN_GAP).max(1);
    let mut blocks: Vec<Block> = Vec::new();
    let mut left = 0;
    for (at, column) in (1..).zip(rest) {
        let column = column.natural.min(room);
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

    fn column_widths(natural: usize, min: usize) -> ColumnWidths {
        ColumnWidths { natural, min }
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
        assert_eq!(blocks(&[column_widths(90, 90)], Some(60)), [[(0, 60)]], "a single column is cut");
    }

    #[test]
    fn each_block_has_the_first_column_and_no_line_is_too_long() {
        let columns = [
            column_widths(20, 10),
            column_widths(30, 30),
            column_widths(25, 25),
            column_widths(8, 8),
            column_widths(40, 40),
            column_widths(70, 40),
        ];
        let found = blocks(&columns, Some(60));
        assert!(found.len() > 1);
        for block in &found {
            assert_eq!(block[0].0, 0);
            assert!(total(&block.iter().map(|(_, width)| *width).collect::<Vec<_>>()) <= 60, "{block:?}");
            assert!(block[1..].iter().all(|&(at, width)| width >= columns[at].min), "{block:?}");
        }
        let columns: Vec<usize> = found.iter().flat_map(|block| &block[1..]).map(|(at, _)| *at).collect();
        assert_eq!(columns, [1, 2, 3, 4, 5]);
    }
}
