//! Renders a Markdown file of the repository as a page of the site. Links lead to pages of the site, headings have the anchors
//! that GitHub gives them, and sections can be searched.

use crate::escape::html as escape;
use crate::style;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};
use serde::Serialize;
use std::collections::HashMap;
use std::path::{Component, Path, PathBuf};

/// The CSS of prose, beside that of reports.
const PROSE_STYLE: &str = include_str!("prose.css");

/// The script of the search.
pub(super) const SEARCH: &str = include_str!("../web/site/search.js");

/// A section of a document, for the search.
#[derive(Clone, Debug, Serialize)]
pub(super) struct SearchSection {
    page: String,
    anchor: String,
    title: String,
    text: String,
}

/// The script that defines `sections` for the search.
pub(super) fn sections_script(sections: &[SearchSection]) -> String {
    let list: Vec<String> = sections.iter().map(|s| serde_json::json!(s).to_string()).collect();
    format!("globalThis.SECTIONS = [\n{}\n];\n", list.join(",\n"))
}

/// The navigation of a page. Links are pairs of URL and title.
pub(super) struct Navigation {
    /// The relative URL of the site's folder.
    pub(super) up: String,
    pub(super) chapters: Vec<(String, String)>,
    /// The live page and the lessons.
    pub(super) watch: Vec<(String, String)>,
}

/// A heading and the text below it.
struct Heading {
    level: HeadingLevel,
    anchor: String,
    title: String,
    text: String,
}

/// A rendered Markdown file.
pub(super) struct Document {
    body: String,
    headings: Vec<Heading>,
}

impl Document {
    /// Renders `markdown`, the content of `file` in the repository. `records` are the names of all reports, and `up` is the
    /// relative URL of the site's folder.
    pub(super) fn new(markdown: &str, file: &str, records: &[String], up: &str) -> Document {
        let links = Links { folder: Path::new(file).parent().unwrap_or(Path::new("")), records, up };
        let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
        let mut events: Vec<Event<'_>> = parser.filter_map(links.adapt()).collect();
        let headings = set_anchors(&mut events);
        let mut body = String::new();
        html::push_html(&mut body, events.into_iter());
        Document { body, headings }
    }

    /// The sections of a chapter with this page and title.
    pub(super) fn sections(&self, page: &str, chapter: &str) -> Vec<SearchSection> {
        let section = |heading: &Heading| SearchSection {
            page: page.to_string(),
            anchor: heading.anchor.clone(),
            title: match heading.level {
                HeadingLevel::H1 => chapter.to_string(),
                _ => format!("{chapter}: {}", heading.title),
            },
            text: heading.text.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        self.headings.iter().map(section).collect()
    }

    /// The document as a page with `title`, by which the navigation recognizes the current page.
    pub(super) fn page(&self, title: &str, navigation: &Navigation) -> String {
        let up = escape(&navigation.up);
        let (style, nav, body) = (style(), self.nav(title, navigation), &self.body);
        let title = if title == "coverlab" { "coverlab".to_string() } else { format!("{title} · coverlab") };
        let title = escape(&title);
        let policy = "default-src 'none'; img-src 'self'; script-src 'self'; style-src 'unsafe-inline'";
        format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
             <title>{title}</title>\n<style>\n{style}{PROSE_STYLE}</style>\n\
             <script src=\"{up}sections.js\" defer></script>\n<script src=\"{up}search.js\" defer></script>\n\
             </head>\n<body>\n{nav}<main>\n{body}</main>\n</body>\n</html>\n",
        )
    }

    /// The search field, the chapters with the sections of the current one, the live page and the lessons.
    fn nav(&self, title: &str, navigation: &Navigation) -> String {
        let link = |(to, name): &(String, String)| {
            let is_current = name == title;
            let current = if is_current { " aria-current=\"page\"" } else { "" };
            let sections = if is_current { self.section_links() } else { String::new() };
            format!("<li><a href=\"{}\"{current}>{}</a>{sections}</li>\n", escape(to), escape(name))
        };
        let list = |links: &[(String, String)]| links.iter().map(link).collect::<String>();
        let watch = match list(&navigation.watch) {
            items if items.is_empty() => items,
            items => format!("<h2>Watch</h2>\n<ul>\n{items}</ul>\n"),
        };
        let (up, chapters) = (escape(&navigation.up), list(&navigation.chapters));
        format!(
            "<nav aria-label=\"Site\">\n<input id=\"search\" type=\"search\" data-up=\"{up}\" \
             placeholder=\"Search, or press /\" aria-label=\"Search the documents\" hidden>\n\
             <ol id=\"found\" aria-live=\"polite\" hidden></ol>\n<ul>\n{chapters}</ul>\n{watch}</nav>\n"
        )
    }

    /// Links to the sections of level 2.
    fn section_links(&self) -> String {
        let link = |Heading { anchor, title, .. }: &Heading| {
            format!("<li><a href=\"#{}\">{}</a></li>\n", escape(anchor), escape(title))
        };
        let headings = self.headings.iter().filter(|heading| heading.level == HeadingLevel::H2);
        let items: String = headings.map(link).collect();
        if items.is_empty() { items } else { format!("\n<ul>\n{items}</ul>\n") }
    }
}

/// Gives each heading the anchor that GitHub gives it, and returns the headings.
fn set_anchors(events: &mut [Event<'_>]) -> Vec<Heading> {
    let mut headings: Vec<Heading> = Vec::new();
    let mut taken: HashMap<String, usize> = HashMap::new();
    let mut end_of_title = 0;
    for at in 0..events.len() {
        if let Event::Start(Tag::Heading { level, .. }) = events[at] {
            let is_end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Heading(_)));
            end_of_title = events[at..].iter().position(is_end).map_or(at, |length| at + length);
            let title: String = events[at..end_of_title].iter().filter_map(event_text).collect();
            let slug = slug(&title);
            let times = taken.entry(slug.clone()).or_default();
            let anchor = if *times == 0 { slug } else { format!("{slug}-{times}") };
            *times += 1;
            if let Event::Start(Tag::Heading { id, .. }) = &mut events[at] {
                *id = Some(CowStr::from(anchor.clone()));
            }
            headings.push(Heading { level, anchor, title, text: String::new() });
        } else if let Some(heading) = headings.last_mut().filter(|_| at > end_of_title) {
            match (event_text(&events[at]), &events[at]) {
                (Some(text), _) => heading.text.push_str(text),
                (None, Event::End(_)) => heading.text.push(' '),
                _ => {}
            }
        }
    }
    headings
}

fn event_text<'a>(event: &'a Event<'_>) -> Option<&'a str> {
    match event {
        Event::Text(text) | Event::Code(text) => Some(text),
        Event::SoftBreak | Event::HardBreak => Some(" "),
        _ => None,
    }
}

/// The anchor of a title: lower case, hyphens for spaces, no punctuation.
fn slug(title: &str) -> String {
    let kept = title.to_lowercase().replace(' ', "-");
    kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// Resolves the links of a document to pages of the site.
struct Links<'a> {
    /// The folder of the document in the repository.
    folder: &'a Path,
    records: &'a [String],
    up: &'a str,
}

impl<'a> Links<'a> {
    /// Turns links of the repository into links of the site. Links without a page there become plain text, comments are
    /// removed, and the name of a record becomes a link to its report.
    fn adapt<'e>(self) -> impl FnMut(Event<'e>) -> Option<Event<'e>> + use<'a, 'e> {
        // For each enclosing link, whether it is kept.
        let mut open = Vec::new();
        move |event| match event {
            Event::Html(text) | Event::InlineHtml(text) => {
                text.starts_with("<img src=\"docs/").then_some(Event::InlineHtml(text))
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let to = self.target(&dest_url);
                open.push(to.is_some());
                to.map(|to| Event::Start(Tag::Link { link_type, dest_url: to.into(), title, id }))
            }
            Event::End(TagEnd::Link) => open.pop().unwrap_or(true).then_some(Event::End(TagEnd::Link)),
            Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
                let to = self.target(&dest_url).unwrap_or_default();
                Some(Event::Start(Tag::Image { link_type, dest_url: to.into(), title, id }))
            }
            Event::Code(code) => match code.strip_prefix("results/").filter(|name| self.is_record(name)) {
                Some(name) => {
                    let to = format!("{}reports/{}/report/index.html", self.up, url_segment(name));
                    let link = format!("<a href=\"{}\"><code>{}</code></a>", escape(&to), escape(&code));
                    Some(Event::InlineHtml(CowStr::from(link)))
                }
                None => Some(Event::Code(code)),
            },
            other => Some(other),
        }
    }

    /// The URL on the site for a link of the repository; `None` if the site has no such page.
    fn target(&self, link: &str) -> Option<String> {
        if link.starts_with("https://") || link.starts_with("http://") || link.starts_with('#') {
            return Some(link.to_string());
        }
        let (file, anchor) = link.split_at(link.find('#').unwrap_or(link.len()));
        let path = resolved(self.folder, file);
        let up = self.up;
        if let Some((_, page, _)) = super::CHAPTERS.iter().find(|(chapter, ..)| *chapter == path) {
            return Some(format!("{up}{page}{anchor}"));
        }
        if path.starts_with("docs/") && (path.ends_with(".png") || path.ends_with(".svg")) {
            return Some(format!("{up}{path}"));
        }
        let (name, file) = path.strip_prefix("results/")?.split_once('/')?;
        let file = file.strip_prefix("report/").filter(|_| self.is_record(name))?;
        let file = if file == "table.md" { "index.html" } else { file };
        Some(format!("{up}reports/{}/report/{file}", url_segment(name)))
    }

    fn is_record(&self, name: &str) -> bool {
        self.records.iter().any(|record| record == name)
    }
}

/// The path in the repository to which a file in `folder` links.
fn resolved(folder: &Path, link: &str) -> String {
    let mut path = PathBuf::new();
    for part in folder.join(link).components() {
        match part {
            Component::ParentDir => _ = path.pop(),
            part => path.push(part),
        }
    }
    path.to_string_lossy().replace('\\', "/")
}

/// Percent-encodes a name as a segment of a URL.
fn url_segment(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(text: &str, file: &str, title: &str, records: &[String], up: &str) -> String {
        let chapters = vec![(format!("{up}findings.html"), "Findings".to_string())];
        let navigation = Navigation { up: up.to_string(), chapters, watch: Vec::new() };
        Document::new(text, file, records, up).page(title, &navigation)
    }

    #[test]
    fn links_of_the_repository_lead_to_pages_of_the_site_or_nowhere() {
        let records = ["growth".to_string()];
        let text = "# A\n\nSee [method](METHOD.md#what-is-timed), [report](../results/growth/report/table.md), `results/growth`, \
                    [code](../src/lib.rs).\n\n![plot](../results/growth/report/a.svg) ![page](page.png)\n\n<!-- splice x -->\n\n\
                    ## What `a_b` is, or 1/2\n\n| a |\n|--|\n| 1 |\n\n## A\n";
        let page = page(text, "docs/FINDINGS.md", "Findings", &records, "../");
        for wanted in [
            "<a href=\"../method.html#what-is-timed\">method</a>",
            "<a href=\"../reports/growth/report/index.html\">report</a>",
            "<a href=\"../reports/growth/report/index.html\"><code>results/growth</code></a>",
            ", code.",
            "<img src=\"../reports/growth/report/a.svg\" alt=\"plot\"",
            "<img src=\"../docs/page.png\" alt=\"page\"",
            "<td>1</td>",
            "aria-current=\"page\">Findings</a>",
            "<h2 id=\"what-a_b-is-or-12\">",
            "<h2 id=\"a-1\">",
            "<li><a href=\"#a-1\">A</a></li>",
            "<script src=\"../search.js\" defer>",
        ] {
            assert!(page.contains(wanted), "{wanted} in {page}");
        }
        assert!(!page.contains("splice"), "{page}");
    }

    #[test]
    fn names_are_inert() {
        let records = ["<b> & \"c\"".to_string()];
        let page = page("`results/<b> & \"c\"`\n", "README.md", "<u>", &records, "");
        for wanted in [
            "<title>&lt;u&gt; · coverlab</title>",
            "<a href=\"reports/%3Cb%3E%20%26%20%22c%22/report/index.html\"><code>results/&lt;b&gt; &amp; &quot;c&quot;</code></a>",
        ] {
            assert!(page.contains(wanted), "{wanted} in {page}");
        }
    }

    #[test]
    fn a_section_has_its_title_its_place_and_its_text() {
        let document = Document::new("# A\n\nOne\ntwo.\n\n## B\n\n- `c`\n- d\n", "docs/GUIDE.md", &[], "");
        let sections = sections_script(&document.sections("guide.html", "Guide"));
        let wanted = "globalThis.SECTIONS = [\n\
                      {\"page\":\"guide.html\",\"anchor\":\"a\",\"title\":\"Guide\",\"text\":\"One two.\"},\n\
                      {\"page\":\"guide.html\",\"anchor\":\"b\",\"title\":\"Guide: B\",\"text\":\"c d\"}\n];\n";
        assert_eq!(sections, wanted);
    }
}
