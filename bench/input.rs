//! Opens, decompresses and decodes input texts.
//!
//! Compression is detected by the first bytes and not by the name, so pipes are decompressed, too. The amount of
//! input is bounded; see [`Bounded`] and [`BoundedLines`].

mod bound;
mod byte_counter;
mod detect;

pub use bound::{Accept, MAX_SETTINGS, open};
pub use bound::{Bounded, BoundedLines};
pub use byte_counter::ByteCounter;
pub(crate) use detect::detect_format;
pub use detect::format_of;

use crate::error::Error;
use flate2::read::MultiGzDecoder;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// An open text and its origin.
pub struct Input {
    /// The name for diagnostics: a path, the name of a corpus, `<stdin>`, `<argument>`.
    pub name: String,
    /// The decompressed text.
    pub source: Box<dyn Read + Send>,
    /// The extension of the name without that of the compression: `cnf` for `a.cnf.gz`; may be empty. If it is unknown,
    /// the extension of the format that was detected in the text.
    pub extension: String,
    /// Whether the text is the argument itself.
    pub literal: bool,
    /// Counts the bytes read.
    pub counter: ByteCounter,
}

impl Input {
    /// Reads the whole text, if it fits into the available memory or `memory_limit`.
    ///
    /// # Errors
    /// The text is too long, cannot be read, or its compressed data is damaged.
    pub fn bytes(&mut self, memory_limit: Option<u64>) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        let read = Bounded::by_memory(&mut self.source, memory_limit).read_to_end(&mut bytes);
        read.map_err(|error| Error::new(format!("{} cannot be read: {error}", self.name)))?;
        Ok(bytes)
    }
}

/// Opens the regular file at `path`, which is decompressed as it is read.
///
/// # Errors
/// The file cannot be opened, or its compressed data is damaged.
pub fn source(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    unpacked(open(path, Accept::Files)?)
}

/// Reads and decompresses the regular file at `path`.
///
/// # Errors
/// The file cannot be read, is too long for the available memory, or its compressed data is damaged.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Bounded::by_memory(source(path)?, None).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the regular file at `path`, without decompressing it.
///
/// # Errors
/// The file cannot be read, or is longer than `most` bytes.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Bounded::to(open(path, Accept::Files)?, most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a settings file, such as an experiment or `run.json`.
///
/// # Errors
/// The file cannot be read, is too long, or is not UTF-8.
pub fn settings(path: &Path, accept: Accept) -> io::Result<String> {
    let mut text = String::new();
    let read = Bounded::to(open(path, accept)?, MAX_SETTINGS).read_to_string(&mut text);
    match read {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(io::Error::new(error.kind(), "it is not a text file in UTF-8"))
        }
        read => read.map(|_| text),
    }
}

/// The extension of a file's name, without that of the compression.
pub fn extension(path: &Path) -> String {
    let ending =
        |path: &Path| path.extension().map_or_else(String::new, |e| e.to_string_lossy().into_owned());
    match (ending(path).as_str(), path.file_stem()) {
        ("gz" | "zst" | "zstd", Some(stem)) => ending(Path::new(stem)),
        (other, _) => other.to_string(),
    }
}

/// Decompresses `source` if it is gzip or zstd, once, and decodes it to UTF-8.
pub(crate) fn unpacked(source: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let (kind, whole) = first_bytes(source)?;
    match kind[..] {
        [0x1f, 0x8b, ..] => decoded(Described(MultiGzDecoder::new(whole), "gzip")),
        [0x28, 0xb5, 0x2f, 0xfd] => decoded(Described(Zstd::new(whole)?, "zstd")),
        _ => decoded(whole),
    }
}

/// Removes a byte order mark from `source`, and decodes UTF-16 if the mark says so.
fn decoded(source: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let (kind, mut whole) = first_bytes(source)?;
    let little = match kind[..] {
        [0xff, 0xfe, ..] => true,
        [0xfe, 0xff, ..] => false,
        [0xef, 0xbb, 0xbf, ..] => {
            whole.read_exact(&mut [0; 3])?;
            return Ok(Box::new(whole));
        }
        _ => return Ok(Box::new(whole)),
    };
    whole.read_exact(&mut [0; 2])?;
    Ok(Box::new(Utf16 { source: whole, little, rest: Vec::new() }))
}

/// The first bytes of `source`, and a reader of all of it.
fn first_bytes<R: Read + Send>(mut source: R) -> io::Result<(Vec<u8>, BufReader<impl Read + Send + use<R>>)> {
    let mut first = Vec::new();
    source.by_ref().take(4).read_to_end(&mut first)?;
    let whole = io::Cursor::new(first.clone()).chain(source);
    Ok((first, BufReader::with_capacity(1 << 16, whole)))
}

/// Adds the compression format to read errors.
struct Described<R>(R, &'static str);

impl<R: Read> Read for Described<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|e| {
            let what =
                format!("its {} data is damaged ({e}); compress it again or give the plain text", self.1);
            io::Error::new(e.kind(), what)
        })
    }
}

/// Reads the frames of a zstd file.
struct Zstd<R: Read> {
    /// `None` only while a frame ends.
    frame: Option<ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>,
}

impl<R: Read> Zstd<R> {
    fn new(source: R) -> io::Result<Self> {
        let frame = ruzstd::decoding::StreamingDecoder::new(source).map_err(io::Error::other)?;
        Ok(Zstd { frame: Some(frame) })
    }
}

impl<R: Read> Read for Zstd<BufReader<R>> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use std::io::BufRead;
        while let Some(frame) = &mut self.frame {
            let read = frame.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            let mut source = self.frame.take().expect("looked at above").into_inner();
            if source.fill_buf()?.is_empty() {
                break;
            }
            *self = Zstd::new(source)?;
        }
        Ok(0)
    }
}

/// Decodes UTF-16 to UTF-8. Invalid units become the replacement character, which is not a cell in any notation.
struct Utf16<R> {
    source: R,
    little: bool,
    /// Decoded bytes that have not been read yet.
    rest: Vec<u8>,
}

impl<R: Read> Read for Utf16<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.refill()?;
        }
        let count = buffer.len().min(self.rest.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

impl<R: Read> Utf16<R> {
    fn refill(&mut self) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(1 << 14);
        self.source.by_ref().take(1 << 14).read_to_end(&mut bytes)?;
        let mut units = self.units(&bytes);
        // A character beyond the first plane takes two units, which must not be separated.
        if units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) {
            let mut second = Vec::new();
            self.source.by_ref().take(2).read_to_end(&mut second)?;
            units.extend(self.units(&second));
        }
        let text: String =
            char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
        self.rest = text.into_bytes();
        Ok(())
    }

    fn units(&self, bytes: &[u8]) -> Vec<u16> {
        let unit =
            |pair: &[u8; 2]| if self.little { u16::from_le_bytes(*pair) } else { u16::from_be_bytes(*pair) };
        bytes.as_chunks::<2>().0.iter().map(unit).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &str = "53..7 a text that is long enough to be packed, long enough to be packed\n";

    fn text(bytes: Vec<u8>) -> io::Result<String> {
        let mut text = String::new();
        unpacked(io::Cursor::new(bytes))?.read_to_string(&mut text)?;
        Ok(text)
    }

    fn gzip(text: &str) -> Vec<u8> {
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packer.write_all(text.as_bytes()).unwrap();
        packer.finish().unwrap()
    }

    fn zstd(text: &str) -> Vec<u8> {
        use ruzstd::encoding::{CompressionLevel, compress_to_vec};
        compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
    }

    #[test]
    fn compression_is_detected_by_the_first_bytes() {
        assert_eq!(text(TEXT.into()).unwrap(), TEXT);
        assert_eq!(text(Vec::new()).unwrap(), "");
        assert_eq!(text(vec![0x1f]).unwrap(), "\u{1f}");
        assert_eq!(text([gzip(TEXT), gzip("and more")].concat()).unwrap(), format!("{TEXT}and more"));
        assert_eq!(text([zstd(TEXT), zstd("and more")].concat()).unwrap(), format!("{TEXT}and more"));
        let wide = format!("{}\u{1d7d8}x", "7".repeat(9_000));
        let units = || std::iter::once(0xfeff).chain(wide.encode_utf16());
        assert_eq!(text(units().flat_map(u16::to_le_bytes).collect()).unwrap(), wide);
        assert_eq!(text(units().flat_map(u16::to_be_bytes).collect()).unwrap(), wide);
    }

    #[test]
    fn damage_is_an_error() {
        for (packed, name) in [(gzip(TEXT), "gzip"), (zstd(TEXT), "zstd")] {
            let cut = packed[..packed.len() - 9].to_vec();
            let error = text(cut).unwrap_err().to_string();
            assert!(error.contains(name), "{error}");
        }
        assert!(text(b"\x28\xb5\x2f\xfd".to_vec()).is_err());
    }

    #[test]
    fn the_extension_of_a_compressed_file_is_ignored() {
        let ending = |name: &str| extension(Path::new(name));
        assert_eq!(
            [ending("a.cnf"), ending("a.cnf.gz"), ending("a.zst"), ending("a")],
            ["cnf", "cnf", "", ""]
        );
    }
}
