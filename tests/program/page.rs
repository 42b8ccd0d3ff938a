//! `coverlab page`: its output.

use crate::common::{coverlab, file};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fs;
use std::io::Read;

/// The smallest WebAssembly module.
const MODULE: &[u8] = b"\0asm\x01\0\0\0";

const PUZZLE: &str = "1...\n...3\n..2.\n...4\n";

/// The contents of the elements of a page that start with `tag`.
fn elements<'a>(page: &'a str, tag: &str) -> Vec<&'a str> {
    let of = |part: &'a str| part.split_once("</script>").map_or("", |(text, _)| text);
    page.split(tag).skip(1).map(of).collect()
}

/// The module in a page. The script after it mentions such elements too.
fn module_of(page: &str) -> &str {
    elements(page, "<script type=\"text/plain\" id=\"module\">")[0]
}

fn decompressed(base64: &str) -> Vec<u8> {
    let compressed = STANDARD.decode(base64).unwrap();
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(&*compressed).read_to_end(&mut bytes).unwrap();
    bytes
}

#[test]
fn the_page_is_self_contained() {
    let module = file("page", "coverlab.wasm", MODULE);
    let out = module.with_file_name("page.html");
    let run = coverlab(&["page", "--module", module.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let page = fs::read_to_string(&out).unwrap();
    let policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'";
    assert_eq!(page.matches(policy).count(), 1);
    assert_eq!(decompressed(module_of(&page)), MODULE);
    // Whatever would make a browser fetch a file.
    let fetching = ["src=\"", "<link", "@import", "url(", "srcset", "<iframe", "fetch("];
    for word in fetching {
        assert!(!page.contains(word), "{word}");
    }
    let addresses = page.match_indices("http").map(|(at, _)| page[at..].chars().take(40).collect::<String>());
    let addresses: Vec<String> = addresses.filter(|text| text.contains("://")).collect();
    // The name of the SVG namespace is not fetched.
    assert!(addresses.iter().all(|text| text.starts_with("http://www.w3.org/")), "{addresses:?}");
    let scripts = elements(&page, "<script type=\"module\">");
    assert_eq!(scripts.len(), 1);
    assert!(!scripts[0].lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
    assert!(!page.contains("<!-- module -->") && !page.contains("<!-- script -->"));
}

#[test]
fn traces_are_embedded_and_invalid_ones_are_reported() {
    let module = file("view", "coverlab.wasm", MODULE);
    let _ = file("view", "puzzle.txt", PUZZLE);
    let file = |name: &str| module.with_file_name(name).to_str().unwrap().to_string();
    for strategy in ["dlx", "heller"] {
        assert_eq!(
            coverlab(&["trace", strategy, &file("puzzle.txt"), "--out", &file(strategy)]).code,
            Some(0)
        );
    }
    let module = ["--module", &file("coverlab.wasm"), "--out", "-"];
    let run = coverlab(&[&["page", &file("dlx"), &file("heller")][..], &module].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    let traces = elements(&run.out, "<script type=\"application/json\" class=\"trace\" data-packed>");
    let expected = ["dlx", "heller"].map(|strategy| fs::read(file(strategy)).unwrap());
    assert_eq!(traces.iter().map(|text| decompressed(text)).collect::<Vec<_>>(), expected);

    let trace = fs::read_to_string(file("dlx")).unwrap();
    fs::write(file("cut"), &trace[..trace.len() - 9]).unwrap();
    let run = coverlab(&[&["page", &file("cut")][..], &module].concat());
    run.fails(3, &["not a line of search-trace/1\n |\n = help: the line is cut off\n"]);

    // A trace that can be read, but has a wrong step, is shown with a warning.
    let node = trace.lines().nth(1).unwrap();
    fs::write(file("wrong"), trace.replacen(node, &format!("{node}\n{node}"), 1)).unwrap();
    let run = coverlab(&[&["page", &file("wrong")][..], &module].concat());
    assert_eq!(run.code, Some(0), "{}", run.err);
    assert!(run.err.starts_with("warning: ") && run.err.contains("the trace is wrong: "), "{}", run.err);
}

/// The fields of the address at which a page opens.
fn start(page: &str) -> serde_json::Value {
    let element = elements(page, "<script type=\"application/json\" id=\"start\">");
    serde_json::from_str(element.first().unwrap_or(&"null")).unwrap()
}

#[test]
fn a_page_opens_on_a_puzzle() {
    let module = file("opening", "coverlab.wasm", MODULE);
    let puzzle = file("opening", "puzzle.txt", PUZZLE);
    let cover = file("opening", "cover.dlx", "a b\na\nb\na b\n");
    let page = |arguments: &[&str]| {
        coverlab(&[&["page"], arguments, &["--module", module.to_str().unwrap(), "--out", "-"]].concat())
    };
    let (puzzle, cover) = (puzzle.to_str().unwrap(), cover.to_str().unwrap());
    let run = page(&[puzzle, "--strategy", "heller", "--strategy", "dlx"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let line = PUZZLE.replace('\n', "");
    assert_eq!(start(&run.out), serde_json::json!({ "p": line, "s1": "heller", "s2": "dlx" }));
    assert_eq!(start(&page(&[&line]).out), serde_json::json!({ "p": line }));
    assert_eq!(
        start(&page(&["queens:6", "-s", "dlx"]).out),
        serde_json::json!({ "p": "queens:6", "s1": "dlx" })
    );
    assert_eq!(start(&page(&[cover]).out)["p"], "a b\na\nb\na b\n");
    assert!(start(&page(&[]).out).is_null());
}

#[test]
fn the_module_is_built_in() {
    let page = coverlab(&["page", "--out", "-"]);
    assert_eq!(page.code, Some(0), "{}", page.err);
    let module = decompressed(module_of(&page.out));
    assert!(module.starts_with(b"\0asm") && module == coverlab::page::MODULE);
}
