//! A chat message to one person.

/// A message to one person, before it has any service's form. Texts may be strangers'.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectMessage {
    /// One line that says what happened.
    pub title: String,
    /// More text, if there is any.
    pub text: Option<String>,
    /// Where it leads.
    pub url: String,
    /// The id of its event, by which the receiver can detect duplicates.
    pub event: String,
}
