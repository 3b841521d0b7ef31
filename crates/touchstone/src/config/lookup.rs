//! Finds the value of one setting: by its name, by an old name, in a file of its own, or by a variable
//! that other software sets.

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use super::key::{FALLBACKS, Key, PREFIX, RENAMED};

/// Where one value came from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Origin {
    /// The setting is not set.
    Default,
    /// The settings file.
    File(PathBuf),
    /// A file that holds this value and nothing else.
    OwnFile(PathBuf),
    /// An environment variable.
    Environment,
    /// An environment variable that is not named after the setting, such as `DATABASE_URL`.
    Fallback(&'static str),
    /// Development mode filled it in.
    Development,
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Default => f.write_str("default"),
            Origin::File(path) | Origin::OwnFile(path) => write!(f, "{}", path.display()),
            Origin::Environment => f.write_str("environment"),
            Origin::Fallback(variable) => write!(f, "environment variable {variable}"),
            Origin::Development => f.write_str("development mode"),
        }
    }
}

/// What the operator should know of how settings are set.
#[derive(Debug, Default)]
pub(super) struct Notes {
    pub(super) renamed: Vec<String>,
    pub(super) problems: Vec<String>,
}

impl Notes {
    /// The value that is set by the present name or by an old one, which is noted.
    fn one_name(
        &mut self,
        present: Option<(String, Origin)>,
        old: Option<(String, Origin)>,
        names: (&str, &str),
    ) -> Option<(String, Origin)> {
        let (name, old_name) = names;
        if present.is_some() && old.is_some() {
            self.problems.push(format!("{old_name} is the old name of {name}; remove {old_name}."));
        } else if old.is_some() {
            self.renamed.push(format!("{old_name} has a new name; use {name}"));
        }
        present.or(old)
    }
}

/// The name that a setting had before.
pub(super) fn old_name(key: &Key) -> Option<&'static str> {
    RENAMED.iter().find(|(_, new)| *new == key.name).map(|(old, _)| *old)
}

/// The variable of a name.
pub(super) fn variable_of(name: &str) -> String {
    format!("{PREFIX}{}", name.to_ascii_uppercase())
}

pub(super) fn by_variable(
    key: &Key,
    environment: &BTreeMap<String, String>,
    notes: &mut Notes,
) -> Option<(String, Origin)> {
    // An empty variable counts as not set, so that a line in an .env file can be left blank.
    let variable = |name: &str| environment.get(name).filter(|text| !text.is_empty());
    let of = |name: &str| variable(name).map(|text| (text.clone(), Origin::Environment));
    let own = of(&key.variable());
    let elsewhere = variable(&key.file_variable()).filter(|_| key.may_be_in_file());
    let names = (key.variable(), key.file_variable());
    let present = one_of(own, elsewhere, &names, &mut notes.problems);
    let Some(old) = old_name(key).map(variable_of) else { return present };
    notes.one_name(present, of(&old), (&names.0, &old))
}

pub(super) fn by_file(
    key: &Key,
    path: &Path,
    entries: &BTreeMap<String, String>,
    notes: &mut Notes,
) -> Option<(String, Origin)> {
    let of =
        |name: &str| entries.get(name).map(|text| (text.clone(), Origin::File(path.to_owned())));
    let names = (key.name.to_owned(), key.file_name());
    let elsewhere = entries.get(&key.file_name());
    let present = one_of(of(key.name), elsewhere, &names, &mut notes.problems);
    let Some(old) = old_name(key) else { return present };
    notes.one_name(present, of(old), (key.name, old))
}

/// The value of a variable that other software sets.
pub(super) fn by_fallback(
    key: &Key,
    environment: &BTreeMap<String, String>,
) -> Option<(String, Origin)> {
    let of_key = FALLBACKS.iter().filter(|fallback| fallback.key == key.name);
    let mut set = of_key.filter_map(|fallback| {
        let text = environment.get(fallback.variable).filter(|text| !text.is_empty())?;
        Some((fallback.value(text), Origin::Fallback(fallback.variable)))
    });
    set.next()
}

/// Whether a variable may set something.
pub(super) fn is_read(variable: &str) -> bool {
    variable.starts_with(PREFIX) || FALLBACKS.iter().any(|one| one.variable == variable)
}

/// A value that is set, or the content of the file that is named for it. `names` are what sets the
/// one and the other.
fn one_of(
    own: Option<(String, Origin)>,
    file: Option<&String>,
    names: &(String, String),
    problems: &mut Vec<String>,
) -> Option<(String, Origin)> {
    let Some(path) = file else { return own };
    if own.is_some() {
        problems.push(format!("{} and {} are both set; set one of them.", names.0, names.1));
        return own;
    }
    let mut found = String::new();
    match std::fs::read_to_string(path) {
        Ok(text) => text.trim_end_matches(['\r', '\n']).clone_into(&mut found),
        Err(error) => {
            problems.push(format!("{} is {path}, which cannot be read: {error}.", names.1));
            return Some((found, Origin::OwnFile(PathBuf::from(path))));
        }
    }
    if found.is_empty() {
        problems.push(format!("{} is {path}, which is empty; expected one value.", names.1));
    }
    Some((found, Origin::OwnFile(PathBuf::from(path))))
}
