//! Properties of the output: whether it is a terminal, whether colours are welcome.

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
    /// Colours on standard output.
    pub color: bool,
    /// Colours on standard error.
    pub color_errors: bool,
    /// Say nothing but results and errors.
    pub quiet: bool,
    /// The columns of standard output: those of the terminal, or those that `COLUMNS` asks for in a pipe,
    /// which has no limit otherwise.
    pub width: Option<usize>,
}

impl Terminal {
    /// No terminal, no colours, and nothing said but results.
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

    /// The two streams of this process, under the user's wishes.
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

/// The width of the terminal that standard output is.
fn own_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(std::io::stdout());
    size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0)
}

/// The columns of standard error, as [`Terminal::width`] has those of standard output.
pub fn error_width() -> Option<usize> {
    let size = terminal_size::terminal_size_of(std::io::stderr());
    size.map(|(width, _)| usize::from(width.0)).filter(|&width| width > 0).or_else(text::columns)
}

/// The style of given things: clues, names.
pub const GIVEN: Style = Style::new().bold();
/// The style of things found.
pub const FOUND: Style = AnsiColor::Cyan.on_default();
/// The style of less important text.
pub const FAINT: Style = Style::new().dimmed();

/// `text`, made safe, in `style` if colours are on.
pub fn paint(text: &str, style: Style, color: bool) -> String {
    let text = output::safe(text);
    if color { format!("{style}{text}{style:#}") } else { text.to_string() }
}
