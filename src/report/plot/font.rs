//! The font of the plots: DejaVu Sans, from the crate `dejavu`, under the permissive licence of
//! Bitstream Vera. PNG files are drawn with its outlines. SVG files name only a generic family and
//! take the reader's own font; their layout is measured with DejaVu, which is wider than most
//! others, so that text that does not overlap here does not overlap there either.

use std::sync::LazyLock;
use ttf_parser::{Face, GlyphId, OutlineBuilder};

static FACE: LazyLock<Face<'static>> =
    LazyLock::new(|| Face::parse(dejavu::sans::regular(), 0).expect("the font that is built in is sound"));

fn scale(size: f64) -> f64 {
    size / f64::from(FACE.units_per_em())
}

fn glyphs(text: &str) -> impl Iterator<Item = GlyphId> {
    text.chars().map(|c| FACE.glyph_index(c).unwrap_or(GlyphId(0)))
}

fn advance(glyph: GlyphId) -> f64 {
    f64::from(FACE.glyph_hor_advance(glyph).unwrap_or(0))
}

/// The width of `text` in pixels.
pub(super) fn width(text: &str, size: f64) -> f64 {
    glyphs(text).map(advance).sum::<f64>() * scale(size)
}

/// `text`, or as much of its beginning as fits into `room` with an ellipsis.
pub(super) fn shorten(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_string();
    }
    let mut kept: String = text.to_string();
    while kept.pop().is_some() {
        let shortened = format!("{}…", kept.trim_end());
        if width(&shortened, size) <= room {
            return shortened;
        }
    }
    String::new()
}

/// Tells `pen` the outlines of `text`, whose first glyph stands at the origin, in font units
/// with y upwards; `advance_to` is told where each glyph begins, in font units.
pub(super) fn outline<P: OutlineBuilder>(text: &str, pen: &mut P, mut advance_to: impl FnMut(&mut P, f64)) {
    let mut x = 0.0;
    for glyph in glyphs(text) {
        advance_to(pen, x);
        FACE.outline_glyph(glyph, pen);
        x += advance(glyph);
    }
}

/// Pixels per font unit at `size`.
pub(super) fn pixels_per_unit(size: f64) -> f64 {
    scale(size)
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
            assert!(FACE.glyph_index(c).is_some(), "{c:?}");
        }
    }
}
