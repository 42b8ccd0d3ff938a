//! When to restart at the root, keeping all learned clauses.
//!
//! **Origin.** *Luby*: M. Luby, A. Sinclair and D. Zuckerman, *Optimal Speedup of Las Vegas
//! Algorithms*, 1993; in SAT solvers since J. Huang, *The Effect of Restarts on the Efficiency of
//! Clause Learning*, 2007. *Glucose*: G. Audemard and L. Simon, *Predicting Learnt Clauses Quality
//! in Modern SAT Solvers*, 2009, and *Refining Restarts Strategies for SAT and UNSAT*, 2012.
//!
//! **Idea.** The first decisions are the least informed, and a tree search cannot revise them. A restart lets the
//! activities choose again; values and clauses are kept, so little work is lost. Luby's sequence 1 1 2 1 1 2 4 …
//! takes on average at most a logarithmic factor more than the best schedule, without knowing the distribution of run
//! times. Glucose restarts instead if recent learned clauses are worse, that is span more levels, than is usual for
//! this formula. It postpones the restart if the trail has just become unusually long, which suggests that a model is
//! near.
//!
//! **Cost.** Negligible.

/// Conflicts per unit of Luby's sequence.
const LUBY_STEP: u64 = 100;
/// The number of recent clauses for `glucose`.
const RECENT: usize = 50;
/// The number of recent trail lengths for `glucose`.
const RECENT_TRAILS: usize = 5000;
/// Conflicts before long trails can postpone a restart.
const FIRST_BLOCK: u64 = 10_000;

/// The rule that schedules restarts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Rule {
    /// Never restart.
    Never,
    /// Follow Luby's sequence.
    Luby,
    /// Restart when learned clauses become worse.
    #[default]
    Glucose,
}

/// The schedule of restarts.
#[derive(Debug)]
pub(super) struct Restart {
    rule: Rule,
    conflicts: u64,
    /// Luby: the current index in the sequence, from 1, and the conflict at which its run ends.
    step: u64,
    until: u64,
    /// Glucose: the distances of recent clauses, and the sum of all.
    recent: Window<RECENT>,
    all: u64,
    trails: Window<RECENT_TRAILS>,
}

impl Default for Restart {
    fn default() -> Self {
        Restart::new(Rule::default())
    }
}

impl Restart {
    pub(super) fn new(rule: Rule) -> Restart {
        let (recent, trails) = (Window::default(), Window::default());
        Restart { rule, conflicts: 0, step: 1, until: LUBY_STEP, recent, all: 0, trails }
    }

    /// Records that a clause of distance `lbd` was learned when the trail had `trail` literals.
    pub(super) fn learned(&mut self, lbd: u32, trail: usize) {
        self.conflicts += 1;
        if self.rule != Rule::Glucose {
            return;
        }
        self.trails.push(trail as u64);
        // A trail is unusually long above 7/5 of the mean.
        let long = 5 * trail as u64 * RECENT_TRAILS as u64 > 7 * self.trails.sum;
        if self.conflicts > FIRST_BLOCK && self.trails.is_full() && self.recent.is_full() && long {
            self.recent.clear();
        }
        self.recent.push(u64::from(lbd));
        self.all += u64::from(lbd);
    }

    /// Whether a restart is due. If so, schedules the next one.
    pub(super) fn is_due(&mut self) -> bool {
        match self.rule {
            Rule::Never => false,
            Rule::Luby => {
                let due = self.conflicts >= self.until;
                if due {
                    self.step += 1;
                    self.until = self.conflicts + LUBY_STEP * luby(self.step);
                }
                due
            }
            Rule::Glucose => {
                // True if 4/5 of the mean of the recent distances exceeds the mean of all.
                let worse = u128::from(4 * self.recent.sum) * u128::from(self.conflicts)
                    > u128::from(5 * self.all) * RECENT as u128;
                let due = self.recent.is_full() && worse;
                if due {
                    self.recent.clear();
                }
                due
            }
        }
    }
}

/// Element `k`, from 1, of the sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ….
fn luby(mut k: u64) -> u64 {
    loop {
        // The last element of a block of 2^n - 1 is 2^(n-1); the blocks repeat in larger ones.
        let block = (k + 1).next_power_of_two();
        if block == k + 1 {
            return block / 2;
        }
        k -= block / 2 - 1;
    }
}

/// The last `N` numbers and their sum.
#[derive(Debug, Default)]
struct Window<const N: usize> {
    numbers: Vec<u64>,
    oldest: usize,
    sum: u64,
}

impl<const N: usize> Window<N> {
    fn clear(&mut self) {
        self.numbers.clear();
        (self.oldest, self.sum) = (0, 0);
    }

    fn is_full(&self) -> bool {
        self.numbers.len() == N
    }

    fn push(&mut self, number: u64) {
        self.sum += number;
        if self.is_full() {
            self.sum -= std::mem::replace(&mut self.numbers[self.oldest], number);
            self.oldest = (self.oldest + 1) % N;
        } else {
            self.numbers.push(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lubys_sequence() {
        let sequence: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(sequence, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn luby_restarts_when_steps_end() {
        let mut restart = Restart::new(Rule::Luby);
        let mut at = Vec::new();
        for conflict in 1..=900 {
            restart.learned(5, 10);
            if restart.is_due() {
                at.push(conflict);
            }
        }
        assert_eq!(at, [100, 200, 400, 500, 600, 800]);
    }

    #[test]
    fn glucose_restarts_when_clauses_become_worse() {
        let mut restart = Restart::new(Rule::Glucose);
        for _ in 0..1000 {
            restart.learned(10, 10);
            assert!(!restart.is_due());
        }
        let worse = (1..).find(|_| {
            restart.learned(20, 10);
            restart.is_due()
        });
        // 14 of the last 50 clauses make their mean 12.8, more than 5/4 of the mean of all.
        assert_eq!(worse, Some(14));
        assert!(!restart.is_due());
    }

    #[test]
    fn a_window_forgets() {
        let mut window = Window::<3>::default();
        for number in 1..=5 {
            window.push(number);
        }
        assert_eq!((window.sum, window.is_full()), (12, true));
        window.clear();
        assert_eq!((window.sum, window.is_full()), (0, false));
    }
}
