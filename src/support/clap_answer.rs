//! Prints clap's own answers: help, the version and usage errors.

use super::ignore_closed_pipe;
use clap::ColorChoice;
use clap::error::ErrorKind;
use coverlab_bench::output;
use coverlab_bench::terminal::Terminal;
use std::io::Write;

/// Prints clap's own answer (help, the version, or a usage error) and ends the process.
pub fn exit_with(answer: &clap::Error) -> ! {
    let (color, color_errors) = Terminal::colors(ColorChoice::Auto);
    output::set_colors(color, color_errors);
    let (text, errors) = (answer.render(), answer.use_stderr());
    let text = if (errors && color_errors) || (!errors && color) {
        text.ansi().to_string()
    } else {
        text.to_string()
    };
    let text = if answer.kind() == ErrorKind::ValueValidation { in_plain_words(&text) } else { text };
    let written = if errors {
        output::stderr().write_all(text.as_bytes())
    } else {
        let mut out = output::stdout();
        out.write_all(text.as_bytes()).and_then(|()| out.flush())
    };
    let code = match ignore_closed_pipe(written) {
        Err(failure) if !answer.use_stderr() => {
            output::note(failure.diagnostic.render(false));
            failure.exit.code().into()
        }
        _ => answer.exit_code(),
    };
    std::process::exit(code)
}

/// `text` of clap with plain words for the reasons why Rust could not parse a number.
fn in_plain_words(text: &str) -> String {
    text.replace("invalid digit found in string", "write a whole number, 0 or more")
        .replace("number too large to fit in target type", "the number is too large")
}
