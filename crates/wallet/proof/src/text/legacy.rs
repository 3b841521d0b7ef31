//! The text of the old clients: a message of the app, and below it the server's answer to their
//! request for the time. That answer holds a challenge, so that a signature is good once.

use super::{NotASignIn, is_nonce};

/// The time of the server, as old clients get it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp<'a> {
    /// When it was sent.
    pub issued_at: &'a str,
    /// By what it is known again.
    pub nonce: &'a str,
    /// The site that asked, for users who read what they sign.
    pub domain: &'a str,
    /// The account to which the address will be linked, if that is what it is for.
    pub link_to: Option<&'a str>,
}

impl Stamp<'_> {
    /// The stamp as it is sent.
    pub fn text(&self) -> String {
        let Stamp { issued_at, nonce, domain, link_to } = self;
        let mut text = format!("{issued_at}\nNonce: {nonce}\nDomain: {domain}");
        if let Some(account) = link_to {
            text.push_str("\nAction: link to account ");
            text.push_str(account);
        }
        text
    }
}

/// A text as the old clients make it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Legacy<'a> {
    /// The application it names.
    pub application: &'a str,
    /// What the server told.
    pub stamp: &'a str,
    /// The nonce within it.
    pub nonce: &'a str,
}

impl<'a> Legacy<'a> {
    /// Reads a text, if it is one of these and has a challenge in it.
    pub fn parse(text: &'a str) -> Result<Legacy<'a>, NotASignIn> {
        // The message above is the app's: nothing in it may pass for what the server told, nor for
        // a sign-in elsewhere.
        let (message, rest) = text.rsplit_once("\n\nId: ").ok_or(NotASignIn)?;
        if message.contains("Nonce:") || message.contains(" wants you to sign in with your ") {
            return Err(NotASignIn);
        }
        let first = rest.split('\n').next().unwrap_or_default();
        // An application id may have colons; the server's time has two.
        let at = first.find(':').ok_or(NotASignIn)?;
        let (application, stamp) = (&rest[..at], &rest[at + 1..]);
        let mut nonces = stamp.split('\n').filter_map(|line| line.strip_prefix("Nonce: "));
        match (nonces.next(), nonces.next()) {
            (Some(nonce), None) if is_nonce(nonce) => Ok(Legacy { application, stamp, nonce }),
            _ => Err(NotASignIn),
        }
    }

    /// Whether it names an application and ends in exactly this stamp.
    pub fn ends_in(text: &str, application: &str, stamp: &str) -> bool {
        let rest = text.strip_suffix(stamp).and_then(|rest| rest.strip_suffix(':'));
        let rest = rest.and_then(|rest| rest.strip_suffix(application));
        rest.is_some_and(|rest| rest.ends_with("\n\nId: "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STAMP: Stamp<'_> = Stamp {
        issued_at: "2026-11-14T22:50:00.000Z",
        nonce: "0123456789abcdef0123456789abcdef",
        domain: "app.example",
        link_to: None,
    };

    #[test]
    fn a_text_is_read_back_and_ends_in_its_stamp() {
        let stamp = Stamp { link_to: Some("u1"), ..STAMP }.text();
        let text = format!("Moralis Authentication\n\nId: my-app:{stamp}");
        let read = Legacy::parse(&text).unwrap();
        assert_eq!((read.application, read.stamp), ("my-app", stamp.as_str()));
        assert_eq!(read.nonce, STAMP.nonce);
        assert!(Legacy::ends_in(&text, "my-app", &stamp));
        assert!(!Legacy::ends_in(&text, "app", &stamp));
        assert!(!Legacy::ends_in(&text, "other", &stamp));
        assert!(!Legacy::ends_in(&format!("{text}\nmore"), "my-app", &stamp));
    }

    #[test]
    fn a_text_without_a_challenge_of_its_own_is_none() {
        let stamp = STAMP.text();
        for bad in [
            "Moralis Authentication",
            "Moralis Authentication\n\nId: my-app:1700000000000",
            &format!("Nonce: deadbeefdeadbeef\n\nId: my-app:{stamp}"),
            &format!("m\n\nId: my-app:{stamp}\nNonce: deadbeefdeadbeef"),
            &format!("bank.example wants you to sign in with your x\n\nId: my-app:{stamp}"),
            &format!("m\n\nId: {stamp}").replace(':', ""),
        ] {
            assert_eq!(Legacy::parse(bad), Err(NotASignIn), "{bad}");
        }
    }
}
