//! The pigeonhole principle: pigeons in holes, at most one per hole. If there are fewer holes than pigeons,
//! the shortest resolution refutations have exponential size (A. Haken, *The Intractability of Resolution*,
//! 1985).

use super::{Family, GROWTH, Make, numbers};
use crate::memory::{Extent, fits};
use crate::{Cnf, Literal, Size};

pub(in super::super) const FAMILY: Family = Family {
    name: "pigeonhole",
    form: "pigeonhole:PIGEONS, with one hole fewer, or pigeonhole:PIGEONS:HOLES",
    example: "pigeonhole:8",
    sentence: "Pigeons in holes, at most one per hole.",
    make: Make::Formula {
        make,
        satisfiable: |rest| sizes(rest).ok().map(|(pigeons, holes)| pigeons <= holes),
    },
};

fn make(rest: &str) -> Result<Cnf, String> {
    let (pigeons, holes) = sizes(rest)?;
    let clauses = pigeons + holes * (pigeons * pigeons.saturating_sub(1) / 2);
    let size = Size { variables: pigeons * holes, clauses, literals: 2 * clauses + pigeons * holes };
    fits(size.bytes().saturating_mul(GROWTH), size).map_err(|large| format!("it {large}"))?;
    Ok(pigeonhole(pigeons as Literal, holes as Literal))
}

/// Parses the numbers of pigeons and holes.
fn sizes(rest: &str) -> Result<(usize, usize), String> {
    let ([pigeons, holes], given) = numbers(rest, 1, 500)?;
    Ok((pigeons, if given == 1 { pigeons.saturating_sub(1) } else { holes }))
}

/// Variable `p * holes + h` means that pigeon `p`, from 0, is in hole `h`, from 1.
fn pigeonhole(pigeons: Literal, holes: Literal) -> Cnf {
    let mut cnf = Cnf::new((pigeons * holes) as usize);
    for pigeon in 0..pigeons {
        cnf.clause(&(1..=holes).map(|hole| pigeon * holes + hole).collect::<Vec<_>>());
    }
    for hole in 1..=holes {
        for (a, b) in (0..pigeons).flat_map(|b| (0..b).map(move |a| (a, b))) {
            cnf.clause(&[-(a * holes + hole), -(b * holes + hole)]);
        }
    }
    cnf
}

#[cfg(test)]
mod tests {
    use super::super::{models, parse};

    #[test]
    fn models_are_counted_by_inclusion_and_exclusion() {
        // Counts the maps from holes to pigeons or none in which every pigeon occurs; a pigeon may be in
        // several holes.
        let count = |pigeons: i64, holes: u32| {
            let choose = |k: i64| (0..k).fold(1, |c, j| c * (pigeons - j) / (j + 1));
            let term = |out: i64| (1 - out % 2 * 2) * choose(out) * (pigeons + 1 - out).pow(holes);
            (0..=pigeons).map(term).sum::<i64>() as usize
        };
        for (pigeons, holes) in [(1, 1), (2, 2), (2, 3), (3, 3), (3, 4), (3, 2), (4, 4), (2, 7), (5, 4)] {
            let cnf = parse(&format!("pigeonhole:{pigeons}:{holes}")).unwrap();
            assert_eq!(models(&cnf), count(pigeons, holes as u32), "{pigeons} {holes}");
        }
        assert_eq!(count(5, 4), 0);
        assert_eq!(parse("pigeonhole:5").unwrap(), parse("pigeonhole:5:4").unwrap());
        let eight = parse("pigeonhole:8").unwrap();
        assert_eq!((eight.variables(), eight.clauses().len()), (56, 8 + 7 * 28));
    }
}
