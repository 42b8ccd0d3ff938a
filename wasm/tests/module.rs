//! Tests the module without a browser, by sending the requests of a page.

use coverlab_wasm::Module;
use serde_json::{Value, json};

const WIKIPEDIA: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const INKALA: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

fn ask(module: &mut Module, request: &Value) -> Value {
    serde_json::from_str(&module.ask(&request.to_string())).unwrap()
}

/// Sends a request and checks that the answer is not an error.
fn good(module: &mut Module, request: &Value) -> Value {
    let answer = ask(module, request);
    assert!(answer["error"].is_null(), "{request}: {answer}");
    answer
}

fn trace(module: &mut Module, strategy: &str, text: &str, level: &str) -> Value {
    good(module, &json!({ "ask": "trace", "slot": 0, "strategy": strategy, "text": text, "level": level }))
}

fn state(module: &mut Module, at: usize) -> Value {
    good(module, &json!({ "ask": "state", "slot": 0, "at": at }))
}

fn events(module: &mut Module, from: usize, to: usize) -> Vec<Value> {
    let answer = good(module, &json!({ "ask": "events", "slot": 0, "from": from, "to": to }));
    answer["events"].as_array().unwrap().clone()
}

/// The names of the strategies that report steps on a kind of problem.
fn strategies_with_steps(module: &mut Module, kind: &str) -> Vec<String> {
    let all = good(module, &json!({ "ask": "strategies" }));
    let all = all["strategies"].as_array().unwrap().clone();
    let fits = |one: &&Value| one["tells"] == true && one["kinds"].as_array().unwrap().contains(&json!(kind));
    all.iter().filter(fits).map(|one| one["name"].as_str().unwrap().to_string()).collect()
}

#[test]
fn every_strategy_is_listed_once() {
    let module = &mut Module::default();
    let answer = good(module, &json!({ "ask": "strategies" }));
    let names: Vec<&str> =
        answer["strategies"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
    for (about, _) in coverlab_strategies::all_sudoku() {
        assert!(names.contains(&about.name), "{}", about.name);
    }
    let mut once = names.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), names.len(), "{names:?}");
    for name in ["dlx", "heller", "cdcl", "bird"] {
        assert!(strategies_with_steps(module, "sudoku").iter().any(|strategy| strategy == name), "{name}");
    }
}

#[test]
fn texts_of_every_kind_are_read() {
    let module = &mut Module::default();
    let mut kind = |text: &str| good(module, &json!({ "ask": "read", "text": text }))["kind"].clone();
    assert_eq!(kind(WIKIPEDIA), "sudoku");
    assert_eq!(kind("1...\n...3\n..2.\n...4\n"), "sudoku");
    assert_eq!(kind("queens:6"), "exact-cover");
    assert_eq!(kind("a b c\na b\nc\na\n"), "exact-cover");
    assert_eq!(kind("| comment\na b | c\na c:x\nb c:x\n"), "exact-cover");
    assert_eq!(kind("c comment\np cnf 2 2\n1 2 0\n-1 0\n"), "formula");
    assert_eq!(kind("pigeonhole:3"), "formula");
    let read = good(module, &json!({ "ask": "read", "text": WIKIPEDIA }));
    assert_eq!((&read["rows"], &read["columns"], &read["side"]), (&json!(3), &json!(3), &json!(9)));
    assert_eq!(read["text"], WIKIPEDIA);
}

#[test]
fn a_text_is_read_as_what_it_should_be_unless_it_shows_another_kind() {
    let module = &mut Module::default();
    let mut read = |text: &str, expected: &str| {
        ask(module, &json!({ "ask": "read", "text": text, "expected": expected }))
    };
    for latin in ["1 2\n2 1", "1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1"] {
        assert_eq!(read(latin, "exact-cover")["kind"], "exact-cover", "{latin}");
    }
    assert_eq!(read("queens:6", "formula")["kind"], "exact-cover");
    assert_eq!(read("p cnf 1 1\n1 0\n", "exact-cover")["kind"], "formula");
    for (text, wrong) in [("p ec 3\ns 1 9\n", "`9`"), ("queen:8", "`queen`"), ("p cnf 2 1\n1 x 0\n", "`x`")] {
        let error = read(text, "exact-cover")["error"]["title"].to_string();
        assert!(error.contains(wrong), "{text}: {error}");
    }
}

#[test]
fn impossible_requests_are_explained() {
    let module = &mut Module::default();
    let cases = [
        (json!({ "ask": "sing" }), "this is not a request"),
        (json!({ "ask": "read", "text": &WIKIPEDIA[1..] }), "row of 80 characters"),
        (json!({ "ask": "read", "text": "quens:8" }), "unknown family `quens`"),
        (json!({ "ask": "read", "text": "p cnf 1 1\n2 0\n" }), ""),
        (json!({ "ask": "state", "slot": 1, "at": 0 }), "there is no trace in slot 1"),
        (json!({ "ask": "state", "slot": 2, "at": 0 }), "there is no slot 2"),
        (json!({ "ask": "load", "slot": 0, "text": "{}" }), "not a line of search-trace/1"),
        (json!({ "ask": "load", "slot": 0, "text": "" }), ""),
        (json!({ "ask": "count", "strategy": "dlxx", "text": WIKIPEDIA, "limit": 1 }), "no strategy"),
        (
            json!({ "ask": "trace", "slot": 0, "strategy": "lockstep", "text": WIKIPEDIA }),
            "does not tell its steps",
        ),
        (json!({ "ask": "trace", "slot": 0, "strategy": "heller", "text": "queens:4" }), ""),
        (
            json!({ "ask": "hint", "text": WIKIPEDIA, "techniques": ["x-wong"] }),
            "no technique called `x-wong`",
        ),
        (json!({ "ask": "explain", "text": "queens:4" }), "for Sudokus"),
        (
            json!({ "ask": "trace", "slot": 0, "strategy": "dlx", "text": WIKIPEDIA, "assume": [{ "cell": "r0c1", "digit": 1 }] }),
            "r0c1 is not on the board",
        ),
        (
            json!({ "ask": "trace", "slot": 0, "strategy": "dlx", "text": "queens:4", "assume": [16] }),
            "no option 16",
        ),
        (
            json!({ "ask": "trace", "slot": 0, "strategy": "cdcl", "text": "pigeonhole:3", "assume": [0] }),
            "no literal 0",
        ),
    ];
    for (request, says) in cases {
        let answer = ask(module, &request);
        let title = answer["error"]["title"].as_str().unwrap_or_else(|| panic!("{request}: {answer}"));
        assert!(!title.is_empty() && title.contains(says), "{request}: {answer}");
    }
    let error = &ask(module, &json!({ "ask": "read", "text": &WIKIPEDIA[1..] }))["error"];
    assert_eq!((&error["line"], &error["column"]), (&json!(1), &json!(81)));
    let error = &ask(module, &json!({ "ask": "read", "text": "quens:8" }))["error"];
    assert_eq!(error["help"], "did you mean `queens`?");
}

#[test]
fn the_last_state_of_a_search_is_its_solution() {
    let module = &mut Module::default();
    let mut shown = 0;
    for strategy in strategies_with_steps(module, "sudoku") {
        let nodes = 10_000;
        let count =
            json!({ "ask": "count", "strategy": strategy, "text": WIKIPEDIA, "limit": 1, "nodes": nodes });
        let solved = good(module, &count);
        let request =
            json!({ "ask": "trace", "slot": 0, "strategy": strategy, "text": WIKIPEDIA, "nodes": nodes });
        let traced = good(module, &request);
        assert_eq!(traced["stats"]["nodes"], solved["counters"]["nodes"], "{strategy}");
        assert_eq!(traced["stats"]["solutions"], solved["solutions"], "{strategy}");
        if solved["solutions"] == 0 {
            continue;
        }
        let kinds = traced["kinds"].as_str().unwrap();
        let letters = traced["letters"].as_object().unwrap();
        let solution = letters.iter().find(|(_, kind)| *kind == "solution").unwrap().0;
        let at = kinds.find(&**solution).unwrap_or_else(|| panic!("{strategy} finds no solution"));
        let cells = state(module, at + 1)["cells"].clone();
        let digit = |cell: &Value| match &cell["candidates"] {
            Value::Array(left) if left.len() == 1 => left[0].to_string(),
            _ => cell["digit"].to_string(),
        };
        let digits: String = cells
            .as_array()
            .unwrap_or_else(|| panic!("{strategy} shows no cells"))
            .iter()
            .map(digit)
            .collect();
        assert_eq!(json!(digits), solved["solution"], "{strategy}");
        shown += 1;
    }
    assert!(shown > 10, "{shown}");
}

#[test]
fn a_state_is_the_same_from_wherever_it_is_reached() {
    let module = &mut Module::default();
    for (strategy, level) in [("heller", "step"), ("dlx", "micro"), ("cdcl", "step"), ("bird-bits", "step")] {
        let traced = trace(module, strategy, INKALA, level);
        let length = traced["events"].as_u64().unwrap() as usize;
        let lines: Vec<Value> = std::iter::once(traced["head"].clone())
            .chain(events(module, 0, length).iter().map(|event| event["line"].clone()))
            .chain([traced["stats"].clone()])
            .collect();
        let places = [0, 1, 999, 1000, 1001, length / 2, length - 1, length, length + 5];
        let states: Vec<Value> = places.iter().map(|&at| state(module, at)).collect();
        assert_eq!(states[7], states[8], "there is nothing behind the end");
        // The reader receives these lines in order.
        let kinds = ["head", "stats"];
        let text = lines.iter().enumerate().map(|(k, line)| {
            let mut line = line.clone();
            if k == 0 || k == lines.len() - 1 {
                line["kind"] = json!(kinds[usize::from(k > 0)]);
            }
            line.to_string() + "\n"
        });
        let text: String = text.collect();
        coverlab_trace::check::check(text.trim_end().as_bytes())
            .unwrap_or_else(|why| panic!("{strategy}: {why}"));
        let loaded = good(module, &json!({ "ask": "load", "slot": 1, "text": text }));
        assert_eq!(loaded["kinds"], traced["kinds"]);
        for (at, expected) in places.iter().zip(states) {
            let again = good(module, &json!({ "ask": "state", "slot": 1, "at": at }));
            assert_eq!(again, expected, "{strategy}, event {at}");
        }
    }
}

/// A node without branches fails only at a contradiction. A board on which the search goes on has not failed.
#[test]
fn a_node_fails_at_a_contradiction_or_after_its_branches() {
    let module = &mut Module::default();
    for strategy in strategies_with_steps(module, "sudoku") {
        for text in [WIKIPEDIA, INKALA, "1...............", "1..1............"] {
            let request =
                json!({ "ask": "trace", "slot": 0, "strategy": strategy, "text": text, "nodes": 500 });
            let length = good(module, &request)["events"].as_u64().unwrap() as usize;
            // For each open node, whether it branched or met a contradiction.
            let mut open: Vec<bool> = Vec::new();
            for (at, event) in events(module, 0, length).iter().enumerate() {
                match event["line"]["kind"].as_str().unwrap() {
                    "node" => {
                        open.last_mut().into_iter().for_each(|ended| *ended = true);
                        open.push(false);
                    }
                    "fail" => assert_eq!(open.pop(), Some(true), "{strategy} on {text}, event {at}"),
                    "done" | "skip" => drop(open.pop()),
                    kind if kind == "sub"
                        || ["wipe", "starve", "conflict"].iter().any(|end| kind.starts_with(end)) =>
                    {
                        open.last_mut().into_iter().for_each(|ended| *ended = true);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// The page gives reasons from the path: it has the events that wrote the digits of a state, and no others.
#[test]
fn the_path_to_a_state_has_its_digits() {
    let module = &mut Module::default();
    for strategy in strategies_with_steps(module, "sudoku") {
        let request =
            json!({ "ask": "trace", "slot": 0, "strategy": strategy, "text": INKALA, "nodes": 500 });
        let traced = good(module, &request);
        if traced["head"]["instance"]["problem"] != "sudoku" {
            continue;
        }
        let length = traced["events"].as_u64().unwrap() as usize;
        for at in (0..=length).step_by(length / 20 + 1) {
            let path = good(module, &json!({ "ask": "path", "slot": 0, "at": at }));
            let numbers: Vec<u64> =
                path["numbers"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
            assert!(numbers.is_sorted() && numbers.last().is_none_or(|&last| last < at as u64));
            let lines = path["events"].as_array().unwrap().iter().map(|event| &event["line"]);
            let mut written: Vec<String> = lines
                .filter(|line| ["try", "naked", "hidden"].iter().any(|kind| line["kind"] == *kind))
                .map(|line| format!("{}={}", line["cell"].as_str().unwrap(), line["digit"]))
                .collect();
            let cells = state(module, at)["cells"].as_array().unwrap().clone();
            let open = cells.iter().enumerate().filter(|(_, cell)| cell["given"].is_null());
            let digits = open.filter(|(_, cell)| !cell["digit"].is_null());
            let mut shown: Vec<String> =
                digits.map(|(k, cell)| format!("r{}c{}={}", k / 9 + 1, k % 9 + 1, cell["digit"])).collect();
            written.sort_unstable();
            shown.sort_unstable();
            assert_eq!(written, shown, "{strategy}, event {at}");
        }
    }
}

/// The page asks a student which item will be chosen and how many options it has.
#[test]
fn a_chosen_item_has_the_stated_number_of_options() {
    let module = &mut Module::default();
    for (text, level) in
        [(WIKIPEDIA, "step"), (INKALA, "micro"), ("queens:6", "step"), ("langford:4", "step")]
    {
        let traced = trace(module, "dlx", text, level);
        let length = traced["events"].as_u64().unwrap() as usize;
        let mut chosen = 0;
        for (at, event) in events(module, 0, length).iter().enumerate() {
            if event["line"]["kind"] == "select" {
                let item = &state(module, at)["items"][event["line"]["item"].as_u64().unwrap() as usize];
                assert_eq!(
                    (&item["covered"], &item["options"]),
                    (&json!(false), &event["line"]["options"]),
                    "{text}, {at}"
                );
                chosen += 1;
            }
        }
        assert!(chosen > 0, "{text}");
    }
}

#[test]
fn events_have_their_line_of_the_script() {
    let module = &mut Module::default();
    let traced = trace(module, "dlx", WIKIPEDIA, "step");
    let script = traced["head"]["script"].as_array().unwrap();
    let mut lines = 0;
    for event in events(module, 0, 200) {
        let Some(line) = event["script"].as_u64() else { continue };
        let kinds = script[line as usize - 1]["kinds"].as_array().unwrap();
        lines += usize::from(kinds.contains(&event["line"]["kind"]));
    }
    assert!(lines > 100, "{lines} of 200 events stand in the script");
}

#[test]
fn guesses_and_their_consequences_are_distinguished() {
    let module = &mut Module::default();
    for strategy in ["heller", "dlx", "cdcl"] {
        let traced = trace(module, strategy, INKALA, "step");
        let last = state(module, traced["events"].as_u64().unwrap() as usize / 2);
        let cells = last["cells"].as_array().unwrap();
        let given = cells.iter().filter(|cell| cell["given"] == true).count();
        assert_eq!(given, INKALA.bytes().filter(u8::is_ascii_digit).count(), "{strategy}");
        let guesses = cells.iter().filter(|cell| cell["guess"] == true).count();
        let digits = cells.iter().filter(|cell| cell["digit"].is_u64()).count();
        assert!(guesses > 0 && guesses <= digits - given, "{strategy}: {guesses} of {digits}");
    }
}

#[test]
fn a_tree_has_a_place_for_every_node() {
    let module = &mut Module::default();
    let traced = trace(module, "heller", INKALA, "node");
    let tree = good(module, &json!({ "ask": "tree", "slot": 0 }));
    let column = |name: &str| tree[name].as_array().unwrap().clone();
    let (parents, depths) = (column("parent"), column("depth"));
    assert_eq!(json!(parents.len()), traced["stats"]["nodes"]);
    for (at, parent) in parents.iter().enumerate().skip(1) {
        let parent = parent.as_u64().unwrap() as usize;
        assert!(parent < at && depths[parent].as_u64() < depths[at].as_u64(), "{at}");
    }
    assert_eq!(column("status").iter().filter(|status| **status == "solution").count(), 1);
    assert!(column("status").iter().any(|status| status == "fail"));
    let event = column("event")[1].as_u64().unwrap() as usize;
    assert_eq!(events(module, event, event + 1)[0]["line"]["kind"], "node");
    trace(module, "heller", INKALA, "step");
    let tree = good(module, &json!({ "ask": "tree", "slot": 0 }));
    let label = tree["label"][1].as_str().unwrap();
    assert!(label.starts_with('r') && label.contains('='), "{label}");
    let small = json!({ "ask": "trace", "slot": 0, "strategy": "heller", "text": INKALA, "level": "step", "events": 500 });
    assert!(good(module, &small)["stats"]["left_out"].as_u64() > Some(0));
    let tree = good(module, &json!({ "ask": "tree", "slot": 0 }));
    assert!(tree["status"].as_array().unwrap().iter().any(|status| status == "collapsed"));
}

#[test]
fn a_puzzle_can_be_fixed_further() {
    let module = &mut Module::default();
    let mut solutions = |strategy: &str, text: &str, assume: Value| {
        let request = json!({ "ask": "trace", "slot": 0, "strategy": strategy, "text": text, "level": "node",
            "solutions": 1000, "assume": assume });
        good(module, &request)["stats"]["solutions"].as_u64().unwrap()
    };
    assert_eq!(solutions("dlx", WIKIPEDIA, json!([{ "cell": "r1c3", "digit": 4 }])), 1);
    assert_eq!(solutions("heller", WIKIPEDIA, json!([{ "cell": "r1c3", "digit": 2 }])), 0);
    assert_eq!(solutions("dlx", "queens:6", json!([])), 4);
    // Options of the first row come first, in the order of its columns; a queen in a corner is in no
    // solution.
    let of_each: Vec<u64> = (0..36).map(|option| solutions("dlx", "queens:6", json!([option]))).collect();
    assert_eq!(of_each.iter().sum::<u64>(), 4 * 6);
    assert!(of_each.contains(&0));
    let formula = "p cnf 2 1\n1 2 0\n";
    assert_eq!(solutions("cdcl", formula, json!([])), 3);
    assert_eq!(solutions("cdcl", formula, json!([-1])), 1);
    assert_eq!(solutions("cdcl", formula, json!([-1, -2])), 0);
}

#[test]
fn solutions_by_techniques_are_explained() {
    let module = &mut Module::default();
    let way = good(module, &json!({ "ask": "explain", "text": WIKIPEDIA }));
    assert_eq!(way["end"]["end"], "solved");
    assert!(
        way["steps"]
            .as_array()
            .unwrap()
            .iter()
            .all(|step| step["sentence"].as_str().is_some_and(|s| s.ends_with('.')))
    );
    let hint = |module: &mut Module, grade: &str| {
        good(module, &json!({ "ask": "hint", "text": WIKIPEDIA, "grade": grade }))
    };
    let place = hint(module, "where");
    assert!(
        place["where"].as_str().unwrap().starts_with("Look at") && place["technique"].is_null(),
        "{place}"
    );
    assert!(hint(module, "rule")["technique"].is_string());
    assert_eq!(hint(module, "step")["sentence"], way["steps"][0]["sentence"]);
    let full =
        good(module, &json!({ "ask": "count", "strategy": "dlx", "text": WIKIPEDIA, "limit": 1 }))["solution"]
            .clone();
    let none = good(module, &json!({ "ask": "hint", "text": full, "grade": "step" }));
    assert_eq!((&none["where"], &none["why"]), (&Value::Null, &json!("Every cell has a digit.")));
}
