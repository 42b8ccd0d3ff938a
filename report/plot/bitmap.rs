//! Draws the shapes of a plot into a bitmap.

use super::canvas::{Canvas, PictureShape};
use plotters::backend::BitMapBackend;
use plotters_backend::DrawingBackend;

/// Samples of a PNG per pixel of the picture, in each direction.
pub(super) const STEPS: u32 = 2 * SAMPLES;
/// Samples per pixel of a PNG in each direction, for antialiasing.
const SAMPLES: u32 = 2;
/// Bytes of a sample.
const CHANNELS: usize = 3;
/// Bytes of a strip of samples that is checked for being blank.
const STRIP: usize = CHANNELS * SAMPLES as usize * 16;

const IN_MEMORY: &str = "drawing into memory that is large enough cannot fail";

/// The picture on `canvas` as a PNG file.
pub(super) fn png(canvas: &Canvas) -> Vec<u8> {
    let (wide, high) = (canvas.size.0 as u32, canvas.size.1 as u32);
    let mut samples = vec![0; wide as usize * high as usize * CHANNELS];
    let mut bitmap = BitMapBackend::with_buffer(&mut samples, (wide, high));
    canvas.shapes.iter().for_each(|shape| draw(shape, &mut bitmap));
    drop(bitmap);
    encode(&averaged(&samples, wide as usize), (wide / SAMPLES, high / SAMPLES))
}

fn draw(shape: &PictureShape, bitmap: &mut BitMapBackend<'_>) {
    let drawn = match shape {
        PictureShape::Line(points, style) => bitmap.draw_path(points.iter().copied(), style),
        PictureShape::Rectangle([from, to], style) => bitmap.draw_rect(*from, *to, style, true),
        PictureShape::Polygon(corners, style) => bitmap.fill_polygon(corners.iter().copied(), style),
        PictureShape::Circle(center, radius, style) => {
            bitmap.draw_circle(*center, *radius, style, style.filled)
        }
        PictureShape::Text(at, text, style) => {
            style.draw(text, *at, |place, color| bitmap.draw_pixel(place, color).expect(IN_MEMORY));
            Ok(())
        }
        PictureShape::BeginSeries(..) | PictureShape::EndSeries => Ok(()),
    };
    drawn.expect(IN_MEMORY);
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
