//! Converts the Markdown of lessons to HTML. A link to `#figure@moment` moves a figure.

use super::source::Source;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};
use std::ops::Range;

/// Converts Markdown to HTML.
pub(super) fn to_html(markdown: &str) -> String {
    let mut in_move_link = false;
    let events = Parser::new_ext(markdown.trim(), Options::ENABLE_TABLES).map(|event| match event {
        Event::Start(Tag::Link { ref dest_url, .. }) => match dest_url
            .strip_prefix('#')
            .and_then(|place| place.split_once('@'))
        {
            Some((figure, moment)) => {
                in_move_link = true;
                let moment = moment.replace("before-", "before ");
                Event::InlineHtml(format!("<a data-go=\"{} {}\">", escape(figure), escape(&moment)).into())
            }
            None => event,
        },
        Event::End(TagEnd::Link) if std::mem::take(&mut in_move_link) => Event::InlineHtml("</a>".into()),
        event => event,
    });
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}

/// Converts a line of Markdown to HTML without a paragraph around it.
pub(super) fn inline(markdown: &str) -> String {
    let html = to_html(markdown);
    let html = html.trim();
    html.strip_prefix("<p>").and_then(|html| html.strip_suffix("</p>")).unwrap_or(html).to_string()
}

/// The first paragraph of a range, and the rest.
pub(super) fn paragraphs(source: &Source<'_>, range: &Range<usize>) -> (Range<usize>, Range<usize>) {
    let text = &source.text[range.clone()];
    let lead = text.len() - text.trim_start().len();
    let end = text[lead..].find("\n\n").map_or(text.len(), |blank| lead + blank);
    (range.start..range.start + end, range.start + end..range.end)
}

/// Escapes text for HTML. Markdown leaves the result unchanged.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
