//! Statistics of a file of puzzles, gathered one puzzle at a time.
//!
//! Only two hashes of each puzzle are kept: that of its cells, and that of its canonical form, which isomorphic puzzles
//! share. Millions of puzzles therefore fit into memory. Two different puzzles collide with probability 2^-64.

use coverlab_bench::corpus::content_hash;
use coverlab_bench::text::hang;
use coverlab_model::format::sudoku::Puzzle;
use coverlab_model::{Session, Shape, Sudoku, Task, Violation, canonical, pattern_symmetries};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;

/// Counts over puzzles.
#[derive(Debug, Default)]
pub(super) struct Statistics {
    puzzles: u64,
    shapes: BTreeMap<Shape, u64>,
    clues: BTreeMap<usize, u64>,
    clashing: u64,
    /// Puzzles with no solution, with one, with several, and those not decided within the limit.
    solutions: [u64; 4],
    claimed: [u64; 2],
    symmetries: BTreeMap<&'static str, u64>,
    texts: HashSet<u64>,
    forms: HashSet<u64>,
    /// Puzzles too symmetric for a canonical form.
    without_form: u64,
}

impl Statistics {
    /// Counts a puzzle.
    pub(super) fn add(
        &mut self,
        puzzle: &Puzzle,
        session: &mut dyn Session<Sudoku>,
        task: &Task,
    ) -> Result<(), Violation> {
        let sudoku = &puzzle.puzzle;
        self.puzzles += 1;
        *self.shapes.entry(sudoku.shape()).or_default() += 1;
        *self.clues.entry(sudoku.clue_count()).or_default() += 1;
        self.clashing += u64::from(sudoku.check_clues().is_err());
        self.claimed[0] += u64::from(puzzle.solution.is_some());
        self.claimed[1] += u64::from(puzzle.count.is_some());
        for symmetry in pattern_symmetries(sudoku) {
            *self.symmetries.entry(symmetry.name()).or_default() += 1;
        }
        self.texts.insert(content_hash(sudoku));
        match canonical(sudoku) {
            Ok((form, _)) => {
                self.forms.insert(content_hash(&form));
            }
            Err(_) => self.without_form += 1,
        }
        self.solutions[solution_class(sudoku, session, task)?] += 1;
        Ok(())
    }

    /// The counts as a JSON object.
    pub(super) fn json(&self) -> Value {
        fn counts<K: ToString>(map: &BTreeMap<K, u64>) -> BTreeMap<String, u64> {
            map.iter().map(|(key, &count)| (key.to_string(), count)).collect()
        }
        let [none, one, several, not_known] = self.solutions;
        let [claimed_solutions, claimed_counts] = self.claimed;
        json!({
            "puzzles": self.puzzles,
            "boxes": counts(&self.shapes),
            "clues": counts(&self.clues),
            "clashing": self.clashing,
            "solutions": { "none": none, "one": one, "several": several, "not_known": not_known },
            "claimed": { "solutions": claimed_solutions, "counts": claimed_counts },
            "symmetries": counts(&self.symmetries),
            "different": { "cells": self.texts.len(), "isomorphism": self.forms.len(), "not_classified": self.without_form },
        })
    }

    /// The counts as text, one per line.
    pub(super) fn text(&self, width: Option<usize>) -> String {
        let mut text = String::new();
        let mut line = |title: &str, facts: &str| {
            let _ = writeln!(text, "{title:12}{}", hang(facts, 12, 12, width));
        };
        let join = |counts: &mut dyn Iterator<Item = (String, u64)>| {
            let parts =
                counts.filter(|(_, count)| *count > 0).map(|(what, count)| format!("{what}: {count}"));
            parts.collect::<Vec<_>>().join(", ")
        };
        line("puzzles", &self.puzzles.to_string());
        line("boxes", &join(&mut self.shapes.iter().map(|(shape, &n)| (shape.to_string(), n))));
        line("clues", &self.clue_range());
        line("", &join(&mut self.clues.iter().map(|(clues, &n)| (clues.to_string(), n))));
        if self.clashing > 0 {
            line("clashing", &format!("{} with equal clues in a house", self.clashing));
        }
        let words = ["none", "one", "several", "not known"].map(str::to_string);
        line("solutions", &join(&mut words.into_iter().zip(self.solutions)));
        let words = ["solutions", "counts"].map(str::to_string);
        if self.claimed != [0, 0] {
            line("claimed", &join(&mut words.into_iter().zip(self.claimed)));
        }
        let symmetries = join(&mut self.symmetries.iter().map(|(name, &n)| ((*name).to_string(), n)));
        line("patterns", if symmetries.is_empty() { "no symmetry" } else { &symmetries });
        line("different", &self.different());
        text
    }

    fn clue_range(&self) -> String {
        let (Some(least), Some(most)) = (self.clues.keys().next(), self.clues.keys().next_back()) else {
            return "none".to_string();
        };
        // The lower median.
        let mut before = 0;
        let median = self.clues.iter().find(|(_, n)| {
            before += **n;
            2 * before >= self.puzzles
        });
        format!("{least} to {most}, median {}", median.map_or(0, |(clues, _)| *clues))
    }

    fn different(&self) -> String {
        let mut text = format!("{} by their cells, {} up to isomorphism", self.texts.len(), self.forms.len());
        if self.without_form > 0 {
            let _ = write!(text, " and {} too symmetric to classify", self.without_form);
        }
        text
    }
}

/// The index into `Statistics::solutions`: the number of solutions up to 2, or 3 if it is not known.
fn solution_class(
    puzzle: &Sudoku,
    session: &mut dyn Session<Sudoku>,
    task: &Task,
) -> Result<usize, Violation> {
    let outcome = session.untimed(puzzle, task);
    outcome.verify(puzzle)?;
    Ok(match (outcome.stop, outcome.solutions) {
        (_, 2..) => 2,
        (None, found) => found as usize,
        (Some(_), _) => 3,
    })
}
