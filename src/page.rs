//! The page in which the strategies run: one HTML file without a reference to anything outside.
//!
//! Its sources are in `web/`, bundled when the program is built, and so is the module, if it was built before.

#[cfg(test)]
mod bundle;

pub use coverlab_report::packed;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;

/// The page before and after its module; empty if the program was built without the sources.
const BEGIN: &str = include_str!(concat!(env!("OUT_DIR"), "/begin.html"));
const END: &str = include_str!(concat!(env!("OUT_DIR"), "/end.html"));

/// The module, packed by gzip; empty if there was none when the program was built.
const PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/module.wasm.gz"));

/// The module that the program holds, packed by gzip.
pub fn module() -> Option<&'static [u8]> {
    (!PACKED.is_empty()).then_some(PACKED)
}

/// Whether the program holds the sources of the page.
pub fn has_sources() -> bool {
    !BEGIN.is_empty()
}

/// An element that holds JSON.
pub fn json(id: &str, text: &str) -> String {
    format!("<script type=\"application/json\" id=\"{id}\">{}</script>", text.replace('<', "\\u003c"))
}

/// The page with a module and written traces, all packed by gzip.
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
