//! Opens and decompresses input texts.
//!
//! Compression is detected by the first bytes instead of the file name, so pipes are decompressed, too. The size of the
//! input is bounded; see [`Bounded`] and [`BoundedLines`].

mod bound;
mod byte_counter;
mod detect;

pub use bound::{Accept, open};
pub use bound::{Bounded, BoundedLines};
pub use byte_counter::ByteCounter;
pub(crate) use detect::{COVERS, FORMULAS, detect_kind};
pub use detect::{extension_of, kind_of_file, kind_of_text};

use crate::error::Error;
use bound::MAX_TEXT_FILE;
use coverlab_model::TextKind;
use flate2::read::MultiGzDecoder;
use std::io::{self, BufReader, Read};
use std::path::Path;

/// A reader of bytes whose type is erased, since each further type would compile the layers below once more.
type ByteSource = Box<dyn Read + Send>;

/// An open text and its origin.
pub struct Input {
    /// The name for diagnostics: a path, the name of a corpus, `<stdin>`, `<argument>`.
    pub name: String,
    /// The decompressed text.
    pub source: ByteSource,
    /// The kind of its instances, by the extension of its name or by its text.
    pub kind: TextKind,
    /// Whether the text is the command-line argument itself.
    pub literal: bool,
    /// Counts the bytes read, before decompression.
    pub counter: ByteCounter,
}

impl Input {
    /// Reads all of the text, whose size is bounded by the available memory and by `memory_limit` (in bytes).
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
/// There is no regular file at `path`, or it cannot be read.
pub fn open_decompressed(path: &Path) -> io::Result<ByteSource> {
    decompress(open(path, Accept::Files)?)
}

/// Reads and decompresses the regular file at `path`.
///
/// # Errors
/// The file cannot be read, is too long for the available memory, or its compressed data is damaged.
pub fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Bounded::by_memory(open_decompressed(path)?, None).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads the regular file at `path`, without decompressing it.
///
/// # Errors
/// The file cannot be read, or is longer than `limit` bytes.
pub fn read_at_most(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    Bounded::at_most(open(path, Accept::Files)?, limit).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a text file of moderate size, such as an experiment or `run.json`.
///
/// # Errors
/// The file cannot be read, is longer than 64 MiB, or is not UTF-8.
pub fn read_text(path: &Path, accept: Accept) -> io::Result<String> {
    let mut text = String::new();
    let read = Bounded::at_most(open(path, accept)?, MAX_TEXT_FILE).read_to_string(&mut text);
    match read {
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            Err(io::Error::new(error.kind(), "it is not a text file in UTF-8"))
        }
        read => read.map(|_| text),
    }
}

/// The extension of a file's name, without that of the compression. May be empty.
pub fn extension(path: &Path) -> String {
    let last = |path: &Path| path.extension().map_or_else(String::new, |e| e.to_string_lossy().into_owned());
    match (last(path).as_str(), path.file_stem()) {
        ("gz" | "zst" | "zstd", Some(stem)) => last(Path::new(stem)),
        (other, _) => other.to_string(),
    }
}

/// Decompresses `source` if it is gzip or zstd, and removes a byte order mark. Text that is compressed twice is decompressed
/// once.
pub(crate) fn decompress(source: impl Read + Send + 'static) -> io::Result<ByteSource> {
    let (first, source) = peek(Box::new(source))?;
    match first[..] {
        [0x1f, 0x8b, ..] => {
            without_mark(Box::new(Compressed { decoder: MultiGzDecoder::new(source), format: "gzip" }))
        }
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            without_mark(Box::new(Compressed { decoder: Zstd::BetweenFrames(source), format: "zstd" }))
        }
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Err(unknown_compression("xz")),
        // The header of an empty file has other digits, those of the square root of π.
        [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59]
        | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90] => {
            Err(unknown_compression("bzip2"))
        }
        _ => without_mark(Box::new(source)),
    }
}

/// The error for a file in a format that is not decompressed.
fn unknown_compression(format: &str) -> io::Error {
    let what = format!(
        "it is compressed by {format}, but only gzip and zstd are decompressed; decompress it first: {format} -d"
    );
    io::Error::new(io::ErrorKind::Unsupported, what)
}

/// Removes the byte order mark of UTF-8 from `source`.
///
/// # Errors
/// The text is marked as UTF-16.
fn without_mark(source: ByteSource) -> io::Result<ByteSource> {
    let (first, mut source) = peek(source)?;
    match first[..] {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "it is in UTF-16; save it as UTF-8"));
        }
        [0xef, 0xbb, 0xbf, ..] => source.read_exact(&mut [0; 3])?,
        _ => {}
    }
    Ok(Box::new(source))
}

/// The first ten bytes of `source`, or all if it is shorter, and a reader that includes them.
fn peek(mut source: ByteSource) -> io::Result<(Vec<u8>, BufReader<impl Read + Send>)> {
    let mut first = Vec::new();
    source.by_ref().take(10).read_to_end(&mut first)?;
    let source = io::Cursor::new(first.clone()).chain(source);
    Ok((first, BufReader::with_capacity(1 << 16, source)))
}

/// A decoder of compressed text, whose read errors name the format.
struct Compressed<R> {
    decoder: R,
    format: &'static str,
}

impl<R: Read> Read for Compressed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoder.read(buffer).map_err(|e| {
            let (format, kind) = (self.format, e.kind());
            let cause = match kind {
                io::ErrorKind::UnexpectedEof => "unexpected end of file".to_string(),
                _ => e.to_string(),
            };
            let what =
                format!("its {format} data is damaged ({cause}); compress it again or give the plain text");
            io::Error::new(kind, what)
        })
    }
}

/// Reads a zstd file, which may consist of several frames.
enum Zstd<R: Read> {
    /// The source, at the start of a frame or at its end.
    BetweenFrames(R),
    /// The current frame.
    InFrame(Box<ruzstd::decoding::StreamingDecoder<R, ruzstd::decoding::FrameDecoder>>),
    /// Nothing is left, or the data is damaged.
    Ended,
}

impl<R: Read> Read for Zstd<BufReader<R>> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        use std::io::BufRead;
        loop {
            *self = match std::mem::replace(self, Zstd::Ended) {
                Zstd::BetweenFrames(mut source) => {
                    if source.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    let frame = ruzstd::decoding::StreamingDecoder::new(source);
                    Zstd::InFrame(Box::new(frame.map_err(|error| damage(&error))?))
                }
                Zstd::InFrame(mut frame) => {
                    let read = frame.read(buffer).map_err(|error| match error.get_ref() {
                        Some(cause) => damage(cause),
                        None => error,
                    })?;
                    if read > 0 || buffer.is_empty() {
                        *self = Zstd::InFrame(frame);
                        return Ok(read);
                    }
                    Zstd::BetweenFrames(frame.into_inner())
                }
                Zstd::Ended => return Ok(0),
            };
        }
    }
}

/// The error of the zstd decoder without its internals: the error of reading the file, or else the data is corrupt.
fn damage(error: &(dyn std::error::Error + 'static)) -> io::Error {
    let mut causes = std::iter::successors(Some(error), |error| error.source());
    match causes.find_map(|cause| cause.downcast_ref::<io::Error>()) {
        Some(cause) => io::Error::new(cause.kind(), cause.to_string()),
        None => io::Error::new(io::ErrorKind::InvalidData, "corrupt frame"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    const TEXT: &str = "53..7 a text that is long enough to be packed, long enough to be packed\n";

    fn text(bytes: Vec<u8>) -> io::Result<String> {
        let mut text = String::new();
        decompress(io::Cursor::new(bytes))?.read_to_string(&mut text)?;
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
    }

    #[test]
    fn the_mark_of_utf_8_is_removed_and_that_of_utf_16_is_an_error() {
        assert_eq!(text(format!("\u{feff}{TEXT}").into_bytes()).unwrap(), TEXT);
        for mark in [0xfeff_u16.to_le_bytes(), 0xfeff_u16.to_be_bytes()] {
            let error = text([&mark[..], b"53"].concat()).unwrap_err().to_string();
            assert_eq!(error, "it is in UTF-16; save it as UTF-8");
        }
    }

    #[test]
    fn formats_that_are_not_decompressed_are_named() {
        for (start, format) in [
            (&b"\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46\x02"[..], "xz"),
            (b"BZh91AY&SY\x6b\x4f", "bzip2"),
            (b"BZh9\x17\x72\x45\x38\x50\x90\0\0\0\0", "bzip2"),
        ] {
            let expected = format!(
                "it is compressed by {format}, but only gzip and zstd are decompressed; decompress it first: {format} -d"
            );
            assert_eq!(text(start.to_vec()).unwrap_err().to_string(), expected);
        }
        // Names of items.
        assert_eq!(text(b"BZh9 a b\na\n".to_vec()).unwrap(), "BZh9 a b\na\n");
    }

    #[test]
    fn damaged_data_is_an_error() {
        let whole = zstd(TEXT);
        for length in 4..whole.len() {
            let error = text(whole[..length].to_vec()).unwrap_err().to_string();
            assert!(
                error.starts_with("its zstd data is damaged (unexpected end of file); "),
                "{length}: {error}"
            );
        }
        // The header of the block has the type 3, which is reserved.
        let error = text(b"\x28\xb5\x2f\xfd\x00\x00\x07\x00\x00".to_vec()).unwrap_err().to_string();
        assert!(error.starts_with("its zstd data is damaged (corrupt frame); "), "{error}");
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
