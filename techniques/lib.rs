//! Human solving techniques for Sudoku, one file each, in the order in which a learner meets them, easiest
//! first.
//!
//! ```
//! use coverlab_model::{Shape, Sudoku};
//! use coverlab_techniques::{Board, End, all, solve};
//!
//! let clues = [1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0];
//! let puzzle = Sudoku::new(Shape::of_side(4).unwrap(), &clues).unwrap();
//! let way = solve(Board::new(&puzzle).unwrap(), &all());
//! assert_eq!(way.end, End::Solved);
//! assert_eq!(way.sentence(0), "In box 3, 3 has one place left, r4c2: r4c2 is 3.");
//! ```
//!
//! To add a technique, write `techniques/my_idea.rs` with a type that implements [`Technique`], and add
//! two lines here: its `mod` and its entry. The tests then check on committed puzzles that none of its
//! steps removes a digit that a solution has.

mod almost_locked;
mod bits;
mod board;
mod combinations;
pub mod json;
mod layout;
pub mod net;
pub mod net_check;
mod other_names;
mod rectangle;
mod solve_path;
mod technique;
mod tuples;
pub mod words;

mod aligned_exclusion;
mod avoidable_rectangle;
mod bug;
mod bug_types;
mod chain;
mod complex_fish;
mod death_blossom;
mod empty_rectangle;
mod exocet;
mod finned_fish;
mod fish;
mod forcing;
mod full_house;
mod grave;
mod hidden_rectangle;
mod hidden_single;
mod hidden_subset;
mod locked_candidates;
mod naked_single;
mod naked_subset;
mod sk_loop;
mod sue_de_coq;
mod template;
mod trial;
mod turbot_fish;
mod unique_rectangle;
mod w_wing;
mod xy_wing;

pub mod rating;

use coverlab_model::nearest;
use std::fmt;

pub use bits::Bits;
pub use board::{Board, BoardError, Candidate, Contradiction};
pub use coverlab_model::House;
pub use layout::{Layout, MAX_SIDE};
pub use other_names::OtherName;
pub use solve_path::{AppliedStep, End, SolvePath, SolveSteps, next, solve};
pub use technique::{About, Entry, Flow, Link, LinkReason, Premise, Sink, Step, Technique};

/// All techniques, easiest first.
pub static TECHNIQUES: &[Entry] = &[
    Entry::of::<full_house::FullHouse>(),
    Entry::of::<hidden_single::HiddenSingle>(),
    Entry::of::<naked_single::NakedSingle>(),
    Entry::of::<locked_candidates::Pointing>(),
    Entry::of::<locked_candidates::Claiming>(),
    Entry::of::<naked_subset::NakedSubset<2>>(),
    Entry::of::<hidden_subset::HiddenSubset<2>>(),
    Entry::of::<naked_subset::NakedSubset<3>>(),
    Entry::of::<hidden_subset::HiddenSubset<3>>(),
    Entry::of::<fish::Fish<2>>(),
    Entry::of::<turbot_fish::TurbotFish>(),
    Entry::of::<empty_rectangle::EmptyRectangle>(),
    Entry::of::<xy_wing::XyWing>(),
    Entry::of::<xy_wing::XyzWing>(),
    Entry::of::<w_wing::WWing>(),
    Entry::of::<unique_rectangle::UniqueRectangle<1>>(),
    Entry::of::<unique_rectangle::UniqueRectangle<2>>(),
    Entry::of::<unique_rectangle::UniqueRectangle<3>>(),
    Entry::of::<unique_rectangle::UniqueRectangle<4>>(),
    Entry::of::<unique_rectangle::UniqueRectangle<5>>(),
    Entry::of::<unique_rectangle::UniqueRectangle<6>>(),
    Entry::of::<hidden_rectangle::HiddenRectangle>(),
    Entry::of::<avoidable_rectangle::AvoidableRectangle>(),
    Entry::of::<bug::BugPlusOne>(),
    Entry::of::<bug_types::BugTypes>(),
    Entry::of::<naked_subset::NakedSubset<4>>(),
    Entry::of::<hidden_subset::HiddenSubset<4>>(),
    Entry::of::<fish::Fish<3>>(),
    Entry::of::<fish::Fish<4>>(),
    Entry::of::<finned_fish::FinnedFish<2>>(),
    Entry::of::<finned_fish::FinnedFish<3>>(),
    Entry::of::<finned_fish::FinnedFish<4>>(),
    Entry::of::<sue_de_coq::SueDeCoq>(),
    Entry::of::<chain::Chain<{ chain::PLAIN }>>(),
    Entry::of::<chain::Chain<{ chain::GROUPED }>>(),
    Entry::of::<chain::Chain<{ chain::ALMOST }>>(),
    Entry::of::<death_blossom::DeathBlossom>(),
    Entry::of::<aligned_exclusion::AlignedExclusion<2>>(),
    Entry::of::<aligned_exclusion::AlignedExclusion<3>>(),
    Entry::of::<complex_fish::ComplexFish<{ complex_fish::FRANKEN }>>(),
    Entry::of::<complex_fish::ComplexFish<{ complex_fish::MUTANT }>>(),
    Entry::of::<template::TemplateSet>(),
    Entry::of::<template::TemplateDelete>(),
    Entry::of::<sk_loop::SkLoop>(),
    Entry::of::<exocet::JuniorExocet>(),
    Entry::of::<forcing::Forcing<{ forcing::Level::Nishio as usize }>>(),
    Entry::of::<forcing::Forcing<{ forcing::Level::Multiple as usize }>>(),
    Entry::of::<forcing::Forcing<{ forcing::Level::Dynamic as usize }>>(),
    Entry::of::<forcing::Forcing<{ forcing::Level::DynamicPlus as usize }>>(),
    Entry::of::<forcing::Forcing<{ forcing::Level::NestedSingle as usize }>>(),
    Entry::of::<forcing::Forcing<{ forcing::Level::NestedMultiple as usize }>>(),
    Entry::of::<forcing::Forcing<{ forcing::Level::NestedDynamic as usize }>>(),
    Entry::of::<trial::Trial>(),
];

/// The techniques whose assumptions are no stronger than `premise`.
pub fn supposing(premise: Premise) -> Vec<&'static Entry> {
    TECHNIQUES.iter().filter(|technique| technique.premise <= premise).collect()
}

/// The technique with exactly this name.
///
/// # Errors
/// If no technique has this name.
pub fn find(name: &str) -> Result<&'static Entry, UnknownTechnique> {
    let known = TECHNIQUES.iter().map(|technique| technique.about.name);
    TECHNIQUES.iter().find(|technique| technique.about.name == name).ok_or_else(|| UnknownTechnique {
        name: name.to_string(),
        other_name: other_names::meaning(name),
        nearest: nearest(name, known.chain(other_names::all())),
    })
}

/// The technique with this name or another one of the literature, in any spelling: `x-wing`, `X-Wing`, `y-wing`.
///
/// # Errors
/// If no technique has this name. The name of a special case is an error, which names the techniques that find it.
pub fn find_by_any_name(name: &str) -> Result<&'static Entry, UnknownTechnique> {
    if let Some(technique) = other_names::spelled(name) {
        return Ok(technique);
    }
    match other_names::meaning(name) {
        Some(OtherName::Same(ours)) => find(ours),
        _ => find(name),
    }
}

impl Entry {
    /// The index of this technique in [`TECHNIQUES`].
    pub fn place(&self) -> usize {
        let is_own = |other: &Entry| other.about.name == self.about.name;
        TECHNIQUES.iter().position(is_own).expect("every technique is in the list")
    }
}

/// A name that no technique has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTechnique {
    name: String,
    /// Its meaning in the literature, if it is known there.
    pub other_name: Option<OtherName>,
    nearest: Option<&'static str>,
}

impl UnknownTechnique {
    /// The meaning of the name in the literature, or the nearest name.
    pub fn suggestion(&self) -> Option<String> {
        let nearest = || self.nearest.map(|nearest| format!("did you mean `{nearest}`?"));
        self.other_name.map(|meaning| meaning.to_string()).or_else(nearest)
    }
}

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no technique called `{}`", self.name)
    }
}

impl std::error::Error for UnknownTechnique {}

/// The techniques that assume only the rules.
pub fn all() -> Vec<&'static Entry> {
    supposing(Premise::Rules)
}
