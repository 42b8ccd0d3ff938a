//! Instances of families as the command line names them: `queens:12`.

use super::{Exit, Failure};
use coverlab_bench::argument::Source;
use coverlab_bench::corpus;
use coverlab_bench::diagnostic::Diagnostic;
use coverlab_bench::input::Input;
use coverlab_bench::value_set::expand;
use coverlab_model::family::{self, Member, formula};
use coverlab_model::{BadSpec, Cnf};

/// The exact cover that `spec` names.
pub fn open(spec: &str) -> Result<Box<dyn Member>, Failure> {
    family::open(spec).map_err(|bad| invalid_argument(&bad))
}

/// The failure for an argument that names an unknown family or has invalid numbers.
fn invalid_argument(bad: &BadSpec) -> Failure {
    Failure::new(Exit::Usage, bad_family(bad))
}

/// The formula that `spec` names. An exact cover is encoded.
pub(crate) fn formula(spec: &str) -> Result<Cnf, Failure> {
    formula::parse(spec).map_err(|bad| invalid_argument(&bad))
}

/// The instances of families that an argument stands for. They are generated later.
pub(crate) struct FamilyInput {
    /// The argument as given, or the name of the list.
    pub(crate) name: String,
    /// The text of the list, unless the argument is a family.
    list: Option<String>,
    /// The names of the instances.
    pub(crate) specs: Vec<String>,
    /// Whether they are formulas instead of exact covers.
    pub(crate) are_formulas: bool,
}

impl FamilyInput {
    /// The instances of `source`, a family (perhaps with value sets) or a list of families.
    pub(crate) fn of(source: &Source) -> Result<FamilyInput, Failure> {
        if let Source::Family(spec) = source {
            let specs = expand(spec).map_err(|wrong| Failure::usage_of(&wrong.in_argument(spec)))?;
            let are_formulas = specs.iter().any(|spec| formula::is_named(spec));
            return Ok(FamilyInput { name: spec.clone(), list: None, specs, are_formulas });
        }
        FamilyInput::read(source.open()?)
    }

    /// The instances in `input`, a list of families.
    pub(crate) fn read(mut input: Input) -> Result<FamilyInput, Failure> {
        let bytes = input.bytes(None)?;
        let name = input.name;
        let text = String::from_utf8(bytes).map_err(|_| {
            Failure::input(
                format!("{name} is not UTF-8 text"),
                "give a list of families, one per line: queens:8",
            )
        })?;
        let corpus::FamilyMembers { specs, are_formulas } =
            corpus::members(&text).map_err(|error| Failure::malformed(&name, &error))?;
        if specs.is_empty() {
            return Err(Failure::input(
                format!("{name} names no instance"),
                "write one family per line: queens:8, queens:{6..14}",
            ));
        }
        Ok(FamilyInput { name, list: Some(text), specs, are_formulas })
    }

    /// The instance `spec`, an exact cover.
    ///
    /// # Errors
    /// See [`open`]. An error in a list has its place.
    pub(crate) fn open(&self, spec: &str) -> Result<Box<dyn Member>, Failure> {
        family::open(spec).map_err(|bad| self.invalid(spec, &bad))
    }

    /// The instance `spec` as a formula.
    ///
    /// # Errors
    /// See [`formula`]. An error in a list has its place.
    pub(crate) fn formula(&self, spec: &str) -> Result<Cnf, Failure> {
        formula::parse(spec).map_err(|bad| self.invalid(spec, &bad))
    }

    fn invalid(&self, spec: &str, bad: &BadSpec) -> Failure {
        match &self.list {
            Some(text) => Failure::malformed(&self.name, &corpus::error_in_list(text, spec, bad)),
            None => invalid_argument(bad),
        }
    }

    /// The name of instance `number`, from 1.
    pub(crate) fn nth(&self, number: u64) -> Result<&str, Failure> {
        let at = usize::try_from(number - 1).unwrap_or(usize::MAX);
        self.specs.get(at).map(String::as_str).ok_or_else(|| {
            let what = format!("there is no instance {number} in {}: it has {}", self.name, self.specs.len());
            Failure::input(what, format!("`coverlab list corpora {}` lists them", self.name))
        })
    }
}

/// The diagnostic for an unknown family or invalid numbers.
pub fn bad_family(bad: &BadSpec) -> Diagnostic {
    let lists = || "`coverlab list families` lists the families".to_string();
    Diagnostic::error(&bad.what).help(family::remedy(bad).unwrap_or_else(lists))
}
