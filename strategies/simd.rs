//! The widest instructions that the machine has, for searches written as plain loops over
//! arrays.
//!
//! A search is written once, as portable code, and compiled three times: for any machine, for
//! AVX2, and for AVX-512 with its vector population count. Which of them runs is decided when
//! the search begins. The compiler turns loops over `[u64; 8]` into the vector instructions
//! that each compilation may use, so no file needs intrinsics, and all of `unsafe` that this
//! takes is in this one: the calls of functions whose instructions were found present.

/// A piece of work to be compiled for several instruction sets. `run` must be
/// `#[inline(always)]`, as must everything hot that it calls.
pub(crate) trait Work {
    /// What comes out.
    type Output;
    /// Does it.
    fn run(self) -> Self::Output;
}

/// Runs `work` with the best instructions there are.
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code)]
pub(crate) fn best<W: Work>(work: W) -> W::Output {
    if is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vpopcntdq")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        // SAFETY: every feature that the function is compiled for was just found present.
        return unsafe { avx512(work) };
    }
    if is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("popcnt")
    {
        // SAFETY: every feature that the function is compiled for was just found present.
        return unsafe { avx2(work) };
    }
    work.run()
}

/// Runs `work` with the best instructions there are.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn best<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,bmi1,bmi2,lzcnt,popcnt")]
fn avx512<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn avx2<W: Work>(work: W) -> W::Output {
    work.run()
}
