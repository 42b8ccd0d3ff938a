//! Draws what a terminal shows: coloured text from standard input, as SVG to standard output.
//!
//! `docs/pictures.sh` calls it.

use anstyle::RgbColor;
use anstyle_svg::{Term, WIN10_CONSOLE};
use std::io::{Read, Result, stdin};

fn main() -> Result<()> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    let term = Term::new()
        .palette(WIN10_CONSOLE)
        .fg_color(RgbColor(0xe6, 0xe6, 0xe6).into())
        .bg_color(RgbColor(0x16, 0x18, 0x1d).into());
    // Dimmed text is to be read on a small picture as well.
    let picture = term.render_svg(text.trim_end()).replace("opacity: 0.4", "opacity: 0.65");
    print!("{picture}");
    Ok(())
}
