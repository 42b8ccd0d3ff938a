//! Properties of the output: terminal, colors and width.

#![expect(clippy::disallowed_methods, reason = "asks whether it is a terminal")]

use crate::output;
use crate::text;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;
use std::io::IsTerminal;

/// The properties of standard output and standard error.
#[derive(Clone, Copy, Debug)]
pub struct Terminal {
    /// Standard output is a terminal.
    pub interactive: bool,
    /// Standard error is a terminal.
    pub interactive_errors: bool,
    /// Colors on standard output.
    pub color: bool,
    /// Colors on standard error.
    pub color_errors: bool,
    /// Print only results and errors.
    pub quiet: bool,
    /// The width of the terminal, or the value of `COLUMNS` in a pipe; `None` if the width is unlimited.
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

    /// Whether colors are on, for standard output and for standard error.
    pub fn colors(choice: ColorChoice) -> (bool, bool) {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty())
            || std::env::var_os("TERM").is_some_and(|v| v == "dumb");
        let color = |terminal: bool| match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => terminal && !plain,
        };
        (color(std::io::stdout().is_terminal()), color(std::io::stderr().is_terminal()))
    }

    /// The properties of this process, given the user's options.
    pub fn of(choice: ColorChoice, quiet: bool) -> Terminal {
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

/// The width of standard error, like [`Terminal::width`].
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
