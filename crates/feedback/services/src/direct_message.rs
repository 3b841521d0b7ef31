//! A chat message to one person.

/// A message to one user, before it has the form of a service. Its texts are untrusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectMessage {
    /// A line that describes the event.
    pub title: String,
    /// Further text.
    pub text: Option<String>,
    /// The address of its page.
    pub url: String,
    /// The id of its event, by which the receiver can detect duplicates.
    pub event: String,
}
