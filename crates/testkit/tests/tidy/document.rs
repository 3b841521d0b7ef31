//! Documents say what the code says.

use std::collections::BTreeSet;

use parse_model::Code;

use crate::{none, read, tracked};

const KEYS: &str = "crates/touchstone/src/config/key/";

/// The settings of the server, read from its tables: each entry begins with its quoted name.
fn settings() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for file in tracked().iter().filter(|file| file.starts_with(KEYS)) {
        for line in read(file).lines() {
            for kind in ["open(\"", "product(\"", "secret(\"", "database(\""] {
                let name = line.split_once(kind).and_then(|(_, rest)| rest.split_once('"'));
                names.extend(name.map(|(name, _)| name.to_owned()));
            }
        }
    }
    assert!(names.len() > 20, "the settings were not found in {KEYS}");
    names
}

/// The settings in `.env.example`: lines such as `#TOUCHSTONE_LISTEN=127.0.0.1:1337`. The name of a
/// secret in a file ends in `_FILE`.
fn in_example() -> BTreeSet<String> {
    let example = read(".env.example");
    let lines = example.lines().filter_map(|line| {
        let (name, _) =
            line.trim_start_matches('#').strip_prefix("TOUCHSTONE_")?.split_once('=')?;
        Some(name.to_ascii_lowercase().trim_end_matches("_file").to_owned())
    });
    lines.collect()
}

/// The settings in the tables of the documentation, each in the first cell of its row.
fn in_documentation() -> BTreeSet<String> {
    let document = read("docs/reference/settings.md");
    let rows = document.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("| `")?.split_once("` |")?;
        Some(name.to_owned())
    });
    rows.collect()
}

#[test]
fn every_setting_is_documented_and_the_example_names_no_other() {
    let settings = settings();
    let mut wrong = Vec::new();
    let (document, named) = ("docs/reference/settings.md", in_documentation());
    let missing = settings.difference(&named);
    wrong.extend(missing.map(|name| format!("{document} lacks {name}")));
    for (document, named) in [(document, named), (".env.example", in_example())] {
        let unknown = named.difference(&settings);
        wrong.extend(unknown.map(|name| format!("{document} has {name}, which is no setting")));
    }
    none("Settings and documents must agree:", &wrong);
}

#[test]
fn the_times_of_the_first_start_are_measured_by_a_script() {
    let document = read("CONTRIBUTING.md");
    let first_steps = document
        .split("\n## ")
        .find(|section| section.starts_with("Getting started"))
        .expect("a section with the first steps");
    let of_time = ["minute", "second"];
    let lines = first_steps.lines().filter(|line| of_time.iter().any(|unit| line.contains(unit)));
    let script = "scripts/first-minutes";
    let wrong: Vec<String> =
        lines.filter(|line| !line.contains(script)).map(str::to_owned).collect();
    none("Name the script that measures a time of the first start:", &wrong);
    assert!(tracked().iter().any(|path| path == script), "there is no {script}");
}

#[test]
fn every_error_code_stands_in_the_documentation_with_its_name() {
    let document = read("docs/reference/errors.md");
    let rows: BTreeSet<(String, String)> = document
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix('|')?.split('|').map(str::trim);
            let (code, name) = (cells.next()?, cells.next()?);
            code.parse::<i32>().ok()?;
            let name = name.strip_prefix('`')?.strip_suffix('`')?;
            Some((code.to_owned(), name.to_owned()))
        })
        .collect();
    let codes: BTreeSet<(String, String)> =
        Code::ALL.iter().map(|(code, name)| (code.0.to_string(), (*name).to_owned())).collect();
    let mut wrong = Vec::new();
    wrong.extend(codes.difference(&rows).map(|(code, name)| format!("no row for {code} {name}")));
    wrong.extend(rows.difference(&codes).map(|(code, name)| format!("no code {code} {name}")));
    none("docs/reference/errors.md and Code::ALL must agree:", &wrong);
}

/// The messages that a source file logs: the last text of each call of a macro of `tracing`.
fn messages(source: &str) -> Vec<String> {
    let shipped = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let levels = ["error!(", "warn!(", "info!(", "debug!(", "trace!("];
    let calls = shipped.match_indices("tracing::").filter_map(|(at, name)| {
        let call = &shipped[at + name.len()..];
        let level = levels.iter().find(|level| call.starts_with(**level))?;
        last_text(&call[level.len()..])
    });
    calls.collect()
}

/// The last text among the arguments of a call, which begins behind its parenthesis.
fn last_text(arguments: &str) -> Option<String> {
    let (mut depth, mut text, mut last) = (1, None::<String>, None);
    let mut letters = arguments.chars();
    while let Some(letter) = letters.next() {
        match (&mut text, letter) {
            (Some(_), '"') => last = text.take().filter(|_| depth == 1).or(last),
            (Some(text), '\\') => match letters.next()? {
                '\n' => letters = letters.as_str().trim_start().chars(),
                escaped => text.push(escaped),
            },
            (Some(text), letter) => text.push(letter),
            (None, '"') => text = Some(String::new()),
            (None, '(') => depth += 1,
            (None, ')') if depth == 1 => return last,
            (None, ')') => depth -= 1,
            (None, _) => {}
        }
    }
    None
}

#[test]
fn every_log_message_stands_in_the_documentation_and_is_a_fixed_phrase() {
    let document = read("docs/reference/log-messages.md");
    let mut wrong = Vec::new();
    for path in tracked() {
        if !path.starts_with("crates/") || !path.contains("/src/") || !path.ends_with(".rs") {
            continue;
        }
        for message in messages(&read(&path)) {
            if message.contains('{') {
                wrong.push(format!("{path}: `{message}` has a variable part; make it a field"));
            } else if !document.contains(&format!("`{}`", message.replace('`', "'"))) {
                wrong.push(format!("docs/reference/log-messages.md lacks `{message}` ({path})"));
            }
        }
    }
    none("Operators find log messages by their text:", &wrong);
}
