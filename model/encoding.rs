//! Encodings: one file each, with its reference.
