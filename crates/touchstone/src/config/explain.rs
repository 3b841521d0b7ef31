//! The settings in words: for an operator at a terminal, and for the document.

use std::fmt::Write;

use super::key::GROUPS;
use super::source::ResolvedSettings;

/// Each setting: its value, where that came from, its default and its meaning.
pub fn explanation(resolved: &ResolvedSettings) -> String {
    let mut out = String::new();
    for setting in &resolved.settings {
        let key = setting.key;
        let default = key.default.unwrap_or("(not set)");
        let _ = writeln!(out, "{} = {}", key.name, setting.display());
        let _ = writeln!(out, "    from      {}", setting.origin);
        let _ = match key.may_be_in_file() {
            true => writeln!(out, "    variable  {} or {}", key.variable(), key.file_variable()),
            false => writeln!(out, "    variable  {}", key.variable()),
        };
        match key.product_default.filter(|product| *product != default) {
            Some(product) => {
                let _ = writeln!(out, "    default   {default}; in the product profile {product}");
            }
            None => {
                let _ = writeln!(out, "    default   {default}");
            }
        }
        let _ = writeln!(out, "    expects   {}", key.expects);
        let _ = writeln!(out, "    {}\n", key.meaning);
    }
    out
}

const INTRODUCTION: &str = "\
# Configuration

Settings come from one TOML file, named by `--config` or `TOUCHSTONE_CONFIG`, and from the environment.
Every key of the file is also an environment variable: `TOUCHSTONE_` and the key in capitals.
The environment wins over the file, the file over the defaults; an empty variable counts as not set.
A setting that holds a secret can be read from a file instead: `<key>_file`, or `TOUCHSTONE_<KEY>_FILE`, is the path of a file that holds the value and nothing else.
That is how Docker secrets, `LoadCredential=` of systemd and mounted secrets of Kubernetes are used; set the value or the file, not both.
In a variable, lists are separated by commas and objects are JSON; in the file they are arrays and tables.
`touchstone config --explain` shows each key with its value and where that came from; secrets are never shown.
A server with a wrong or missing value does not start and says everything that is wrong at once.

`profile` chooses the defaults: `product` for the feedback product, `parse` for an existing Parse app, with the defaults of Parse Server 9.10.

This page is generated from the tables in `crates/touchstone/src/config/key/`. To update it, run `just bless`.
";

const TABLE: &str = "\
| key | default in `parse` | default in `product` | expects | meaning |
| --- | --- | --- | --- | --- |
";

/// The same table as a Markdown page, `docs/configuration.md`.
pub fn markdown() -> String {
    let mut page = INTRODUCTION.to_owned();
    let cell = |text: Option<&str>| match text {
        // A bar would end the cell, also inside code.
        Some(text) => format!("`{}`", text.replace('|', r"\|")),
        None => "–".to_owned(),
    };
    for (heading, keys) in GROUPS {
        let _ = write!(page, "\n## {heading}\n\n{TABLE}");
        for key in *keys {
            let expects = match key.may_be_in_file() {
                true => format!("{}; or `{}`", key.expects, key.file_name()),
                false => key.expects.to_owned(),
            };
            let _ = writeln!(
                page,
                "| `{}` | {} | {} | {} | {} |",
                key.name,
                cell(key.default_in(false)),
                cell(key.default_in(true)),
                expects,
                key.meaning,
            );
        }
    }
    page
}

const EXAMPLE: &str = "\
# Every setting with its default in the profile product; `just bless` writes this file.
# Copy it to .env, which `just` and compose.yaml read and git ignores, and take the # from what you change.
# A setting without a value here is not set by default. Each secret can be read from a file instead: TOUCHSTONE_<NAME>_FILE.
";

/// The same as variables, `.env.example`.
pub fn env_example() -> String {
    let mut page = EXAMPLE.to_owned();
    for (heading, keys) in GROUPS {
        let _ = writeln!(page, "\n# {heading}");
        for key in *keys {
            let value = key.default_in(true).unwrap_or_default();
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./:,*-=@".contains(c);
            let value = match value.chars().all(is_plain) {
                true => value.to_owned(),
                false => format!("'{value}'"),
            };
            let _ = writeln!(page, "# {}\n#{}={value}", key.meaning, key.variable());
        }
    }
    page
}
