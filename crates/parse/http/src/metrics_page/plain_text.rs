//! The older text format of Prometheus, for readers that do not ask for OpenMetrics.

use std::collections::HashSet;

/// A page of OpenMetrics in the older format, in which a counter is described under the name of its
/// samples and which knows neither units nor an end.
pub(super) fn plain_text(page: &str) -> String {
    let counter = |line: &str| {
        let name = line.strip_prefix("# TYPE ")?.strip_suffix(" counter")?;
        Some(name.to_owned())
    };
    let counters: HashSet<String> = page.lines().filter_map(counter).collect();
    let mut plain = String::with_capacity(page.len());
    for line in page.lines().filter(|line| *line != "# EOF" && !line.starts_with("# UNIT ")) {
        let mut words = line.splitn(4, ' ');
        match (words.next(), words.next(), words.next(), words.next()) {
            (Some("#"), Some(kind), Some(name), Some(rest)) if counters.contains(name) => {
                plain.push_str(&format!("# {kind} {name}_total {rest}"));
            }
            _ => plain.push_str(line),
        }
        plain.push('\n');
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_described_under_the_name_of_its_samples() {
        let page = "# HELP c Counted things.\n# TYPE c counter\nc_total{a=\"b c d\"} 3\n\
                    # HELP g How long.\n# TYPE g_seconds gauge\n# UNIT g_seconds seconds\ng 1.5\n# EOF\n";
        let plain = "# HELP c_total Counted things.\n# TYPE c_total counter\nc_total{a=\"b c d\"} 3\n\
                     # HELP g How long.\n# TYPE g_seconds gauge\ng 1.5\n";
        assert_eq!(plain_text(page), plain);
    }
}
