use super::{Build, Building};
use crate::bit_cover::matrix::Matrix;
use crate::bit_cover::weigh::Rows;
use crate::support::silent::silently;
use crate::support::simd::{self, Lanes};
use coverlab_model::family;

/// The number of nodes of a search that stores no states.
fn tree(matrix: &Matrix, rows: &Rows, alive: &[u64], covered: u32) -> u64 {
    if covered as usize == matrix.primary {
        return 1;
    }
    let found = rows.weigh::<Lanes>(alive);
    if found.none > covered {
        return 1;
    }
    let words = matrix.words;
    let own = &matrix.items[found.item * words..][..words];
    let options = (0..matrix.ids.len()).filter(|&o| (alive[o / 64] & own[o / 64]) >> (o % 64) & 1 == 1);
    let below = options.map(|option| {
        let conflicts = &matrix.conflicts[option * words..][..words];
        let left: Vec<u64> =
            alive.iter().zip(conflicts).map(|(alive, conflicts)| alive & !conflicts).collect();
        tree(matrix, rows, &left, covered + matrix.widths[option])
    });
    1 + below.sum::<u64>()
}

/// `auto` relies on this: it compares both while they run.
#[test]
fn a_diagram_knows_the_size_of_the_search_tree() {
    for (spec, repeats) in [
        ("queens:3", false),
        ("queens:8", true),
        ("langford:7", false),
        ("latin-reduced:5", true),
        ("matchings:complete-10", true),
        ("dominoes:6x6", true),
    ] {
        let problem = family::parse(spec).unwrap();
        let matrix = Matrix::new(&problem, |words| words);
        let whole = tree(&matrix, &Rows::new(&matrix), &matrix.all(), 0);
        let mut building = Building::new(&matrix, problem.items() > problem.primary());
        let (mut done, mut until) = (false, 0);
        while !done {
            until += 10;
            let building = &mut building;
            let result = silently(&mut (), |observer| {
                simd::best(Build { building, fewest: true, most_bytes: 1 << 20, until, observer })
            });
            done = result.unwrap();
            assert!(building.gain() * building.nodes as f64 <= whole as f64 + 0.5, "{spec} after {until}");
        }
        assert_eq!((building.gain() * building.nodes as f64).round() as u64, whole, "{spec}");
        assert_eq!(building.nodes < whole, repeats, "{spec}");
    }
}
