//! `coverlab lesson`: recomputes every number and claim of the lessons.

use crate::common::{coverlab, file};
use coverlab::lesson::count::Counting;
use coverlab::lesson::{LESSONS, Lesson, Reader};
use std::collections::BTreeMap;
use std::fs;

/// The smallest WebAssembly module.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

#[test]
fn events_are_found_by_their_number() {
    let counting = Counting::new(puzzles(), BTreeMap::new());
    assert_eq!(counting.event("starve:1 of dlx on knuth").unwrap(), "e");
    // The list of moves is not sorted before the first move; all others start at the fewest candidates.
    assert_eq!(counting.event("try:1 of move-list on inkala-2010/1").unwrap(), "r1c1 = 1");
    assert_eq!(counting.event("expand:1 of delord on inkala-2010/1").unwrap(), "r6c2");
    assert_eq!(counting.event("hidden:1 of hidden-single on inkala-2010").unwrap(), "r2c5 = 5");
    assert_eq!(counting.event("learn:1 of cdcl:vsids=no,phase=no,restarts=no on six/1").unwrap(), "5 ∨ 1");
}

/// The puzzles that the lessons define.
fn puzzles() -> BTreeMap<String, String> {
    let definitions = LESSONS.iter().flat_map(|(_, source)| source.split("```puzzle ").skip(1));
    let definition = |text: &str| {
        let (name, rest) = text.split_once('\n').unwrap();
        (name.to_string(), rest.split("\n```").next().unwrap().to_string())
    };
    definitions.map(definition).collect()
}

#[test]
fn every_lesson_is_written_and_its_claims_hold() {
    std::thread::scope(|scope| {
        for (name, source) in LESSONS {
            scope.spawn(move || check_lesson(name, source));
        }
    });
}

fn check_lesson(name: &str, source: &str) {
    let lesson = Lesson::read(name, source).unwrap_or_else(|error| panic!("{error}"));
    let text = lesson.body();
    assert!(!text.contains("{{") && !text.contains("claim:") && !text.contains(":::"), "{name}");
    assert!(text.matches("<data class=\"number\"").count() > 10, "{name}");
    let minutes = text.split("data-minutes=\"").skip(1);
    let minutes: u32 = minutes.map(|rest| rest.split('"').next().unwrap().parse::<u32>().unwrap()).sum();
    assert_eq!(minutes, 45, "{name}");
    assert!(text.contains("<details class=\"goals\">"), "{name}");
    assert_eq!(typed_numbers(text), Vec::<&str>::new(), "{name}");
    check_answers(name, source, &lesson.sheet(Reader::Teacher));
}

/// Each task has an answer on the teacher's sheet, and the section `sandbox` has no list of tasks without one.
fn check_answers(name: &str, source: &str, sheet: &str) {
    const TASKS: [&str; 6] = [":::ask", ":::estimate", ":::question", ":::exercise", ":::hand", ":::said"];
    let tasks: usize = TASKS.iter().map(|task| source.matches(task).count()).sum();
    assert_eq!(sheet.matches("<div class=\"answer\">").count(), tasks, "{name}");
    assert!(!sheet.contains("<div class=\"answer\"></div>"), "{name}");
    let Some((_, sandbox)) = source.split_once("{#sandbox ") else { return };
    let (sandbox, _) = sandbox.split_once("\n###").unwrap();
    assert!(!sandbox.contains("\n- "), "{name}");
}

/// The numbers of three or more digits that are typed into a lesson instead of computed. Years and code do not count.
fn typed_numbers(text: &str) -> Vec<&str> {
    let shown = text.split('<').filter_map(|part| part.split_once('>'));
    let words = shown.filter(|(tag, _)| !["data", "pre", "code"].iter().any(|own| tag.starts_with(own)));
    let numbers = words.flat_map(|(_, text)| text.split(|c: char| !c.is_ascii_digit()));
    numbers.filter(|digits| digits.len() > 2 && !is_year(digits)).collect()
}

fn is_year(digits: &str) -> bool {
    (1950..2030).contains(&digits.parse().unwrap_or(0))
}

/// A lesson with a puzzle, and `text`.
fn lesson(text: &str) -> Result<String, String> {
    let source = format!(
        "# Title\n\n{text}\n\n```puzzle knuth\na b c d e f g\nc e f\na d g\nb c f\na d\nb g\nd e g\n```\n"
    );
    Lesson::read("mine.md", &source)
        .map(|lesson| lesson.body().to_string())
        .map_err(|error| error.to_string())
}

#[test]
fn a_puzzle_may_be_drawn_over_several_lines() {
    let text = "{{ count: nodes of dlx on drawn }}\n\n```puzzle drawn\n1...\n..3.\n.4..\n...2\n```";
    let body = lesson(text).unwrap();
    assert!(body.contains("<data "), "{body}");
}

#[test]
fn a_mistake_has_a_line_and_a_column() {
    let mistakes = r##"
        So {{ claim: nodes of dlx on knuth < 6 }} ⇒ line 3, column 4: the claim `nodes of dlx on knuth < 6` is false: the numbers are 6 and 6
        {{ claim: nodes of dlx on knuth }} ⇒ line 3, column 1: the claim
        One\ntwo {{ count: apples of dlx on knuth }} ⇒ line 4, column 5: `apples of dlx on knuth` cannot be counted
        {{ count: select apples of dlx on knuth }} ⇒ cannot be counted
        {{ count: nodes of dlx on knut }} ⇒ did you mean `knuth`?
        {{ count: nodes of dxl on knuth }} ⇒ did you mean `dlx`?
        {{ count: nodes of dlx }} ⇒ no figure above
        {{ count: knuth }} ⇒ line 3, column 1: `knuth` is not a count
        {{ cuont: nodes of dlx on knuth }} ⇒ write `{{ count: … }}`
        {{ count: nodes ⇒ line 3, column 1: `{{` is not closed by `}}`
        :::palyer\n::: ⇒ did you mean `:::player`?
        :::player strategy=dlx puzzle=knuth speed=3\n::: ⇒ line 3, column 37: there is no attribute `speed` here
        :::player strategy=dlx puzzle=knuth show="board tre"\n::: ⇒ line 3, column 43: `show=` cannot be `tre` (did you mean `tree`?)
        :::player strategy=dlx puzzle=knuth level=bar\n::: ⇒ line 3, column 43: `level=` cannot be `bar` (known: sum, node, step, micro)
        :::player strategy=dlx puzzle=knuth clock=foo\n::: ⇒ `clock=` cannot be `foo`
        :::player strategy=dlx puzzle=knuth modes="watch zzz"\n::: ⇒ `modes=` cannot be `zzz`
        :::player strategy=dlx puzzle=knuth mode=qqq\n::: ⇒ `mode=` cannot be `qqq`
        :::player strategy=dlx puzzle=knuth asks=rrr\n::: ⇒ `asks=` cannot be `rrr`
        :::player strategy=dlx puzzle=knuth solutions=none\n::: ⇒ line 3, column 47: `none` is not a number of solutions
        :::player strategy=dlx puzzle=knuth veil=no\n::: ⇒ `veil=` cannot be `no` (omit the value)
        :::estimate from=1 to=9 answer=50\nHow many?\n::: ⇒ the answer 50 is not among the estimates from 1 to 9
        :::estimate from=9 to=1 answer=5\nHow many?\n::: ⇒ an estimate cannot run from 9 to 1
        :::estimate from=0 to=9 answer=5\nHow many?\n::: ⇒ without `power` more than 0
        :::player strategy=dlx puzzle=knuth at="fail:9"\n::: ⇒ line 3, column 41: the search `figure-1` has no moment `fail:9`
        :::player strategy=dlx puzzle=knuth ⇒ line 3, column 1: `:::player` is not closed
        ::: ⇒ line 3, column 1: `:::` closes nothing
        :::ask title="x\n::: ⇒ line 3, column 14: this quotation mark is not closed
        ~~~ ⇒ line 3, column 1: this fence is not closed
        :::player #a strategy=dlx puzzle=knuth\n:::\n[there](#a@fail:7) ⇒ line 5, column 10: the search `a` has no moment `fail:7`
        :::player #a strategy=dlx puzzle=knuth\n:::\n:::player #a strategy=dlx puzzle=knuth\n::: ⇒ line 5, column 1: another section or figure has the id `a`
        ## One {#a}\n\n:::player #a strategy=dlx puzzle=knuth\n::: ⇒ line 5, column 1: another section or figure has the id `a`
        ## One\n\n## One ⇒ line 5, column 4: another section or figure has the id `one`
        ## Part {#part}\n[there](#prat) ⇒ line 4, column 10: there is no section or figure `prat` (did you mean `part`?)
        :::player strategy=dlx puzzle=knuth mode=predict modes="watch whatif"\n::: ⇒ line 3, column 42: `mode=` cannot be `predict` (add it to `modes=`, which offers watch whatif)
        :::player strategy=dlx puzzle=knuth mode=predict\n::: ⇒ line 3, column 42: `mode=` cannot be `predict` (add it to `modes=`, which offers watch)
        [there](#b@fail:1) ⇒ line 3, column 10: there is no figure `b`
        :::ask\nWhat?\n\n- [x] one\n- [x] two\n::: ⇒ there are 2 choices, of which 2 are right
        :::exercise check="clues"\nFind it.\n::: ⇒ line 3, column 20: `clues` is not a condition
        :::exercise check="starve of nope = 0"\nFind it.\n::: ⇒ line 3, column 20: there is no strategy `nope`
        :::exercise check="clues <= x"\nFind it.\n::: ⇒ line 3, column 20: `x` cannot be counted
        :::exercise check="clues = 1, apples of dlx = 0"\nFind it.\n::: ⇒ `apples` of a search cannot be counted
        :::hand puzzle=many\n:::\n\n```puzzle many\n2|a b\na b\na\n``` ⇒ line 3, column 16: `many` has multiplicities
        :::exercise check="solutions = 5"\nFind it.\n::: ⇒ line 3, column 20: `solutions = 5` may depend on more than two solutions
        :::exercise check="2 < solutions of dlx"\nFind it.\n::: ⇒ `2 < solutions of dlx` may depend on more than two solutions
        :::exercise check="nodes of dlx < 5" solution=knuth\nFind it.\n::: ⇒ the solution is wrong
        ## Part {#a minutes=soon} ⇒ line 3, column 21: `soon` is not a number of minutes
        Drag {{ drag: n = 3 in 4..9 }} ⇒ line 3, column 6: `n = 3 in 4..9` does not define a value to drag
        {{ drag: n = 1 in 1..900 }} ⇒ one of 2 to 100 different values
        {{ drag: n = 4 in 4..5 }}\n{{ drag: n = a in a, b }} ⇒ line 4, column 1: the value `n` is defined twice
        {{ drag: n = 4 in 4, 4 }} ⇒ one of 2 to 100 different values
        {{ drag: n = a in a, }} ⇒ one of 2 to 100 different values
        {{ drag: n = mine in mine, dlx }}\n\n:::player strategy=$n puzzle=knuth\n:::\n\n```strategy mine\ndlx\n``` ⇒ line 5, column 20: `$n` does not follow a dragged value
        {{ drag: n = x-wing in x-wing, pointing }}\n\n:::player strategy=person:until=$n puzzle=1.2.............\n::: ⇒ line 5, column 20: `person:until=$n` does not follow a dragged value
        {{ drag: n = 4 in 4..5 }}\n\n:::player strategy=dlx puzzle=queens:$n title="$n queens"\n::: ⇒ `title=` does not follow a dragged value
        {{ drag: n = 4 in 4..5 }}\n\n:::player #a strategy=dlx puzzle=queens:$n\n:::\n[there](#a@fail:1) ⇒ line 7, column 10: the search `a` changes with a dragged value
        {{ count: nodes of dlx on queens:$n }} ⇒ line 3, column 1: there is no value `$n`
        {{ drag: side = 4 in 4..5 }} {{ count: nodes of dlx on queens:$sid }} ⇒ did you mean `$side`?
        {{ drag: n = 4 in 4..5 }} {{ drag: m = 1 in 1..2 }}\n{{ count: starve:$m of dlx on queens:$n }} ⇒ line 4, column 1: this follows two dragged values
        {{ drag: n = 4 in 4..5 }}\n{{ claim: nodes of dlx on queens:$n = 13 }} ⇒ line 4, column 1: the claim `nodes of dlx on queens:5 = 13` is false
        {{ drag: n = 1 in 1..3 }}\n\n:::player strategy=dlx puzzle=knuth at="starve:$n"\n::: ⇒ line 5, column 41: the search `figure-1` has no moment `starve:2`
        {{ drag: n = 4 in 4..5 }}\n\n:::player strategy=dlx puzzle=queens:$n\n:::\n{{ count: nodes of dlx on this }} ⇒ line 7, column 1: there is no figure above
    "##;
    for row in mistakes.trim().lines() {
        let (text, expected) = row.trim().split_once(" ⇒ ").unwrap();
        let text = &*text.replace("\\n", "\n");
        let error = lesson(text).expect_err(text);
        assert!(error.contains(expected), "{text}:\n{error}");
    }
    let untitled = Lesson::read("mine.md", "Text").unwrap_err().to_string();
    assert!(untitled.contains("line 1, column 1: a lesson begins with its title"), "{untitled}");
    let language = Lesson::read("mine.md", "# Titel {lang=xx}\n").unwrap_err().to_string();
    assert!(
        language.contains("line 1, column 15: there are no words for the language `xx` (known: en, de)"),
        "{language}"
    );
}

#[test]
fn a_small_lesson_is_written() {
    let html = lesson("Guess.\n\n:::estimate from=1 to=1000 answer=\"nodes of dlx on knuth\"\nHow many nodes will `dlx` need?\n:::\n\n\
        :::question\nWhy?\n\nBecause.\n:::\n\n\
        :::player #search strategy=dlx puzzle=knuth at=select:1\nA *caption*.\n:::\n\nIt [fails](#search@before-fail:1), with \
        {{ word: nodes of dlx }} nodes, {{ count: hide of dlx on this / nodes of dlx on this }} links a node. \
        {{ claim: nodes of dlx on this = 6 }}\n\n\
        :::exercise check=\"nodes of dlx >= 6, solutions = 1\" solution=knuth\nFind one.\n:::").unwrap();
    for part in [
        "<header class=\"lede\">\n<p>Guess.</p>\n</header>",
        "<div class=\"estimate\" data-from=\"1\" data-to=\"1000\" data-answer=\"6\">\n<p>How many nodes will <code>dlx</code> need?</p>",
        "<div class=\"question\">\n<p>Why?</p>\n<details><summary>Answer</summary>\n<p>Because.</p>\n</details>\n</div>",
        "<figure id=\"search\" data-strategy=\"dlx\" data-puzzle=\"knuth\" data-at=\"select:1\">\n<figcaption><p>A <em>caption</em>.</p>",
        "<a data-go=\"search before fail:1\">fails</a>",
        "<data class=\"number\" value=\"6\" title=\"nodes of dlx on knuth\" data-what=\"nodes\" data-strategy=\"dlx\" data-puzzle=\"knuth\">six</data>",
        "<data class=\"number\" value=\"2.8\" title=\"hide of dlx on knuth / nodes of dlx on knuth\">2.8</data>",
        "<div class=\"exercise\" data-check=\"nodes of dlx &gt;= 6, solutions = 1\">\n<p>Find one.</p>\n<details><summary>A solution</summary>",
    ] {
        assert!(html.contains(part), "{part}\nin\n{html}");
    }
    assert!(!html.contains("claim"));
}

#[test]
fn a_dragged_value_is_counted_for_all_its_values() {
    let html = lesson(
        "Take {{ drag: n = 5 in 4..6 }} queens: {{ count: solutions of dlx on queens:$n/1 }} and {{ word: $n }}. \
        {{ claim: nodes of dlx on queens:$n > 3 }}\n\n\
        :::player #q strategy=\"dlx:heuristic=$rule\" puzzle=queens:4 at=node:1\n:::\n\n\
        {{ drag: rule = first in fewest, first }}",
    );
    let html = html.unwrap();
    let solutions = |n| {
        let what = format!("solutions of dlx on queens:{n}/1");
        let search = format!("data-what=\"solutions\" data-strategy=\"dlx\" data-puzzle=\"queens:{n}/1\"");
        format!("<data class=\"number\" value=\"1\" title=\"{what}\" {search}>1</data>")
    };
    for part in [
        "Take <span class=\"drag\" data-drag=\"n\"><span hidden>4</span><span>5</span><span hidden>6</span></span> queens".to_string(),
        format!(
            "<span class=\"follows\" data-drag=\"n\"><span hidden>{}</span><span>{}</span><span hidden>{}</span></span>",
            solutions(4), solutions(5), solutions(6)
        ),
        "<span><data class=\"number\" value=\"5\" title=\"5\">five</data></span>".to_string(),
        "<figure id=\"q\" data-drag=\"rule\" data-strategy=\"dlx:heuristic=first\" data-drag-strategy=\"dlx:heuristic=$rule\" data-puzzle=\"queens:4\"".to_string(),
    ] {
        assert!(html.contains(&part), "{part}\nin\n{html}");
    }
}

#[test]
fn a_sheet_has_goals_minutes_questions_and_answers() {
    let source = "# Mine\n\nAn introduction.\n\n:::goals\n- Count.\n:::\n\n## One {#one minutes=5}\n\n\
        :::ask\nHow many?\n\n- [ ] none\n- [x] all\n\nBecause.\n:::\n\n## Two {#two minutes=7}\n\n\
        :::estimate from=1 to=9 answer=3\nGuess.\n\nIt is three.\n:::\n\n:::question\nWhy?\n\nSo.\n:::\n\n\
        :::question\nWhat then?\n\nAfter {{ count: nodes of dlx on pair }} nodes, it ends.\n:::\n\n\
        :::exercise check=\"items of dlx = 2\" solution=pair\nFind one.\n\nTwo items.\n:::\n\n\
        :::hand puzzle=pair\n:::\n\n:::hand puzzle=clause\n:::\n\n\
        :::hand puzzle=queens:4\nPlace *four* queens.\n:::\n\n\
        ```puzzle pair\nx y\nx\ny\nx y\n```\n\n```puzzle clause\np cnf 2 2\n-1 2 0\n1 0\n```\n";
    let mine = file("sheet", "mine.md", source.as_bytes());
    let path = mine.to_str().unwrap();
    let sheet = |reader| coverlab(&["lesson", path, "--sheet", reader, "--out", "-"]).out;
    let (teacher, students) = (sheet("teacher"), sheet("students"));
    for part in [
        "<title>Mine: Sheet for teachers</title>",
        "<p>An introduction.</p>",
        "<li>Count.</li>",
        "One <small>0–5 min</small>",
        "Two <small>5–12 min</small>",
        "<p>✓ all</p>\n<p>Because.</p>",
        "<p>It is three.</p>",
        "<p>So.</p>",
        ">4</data> nodes, it ends.</p>",
        "<pre class=\"grid\">x y\nx\ny\nx y</pre>\n<p>Two items.</p>",
        "<p>Solve this by hand.</p>",
        "<div class=\"answer\"><pre class=\"grid\">1 2</pre></div>",
        "<p>Place <em>four</em> queens.</p>\n<pre class=\"grid\">r2 c2 r1 c1 r3 c3 r0 c0 | a0",
        "\nr3 c3 a6 b3</pre>",
        "<ol start=\"2\">",
    ] {
        assert!(teacher.contains(part), "{part}\nin\n{teacher}");
    }
    for part in ["<p>How many?</p>", "<li>all</li>", "<p>Guess.</p>", "<p>Why?</p>", "<li>Count.</li>"] {
        assert!(students.contains(part), "{part}\nin\n{students}");
    }
    for answer in ["Because.", "It is three.", "So.", "✓", "data-right"] {
        assert!(!students.contains(answer), "{answer}\nin\n{students}");
    }
}

#[test]
fn questions_before_the_first_heading_have_no_heading_on_a_sheet() {
    let mine = file("sheet", "short.md", b"# Short\n\n:::question\nWhy?\n\nSo.\n:::\n");
    let sheet = coverlab(&["lesson", mine.to_str().unwrap(), "--sheet", "teacher", "--out", "-"]).out;
    assert!(sheet.contains("<p>Why?</p>") && !sheet.contains("<h2>"), "{sheet}");
}

#[test]
fn a_lesson_is_self_contained() {
    let module = file("lesson", "coverlab.wasm", MODULE);
    let out = module.with_file_name("lesson.html");
    let paths = [module.to_str().unwrap(), out.to_str().unwrap()];
    let run = coverlab(&["lesson", "dancing-links", "--module", paths[0], "--out", paths[1]]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let page = fs::read_to_string(&out).unwrap();
    for word in [
        "src=\"",
        "<link",
        "@import",
        "url(",
        "srcset",
        "<iframe",
        "fetch(",
        "<!-- lesson -->",
        "<!-- title -->",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("default-src 'none'") && page.contains("<title>Dancing links</title>"));
    assert!(page.contains("<script type=\"application/json\" id=\"puzzles\">{"));
}
