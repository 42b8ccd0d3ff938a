//! Tests of the strategies, in one binary. `memory.rs` is another one.

mod cdcl;
mod combinations;
mod common;
mod contract;
mod corpora;
mod cover_auto;
mod cover_by_hand;
mod cover_counts;
mod cover_referee;
mod cover_reports;
mod cover_threads;
mod encodings;
mod formulas;
mod golden;
mod lanes;
mod model_count;
mod newcomer;
mod proofs;
mod propagation;
mod puzzles;
mod restarts;
mod solvers;
mod sources;
mod tracing;
