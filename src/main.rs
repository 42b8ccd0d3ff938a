//! The command line of coverlab.
fn main() {}
