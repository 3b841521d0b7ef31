//! Routes that clients may use, if the operator lists them.

use parse_identity::Key;
use parse_model::{Json, Refusal};
use regex::Regex;

/// Patterns of paths; without a list every route is open.
#[derive(Debug, Clone, Default)]
pub struct AllowList(Option<Vec<Regex>>);

impl AllowList {
    /// Reads a JSON array of patterns, each of which must fit a whole path.
    pub fn parse(text: &str) -> Option<AllowList> {
        let Ok(Json::Array(patterns)) = serde_json::from_str(text) else { return None };
        let read = |pattern: &Json| Regex::new(&format!("^(?:{})$", pattern.as_str()?)).ok();
        patterns.iter().map(read).collect::<Option<Vec<Regex>>>().map(|all| AllowList(Some(all)))
    }

    /// Whether there is a list.
    pub fn is_set(&self) -> bool {
        self.0.is_some()
    }

    /// Refuses a route that is not on the list; the master and maintenance keys open all.
    pub(crate) fn check(&self, method: &str, path: &str, key: Key) -> Result<(), Refusal> {
        let Some(patterns) = &self.0 else { return Ok(()) };
        let path = path.trim_matches('/');
        if key != Key::None || patterns.iter().any(|pattern| pattern.is_match(path)) {
            return Ok(());
        }
        Err(Refusal::forbidden(format!("Route not allowed by routeAllowList: {method} {path}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_must_fit_the_whole_path() {
        let list = AllowList::parse(r#"["classes/Note(/.*)?","login"]"#).unwrap();
        let is_open = |path| list.check("GET", path, Key::None).is_ok();
        for path in ["/classes/Note", "/classes/Note/x", "/login/", "login"] {
            assert!(is_open(path), "{path}");
        }
        for path in ["/classes/Notes", "/classes/Other", "/xlogin", "/health", "/"] {
            assert!(!is_open(path), "{path}");
        }
        assert!(list.check("GET", "/schemas", Key::Master).is_ok());
        assert!(AllowList::default().check("GET", "/anything", Key::None).is_ok());
        assert!(AllowList::parse("[]").unwrap().check("GET", "/x", Key::None).is_err());
    }

    #[test]
    fn what_is_no_list_of_patterns_is_not_read() {
        for text in ["{}", "[1]", r#"["("]"#, "x"] {
            assert!(AllowList::parse(text).is_none(), "{text}");
        }
    }
}
