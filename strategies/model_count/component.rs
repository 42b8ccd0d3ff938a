//! Finds the components of the remaining formula, by walking from clause to clause.
//!
//! Marks are serial numbers, so that two components are compared without sorting, and marks need not be
//! cleared.

use super::formula::Formula;
use super::propagate::Propagator;
use crate::support::literal::Lit;

/// A component: a range of variables and clauses in [`Components::pool`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Component {
    start: u32,
    pub(super) variables: u32,
    /// The number of clauses with at least three literals, one of them false; they come first.
    cut: u32,
    clauses: u32,
    /// The number of projected variables, which distinguish solutions.
    pub(super) shown: u32,
    /// An order-independent hash of its variables and cut clauses, which identify it.
    pub(super) hash: u64,
}

/// Marks a variable or clause that the search never visits.
const NEVER: u32 = 0;

pub(super) struct Components {
    /// By variable: where its links of each kind begin, and their end. The kinds are the other literals of
    /// binary clauses; ternary clauses with their other literals; longer clauses with the positions of their
    /// literals.
    starts: Vec<[u32; 4]>,
    links: Vec<u32>,
    /// The literals of clauses with at least three literals, and by clause their begin and their number.
    literals: Vec<Lit>,
    clause_starts: Vec<u32>,
    lengths: Vec<u32>,
    /// By variable and by clause: the mark of the last visit.
    variable_marks: Vec<u32>,
    clause_marks: Vec<u32>,
    serial: u32,
    /// The variables and clauses of components that wait on the levels.
    pub(super) pool: Vec<u32>,
    /// Clauses of the component being found: those with a false literal, and the others.
    cut: Vec<u32>,
    whole: Vec<u32>,
    /// By variable: the number of its occurrences in its last component.
    pub(super) occurrences: Vec<u32>,
    shown: Vec<bool>,
}

impl Components {
    pub(super) fn new(formula: &Formula) -> Components {
        let variables = formula.variables();
        let (mut literals, mut clause_starts, mut lengths) = (Vec::new(), Vec::new(), Vec::new());
        let starts = bounds(formula);
        let mut links = vec![0; starts.last().map_or(0, |last| last[3] as usize)];
        // Where to write the next link of each kind.
        let mut ends: Vec<[u32; 3]> =
            starts.iter().map(|&[pairs, threes, longer, _]| [pairs, threes, longer]).collect();
        let mut link = |lit: Lit, kind: usize, words: &[u32]| {
            let end = &mut ends[lit.variable()][kind];
            links[*end as usize..][..words.len()].copy_from_slice(words);
            *end += words.len() as u32;
        };
        for clause in formula.clauses() {
            let (number, start) = (lengths.len() as u32, literals.len() as u32);
            match *clause {
                [a, b] => {
                    link(a, 0, &[b.0]);
                    link(b, 0, &[a.0]);
                    continue;
                }
                [a, b, c] => {
                    for (x, y, z) in [(a, b, c), (b, a, c), (c, a, b)] {
                        link(x, 1, &[number, y.0, z.0]);
                    }
                }
                _ => clause.iter().for_each(|&lit| link(lit, 2, &[number, start])),
            }
            literals.extend_from_slice(clause);
            clause_starts.push(start);
            lengths.push(clause.len() as u32);
        }
        let number = lengths.len() as u32;
        let mut components = Components {
            starts,
            links,
            literals,
            clause_starts,
            lengths,
            variable_marks: vec![NEVER; variables],
            clause_marks: vec![NEVER; number as usize],
            serial: NEVER,
            pool: (0..variables as u32).chain(0..number).collect(),
            cut: Vec::new(),
            whole: Vec::new(),
            occurrences: vec![0; variables],
            shown: formula.shown.clone(),
        };
        components.cut.reserve(number as usize);
        components.whole.reserve(number as usize);
        components
    }

    /// The whole formula as a component.
    pub(super) fn all(&self) -> Component {
        let (variables, clauses) = (self.variable_marks.len() as u32, self.clause_marks.len() as u32);
        Component { start: 0, variables, cut: 0, clauses, shown: 0, hash: 0 }
    }

    pub(super) fn variables(&self, component: &Component) -> &[u32] {
        &self.pool[component.start as usize..][..component.variables as usize]
    }

    fn clauses(&self, component: &Component) -> &[u32] {
        &self.pool[(component.start + component.variables) as usize..][..component.clauses as usize]
    }

    /// The variables and cut clauses of a component, which identify it.
    pub(super) fn key(&self, component: &Component) -> &[u32] {
        &self.pool[component.start as usize..][..(component.variables + component.cut) as usize]
    }

    /// Starts to find the components of `parent`.
    pub(super) fn begin(&mut self, parent: &Component, propagator: &Propagator) {
        if self.serial > u32::MAX - 2 - parent.variables {
            self.variable_marks.fill(NEVER);
            self.clause_marks.fill(NEVER);
            self.serial = NEVER;
        }
        self.serial += 1;
        let from = parent.start as usize;
        let (variables, clauses) = (parent.variables as usize, parent.clauses as usize);
        for &variable in &self.pool[from..from + variables] {
            let open = propagator.is_open(variable as usize);
            self.variable_marks[variable as usize] = if open { self.serial } else { NEVER };
        }
        for &clause in &self.pool[from + variables..][..clauses] {
            self.clause_marks[clause as usize] = self.serial;
        }
    }

    /// Finds the component of `variable` and appends it to the pool; `None` if it was already found. `fresh`
    /// is [`Self::serial`] after [`Self::begin`].
    #[inline]
    pub(super) fn component_of(
        &mut self,
        variable: u32,
        fresh: u32,
        propagator: &Propagator,
    ) -> Option<Component> {
        if self.variable_marks[variable as usize] != fresh {
            return None;
        }
        self.serial += 1;
        let start = self.pool.len();
        self.cut.clear();
        self.whole.clear();
        let (mut hash, mut shown) = (0_u64, 0);
        self.find(variable);
        let mut at = start;
        while let Some(&variable) = self.pool.get(at) {
            at += 1;
            hash = hash.wrapping_add(mix(variable.into()));
            shown += u32::from(self.shown[variable as usize]);
            self.walk(variable, fresh, propagator);
        }
        for &clause in &self.cut {
            hash = hash.wrapping_add(mix(u64::from(clause) | 1 << 32));
        }
        let component = Component {
            start: start as u32,
            variables: (at - start) as u32,
            cut: self.cut.len() as u32,
            clauses: (self.cut.len() + self.whole.len()) as u32,
            shown,
            hash,
        };
        self.pool.extend_from_slice(&self.cut);
        self.pool.extend_from_slice(&self.whole);
        Some(component)
    }

    /// The serial number of the last found component, or after [`Self::begin`] of all that are still to be
    /// found.
    pub(super) fn serial(&self) -> u32 {
        self.serial
    }

    /// Removes the last found component from the pool.
    pub(super) fn discard(&mut self, component: &Component) {
        self.pool.truncate(component.start as usize);
    }

    #[inline]
    fn find(&mut self, variable: u32) {
        self.variable_marks[variable as usize] = self.serial;
        self.occurrences[variable as usize] = 0;
        self.pool.push(variable);
    }

    /// Visits the variables and clauses connected with `variable`.
    #[inline]
    fn walk(&mut self, variable: u32, fresh: u32, propagator: &Propagator) {
        let Components { links, literals, lengths, clause_marks, .. } = self;
        let [pairs, threes, longer, end] = self.starts[variable as usize].map(|start| start as usize);
        let mut found = Found {
            marks: &mut self.variable_marks,
            pool: &mut self.pool,
            occurrences: &mut self.occurrences,
            cut: &mut self.cut,
            whole: &mut self.whole,
            serial: self.serial,
            fresh,
        };
        let mut occurs = 0;
        for &link in &links[pairs..threes] {
            occurs += u32::from(found.meet_pair(link >> 1));
        }
        for link in links[threes..longer].chunks_exact(3) {
            let mark = &mut clause_marks[link[0] as usize];
            if *mark == fresh {
                let others = [Lit(link[1]), Lit(link[2])];
                occurs += u32::from(found.meet_clause(link[0], mark, &others, propagator));
            }
        }
        for link in links[longer..end].chunks_exact(2) {
            let mark = &mut clause_marks[link[0] as usize];
            if *mark == fresh {
                let clause = &literals[link[1] as usize..][..lengths[link[0] as usize] as usize];
                found.meet_clause(link[0], mark, clause, propagator);
            }
        }
        self.occurrences[variable as usize] += occurs;
    }

    /// Whether the last found component has exactly these variables and cut clauses.
    pub(super) fn is_last(&self, key: &[u32], variables: usize) -> bool {
        let (variables, cut) = key.split_at(variables);
        variables.iter().all(|&v| self.variable_marks[v as usize] == self.serial)
            && cut.iter().all(|&c| self.clause_marks[c as usize] == self.serial)
    }

    /// The clauses of a component that have at least three literals.
    pub(super) fn long_clauses(&self, component: &Component) -> impl Iterator<Item = &[Lit]> {
        self.clauses(component).iter().map(|&clause| {
            let clause = clause as usize;
            &self.literals[self.clause_starts[clause] as usize..][..self.lengths[clause] as usize]
        })
    }

    /// Whether a variable distinguishes solutions.
    pub(super) fn is_shown(&self, variable: u32) -> bool {
        self.shown[variable as usize]
    }
}

/// By variable: where its links of each kind begin, and their end.
fn bounds(formula: &Formula) -> Vec<[u32; 4]> {
    let mut bounds = vec![[0; 4]; formula.variables()];
    for clause in formula.clauses() {
        let (kind, words) = match clause.len() {
            2 => (1, 1),
            3 => (2, 3),
            _ => (3, 2),
        };
        clause.iter().for_each(|lit| bounds[lit.variable()][kind] += words);
    }
    let mut end = 0;
    for bounds in &mut bounds {
        for bound in bounds {
            end += *bound;
            *bound = end;
        }
    }
    bounds
}

/// The variables of the component being found.
struct Found<'a> {
    marks: &'a mut [u32],
    pool: &'a mut Vec<u32>,
    occurrences: &'a mut [u32],
    cut: &'a mut Vec<u32>,
    whole: &'a mut Vec<u32>,
    serial: u32,
    fresh: u32,
}

impl Found<'_> {
    /// Visits a clause with mark `mark` that was not visited before. The given literals are all of it, or all
    /// except an unassigned one. Returns whether it belongs to the component, that is, whether it is not
    /// true.
    #[inline(always)]
    fn meet_clause(
        &mut self,
        clause: u32,
        mark: &mut u32,
        literals: &[Lit],
        propagator: &Propagator,
    ) -> bool {
        *mark = NEVER;
        if literals.iter().any(|&lit| propagator.value(lit) > 0) {
            return false;
        }
        let mut is_cut = false;
        for &lit in literals {
            let value = propagator.value(lit);
            self.meet(lit, value);
            is_cut |= value < 0;
        }
        if is_cut {
            *mark = self.serial;
            self.cut.push(clause);
        } else {
            self.whole.push(clause);
        }
        true
    }

    /// Visits a literal of a clause that is not true.
    #[inline(always)]
    fn meet(&mut self, lit: Lit, value: i8) {
        if value == 0 {
            let variable = lit.variable();
            if self.marks[variable] == self.fresh {
                self.marks[variable] = self.serial;
                self.occurrences[variable] = 0;
                self.pool.push(variable as u32);
            }
            self.occurrences[variable] += 1;
        }
    }

    /// Visits the other variable of a binary clause; returns whether it is unassigned.
    #[inline]
    fn meet_pair(&mut self, variable: u32) -> bool {
        let mark = &mut self.marks[variable as usize];
        if *mark == self.fresh {
            *mark = self.serial;
            self.occurrences[variable as usize] = 0;
            self.pool.push(variable);
            return true;
        }
        *mark == self.serial
    }
}

/// The hash of a number; a sum of hashes is the hash of a set.
#[inline]
fn mix(number: u64) -> u64 {
    let mut z = (number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    z ^ (z >> 29)
}
