//! Exact covers on the command line: families, counts on several threads, lists, random solutions, pictures,
//! files, and errors in each.

use crate::common::{coverlab, file, rejects, with_input};
use coverlab_model::format::knuth;
use coverlab_model::{ExactCover, Problem, family};
use std::time::Duration;

fn out(arguments: &str) -> String {
    let words: Vec<&str> = arguments.split(' ').collect();
    let run = coverlab(&words);
    assert_eq!((run.err.as_str(), run.code), ("", Some(0)), "{arguments}");
    run.out
}

/// The options of each solution in the output of a command.
fn solutions(text: &str) -> Vec<Vec<&str>> {
    text.split("\n\n").map(|block| block.lines().collect::<Vec<_>>()).filter(|s| !s.is_empty()).collect()
}

#[test]
fn counts_are_the_same_on_any_number_of_threads() {
    for strategy in [
        "auto",
        "dlx",
        "xcc",
        "dancing-cells",
        "bit-cover",
        "mcc",
        "zdd-cover",
        "frontier-cover",
        "component-cover",
        "algorithm-x",
        "dlx-rs",
    ] {
        for threads in ["1", "3"] {
            let count =
                out(&format!("solve --family queens:8 --count --strategy {strategy} --threads {threads}"));
            assert_eq!(count, "92\n", "{strategy}");
        }
    }
    assert_eq!(out("solve dominoes:8x8 --count --threads 2"), "12988816\n");
    // A frame one cell wide, which is a cycle.
    let frame = format!("dominoes:##########{}/##########", "/#........#".repeat(20));
    assert_eq!(out(&format!("solve {frame} --count")), "2\n");
}

/// If the first choices prove that no cover exists, the threads have nothing to search.
#[test]
fn threads_end_if_there_is_nothing_to_search() {
    for question in ["--all", "--unique", "--count", "--limit=3"] {
        let run = coverlab(&["solve", "queens:3", "--threads", "2", question]);
        assert_eq!(run.code, Some(1), "{question}: {}{}", run.out, run.err);
    }
}

#[test]
fn json_has_its_keys_and_nodes_by_depth_add_up() {
    let text = out("solve --family langford:7 --count --json --depths --strategy dlx");
    let json: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(text.starts_with(
        "{\"puzzle\":\"langford:7\",\"strategy\":\"dlx\",\"took\":null,\"status\":\"multiple\",\"solutions\":52,"
    ));
    let depths = json["depths"].as_array().unwrap();
    assert_eq!(depths.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), json["nodes"].as_u64().unwrap());
    assert_eq!(depths.len() as u64, json["max_depth"].as_u64().unwrap() + 1);
    assert!(json["counters"]["updates"].as_u64().unwrap() > 1000);
    assert_eq!((&json["items"], &json["options"], &json["threads"]), (&21.into(), &63.into(), &1.into()));
    let one: serde_json::Value = serde_json::from_str(&out("solve queens:6 --json")).unwrap();
    assert_eq!((&one["solutions"], one["solution"].as_array().unwrap().len()), (&1.into(), 6));
}

#[test]
fn a_list_has_every_solution_once() {
    let text = out("solve --family langford:7 --all --threads 2");
    let mut all = solutions(&text);
    assert_eq!(all.len(), 52);
    let few = out("solve --family langford:7 --limit 5 --threads 2");
    assert_eq!(solutions(&few), all[..5]);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 52);
}

#[test]
fn random_solutions_are_valid_and_depend_on_the_seed() {
    let draw = |seed: u64| out(&format!("solve --family queens:8 --random --limit 92 --seed {seed}"));
    let (one, again, other) = (draw(1), draw(1), draw(2));
    assert!(one == again && one != other);
    let mut all = solutions(&one);
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 92, "each solution comes once");
    let json: serde_json::Value = serde_json::from_str(&out("solve queens:8 --random --json")).unwrap();
    assert_eq!((&json["sampling"], json["listed"].as_array().unwrap().len()), (&"uniform".into(), 1));
    let run =
        coverlab(&["solve", "queens:8", "--random", "--strategy", "dlx", "--seed", "3", "--limit", "4"]);
    assert_eq!((solutions(&run.out).len(), run.code), (4, Some(0)));
    assert!(run.err.starts_with("note: drawn by a search in random order"), "{}", run.err);
    let covering = coverlab(&["solve", "dominating-queens:5x3", "--random"]);
    assert_eq!((covering.code, covering.out.lines().count()), (Some(0), 4), "{}", covering.out);
}

#[test]
fn solutions_that_are_drawn_twice_are_counted_once() {
    let path = file("family-random", "unique.dlx", "p q | s\np s\nq\n");
    let path = path.to_str().unwrap();
    let run = coverlab(&["solve", path, "--random", "--strategy", "dlx", "--limit", "3", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["status"], &json["solutions"]), (&"solved".into(), &1.into()));
    assert_eq!(json["listed"].as_array().unwrap().len(), 3);
}

#[test]
fn random_draws_share_the_limits_of_their_puzzle() {
    let words = ["solve", "queens:8", "--random", "--strategy", "dlx", "--limit", "1000", "--json"];
    let run = coverlab(&[&words[..], &["--node-limit", "500"]].concat());
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["stop"], run.code), (&"node-limit".into(), Some(4)));
    assert!(json["nodes"].as_u64().unwrap() <= 501, "{}", json["nodes"]);
}

#[test]
fn pictures_are_drawn_in_the_terminal_and_to_a_file() {
    let drawing = out("solve --family pentominoes:3x20 --boxed --quiet");
    assert!(drawing.starts_with("┌─") && drawing.ends_with("┘\nsolved\n"), "{drawing}");
    let path = file("family-picture", "queens.svg", "");
    let path = path.to_str().unwrap();
    assert_eq!(out(&format!("solve --family queens:5 --count --svg {path}")), "10\n");
    out(&format!("solve --family queens:5 --svg {path}"));
    let svg = std::fs::read_to_string(path).unwrap();
    assert!(svg.starts_with("<svg ") && svg.matches('♛').count() == 5, "{svg}");
}

#[test]
fn a_picture_does_not_replace_its_input() {
    let list = file("family-picture-of-list", "list.families", "queens:5\n");
    let list = list.to_str().unwrap();
    let run = coverlab(&["solve", list, "--svg", list]);
    assert!(run.code == Some(2) && run.err.contains("is both read and written"), "{}", run.err);
}

#[test]
fn generated_files_are_read_again() {
    for spec in ["queens:6", "word-square:ab,ba", "dominating-queens:4x2", "soma"] {
        let text = out(&format!("generate {spec}"));
        assert_eq!(knuth::read(&text).unwrap(), family::parse(spec).unwrap(), "{spec}");
    }
    let text = out("generate langford:7");
    let path = file("family-generated", "langford.dlx", &text);
    assert_eq!(out(&format!("solve {} --count", path.to_str().unwrap())), "52\n");
    let piped = with_input(&["solve", "-", "--format", "exact-cover", "--count"], text.as_bytes());
    assert_eq!(piped.out, "52\n");
}

#[test]
fn a_drawing_is_a_family() {
    let path = file("family-drawing", "board.txt", "###\n###\n\nL:\n##\n#\n\nI *:\n###\n");
    let run = coverlab(&["solve", &format!("polyominoes:@{}", path.display()), "--count"]);
    assert_eq!((run.out.as_str(), run.code), ("0\n", Some(1)), "{}", run.err);
    let path = file("family-drawing", "two.txt", "###\n###\n\nL 2:\n##\n#\n");
    assert_eq!(out(&format!("solve polyominoes:@{} --count", path.display())), "2\n");
}

#[test]
fn an_uninterruptible_search_is_stopped() {
    let run =
        coverlab(&["solve", "latin:9", "--count", "--strategy", "dlx-rs", "--time-limit", "100ms", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&json["status"], &json["stop"], run.code), (&"timeout".into(), &"deadline".into(), Some(4)));
    // Its first solution would take days, so only the watchdog can end the search.
    let run = coverlab(&["solve", "quasigroup:30:316:1", "--strategy", "dlx-rs", "--time-limit", "200ms"]);
    assert_eq!((run.out.as_str(), run.code), ("timeout\n", Some(4)), "{}", run.err);
    assert_eq!(out("solve queens:8 --count --strategy dlx-rs --time-limit 10min"), "92\n");
    let list = out("solve queens:6 --all --strategy dlx-rs --time-limit 10min");
    assert_eq!(solutions(&list).len(), 4);
}

#[test]
fn an_experiment_stops_an_uninterruptible_search() {
    let text = r#"
        name = "uninterruptible"
        question = "Does a time limit hold?"
        strategies = ["dlx-rs", "dancing-cells"]
        corpora = [CORPUS]
        task = "all"
        limits = { time = "LIMIT" }
        repetitions = 1
        seed = 1
    "#;
    // Small instances finish within minutes on any machine; a quasigroup would take days.
    for (corpus, limit, status, count) in [
        ("{ name = \"queens:6..8\" }", "300s", "multiple", 3),
        ("{ name = \"quasigroups\", sample = 1 }", "150ms", "timeout", 1),
    ] {
        let text = text.replace("CORPUS", corpus).replace("LIMIT", limit);
        let path = file("uninterruptible", "uninterruptible.toml", text);
        let folder = path.with_file_name("results");
        let words = ["run", path.to_str().unwrap(), "--fresh", "--quiet", "--out", folder.to_str().unwrap()];
        let run = coverlab(&words);
        assert_eq!(run.code, Some(0), "{}", run.err);
        let trials = std::fs::read_to_string(folder.join("trials.csv")).unwrap();
        let mut rows = trials.lines().map(|line| line.split(',').collect::<Vec<_>>());
        let header = rows.next().unwrap();
        let column = |name: &str| header.iter().position(|h| *h == name).unwrap();
        let rows: Vec<_> = rows.filter(|row| row[column("strategy")] == "dlx-rs").collect();
        assert_eq!(rows.len(), count);
        for row in rows {
            assert_eq!((row[column("status")], row[column("enforcer")]), (status, "process"), "{row:?}");
            let time = Duration::from_nanos(row[column("solve_cpu_ns")].parse().unwrap());
            let least = Duration::from_millis(if status == "timeout" { 150 } else { 0 });
            assert!(!time.is_zero() && (least..Duration::from_secs(300)).contains(&time), "{row:?}");
        }
    }
}

#[test]
fn memory_can_be_limited() {
    // The diagram of this instance would grow for hours.
    let long = ["solve", "langford:16", "--count", "--strategy", "zdd-cover:memory=1000000"];
    let run = coverlab(&[&long[..], &["--memory-limit", "64MiB", "--json"]].concat());
    let json: serde_json::Value =
        serde_json::from_str(&run.out).unwrap_or_else(|e| panic!("{e}: {}", run.err));
    assert_eq!((&json["status"], run.code), (&"memout".into(), Some(4)), "{json}");
    for strategy in ["auto", "zdd-cover", "dancing-cells", "dlx-rs"] {
        let line = format!("solve queens:8 --count --memory-limit 256MiB --strategy {strategy}");
        assert_eq!(out(&line), "92\n", "{strategy}");
    }
}

#[test]
fn impossible_requests_are_explained() {
    rejects(
        r"
        2 | solve --family quens:8 | unknown family `quens` | = help: did you mean `queens`?
        2 | solve --family queens:0 | `0` is not a whole number from 1 to 200; `queens` is written queens:SIDE
        2 | solve queens | a whole number from 1 to 200 is missing; `queens` is written queens:SIDE
        2 | solve queens:8 --memory-limit much | `much` is not a size
        2 | solve --strategy dancing-cells:ties={first,random} queens:6 | stands for 2 names, and `solve` takes one
        2 | solve --family queens:4 --strategy dancing-cell | did you mean `dancing-cells`?
        2 | solve --random ................ | --random applies only to exact covers
        3 | solve --family polyominoes:@nowhere.txt | there is no file `nowhere.txt`
        2 | generate pentominoes:7x9 | 7 x 9 is not 60 cells
        2 | generate pigeonhole:x | `x` is not a whole number
        2 | generate queens:{6..9} | stands for 4 instances
        ",
    );
}

#[test]
fn an_item_that_no_option_has_is_named() {
    let starved = file("family-bad", "starved.dlx", "a b c\na b\nb\n");
    let run = coverlab(&["solve", starved.to_str().unwrap()]);
    assert_eq!((run.out.as_str(), run.code), ("none\n", Some(1)));
    assert!(run.err.contains("no solution: item c is in no option"), "{}", run.err);
    let long = file("family-bad", "long.dlx", format!("{} b\nb\n", "c".repeat(5000)));
    let run = coverlab(&["solve", "--count", long.to_str().unwrap()]);
    assert_eq!((run.out.as_str(), run.code), ("0\n", Some(1)));
    assert!(run.err.contains("no solution: item ccc") && run.err.len() < 1000, "{}", run.err);
}

#[test]
fn families_are_listed() {
    let list = out("list families");
    for kind in family::KINDS {
        assert!(list.contains(kind.form) && list.contains(kind.example), "{}", kind.name);
    }
    assert_eq!(out("list families --json").lines().count(), family::KINDS.len());
}

#[test]
fn solutions_of_a_file_are_covers() {
    let text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n";
    let problem: ExactCover = knuth::read(text).unwrap();
    let run = with_input(&["solve", "-", "--format", "exact-cover"], text.as_bytes());
    let options: Vec<u32> = run
        .out
        .lines()
        .map(|line| (0..problem.options() as u32).find(|&o| problem.option_text(o) == line).unwrap())
        .collect();
    assert_eq!(problem.verify(&coverlab_model::Cover::new(options)), Ok(()));
}

#[test]
fn a_set_of_values_names_several_instances() {
    let names = ["300%:3:1", "300%:3:2", "400%:3:1", "400%:3:2"];
    let files = names.map(|name| {
        file(
            "family-values",
            &format!("{}.dlx", name.replace(':', "-")),
            out(&format!("generate random-cover:12:{name}")),
        )
    });
    let folder = files[0].parent().unwrap().to_str().unwrap();
    let counts = |input: &str| coverlab(&["solve", "--count", "--strategy", "dlx", input]).out;
    let by_name = counts("random-cover:12:{300%..400%/100%}:3:{1..2}");
    let number = |line: &str| line.rsplit(' ').next().map(str::to_string);
    let numbers = |text: &str| text.lines().map(number).collect::<Vec<_>>();
    assert_eq!((numbers(&by_name).len(), numbers(&by_name)), (4, numbers(&counts(folder))), "{by_name}");
    let wrong = coverlab(&["solve", "--count", "queens:{6,9..7}"]);
    let expected = "\
error: `9..7` is not a range of whole numbers
 --> <argument>:1:11
  |
1 | queens:{6,9..7}
  |           ^^^^ here
  |
  = help: a range includes both ends: 6..14, with a step 300..600/10, in percent 20%..60%/10%
";
    assert_eq!((wrong.code, wrong.err.as_str()), (Some(2), expected));
}
