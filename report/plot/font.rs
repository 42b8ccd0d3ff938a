//! The font of plots: DejaVu Sans from the crate `dejavu`, under the permissive license of Bitstream Vera.
//!
//! Bitmaps are drawn with its outlines. SVG files name only a generic family, so they use a font of the reader. Their layout
//! is measured with DejaVu, which is wider than most fonts, so that texts do not overlap in others either.
//!
//! [`Lettering`] draws text into bitmaps. Plotters would place every glyph on a whole pixel, without the space before it, which
//! is visible at the size of labels.

use ab_glyph::{Font, FontRef, GlyphId, PxScale, point};
use plotters::style::RGBColor;
use plotters_backend::BackendColor;
use std::sync::LazyLock;

/// The distance from the top of a line of text to its baseline, in em.
pub(super) const ASCENT: f64 = 0.76;

/// The size of tick labels.
pub(super) const LABEL_SIZE: f64 = 12.0;
/// The size of the name of an axis.
pub(super) const NAME_SIZE: f64 = 13.0;

static REGULAR: LazyLock<FontRef<'static>> = LazyLock::new(|| face(dejavu::sans::regular()));
static BOLD: LazyLock<FontRef<'static>> = LazyLock::new(|| face(dejavu::sans::bold()));

fn face(data: &'static [u8]) -> FontRef<'static> {
    FontRef::try_from_slice(data).expect("the built-in font is valid")
}

/// A weight of the font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

impl Weight {
    fn face(self) -> &'static FontRef<'static> {
        match self {
            Weight::Regular => &REGULAR,
            Weight::Bold => &BOLD,
        }
    }

    /// The glyphs of `text` with their distances from its start, and the width of the text.
    fn glyphs(self, text: &str, size: f64) -> (Vec<(GlyphId, f64)>, f64) {
        let face = self.face();
        let unit = size / f64::from(face.units_per_em().unwrap_or(1000.0));
        let mut end = 0.0;
        let place = |c: char| {
            let (glyph, start) = (face.glyph_id(c), end);
            end += f64::from(face.h_advance_unscaled(glyph)) * unit;
            (glyph, start)
        };
        let glyphs = text.chars().map(place).collect();
        (glyphs, end)
    }

    /// The width of `text` in pixels.
    pub(super) fn width(self, text: &str, size: f64) -> f64 {
        self.glyphs(text, size).1
    }

    /// `text`, shortened with an ellipsis if it is wider than `room` pixels.
    pub(super) fn shorten(self, text: &str, size: f64, room: f64) -> String {
        if self.width(text, size) <= room {
            return text.to_string();
        }
        let mut kept: String = text.to_string();
        while kept.pop().is_some() {
            let shortened = format!("{}…", kept.trim_end());
            if self.width(&shortened, size) <= room {
                return shortened;
            }
        }
        String::new()
    }
}

/// The width of `text` in pixels.
pub(super) fn width(text: &str, size: f64) -> f64 {
    Weight::Regular.width(text, size)
}

/// `text`, shortened with an ellipsis if it is wider than `room` pixels.
pub(super) fn shorten(text: &str, size: f64, room: f64) -> String {
    Weight::Regular.shorten(text, size, room)
}

/// The end of a text that is placed at a point, or its middle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    /// The word for it in SVG.
    pub(super) fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// The style of a text. Lengths are coordinates of the drawing area.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lettering {
    pub(super) size: f64,
    pub(super) weight: Weight,
    pub(super) color: RGBColor,
    pub(super) anchor: Anchor,
}

impl Lettering {
    /// The distance from the top of the text to its baseline.
    pub(super) fn ascent(&self) -> f64 {
        ASCENT * self.size
    }

    /// Calls `pixel` with the pixels of a text whose top is at a point, and with their colors.
    pub(super) fn draw(
        &self,
        text: &str,
        (x, y): (i32, i32),
        mut pixel: impl FnMut((i32, i32), BackendColor),
    ) {
        let face = self.weight.face();
        let em = self.size as f32 / face.units_per_em().unwrap_or(1000.0);
        let scale = PxScale::from(em * face.height_unscaled());
        let color = BackendColor { alpha: 1.0, rgb: (self.color.0, self.color.1, self.color.2) };
        let (glyphs, width) = self.weight.glyphs(text, self.size);
        let left = match self.anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width.round() as i32 / 2,
            Anchor::End => x - width.round() as i32,
        };
        for (glyph, start) in glyphs {
            let place = point(start as f32, self.ascent() as f32);
            let outline = face.outline_glyph(glyph.with_scale_and_position(scale, place));
            let Some(outline) = outline else { continue };
            let corner = outline.px_bounds().min;
            outline.draw(|across, down, cover| {
                let at = (left + corner.x as i32 + across as i32, y + corner.y as i32 + down as i32);
                pixel(at, color.mix(f64::from(cover.min(1.0))));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_add_up_and_long_text_is_shortened() {
        assert!((width("ab", 10.0) - width("a", 10.0) - width("b", 10.0)).abs() < 1e-9);
        let short = shorten("a very long name of a strategy", 12.0, 80.0);
        assert!(short.ends_with('…') && width(&short, 12.0) <= 80.0, "{short}");
        assert_eq!(shorten("short", 12.0, 80.0), "short");
        assert_eq!(shorten("x", 12.0, 0.0), "");
    }

    #[test]
    fn every_symbol_that_plots_use_has_a_glyph() {
        for c in "µ×≥–−…·∞\u{202f}".chars() {
            assert!(REGULAR.glyph_id(c) != GlyphId(0) && BOLD.glyph_id(c) != GlyphId(0), "{c:?}");
        }
    }

    #[test]
    fn letters_keep_the_space_before_them() {
        let style = Lettering {
            size: 100.0,
            weight: Weight::Regular,
            color: RGBColor(0, 0, 0),
            anchor: Anchor::Start,
        };
        let mut left = i32::MAX;
        style.draw("l", (0, 0), |(x, _), _| left = left.min(x));
        assert!((5..15).contains(&left), "{left}");
    }
}
