//! Symmetric images of the Sudokus in a corpus. They are equivalent, but a strategy that breaks ties by position may
//! search them differently, so an experiment can repeat its trials on several images.

use super::{Corpus, Instance, Instances, content_hash};
use crate::seeded_random::seeded_random;
use coverlab_model::{Sudoku, Symmetry};
use rand::RngExt;
use smol_str::format_smolstr;

/// Separates the name of a Sudoku from the number of its image.
const IMAGE: char = '~';

impl Corpus {
    /// Replaces every Sudoku with `each` images of it, numbered from 0; image 0 is the puzzle itself. An image depends
    /// only on the puzzle, its number and `seed`, so a sample has the same images as the complete corpus. Other kinds
    /// of problems have no images and stay as they are.
    #[must_use]
    pub(crate) fn with_images(self, each: u32, seed: u64) -> Corpus {
        let instances = match self.instances {
            Instances::Sudoku(list) if each > 1 => {
                let images = |instance| (0..each).map(move |number| image(&instance, number, seed));
                Instances::Sudoku(list.into_iter().flat_map(images).collect())
            }
            others => others,
        };
        Corpus { instances, ..self }
    }
}

/// Image `number` of `instance`.
fn image(instance: &Instance<Sudoku>, number: u32, seed: u64) -> Instance<Sudoku> {
    let (shape, content) = (instance.problem.shape(), content_hash(&instance.problem));
    let mut random = seeded_random(&["image", &format!("{content:016x}"), &number.to_string()], seed);
    let symmetry = match number {
        0 => Symmetry::identity(shape),
        _ => Symmetry::random(shape, &mut |bound| random.random_range(0..bound)),
    };
    Instance {
        name: format_smolstr!("{}{IMAGE}{number}", instance.name),
        problem: symmetry.apply(&instance.problem),
        count: instance.count,
        solution: instance.solution.as_ref().map(|grid| Box::new(symmetry.apply_to_grid(grid))),
    }
}

/// Splits the name of a Sudoku into the name without the number of its image, and that number; 0 if there is none.
pub(crate) fn split_image_name(name: &str) -> (&str, u32) {
    let split = name.rsplit_once(IMAGE).and_then(|(name, number)| Some((name, number.parse().ok()?)));
    split.unwrap_or((name, 0))
}

#[cfg(test)]
mod tests {
    use super::super::by_name;
    use super::*;

    #[test]
    fn images_are_equivalent_puzzles() {
        let corpus = by_name("unique-9x9").unwrap();
        let Instances::Sudoku(before) = corpus.instances.clone() else { panic!("puzzles") };
        let Instances::Sudoku(after) = corpus.clone().with_images(3, 7).instances else { panic!("puzzles") };
        assert_eq!(after.len(), 3 * before.len());
        for (images, instance) in after.chunks(3).zip(&before) {
            assert_eq!((&images[0].problem, images[0].count), (&instance.problem, instance.count));
            assert!(images[1].problem != images[2].problem && images[1].problem != instance.problem);
            assert_eq!(images[2].name, format!("{}~2", instance.name));
            let form = |puzzle: &Sudoku| coverlab_model::canonical(puzzle).unwrap().0;
            assert!(images.iter().all(|image| form(&image.problem) == form(&instance.problem)));
            assert!(images.iter().all(|image| match &image.solution {
                Some(grid) =>
                    image.problem.clues().iter().zip(grid.cells()).all(|(&clue, &d)| clue == 0 || clue == d),
                None => instance.solution.is_none(),
            }));
        }
        // A sample has the same images as the complete corpus.
        let Instances::Sudoku(sample) = corpus.sample(5, 1).with_images(3, 7).instances else {
            panic!("puzzles")
        };
        assert!(sample.iter().all(|image| {
            after.iter().any(|known| known.name == image.name && known.problem == image.problem)
        }));
    }
}
