//! Draws what a terminal shows: coloured text from standard input, as SVG to standard output.
//!
//! `docs/pictures.sh` calls it.

use anstyle_svg::Term;
use std::io::{Read, Result, Write, stdin, stdout};

fn main() -> Result<()> {
    let mut text = String::new();
    stdin().read_to_string(&mut text)?;
    let picture = Term::new().font_family("DejaVu Sans Mono, Menlo, Consolas, monospace").render_svg(&text);
    stdout().write_all(picture.as_bytes())
}
