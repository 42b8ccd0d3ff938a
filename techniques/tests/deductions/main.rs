//! Tests of the techniques and the ratings, in one binary.

mod nets;
mod ratings;
mod readme;
mod reglib;
mod sentences;
mod soundness;
mod tables;
