//! Errors of requests: the problem, its place, and a remedy.

use coverlab_model::{BadSpec, family, format};
use coverlab_techniques::UnknownTechnique;
use coverlab_trace::check::Rejection;
use serde::Serialize;

/// An error, as the page displays it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Error {
    title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    help: String,
}

impl Error {
    pub(crate) fn new(title: impl Into<String>) -> Error {
        Error { title: title.into(), ..Error::default() }
    }

    pub(crate) fn help(self, help: impl Into<String>) -> Error {
        Error { help: help.into(), ..self }
    }

    /// Creates an error about invalid parameters of a family.
    pub(crate) fn of_family(bad: &BadSpec) -> Error {
        Error::new(&bad.what).help(family::remedy(bad).unwrap_or_default())
    }
}

impl From<format::Error> for Error {
    fn from(error: format::Error) -> Error {
        let place = |number: usize| (error.line > 0).then_some(number);
        // A page has no options of the command line.
        let help = error.help.split("; ").filter(|part| !part.contains("--")).collect::<Vec<_>>().join("; ");
        Error {
            title: error.what.clone(),
            line: place(error.line),
            column: place(error.column),
            label: error.label.clone(),
            help,
        }
    }
}

impl From<BadSpec> for Error {
    fn from(bad: BadSpec) -> Error {
        Error::new(&bad.what).help(bad.remedy().unwrap_or_default())
    }
}

impl From<UnknownTechnique> for Error {
    fn from(unknown: UnknownTechnique) -> Error {
        Error::new(unknown.to_string()).help(unknown.suggestion().unwrap_or_default())
    }
}

impl From<Rejection> for Error {
    fn from(rejection: Rejection) -> Error {
        Error { line: Some(rejection.line), help: rejection.why, ..Error::new(rejection.what) }
    }
}
