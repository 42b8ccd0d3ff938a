//! The report as one page: no network, no script, readable on a phone and in the dark.

use super::findings::{Findings, Section};
use super::plot::Plot;
use super::table::{Align, Table, Text, Tone};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");
/// Nothing may be loaded and nothing may run; only the style within the page counts.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The page.
pub(super) fn render(findings: &Findings) -> String {
    let title = escape(&findings.name);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title} · coverlab</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n"
    );
    header(&mut page, findings);
    page.push_str("<main>\n");
    findings.sections.iter().for_each(|part| section(&mut page, part));
    page.push_str("</main>\n");
    footer(&mut page);
    page + "</body>\n</html>\n"
}

fn header(page: &mut String, findings: &Findings) {
    let (name, question) = (escape(&findings.name), escape(&findings.question));
    let _ = write!(page, "<header>\n<p class=\"name\">{name}</p>\n<h1>{question}</h1>\n");
    let state = if findings.verdict.iter().any(|line| line.tone == Tone::Bad) { "bad" } else { "good" };
    let _ = writeln!(page, "<ul class=\"verdict {state}\" role=\"status\">");
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
    let _ = writeln!(page, "<h3 id=\"table-{id}\">{}</h3>", escape(&table.title));
    page.push_str("<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>");
    for (name, align) in &table.columns {
        let _ = write!(page, "<th scope=\"col\"{}>{}</th>", side(*align), escape(name));
    }
    page.push_str("</tr></thead>\n<tbody>\n");
    for row in &table.rows {
        page.push_str("<tr>");
        row.iter()
            .zip(&table.columns)
            .enumerate()
            .for_each(|(at, (text, (_, align)))| cell(page, at, text, *align));
        page.push_str("</tr>\n");
    }
    page.push_str("</tbody>\n</table></div>\n");
    for note in &table.notes {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escape(note));
    }
}

fn cell(page: &mut String, at: usize, Text { text, tone }: &Text, align: Align) {
    let text = escape(text);
    let words = if *tone == Tone::Plain { text } else { format!("<span{}>{text}</span>", class(*tone)) };
    let _ = match at {
        0 => write!(page, "<th scope=\"row\">{words}</th>"),
        _ => write!(page, "<td{}>{words}</td>", side(align)),
    };
}

fn side(align: Align) -> &'static str {
    if align == Align::Right { " class=\"right\"" } else { "" }
}

fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Plain => "",
        Tone::Best => " class=\"best\"",
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
         <a href=\"{id}.svg\">SVG</a> <a href=\"{id}.png\">PNG</a></figcaption>\n</figure>\n",
        plot.scene.inline_svg()
    );
}

fn footer(page: &mut String) {
    page.push_str(
        "<footer>\nEvery figure is computed from <a href=\"../trials.csv\">trials.csv</a>, one row per trial. \
         See also <a href=\"../experiment.toml\">experiment.toml</a>, <a href=\"../run.json\">run.json</a> \
         and the tables as <a href=\"table.md\">Markdown</a>.\n</footer>\n",
    );
}

/// Text that comes from data, inert in HTML and XML: no markup, no attribute's end, and no
/// character that XML forbids.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
