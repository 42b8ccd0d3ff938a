//! Outlines of long nets: what is inferred, in numbered stages.
//!
//! The inferences are sorted into stages of one kind: singles, then patterns, then inner chains, then singles
//! again. `3 from 0 and 2:` begins stage 3, which follows from the assumption (0) and stage 2. Within a stage,
//! an inference may also follow from those before it: a reader who marks them on the board needs no further
//! numbers. The longer a net is, the more its outline leaves out, except these premises.

use super::{MAX_LINES, WIDTH, effects, fact};
use crate::board::Board;
use crate::net::{Branch, Inference, Literal, Net, NetKind, Reason};
use crate::words;
use std::collections::BTreeSet;

/// The contents of an outline, from most to least.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Detail {
    /// A line for each stage, with all reasons.
    Lines,
    /// A line for each stage, but inner chains are only counted.
    LinesCountingChains,
    /// Stages one after the other, with all reasons.
    Reasons,
    /// Inner chains are only counted.
    CountingChains,
    /// No reasons, and branches one after the other.
    Effects,
}

impl Detail {
    const ALL: [Detail; 5] = [
        Detail::Lines,
        Detail::LinesCountingChains,
        Detail::Reasons,
        Detail::CountingChains,
        Detail::Effects,
    ];

    fn counts_chains(self) -> bool {
        matches!(self, Detail::LinesCountingChains | Detail::CountingChains)
    }
}

/// The words of the inferences of a stage.
type Stage = Vec<String>;

impl Net {
    /// At most [`MAX_LINES`] lines: the outline with the most detail that is short enough.
    pub(super) fn outline(&self, board: &Board) -> Vec<String> {
        let mut outlines = Detail::ALL.into_iter().map(|detail| self.outline_with(board, detail));
        let mut shortest = Vec::new();
        if let Some(fits) = outlines.find_map(|lines| {
            shortest.clone_from(&lines);
            (lines.len() <= MAX_LINES).then_some(lines)
        }) {
            return fits;
        }
        // Rare: large boards have nets with dozens of branches.
        let cut = shortest.len() + 1 - MAX_LINES;
        let begin = MAX_LINES / 2;
        shortest.splice(begin..begin + cut, [format!("  … and so on, {cut} lines …")]);
        shortest
    }

    fn outline_with(&self, board: &Board, detail: Detail) -> Vec<String> {
        let in_lines = detail <= Detail::LinesCountingChains;
        let mut head = self.head(board, "Suppose (0) that");
        let paragraphs: Vec<Vec<Stage>> =
            if let ([only], NetKind::Contradiction) = (&self.branches[..], self.kind) {
                head += " In stages, each with those that it follows from:";
                let stages = only.stages(board, detail);
                if in_lines { stages.into_iter().map(|stage| vec![stage]).collect() } else { vec![stages] }
            } else {
                let cases = self.branches.iter().map(|branch| branch.case(board, detail));
                if detail == Detail::Effects { vec![cases.flatten().collect()] } else { cases.collect() }
            };
        let mut lines = vec![head];
        paragraphs.iter().for_each(|stages| wrap(stages, &mut lines));
        lines.push(self.last(board));
        lines
    }
}

impl Net {
    /// Whether the effects are only that its assumption is wrong.
    fn refutes(&self, effects: &[Literal]) -> bool {
        self.kind == NetKind::Contradiction && effects == [self.branches[0].assumption.negated()]
    }
}

impl Branch {
    /// The stages, after the assumption.
    fn case(&self, board: &Board, detail: Detail) -> Vec<Stage> {
        let assumption = vec![format!("0 {}", fact(board, self.assumption))];
        std::iter::once(assumption).chain(self.stages(board, detail)).collect()
    }

    /// The inferences in stages of one kind, with their premises and the reasons that `detail` asks for.
    fn stages(&self, board: &Board, detail: Detail) -> Vec<Stage> {
        // The stage of the assumption and of each inference.
        let mut known = vec![None; self.inferences.len() + 1];
        known[0] = Some(0);
        let mut stages = Vec::new();
        while let Some(kind) = self.next(&known, None).map(|k| ReasonKind::of(&self.inferences[k].reason)) {
            let number = stages.len() + 1;
            let (mut stage, mut premises) = (Vec::new(), BTreeSet::new());
            while let Some(k) = self.next(&known, Some(kind)) {
                known[k + 1] = Some(number);
                stage.push(&self.inferences[k]);
                premises.extend(self.inferences[k].uses.iter().filter_map(|&premise| known[premise]));
            }
            premises.remove(&number);
            let mut stage = stage_words(board, &stage, detail);
            stage[0].insert_str(0, &label(number, &premises));
            stages.push(stage);
        }
        stages
    }

    /// The index of the first inference whose stage is not known but those of its premises are: of this kind,
    /// or of the simplest.
    fn next(&self, known: &[Option<usize>], kind: Option<ReasonKind>) -> Option<usize> {
        let is_next = |k: &usize| {
            known[k + 1].is_none() && self.inferences[*k].uses.iter().all(|&premise| known[premise].is_some())
        };
        let kind_of = |k: &usize| ReasonKind::of(&self.inferences[*k].reason);
        let ready = (0..self.inferences.len()).filter(is_next);
        match kind {
            Some(kind) => { ready }.find(|k| kind_of(k) == kind),
            None => ready.min_by_key(kind_of),
        }
    }
}

/// The beginning of a stage: its number, and the numbers of the stages that it follows from.
fn label(number: usize, premises: &BTreeSet<usize>) -> String {
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &premise in premises {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == premise => *last = premise,
            _ => runs.push((premise, premise)),
        }
    }
    let run = |(first, last): (usize, usize)| match last - first {
        0 => vec![first.to_string()],
        1 => vec![first.to_string(), last.to_string()],
        _ => vec![format!("{first}–{last}")],
    };
    let numbers: Vec<String> = runs.into_iter().flat_map(run).collect();
    if numbers.is_empty() {
        format!("{number}: ")
    } else {
        format!("{number} from {}: ", words::list(numbers))
    }
}

/// The kind of a stage, simplest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ReasonKind {
    /// Last candidates of cells, and last places in houses.
    Singles,
    /// Locked candidates, pairs and X-wings.
    Patterns,
    /// Inner chains.
    Chains,
}

impl ReasonKind {
    fn of(reason: &Reason) -> ReasonKind {
        match reason {
            Reason::Cell | Reason::House(_) => ReasonKind::Singles,
            Reason::Inner(_) => ReasonKind::Chains,
            _ => ReasonKind::Patterns,
        }
    }
}

/// Inferences of a stage that exclude candidates for the same reason, or one that places a digit.
struct Group {
    reason: String,
    effects: Vec<Literal>,
    /// The number of inferences.
    count: usize,
}

/// The inferences of a stage in words.
fn stage_words(board: &Board, stage: &[&Inference], detail: Detail) -> Stage {
    let mut groups: Vec<Group> = Vec::new();
    for Inference { effects, reason, .. } in stage {
        let reason = match reason {
            _ if detail == Detail::Effects => String::new(),
            Reason::Inner(_) if detail.counts_chains() => INNER_CHAINS.to_string(),
            Reason::Inner(net) if net.refutes(effects) => EACH_FAILS.to_string(),
            _ => reason.words(board),
        };
        match groups.iter_mut().find(|group| group.reason == reason && !group.effects[0].on) {
            Some(group) if !effects[0].on => {
                group.effects.extend(effects);
                group.count += 1;
            }
            _ => groups.push(Group { reason, effects: effects.clone(), count: 1 }),
        }
    }
    groups.iter().map(|group| group.words(board)).collect()
}

/// The reason of exclusions by inner chains that are only counted.
const INNER_CHAINS: &str = "inner chains";
/// The reason of candidates that contradict themselves.
const EACH_FAILS: &str = "each fails";

impl Group {
    fn words(&self, board: &Board) -> String {
        let Group { reason, count, .. } = self;
        let what = effects(board, &self.effects);
        match (&reason[..], count) {
            ("", _) => what,
            (INNER_CHAINS, 1) => format!("{what} (an inner chain)"),
            (INNER_CHAINS, _) => format!("{what} ({count} {INNER_CHAINS})"),
            (EACH_FAILS, 1) => format!("{what} ({} fails)", fact(board, self.effects[0].negated())),
            _ => format!("{what} ({reason})"),
        }
    }
}

/// Writes stages as indented lines. Breaks come between inferences, or within one that exceeds a line.
fn wrap(stages: &[Stage], lines: &mut Vec<String>) {
    let mut line = String::from(" ");
    let mut write = |words: &str| {
        if line.chars().count() + words.chars().count() >= WIDTH && !line.trim().is_empty() {
            lines.push(std::mem::replace(&mut line, String::from("   ")));
        }
        line.push(' ');
        line += words;
    };
    for (k, stage) in stages.iter().enumerate() {
        for (at, item) in stage.iter().enumerate() {
            let end = match (at + 1 < stage.len(), k + 1 < stages.len()) {
                (true, _) => ",",
                (false, true) => ";",
                (false, false) => "",
            };
            let item = format!("{item}{end}");
            match item.chars().count() < WIDTH - 4 {
                true => write(&item),
                false => item.split(' ').for_each(&mut write),
            }
        }
    }
    lines.push(line);
}
