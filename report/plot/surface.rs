//! The backend of plotters for plots: SVG or a bitmap.
//!
//! The SVG backend of plotters has no groups, by which the script of the page finds the curve of a strategy. So SVG is written
//! by `svg`, and bitmaps by plotters.

use super::svg::{SurfaceError, SurfaceResult, Svg};
use plotters::backend::BitMapBackend;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend};

/// SVG text or a bitmap.
pub(super) enum Surface<'a> {
    Svg(Svg<'a>),
    Bitmap(BitMapBackend<'a>),
}

impl DrawingBackend for Surface<'_> {
    type ErrorType = SurfaceError;

    fn get_size(&self) -> (u32, u32) {
        match self {
            Surface::Svg(svg) => svg.size,
            Surface::Bitmap(bitmap) => bitmap.get_size(),
        }
    }

    fn ensure_prepared(&mut self) -> SurfaceResult {
        Ok(())
    }

    fn present(&mut self) -> SurfaceResult {
        match self {
            Surface::Svg(svg) => svg.finish_marks(),
            Surface::Bitmap(bitmap) => bitmap.present(),
        }
    }

    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> SurfaceResult {
        match self {
            Surface::Svg(svg) => svg.rectangle(at, (at.0 + 1, at.1 + 1), color),
            Surface::Bitmap(bitmap) => bitmap.draw_pixel(at, color),
        }
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> SurfaceResult {
        match self {
            Surface::Svg(svg) => svg.line([from, to], style),
            Surface::Bitmap(bitmap) => bitmap.draw_line(from, to, style),
        }
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
        fill: bool,
    ) -> SurfaceResult {
        match self {
            Surface::Svg(svg) => svg.rectangle(from, to, style.color()),
            Surface::Bitmap(bitmap) => bitmap.draw_rect(from, to, style, fill),
        }
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> SurfaceResult {
        match self {
            Surface::Svg(svg) => svg.line(path, style),
            Surface::Bitmap(bitmap) => bitmap.draw_path(path, style),
        }
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        corners: I,
        style: &S,
    ) -> SurfaceResult {
        match self {
            Surface::Svg(svg) => svg.polygon(corners, style.color()),
            Surface::Bitmap(bitmap) => bitmap.fill_polygon(corners, style),
        }
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> SurfaceResult {
        match self {
            Surface::Svg(svg) if fill => svg.disc(center, radius, style.color()),
            Surface::Svg(svg) => svg.ring(center, radius, style),
            Surface::Bitmap(bitmap) => bitmap.draw_circle(center, radius, style, fill),
        }
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> SurfaceResult {
        match self {
            Surface::Svg(svg) => svg.text(text, style, at),
            Surface::Bitmap(bitmap) => bitmap.draw_text(text, style, at),
        }
    }
}
