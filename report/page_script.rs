//! The script of the page of a report.

use coverlab_bench::html_script::script;

macro_rules! modules {
    ($($name:literal),* $(,)?) => { [$(($name, include_str!(concat!("web/", $name)))),*] };
}

/// The modules in `web/report/`, and the one that they share with the live page.
const MODULES: [(&str, &str); 5] =
    modules!["dom.js", "report/sorting.js", "report/highlight.js", "report/hiding.js", "report/main.js"];

/// The script of the page of a report.
pub(super) fn text() -> String {
    script(&MODULES, "report/main.js").expect("all modules are listed")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_of_reports_uses_each_module_and_neither_ends_its_element_nor_asks_the_network() {
        let text = text();
        assert!(MODULES.iter().all(|(name, _)| text.contains(&format!("// {name}\n"))));
        for forbidden in ["</script", "<!--", "fetch(", "XMLHttpRequest", "WebSocket", "https:"] {
            assert!(!text.contains(forbidden), "{forbidden}");
        }
        // The only address is the name of a vocabulary.
        assert_eq!(text.matches("http:").count(), text.matches("http://www.w3.org/2000/svg").count());
    }
}
