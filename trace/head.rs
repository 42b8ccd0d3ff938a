//! The first line of a trace: the complete instance, so that the trace can be checked on its own.

use super::script::{self, ScriptLine};
use coverlab_model::encoding::SudokuCover;
use coverlab_model::step::Instance;
use coverlab_model::{
    Cell, Cnf, ExactCover, ExactCoverBuilder, Grid, Item, Literal, OptionId, Problem, Script, Shape, Spec,
    Sudoku,
};
use coverlab_strategies::{Configured, encodings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The name and version of the format.
pub const FORMAT: &str = "search-trace/1";

/// The level of detail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// The head, the solutions and the footer.
    Sum,
    /// Also the nodes of the search tree.
    Node,
    /// Also the steps at the nodes.
    #[default]
    Step,
    /// Also each hidden or restored link, and each clause visited for a watched literal.
    Micro,
}

/// The first line of a trace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// [`FORMAT`].
    pub format: String,
    /// The strategy's name.
    pub strategy: String,
    /// Its parameters, as given.
    pub parameters: BTreeMap<String, String>,
    /// The encoding between the given problem and the instance.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// The meaning of a node of this strategy.
    pub node: String,
    /// The strategy as pseudo-code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub script: Vec<ScriptLine>,
    /// The source of the instance.
    pub name: String,
    /// Seed of the strategy's random choices.
    pub seed: u64,
    /// The level of detail.
    pub level: Level,
    /// The nodes that are written with all their steps; `None` for as many as the limits allow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub window: Option<Window>,
    /// The limits of the search and of the trace.
    pub limits: TraceLimits,
    /// The puzzle that the instance encodes, if there is an encoding.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub puzzle: Option<Native>,
    /// The instance that the strategy searches.
    pub instance: Native,
}

/// The nodes `first` to `last`, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Window {
    /// The first node.
    pub first: u64,
    /// The last node.
    pub last: u64,
}

/// The limits of the search and of the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TraceLimits {
    /// The search ends at this many solutions.
    pub solutions: Option<u64>,
    /// The search ends at this many nodes.
    pub nodes: Option<u64>,
    /// After this many events, failed subtrees are left out.
    pub events: u64,
    /// After this many bytes, failed subtrees are left out.
    pub bytes: u64,
}

/// Which part of a search is written.
#[derive(Clone, Copy, Debug)]
pub struct RecordOptions {
    /// The level of detail.
    pub level: Level,
    /// The nodes that are written in full; `None` to start with the first.
    pub window: Option<Window>,
    /// The limits of the search, and the numbers of events and bytes that are written in full.
    pub limits: TraceLimits,
    /// The seed of the search.
    pub seed: u64,
}

/// An instance with the names of its parts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "problem", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Native {
    /// A puzzle.
    Sudoku {
        /// Rows and columns of a box: `3x3`.
        shape: String,
        /// The clues in row-major order; 0 for an empty cell.
        clues: Vec<u8>,
    },
    /// An exact cover.
    ExactCover {
        /// Number of primary items, which come first.
        primary: usize,
        /// The names of the items.
        items: Vec<String>,
        /// The names of the colors, starting with color 1.
        colors: Vec<String>,
        /// Items with a multiplicity: item, least, most.
        multiplicities: Vec<(Item, u32, u32)>,
        /// The items of each option.
        options: Vec<Vec<Entry>>,
        /// The meaning of each option, such as `r1c2=3`; empty if options have no names.
        meanings: Vec<String>,
    },
    /// A formula.
    Cnf {
        /// Number of variables.
        variables: usize,
        /// The clauses.
        clauses: Vec<Vec<Literal>>,
        /// The decisive variables; `None` if every variable is decisive.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        decisive: Option<Vec<Literal>>,
        /// The variables that have a meaning, ascending, with their meanings, such as `r1c2=3`.
        names: Vec<(Literal, String)>,
    },
}

/// An item of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Entry {
    /// An item without a color.
    Plain(Item),
    /// An item with a color.
    Colored(Item, u32),
}

/// The instance and the strategy of a trace, for any kind of problem.
#[derive(Clone, Debug)]
pub struct TraceSubject {
    /// The source of the instance.
    pub name: String,
    /// The strategy.
    pub spec: Spec,
    /// The encoding, if there is one.
    pub via: Option<&'static str>,
    /// The meaning of a node.
    pub node: &'static str,
    /// The strategy as pseudo-code.
    pub script: Script,
    /// The instance given, before encoding.
    pub asked: Instance,
}

impl TraceSubject {
    /// A search of `problem`, named `name`, by `configured`.
    pub fn of<P: Problem + Into<Instance>>(
        name: String,
        problem: &P,
        configured: &Configured<P>,
    ) -> TraceSubject {
        TraceSubject {
            name,
            spec: configured.spec.clone(),
            via: configured.via,
            node: configured.about.node,
            script: configured.backend.script(),
            asked: problem.clone().into(),
        }
    }

    /// The head of a trace in which the strategy searches `instance`.
    pub fn head(&self, instance: &Instance, options: RecordOptions) -> Head {
        let RecordOptions { level, window, limits, seed } = options;
        let puzzle = match (&self.asked, instance) {
            (_, Instance::Sudoku(_)) => None,
            (Instance::Sudoku(puzzle), _) => Some(of_sudoku(puzzle)),
            _ => None,
        };
        Head {
            format: FORMAT.to_string(),
            strategy: self.spec.name.clone(),
            parameters: self.spec.parameters.iter().cloned().collect(),
            via: self.via.map(str::to_string),
            node: self.node.to_string(),
            script: script::lines(self.script),
            name: self.name.clone(),
            seed,
            level,
            window,
            limits,
            puzzle,
            instance: self.native(instance),
        }
    }

    /// Converts `instance`, with the names that its encoding gives.
    fn native(&self, instance: &Instance) -> Native {
        match (instance, &self.asked) {
            (Instance::Sudoku(puzzle), _) => of_sudoku(puzzle),
            (Instance::ExactCover(cover), Instance::Sudoku(puzzle)) => {
                let named = SudokuCover.named(puzzle);
                if (named.items(), named.options()) != (cover.items(), cover.options()) {
                    return of_cover(cover, Vec::new());
                }
                let meanings = (0..named.options() as OptionId).map(|o| meaning(&named.option_text(o)));
                let meanings = meanings.collect();
                of_cover(&named, meanings)
            }
            (Instance::ExactCover(cover), Instance::Cnf(cnf)) => of_cover(cover, of_literals(cover, cnf)),
            (Instance::ExactCover(cover), Instance::ExactCover(_)) => of_cover(cover, Vec::new()),
            (Instance::Cnf(cnf), Instance::Sudoku(puzzle)) => {
                let names = encodings::of_sudoku(&self.spec).map(|(encoding, _)| encoding.names(puzzle));
                of_cnf(cnf, names.unwrap_or_default())
            }
            (Instance::Cnf(cnf), Instance::ExactCover(cover)) => {
                let options =
                    (0..cover.options() as OptionId).map(|o| (o as Literal + 1, cover.option_text(o)));
                of_cnf(cnf, options.collect())
            }
            (Instance::Cnf(cnf), Instance::Cnf(_)) => of_cnf(cnf, Vec::new()),
        }
    }
}

/// The meanings of the first options of a formula's cover.
fn of_literals(cover: &ExactCover, cnf: &Cnf) -> Vec<String> {
    let variables = cnf.variables();
    let name = |option: usize| match option {
        option if option < variables => (option + 1).to_string(),
        option if option < 2 * variables => format!("-{}", option + 1 - variables),
        _ => String::new(),
    };
    (0..cover.options()).map(name).collect()
}

/// Translates `p12 r13 c23 b13` into `r1c2=3`.
fn meaning(option: &str) -> String {
    let mut words = option.split(' ');
    let mut numbers = |letter: char| {
        let word = words.next()?.strip_prefix(letter)?;
        let middle = if word.contains('.') { word.find('.')? } else { 1 };
        Some((word.get(..middle)?, word.get(middle..)?.trim_start_matches('.')))
    };
    let read = numbers('p').zip(numbers('r'));
    read.map_or_else(String::new, |((row, column), (_, digit))| format!("r{row}c{column}={digit}"))
}

fn of_sudoku(puzzle: &Sudoku) -> Native {
    Native::Sudoku { shape: puzzle.shape().to_string(), clues: puzzle.clues().to_vec() }
}

fn of_cover(cover: &ExactCover, meanings: Vec<String>) -> Native {
    let entry = |&(item, color): &(Item, u32)| match color {
        0 => Entry::Plain(item),
        color => Entry::Colored(item, color),
    };
    let several = (0..cover.primary() as Item).map(|item| (item, cover.multiplicity(item)));
    Native::ExactCover {
        primary: cover.primary(),
        items: (0..cover.items() as Item).map(|item| cover.item_name(item)).collect(),
        colors: (1..=cover.colors()).map(|color| cover.color_name(color)).collect(),
        multiplicities: several
            .filter(|(_, m)| (m.least, m.most) != (1, 1))
            .map(|(item, m)| (item, m.least, m.most))
            .collect(),
        options: (0..cover.options() as OptionId)
            .map(|option| cover.option(option).iter().map(entry).collect())
            .collect(),
        meanings,
    }
}

fn of_cnf(cnf: &Cnf, names: Vec<(Literal, String)>) -> Native {
    Native::Cnf {
        variables: cnf.variables(),
        clauses: cnf.clauses().map(<[Literal]>::to_vec).collect(),
        decisive: cnf.decisive().map(<[Literal]>::to_vec),
        names,
    }
}

impl Native {
    /// The instance itself.
    ///
    /// # Errors
    /// If it is malformed; the message gives the reason.
    pub fn instance(&self) -> Result<Instance, String> {
        match self {
            Native::Sudoku { shape, clues } => read_sudoku(shape, clues).map(Instance::Sudoku),
            Native::ExactCover { primary, items, colors, multiplicities, options, .. } => {
                let (first, rest) =
                    items.split_at_checked(*primary).ok_or("more primary items than items")?;
                let mut builder = ExactCoverBuilder::named(first, rest);
                for color in colors {
                    builder.color(color);
                }
                for &(item, least, most) in multiplicities {
                    let wrong = |_| format!("item {item} cannot be covered {least} to {most} times");
                    builder.multiplicity(item, least, most).map_err(wrong)?;
                }
                read_options(&mut builder, options)?;
                Ok(Instance::ExactCover(builder.build()))
            }
            Native::Cnf { variables, clauses, decisive, .. } => {
                read_cnf(*variables, clauses, decisive.as_deref()).map(Instance::Cnf)
            }
        }
    }

    /// The cell and the digit that an option or a literal represents.
    pub(crate) fn stands_for(name: &str) -> Option<(Cell, u8)> {
        let (cell, digit) = name.split_once('=')?;
        Some((cell.parse().ok()?, digit.parse().ok()?))
    }

    /// The meaning of an option.
    pub fn meaning(&self, option: OptionId) -> Option<&str> {
        let Native::ExactCover { meanings, .. } = self else { return None };
        meanings.get(option as usize).map(String::as_str).filter(|name| !name.is_empty())
    }

    /// The meaning of a variable.
    pub fn variable(&self, literal: Literal) -> Option<&str> {
        let Native::Cnf { names, .. } = self else { return None };
        let at = names.binary_search_by_key(&literal.abs(), |(variable, _)| *variable).ok()?;
        Some(&names[at].1)
    }
}

fn read_sudoku(shape: &str, clues: &[u8]) -> Result<Sudoku, String> {
    let shape = shape.parse::<Shape>()?;
    Sudoku::new(shape, clues).ok_or_else(|| format!("{} clues do not fit a board of {shape}", clues.len()))
}

fn read_options(builder: &mut ExactCoverBuilder, options: &[Vec<Entry>]) -> Result<(), String> {
    for (number, option) in options.iter().enumerate() {
        let entries = option.iter().map(|entry| match *entry {
            Entry::Plain(item) => (item, 0),
            Entry::Colored(item, color) => (item, color),
        });
        let added = builder.colored_option(entries);
        added.map_err(|bad| format!("option {number} is malformed: {bad:?}"))?;
    }
    Ok(())
}

fn read_cnf(variables: usize, clauses: &[Vec<Literal>], decisive: Option<&[Literal]>) -> Result<Cnf, String> {
    if variables > Literal::MAX.unsigned_abs() as usize {
        return Err(format!("{variables} variables are too many"));
    }
    let is_known = |l: &Literal| *l != 0 && l.unsigned_abs() as usize <= variables;
    let mut literals = clauses.iter().flatten().chain(decisive.into_iter().flatten());
    if let Some(literal) = literals.find(|literal| !is_known(literal)) {
        return Err(format!("{literal} is not a literal of {variables} variables"));
    }
    let mut cnf = Cnf::new(variables);
    clauses.iter().for_each(|clause| cnf.clause(clause));
    if let Some(decisive) = decisive {
        cnf.project_to(decisive.to_vec());
    }
    Ok(cnf)
}

impl Head {
    /// The puzzle encoded by the instance, if there is one and its parts are named after cells.
    pub(crate) fn board(&self) -> Option<Sudoku> {
        let named = match &self.instance {
            Native::Sudoku { .. } => false,
            Native::ExactCover { meanings, .. } => !meanings.is_empty(),
            Native::Cnf { names, .. } => !names.is_empty(),
        };
        match &self.puzzle {
            Some(Native::Sudoku { shape, clues }) if named => read_sudoku(shape, clues).ok(),
            _ => None,
        }
    }

    /// Decodes the names of true options or literals into the solved puzzle.
    ///
    /// # Errors
    /// If the head's puzzle is malformed.
    pub(crate) fn decoded<'a>(
        &self,
        names: impl Iterator<Item = &'a str>,
    ) -> Result<Option<(Sudoku, Grid)>, String> {
        let Some(Native::Sudoku { shape, clues }) = &self.puzzle else { return Ok(None) };
        let puzzle = read_sudoku(shape, clues)?;
        let mut cells = clues.clone();
        for (cell, digit) in names.filter_map(Native::stands_for) {
            let index = cell.index(puzzle.shape()).ok_or_else(|| format!("{cell} is not on the board"))?;
            cells[index] = digit;
        }
        let grid = Grid::new(puzzle.shape(), &cells).ok_or("a digit is larger than the board")?;
        Ok(Some((puzzle, grid)))
    }
}
