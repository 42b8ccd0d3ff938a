//! Nets in words: numbered inferences in the short notation of the field, several on a line.
//!
//! `4 r6c8=6 (r6; 1, 2)` is inference 4: 6 has one place left in row 6, r6c8, because of inferences 1 and
//! 2. After an arrow the only premise is the preceding inference. The assumption of a branch has number 0.
//!
//! A net has at most [`MAX_LINES`] lines, and an inner net only a few words. A longer net becomes an
//! [`outline`]. [`Net::full_text`] has every inference, and every inner net.

mod outline;

use super::{Branch, BranchEnd, Inference, Literal, Net, NetKind, Reason};
use crate::board::{Board, Candidate};
use crate::words;
use coverlab_model::House;

/// Maximum number of lines of a net, including its conclusion.
pub const MAX_LINES: usize = 12;

/// Maximum number of characters on a line.
const WIDTH: usize = 100;

/// The indentation of an inner net.
const INDENT: &str = "      ";

impl Net {
    /// The cell or the house where the net begins.
    pub fn place(&self, board: &Board) -> String {
        match self.kind {
            NetKind::House(_, house) => house.to_string(),
            _ => words::cell(board, self.branches[0].assumption.candidate.cell),
        }
    }

    /// The net as at most [`MAX_LINES`] lines of text, up to its conclusion.
    pub fn text(&self, board: &Board) -> String {
        let mut lines = self.numbered(board, Inner::Named, WIDTH);
        if lines.len() > MAX_LINES {
            lines = self.outline(board);
        }
        lines.join("\n")
    }

    /// The net with all inferences and their premises, and with its inner nets, up to its conclusion.
    pub fn full_text(&self, board: &Board) -> String {
        self.numbered(board, Inner::WrittenOut, WIDTH).join("\n")
    }

    /// The lines with all inferences and their premises.
    fn numbered(&self, board: &Board, inner: Inner, width: usize) -> Vec<String> {
        let is_trial = self.kind == NetKind::Contradiction;
        let mut lines = vec![self.head(board, if is_trial { "Suppose (0) that" } else { "" })];
        for branch in &self.branches {
            branch.write(board, !is_trial, inner, width, &mut lines);
        }
        lines.push(self.last(board));
        lines
    }

    /// Why one of the branches applies; an only assumption follows after `suppose`.
    fn head(&self, board: &Board, suppose: &str) -> String {
        let first = self.branches[0].assumption;
        let cell = |candidate: Candidate| words::cell(board, candidate.cell);
        let assumptions = || self.branches.iter().map(|branch| branch.assumption.candidate);
        match self.kind {
            NetKind::Contradiction => {
                let verb = if first.on { "is" } else { "is not" };
                format!("{suppose} {} {verb} {}.", cell(first.candidate), first.candidate.digit)
            }
            NetKind::Double => format!("{} is {} or not.", cell(first.candidate), first.candidate.digit),
            NetKind::Cell(place) => {
                let digits = words::either(assumptions().map(|candidate| candidate.digit));
                format!("{} is {digits}.", words::cell(board, place))
            }
            NetKind::House(digit, house) => {
                format!("In {house}, {digit} goes to {}.", words::either(assumptions().map(cell)))
            }
        }
    }

    /// How the branches end.
    fn last(&self, board: &Board) -> String {
        match (&self.branches[..], self.kind) {
            ([only], NetKind::Contradiction) => only.contradiction(board),
            _ => "Every case leads to the same conclusion".to_string(),
        }
    }

    /// The claim of the net in a few words, without its inferences.
    fn summary(&self, board: &Board) -> String {
        let first = self.branches[0].assumption;
        match self.kind {
            NetKind::Contradiction => format!("{} fails", fact(board, first)),
            NetKind::Double => format!("with {} or without", fact(board, Literal { on: true, ..first })),
            NetKind::Cell(cell) => format!("whatever {} is", words::cell(board, cell)),
            NetKind::House(digit, house) => format!("wherever {digit} is in {}", short(house)),
        }
    }
}

/// How an inner net appears.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Inner {
    /// By its claim.
    Named,
    /// By its claim, and its own lines below.
    WrittenOut,
}

/// Consecutive inferences with the same reason and premises.
struct Group {
    /// The number of the first one, and of the last one.
    numbers: [usize; 2],
    effects: Vec<Literal>,
    reason: String,
    uses: Vec<usize>,
}

impl Group {
    /// The group with its reason and, if `uses`, the numbers of its premises.
    fn words(&self, board: &Board, uses: bool) -> String {
        let [first, last] = self.numbers;
        let numbers = if first == last { first.to_string() } else { format!("{first}–{last}") };
        let (effects, reason) = (effects(board, &self.effects), &self.reason);
        let premises: Vec<String> = self.uses.iter().map(ToString::to_string).collect();
        match uses && !premises.is_empty() {
            true => format!("{numbers} {effects} ({reason}; {})", premises.join(", ")),
            false => format!("{numbers} {effects} ({reason})"),
        }
    }

    /// Whether its only premise is `previous`.
    fn follows(&self, previous: &Group) -> bool {
        let [first, last] = previous.numbers;
        first == last && self.uses == [last]
    }
}

impl Branch {
    /// Writes the inferences. If `assumption`, the assumption comes first.
    fn write(&self, board: &Board, assumption: bool, inner: Inner, width: usize, lines: &mut Vec<String>) {
        let mut line = String::new();
        if assumption {
            line = format!("  0 {}", fact(board, self.assumption));
        }
        let groups = self.groups(board, inner);
        for (k, group) in groups.iter().enumerate() {
            let follows =
                !line.is_empty() && if k == 0 { group.uses == [0] } else { group.follows(&groups[k - 1]) };
            let words = group.words(board, !follows);
            let separator = if follows { " → " } else { "  " };
            let length =
                [&line[..], separator, &words].map(|part| part.chars().count()).iter().sum::<usize>();
            if length > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                line = format!("  {}", group.words(board, true));
            } else {
                line += separator;
                line += &words;
            }
            if let (Inner::WrittenOut, Reason::Inner(net)) =
                (inner, &self.inferences[group.numbers[0] - 1].reason)
            {
                lines.push(std::mem::take(&mut line) + ":");
                let inner = net.numbered(board, inner, width.saturating_sub(INDENT.len()));
                lines.extend(inner.iter().map(|line| format!("{INDENT}{line}")));
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
    }

    /// The inferences. Those that exclude candidates for the same reason are joined, unless inner nets are
    /// written out.
    fn groups(&self, board: &Board, inner: Inner) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for (k, inference) in self.inferences.iter().enumerate() {
            let Inference { effects, reason, uses } = inference;
            let is_separate = effects[0].on || inner == Inner::WrittenOut;
            let reason = reason.words(board);
            match groups.last_mut() {
                Some(last) if !is_separate && last.reason == reason && last.uses == *uses => {
                    last.effects.extend(effects);
                    last.numbers[1] = k + 1;
                }
                _ => groups.push(Group {
                    numbers: [k + 1; 2],
                    effects: effects.clone(),
                    reason,
                    uses: uses.clone(),
                }),
            }
        }
        groups
    }

    /// The contradiction in words.
    fn contradiction(&self, board: &Board) -> String {
        let BranchEnd::Clash(clash) = self.end else { return "Nothing is wrong".to_string() };
        let cell = words::cell(board, clash.cell);
        let layout = board.layout();
        for other in self.placed().filter(|other| *other != clash) {
            if other.cell == clash.cell {
                return format!("Then {cell} is both {} and {}", clash.digit, other.digit);
            }
            if other.digit == clash.digit && layout.sees(other.cell, clash.cell) {
                let both = [clash.cell, other.cell].map(|cell| words::cell(board, cell));
                return format!("Then both {} and {} are {}", both[0], both[1], clash.digit);
            }
        }
        format!("Then {cell} both is and is not {}", clash.digit)
    }
}

impl Reason {
    /// The reason in short notation.
    fn words(&self, board: &Board) -> String {
        match self {
            Reason::Cell => "cell".to_string(),
            Reason::House(house) => short(*house),
            Reason::Locked { from, to, .. } => format!("locked in {} and {}", short(*from), short(*to)),
            Reason::NakedPair(_, pair) => format!("pair {}", words::short_cells(board, pair)),
            Reason::HiddenPair(house, digits) => {
                format!("hidden pair {} in {}", words::list(digits), short(*house))
            }
            Reason::XWing { lines, .. } => format!("X-wing in {}", words::list(lines.map(short))),
            Reason::Inner(net) => net.summary(board),
        }
    }
}

/// The effects of inferences: `r1c2=3`, or the excluded candidates, as in `r89c9≠7, r1c5≠46`.
fn effects(board: &Board, effects: &[Literal]) -> String {
    match effects.iter().find(|literal| literal.on) {
        Some(on) => fact(board, *on),
        None => losses(board, effects.iter().map(|literal| literal.candidate)),
    }
}

/// Excluded candidates. Cells that lose the same digits are joined.
fn losses(board: &Board, candidates: impl Iterator<Item = Candidate>) -> String {
    let separator = if board.side() < 10 { "" } else { "/" };
    let words = words::by_digits(candidates).into_iter().map(|(digits, cells)| {
        let digits: Vec<String> = digits.iter().map(ToString::to_string).collect();
        format!("{}≠{}", words::short_cells(board, &cells), digits.join(separator))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A literal in short notation: `r1c2≠3`.
fn fact(board: &Board, literal: Literal) -> String {
    let sign = if literal.on { '=' } else { '≠' };
    format!("{}{sign}{}", words::cell(board, literal.candidate.cell), literal.candidate.digit)
}

/// A house in short notation: `r1`, `c1`, `b1`.
fn short(house: House) -> String {
    match house {
        House::Row(k) => format!("r{}", k + 1),
        House::Column(k) => format!("c{}", k + 1),
        House::Box(k) => format!("b{}", k + 1),
    }
}
