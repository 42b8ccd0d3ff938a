//! Finds in the names of instances which parameter of their family varies.

use coverlab_bench::statistics::InstanceResult;
use coverlab_model::family::{parameters, split_seed};

/// The fields of the names of instances without seeds, if all names have a seed and equally many fields.
pub(super) fn split_names<'a>(results: &[&'a InstanceResult]) -> Option<Vec<Vec<&'a str>>> {
    let fields =
        |result: &&'a InstanceResult| split_seed(&result.instance).map(|(rest, _)| rest.split(':').collect());
    let names: Vec<Vec<&str>> = results.iter().map(fields).collect::<Option<_>>()?;
    let is_equal = names.iter().all(|name| name.len() == names[0].len());
    is_equal.then_some(names)
}

/// The index of the only field in which names differ.
pub(super) fn varying(names: &[Vec<&str>]) -> Option<usize> {
    let first = names.first()?;
    let mut varying = (0..first.len()).filter(|&at| names.iter().any(|name| name[at] != first[at]));
    varying.next().filter(|_| varying.next().is_none())
}

/// Parses a number, and whether it is in percent.
pub(super) fn parse_number(text: &str) -> Option<(u64, bool)> {
    let percent = text.strip_suffix('%');
    Some((percent.unwrap_or(text).parse().ok()?, percent.is_some()))
}

/// The title of the axis for the parameter in field `at` of `name`, and the factor from the parameter to the axis. The clauses
/// of random formulas are divided by the number of variables.
pub(super) fn axis(name: &[&str], at: usize, in_percent: bool) -> (String, f64) {
    let parameter = parameters(name[0]).get(at.wrapping_sub(1)).map_or("number", |word| word).to_lowercase();
    match (name, parameter.as_str(), in_percent) {
        (["random-sat", ..], "clauses", true) => ("clauses per variable".to_string(), 0.01),
        (["random-sat", _, variables, ..], "clauses", false) => {
            ("clauses per variable".to_string(), 1.0 / variables.parse().unwrap_or(1.0))
        }
        // The formula has more variables than the sum.
        (["parity", ..], "variables", _) => ("variables of the sum".to_string(), 1.0),
        (_, _, true) => (format!("{parameter} in percent"), 1.0),
        _ => (parameter, 1.0),
    }
}
