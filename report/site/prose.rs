//! Markdown of the project as a page of the site.

use crate::escape::html as escape;
use crate::style;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};

/// The style that only pages of prose need.
const MORE: &str = "
main { max-width: 76ch; }
main > * + * { margin-top: 1rem; }
main :is(ul, ol) { padding-left: 1.4rem; }
main h2 { margin-top: 2.5rem; }
main h3 { margin-top: 1.75rem; }
main table { display: block; overflow-x: auto; width: max-content; max-width: 100%; border: 1px solid var(--rule);
  border-radius: 0.5rem; background: var(--card); }
main img { max-width: 100%; height: auto; background: #fff; border-radius: 0.5rem; border: 1px solid var(--rule); }
main pre { overflow-x: auto; padding: 0.8rem 1rem; border: 1px solid var(--rule); border-radius: 0.5rem; background: var(--card); }
main td, main th { white-space: normal; }
body > nav { margin: 0 0 2rem; }
body > nav a[aria-current] { color: inherit; font-weight: 650; text-decoration: none; }
";

/// The page. `links` lead to the other pages, `records` are the names of reports, and `up` leads to the folder of
/// the site.
pub(super) fn page(
    markdown: &str,
    title: &str,
    links: &[(String, &str)],
    records: &[String],
    up: &str,
) -> String {
    let parser = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let mut body = String::new();
    html::push_html(&mut body, parser.filter_map(adapt(records, up)));
    let link = |(to, name): &(String, &str)| {
        let here = if *name == title { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{}\"{here}>{}</a>", escape(to), escape(name))
    };
    let title = escape(title);
    let nav: Vec<String> = links.iter().map(link).collect();
    let policy = "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'";
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">\n\
         <title>{title} · coverlab</title>\n<style>\n{}{MORE}</style>\n</head>\n<body>\n\
         <nav aria-label=\"Site\">{}</nav>\n<main>\n{body}</main>\n</body>\n</html>\n",
        style(),
        nav.join("\n")
    )
}

/// Turns links of the repository into links of the site: those that lead nowhere there become plain text, comments
/// go, and where prose names a record, the name leads to its report.
fn adapt<'a>(records: &'a [String], up: &'a str) -> impl FnMut(Event<'a>) -> Option<Event<'a>> {
    // Whether each open link is kept.
    let mut open = Vec::new();
    move |event| match event {
        Event::Html(_) | Event::InlineHtml(_) => None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let to = target(&dest_url, records, up);
            open.push(to.is_some());
            to.map(|to| Event::Start(Tag::Link { link_type, dest_url: to.into(), title, id }))
        }
        Event::End(TagEnd::Link) => open.pop().unwrap_or(true).then_some(Event::End(TagEnd::Link)),
        Event::Start(Tag::Image { link_type, dest_url, title, id }) => {
            let to = target(&dest_url, records, up).unwrap_or_default();
            Some(Event::Start(Tag::Image { link_type, dest_url: to.into(), title, id }))
        }
        Event::Code(code) => match code.strip_prefix("results/").filter(|name| is_record(name, records)) {
            Some(name) => {
                let to = format!("{up}reports/{}/report/index.html", encoded(name));
                let link = format!("<a href=\"{}\"><code>{}</code></a>", escape(&to), escape(&code));
                Some(Event::InlineHtml(CowStr::from(link)))
            }
            None => Some(Event::Code(code)),
        },
        other => Some(other),
    }
}

/// A name as a part of an address.
fn encoded(name: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    name.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}

fn is_record(name: &str, records: &[String]) -> bool {
    records.iter().any(|record| record == name)
}

/// The target on the site of a link of the repository.
fn target(link: &str, records: &[String], up: &str) -> Option<String> {
    if link.starts_with("https://") || link.starts_with("http://") || link.starts_with('#') {
        return Some(link.to_string());
    }
    if let Some((_, page, _)) = super::PROSE.iter().find(|(file, ..)| *file == link) {
        return Some(format!("{up}{page}"));
    }
    let path = link.strip_prefix("results/").unwrap_or(link);
    let (name, file) = path.split_once('/')?;
    let file = file.strip_prefix("report/").filter(|_| is_record(name, records))?;
    let file = if file == "table.md" { "index.html" } else { file };
    Some(format!("{up}reports/{name}/report/{file}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_the_repository_lead_to_pages_of_the_site_or_nowhere() {
        let records = ["growth".to_string()];
        let text = "See [method](METHOD.md), [report](growth/report/table.md), `results/growth`, [code](src/lib.rs).\n\n\
                    ![plot](results/growth/report/a.svg)\n\n<!-- splice x -->\n\n| a |\n|--|\n| 1 |\n";
        let page = page(text, "Findings", &[("index.html".to_string(), "Findings")], &records, "../");
        for wanted in [
            "<a href=\"../method.html\">method</a>",
            "<a href=\"../reports/growth/report/index.html\">report</a>",
            "<a href=\"../reports/growth/report/index.html\"><code>results/growth</code></a>",
            ", code.",
            "<img src=\"../reports/growth/report/a.svg\" alt=\"plot\"",
            "<td>1</td>",
            "aria-current=\"page\">Findings</a>",
        ] {
            assert!(page.contains(wanted), "{wanted} in {page}");
        }
        assert!(!page.contains("splice"), "{page}");
    }

    #[test]
    fn names_are_inert() {
        let records = ["<b> & \"c\"".to_string()];
        let links = [("a\"b.html".to_string(), "<i>x</i>")];
        let page = page("`results/<b> & \"c\"`\n", "<u>", &links, &records, "");
        for wanted in [
            "<title>&lt;u&gt; · coverlab</title>",
            "<a href=\"a&quot;b.html\">&lt;i&gt;x&lt;/i&gt;</a>",
            "<a href=\"reports/%3Cb%3E%20%26%20%22c%22/report/index.html\"><code>results/&lt;b&gt; &amp; &quot;c&quot;</code></a>",
        ] {
            assert!(page.contains(wanted), "{wanted} in {page}");
        }
    }
}
