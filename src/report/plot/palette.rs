//! How series are told apart: by colour, and by marker and dash for whoever does not see colours.

use super::canvas::{Dash, Marker};
use crate::statistics::Cell;
use plotters::style::RGBColor;

/// The palette of Okabe and Ito (Color Universal Design, 2002), without its yellow, which does
/// not stand out from white.
pub(super) const PALETTE: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x00, 0x00, 0x00),
];

/// The looks of the strategies, the same in every plot of a report.
pub(crate) struct Series {
    pub(super) names: Vec<String>,
}

/// A series' look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) color: RGBColor,
    pub(super) marker: Marker,
    pub(super) dash: Dash,
}

impl Series {
    /// The strategies of `cells`, in their order.
    pub(crate) fn of<'a>(cells: impl IntoIterator<Item = &'a Cell>) -> Series {
        let mut names: Vec<String> = Vec::new();
        for cell in cells {
            if !names.iter().any(|name| cell.strategy == *name) {
                names.push(cell.strategy.to_string());
            }
        }
        Series { names }
    }

    /// Their names.
    pub(crate) fn names(self) -> Vec<String> {
        self.names
    }

    pub(super) fn look(&self, name: &str) -> Look {
        look(self.names.iter().position(|known| known == name).unwrap_or(self.names.len()))
    }
}

/// The look of series number `at`. Of the first 21, no two share both colour and dash, nor both
/// colour and marker.
pub(super) fn look(at: usize) -> Look {
    let round = at / PALETTE.len();
    Look {
        color: PALETTE[at % PALETTE.len()],
        marker: Marker::ALL[at % Marker::ALL.len()],
        dash: [Dash::Solid, Dash::Long, Dash::Short][round % 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twenty_series_look_different() {
        let looks: Vec<Look> = (0..21).map(look).collect();
        for (at, a) in looks.iter().enumerate() {
            assert!(looks[..at].iter().all(|b| (a.color, a.dash) != (b.color, b.dash)), "{at}");
            assert!(looks[..at].iter().all(|b| (a.color, a.marker) != (b.color, b.marker)), "{at}");
        }
    }
}
