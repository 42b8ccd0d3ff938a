use super::{ModelCount, Switches};
use coverlab_model::{Cnf, Natural};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// Random clauses of two and three literals.
fn formula(random: &mut Pcg64Mcg, variables: u64) -> Cnf {
    let mut cnf = Cnf::new(variables as usize);
    let ratio = 2 + random.next_u64() % 4;
    for clause in 0..variables * ratio {
        let literal = |random: &mut Pcg64Mcg| {
            let variable = 1 + (random.next_u64() % variables) as i32;
            if random.next_u64().is_multiple_of(2) { variable } else { -variable }
        };
        let length = if clause % 4 == 0 { 2 } else { 3 };
        cnf.clause(&(0..length).map(|_| literal(random)).collect::<Vec<_>>());
    }
    if random.next_u64().is_multiple_of(3) {
        cnf.project_to((1..=variables as i32).filter(|v| v % 3 > 0).collect());
    }
    cnf
}

fn count(cnf: &Cnf, switches: Switches) -> Natural {
    let strategy = ModelCount { switches, ..ModelCount::default() };
    strategy.count(cnf, &mut ()).continue_value().expect("no limit")
}

/// The count is the same if entries are evicted, by age or because a conflict invalidates them.
#[test]
fn counts_are_the_same_with_any_memory() {
    let mut random = Pcg64Mcg::seed_from_u64(3);
    let (mut positive, mut zero) = (0, 0);
    for round in 0..600 {
        let variables = 10 + random.next_u64() % 25;
        let cnf = formula(&mut random, variables);
        let plain = Switches { learn: false, cache: false, tables: 0, bytes: 0 };
        let expected = count(&cnf, plain);
        let seen = if expected == Natural::default() { &mut zero } else { &mut positive };
        *seen += 1;
        for learn in [true, false] {
            for bytes in [0, 3000, 5000, 1 << 30] {
                let found = count(&cnf, Switches { learn, cache: true, tables: 0, bytes });
                assert_eq!(found, expected, "round {round}, learn {learn}, {bytes} bytes");
            }
        }
    }
    assert!(positive > 100 && zero > 20, "{positive} {zero}");
}
