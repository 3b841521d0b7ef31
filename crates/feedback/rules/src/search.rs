//! The typed form of issue searches.
//!
//! All parts must match. The values of one part are separated by commas, and one of them must
//! match. `parse` and `Display` are inverse: the displayed form of a query parses to the same
//! query.

mod parse;
#[cfg(test)]
mod tests;
mod word;

use std::fmt;

use crate::kind::Kind;
use crate::quality::Quality;
use crate::severity::Severity;
use crate::status::Resolution;
use crate::username::Username;

pub use parse::{MOST_CHARS, MOST_PARTS, SearchError, parse};
pub use word::{Field, Has, Is, Order, Sort, Source, Verdict};

/// A query, in the order in which it was typed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IssueQuery {
    /// The parts, all of which must match.
    pub parts: Vec<Part>,
}

/// A part of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// `field:value`
    Term(Term),
    /// An identifier, which matches exactly.
    Exact(Exact),
    /// A word of the text.
    Word(String),
    /// Words in this order.
    Phrase(String),
}

/// A field and its alternative values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Term {
    /// `is:`
    Is(Vec<Is>),
    /// `kind:`
    Kind(Vec<Kind>),
    /// `sev:`
    Severity(Vec<Severity>),
    /// `class:`, a failure class
    Class(Vec<Key>),
    /// `verdict:`, of evidence
    Verdict(Vec<Verdict>),
    /// `area:`
    Area(Vec<Key>),
    /// `net:`, a chain's id
    Network(Vec<u64>),
    /// `build:`, with or without an order
    Build(Order, Version),
    /// `reporter:`
    Reporter(Vec<Who>),
    /// `assignee:`
    Assignee(Vec<Who>),
    /// `tag:`
    Tag(Vec<String>),
    /// `has:`
    Has(Vec<Has>),
    /// `cluster:`, the beginning of a fingerprint
    Cluster(String),
    /// `affects:me`
    AffectsMe,
    /// `watching:me`
    WatchingMe,
    /// `regressed:`
    Regressed(bool),
    /// `resolution:`
    Resolution(Vec<Resolution>),
    /// `quality:`
    Quality(Vec<Quality>),
    /// `check:me`, fixed issues that the caller is asked to check
    CheckMe,
    /// `source:`
    Source(Vec<Source>),
    /// `origin:`, the host of a page with its port, if it has one
    Origin(Vec<Host>),
}

/// A key from the lists of the programme, such as an area: lower-case letters, digits and `_`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(String);

/// The version of a build: letters, digits and `. _ + -`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(String);

/// The host of a page and its port, in small letters: `swap.example.org`, `localhost:5173`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host(String);

/// A user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// The caller.
    Me,
    /// None, for fields that may be empty.
    NoUser,
    /// A user by name.
    Named(Username),
}

/// An identifier. Hexadecimal digits are lower-case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Exact {
    /// `#12`
    Number(u32),
    /// A transaction's hash: 64 hexadecimal digits.
    Hash(String),
    /// An address: 40 hexadecimal digits.
    Address(String),
    /// A selector: 8 hexadecimal digits.
    Selector(String),
}

impl Key {
    /// Validates a key.
    pub fn parse(text: &str) -> Option<Key> {
        let is_allowed = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_';
        let fits = (1..=40).contains(&text.len()) && text.bytes().all(is_allowed);
        fits.then(|| Key(text.to_owned()))
    }

    /// The key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Version {
    /// Validates a version.
    pub fn parse(text: &str) -> Option<Version> {
        let is_allowed =
            |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'+' | b'-');
        let fits = (1..=64).contains(&text.len()) && text.bytes().all(is_allowed);
        fits.then(|| Version(text.to_owned()))
    }

    /// The version as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Host {
    /// Validates a host. The scheme of an address may stand before it.
    pub fn parse(text: &str) -> Option<Host> {
        let text = text.to_ascii_lowercase();
        let host = text.strip_prefix("https://").or(text.strip_prefix("http://")).unwrap_or(&text);
        let is_allowed =
            |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-' | b':' | b'[' | b']');
        let fits = (1..=260).contains(&host.len()) && host.bytes().all(is_allowed);
        fits.then(|| Host(host.to_owned()))
    }

    /// The host as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Exact {
    /// The identifier in a word, if it is one.
    pub fn parse(word: &str) -> Option<Exact> {
        if let Some(number) = word.strip_prefix('#') {
            let is_plain = !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
            return if is_plain { number.parse().ok().map(Exact::Number) } else { None };
        }
        let (digits, is_marked) = match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
            Some(digits) => (digits, true),
            None => (word, false),
        };
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return None;
        }
        let digits = digits.to_ascii_lowercase();
        match digits.len() {
            64 => Some(Exact::Hash(digits)),
            40 if is_marked => Some(Exact::Address(digits)),
            8 if is_marked => Some(Exact::Selector(digits)),
            _ => None,
        }
    }
}

impl fmt::Display for Exact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Exact::Number(number) => write!(f, "#{number}"),
            Exact::Hash(digits) | Exact::Address(digits) | Exact::Selector(digits) => {
                write!(f, "0x{digits}")
            }
        }
    }
}

/// Words and phrases that are searched for.
const MOST_TEXTS: usize = 10;

/// Characters from which a word narrows a search.
const NARROWING: usize = 3;

impl IssueQuery {
    /// The query with the most selective part of its text. Nearly every issue has words of one or
    /// two letters, so they are dropped beside longer ones. Of many words, the longest are kept.
    #[must_use]
    pub fn narrowest(mut self) -> IssueQuery {
        let mut texts: Vec<(usize, usize)> = Vec::new();
        for (place, part) in self.parts.iter().enumerate() {
            if let Part::Word(text) | Part::Phrase(text) = part {
                texts.push((text.chars().filter(|c| c.is_alphanumeric()).count(), place));
            }
        }
        texts.sort_by_key(|(letters, place)| (std::cmp::Reverse(*letters), *place));
        let narrowing = texts.iter().take_while(|(letters, _)| *letters >= NARROWING).count();
        let looked_for = narrowing.clamp(1, MOST_TEXTS);
        let left_out: Vec<usize> = texts.into_iter().skip(looked_for).map(|(_, at)| at).collect();
        let mut place = 0;
        self.parts.retain(|_| {
            place += 1;
            !left_out.contains(&(place - 1))
        });
        self
    }

    /// Whether it searches by a text of the caller.
    pub fn is_by_text(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Word(_) | Part::Phrase(_) | Part::Exact(_) => true,
            Part::Term(term) => matches!(term, Term::Tag(_) | Term::Cluster(_)),
        })
    }

    /// The words and phrases, without the rest.
    pub fn text(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Word(text) | Part::Phrase(text) => Some(text.as_str()),
            Part::Term(_) | Part::Exact(_) => None,
        })
    }

    /// The identifiers.
    pub fn exact(&self) -> impl Iterator<Item = &Exact> {
        self.parts.iter().filter_map(|part| match part {
            Part::Exact(exact) => Some(exact),
            _ => None,
        })
    }

    /// Whether its result depends on the caller, beyond read permissions.
    pub fn is_about_asker(&self) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Term(Term::AffectsMe | Term::WatchingMe | Term::CheckMe) => true,
            Part::Term(Term::Reporter(people) | Term::Assignee(people)) => {
                people.contains(&Who::Me)
            }
            Part::Term(_) | Part::Exact(_) | Part::Word(_) | Part::Phrase(_) => false,
        })
    }
}

impl fmt::Display for IssueQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, part) in self.parts.iter().enumerate() {
            if place > 0 {
                f.write_str(" ")?;
            }
            match part {
                Part::Term(term) => term.fmt(f)?,
                Part::Exact(exact) => exact.fmt(f)?,
                Part::Word(word) => f.write_str(word)?,
                Part::Phrase(phrase) => f.write_str(&quoted(phrase))?,
            }
        }
        Ok(())
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// A value in its typed form, in quotes if needed.
fn value(text: &str) -> String {
    let is_plain = !text.is_empty()
        && !text.chars().any(|c| c.is_whitespace() || matches!(c, ',' | '"' | '\\'));
    if is_plain { text.to_owned() } else { quoted(text) }
}

fn joined<T>(values: &[T], word: impl Fn(&T) -> String) -> String {
    let words: Vec<String> = values.iter().map(word).collect();
    words.join(",")
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Me => f.write_str("me"),
            Who::NoUser => f.write_str("none"),
            Who::Named(name) => f.write_str(name.as_str()),
        }
    }
}

impl Term {
    /// The field of the term.
    pub fn field(&self) -> Field {
        match self {
            Term::Is(_) => Field::Is,
            Term::Kind(_) => Field::Kind,
            Term::Severity(_) => Field::Sev,
            Term::Class(_) => Field::Class,
            Term::Verdict(_) => Field::Verdict,
            Term::Area(_) => Field::Area,
            Term::Network(_) => Field::Net,
            Term::Build(..) => Field::Build,
            Term::Reporter(_) => Field::Reporter,
            Term::Assignee(_) => Field::Assignee,
            Term::Tag(_) => Field::Tag,
            Term::Has(_) => Field::Has,
            Term::Cluster(_) => Field::Cluster,
            Term::AffectsMe => Field::Affects,
            Term::WatchingMe => Field::Watching,
            Term::Regressed(_) => Field::Regressed,
            Term::Resolution(_) => Field::Resolution,
            Term::Quality(_) => Field::Quality,
            Term::CheckMe => Field::Check,
            Term::Source(_) => Field::Source,
            Term::Origin(_) => Field::Origin,
        }
    }

    fn values(&self) -> String {
        match self {
            Term::Is(values) => joined(values, |one| one.key().to_owned()),
            Term::Kind(values) => joined(values, |one| one.key().to_owned()),
            Term::Severity(values) => joined(values, |one| one.key().to_owned()),
            Term::Verdict(values) => joined(values, |one| one.key().to_owned()),
            Term::Has(values) => joined(values, |one| one.key().to_owned()),
            Term::Class(values) | Term::Area(values) => joined(values, |one| one.0.clone()),
            Term::Network(values) => joined(values, u64::to_string),
            Term::Reporter(values) | Term::Assignee(values) => joined(values, Who::to_string),
            Term::Tag(values) => joined(values, |tag| value(tag)),
            Term::Build(order, version) => format!("{}{}", order.key(), version.0),
            Term::Cluster(beginning) => beginning.clone(),
            Term::AffectsMe | Term::WatchingMe | Term::CheckMe => "me".to_owned(),
            Term::Resolution(values) => joined(values, |one| one.key().to_owned()),
            Term::Quality(values) => joined(values, |one| one.key().to_owned()),
            Term::Source(values) => joined(values, |one| one.key().to_owned()),
            Term::Origin(values) => joined(values, |one| one.0.clone()),
            Term::Regressed(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.field().key(), self.values())
    }
}
