//! `dlx-rs`: the crate of that name, another implementation of dancing links.
//!
//! T. Veness, *dlx-rs*, version 1.3.0. The crate implements Knuth's Algorithm X with dancing links and the
//! choice of the item with the fewest options. It serves as a published baseline. A link is an enum of 48
//! bytes. With one link per entry, the table of options and the spare capacity of vectors, we measured 127
//! bytes per entry (`tests/memory.rs`).
//!
//! The crate does not validate instances: an option without items, an item number out of range, or an
//! instance of items without options makes it panic or hang. An [`ExactCover`] has no such option by
//! construction, and this wrapper answers the two empty cases itself. The crate supports secondary items but
//! no colors; instances with colors are rejected. Its iterator offers no counters and cannot be interrupted,
//! so limits apply only between solutions.

use coverlab_model::{
    About, Cover, CoverSize, ExactCover, Flow, Observer, OptionId, Purpose, Refusal, Strategy,
};
use dlx_rs::Solver;

/// The crate dlx-rs, without parameters.
#[derive(Clone, Debug, Default)]
pub(crate) struct DlxRs;

impl Strategy for DlxRs {
    type Problem = ExactCover;
    type Scratch = Vec<usize>;
    const ABOUT: About = About {
        name: "dlx-rs",
        purpose: Purpose::Learn,
        sentence: "Dancing links as the crate dlx-rs 1.3.0 implements them",
        source: "T. Veness, dlx-rs 1.3.0, after D. E. Knuth, The Art of Computer Programming 7.2.2.1",
        node: "",
        complete: false,
        interruptible: false,
        events: &[],
        parameters: &[],
        note: "The crate cannot be stopped between two solutions, and counts no nodes, so a node limit has no \
               effect. It supports neither colors nor multiplicities and decides all instances without them.",
    };

    fn accepts(&self, cover: &ExactCover) -> Result<(), Refusal> {
        if cover.has_colors() {
            return Err("takes no colors".into());
        }
        Refusal::multiplicities(cover)
    }

    /// 127 bytes per entry were measured.
    fn bytes(&self, size: CoverSize) -> u64 {
        (size.entries as u64).saturating_mul(130)
    }

    fn solve(
        &self,
        cover: &ExactCover,
        _seed: u64,
        items: &mut Vec<usize>,
        observer: &mut impl Observer<ExactCover>,
    ) -> Flow {
        observer.poll()?;
        if cover.primary() == 0 {
            return observer.solution(|| Cover::new(Vec::new()));
        }
        if cover.options() == 0 {
            return Flow::Continue(());
        }
        let mut solver = Solver::new_optional(cover.primary(), cover.items() - cover.primary());
        for option in 0..cover.options() as OptionId {
            items.clear();
            items.extend(cover.option(option).iter().map(|&(item, _)| item as usize + 1));
            solver.add_option(option, items);
        }
        for solution in solver {
            observer.poll()?;
            observer.solution(|| Cover::new(solution))?;
        }
        Flow::Continue(())
    }
}
