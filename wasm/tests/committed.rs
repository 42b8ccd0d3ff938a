//! Checks that the committed module was built from this code.

use coverlab_wasm::SOURCES;

#[test]
fn the_committed_module_is_current() {
    let module = include_bytes!("../../web/coverlab.wasm");
    assert!(module.starts_with(b"\0asm"));
    // In a custom section the name precedes the contents.
    let section = format!("coverlab-sources{SOURCES}");
    let is_current = module.windows(section.len()).any(|bytes| bytes == section.as_bytes());
    assert!(
        is_current,
        "web/coverlab.wasm is not of the code {SOURCES}: run `.ci/module` and commit the file"
    );
}
