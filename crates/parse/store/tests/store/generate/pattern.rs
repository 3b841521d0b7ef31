//! Patterns, from literals as the SDK sends them to anything a person may type.

use parse_model::Json;
use serde_json::json;
use testkit::Random;

const PIECES: &[&str] = &[
    "a",
    "b",
    "A",
    "ä",
    "ß",
    "k",
    "K",
    "日",
    "😀",
    ".",
    ".*",
    "a+",
    "b?",
    "[ab]",
    "[^a]",
    "[a-c]",
    "[^a-z]",
    r"\d",
    r"\D",
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    r"\.",
    r"\\",
    "(a|b)",
    "(?:ab)",
    "a{1,2}",
    "^",
    "$",
    r"\b",
    " ",
    "\n",
    "1",
    "_",
    r"\Qa.b\E",
    r"\Q%\E",
    "[[:alpha:]]",
    "[[:upper:]]",
    r"[\d_]",
    r"\x41",
    r"\t",
];

/// A `$regex` with its `$options`.
pub(crate) fn condition(random: &mut Random, stored: Option<&str>) -> Json {
    let source = source(random, stored);
    match random.below(3) {
        0 => json!({ "$regex": source, "$options": options(random) }),
        _ => json!({ "$regex": source }),
    }
}

/// A pattern alone.
pub(crate) fn source(random: &mut Random, stored: Option<&str>) -> String {
    match (random.below(4), stored) {
        (0, Some(text)) => format!("^{}", quoted(text)),
        (1, Some(text)) => format!("{}$", quoted(text)),
        (2, Some(text)) => {
            let letters: Vec<char> = text.chars().collect();
            let from = random.below(letters.len() + 1);
            quoted(&letters[from..].iter().collect::<String>())
        }
        _ => (0..1 + random.below(3)).map(|_| *random.pick(PIECES)).collect(),
    }
}

/// As the SDK quotes a text.
fn quoted(text: &str) -> String {
    format!(r"\Q{}\E", text.replace(r"\E", r"\E\\E\Q"))
}

fn options(random: &mut Random) -> String {
    "imsxu".chars().filter(|_| random.once_in(3)).collect()
}
