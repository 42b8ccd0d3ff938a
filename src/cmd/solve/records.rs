//! Plain lines as JSON objects. What all objects of an input have in common is put into JSON once; the rest is copied.
//!
//! The keys and their order are those of [`Answer::write_json`](super::answer::Answer::write_json), which says the same of any puzzle at some
//! times the cost; tests compare the two.

use super::answer::word;
use coverlab_bench::record::Status;
use coverlab_model::Stop;
use coverlab_strategies::lockstep::lines::Solved;
use std::time::Duration;

/// Writes objects.
#[derive(Clone)]
pub(super) struct Records {
    /// From behind the puzzle to the status.
    strategy: String,
    /// From behind the time to the line.
    source: String,
}

impl Records {
    /// Objects of puzzles that `strategy` solves, by handing them to the strategy `took` where it chooses.
    pub(super) fn new(strategy: &str, took: Option<&str>, source: &str) -> Records {
        let json = |text: Option<&str>| serde_json::to_string(&text).expect("text has a JSON form");
        Records {
            strategy: format!(r#"","strategy":{},"took":{},"status":""#, json(Some(strategy)), json(took)),
            source: format!(r#","source":{},"line":"#, json(Some(source))),
        }
    }

    /// Writes the object of the puzzle in `cells`, line `line` of the input, which took `cpu`; `limit` is how many solutions
    /// were looked for.
    pub(super) fn write(
        &self,
        cells: &[u8; 81],
        solved: &Solved,
        limit: u64,
        cpu: Duration,
        line: usize,
        out: &mut Vec<u8>,
    ) {
        let mut number = itoa::Buffer::new();
        let stop = (solved.solutions >= limit).then_some(Stop::Enough);
        let puzzle = cells.map(|cell| if cell.is_ascii_digit() && cell != b'0' { cell } else { b'.' });
        out.extend_from_slice(br#"{"puzzle":""#);
        out.extend_from_slice(&puzzle);
        out.extend_from_slice(self.strategy.as_bytes());
        out.extend_from_slice(word(Status::of(stop, solved.solutions)).as_bytes());
        out.extend_from_slice(br#"","solutions":"#);
        out.extend_from_slice(number.format(solved.solutions).as_bytes());
        out.extend_from_slice(if stop.is_none() { br#","exact":true,"# } else { br#","exact":false,"# });
        if solved.solutions > 0 {
            out.extend_from_slice(br#""solution":""#);
            out.extend_from_slice(&solved.grid);
            out.extend_from_slice(br#"","nodes":"#);
        } else {
            out.extend_from_slice(br#""solution":null,"nodes":"#);
        }
        out.extend_from_slice(number.format(solved.nodes).as_bytes());
        out.extend_from_slice(match stop {
            Some(_) => br#","stop":"enough","solve_cpu_ns":"#,
            None => br#","stop":null,"solve_cpu_ns":"#,
        });
        out.extend_from_slice(number.format(cpu.as_nanos() as u64).as_bytes());
        out.extend_from_slice(self.source.as_bytes());
        out.extend_from_slice(number.format(line).as_bytes());
        out.extend_from_slice(b",\"name\":null}\n");
    }
}
