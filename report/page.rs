//! The report as one self-contained HTML page. It loads nothing, fits a phone, has a dark theme, and is complete without its
//! script.

use super::RelatedPages;
use super::escape::html as escape;
use super::findings::Findings;
use super::page_script;
use super::plot::Plot;
use super::section::Section;
use super::table::{Align, Table, Text, Tone};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
/// The theme of the live page, from which reports take colors, buttons and fields.
const THEME: &str = include_str!("web/theme.css");
/// The comment before the rules of the theme that only the live page uses.
const LIVE_PAGE_ONLY: &str = "/* The bar */";
/// Forbids loading anything: only the style and the script in the page are used.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'";

/// The CSS of reports.
pub fn style() -> String {
    THEME.split_once(LIVE_PAGE_ONLY).map_or(THEME, |(shared, _)| shared).to_string() + STYLE
}

/// The page, with links to `related` pages.
pub(crate) fn render(findings: &Findings, related: RelatedPages<'_>) -> String {
    let title = escape(findings.record.name());
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · coverlab</title>\n<style>\n{}</style>\n</head>\n<body>\n",
        style()
    );
    header(&mut page, findings, related.home);
    page.push_str("<main>\n");
    findings.sections.iter().for_each(|part| section(&mut page, part));
    page.push_str("</main>\n");
    footer(&mut page, related.live);
    let _ = writeln!(page, "<script type=\"module\">\n{}</script>", page_script::text());
    page + "</body>\n</html>\n"
}

fn header(page: &mut String, findings: &Findings, home: Option<&str>) {
    let (name, question) = (escape(findings.record.name()), escape(&findings.record.experiment.question));
    let home = home.map_or(String::new(), |to| format!("<a href=\"{}\">Findings</a> · ", escape(to)));
    let _ = write!(page, "<header>\n<p class=\"name\">{home}{name}</p>\n<h1>{question}</h1>\n");
    let state = if findings.verdict.iter().any(|line| line.tone == Tone::Bad) { "bad" } else { "good" };
    let _ = writeln!(page, "<ul class=\"verdict {state}\">");
    for line in &findings.verdict {
        let _ = writeln!(page, "<li{}>{}</li>", class(line.tone), escape(&line.text));
    }
    page.push_str("</ul>\n<dl>\n");
    for (name, value) in &findings.context {
        let _ = writeln!(page, "<div><dt>{name}</dt><dd>{}</dd></div>", escape(value));
    }
    page.push_str("</dl>\n");
    if findings.sections.len() > 1 {
        let link = |section: &Section| {
            format!("<a href=\"#{}\">{}</a>", escape(&section.id), escape(&section.title))
        };
        let links: Vec<String> = findings.sections.iter().map(link).collect();
        let _ = writeln!(page, "<nav>{}</nav>", links.join("\n"));
    }
    page.push_str("</header>\n");
}

fn section(page: &mut String, section: &Section) {
    let (id, title) = (escape(&section.id), escape(&section.title));
    let _ = writeln!(page, "<section id=\"{id}\">\n<h2>{title}</h2>");
    section.tables.iter().for_each(|one| table(page, one));
    if !section.plots.is_empty() {
        page.push_str("<div class=\"plots\">\n");
        section.plots.iter().for_each(|plot| figure(page, plot));
        page.push_str("</div>\n");
    }
    page.push_str("</section>\n");
}

fn table(page: &mut String, table: &Table) {
    let id = escape(&table.id);
    let _ = writeln!(page, "<div>\n<h3 id=\"table-{id}\">{}</h3>", escape(&table.title));
    rows(page, table);
    for note in &table.notes {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escape(note));
    }
    let _ = writeln!(
        page,
        "<p class=\"note\"><a href=\"table-{id}.csv\">CSV</a> <a href=\"table-{id}.tex\">LaTeX</a></p>\n</div>"
    );
}

fn rows(page: &mut String, table: &Table) {
    let id = escape(&table.id);
    let _ = write!(page, "<div class=\"scroll\" tabindex=\"0\"><table data-id=\"{id}\">\n<thead><tr>");
    for (name, align) in &table.columns {
        let _ = write!(page, "<th scope=\"col\"{}>{}</th>", side(*align), escape(name));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        for (at, (text, (_, align))) in row.iter().zip(&table.columns).enumerate() {
            cell(page, at, text, *align);
        }
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table></div>\n");
}

fn cell(page: &mut String, at: usize, cell: &Text, align: Align) {
    let Text { text, tone, values } = cell;
    let value = values.first().map_or(String::new(), |value| format!(" data-value=\"{}\"", value.number));
    let text = escape(text);
    let words = if *tone == Tone::Plain { text } else { format!("<span{}>{text}</span>", class(*tone)) };
    let _ = match at {
        0 => write!(page, "<th scope=\"row\"{value}>{words}</th>"),
        _ => write!(page, "<td{}{value}>{words}</td>", side(align)),
    };
}

fn side(align: Align) -> &'static str {
    if align == Align::Right { " class=\"right\"" } else { "" }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain | Tone::Strong => "",
        Tone::Faint => " class=\"faint\"",
        Tone::Good => " class=\"good\"",
        Tone::Bad => " class=\"bad\"",
    }
}

fn figure(page: &mut String, plot: &Plot) {
    let (id, caption) = (escape(&plot.id), escape(&plot.caption));
    let wide = if plot.id.starts_with("pair-") { "" } else { " class=\"wide\"" };
    let _ = write!(
        page,
        "<figure{wide} id=\"{id}\">\n<div class=\"card\">{}</div>\n<figcaption>{caption} \
         <a href=\"{id}.svg\">SVG</a> <a href=\"{id}.png\">PNG</a> <a href=\"{id}.csv\">CSV</a>\
         </figcaption>\n</figure>\n",
        plot.picture.inline_svg()
    );
}

fn footer(page: &mut String, live: Option<&str>) {
    page.push_str(
        "<footer>\nEvery figure is computed from <a href=\"../trials.csv\">trials.csv</a>, one row per trial. \
         See also <a href=\"../experiment.toml\">experiment.toml</a>, <a href=\"../run.json\">run.json</a> \
         and the tables as <a href=\"table.md\">Markdown</a>.",
    );
    if let Some(live) = live {
        let _ = write!(page, " The strategies run in the <a href=\"{}\">live page</a>.", escape(live));
    }
    page.push_str("\n</footer>\n");
}
