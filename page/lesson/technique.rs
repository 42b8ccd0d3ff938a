//! A page for each technique: a lesson made from its file in `web/techniques/`.
//!
//! A file `web/techniques/x-wing.md` begins with the rule. The sections `## Practice` and `## History` follow, and then
//! the puzzles `example`, `practice-1`, `practice-2`, … The section on practice is empty if `generate --hardest` made
//! the puzzles. The rest comes from the technique itself: the title, its place in the order of difficulty, and the
//! figures, which show the puzzles at its first step.

use coverlab_techniques::{Entry, Premise, TECHNIQUES};

/// The name of the page that lists all techniques.
pub const CONTENTS: &str = "techniques";

/// The puzzle of the example.
const EXAMPLE: &str = "example";

/// The text of each file, by the name of its technique.
pub const FILES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/techniques.rs"));

/// The lesson about a technique, or the list of all techniques, as Markdown. `None` if there is no such page.
pub fn markdown(name: &str) -> Option<String> {
    if name == CONTENTS {
        return Some(contents());
    }
    let number = TECHNIQUES.iter().position(|technique| technique.about.name == name)?;
    let (_, text) = FILES.iter().find(|(file, _)| *file == name)?;
    Some(lesson(number, text))
}

/// The file of a page in a site.
pub fn file(name: &str) -> String {
    if name == CONTENTS { format!("{name}.html") } else { format!("technique-{name}.html") }
}

/// The puzzles that a page defines: a name such as `practice-1`, and the clues.
pub fn puzzles(text: &str) -> Vec<(&str, &str)> {
    let definition = |rest| {
        let (name, rest) = str::split_once(rest, '\n')?;
        Some((name, rest.split_once("\n```")?.0))
    };
    text.split("```puzzle ").skip(1).filter_map(definition).collect()
}

/// The whole lesson, around the text of a file.
fn lesson(number: usize, text: &str) -> String {
    let Entry { about, premise, .. } = &TECHNIQUES[number];
    let (rule, rest) = text.split_once("\n## Practice\n").unwrap_or((text, ""));
    let (practice, history) = rest.split_once("\n## History\n").unwrap_or((rest, ""));
    let (order, rule) = (order(number), rule.trim());
    let practice = match practice.trim() {
        "" => generated(about.name),
        own => own.to_string(),
    };
    let strategy = strategy(&TECHNIQUES[number], text);
    let figure = |puzzle: &str, caption: &str| figure(puzzle, &TECHNIQUES[number], strategy, caption);
    let puzzles = puzzles(text);
    let shown = puzzles.iter().any(|(puzzle, _)| *puzzle == EXAMPLE);
    let example = if shown { figure(EXAMPLE, "The pattern is shaded.") } else { String::new() };
    let tasks = puzzles.iter().filter(|(puzzle, _)| *puzzle != EXAMPLE);
    let figures: String = tasks.map(|(puzzle, clues)| figure(puzzle, &format!("`{clues}`"))).collect();
    let history = history.trim();
    let task = if figures.is_empty() { "" } else { PRACTICE };
    let unique = match premise {
        Premise::Rules => "",
        Premise::OneSolution => UNIQUE,
    };
    format!(
        "# {}\n\n{}.\n\n{order}{unique}\n\n## The rule {{#rule}}\n\n:::beside\n{rule}\n\n{example}:::\n\n\
         ## Practice {{#practice}}\n\n{task}{practice}\n\n{figures}## History {{#history}}\n\n{history}\n",
        about.title, about.sentence
    )
}

/// A warning about techniques that rely on uniqueness.
const UNIQUE: &str =
    " It assumes that the puzzle has one solution, so it does not prove that there is only one.";

const PRACTICE: &str = "Each figure stops at the last step before this technique is needed. Find the next step, then press \
                        <kbd>→</kbd>. ";

/// The origin of the puzzles of a page without words of its own in `## Practice`.
fn generated(name: &str) -> String {
    format!(
        "`coverlab generate --hardest {name} --minimal --puzzles 4 --seed 1` made these puzzles and the one above. Easier \
         techniques alone get stuck; with this one, no harder technique is needed."
    )
}

/// The place of a technique in the order of difficulty, with links to its neighbors.
fn order(number: usize) -> String {
    let link = |number: usize| {
        let about = TECHNIQUES.get(number)?.about;
        Some(format!("[{}](technique:{})", short_title(about.title), about.name))
    };
    let place = format!("Number {} of {} [techniques](technique:{CONTENTS})", number + 1, TECHNIQUES.len());
    match (number.checked_sub(1).and_then(link), link(number + 1)) {
        (Some(easier), Some(harder)) => format!("{place}, between {easier} and {harder}."),
        (None, Some(harder)) => format!("{place}, before {harder}."),
        (Some(easier), None) => format!("{place}, after {easier}."),
        (None, None) => format!("{place}."),
    }
}

/// The strategy of the figures: the file's own, ` ```strategy human `, or the one that the technique's assumption needs.
pub fn strategy<'a>(technique: &Entry, text: &'a str) -> &'a str {
    let own = text.split_once("```strategy human\n").and_then(|(_, rest)| rest.split_once("\n```"));
    match (own, technique.premise) {
        (Some((spec, _)), _) => spec,
        (None, Premise::Rules) => "person",
        (None, Premise::OneSolution) => "person:unique",
    }
}

/// A player that ends with the first step by the technique, at this step or right before it.
fn figure(puzzle: &str, technique: &Entry, strategy: &str, caption: &str) -> String {
    let (name, title) = (technique.about.name, short_title(technique.about.title));
    let options = if strategy.contains(':') { ',' } else { ':' };
    let moment = if puzzle == EXAMPLE { format!("{name}:1") } else { format!("before {name}:1") };
    format!(
        ":::player #{puzzle} title=\"{title}\" puzzle={puzzle} strategy={strategy}{options}until={name} show=board at=\"{moment}\"\n\
         {caption}\n:::\n\n"
    )
}

/// The list of all techniques.
pub fn contents() -> String {
    let mut page = format!(
        "# Human techniques\n\nThe {} human techniques that coverlab knows. Each has a page with its rule, an example, \
         puzzles to practice on, and its history. `coverlab lesson swordfish` writes one of them.\n\n\
         A **house** is a row, a column or a box. A **candidate** is a digit that a cell may still take. Two cells **see** \
         each other if they share a house.\n\n## Easiest first {{#all}}\n\n| | technique | rule |\n|--:|---|---|\n",
        TECHNIQUES.len()
    );
    for (k, Entry { about, premise, .. }) in TECHNIQUES.iter().enumerate() {
        let mark = if *premise == Premise::OneSolution { " \\*" } else { "" };
        let title = short_title(about.title);
        let (name, sentence) = (about.name, about.sentence);
        page += &format!("| {} | [{title}](technique:{name}){mark} `{name}` | {sentence} |\n", k + 1);
    }
    page + "\n\\* assumes that the puzzle has one solution.\n"
}

/// A title without the names in parentheses: `Chain (X-chain, …)`, but all of `Dynamic forcing chain (+)`. As `shortTitle` in
/// `web/explain.js`.
fn short_title(title: &str) -> &str {
    match title.split_once(" (") {
        Some((short, names)) if !names.starts_with('+') => short,
        _ => title,
    }
}
