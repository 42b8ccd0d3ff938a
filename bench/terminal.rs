//! Properties of the output: terminal, colors and width.

#![expect(
    clippy::disallowed_methods,
    reason = "determines whether the streams are terminals, without writing to them"
)]

use crate::output;
use crate::text;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use std::io::IsTerminal;

/// The properties of standard output and standard error.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Whether standard output is a terminal.
    pub interactive: bool,
    /// Whether standard error is a terminal.
    pub interactive_errors: bool,
    /// Whether standard output has colors.
    pub color: bool,
    /// Whether standard error has colors.
    pub color_errors: bool,
    /// Whether to print only results and errors.
    pub quiet: bool,
    /// The number of columns of the terminal, or else the value of `COLUMNS`. `None` if the width is unlimited.
    pub width: Option<usize>,
}

impl Terminal {
    /// No terminal, no colors, and only results and errors.
    pub const SILENT: Terminal = Terminal {
        interactive: false,
        interactive_errors: false,
        color: false,
        color_errors: false,
        quiet: true,
        width: None,
    };

    /// Whether colors are on, for standard output and for standard error. By default they are on for terminals, unless
    /// the environment says otherwise (`NO_COLOR`, `TERM=dumb`).
    pub fn colors(choice: ColorChoice) -> (bool, bool) {
        let is_plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        let color = |terminal: bool| match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && !is_plain,
        };
        (color(std::io::stdout().is_terminal()), color(std::io::stderr().is_terminal()))
    }

    /// Detects the properties of this process, given the user's options, and turns colors on or off accordingly.
    pub fn detect(choice: ColorChoice, quiet: bool) -> Terminal {
        let (interactive, interactive_errors) =
            (std::io::stdout().is_terminal(), std::io::stderr().is_terminal());
        let (color, color_errors) = Terminal::colors(choice);
        output::set_colors(color, color_errors);
        Terminal {
            interactive,
            interactive_errors,
            color,
            color_errors,
            quiet,
            width: if interactive { own_width() } else { text::columns() },
        }
    }
}

/// The width of standard output, if it is a terminal.
fn own_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(std::io::stdout());
    size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0)
}

/// The width of standard error, in the sense of [`Terminal::width`].
pub fn error_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0).or_else(text::columns)
}

/// The style of clues and names.
pub const GIVEN: Style = Style::new().bold();
/// The style of results.
pub const FOUND: Style = AnsiColor::Cyan.on_default();
/// The style of less important text.
pub const FAINT: Style = Style::new().dimmed();

/// `text`, escaped by [`safe`](crate::output::safe), in `style` if `color`.
pub fn paint(text: &str, style: Style, color: bool) -> String {
    let text = output::safe(text);
    if color { format!("{style}{text}{style:#}") } else { text.to_string() }
}
