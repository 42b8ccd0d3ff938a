//! Chooses the lanes at run time, so that one binary serves every processor.
#![allow(unsafe_code)]

use super::driver::{Jobs, Rules, Searches, run};
use super::quarters::Portable;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};

/// How many puzzles are solved side by side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Width {
    /// The widest lanes of the processor.
    #[default]
    Auto,
    /// 16 lanes, or the next narrower choice if the processor lacks AVX-512.
    Avx512,
    /// 8 lanes, or the next narrower choice if the processor lacks AVX2.
    Avx2,
    /// 4 lanes, with instructions that every processor of the architecture has.
    Portable,
}

impl Width {
    /// The names that [`Width::named`] accepts.
    pub(crate) const NAMES: &'static [&'static str] = &["auto", "avx512", "avx2", "portable"];

    /// The width with this name.
    pub(crate) fn named(name: &str) -> Option<Width> {
        let index = Self::NAMES.iter().position(|&n| n == name)?;
        Some([Width::Auto, Width::Avx512, Width::Avx2, Width::Portable][index])
    }

    /// Whether registers of 16 lanes may be used.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn wants_avx512(self) -> bool {
        matches!(self, Width::Auto | Width::Avx512)
    }

    /// Whether registers of 8 lanes may be used.
    #[cfg(target_arch = "x86_64")]
    pub(crate) fn wants_avx2(self) -> bool {
        self != Width::Portable
    }
}

/// The number of four-lane registers on the portable path.
const QUARTERS: usize = 1;

/// Searches all `jobs` in lanes of `width`.
pub(super) fn search<R: Rules<WORDS>, const WORDS: usize>(
    width: Width,
    rules: R,
    searches: &mut Searches<WORDS>,
    jobs: &mut impl Jobs<WORDS>,
) {
    #[cfg(target_arch = "x86_64")]
    {
        if width.wants_avx512()
            && let Some(lanes) = Avx512::detect()
        {
            // SAFETY: the token `lanes` proves that the processor has these features.
            return unsafe { avx512(lanes, rules, searches, jobs) };
        }
        if width.wants_avx2()
            && let Some(lanes) = Avx2::detect()
        {
            // SAFETY: the token `lanes` proves that the processor has these features.
            return unsafe { avx2(lanes, rules, searches, jobs) };
        }
    }
    let _ = width;
    run(Portable::<QUARTERS>, rules, searches, jobs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<R: Rules<WORDS>, const WORDS: usize>(
    lanes: Avx512,
    rules: R,
    searches: &mut Searches<WORDS>,
    jobs: &mut impl Jobs<WORDS>,
) {
    run(lanes, rules, searches, jobs);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<R: Rules<WORDS>, const WORDS: usize>(
    lanes: Avx2,
    rules: R,
    searches: &mut Searches<WORDS>,
    jobs: &mut impl Jobs<WORDS>,
) {
    run(lanes, rules, searches, jobs);
}
