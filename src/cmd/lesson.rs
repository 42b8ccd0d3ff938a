//! `coverlab lesson`: writes a lesson as one HTML file that runs the strategies.

use super::page::{PageFile, module, save};
use crate::lesson::{LESSONS, Lesson, Reader, technique};
use crate::support::{Exit, Failure, check_not_input, print};
use clap::Args;
use coverlab_bench::argument::Source;
use coverlab_bench::error::Error;
use coverlab_model::did_you_mean;
use std::path::{Path, PathBuf};

const NOTES: &str = "\
Built-in lessons, of 45 minutes each:
  bird              from 9^b boards to a tree: one prune after another, where pruning stalls, and guessing
  dancing-links     exact cover link by link, a Sudoku as a cover, a hard grid and two ways to search it
  dancing-links-de  dancing-links in German
  cdcl              backtracking, unit propagation and learning on one formula, and where learning does not help
  sat-solver        how a real SAT solver works: first UIP, watched literals, restarts, each idea switched off
  five-programs     one puzzle solved by the programs of five articles, their claims, and all on one clock
  by-hand           human techniques, from a naked single to a forcing net

The name of a technique, such as x-wing, writes a page with its rule, an example, puzzles to practice on, and its \
history. `coverlab lesson techniques` writes a page that lists all of them; `coverlab list techniques` prints \
their names.

A lesson is a text with questions and interactive figures, in which readers predict, click, step and change the \
puzzle. It needs no network. Its numbers are computed when it is written.

A lesson of your own is a Markdown file:

  # Why does the smallest item win?

  :::estimate from=1 to=9999 answer=\"starve of dlx on hard\"
  How many dead ends will `dlx` meet?

  It meets {{ count: starve of dlx on hard }}.
  :::

  :::player #search strategy=dlx puzzle=hard show=\"board tree\" at=start
  Step on with the arrow keys.
  :::

  It [fails first here](#search@fail:1), and visits {{ count: nodes of dlx on this }} nodes.
  {{ claim: starve of dlx on this < wipe-cell of heller on this }}

  :::exercise check=\"clues <= 30, starve of dlx = 0\"
  Find a Sudoku on which `dlx` meets no dead end.
  :::

  ```puzzle hard
  8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
  ```

Title and sections: `# Title {lang=de}`, `## Section {#id minutes=9}`.

Placeholders:
  {{ count: WHAT of STRATEGY on PUZZLE }}  a number of a search
  {{ count: WHAT in PUZZLE }}              a fact about a Sudoku; A / B is a ratio
  {{ word: … }}, {{ Word: … }}             a number in words
  {{ event: fail:2 of dlx on this }}       the subject of an event; `this` is the puzzle of the last player
  {{ grid: PUZZLE }}                       the puzzle as text
  {{ claim: A < B; C = D }}                shows nothing; the lesson is not written if a claim is false
  {{ drag: NAME = FIRST in 1..20 }}        a value that the reader drags; or one of a list: `FIRST in VALUE, VALUE`

A placeholder, or `puzzle=`, `strategy=`, `beside=` or `at=` of a player, that contains `$NAME` follows the dragged \
value: `{{ count: nodes of dlx on queens:$n }}`. Numbers are computed, and claims checked, for each value.

The counts of a search:
  nodes, depth, solutions             the search, which ends at the second solution
  items, options, variables, clauses  the size of the instance that the strategy searches
  digits                              digits placed after the clues, including those placed again
  assignments                         two to the power of the variables
  fail, select, conflict, …           events of a kind; docs/FORMAT.md lists the kinds
  select options=1 item~p             events whose field is equal, less (<) or greater (>); or whose item has a name \
that starts with a prefix (~) or does not (!)
  counter updates                     a counter of the strategy
  boards 2, boards last               the decimal logarithm of the remaining boards, at this count
  at starve:1 hidden                  after this event: options in, hidden or taken, covered items, literals of \
the trail, learned clauses
  steps, x-wing                       of a human solution: all steps, or those by a technique
  at 5 blanks, at 5 candidates        of a human solution: what is open after five steps
The facts of a Sudoku: clues, blanks, cells, completions; log, the decimal logarithm of the completions; years, the \
decimal logarithm of the years that it takes to try them at a billion per second.

Directives, each closed by `:::`:
  :::goals     what a reader can do afterwards, as a list before the first section
  :::player    strategy= puzzle= at= beside= show= title= beside-title= level= clock= modes= mode= asks= solutions= \
veil choose own; the strategy `person` is a human solution; `person:unique` may assume a unique \
solution, `person:without=chain/w-wing` omits techniques, and `person:until=x-wing` ends with the first X-wing; the text is the caption
  :::beside    text next to a player
  :::ask       a question, choices `- [ ]` and one `- [x]`, and the answer
  :::estimate  from= to= answer= power; a question, and the answer
  :::question  an open question; text after the first paragraph is the answer, which opens with a click on the words `answer=`
  :::exercise  check= solution=; conditions on a puzzle that the reader finds, separated by commas; text after the first paragraph \
is shown after the solution
  :::hand      puzzle=; an exact cover or a formula to solve by hand; the text is the question
  :::said      holds or fails; a claim, and the facts
  :::details   summary=; text that the reader can open

Definitions: fences with the word `puzzle` or `strategy` and a name. A puzzle is also a family such as `queens:6`, or a \
Sudoku as text; `on NAME/1` searches only to the first solution.

`--source` prints a built-in lesson as a starting point.

Examples:
  coverlab lesson dancing-links
  coverlab lesson swordfish
  coverlab lesson mine.md --out friday.html
  coverlab lesson dancing-links --figure search --out slide.html
  coverlab lesson bird --sheet teacher
  coverlab lesson cdcl --source > mine.md";

/// Arguments of `coverlab lesson`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct LessonArgs {
    /// A built-in lesson, a human technique, a Markdown file, or - for standard input
    #[arg(value_name = "LESSON|TECHNIQUE|FILE")]
    pub name: String,
    /// The file to write, or - for standard output [default: the lesson's name with .html]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write only this figure, without the text around it, for slides
    #[arg(long, value_name = "ID", conflicts_with = "source")]
    pub figure: Option<String>,
    /// Write a printable worksheet: with goals, timing, questions and answers for a teacher, or with goals and
    /// questions for students [default file: the lesson's name with -teacher.html or -students.html]
    #[arg(long, value_name = "READER", conflicts_with_all = ["source", "figure", "module"])]
    pub sheet: Option<Reader>,
    /// Print the lesson's Markdown instead
    #[arg(long, conflicts_with = "out")]
    pub source: bool,
    /// A WebAssembly module of coverlab to use instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub module: Option<PathBuf>,
}

/// Runs `coverlab lesson`.
pub fn run(arguments: &LessonArgs) -> Result<Exit, Failure> {
    let (name, text) = text(&arguments.name)?;
    if arguments.source {
        return print(&text).map(|()| Exit::Answered);
    }
    let lesson = Lesson::read(&name, &text)?;
    let stem = Path::new(&arguments.name).file_stem().filter(|_| arguments.name != "-");
    let suffix = match arguments.sheet {
        None => "",
        Some(Reader::Teacher) => "-teacher",
        Some(Reader::Students) => "-students",
    };
    let default = || format!("{}{suffix}.html", stem.unwrap_or("lesson".as_ref()).display()).into();
    let file =
        PageFile { out: arguments.out.clone().unwrap_or_else(default), module: arguments.module.clone() };
    check_not_input(&file.out, Path::new(&arguments.name))?;
    if let Some(reader) = arguments.sheet {
        return save(&file, &lesson.sheet(reader));
    }
    let module = module(&file)?;
    let page = match &arguments.figure {
        Some(id) => lesson.figure(id, &module)?,
        None => lesson.page(&module),
    };
    save(&file, &page)
}

/// The lesson that an argument names: the name of its file, and its text.
fn text(argument: &str) -> Result<(String, String), Failure> {
    if let Some((name, text)) = LESSONS.iter().find(|(name, _)| *name == argument) {
        return Ok((format!("{name}.md"), (*text).to_string()));
    }
    if let Some(text) = technique::markdown(argument) {
        return Ok((format!("{argument}.md"), text));
    }
    if argument != "-" && !Path::new(argument).exists() {
        return page_by_other_name(argument);
    }
    let mut input = Source::stdin_or_file(argument, "a lesson")?.open()?;
    let text = String::from_utf8(input.bytes(None)?);
    let text = text.map_err(|_| Error::new(format!("{} is not UTF-8 text", input.name)))?;
    Ok((input.name, text))
}

/// The page of a technique that has another name in the literature.
fn page_by_other_name(argument: &str) -> Result<(String, String), Failure> {
    let meaning = match coverlab_techniques::find_by_any_name(argument) {
        Ok(technique) => {
            let name = technique.about.name;
            let text = technique::markdown(name).expect("a page for each technique");
            return Ok((format!("{name}.md"), text));
        }
        Err(unknown) => unknown.other_name,
    };
    let names = || LESSONS.iter().map(|(name, _)| *name);
    let nearest = || did_you_mean(argument, names().chain(technique::FILES.iter().map(|(name, _)| *name)));
    let help = meaning.map(|meaning| format!("as a technique, {meaning}")).or_else(nearest);
    let list = || {
        let names = names().collect::<Vec<_>>().join(", ");
        format!("built-in lessons: {names}; or give a technique or a Markdown file")
    };
    let what = format!("`{argument}` is neither a lesson nor a file");
    Err(Failure::usage(what, help.unwrap_or_else(list)))
}
