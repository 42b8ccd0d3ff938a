//! The exports of the module; elsewhere these names are those of the system's own functions. A page must hand
//! back the lengths that it was given, as any caller of an allocator.
#![allow(unsafe_code)]

use crate::Module;
use std::alloc::{Layout, alloc as allocate, dealloc, handle_alloc_error};
use std::cell::RefCell;

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module::default());
}

fn layout(length: usize) -> Layout {
    Layout::from_size_align(length.max(1), 4).expect("lengths of texts are below half of the memory")
}

/// Memory for `length` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    let layout = layout(length);
    // SAFETY: the layout has at least one byte.
    let at = unsafe { allocate(layout) };
    if at.is_null() { handle_alloc_error(layout) } else { at }
}

/// Takes memory back.
///
/// # Safety
/// `at` came from [`alloc`] or [`ask`] with this length, the answer's with its four bytes of length, and is taken back
/// once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(at: *mut u8, length: usize) {
    // SAFETY: the caller hands back what it was given.
    unsafe { dealloc(at, layout(length)) }
}

/// Answers the request of `length` bytes at `at`: the answer's length in four bytes, little-endian, and its text.
///
/// # Safety
/// `length` bytes at `at` came from [`alloc`] and were written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ask(at: *const u8, length: usize) -> *mut u8 {
    // SAFETY: the caller wrote the bytes.
    let request = String::from_utf8_lossy(unsafe { std::slice::from_raw_parts(at, length) });
    let answer = MODULE.with_borrow_mut(|module| module.ask(&request));
    let bytes = (answer.len() as u32).to_le_bytes();
    let out = alloc(bytes.len() + answer.len());
    // SAFETY: that many bytes were just allocated, and nothing else points there.
    unsafe {
        out.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        out.add(bytes.len()).copy_from_nonoverlapping(answer.as_ptr(), answer.len());
    }
    out
}
