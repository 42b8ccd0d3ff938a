//! The styles of series in plots. Series differ in dash and marker too, so nobody needs colors to distinguish them.

use super::canvas::Dash;
use super::marker::Marker;
use crate::group::strategies;
use coverlab_bench::statistics::InstanceResult;
use plotters::style::RGBColor;

/// The palette of M. Okabe and K. Ito (*Color Universal Design*, 2002), without yellow, which is hard to see on white.
pub(super) const PALETTE: [RGBColor; 7] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0xe6, 0x9f, 0x00),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0x00, 0x00, 0x00),
];

/// The styles of the strategies, which are the same in every plot of a report.
pub(crate) struct SeriesStyles {
    pub(super) names: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SeriesStyle {
    pub(super) color: RGBColor,
    pub(super) marker: Marker,
    pub(super) dash: Dash,
}

impl SeriesStyles {
    /// Styles for the strategies of `results`, in order.
    pub(crate) fn of<'a>(results: impl IntoIterator<Item = &'a InstanceResult>) -> SeriesStyles {
        SeriesStyles { names: strategies(results).into_iter().map(str::to_string).collect() }
    }

    /// The names of the strategies.
    pub(crate) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn style(&self, name: &str) -> SeriesStyle {
        style_of(self.names.iter().position(|known| known == name).unwrap_or(self.names.len()))
    }
}

/// The style of series number `at`. The first 15 have different markers. Of the first 21, no two share more than one of
/// color, dash and marker.
pub(super) fn style_of(at: usize) -> SeriesStyle {
    let round = at / PALETTE.len();
    SeriesStyle {
        color: PALETTE[at % PALETTE.len()],
        marker: Marker::ALL[at % Marker::ALL.len()],
        dash: [Dash::Solid, Dash::Long, Dash::Short][round % 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn looks(count: usize) -> impl Iterator<Item = (usize, SeriesStyle, SeriesStyle)> {
        (0..count).flat_map(move |at| (0..at).map(move |before| (at, style_of(before), style_of(at))))
    }

    #[test]
    fn fifteen_series_have_a_marker_each() {
        assert!(looks(15).all(|(_, a, b)| a.marker != b.marker));
    }

    #[test]
    fn twenty_one_series_look_different_by_any_two_of_color_dash_and_marker() {
        for (at, a, b) in looks(21) {
            assert_ne!((a.color, a.dash), (b.color, b.dash), "{at}");
            assert_ne!((a.color, a.marker), (b.color, b.marker), "{at}");
            assert_ne!((a.dash, a.marker), (b.dash, b.marker), "{at}");
        }
    }
}
