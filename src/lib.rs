//! The workbench: experiments over corpora, their records, and reports.
//!
//! Imports point one way: [`experiment`], [`corpus`], [`plan`], [`record`], [`runner`] →
//! [`statistics`] → [`report`] → [`cmd`] → `main`. Reports read files, never an outcome.

pub mod cli;
pub mod cmd;
pub mod corpus;
pub mod diagnostic;
pub mod error;
pub mod experiment;
pub mod generate;
pub mod input;
pub mod kind;
pub mod measure;
pub mod plan;
pub mod record;
pub mod registry;
pub mod report;
pub mod runner;
pub mod statistics;
pub mod terminal;
pub mod trace;
pub mod worker;
