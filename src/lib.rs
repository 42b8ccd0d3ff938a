//! The workbench: experiments over corpora, their records, and reports.
//!
//! Imports point one way: [`experiment`], [`corpus`], [`plan`], [`record`], [`runner`] →
//! `statistics` → `report` → [`cmd`] → `main`. Reports read files, never an outcome.

pub mod cmd;
pub mod corpus;
pub mod error;
pub mod experiment;
pub mod kind;
pub mod plan;
pub mod record;
pub mod registry;
pub mod runner;
