//! Bundles the sources of a page in `web/` into one HTML file. `web/README.md` has the rules for them.

use coverlab_bench::html_script::script;
use std::sync::LazyLock;

/// A page before and after the place for its module and traces.
type Bundle = (String, String);

/// The page that runs the strategies.
pub(super) static PAGE: LazyLock<Bundle> = LazyLock::new(|| bundle("index.html", &["theme.css"], "main.js"));

/// A lesson; its text is inserted later.
pub(super) static LESSON: LazyLock<Bundle> =
    LazyLock::new(|| bundle("lesson.html", &["theme.css", "lesson.css"], "lesson.js"));

/// The sources by name.
const SOURCES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// Bundles a page with its styles and its script.
///
/// # Panics
/// A source breaks a rule.
fn bundle(page: &str, styles: &[&str], main: &str) -> Bundle {
    let source = |name: &str| SOURCES.iter().find(|(known, _)| *known == name).expect("a file in web/").1;
    let style: String = styles.iter().map(|name| source(name)).collect();
    let script = script(SOURCES, main).unwrap_or_else(|error| panic!("{error}"));
    assert!(
        !script.contains("</script") && !script.contains("<!--") && !style.contains("</style"),
        "a source of web/{page} would end its element"
    );
    let split = |text: &'static str, place| {
        text.split_once(place)
            .unwrap_or_else(|| panic!("web/{page} lacks the marker {place}, or has it out of order"))
    };
    let (head, rest) = split(source(page), "<!-- style -->");
    let (body, rest) = split(rest, "<!-- module -->");
    let (between, end) = split(rest, "<!-- script -->");
    let begin = format!("{head}<style>\n{style}</style>{body}");
    (begin, format!("{between}<script type=\"module\">\n{script}</script>{end}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_follow_the_rules() {
        for page in [&PAGE, &LESSON] {
            assert!(page.0.starts_with("<!doctype html>") && page.1.ends_with("</html>\n"));
        }
    }
}
