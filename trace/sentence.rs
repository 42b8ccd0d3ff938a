//! Describes the lines of a trace in words. Every sentence is made here.

use super::head::{Head, Native};
use super::line::{Answer, Line, Outcome, Stats};
use coverlab_model::{Item, Literal, OptionId};

/// Describes the event in one sentence.
pub fn sentence(line: &Line, head: &Head) -> String {
    let names = Names(&head.instance);
    match line {
        Line::Head(head) => begins(head),
        Line::Node { id, depth, .. } => format!("node {id} at depth {depth}"),
        Line::Fail { node } => format!("node {node} fails: there is no solution below it"),
        Line::Done { node } => format!("node {node} is done: a solution was found below it"),
        Line::Skip { node } => format!("the search leaves node {node} unfinished"),
        Line::Solution { answer, .. } => format!("solution: {}", names.answer(answer)),
        Line::Sub { counts, .. } => {
            let (nodes, events) = (counts.named("node"), counts.total());
            format!("… {} left out, with {}", several(nodes, "node"), several(events, "event"))
        }
        Line::Try { cell, digit, .. } => format!("suppose that {cell} is {digit}"),
        Line::Clue { cell, digit } => format!("{cell} is {digit}: it is given"),
        Line::Naked { cell, digit } => format!("{cell} is {digit}: the cell has no other candidate"),
        Line::Hidden { cell, digit, house } => format!("{cell} is {digit}: the only place in {house}"),
        Line::Remove { cell, digit } => format!("{cell} is not {digit}"),
        Line::WipeCell { cell } => format!("{cell} has no candidate left"),
        Line::WipeDigit { digit, house } => format!("{digit} has no place left in {house}"),
        Line::WipeTwice { digit, house } => format!("{digit} appears twice in {house}"),
        Line::WipeCrowded { house, other } => {
            format!("more digits must stand where {house} and {other} meet than there are cells")
        }
        Line::Side { .. } => "suppose the other side of the choice".to_string(),
        Line::Pass { over } => format!("a pass over {over}"),
        Line::Boards { log10: Some(log10) } => format!("10^{log10:.1} boards are left"),
        Line::Boards { log10: None } => "no board is left".to_string(),
        Line::Expand { cell, choices } => {
            format!("branch on {cell}, which has {}", several(*choices as u64, "candidate"))
        }
        Line::Select { item, options } => {
            format!("choose item {}, which has {}", names.item(*item), several(*options as u64, "option"))
        }
        Line::Cover { item } => format!("cover {}", names.item(*item)),
        Line::Uncover { item } => format!("uncover {}", names.item(*item)),
        Line::Take { option, .. } => format!("take {}", names.option(*option)),
        Line::GiveBack { option } => format!("give back {}", names.option(*option)),
        Line::Hide { option, item } => format!("hide {} from {}", names.option(*option), names.item(*item)),
        Line::Unhide { option, item } => format!("unhide {} in {}", names.option(*option), names.item(*item)),
        Line::Starve { item } => format!("item {} has no option left", names.item(*item)),
        Line::Decide { literal, level } => format!("suppose that {}, level {level}", names.holds(*literal)),
        Line::Propagate { literal, reason } => {
            format!("{}: all else is false in {}", names.holds(*literal), names.clause(reason))
        }
        Line::Conflict { clause } => format!("conflict: {} is false", names.clause(clause)),
        Line::Learn { clause } => format!("learn {}", names.clause(clause)),
        Line::Forget { clause } => format!("forget {}", names.clause(clause)),
        Line::Exclude { clause } => format!("exclude the model by {}", names.clause(clause)),
        Line::Backjump { level } => format!("jump back to level {level}"),
        Line::Restart {} => "begin again from the root".to_string(),
        Line::Watch { clause } => match clause[..] {
            [one, two, ..] => {
                format!("watch {} and {} in {}", names.literal(one), names.literal(two), names.clause(clause))
            }
            _ => format!("watch {}", names.clause(clause)),
        },
        Line::Visit { literal, clause, other, outcome } => {
            let (gone, other) = (names.literal(*literal), names.literal(*other));
            let then = match outcome {
                Outcome::Moved => format!("watches {other} instead"),
                Outcome::Satisfied => format!("keeps its watched literals, because {other} is true"),
                Outcome::Unit => format!("has no other literal to watch: {other} must be true"),
                Outcome::Conflict => format!("has no other literal to watch, and {other} is false too"),
            };
            format!("{gone} is false: {} {then}", names.clause(clause))
        }
        Line::Phase { title: remark } | Line::Note { text: remark } => remark.clone(),
        Line::Ask { question, answer } => format!("{question} {answer}"),
        Line::Stats(stats) => ends(stats),
    }
}

/// A count with its noun: `1 node`, `2 nodes`.
pub(super) fn several(count: u64, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

fn begins(head: &Head) -> String {
    let parameters: Vec<String> =
        head.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let colon = if parameters.is_empty() { "" } else { ":" };
    let via = head.via.as_ref().map_or_else(String::new, |via| format!(" through the encoding {via}"));
    let size = match &head.instance {
        Native::Sudoku { shape, clues } => {
            let given = clues.iter().filter(|clue| **clue > 0).count() as u64;
            format!("boxes of {shape}, {}", several(given, "clue"))
        }
        Native::ExactCover { items, options, .. } => {
            format!("{}, {}", several(items.len() as u64, "item"), several(options.len() as u64, "option"))
        }
        Native::Cnf { variables, clauses, .. } => {
            format!("{}, {}", several(*variables as u64, "variable"), several(clauses.len() as u64, "clause"))
        }
    };
    let node = if head.node.is_empty() { String::new() } else { format!("; a node is {}", head.node) };
    format!("{}{colon}{} searches {}{via}: {size}{node}", head.strategy, parameters.join(","), head.name)
}

fn ends(stats: &Stats) -> String {
    let why = match stats.stop.as_deref() {
        None => "the whole space was searched".to_string(),
        Some("enough") => "as many solutions were found as were asked for".to_string(),
        Some(stop) => format!("ended early: {stop}"),
    };
    let left_out = match stats.left_out {
        0 => String::new(),
        many => format!("; {} left out", several(many, "event")),
    };
    format!("{}, {}: {why}{left_out}", several(stats.nodes, "node"), several(stats.solutions, "solution"))
}

/// The names of an instance's parts.
struct Names<'a>(&'a Native);

impl Names<'_> {
    fn item(&self, item: Item) -> String {
        match self.0 {
            Native::ExactCover { items, .. } => items.get(item as usize).cloned(),
            _ => None,
        }
        .unwrap_or_else(|| item.to_string())
    }

    /// An option by its items, and by the cell and digit it represents.
    fn option(&self, option: OptionId) -> String {
        let Native::ExactCover { options, colors, .. } = self.0 else { return option.to_string() };
        let entry = |entry: &super::Entry| match *entry {
            super::Entry::Plain(item) => self.item(item),
            super::Entry::Colored(item, color) => {
                let name = (color as usize).checked_sub(1).and_then(|color| colors.get(color));
                format!("{}:{}", self.item(item), name.map_or("?", String::as_str))
            }
        };
        let items: Vec<String> = options.get(option as usize).into_iter().flatten().map(entry).collect();
        match self.0.meaning(option) {
            Some(meaning) => format!("{meaning} ({})", items.join(" ")),
            None => format!("option {option} ({})", items.join(" ")),
        }
    }

    /// A literal as a statement: `r1c2 is 3`, `r1c2 is not 3`, `7`, `-7`.
    fn holds(&self, literal: Literal) -> String {
        match self.0.variable(literal).map(|name| name.split_once('=').unwrap_or((name, ""))) {
            None => format!("{literal} is true"),
            Some((name, "")) => format!("{name} is {}", literal > 0),
            Some((cell, digit)) if literal > 0 => format!("{cell} is {digit}"),
            Some((cell, digit)) => format!("{cell} is not {digit}"),
        }
    }

    fn literal(&self, literal: Literal) -> String {
        match self.0.variable(literal) {
            None => literal.to_string(),
            Some(name) if literal > 0 => name.to_string(),
            Some(name) if name.contains('=') => name.replacen('=', "≠", 1),
            Some(name) => format!("not {name}"),
        }
    }

    fn clause(&self, clause: &[Literal]) -> String {
        let literals: Vec<String> = clause.iter().map(|&literal| self.literal(literal)).collect();
        format!("({})", literals.join(" or "))
    }

    fn answer(&self, answer: &Answer) -> String {
        match answer {
            Answer::Grid(digits) => {
                let side = digits.len().isqrt();
                let gap = if side > 9 { " " } else { "" };
                digits.iter().map(u8::to_string).collect::<Vec<_>>().join(gap)
            }
            Answer::Cover(options) => {
                let name = |&option: &OptionId| match self.0.meaning(option) {
                    Some(meaning) => meaning.to_string(),
                    None => self.option(option),
                };
                options.iter().map(name).collect::<Vec<_>>().join(", ")
            }
            Answer::Model(literals) => {
                let true_ones = literals.iter().filter(|literal| **literal > 0);
                let words =
                    true_ones.map(|&l| self.0.variable(l).map_or_else(|| l.to_string(), str::to_string));
                words.collect::<Vec<_>>().join(" ")
            }
        }
    }
}
