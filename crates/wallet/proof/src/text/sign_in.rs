//! A text that says who signs in where: EIP-4361, and its counterparts for the other families.

use std::fmt;

use super::{NotASignIn, is_nonce};
use crate::Family;

/// The longest text of this kind, in bytes.
const LONGEST: usize = 2 * 1024;

/// Who signs in where, in the order in which a text says it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignIn {
    /// What kind of account.
    pub family: Family,
    /// The site, as a wallet compares it.
    pub domain: String,
    /// The address as it is shown.
    pub address: String,
    /// What it is for, in one line.
    pub statement: Option<String>,
    /// The page.
    pub uri: String,
    /// The chain: a number for Ethereum's relatives, a name for others.
    pub chain: String,
    /// By what it is known again.
    pub nonce: String,
    /// When it was made.
    pub issued_at: String,
    /// When it ends.
    pub expires_at: Option<String>,
    /// When it begins.
    pub not_before: Option<String>,
    /// What the site calls it.
    pub request_id: Option<String>,
    /// What else it is about.
    pub resources: Vec<String>,
}

impl fmt::Display for SignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = self.family.title();
        writeln!(f, "{} wants you to sign in with your {title} account:", self.domain)?;
        writeln!(f, "{}\n", self.address)?;
        match &self.statement {
            Some(statement) => writeln!(f, "{statement}\n")?,
            None => writeln!(f)?,
        }
        write!(f, "URI: {}\nVersion: 1\nChain ID: {}\n", self.uri, self.chain)?;
        write!(f, "Nonce: {}\nIssued At: {}", self.nonce, self.issued_at)?;
        for (name, value) in self.times() {
            if let Some(value) = value {
                write!(f, "\n{name}: {value}")?;
            }
        }
        if !self.resources.is_empty() {
            write!(f, "\nResources:")?;
        }
        self.resources.iter().try_for_each(|resource| write!(f, "\n- {resource}"))
    }
}

impl SignIn {
    fn times(&self) -> [(&'static str, &Option<String>); 3] {
        [
            ("Expiration Time", &self.expires_at),
            ("Not Before", &self.not_before),
            ("Request ID", &self.request_id),
        ]
    }

    /// Reads a text. Every part stands once and in its place; what reads back otherwise than it was
    /// written is refused.
    pub fn parse(text: &str) -> Result<SignIn, NotASignIn> {
        let is_printed = |b: u8| b == b'\n' || b == b' ' || b.is_ascii_graphic();
        if text.len() > LONGEST || !text.bytes().all(is_printed) {
            return Err(NotASignIn);
        }
        let read = SignIn::read(text).ok_or(NotASignIn)?;
        let is_whole = read.to_string() == text && is_nonce(&read.nonce);
        if is_whole { Ok(read) } else { Err(NotASignIn) }
    }

    fn read(text: &str) -> Option<SignIn> {
        let mut lines = Lines(text.split('\n').peekable());
        let (domain, rest) = lines.next()?.split_once(" wants you to sign in with your ")?;
        let title = rest.strip_suffix(" account:")?;
        let family = Family::ALL.into_iter().find(|family| family.title() == title)?;
        let is_domain = !domain.is_empty() && !domain.contains([' ', '/', '@', '?', '#']);
        let address = lines.next()?.to_owned();
        lines.blank().filter(|()| is_domain)?;
        let statement = match lines.next()? {
            "" => None,
            statement => {
                lines.blank()?;
                Some(statement.to_owned())
            }
        };
        let uri = lines.value("URI: ")?;
        lines.value("Version: ").filter(|version| version == "1")?;
        let chain = lines.value("Chain ID: ")?;
        let nonce = lines.value("Nonce: ")?;
        let issued_at = lines.value("Issued At: ")?;
        let expires_at = lines.value("Expiration Time: ");
        let not_before = lines.value("Not Before: ");
        let request_id = lines.value("Request ID: ");
        let mut resources = Vec::new();
        if lines.0.next_if_eq(&"Resources:").is_some() {
            while let Some(resource) = lines.value("- ") {
                resources.push(resource);
            }
        }
        let read = SignIn {
            family,
            domain: domain.to_owned(),
            address,
            statement,
            uri,
            chain,
            nonce,
            issued_at,
            expires_at,
            not_before,
            request_id,
            resources,
        };
        lines.0.next().is_none().then_some(read)
    }
}

struct Lines<'a>(std::iter::Peekable<std::str::Split<'a, char>>);

impl<'a> Lines<'a> {
    fn next(&mut self) -> Option<&'a str> {
        self.0.next()
    }

    fn blank(&mut self) -> Option<()> {
        self.0.next_if_eq(&"").map(drop)
    }

    fn value(&mut self, name: &str) -> Option<String> {
        let line = self.0.next_if(|line| line.starts_with(name))?;
        line.strip_prefix(name).map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example() -> SignIn {
        SignIn {
            family: Family::Evm,
            domain: "feedback.example.org".to_owned(),
            address: "0x43B18fd92a04CC91b73f19D4D5c9f4Ec7eAE8346".to_owned(),
            statement: Some("Sign in to Beta Feedback.".to_owned()),
            uri: "https://feedback.example.org/login".to_owned(),
            chain: "1".to_owned(),
            nonce: "k3Jd92LmQp7ZtX4a".to_owned(),
            issued_at: "2026-11-14T22:50:00.000Z".to_owned(),
            expires_at: Some("2026-11-14T23:05:00.000Z".to_owned()),
            not_before: None,
            request_id: None,
            resources: Vec::new(),
        }
    }

    #[test]
    fn a_text_reads_back_as_it_was_made() {
        for family in Family::ALL {
            for statement in [None, Some("One line.".to_owned())] {
                let made = SignIn { family, statement, ..example() };
                assert_eq!(SignIn::parse(&made.to_string()), Ok(made));
            }
        }
    }

    #[test]
    fn nothing_can_be_slipped_into_a_text() {
        let good = example().to_string();
        for bad in [
            good.replace('\n', "\r\n"),
            format!("{good}\n\nId: app:1700000000000"),
            format!("{good}\nNonce: aaaaaaaaaaaa"),
            format!("{good}\n"),
            format!(" {good}"),
            good.replace("Nonce: k3Jd92LmQp7ZtX4a\n", ""),
            good.replace("Nonce: k3Jd92LmQp7ZtX4a", "Nonce: short"),
            good.replace("Version: 1", "Version: 2"),
            good.replace("Sign in to Beta Feedback.", "Sign\nin"),
            good.replace("Sign in to", "Sign in \u{202e} to"),
            good.replace("Sign in to", &"x".repeat(100 * 1024)),
            good.replace("feedback.example.org wants", "evil.example/feedback.example.org wants"),
            good.replace("Chain ID: 1\n", "Chain ID: 1\nChain ID: 5\n"),
            good.replace("Ethereum", "Dogecoin"),
            String::new(),
        ] {
            assert_eq!(SignIn::parse(&bad), Err(NotASignIn), "{bad}");
        }
    }
}
