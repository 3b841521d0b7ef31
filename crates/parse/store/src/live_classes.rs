//! Which classes are live.

use std::collections::BTreeSet;

use parse_model::ClassName;
use regex::Regex;

use crate::system::is_volatile;

/// The classes whose changes are logged.
#[derive(Debug, Clone, Default)]
pub struct LiveClasses {
    names: BTreeSet<ClassName>,
    patterns: Vec<Regex>,
}

impl LiveClasses {
    /// Reads names and patterns with commas between them, each of which must match a whole name.
    pub fn parse(text: &str) -> Option<LiveClasses> {
        let mut classes = LiveClasses::default();
        for pattern in text.split(',').map(str::trim).filter(|pattern| !pattern.is_empty()) {
            if pattern.chars().any(char::is_control) {
                return None;
            }
            match ClassName::parse(pattern) {
                Some(name) => drop(classes.names.insert(name)),
                None => classes.patterns.push(Regex::new(&format!("^(?:{pattern})$")).ok()?),
            }
        }
        Some(classes)
    }

    /// The same with one more class.
    #[must_use]
    pub fn with(mut self, class: ClassName) -> LiveClasses {
        self.names.insert(class);
        self
    }

    /// Whether no class is live.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty() && self.patterns.is_empty()
    }

    /// Whether a class is live. What the server keeps its own books in never is.
    pub fn matches(&self, class: &ClassName) -> bool {
        let is_named = self.names.contains(class)
            || self.patterns.iter().any(|pattern| pattern.is_match(class.as_str()));
        is_named && !class.has_no_objects() && !is_volatile(class)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_matches_whole_names_only() {
        let live = LiveClasses::parse("Issue, Game.*,_User").expect("patterns");
        let is_live = |name: &str| live.matches(&ClassName::parse(name).expect("a name"));
        assert!(is_live("Issue") && is_live("Game") && is_live("GameScore") && is_live("_User"));
        assert!(!is_live("Issues") && !is_live("AGame") && !is_live("_Session"));
        assert!(LiveClasses::parse("(").is_none());
        assert!(LiveClasses::parse(" , ").is_some_and(|none| none.is_empty()));
    }

    #[test]
    fn tables_without_objects_are_never_live() {
        let live = LiveClasses::parse(".*").expect("a pattern");
        let is_live = |name: &'static str| live.matches(&ClassName::from_static(name));
        assert!(is_live("_Session") && is_live("Anything"));
        assert!(!is_live("_Idempotency") && !is_live("_Hooks") && !is_live("_Join:users:_Role"));
    }
}
