//! An entry of a registry of strategies, from which a spec configures one.

use crate::strategy::{About, Strategy, Values};
use crate::{Backend, BadSpec, Problem, Spec};

/// An entry of a registry: a strategy's description and its constructor.
pub struct Entry<P: Problem> {
    /// The strategy's description.
    pub about: &'static About,
    make: Constructor<P>,
}

/// Creates a strategy from checked parameters.
type Constructor<P> = fn(&[(&str, &str)]) -> Box<dyn Backend<P>>;

impl<P: Problem> Entry<P> {
    /// Creates the entry of strategy `S`.
    pub const fn of<S: Strategy<Problem = P>>() -> Self {
        Entry { about: const { &S::ABOUT }, make: make::<S> }
    }

    /// Configures the strategy.
    ///
    /// # Errors
    /// If a parameter is not declared, or its value is not accepted.
    pub fn configure(&self, spec: &Spec) -> Result<Box<dyn Backend<P>>, BadSpec> {
        for (name, value) in &spec.parameters {
            self.check(name, value)?;
        }
        let pairs: Vec<_> = spec.parameters.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        Ok((self.make)(&pairs))
    }

    fn check(&self, name: &str, value: &str) -> Result<(), BadSpec> {
        let declared = self.about.parameters;
        let Some(parameter) = declared.iter().find(|p| p.name == name) else {
            let names = declared.iter().map(|p| p.name.to_string()).collect();
            return Err(BadSpec::new(format!("{} has no parameter `{name}`", self.about.name), name, names));
        };
        let fits = match parameter.values {
            Values::OneOf(words) => words.contains(&value),
            Values::Integer(low, high) => value.parse::<u64>().is_ok_and(|v| (low..=high).contains(&v)),
        };
        if fits {
            return Ok(());
        }
        let words = match parameter.values {
            Values::OneOf(words) => words.iter().map(ToString::to_string).collect(),
            Values::Integer(low, high) => vec![format!("a whole number from {low} to {high}")],
        };
        Err(BadSpec::new(
            format!("parameter `{name}` of {} does not take `{value}`", self.about.name),
            value,
            words,
        ))
    }
}

fn make<S: Strategy>(parameters: &[(&str, &str)]) -> Box<dyn Backend<S::Problem>> {
    let mut strategy = S::default();
    for (name, value) in parameters {
        strategy.set(name, value);
    }
    Box::new(strategy)
}
