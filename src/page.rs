//! The page that runs the strategies: one self-contained HTML file.
//!
//! Its sources in `web/` are bundled when the program is built, and so is the WebAssembly module if it exists by then.

#[cfg(test)]
mod bundle;

pub use coverlab_report::packed;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;

/// The page before and after its module; empty if the program was built without the sources.
const BEGIN: &str = include_str!(concat!(env!("OUT_DIR"), "/begin.html"));
const END: &str = include_str!(concat!(env!("OUT_DIR"), "/end.html"));

/// The gzip-compressed module; empty if it did not exist when the program was built.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/module.wasm.gz"));

/// The built-in module, compressed by gzip.
pub fn module() -> Option<&'static [u8]> {
    (!PACKED.is_empty()).then_some(PACKED)
}

/// Whether the program holds the sources of the page.
pub fn has_sources() -> bool {
    !BEGIN.is_empty()
}

/// A script element that holds JSON.
pub fn json(id: &str, text: &str) -> String {
    format!("<script type=\"application/json\" id=\"{id}\">{}</script>", text.replace('<', "\\u003c"))
}

/// The page with a module and recorded traces, all compressed by gzip.
pub fn page(module: &[u8], traces: &[Vec<u8>]) -> String {
    let module = STANDARD.encode(module);
    let mut page = format!("{BEGIN}<script type=\"text/plain\" id=\"module\">{module}</script>");
    for trace in traces {
        let text = STANDARD.encode(trace);
        let _ =
            write!(page, "\n<script type=\"application/json\" class=\"trace\" data-packed>{text}</script>");
    }
    page + END
}
