//! Describes the lines of a trace in words. Every sentence is made here.

use super::head::{Head, Native};
use super::line::{Answer, Line, Stats};
use super::phrase::{Phrase, Value, counted, joined, name, phrase};
use coverlab_model::step::VisitOutcome;
use coverlab_model::{House, Item, Literal, OptionId, Step};

/// Describes the event in one sentence.
pub fn sentence(line: &Line, head: &Head) -> String {
    event_phrase(line, head).to_string()
}

/// The sentence of the event as a phrase, which a page can put into another language.
pub fn event_phrase(line: &Line, head: &Head) -> Phrase {
    match line {
        Line::Head(head) => plain(&begins(head)),
        Line::Node { id, depth, .. } => phrase("node {} at depth {}", [name(id), name(depth)]),
        Line::Fail { node } => phrase("node {} fails: there is no solution below it", [name(node)]),
        Line::Done { node } => phrase("node {} is done: a solution was found below it", [name(node)]),
        Line::Skip { node } => phrase("the search leaves node {} unfinished", [name(node)]),
        Line::Solution { answer, .. } => phrase("solution: {}", [Names(&head.instance).answer(answer)]),
        Line::Sub { counts, .. } => phrase(
            "… {} left out, with {}",
            [counted(counts.named("node"), "node").into(), counted(counts.total(), "event").into()],
        ),
        Line::Step(step) => step_phrase(step, &Names(&head.instance)),
        Line::Stats(stats) => plain(&ends(stats)),
    }
}

fn step_phrase(step: &Step, names: &Names<'_>) -> Phrase {
    match step {
        Step::Try { cell, digit, .. } => phrase("suppose that {} is {}", [name(cell), name(digit)]),
        Step::Clue { cell, digit } => phrase("{} is {}: it is given", [name(cell), name(digit)]),
        Step::Naked { cell, digit } => {
            phrase("{} is {}: the cell has no other candidate", [name(cell), name(digit)])
        }
        Step::Hidden { cell, digit, house } => {
            phrase("{} is {}: the only place in {}", [name(cell), name(digit), house_name(*house)])
        }
        Step::Remove { cell, digit } => phrase("{} is not {}", [name(cell), name(digit)]),
        Step::WipeCell { cell } => phrase("{} has no candidate left", [name(cell)]),
        Step::WipeDigit { digit, house } => {
            phrase("{} has no place left in {}", [name(digit), house_name(*house)])
        }
        Step::WipeTwice { digit, house } => {
            phrase("{} appears twice in {}", [name(digit), house_name(*house)])
        }
        Step::WipeCrowded { house, other } => phrase(
            "more digits belong where {} and {} meet than there are cells",
            [house_name(*house), house_name(*other)],
        ),
        Step::Side { .. } => phrase("suppose the other side of the choice", []),
        Step::Pass { over } => phrase("a pass over {}", [plain(over).into()]),
        Step::Boards { log10 } => boards_phrase(*log10),
        Step::Expand { cell, choices } => {
            phrase("branch on {}, which has {}", [name(cell), counted(*choices as u64, "candidate").into()])
        }
        Step::Select { item, options } => phrase(
            "choose item {}, which has {}",
            [names.item(*item), counted(*options as u64, "option").into()],
        ),
        Step::Cover { item } => phrase("cover {}", [names.item(*item)]),
        Step::Uncover { item } => phrase("uncover {}", [names.item(*item)]),
        Step::Take { option, .. } => phrase("take {}", [names.option(*option)]),
        Step::GiveBack { option } => phrase("give back {}", [names.option(*option)]),
        Step::Hide { option, item } => phrase("hide {} from {}", [names.option(*option), names.item(*item)]),
        Step::Unhide { option, item } => {
            phrase("unhide {} in {}", [names.option(*option), names.item(*item)])
        }
        Step::Starve { item } => phrase("item {} has no option left", [names.item(*item)]),
        Step::Decide { literal, level } => {
            phrase("suppose that {}, level {}", [names.holds(*literal), name(level)])
        }
        Step::Propagate { literal, reason } => {
            phrase("{}: every other literal of {} is false", [names.holds(*literal), names.clause(reason)])
        }
        Step::Conflict { clause } => phrase("conflict: {} is false", [names.clause(clause)]),
        Step::Learn { clause } => phrase("learn {}", [names.clause(clause)]),
        Step::Forget { clause } => phrase("forget {}", [names.clause(clause)]),
        Step::Exclude { clause } => phrase("exclude the model by {}", [names.clause(clause)]),
        Step::Backjump { level } => phrase("jump back to level {}", [name(level)]),
        Step::Restart {} => phrase("begin again from the root", []),
        Step::Watch { clause } => watch_phrase(clause, names),
        Step::Visit { literal, clause, other, outcome } => {
            let template = visit_template(*outcome);
            phrase(template, [names.literal(*literal), names.clause(clause), names.literal(*other)])
        }
    }
}

fn boards_phrase(log10: f64) -> Phrase {
    let log10 = format!("{log10:.1}");
    let (whole, tenths) = log10.split_once('.').unwrap_or((&log10, "0"));
    phrase("10^{}.{} boards are left", [name(whole), name(tenths)])
}

fn watch_phrase(clause: &[Literal], names: &Names<'_>) -> Phrase {
    match *clause {
        [one, two, ..] => {
            let values = [names.literal(one), names.literal(two), names.clause(clause)];
            phrase("watch {} and {} in {}", values)
        }
        _ => phrase("watch {}", [names.clause(clause)]),
    }
}

/// The template for the literal that became false, the clause, and the literal that decides the outcome.
fn visit_template(outcome: VisitOutcome) -> &'static str {
    match outcome {
        VisitOutcome::Moved => "{} is false: {} watches {} instead",
        VisitOutcome::Satisfied => "{} is false: {} keeps its watched literals, because {} is true",
        VisitOutcome::Unit => "{} is false: {} has no other literal to watch: {} must be true",
        VisitOutcome::Conflict => "{} is false: {} has no other literal to watch, and {} is false too",
    }
}

/// A text without values.
fn plain(text: &str) -> Phrase {
    phrase(text.to_string(), [])
}

fn house_name(house: House) -> Value {
    let (template, number) = match house {
        House::Row(number) => ("row {}", number),
        House::Column(number) => ("column {}", number),
        House::Box(number) => ("box {}", number),
    };
    phrase(template, [name(number + 1)]).into()
}

fn begins(head: &Head) -> String {
    let parameters: Vec<String> =
        head.parameters.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let colon = if parameters.is_empty() { "" } else { ":" };
    let via = head.via.as_ref().map_or_else(String::new, |via| format!(" through the encoding {via}"));
    let size = match &head.instance {
        Native::Sudoku { shape, clues } => {
            let given = clues.iter().filter(|clue| **clue > 0).count() as u64;
            format!("boxes of {shape}, {}", counted(given, "clue"))
        }
        Native::ExactCover { items, options, .. } => {
            format!("{}, {}", counted(items.len() as u64, "item"), counted(options.len() as u64, "option"))
        }
        Native::Cnf { variables, clauses, .. } => {
            format!("{}, {}", counted(*variables as u64, "variable"), counted(clauses.len() as u64, "clause"))
        }
    };
    let node = if head.node.is_empty() { String::new() } else { format!("; a node is {}", head.node) };
    format!("{}{colon}{} searches {}{via}: {size}{node}", head.strategy, parameters.join(","), head.name)
}

fn ends(stats: &Stats) -> String {
    let why = match stats.stop.as_deref() {
        None => "the whole space was searched".to_string(),
        Some("enough") => "the requested number of solutions was found".to_string(),
        Some(stop) => format!("ended early: {stop}"),
    };
    let left_out = match stats.left_out {
        0 => String::new(),
        many => format!("; {} left out", counted(many, "event")),
    };
    format!("{}, {}: {why}{left_out}", counted(stats.nodes, "node"), counted(stats.solutions, "solution"))
}

/// The names of an instance's parts.
struct Names<'a>(&'a Native);

impl Names<'_> {
    fn item(&self, item: Item) -> Value {
        name(self.item_name(item))
    }

    fn item_name(&self, item: Item) -> String {
        match self.0 {
            Native::ExactCover { items, .. } => items.get(item as usize).cloned(),
            _ => None,
        }
        .unwrap_or_else(|| item.to_string())
    }

    /// An option by its items, and by the cell and digit it represents.
    fn option(&self, option: OptionId) -> Value {
        let Native::ExactCover { options, colors, .. } = self.0 else { return name(option) };
        let entry = |entry: &super::Entry| match *entry {
            super::Entry::Plain(item) => self.item_name(item),
            super::Entry::Colored(item, color) => {
                let name = (color as usize).checked_sub(1).and_then(|color| colors.get(color));
                format!("{}:{}", self.item_name(item), name.map_or("?", String::as_str))
            }
        };
        let items: Vec<String> = options.get(option as usize).into_iter().flatten().map(entry).collect();
        let items = items.join(" ");
        match self.0.meaning(option) {
            Some(meaning) => name(format!("{meaning} ({items})")),
            None => phrase("option {} ({})", [name(option), name(items)]).into(),
        }
    }

    /// A literal as a statement: `r1c2 is 3`, `r1c2 is not 3`, `7 is true`.
    fn holds(&self, literal: Literal) -> Value {
        let holds = match self.0.variable(literal).map(|name| name.split_once('=').unwrap_or((name, ""))) {
            None => phrase("{} is true", [name(literal)]),
            Some((variable, "")) if literal > 0 => phrase("{} is true", [name(variable)]),
            Some((variable, "")) => phrase("{} is false", [name(variable)]),
            Some((cell, digit)) if literal > 0 => phrase("{} is {}", [name(cell), name(digit)]),
            Some((cell, digit)) => phrase("{} is not {}", [name(cell), name(digit)]),
        };
        holds.into()
    }

    fn literal(&self, literal: Literal) -> Value {
        match self.0.variable(literal) {
            None => name(literal),
            Some(variable) if literal > 0 => name(variable),
            Some(variable) if variable.contains('=') => name(variable.replacen('=', "≠", 1)),
            Some(variable) => phrase("not {}", [name(variable)]).into(),
        }
    }

    fn clause(&self, clause: &[Literal]) -> Value {
        let literals: Vec<Value> = clause.iter().map(|&literal| self.literal(literal)).collect();
        phrase("({})", [joined("{} or {}", &literals)]).into()
    }

    fn answer(&self, answer: &Answer) -> Value {
        match answer {
            Answer::Grid(digits) => {
                let side = digits.len().isqrt();
                let gap = if side > 9 { " " } else { "" };
                name(digits.iter().map(u8::to_string).collect::<Vec<_>>().join(gap))
            }
            Answer::Cover(options) => {
                let option =
                    |&option: &OptionId| self.0.meaning(option).map_or_else(|| self.option(option), name);
                joined("{}, {}", &options.iter().map(option).collect::<Vec<_>>())
            }
            Answer::Model(literals) => {
                let true_ones = literals.iter().filter(|literal| **literal > 0);
                let words =
                    true_ones.map(|&l| self.0.variable(l).map_or_else(|| l.to_string(), str::to_string));
                name(words.collect::<Vec<_>>().join(" "))
            }
        }
    }
}
