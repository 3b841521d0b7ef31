//! Validated texts.
//!
//! A value was trimmed, has a length within its bounds, counted in characters, and has no control
//! characters. Texts of several lines may have line breaks and tabs.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::refused::Refused;

/// The constraints of a text.
struct Shape {
    field: &'static str,
    least: usize,
    most: usize,
    has_lines: bool,
}

fn fitting(raw: &str, shape: &Shape) -> Result<String, Refused> {
    let text = raw.trim();
    let count = text.chars().count();
    let Shape { field, least, most, has_lines } = *shape;
    if count < least {
        return Err(Refused::TextTooShort { field, least });
    }
    if count > most {
        return Err(Refused::TextTooLong { field, most });
    }
    let is_allowed = |c: char| !c.is_control() || (has_lines && matches!(c, '\n' | '\r' | '\t'));
    if !text.chars().all(is_allowed) {
        return Err(Refused::TextControl { field });
    }
    Ok(text.to_owned())
}

macro_rules! texts {
    ($($(#[$doc:meta])* $name:ident($field:literal, $least:literal..=$most:literal, $lines:ident);)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// Its largest number of characters.
            pub const MOST: usize = $most;

            /// Trims and validates a text.
            pub fn parse(raw: &str) -> Result<$name, Refused> {
                let shape =
                    Shape { field: $field, least: $least, most: $most, has_lines: texts!($lines) };
                fitting(raw, &shape).map($name)
            }

            /// The text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl TryFrom<String> for $name {
            type Error = Refused;

            fn try_from(raw: String) -> Result<$name, Refused> {
                $name::parse(&raw)
            }
        }

        impl From<$name> for String {
            fn from(text: $name) -> String {
                text.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    )*};
    (lines) => { true };
    (line) => { false };
}

texts! {
    /// The title of an issue.
    Title("Title", 8..=140, line);
    /// The description of an issue, in Markdown. Its minimum length is checked on submission.
    Body("Description", 0..=20_000, lines);
    /// A step to reproduce.
    Step("Step", 1..=500, lines);
    /// What should have happened, or what happened instead.
    Account("Expected and actual", 0..=2_000, lines);
    /// A question to the reporter.
    Question("Question", 10..=2_000, lines);
    /// The public reason of a decision.
    PublicReason("Reason", 20..=2_000, lines);
    /// The reason of a manual change of points.
    PointsReason("Reason", 10..=500, lines);
    /// The text of a comment.
    CommentBody("Comment", 1..=10_000, lines);
    /// A note to a vote or a proposal.
    Note("Note", 0..=280, line);
    /// A note to a fix check.
    CheckNote("Note", 0..=1_000, lines);
    /// The text of an appeal.
    AppealBody("Appeal", 20..=2_000, lines);
    /// A tag of an issue.
    Tag("Tag", 1..=40, line);
    /// The name of an invitation or a season.
    Label("Name", 1..=80, line);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::{Body, Note, Title};
    use crate::refused::Refused;

    #[test]
    fn a_title_is_trimmed_and_counted_in_characters() {
        assert_eq!(Title::parse("  Übergröße \n").unwrap().as_str(), "Übergröße");
        let short = Title::parse("1234567");
        assert_eq!(short, Err(Refused::TextTooShort { field: "Title", least: 8 }));
        assert!(Title::parse(&"ü".repeat(140)).is_ok());
        assert!(Title::parse(&"ü".repeat(141)).is_err());
    }

    #[test]
    fn only_texts_of_several_lines_hold_line_breaks() {
        assert!(Body::parse("one\ntwo\tthree").is_ok());
        assert_eq!(Title::parse("one line\ntwo"), Err(Refused::TextControl { field: "Title" }));
        assert!(Body::parse("a bell \u{7} rings").is_err());
    }

    proptest! {
        #[test]
        fn whatever_was_parsed_is_within_its_bounds_and_parses_to_itself(raw in any::<String>()) {
            if let Ok(note) = Note::parse(&raw) {
                assert!(note.as_str().chars().count() <= Note::MOST);
                assert!(!note.as_str().chars().any(char::is_control));
                assert_eq!(Note::parse(note.as_str()), Ok(note));
            }
        }
    }
}
