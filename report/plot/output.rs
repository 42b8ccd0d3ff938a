//! Pictures as files: the same drawing on plotters' backends for SVG and for bitmaps.

use super::Picture;
use super::axis::{Axis, Frame};
use super::canvas::{BEGINS, Canvas, ENDS, Hint, Piece};
use crate::anchors::Anchors;
use crate::escape::html as escape;
use plotters::backend::{BitMapBackend, SVGBackend};
use plotters::drawing::IntoDrawingArea;
use plotters::style::WHITE;
use std::fmt::Write;

/// Steps of an SVG file in a pixel: a twelfth is finer than the eye sees.
const VECTOR: u32 = 12;
/// Pixels of a PNG file for each of the picture.
const DENSITY: u32 = 2;
/// Samples drawn for each pixel of a PNG file, across and down, and averaged.
const SAMPLES: u32 = 2;
/// Bytes of a sample, and of a strip of samples that may be all paper.
const CHANNELS: usize = 3;
const STRIP: usize = CHANNELS * SAMPLES as usize * 16;

impl Picture {
    /// As SVG, a file of its own.
    pub(crate) fn svg(&self) -> String {
        self.document(" xmlns=\"http://www.w3.org/2000/svg\"", None)
    }

    /// As SVG inside a page, with links to the instances that have an anchor there, and the data by which a
    /// script finds the points.
    pub(crate) fn inline_svg(&self, anchors: &Anchors<'_>) -> String {
        self.document("", Some(anchors))
    }

    fn document(&self, namespace: &str, anchors: Option<&Anchors<'_>>) -> String {
        let head = self.head();
        let size = (head.width as u32 * VECTOR, head.height as u32 * VECTOR);
        let mut drawn = String::new();
        let (hints, parts, ground) = {
            let area = SVGBackend::with_string(&mut drawn, size).into_drawing_area();
            area.fill(&WHITE).expect(IN_MEMORY);
            let mut canvas = Canvas::new(area.clone(), VECTOR);
            canvas.parts = anchors.map(|_| Vec::new());
            self.draw(&mut canvas).expect(IN_MEMORY);
            area.present().expect(IN_MEMORY);
            (canvas.hints, canvas.parts, canvas.ground)
        };
        // The backend knows one size; the picture is shown smaller than it is drawn.
        let body = drawn.split_once('\n').map_or("", |(_, body)| body);
        // An attribute that says the default, in every element; within text, quotes are escaped.
        let body = body.replace(" opacity=\"1\"", "").replace(" stroke=\"none\"", "");
        let body = body.trim_end().trim_end_matches("</svg>");
        let body = parts.map_or_else(|| body.to_string(), |parts| merged(&grouped(body, &parts)));
        let told = anchors.and(ground).map_or_else(String::new, |ground| self.told(&ground));
        let (width, height) = (head.width, head.height);
        let title = escape(&head.title);
        // The contents of an image are hidden from screen readers, and legends can be pressed.
        let role = if anchors.is_some() { "group" } else { "img" };
        let mut text = format!(
            "<svg{namespace} width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" role=\"{role}\" \
             aria-label=\"{title}\"{told}>\n{body}",
            size.0, size.1
        );
        overlay(&mut text, &hints, anchors);
        text + "</svg>\n"
    }

    /// The data that the script of a page needs to find the points of a plot whose points are instances.
    fn told(&self, (frame, x, y): &(Frame, Axis, Axis)) -> String {
        let list = |names: &[&str]| escape(&serde_json::json!(names).to_string());
        let own = match self {
            // The script of the page has no runs, only their medians.
            Picture::Cactus(plot) if !plot.is_seeded => {
                let corpora: Vec<&str> = plot.corpora.iter().map(String::as_str).collect();
                format!("data-corpora=\"{}\"", list(&corpora))
            }
            Picture::Scatter(plot) => {
                let (pair, border) = plot.ground();
                format!("data-pair=\"{}\" data-border=\"{border}\"", list(&pair))
            }
            _ => return String::new(),
        };
        let Frame { left, right, top, bottom } = frame;
        let (x, y) = (x.written(), y.written());
        format!(" {own} data-frame=\"{left} {top} {right} {bottom}\" data-x=\"{x}\" data-y=\"{y}\"")
    }

    /// As PNG, for mail, slides and viewers that know no SVG.
    pub(crate) fn png(&self) -> Vec<u8> {
        let head = self.head();
        let (width, height) = (head.width as u32 * DENSITY, head.height as u32 * DENSITY);
        let (wide, high) = (width * SAMPLES, height * SAMPLES);
        let mut samples = vec![0; (wide * high * 3) as usize];
        {
            let area = BitMapBackend::with_buffer(&mut samples, (wide, high)).into_drawing_area();
            area.fill(&WHITE).expect(IN_MEMORY);
            self.draw(&mut Canvas::new(area.clone(), DENSITY * SAMPLES)).expect(IN_MEMORY);
            area.present().expect(IN_MEMORY);
        }
        encode(&averaged(&samples, wide as usize), (width, height))
    }
}

const IN_MEMORY: &str = "drawing into memory that is large enough cannot fail";

/// The drawing with the elements of a series in a group that names it. The marks of the canvas are pixels,
/// which are elements on a line of their own.
fn grouped(body: &str, parts: &[Piece]) -> String {
    let begins = format!("<rect x=\"{BEGINS}\" y=\"");
    let ends = format!("<rect x=\"{ENDS}\" y=\"");
    let mut text = String::with_capacity(body.len());
    for line in body.lines() {
        if let Some(rest) = line.strip_prefix(&begins) {
            let at = rest.split('"').next().and_then(|at| at.parse::<usize>().ok());
            let Some(Piece { series, legend }) = at.and_then(|at| parts.get(at)) else { continue };
            let class = if *legend { "legend" } else { "curve" };
            let _ = writeln!(text, "<g class=\"{class}\" data-series=\"{}\">", escape(series));
        } else if line.starts_with(&ends) {
            text.push_str("</g>\n");
        } else {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// Equal marks in a row that become one path.
const TOGETHER: usize = 16;

/// The drawing with long runs of equal marks as few paths: a browser takes long over tens of thousands of elements.
/// Marks of one path do not shine through each other, so a path has few, which seldom meet.
fn merged(body: &str) -> String {
    let mut text = String::with_capacity(body.len());
    let lines: Vec<(&str, Option<Mark>)> = body.lines().map(|line| (line, Mark::of(line))).collect();
    let style = |mark: &Option<Mark>| mark.as_ref().map(|mark| mark.style.clone());
    for run in lines.chunk_by(|a, b| a.1.is_some() && style(&a.1) == style(&b.1)) {
        for part in run.chunks(TOGETHER) {
            let marks: Vec<&Mark> = part.iter().filter_map(|(_, mark)| mark.as_ref()).collect();
            if marks.len() == TOGETHER {
                let outlines: String = marks.iter().map(|mark| mark.outline.as_str()).collect();
                let _ = writeln!(text, "<path{} d=\"{outlines}\"/>", marks[0].style);
            } else {
                part.iter().for_each(|(line, _)| text.extend([line, "\n"]));
            }
        }
    }
    text
}

/// A mark: its look, and its outline as a path.
struct Mark {
    style: String,
    outline: String,
}

impl Mark {
    /// The circle or polygon that a line of the drawing is.
    fn of(line: &str) -> Option<Mark> {
        let mut style = line.strip_suffix("/>")?.to_string();
        let mut take = |name: &str| {
            let start = style.find(&format!(" {name}=\""))?;
            let from = start + name.len() + 3;
            let end = from + style[from..].find('"')?;
            let value = style[from..end].trim().to_string();
            style.replace_range(start..=end, "");
            Some(value)
        };
        let outline = if line.starts_with("<circle ") {
            let mut number = |name| take(name)?.parse::<i64>().ok();
            let (x, y, r) = (number("cx")?, number("cy")?, number("r")?);
            format!("M{},{y}a{r},{r} 0 1,0 {},0a{r},{r} 0 1,0 {},0z", x - r, 2 * r, -2 * r)
        } else if line.starts_with("<polygon ") {
            format!("M{}z", take("points")?)
        } else {
            return None;
        };
        let style = style.split_once(' ').map_or(String::new(), |(_, style)| format!(" {style}"));
        Some(Mark { style, outline })
    }
}

/// Invisible places over the picture that tell what is under them.
fn overlay(text: &mut String, hints: &[Hint], anchors: Option<&Anchors<'_>>) {
    if hints.is_empty() {
        return;
    }
    let class = if anchors.is_some() { " class=\"hints\"" } else { "" };
    let _ = writeln!(text, "<g{class} fill=\"none\" pointer-events=\"all\">");
    for Hint { place: (at, size), words, instance } in hints {
        let [x, y, width, height] =
            [at.0, at.1, size.0, size.1].map(|length| (length * f64::from(VECTOR)).round());
        let words = escape(words);
        let named = |(corpus, instance): &(String, String)| anchors?.number(corpus, instance);
        let at = instance.as_ref().and_then(named).map_or(String::new(), |at| format!(" data-at=\"{at}\""));
        let rect = format!(
            "<rect{at} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"><title>{words}</title></rect>"
        );
        let anchor = instance.as_ref().and_then(|(corpus, instance)| anchors?.of(corpus, instance));
        let _ = match anchor {
            Some(anchor) => writeln!(text, "<a href=\"#{}\">{rect}</a>", escape(anchor)),
            None => writeln!(text, "{rect}"),
        };
    }
    text.push_str("</g>\n");
}

// What follows is written for squares of two.
const _: () = assert!(SAMPLES == 2);

/// Each square of samples as the pixel that is their mean. Most of a plot is paper, and a strip of
/// it is told from others at once.
fn averaged(samples: &[u8], wide: usize) -> Vec<u8> {
    let row = wide * CHANNELS;
    let paper = [u8::MAX; STRIP];
    let mut pixels = Vec::with_capacity(samples.len() / 4);
    for rows in samples.chunks_exact(row * 2) {
        let (upper, lower) = rows.split_at(row);
        for (upper, lower) in upper.chunks(STRIP).zip(lower.chunks(STRIP)) {
            let blank = &paper[..upper.len()];
            if upper == blank && lower == blank {
                pixels.extend_from_slice(&blank[..blank.len() / 2]);
            } else {
                average(upper, lower, &mut pixels);
            }
        }
    }
    pixels
}

/// Adds the means of the squares in two rows.
fn average(upper: &[u8], lower: &[u8], pixels: &mut Vec<u8>) {
    for (upper, lower) in upper.chunks_exact(CHANNELS * 2).zip(lower.chunks_exact(CHANNELS * 2)) {
        let mean = |channel: usize| {
            let of = |row: &[u8]| u16::from(row[channel]) + u16::from(row[channel + CHANNELS]);
            ((of(upper) + of(lower) + 2) / 4) as u8
        };
        pixels.extend_from_slice(&[mean(0), mean(1), mean(2)]);
    }
}

fn encode(pixels: &[u8], (width, height): (u32, u32)) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(pixels));
    written.expect(IN_MEMORY);
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_runs_of_equal_marks_become_paths() {
        let circle =
            |x: usize| format!("<circle cx=\"{x}\" cy=\"7\" r=\"3\" opacity=\"0.6\" fill=\"#000\"/>\n");
        let circles = |count: usize| (0..count).map(circle).collect::<String>();
        let short = format!("<g>\n{}</g>\n", circles(TOGETHER - 1));
        assert_eq!(merged(&short), short);
        let polygon = "<polygon opacity=\"0.6\" fill=\"#000\" points=\"1,2 3,4 \"/>\n";
        let text = merged(&format!("{polygon}{}", circles(TOGETHER)));
        let path =
            "<path opacity=\"0.6\" fill=\"#000\" d=\"M1,2 3,4zM-3,7a3,3 0 1,0 6,0a3,3 0 1,0 -6,0zM-2,7a";
        assert!(text.starts_with(path), "{text}");
        assert_eq!((text.matches('z').count(), text.lines().count()), (TOGETHER, 2), "{text}");
        assert!(text.ends_with(&circle(TOGETHER - 1)), "{text}");
    }

    #[test]
    fn samples_become_their_mean() {
        let wide = 100 * SAMPLES as usize;
        let count = (SAMPLES * SAMPLES) as usize;
        let mut samples = vec![255; wide * SAMPLES as usize * 3];
        let first = 3 * 60 * SAMPLES as usize;
        samples[first..first + 3].copy_from_slice(&[255 - count as u8, 0, 255]);
        let mut expected = vec![255; 300];
        expected[180..183].copy_from_slice(&[254, (255 * (count - 1) / count) as u8, 255]);
        assert_eq!(averaged(&samples, wide), expected);
    }
}
