//! The page that runs the strategies: one self-contained HTML file. [`lesson`] compiles lessons to such pages.
//!
//! The WebAssembly module is committed beside the sources of the page in `web/`.

#![warn(clippy::print_stdout, clippy::print_stderr)]

mod bundle;
pub mod lesson;

pub use coverlab_bench::html_script::gzip;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use lesson::technique;
use serde_json::Value;
use std::fmt::Write as _;

/// The built-in module; `.ci/module` builds it.
pub const MODULE: &[u8] = include_bytes!("web/coverlab.wasm");

/// A script element that holds JSON.
pub fn json(id: &str, text: &str) -> String {
    format!("<script type=\"application/json\" id=\"{id}\">{}</script>", text.replace('<', "\\u003c"))
}

/// The page with a module and recorded traces, all compressed by gzip.
pub fn page(module: &[u8], traces: &[Vec<u8>]) -> String {
    let mut elements = String::new();
    for trace in traces {
        let text = STANDARD.encode(trace);
        let _ = write!(
            elements,
            "\n<script type=\"application/json\" class=\"trace\" data-packed>{text}</script>"
        );
    }
    assemble(module, &elements)
}

/// The page with a module, compressed by gzip. It opens at the address with the fields of the object `start`, as listed
/// in `web/hash.js`.
pub fn page_at(module: &[u8], start: &Value) -> String {
    assemble(module, &json("start", &start.to_string()))
}

/// The page for the site, with a gzip-compressed module.
pub fn page_of_site(module: &[u8]) -> String {
    assemble(module, &site_data())
}

/// The element with the address pattern of the technique pages, for the scripts of the site.
pub fn site_data() -> String {
    json("technique-pages", &serde_json::json!(technique::file("*")).to_string())
}

fn assemble(module: &[u8], elements: &str) -> String {
    let ((begin, end), module) = (&*bundle::PAGE, STANDARD.encode(module));
    format!("{begin}<script type=\"text/plain\" id=\"module\">{module}</script>{elements}{end}")
}
