//! What one person is told in a chat.

/// A message to one person, before it has any service's form. Texts may be strangers'.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DirectMessage {
    /// One line that says what happened.
    pub title: String,
    /// More, where there is more.
    pub text: Option<String>,
    /// Where it leads.
    pub url: String,
    /// The event it is about: whoever gets it twice can tell.
    pub event: String,
}
