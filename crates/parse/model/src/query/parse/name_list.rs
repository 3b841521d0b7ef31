//! Lists of names: `keys`, `excludeKeys`, `include` and `order`.
//!
//! A list is measured before anything is made of it: its bounds hold in every profile, and reading
//! takes time and memory in proportion to them.

use std::borrow::Cow;
use std::collections::HashSet;

use super::javascript::text_within;
use crate::Json;
use crate::query::{KeyPath, Path};
use crate::refusal::Refusal;

/// Bytes of a list.
const MOST_BYTES: usize = 64 << 10;
/// Names of a list.
const MOST_NAMES: usize = 1000;
/// Ways that a query follows, those that lead to others included.
const MOST_WAYS: usize = 1000;

/// A comma list of dotted names that is within all bounds.
pub(super) struct NameList<'a> {
    text: Cow<'a, str>,
}

impl<'a> NameList<'a> {
    /// The list in a parameter.
    pub(super) fn read(parameter: &str, json: &'a Json) -> Result<NameList<'a>, Refusal> {
        let text = text_within(json, MOST_BYTES).ok_or_else(|| {
            Refusal::query(format!("{parameter} must not be longer than {MOST_BYTES} bytes"))
        })?;
        let names = 1 + text.bytes().filter(|byte| *byte == b',').count();
        if names > MOST_NAMES {
            return Err(Refusal::query(format!(
                "Number of names in {parameter} ({names}) exceeds maximum allowed ({MOST_NAMES})"
            )));
        }
        Ok(NameList { text })
    }

    /// Refuses names that lead too deep. So many segments at the end of each are not followed.
    pub(super) fn check_depth(&self, not_followed: usize, most: usize) -> Result<(), Refusal> {
        let deepest = self.names().map(Path::segments).max().unwrap_or_default();
        let depth = deepest.saturating_sub(not_followed);
        let most = most.min(Path::MOST_SEGMENTS - not_followed);
        if depth > most {
            return Err(Refusal::query(format!(
                "Include depth of {depth} exceeds maximum allowed depth of {most}"
            )));
        }
        Ok(())
    }

    /// The names, empty ones included.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.text.split(',')
    }

    /// The names that are not empty, each once, as ways.
    pub(super) fn paths(&self) -> Vec<KeyPath> {
        let mut known = HashSet::new();
        self.names()
            .filter(|name| !name.is_empty() && known.insert(*name))
            .map(|name| name.split('.').map(str::to_owned).collect())
            .collect()
    }
}

/// The paths, each preceded by the way to it, none twice.
pub(super) fn with_ways(paths: &[KeyPath]) -> Result<Vec<KeyPath>, Refusal> {
    let mut known: HashSet<&[String]> = HashSet::new();
    let mut ways: Vec<&[String]> = Vec::with_capacity(paths.len());
    for path in paths {
        // Whatever leads to a known way is known.
        for length in (1..=path.len()).rev() {
            if !known.insert(&path[..length]) {
                break;
            }
            ways.push(&path[..length]);
        }
        if ways.len() > MOST_WAYS {
            return Err(Refusal::query(format!(
                "Number of include fields exceeds maximum allowed ({MOST_WAYS})"
            )));
        }
    }
    ways.sort_by_key(|way| way.len());
    Ok(ways.into_iter().map(<[String]>::to_vec).collect())
}
