//! The report on a corpus with more instances than the report keeps individually.

use crate::common::empty_folder;
use crate::outside::run_in;
use crate::support::{EASY, images};

/// A few more than 65 536, the maximum number of instances that the report keeps individually.
const INSTANCES: usize = 66_000;

#[test]
fn counts_cover_all_instances_and_plots_a_sample() {
    let folder = empty_folder("sampled");
    std::fs::write(folder.join("many.txt"), images("image", EASY, INSTANCES)).unwrap();
    let experiment = format!(
        "name = \"sampled\"\nquestion = \"Are all counted?\"\nstrategies = [\"lockstep\", \"digit-lanes\"]\n\
         baseline = \"lockstep\"\ntask = \"unique\"\nseed = 1\n\n[[corpora]]\npath = \"many.txt\"\n\n\
         [[claim]]\nsays = \"all are answered\"\nmeasure = \"solved\"\nof = {{ strategy = \"lockstep\" }}\n\
         at_least = {INSTANCES}\nat_most = {INSTANCES}\n"
    );
    std::fs::write(folder.join("sampled.toml"), experiment).unwrap();
    let run = run_in(&folder, &["run", "sampled.toml", "--out", "record", "--no-report"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    let markdown = run_in(&folder, &["report", "record", "--to", "markdown"]).out;
    let sampled = "a sample of 65\u{202f}536 of the 66\u{202f}000 instances of many";
    let tables: Vec<&str> = markdown.split("\n### ").collect();
    let table = |title: &str| *tables.iter().find(|table| table.starts_with(title)).expect(title);
    assert!(table("Expectations of our own").contains("| as expected |"), "{markdown}");
    assert!(table("Strategies on many").matches("66\u{202f}000 of 66\u{202f}000").count() == 2, "{markdown}");
    assert!(!table("Strategies on many (66\u{202f}000 instances)").contains(sampled), "{markdown}");
    assert!(!table("Speed and guesses on many").contains(sampled), "{markdown}");
    assert!(table("Costs relative to lockstep on many").contains(sampled), "{markdown}");
    assert!(table("Spread over many (66\u{202f}000 instances)").contains(sampled), "{markdown}");
}
