//! People with names.

use super::seeded_rng::SeededRng;

const FIRST: &[&str] = &[
    "kai", "rin", "mia", "neo", "ada", "lev", "noor", "tomas", "yuki", "zara", "ivo", "lena",
    "omar", "pia", "ravi", "sana", "theo", "uma", "vera", "wes", "xena", "yann", "zoe", "arlo",
    "bela", "cato", "dara", "emre", "fynn", "gia", "hugo", "ines", "jonas", "kira", "luca", "maya",
    "nils", "orla", "paz", "quin", "rosa", "sven", "tara", "ugo", "vito", "wanda", "ximo", "ylva",
    "zeno", "anouk",
];
const SECOND: &[&str] = &[
    "swap", "gwei", "node", "hodl", "block", "ledger", "nonce", "merkle", "basalt", "slate",
    "quartz", "onyx", "flint", "amber", "cobalt", "delta", "echo", "fable", "harbor", "iris",
    "juno", "koala", "lumen", "mango", "nimbus", "otter", "pixel", "quill", "raven", "saffron",
    "tundra", "umbra", "vesper", "willow", "yarrow", "zephyr", "maker", "taker", "route", "pool",
];

/// The unique name of the tester of a number.
pub(super) fn username(number: usize) -> String {
    let first = FIRST[number % FIRST.len()];
    let second = SECOND[(number / FIRST.len()) % SECOND.len()];
    match number / (FIRST.len() * SECOND.len()) {
        // The first fifty are the ones people see, so they have the short names.
        0 if number < FIRST.len() => first.to_owned(),
        0 => format!("{first}_{second}"),
        round => format!("{first}.{second}{round}"),
    }
}

/// Where a user is: a language and a time zone that go together.
pub(super) fn place(rng: &mut SeededRng) -> (&'static str, &'static str) {
    const PLACES: &[(&str, &str)] = &[
        ("en", "America/New_York"),
        ("en", "Europe/London"),
        ("en", "Asia/Singapore"),
        ("de", "Europe/Berlin"),
        ("fr", "Europe/Paris"),
        ("es", "America/Argentina/Buenos_Aires"),
        ("pt", "America/Sao_Paulo"),
        ("tr", "Europe/Istanbul"),
    ];
    PLACES[rng.at(PLACES.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_million_people_have_a_million_names_that_may_be_used() {
        let mut names: Vec<String> = (0..1_000_000).map(username).collect();
        let is_usable = |name: &String| (3..=32).contains(&name.len());
        assert!(names.iter().all(is_usable));
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 1_000_000);
    }
}
