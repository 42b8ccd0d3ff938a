//! The committed module was built from this code.

use coverlab_wasm::SOURCES;

#[test]
fn the_committed_module_is_current() {
    let module = include_bytes!("../../web/coverlab.wasm");
    assert!(module.starts_with(b"\0asm"));
    // The name of a custom section stands before its contents.
    let section = format!("coverlab-sources{SOURCES}");
    let is_current = module.windows(section.len()).any(|bytes| bytes == section.as_bytes());
    assert!(
        is_current,
        "web/coverlab.wasm is not of the code {SOURCES}: run `.ci/module` and commit the file"
    );
}
