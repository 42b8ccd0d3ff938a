//! The plots of a report: which there are, and what each is to show.

mod axis;
mod cactus;
mod font;
mod histogram;
mod palette;
mod png;
mod scatter;
mod scene;
mod svg;

pub(super) use palette::Series;
pub(super) use scene::Scene;

use super::table::slug;
use super::units::many;
use crate::statistics::Cell;
use scatter::Pair;

/// A picture with a caption.
pub(crate) struct Plot {
    /// Its file's name without the ending.
    pub id: String,
    /// What to read from it, and how.
    pub caption: String,
    /// The picture.
    pub scene: Scene,
}

/// As many pairs are drawn.
const PAIRS: usize = 12;

/// The plots of a corpus, or of several small ones together: who solves how much in which time,
/// and how large the searches are.
pub(super) fn of_group(name: &str, cells: &[&Cell], series: &Series) -> Vec<Plot> {
    let id = slug(name);
    let mut plots = vec![Plot {
        id: format!("cactus-{id}"),
        caption:
            "Each curve steps up by one where the strategy has solved one more instance within that much \
                  CPU time. Further left is faster, higher is more."
                .to_string(),
        scene: cactus::draw(name, cells, series),
    }];
    if cells.iter().any(|cell| cell.solved() && cell.nodes.is_some()) {
        plots.push(Plot {
            id: format!("nodes-{id}"),
            caption: "The share of answered instances by the nodes of their search; every row has the same \
                      scale, and a line marks its median. Nodes do not depend on the machine."
                .to_string(),
            scene: histogram::draw(name, cells, series),
        });
    }
    plots
}

/// A scatter for each of the given pairs, or for the first strategy against each other one.
pub(super) fn pairs(compare: &[(String, String)], cells: &[Cell]) -> Vec<Plot> {
    let names = Series::of(cells).names();
    let pairs: Vec<(String, String)> = match (compare, &names[..]) {
        ([], [first, others @ ..]) => others.iter().map(|other| (first.clone(), other.clone())).collect(),
        _ => compare.to_vec(),
    };
    let left_out = pairs.len().saturating_sub(PAIRS);
    let drawn = pairs.iter().take(PAIRS).map(|(a, b)| Pair::of(a, b, cells));
    let mut plots: Vec<Plot> = drawn.enumerate().map(|(at, pair)| pair_plot(at + 1, &pair)).collect();
    if let Some(last) = plots.last_mut().filter(|_| left_out > 0) {
        let more = many(left_out, "more pair is", "more pairs are");
        last.caption
            .push_str(&format!(" {more} not drawn; `compare` in the experiment names those that matter."));
    }
    plots
}

fn pair_plot(number: usize, pair: &Pair<'_>) -> Plot {
    let shown = |text: &str| text.chars().take(40).collect::<String>();
    Plot {
        id: format!("pair-{number:02}-{}-{}", slug(&shown(&pair.a)), slug(&shown(&pair.b))),
        caption: pair.caption(),
        scene: scatter::draw(pair),
    }
}
