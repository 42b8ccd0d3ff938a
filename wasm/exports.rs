//! The exported functions. They exist only for WebAssembly: elsewhere they would have the names of system
//! functions. A page must free memory with the length that it was allocated with.
#![allow(unsafe_code)]

use crate::Module;
use std::alloc::{Layout, alloc as allocate, dealloc, handle_alloc_error};
use std::cell::RefCell;

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module::default());
}

/// The custom section `coverlab-sources` contains the fingerprint of the module's code.
#[used]
#[unsafe(link_section = "coverlab-sources")]
static SOURCES: [u8; 16] = *crate::SOURCES.as_bytes().first_chunk().expect("sixteen digits");

fn layout(length: usize) -> Layout {
    Layout::from_size_align(length.max(1), 4).expect("lengths of texts are below half of the memory")
}

/// Allocates `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let layout = layout(length);
    // SAFETY: the layout has at least one byte.
    let at = unsafe { allocate(layout) };
    if at.is_null() { handle_alloc_error(layout) } else { at }
}

/// Frees memory from [`alloc`] or [`ask`].
///
/// # Safety
/// `at` must come from [`alloc`] or [`ask`] with this length, and must be freed only once. The length
/// of an answer includes its four length bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(at: *mut u8, length: usize) {
    // SAFETY: the caller guarantees that the memory was allocated with this length.
    unsafe { dealloc(at, layout(length)) }
}

/// Answers the request of `length` bytes at `at`. The result points to the length of the answer (four bytes,
/// little-endian), followed by its text.
///
/// # Safety
/// The `length` bytes at `at` must come from [`alloc`] and be initialized.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: the caller initialized the bytes.
    let request = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(at, length) });
    let answer = MODULE.with_borrow_mut(|module| module.ask(&request));
    let bytes = (answer.len() as u32).to_le_bytes();
    let out = alloc(bytes.len() + answer.len());
    // SAFETY: these bytes were just allocated, and nothing else points to them.
    unsafe {
        out.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        out.add(bytes.len()).copy_from_nonoverlapping(answer.as_ptr(), answer.len());
    }
    out
}
