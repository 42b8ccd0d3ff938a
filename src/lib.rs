//! The workbench: experiments over corpora, their records, and reports.
//!
//! Imports point one way: [`experiment`], `corpus`, `runner`, [`record`] → `statistics` →
//! `report` → `cmd` → `main`. Reports read files, never an outcome.

pub mod experiment;
pub mod generate;
pub mod record;
