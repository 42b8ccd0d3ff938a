//! Renders plots as SVG and PNG.

use super::canvas::{Canvas, Tooltip};
use super::surface::Surface;
use super::svg::Svg;
use super::{Picture, pgf};
use crate::escape::html as escape;
use crate::instance_numbers::InstanceNumbers;
use plotters::backend::BitMapBackend;
use std::fmt::Write;

/// Units of SVG per pixel of the picture. A twelfth of a pixel is finer than the eye sees.
const STEPS: u32 = 12;
/// Pixels of a PNG per pixel of the picture, in each direction.
const DENSITY: u32 = 2;
/// Samples per pixel of a PNG in each direction, for antialiasing.
const SAMPLES: u32 = 2;
/// Bytes of a sample.
const CHANNELS: usize = 3;
/// Bytes of a strip of samples that is checked for being blank.
const STRIP: usize = CHANNELS * SAMPLES as usize * 16;

const IN_MEMORY: &str = "drawing into memory that is large enough cannot fail";

impl dyn Picture {
    /// The picture as an SVG file.
    pub(crate) fn svg(&self) -> String {
        let Drawing { body, tooltips, .. } = self.drawn(false);
        let attributes = " xmlns=\"http://www.w3.org/2000/svg\" role=\"img\"";
        self.document(attributes, &body, &overlay(&tooltips, "", None))
    }

    /// The picture as SVG in a page, with the numbers of instances and the data by which the script finds the points.
    pub(crate) fn inline_svg(&self, numbers: &InstanceNumbers<'_>) -> String {
        let Drawing { body, tooltips, frame } = self.drawn(true);
        // Not the role `img`, which hides contents from screen readers: legends are buttons.
        let data = self.data_attributes().filter(|_| !frame.is_empty());
        let data = data.map_or_else(String::new, |data| format!(" {data} {frame}"));
        let attributes = format!(" role=\"group\"{data}");
        self.document(&attributes, &body, &overlay(&tooltips, " class=\"hints\"", Some(numbers)))
    }

    fn drawn(&self, is_grouped: bool) -> Drawing {
        let head = self.head();
        let size = (head.width as u32 * STEPS, head.height as u32 * STEPS);
        let mut body = String::new();
        let surface = Surface::Svg(Svg::new(&mut body, size, is_grouped));
        let mut canvas = Canvas::new(surface, STEPS, head).expect(IN_MEMORY);
        self.draw(&mut canvas).expect(IN_MEMORY);
        canvas.finish().expect(IN_MEMORY);
        let (tooltips, frame) = (std::mem::take(&mut canvas.tooltips), canvas.frame_attributes());
        drop(canvas);
        Drawing { body, tooltips, frame }
    }

    fn document(&self, attributes: &str, body: &str, overlay: &str) -> String {
        let head = self.head();
        let (width, height, title) = (head.width as u32, head.height as u32, escape(&head.title));
        format!(
            "<svg{attributes} width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {} {}\" \
             aria-label=\"{title}\">\n{body}{overlay}</svg>\n",
            width * STEPS,
            height * STEPS
        )
    }

    /// Attributes from which the script of the page finds the points, if the points are instances.
    fn data_attributes(&self) -> Option<String> {
        if let Some(corpora) = self.corpora() {
            return Some(format!("data-corpora=\"{}\"", escape(&serde_json::json!(corpora).to_string())));
        }
        let (pair, border) = self.pair()?;
        Some(format!(
            "data-pair=\"{}\" data-border=\"{border}\"",
            escape(&serde_json::json!(pair).to_string())
        ))
    }

    /// The picture as a PNG file.
    pub(crate) fn png(&self) -> Vec<u8> {
        let head = self.head();
        let (width, height) = (head.width as u32 * DENSITY, head.height as u32 * DENSITY);
        let (wide, high) = (width * SAMPLES, height * SAMPLES);
        let mut samples = vec![0; wide as usize * high as usize * CHANNELS];
        let surface = Surface::Bitmap(BitMapBackend::with_buffer(&mut samples, (wide, high)));
        let mut canvas = Canvas::new(surface, DENSITY * SAMPLES, head).expect(IN_MEMORY);
        self.draw(&mut canvas).expect(IN_MEMORY);
        canvas.finish().expect(IN_MEMORY);
        drop(canvas);
        encode(&averaged(&samples, wide as usize), (width, height))
    }

    /// The picture for PGFPlots, with the values that it reads. `id` is the name of the plot's files.
    pub(crate) fn pgf_plot(&self, id: &str) -> pgf::PgfPlot {
        pgf::write(id, &self.head().title, &self.pgf())
    }
}

/// A drawn picture.
struct Drawing {
    /// Elements of SVG.
    body: String,
    tooltips: Vec<Tooltip>,
    /// Attributes with the frame and the axes of the first chart; empty without a chart.
    frame: String,
}

/// Invisible rectangles over the picture, which show tooltips.
fn overlay(tooltips: &[Tooltip], class: &str, numbers: Option<&InstanceNumbers<'_>>) -> String {
    if tooltips.is_empty() {
        return String::new();
    }
    let mut text = format!("<g{class} fill=\"none\" pointer-events=\"all\">\n");
    for Tooltip { place: (at, size), words, instance } in tooltips {
        let [x, y, width, height] =
            [at.0, at.1, size.0, size.1].map(|length| (length * f64::from(STEPS)).round());
        let words = escape(words);
        let number = instance.as_ref().and_then(|(corpus, instance)| numbers?.get(corpus, instance));
        let at = number.map_or(String::new(), |number| format!(" data-at=\"{number}\""));
        let _ = writeln!(
            text,
            "<rect{at} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"><title>{words}</title></rect>"
        );
    }
    text + "</g>\n"
}

// `averaged` takes two samples across and two down.
const _: () = assert!(SAMPLES == 2);

/// Averages each square of samples to a pixel; `wide` is the width in samples. Blank strips, which are most of a plot, take
/// a shortcut.
fn averaged(samples: &[u8], wide: usize) -> Vec<u8> {
    let row = wide * CHANNELS;
    let white = [u8::MAX; STRIP];
    let mut pixels = Vec::with_capacity(samples.len() / 4);
    for rows in samples.chunks_exact(row * 2) {
        let (upper, lower) = rows.split_at(row);
        for (upper, lower) in upper.chunks(STRIP).zip(lower.chunks(STRIP)) {
            let blank = &white[..upper.len()];
            if upper == blank && lower == blank {
                pixels.extend_from_slice(&blank[..blank.len() / 2]);
            } else {
                average(upper, lower, &mut pixels);
            }
        }
    }
    pixels
}

/// Appends the averages of the squares in two rows of samples to `pixels`.
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
