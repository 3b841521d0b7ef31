//! The settings in words: for an operator at a terminal, and for the documents.

use std::fmt::Write;
use std::path::Path;

use parse_model::Json;
use serde_json::json;

use super::key::{FALLBACKS, FIRST, GROUPS, Key, PREFIX, RENAMED};
use super::source::{ResolvedSettings, Setting};

/// The settings that are meant: value, origin, default and meaning of each.
pub fn explanation(resolved: &ResolvedSettings, is_meant: impl Fn(&Setting) -> bool) -> String {
    let mut out = String::new();
    for setting in resolved.settings.iter().filter(|setting| is_meant(setting)) {
        let key = setting.key;
        let default = key.default.map_or("(not set)", |default| key.shown(default));
        let _ = writeln!(out, "{} = {}", key.name, setting.display());
        let _ = writeln!(out, "    from      {}", setting.origin);
        let _ = match key.may_be_in_file() {
            true => writeln!(out, "    variable  {} or {}", key.variable(), key.file_variable()),
            false => writeln!(out, "    variable  {}", key.variable()),
        };
        match key.product_default.filter(|product| Some(*product) != key.default) {
            Some(product) => {
                let product = key.shown(product);
                let _ = writeln!(out, "    default   {default}; in the product profile {product}");
            }
            None => {
                let _ = writeln!(out, "    default   {default}");
            }
        }
        let _ = writeln!(out, "    expects   {}", key.accepted());
        let _ = writeln!(out, "    {}\n", key.meaning);
    }
    out
}

/// The same for programs. A secret has no value.
pub fn explanation_json(
    resolved: &ResolvedSettings,
    is_meant: impl Fn(&Setting) -> bool,
) -> Vec<Json> {
    let row = |setting: &Setting| {
        let key = setting.key;
        json!({
            "name": key.name, "value": setting.text.as_ref().map(|_| setting.display()),
            "origin": setting.origin.to_string(),
            "default": resolved.default_of(key).map(|default| key.shown(default)),
            "expects": key.accepted(), "meaning": key.meaning,
        })
    };
    resolved.settings.iter().filter(|setting| is_meant(setting)).map(row).collect()
}

/// A settings file for a new installation in a folder.
pub fn first_settings(folder: &Path, key_file: &Path) -> String {
    let mut page = "# Settings of Touchstone. `touchstone config check` checks them, and \
        `touchstone config show` lists all settings.\n"
        .to_owned();
    let folder = folder.display().to_string();
    for group in FIRST {
        let _ = writeln!(page, "\n# {}", group.heading);
        for first in group.settings {
            let value = match first.name {
                "master_key_file" => key_file.display().to_string(),
                _ => first.example.replace("{folder}", &folder),
            };
            let value = if value == "true" { value } else { format!("{value:?}") };
            let mark = if first.is_active { "" } else { "#" };
            let _ = writeln!(page, "\n# {}\n{mark}{} = {value}", first.meaning, first.name);
        }
    }
    page
}

const INTRODUCTION: &str = "\
# Settings

This page lists the settings of a server, for operators.

Settings come from one TOML file, named by `--config` or `TOUCHSTONE_CONFIG`, and from the environment.
Each setting is a key of the file and an environment variable: `TOUCHSTONE_` and the name in capitals.
The environment takes precedence over the file, and an empty variable counts as not set.
A setting that holds a secret can be read from a file instead: `<name>_file`, or `TOUCHSTONE_<NAME>_FILE`, is the path of a file that holds the value and nothing else.
Use it for Docker secrets, `LoadCredential=` of systemd and mounted secrets of Kubernetes.
Set the value or the file, not both.

| kind of value | how it is written |
| --- | --- |
| list | items between commas in a variable, an array in the file |
| object | JSON in a variable, a table in the file |
| duration | a number and a unit: `ms`, `s`, `m`, `h`, `d` or `w`, such as `90s`, `15m` or `30d` |
| size | a number and a unit: `KiB`, `MiB` or `GiB`; `kb`, `mb` and `gb` mean the same |
| no limit | `unlimited`, if the setting accepts it |

`touchstone config init` creates a settings file, `touchstone config check` checks the settings, and `touchstone config show` prints each with its value and origin.
A server with a wrong or missing value does not start, and reports all problems at once.

`profile` selects the defaults: `product` for the feedback product, `parse` for an existing Parse app, with the defaults of Parse Server 9.10.

This page is generated from the tables in `crates/touchstone/src/config/key/`. To update it, run `just bless`.
";

const TABLE: &str = "\
| setting | default in `parse` | default in `product` | accepts | meaning |
| --- | --- | --- | --- | --- |
";

/// The settings as a Markdown page.
pub fn markdown() -> String {
    let mut page = INTRODUCTION.to_owned();
    page.push_str(&first_page());
    for (heading, keys) in GROUPS {
        let _ = write!(page, "\n## {heading}\n\n{TABLE}");
        keys.iter().for_each(|key| page.push_str(&row(key)));
    }
    page.push_str(&other_names());
    page
}

fn first_page() -> String {
    let mut page =
        "\n## Settings to start with\n\nMost installations need only these.\n".to_owned();
    for group in FIRST {
        let _ = write!(page, "\n### {}\n\n| setting | meaning |\n| --- | --- |\n", group.heading);
        for first in group.settings {
            let also = match first.name == first.key_name() {
                true => String::new(),
                false => format!(" Set by `{}`.", first.name),
            };
            let _ = writeln!(page, "| `{}` | {}{also} |", first.key_name(), first.meaning);
        }
    }
    page
}

fn row(key: &Key) -> String {
    let cell = |text: Option<&str>| match text {
        // A bar would end the cell, also inside code.
        Some(text) => format!("`{}`", key.shown(text).replace('|', r"\|")),
        None => "–".to_owned(),
    };
    let accepted = match key.may_be_in_file() {
        true => format!("{}; or `{}`", key.accepted(), key.file_name()),
        false => key.accepted(),
    };
    format!(
        "| `{}` | {} | {} | {accepted} | {} |\n",
        key.name,
        cell(key.default_in(false)),
        cell(key.default_in(true)),
        key.meaning,
    )
}

fn other_names() -> String {
    let mut page = "\n## Old names\n\nThese names still work, and the server warns of them.\n\
        `public_server_url` still works too. `public_url` replaces it.\n\n\
        | setting | old name |\n| --- | --- |\n"
        .to_owned();
    for (old, new) in RENAMED {
        let _ = writeln!(page, "| `{new}` | `{old}` |");
    }
    page.push_str(
        "\n## Variables of hosting platforms and of Parse Server\n\n\
        A setting that is set neither by its variable nor in the file is read from these variables.\n\
        `PORT` makes the server listen on that port of all IPv4 addresses.\n\
        `touchstone config show` prints the variable as the origin.\n\n\
        | setting | variable |\n| --- | --- |\n",
    );
    for fallback in FALLBACKS {
        let _ = writeln!(page, "| `{}` | `{}` |", fallback.key, fallback.variable);
    }
    page
}

const EXAMPLE: &str = "\
# The settings to start with; `just bless` writes this file, and docs/reference/settings.md lists all settings.
# Copy it to .env, which `just` and compose.yaml read and git ignores, and remove the # from the lines you change.
# The value of a secret can be in a file instead: TOUCHSTONE_<NAME>_FILE.
";

/// The settings to start with as variables, `.env.example`.
pub fn env_example() -> String {
    let mut page = EXAMPLE.to_owned();
    for group in FIRST {
        let _ = writeln!(page, "\n# {}", group.heading);
        for first in group.settings {
            let value = first.example.replace("{folder}", "/etc/touchstone");
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "_./:,*-=@".contains(c);
            let value = match value.chars().all(is_plain) {
                true => value,
                false => format!("'{value}'"),
            };
            let variable = first.name.to_ascii_uppercase();
            let _ = writeln!(page, "# {}\n#{PREFIX}{variable}={value}", first.meaning);
        }
    }
    page
}
