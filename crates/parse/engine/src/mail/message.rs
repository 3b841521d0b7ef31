//! A message of the application, and the answer of the mail server.

/// A message with both parts, to one address.
#[derive(Clone)]
pub struct Message {
    /// The display name of its sender, if it is not that of the mail server's settings.
    pub sender_name: Option<String>,
    /// The address it goes to.
    pub to: String,
    /// The subject, on one line.
    pub subject: String,
    /// The plain text body.
    pub text: String,
    /// The HTML body.
    pub html: String,
    /// A picture that the HTML body shows.
    pub picture: Option<InlinePicture>,
    /// Its message id with angle brackets, the same for every attempt.
    pub message_id: String,
    /// Additional headers, in printable ASCII.
    pub headers: Vec<(&'static str, String)>,
}

/// A picture inside a message, as a PNG.
#[derive(Debug, Clone)]
pub struct InlinePicture {
    /// The name by which the HTML body refers to it, as `cid:name`.
    pub content_id: &'static str,
    /// Its content.
    pub png: Vec<u8>,
}

impl std::fmt::Debug for Message {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Message").field("message_id", &self.message_id).finish_non_exhaustive()
    }
}

/// Why a message was not accepted. The texts are logged, so they must not include the address.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotTaken {
    /// It was not handed over, and can be sent later.
    #[error("not sent: {0}")]
    NotSent(String),
    /// It was handed over, and the answer is missing.
    #[error("no answer: {0}")]
    Unsure(String),
    /// The server rejects us in general, usually because of a wrong password.
    #[error("the mail server refuses us: {0}")]
    Unwelcome(String),
    /// The server rejected this message, temporarily or permanently.
    #[error("the mail server answered {0}")]
    Refused(Refusal),
    /// It cannot be encoded: an invalid address, or a header with a line break.
    #[error("not writable: {0}")]
    Unwritable(&'static str),
}

/// The rejection of a mail server: its code, and its enhanced status (RFC 3463) if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refusal {
    /// Such as 550.
    pub code: u16,
    /// Such as 5.1.1.
    pub status: Option<(u16, u16, u16)>,
}

impl Refusal {
    /// Parses the status at the start of a server's text, such as `5.1.1 No such user`.
    pub fn new(code: u16, said: &str) -> Refusal {
        Refusal { code, status: enhanced_status(said) }
    }
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.status {
            Some((class, subject, detail)) => {
                write!(f, "{} {class}.{subject}.{detail}", self.code)
            }
            None => write!(f, "{}", self.code),
        }
    }
}

/// The enhanced status at the start of a text: a class of 2, 4 or 5, and two numbers of at most
/// three digits.
pub fn enhanced_status(said: &str) -> Option<(u16, u16, u16)> {
    let first = said.split_whitespace().next()?;
    let mut parts = first.split('.').map(|part| {
        let is_number = (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        is_number.then(|| part.parse().ok()).flatten()
    });
    let status = (parts.next()??, parts.next()??, parts.next()??);
    (matches!(status.0, 2 | 4 | 5) && parts.next().is_none()).then_some(status)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_is_read_where_one_is_given() {
        assert_eq!(enhanced_status("5.1.1 No such user"), Some((5, 1, 1)));
        assert_eq!(enhanced_status("4.7.28 Slow down"), Some((4, 7, 28)));
        assert_eq!(enhanced_status("5.7.515"), Some((5, 7, 515)));
        for none in ["", "No such user", "5.1", "5.1.1.1 x", "6.1.1 x", "5.1.1000 x", "5.1.x"] {
            assert_eq!(enhanced_status(none), None, "{none}");
        }
        assert_eq!(Refusal::new(550, "5.1.1 rin@mail.test?").to_string(), "550 5.1.1");
    }
}
