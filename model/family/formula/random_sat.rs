//! Random k-SAT: clauses of k distinct variables, each negated with probability 1/2.
//!
//! Formulas are hardest at the threshold at which models become rare (D. Mitchell, B. Selman and H. Levesque,
//! *Hard and Easy Distributions of SAT Problems*, 1992). For k = 3 and many variables it is near 4.267
//! clauses per variable (S. Mertens, M. Mézard and R. Zecchina, *Threshold Values of Random K-SAT from the
//! Cavity Method*, 2006; the value is not proved). For few variables the ratio is higher.

use super::super::number_or_percent;
use super::{Family, Make, numbers};
use crate::memory::{Extent, fits};
use crate::random::Random;
use crate::{Cnf, Literal, Size};

pub(in super::super) const FAMILY: Family = Family {
    name: "random-sat",
    form: "random-sat:LENGTH:VARIABLES:CLAUSES or random-sat:LENGTH:VARIABLES:CLAUSES:SEED",
    example: "random-sat:3:250:1065:1",
    sentence: "Random clauses of equal length with distinct variables; CLAUSES may be in percent of the variables, 426%.",
    make: Make::Formula { make, satisfiable: |_| None },
};

fn make(rest: &str) -> Result<Cnf, String> {
    let parts: Vec<&str> = rest.split(':').collect();
    let in_percent = parts.get(2).filter(|clauses| clauses.trim().ends_with('%'));
    let plain = match in_percent {
        Some(_) => [&parts[..2], &["0"], &parts[3..]].concat().join(":"),
        None => rest.to_string(),
    };
    let ([length, variables, mut clauses, seed], _) = numbers(&plain, 3, u32::MAX as usize)?;
    if let Some(percent) = in_percent {
        clauses = number_or_percent(percent, variables, u32::MAX as usize)?;
    }
    if !(1..=1 << 20).contains(&variables) {
        return Err(format!("`{variables}` is not a number of variables from 1 to 1048576"));
    }
    if !(1..=16.min(variables)).contains(&length) {
        return Err(format!(
            "clauses of {length} literals are impossible: a length is 1 to 16 and at most the number of variables"
        ));
    }
    if clauses > 1 << 24 {
        return Err(format!("`{clauses}` clauses are more than 16777216"));
    }
    let size = Size { variables, clauses, literals: clauses * length };
    fits(size.bytes(), size).map_err(|large| format!("it {large}"))?;
    Ok(random(length, variables, clauses, seed as u64))
}

fn random(length: usize, variables: usize, clauses: usize, seed: u64) -> Cnf {
    let mut random = Random(seed);
    let mut cnf = Cnf::new(variables).with_capacity(clauses, clauses * length);
    let mut clause: Vec<Literal> = Vec::with_capacity(length);
    for _ in 0..clauses {
        clause.clear();
        while clause.len() < length {
            let variable = random.below(variables) as Literal + 1;
            if clause.iter().all(|literal| literal.abs() != variable) {
                clause.push(if random.below(2) == 0 { variable } else { -variable });
            }
        }
        cnf.clause(&clause);
    }
    cnf
}

#[cfg(test)]
mod tests {
    use super::super::{models, parse};
    use super::*;

    #[test]
    fn clauses_are_as_asked() {
        let cnf = parse("random-sat:3:20:91:7").unwrap();
        assert_eq!((cnf.variables(), cnf.clauses().len()), (20, 91));
        for clause in cnf.clauses() {
            let variables: std::collections::HashSet<_> = clause.iter().map(|l| l.abs()).collect();
            assert_eq!((clause.len(), variables.len()), (3, 3));
        }
        assert_ne!(cnf, parse("random-sat:3:20:91:8").unwrap());
        assert_eq!(parse("random-sat:3:20:91").unwrap(), parse("random-sat:3:20:91:0").unwrap());
        assert!(parse("random-sat:4:3:10").is_err());
    }

    #[test]
    fn models_are_as_many_as_chance_has_it() {
        // All but one in 2^k assignments satisfy a clause of k literals.
        let mean = |length: usize, clauses: usize| {
            let counts = (0..400).map(|seed| models(&random(length, 8, clauses, seed)) as f64);
            counts.sum::<f64>() / 400.0
        };
        for (length, clauses) in [(2, 4), (3, 8), (4, 10)] {
            let expected = 256.0 * (1.0 - 0.5_f64.powi(length)).powi(clauses);
            let found = mean(length as usize, clauses as usize);
            assert!((found / expected - 1.0).abs() < 0.1, "{length}: {found} {expected}");
        }
    }
}
