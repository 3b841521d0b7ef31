//! The name of a repository.

use std::fmt;

/// `owner/name`, of characters that are safe in a path; the default is not a valid repository.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Repository {
    owner: String,
    name: String,
}

impl Repository {
    /// Reads `owner/name`, or the address of a repository.
    pub fn parse(text: &str) -> Option<Repository> {
        let text = text.trim().trim_end_matches('/').trim_end_matches(".git");
        let text = text
            .split_once("://")
            .map_or(text, |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
        let (owner, name) = text.split_once('/')?;
        let fits = |part: &str| {
            let is_safe = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
            (1..=100).contains(&part.len())
                && part.chars().all(is_safe)
                && !part.trim_matches('.').is_empty()
        };
        (fits(owner) && fits(name))
            .then(|| Repository { owner: owner.to_owned(), name: name.to_owned() })
    }

    /// Without its owner.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it is this repository, ignoring case.
    pub fn is(&self, owner: &str, name: &str) -> bool {
        self.owner.eq_ignore_ascii_case(owner) && self.name.eq_ignore_ascii_case(name)
    }
}

impl fmt::Display for Repository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.owner, self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::Repository;

    #[test]
    fn names_that_would_change_a_path_are_none() {
        let read = |text: &str| Repository::parse(text).map(|one| one.to_string());
        assert_eq!(read("swap-team/swap"), Some("swap-team/swap".to_owned()));
        assert_eq!(read("https://github.com/a/b.git"), Some("a/b".to_owned()));
        for text in ["", "a", "a/", "/b", "a/b/c", "a/..", "a/b?x", "a/b c", "a/b%2f"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
