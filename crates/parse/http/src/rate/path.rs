//! Paths, and patterns of paths in the form Parse Server's rules have.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// Classes that have a path of their own beside `/classes/…`.
const ALIASES: [(&str, &str); 4] = [
    ("users", "_User"),
    ("sessions", "_Session"),
    ("roles", "_Role"),
    ("installations", "_Installation"),
];

/// Where passwords are tried.
const SIGN_IN: [&str; 3] = ["login", "verifyPassword", "challenge"];

/// A path in every way it can be spelled, so that no rule is dodged by another spelling.
#[derive(Debug)]
pub(super) struct Spellings<'a> {
    given: Vec<Cow<'a, str>>,
    other: Option<Vec<Cow<'a, str>>>,
}

impl<'a> Spellings<'a> {
    /// Of a path below the mount.
    pub(super) fn of(path: &'a str) -> Spellings<'a> {
        let given: Vec<Cow<'a, str>> = path
            .split('/')
            .filter(|segment| !segment.is_empty())
            .map(|segment| percent_decode_str(segment).decode_utf8_lossy())
            .collect();
        let other = aliased(&given);
        Spellings { given, other }
    }

    /// Whether a password is tried here.
    pub(super) fn is_sign_in(&self) -> bool {
        SIGN_IN.iter().any(|name| self.is(name))
    }

    /// Whether it is one segment of this name.
    pub(super) fn is(&self, name: &str) -> bool {
        self.given.len() == 1 && self.given[0].eq_ignore_ascii_case(name)
    }
}

fn aliased<'a>(given: &[Cow<'a, str>]) -> Option<Vec<Cow<'a, str>>> {
    let first = given.first()?;
    if first.eq_ignore_ascii_case("classes") {
        let class = given.get(1)?;
        let (alias, _) = ALIASES.iter().find(|(_, name)| class == name)?;
        return Some([&[Cow::Borrowed(*alias)], &given[2..]].concat());
    }
    let (_, class) = ALIASES.iter().find(|(alias, _)| first.eq_ignore_ascii_case(alias))?;
    Some([&[Cow::Borrowed("classes"), Cow::Borrowed(*class)], &given[1..]].concat())
}

/// A pattern such as `/functions/*path` or `/classes/:class`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pattern(Vec<Segment>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    /// This text, whatever its case.
    Text(String),
    /// Any one segment.
    One,
    /// One segment or more.
    Rest,
}

impl Pattern {
    /// Reads a pattern; `None` for the parts of path-to-regexp that are not read here.
    pub(super) fn parse(text: &str) -> Option<Pattern> {
        let segments = text.strip_prefix('/').unwrap_or(text);
        let read = |segment: &str| match segment.as_bytes().first()? {
            b':' => Some(Segment::One),
            b'*' => Some(Segment::Rest),
            _ if segment
                .contains(['*', ':', '{', '}', '(', ')', '[', ']', '?', '+', '!', '\\']) =>
            {
                None
            }
            _ => Some(Segment::Text(segment.to_owned())),
        };
        let segments = segments.split('/').filter(|segment| !segment.is_empty());
        segments.map(read).collect::<Option<Vec<Segment>>>().map(Pattern)
    }

    /// Whether it fits every path.
    pub(super) fn fits_everything(&self) -> bool {
        self.0 == [Segment::Rest]
    }

    /// Whether it fits a path in one of its spellings.
    pub(super) fn fits(&self, path: &Spellings<'_>) -> bool {
        fits(&self.0, &path.given) || path.other.as_ref().is_some_and(|other| fits(&self.0, other))
    }
}

fn fits(pattern: &[Segment], path: &[Cow<'_, str>]) -> bool {
    match (pattern.split_first(), path.split_first()) {
        (None, None) => true,
        (Some((Segment::Text(text), pattern)), Some((segment, path))) => {
            text.eq_ignore_ascii_case(segment) && fits(pattern, path)
        }
        (Some((Segment::One, pattern)), Some((_, path))) => fits(pattern, path),
        (Some((Segment::Rest, rest)), Some((_, path))) => fits(rest, path) || fits(pattern, path),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn does_fit(pattern: &str, path: &str) -> bool {
        Pattern::parse(pattern).unwrap().fits(&Spellings::of(path))
    }

    #[test]
    fn patterns_are_parse_servers() {
        for (pattern, path, expected) in [
            ("/login", "/login", true),
            ("/login", "/LogIn/", true),
            ("/login", "/login/x", false),
            ("/functions/*path", "/functions/a", true),
            ("/functions/*path", "/functions/a/b", true),
            ("/functions/*path", "/functions", false),
            ("/classes/:name", "/classes/Note", true),
            ("/classes/:name", "/classes/Note/x", false),
            ("/*path", "/anything/at/all", true),
            ("/*path", "/", false),
        ] {
            assert_eq!(does_fit(pattern, path), expected, "{pattern} {path}");
        }
    }

    #[test]
    fn another_spelling_of_the_same_path_is_the_same_path() {
        for path in ["/users", "/Users/", "/classes/_User", "/classes/%5FUser"] {
            assert!(does_fit("/users", path), "{path}");
            assert!(does_fit("/classes/_User", path), "{path}");
        }
        assert!(does_fit("/classes/_Role/:id", "/roles/x"));
        assert!(!does_fit("/users", "/classes/Users"));
    }

    #[test]
    fn what_is_not_read_is_no_pattern() {
        for text in ["/a{/b}", "/a(.*)", "/a*", "/:a-:b?"] {
            assert_eq!(Pattern::parse(text).is_none(), !text.starts_with("/:"), "{text}");
        }
    }
}
