//! Recording the steps of a search as lines, within a size limit.
//!
//! While the limit and the window allow it, lines are written at once. Beyond that, lines wait. When a branch
//! ends without a solution, its waiting lines are replaced by one [`Line::Sub`] with their counts, so only
//! the path from the root to the current node waits. The first solution writes that path, whatever the limit.
//! So memory grows with the longest path and not with the size of the search.

use super::head::{Head, Level, RecordOptions, TraceLimits, TraceSubject};
use super::line::{Answer, Counts, Line, Stats};
use coverlab_model::step::{Instance, TraceEvent};
use coverlab_model::{Counters, Event, Flow, Step, Stop};
use std::io;

/// Writes a line and returns its number of bytes.
pub type WriteLine<'a> = &'a mut dyn FnMut(&Line, &Head) -> io::Result<u64>;

/// Records the events of one search.
pub struct Recorder<'a> {
    shown: &'a TraceSubject,
    bounds: RecordOptions,
    write: WriteLine<'a>,
    head: Option<Head>,
    failed: Option<io::Error>,
    /// Why nodes below the depth of the next one are left.
    deeper: Leaving,
    /// Why a node at the depth of the next one is left.
    level: Leaving,
    /// The nodes from the root to the current one.
    open: Vec<Open>,
    /// The branches on this path.
    branches: Vec<Branch>,
    /// Options taken, each with the depth of its node.
    taken: Vec<usize>,
    /// Whether a branch started since the last node.
    branched: bool,
    waiting: Vec<Line>,
    /// Whether the path to a solution was written.
    found: bool,
    next: u64,
    bytes: u64,
    stats: Stats,
}

/// A node that was entered and not yet left.
struct Open {
    id: u64,
    depth: usize,
    /// Whether a solution was found below it.
    solved: bool,
    /// Whether a contradiction was found at it.
    failed: bool,
    /// Whether it branched.
    branched: bool,
    /// The number of branches that lead to it.
    branches: usize,
    /// The index of its line among the waiting lines, if it waits.
    waits: Option<usize>,
}

/// A branch that was started and has not ended.
struct Branch {
    depth: usize,
    /// The index of its first line among the waiting lines, if it waits.
    waits: Option<usize>,
}

/// The reason why nodes are left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Leaving {
    /// They are exhausted.
    Searched,
    /// Their option is given back. An option that was only inspected may be taken again.
    GivenBack,
    /// A backjump: only nodes at which a conflict was found have failed.
    Jump,
    /// The search of a board goes on at the same depth, as with the next pass over it.
    Continued,
    /// A limit ended the search.
    Stopped,
}

impl<'a> Recorder<'a> {
    /// Creates a recorder; `write` receives the lines.
    pub fn new(shown: &'a TraceSubject, bounds: RecordOptions, write: WriteLine<'a>) -> Self {
        Recorder {
            shown,
            bounds,
            write,
            head: None,
            failed: None,
            deeper: Leaving::Searched,
            level: Leaving::Searched,
            open: Vec::new(),
            branches: Vec::new(),
            taken: Vec::new(),
            branched: false,
            waiting: Vec::new(),
            found: false,
            next: 0,
            bytes: 0,
            stats: Stats::default(),
        }
    }

    /// Records an event; `Break` if a line cannot be written.
    pub fn record(&mut self, event: TraceEvent) -> Flow {
        match event {
            TraceEvent::Begin(instance) => self.begin(&instance),
            TraceEvent::Node(depth) => self.node(depth),
            TraceEvent::Step(step) => self.step(step),
            TraceEvent::Solution(answer) => self.solution(answer.into()),
        }
        if self.failed.is_some() { Flow::Break(Stop::Cancelled) } else { Flow::Continue(()) }
    }

    fn begin(&mut self, instance: &Instance) {
        (self.deeper, self.level) = match instance {
            Instance::Sudoku(_) => (Leaving::Searched, Leaving::Continued),
            Instance::ExactCover(_) => (Leaving::Searched, Leaving::Searched),
            Instance::Cnf(_) => (Leaving::Jump, Leaving::Jump),
        };
        let head = self.shown.head(instance, self.bounds);
        let line = Line::Head(Box::new(head.clone()));
        self.head = Some(head);
        self.write(&line);
    }

    fn node(&mut self, depth: usize) {
        let again = self.open.iter().find(|open| open.depth == depth).and_then(|open| open.waits);
        let again = again.filter(|_| !self.branched);
        // A node at a smaller depth than the preceding guess is a board enumerated below that guess.
        if !self.branched || self.branches.last().is_none_or(|branch| branch.depth <= depth) {
            self.end_branches(depth + 1, self.deeper);
        }
        self.leave(depth + 1, self.deeper);
        self.leave(depth, self.level);
        if let Some(at) = again {
            self.fold_node(at);
        }
        let (id, parent) = (self.next, self.open.last().map(|open| open.id));
        self.next += 1;
        self.branched = false;
        self.stats.max_depth = self.stats.max_depth.max(depth);
        self.open.push(Open {
            id,
            depth,
            solved: false,
            failed: false,
            branched: false,
            branches: self.branches.len(),
            waits: None,
        });
        let waits = self.put(Line::Node { id, parent, depth });
        if let Some(open) = self.open.last_mut() {
            open.waits = waits;
        }
    }

    fn step(&mut self, step: Step) {
        match step {
            Step::Try { depth, .. } | Step::Decide { level: depth, .. } => {
                self.return_to(depth, self.deeper);
                self.branch(depth, step);
            }
            Step::Side { from } => {
                self.return_to(from + 1, Leaving::Searched);
                self.put(Line::Step(step));
                self.branched = true;
            }
            Step::Take { depth, .. } => self.take(depth, step),
            Step::GiveBack { .. } => self.give_back(step),
            Step::Backjump { level } => self.jump(level, step),
            Step::Restart {} => {
                self.taken.clear();
                self.jump(0, step);
            }
            Step::Conflict { .. } | Step::Starve { .. } => {
                // A guess may fail before its node is entered.
                if let Some(open) = self.open.last_mut().filter(|_| !self.branched) {
                    open.failed = true;
                }
                self.put(Line::Step(step));
            }
            _ => {
                self.put(Line::Step(step));
            }
        }
    }

    fn solution(&mut self, answer: Answer) {
        self.stats.solutions += 1;
        self.open.iter_mut().for_each(|open| open.solved = true);
        let node = self.open.last().map(|open| open.id).filter(|_| self.bounds.level >= Level::Node);
        let line = Line::Solution { node, answer };
        if !self.found || self.in_full() {
            self.flush();
            self.count(&line);
            self.write(&line);
        } else {
            self.leave_out(&line);
        }
        self.found = true;
    }

    /// Ends the recording: writes the waiting lines and the footer.
    ///
    /// # Errors
    /// If a line could not be written.
    pub fn end(mut self, stop: Option<Stop>, counters: &Counters) -> io::Result<Stats> {
        let leaving = if stop.is_none() { Leaving::Searched } else { Leaving::Stopped };
        if stop.is_none() {
            self.end_branches(0, leaving);
        }
        self.leave(0, leaving);
        self.flush();
        self.stats.nodes = self.next;
        self.stats.stop = stop.map(|stop| stop.name().to_string());
        let counted = Event::ALL.into_iter().filter(|event| counters.of(*event) > 0);
        self.stats.counters = counted.map(|event| (event.name().to_string(), counters.of(event))).collect();
        self.write(&Line::Stats(Box::new(self.stats.clone())));
        self.failed.map_or(Ok(self.stats), Err)
    }

    /// Leaves the open nodes at `depth` and below, the deepest first.
    fn leave(&mut self, depth: usize, leaving: Leaving) {
        while let Some(open) = self.open.pop_if(|open| open.depth >= depth) {
            self.left(&open, leaving);
        }
    }

    /// Writes the line for leaving a node.
    fn left(&mut self, open: &Open, leaving: Leaving) {
        let node = open.id;
        self.put(match leaving {
            _ if open.solved => Line::Done { node },
            Leaving::Searched => Line::Fail { node },
            Leaving::Jump | Leaving::GivenBack if open.failed => Line::Fail { node },
            Leaving::GivenBack if open.branched => Line::Fail { node },
            Leaving::Jump | Leaving::GivenBack | Leaving::Continued | Leaving::Stopped => Line::Skip { node },
        });
    }

    /// Ends the branches to nodes at `depth` and below, and leaves these nodes.
    fn return_to(&mut self, depth: usize, leaving: Leaving) {
        self.end_branches(depth, leaving);
        self.leave(depth, leaving);
    }

    /// Writes the step of a taken option. Several options may be taken at one depth; only the first starts a branch.
    fn take(&mut self, depth: usize, step: Step) {
        self.taken.push(depth);
        if self.open.last().is_some_and(|open| open.depth >= depth) {
            self.return_to(depth, Leaving::Searched);
        }
        if self.branches.last().is_some_and(|branch| branch.depth >= depth) {
            self.put(Line::Step(step));
        } else {
            self.branch(depth, step);
        }
    }

    /// Writes the step of giving back the last taken option, which ends its branch if it was the only one at its depth.
    fn give_back(&mut self, step: Step) {
        let depth = self.taken.pop().unwrap_or_default();
        let is_last = !self.taken.contains(&depth);
        if is_last {
            self.leave(depth, Leaving::GivenBack);
        }
        self.put(Line::Step(step));
        if is_last {
            self.end_branches(depth, Leaving::GivenBack);
        }
    }

    /// Starts a branch with `step`.
    fn branch(&mut self, depth: usize, step: Step) {
        // The level of detail may exclude this line.
        let waits = (!self.in_full()).then_some(self.waiting.len());
        self.put(Line::Step(step));
        self.branches.push(Branch { depth, waits });
        self.branched = true;
        if let Some(open) = self.open.last_mut() {
            open.branched = true;
        }
    }

    /// Undoes everything deeper than `level`, as `step` reports.
    fn jump(&mut self, level: usize, step: Step) {
        let line = Line::Step(step);
        let (ended, written) = self.end_branches(level + 1, Leaving::Jump);
        self.leave(level + 1, Leaving::Jump);
        if ended && !written {
            // The undone branches are left out, and so is this line.
            self.leave_out(&line);
        } else {
            self.put(line);
        }
    }

    /// Ends the branches to nodes at `depth` and below: their waiting lines become a count. Returns
    /// whether any branch ended, and whether any of them was written.
    fn end_branches(&mut self, depth: usize, leaving: Leaving) -> (bool, bool) {
        let (mut ended, mut written) = (false, false);
        while self.branches.last().is_some_and(|branch| branch.depth >= depth) {
            // Nodes entered in the branch are left with it.
            while let Some(open) = self.open.pop_if(|open| open.branches >= self.branches.len()) {
                self.left(&open, leaving);
            }
            ended = true;
            match self.branches.pop().and_then(|branch| branch.waits) {
                Some(at) => self.fold(at),
                None => written |= self.bounds.level >= Level::Step,
            }
        }
        (ended, written)
    }

    /// Replaces the lines that wait from index `at` on with one that counts them.
    fn fold(&mut self, at: usize) {
        if at >= self.waiting.len() {
            return;
        }
        let (mut first, mut max_depth, mut counts) = (None, 0, Counts::default());
        for line in self.waiting.drain(at..) {
            match line {
                Line::Sub { first: number, max_depth: depth, counts: more } => {
                    first.get_or_insert(number);
                    max_depth = max_depth.max(depth);
                    counts.merge(&more);
                }
                line => {
                    if let Line::Node { id, depth, .. } = line {
                        first.get_or_insert(id);
                        max_depth = max_depth.max(depth);
                    }
                    counts.add(line.index().unwrap_or_default());
                }
            }
        }
        self.wait(Line::Sub { first: first.unwrap_or(self.next), max_depth, counts: Box::new(counts) });
    }

    /// Replaces the node whose line waits at index `at` with a count, and keeps its steps. The search left the
    /// node only to inspect the same state again.
    fn fold_node(&mut self, at: usize) {
        let Some(left) = self.waiting.pop() else { return };
        let steps = self.waiting.split_off(at + 1);
        self.waiting.push(left);
        self.fold(at);
        steps.into_iter().for_each(|line| {
            self.wait(line);
        });
    }

    /// Counts a line that is not written.
    fn leave_out(&mut self, line: &Line) {
        if self.count(line) {
            let mut counts = Counts::default();
            counts.add(line.index().unwrap_or_default());
            self.wait(Line::Sub { first: self.next, max_depth: 0, counts: Box::new(counts) });
        }
    }

    /// Appends a waiting line, merging adjacent counts. Returns its index.
    fn wait(&mut self, line: Line) -> usize {
        if let (
            Line::Sub { max_depth, counts, .. },
            Some(Line::Sub { max_depth: deepest, counts: all, .. }),
        ) = (&line, self.waiting.last_mut())
        {
            *deepest = (*deepest).max(*max_depth);
            all.merge(counts);
            return self.waiting.len() - 1;
        }
        self.waiting.push(line);
        self.waiting.len() - 1
    }

    /// Writes a line or makes it wait; returns its index if it waits.
    fn put(&mut self, line: Line) -> Option<usize> {
        if !self.count(&line) {
            return None;
        }
        if self.in_full() {
            self.flush();
            self.write(&line);
            return None;
        }
        Some(self.wait(line))
    }

    /// Counts a line; returns whether the level includes its kind.
    fn count(&mut self, line: &Line) -> bool {
        let Some(kind) = line.index() else { return true };
        let shown = line.level() <= self.bounds.level;
        if shown { &mut self.stats.counts } else { &mut self.stats.deeper }.add(kind);
        shown
    }

    /// Whether events are currently written in full.
    fn in_full(&self) -> bool {
        let TraceLimits { events, bytes, .. } = self.bounds.limits;
        let now = self.next.saturating_sub(1);
        let inside = self.bounds.window.is_none_or(|window| (window.first..=window.last).contains(&now));
        inside && self.stats.written < events && self.bytes < bytes
    }

    /// Writes the waiting lines.
    fn flush(&mut self) {
        let mut waiting = std::mem::take(&mut self.waiting);
        for line in waiting.drain(..) {
            if let Line::Sub { counts, .. } = &line {
                self.stats.left_out += counts.total();
            }
            self.write(&line);
        }
        self.waiting = waiting;
        self.open.iter_mut().for_each(|open| open.waits = None);
        self.branches.iter_mut().for_each(|branch| branch.waits = None);
    }

    fn write(&mut self, line: &Line) {
        let (None, Some(head)) = (&self.failed, &self.head) else { return };
        match (self.write)(line, head) {
            Ok(bytes) => self.bytes += bytes,
            Err(error) => self.failed = Some(error),
        }
        self.stats.written += u64::from(line.index().is_some());
    }
}
