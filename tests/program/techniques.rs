//! The pages of techniques: each technique has one, and its puzzles need the technique.

use coverlab::lesson::human;
use coverlab::lesson::technique::{CONTENTS, FILES, markdown, puzzles, strategy};
use coverlab::lesson::{Lesson, Reader};
use coverlab_model::format::sudoku::{self, Options};
use coverlab_techniques::{Board, End, Entry, SolvePath, TECHNIQUES, solve};

fn names() -> Vec<&'static str> {
    TECHNIQUES.iter().map(|technique| technique.about.name).collect()
}

#[test]
fn every_technique_has_a_page() {
    let (mut pages, mut techniques) = (FILES.iter().map(|(name, _)| *name).collect::<Vec<_>>(), names());
    pages.sort_unstable();
    techniques.sort_unstable();
    assert_eq!(pages, techniques, "web/techniques should have one file for each technique");
}

#[test]
fn every_page_has_a_rule_puzzles_and_a_history() {
    for (name, text) in FILES {
        let (rule, rest) = text.split_once("\n## Practice\n").unwrap_or_else(|| panic!("{name}"));
        let (_, history) = rest.split_once("\n## History\n").unwrap_or_else(|| panic!("{name}"));
        let sentences = rule.matches(['.', '?']).count();
        assert!((2..=10).contains(&sentences), "{name}: {sentences} sentences");
        assert!(history.contains("](http") || history.contains("not found"), "{name} cites no source");
        let names: Vec<&str> = puzzles(text).iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), 4, "{name}");
        assert!(names.iter().enumerate().all(|(k, puzzle)| match k {
            0 => *puzzle == "example",
            k => *puzzle == format!("practice-{k}"),
        }));
    }
}

fn solve_clues(clues: &str, techniques: &[&'static Entry]) -> SolvePath {
    let puzzle = sudoku::read(clues.as_bytes(), &Options::default()).unwrap().remove(0).puzzle;
    solve(Board::new(&puzzle).unwrap(), techniques)
}

/// Checks that easier techniques get stuck on each puzzle of the page and that a solution uses this one.
fn check_puzzles_need(name: &str, text: &str) {
    let technique = TECHNIQUES.iter().find(|technique| technique.about.name == name).unwrap();
    let techniques = human::techniques(strategy(technique, text)).unwrap();
    let last = techniques.iter().position(|other| other.about.name == name).unwrap();
    for (puzzle, clues) in puzzles(text) {
        let stuck = solve_clues(clues, &techniques[..last]);
        assert_eq!(stuck.end, End::Stuck, "{name}, {puzzle}");
        // In a few puzzles a harder technique prepares the step.
        let is_used = technique.first(&stuck.board).is_some()
            || solve_clues(clues, &techniques).steps.iter().any(|step| step.technique.about.name == name);
        assert!(is_used, "{name}, {puzzle}");
        // The page says that no harder technique is needed.
        if text.contains("\n## Practice\n\n## History\n") {
            assert_eq!(solve_clues(clues, &techniques[..=last]).end, End::Solved, "{name}, {puzzle}");
        }
    }
}

#[test]
fn the_puzzles_of_a_page_need_its_technique() {
    std::thread::scope(|scope| {
        for (name, text) in FILES {
            scope.spawn(move || check_puzzles_need(name, text));
        }
    });
}

#[test]
fn pages_link_to_each_other_only_in_a_site() {
    let source = markdown("xyz-wing").unwrap();
    assert!(source.starts_with("# XYZ-wing\n"), "{source}");
    let lesson = Lesson::read("xyz-wing.md", &source).unwrap();
    assert_eq!(lesson.body().matches("<figure ").count(), 4);
    let (alone, site) = (lesson.page(b""), lesson.page_of_site());
    assert!(site.contains("<a href=\"technique-xy-wing.html\">XY-wing</a>"));
    assert!(site.contains("script-src 'self'") && site.contains("<script src=\"module.js\">"));
    assert!(
        !alone.contains("technique-xy-wing")
            && alone.contains("XY-wing")
            && !alone.contains("href=\"technique")
    );
    let figure = lesson.figure("example", b"").unwrap();
    for page in [lesson.sheet(Reader::Teacher), figure] {
        assert!(!page.contains("href=\"technique:"));
    }
    let contents = markdown(CONTENTS).unwrap();
    assert!(names().iter().all(|name| contents.contains(&format!("](technique:{name})"))));
    assert!(
        Lesson::read("mine.md", "# Mine\n\n[Fish](technique:x-wng)\n")
            .unwrap_err()
            .to_string()
            .contains("x-wng")
    );
}
