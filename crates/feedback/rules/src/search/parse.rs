//! Parses a search, or returns the position of an error and how to fix it.

use std::iter::Peekable;
use std::str::Chars;

use super::{
    Exact, Field, Has, Host, Is, IssueQuery, Key, Order, Part, Source, Term, Verdict, Version, Who,
};
use crate::kind::Kind;
use crate::quality::Quality;
use crate::severity::Severity;
use crate::status::Resolution;
use crate::text::Tag;
use crate::username::Username;

/// Characters of a query.
pub const MOST_CHARS: usize = 500;

/// Parts of a query.
pub const MOST_PARTS: usize = 30;

/// A syntax error.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem} {fix}")]
pub struct SearchError {
    /// Its position, in characters from the start.
    pub at: usize,
    /// The problem.
    pub problem: String,
    /// The suggested fix.
    pub fix: String,
}

fn error(at: usize, problem: impl Into<String>, fix: impl Into<String>) -> SearchError {
    SearchError { at, problem: problem.into(), fix: fix.into() }
}

/// Parses a query.
pub fn parse(typed: &str) -> Result<IssueQuery, SearchError> {
    let too_long = || {
        let fix = format!("Use at most {MOST_CHARS} characters.");
        error(MOST_CHARS, "The search is too long.", fix)
    };
    // A character has at most four bytes, so a longer text is too long in any case.
    if typed.len() > 4 * MOST_CHARS {
        return Err(too_long());
    }
    let mut scanner = Scanner { rest: typed.chars().peekable(), at: 0 };
    let mut parts = Vec::new();
    loop {
        scanner.skip_spaces();
        if scanner.at > MOST_CHARS {
            return Err(too_long());
        }
        let at = scanner.at;
        let part = match scanner.rest.peek() {
            None => break,
            Some('"') => Part::Phrase(scanner.quoted()?),
            Some(_) => scanner.part()?,
        };
        if parts.len() == MOST_PARTS {
            let fix = format!("Use at most {MOST_PARTS} words and fields.");
            return Err(error(at, "The search has too many parts.", fix));
        }
        parts.push(part);
    }
    Ok(IssueQuery { parts })
}

struct Scanner<'a> {
    rest: Peekable<Chars<'a>>,
    at: usize,
}

/// A value of a field, and its position.
struct Value {
    at: usize,
    text: String,
}

impl Scanner<'_> {
    fn next(&mut self) -> Option<char> {
        let next = self.rest.next();
        self.at += usize::from(next.is_some());
        next
    }

    fn take_while(&mut self, is_wanted: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(c) = self.rest.next_if(|c| is_wanted(*c)) {
            self.at += 1;
            taken.push(c);
        }
        taken
    }

    fn skip_spaces(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// A quoted text. `\"` and `\\` are escapes.
    fn quoted(&mut self) -> Result<String, SearchError> {
        let start = self.at;
        self.next();
        let mut text = String::new();
        loop {
            match self.next() {
                None => {
                    let fix = "Close it with another quote.";
                    return Err(error(start, "This quote is not closed.", fix));
                }
                Some('"') => break,
                Some('\\') => text.extend(self.next()),
                Some(c) => text.push(c),
            }
        }
        if text.trim().is_empty() {
            let fix = "Write the words between them, or remove the quotes.";
            return Err(error(start, "There is nothing between the quotes.", fix));
        }
        match self.rest.peek() {
            Some(c) if !c.is_whitespace() && *c != ',' => {
                Err(error(self.at, "Something follows the quote.", "Put a space between them."))
            }
            _ => Ok(text),
        }
    }

    fn part(&mut self) -> Result<Part, SearchError> {
        let start = self.at;
        let head = self.take_while(|c| !c.is_whitespace() && c != ':');
        let is_field = !head.is_empty() && head.bytes().all(|b| b.is_ascii_lowercase());
        if self.rest.peek() == Some(&':') && is_field {
            self.next();
            let Some(field) = Field::parse(&head) else {
                // A URL is a word.
                if self.rest.peek() == Some(&'/') {
                    let tail = self.take_while(|c| !c.is_whitespace());
                    return Ok(Part::Word(format!("{head}:{tail}")));
                }
                return Err(unknown_field(start, &head));
            };
            let values = self.values(field)?;
            return term(field, &values).map(Part::Term);
        }
        let word = head + &self.take_while(|c| !c.is_whitespace());
        Ok(Exact::parse(&word).map_or(Part::Word(word), Part::Exact))
    }

    fn values(&mut self, field: Field) -> Result<Vec<Value>, SearchError> {
        let mut values = Vec::new();
        loop {
            let at = self.at;
            let text = match self.rest.peek() {
                Some('"') => self.quoted()?,
                _ => self.take_while(|c| !c.is_whitespace() && c != ',' && c != '"'),
            };
            if text.is_empty() {
                let fix =
                    format!("Write it right after, such as {}:{}.", field.key(), example(field));
                return Err(error(at, format!("{}: needs a value.", field.key()), fix));
            }
            values.push(Value { at, text });
            match self.rest.peek() {
                Some(',') => self.next(),
                Some('"') => {
                    return Err(error(
                        self.at,
                        "A quote begins inside a value.",
                        "Quote all of it.",
                    ));
                }
                _ => return Ok(values),
            };
        }
    }
}

/// An example value of each field.
fn example(field: Field) -> &'static str {
    match field {
        Field::Is => "open",
        Field::Kind => "bug",
        Field::Sev => "S1,S2",
        Field::Class => "slippage_exceeded",
        Field::Verdict => "suspect",
        Field::Area => "swap",
        Field::Net => "11155111",
        Field::Build => ">=0.4.2",
        Field::Reporter | Field::Assignee | Field::Affects | Field::Watching => "me",
        Field::Tag => "mobile",
        Field::Has => "tx",
        Field::Cluster => "ab12",
        Field::Regressed => "yes",
        Field::Check => "me",
        Field::Resolution => "wont_fix",
        Field::Quality => "A",
        Field::Source => "widget",
        Field::Origin => "swap.example.org",
    }
}

fn unknown_field(at: usize, head: &str) -> SearchError {
    let nearest = Field::ALL.iter().map(|field| (distance(head, field.key()), field.key())).min();
    let fix = match nearest {
        Some((0..=2, key)) => format!("Did you mean {key}: ? To search for the text, quote it."),
        _ => {
            let known: Vec<&str> = Field::ALL.iter().map(|field| field.key()).collect();
            format!("Fields are {}. To search for the text, quote it.", known.join(", "))
        }
    };
    error(at, format!("There is no field {head}."), fix)
}

/// The edit distance of two words.
fn distance(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (line, a) in from.bytes().enumerate() {
        let mut before = row[0];
        row[0] = line + 1;
        for (column, b) in to.bytes().enumerate() {
            let here = row[column + 1];
            row[column + 1] = (before + usize::from(a != b)).min(row[column] + 1).min(here + 1);
            before = here;
        }
    }
    row[to.len()]
}

/// Parses each value, or lists the known ones.
fn each<T>(
    field: Field,
    values: &[Value],
    read: impl Fn(&str) -> Option<T>,
    fix: &str,
) -> Result<Vec<T>, SearchError> {
    let one = |value: &Value| {
        let problem = || format!("{} is no value of {}.", value.text, field.key());
        read(&value.text).ok_or_else(|| error(value.at, problem(), fix))
    };
    values.iter().map(one).collect()
}

/// Parses values that have a list of known ones.
fn keyed<T>(
    field: Field,
    values: &[Value],
    read: impl Fn(&str) -> Option<T>,
    known: impl IntoIterator<Item = &'static str>,
) -> Result<Vec<T>, SearchError> {
    let known: Vec<&str> = known.into_iter().collect();
    each(field, values, read, &format!("Use one of {}.", known.join(", ")))
}

fn term(field: Field, values: &[Value]) -> Result<Term, SearchError> {
    let key_fix = "Use small letters, digits and _ only.";
    let name_fix = "Use me, or a user name.";
    match field {
        Field::Is => keyed(field, values, Is::parse, Is::ALL.map(Is::key)).map(Term::Is),
        Field::Kind => keyed(field, values, Kind::parse, Kind::ALL.map(Kind::key)).map(Term::Kind),
        Field::Sev => keyed(field, values, Severity::parse, Severity::ALL.map(Severity::key))
            .map(Term::Severity),
        Field::Verdict => {
            keyed(field, values, Verdict::parse, Verdict::ALL.iter().map(|one| one.key()))
                .map(Term::Verdict)
        }
        Field::Has => {
            keyed(field, values, Has::parse, Has::ALL.iter().map(|one| one.key())).map(Term::Has)
        }
        Field::Class => each(field, values, Key::parse, key_fix).map(Term::Class),
        Field::Area => each(field, values, Key::parse, key_fix).map(Term::Area),
        Field::Net => {
            let read = |text: &str| text.parse().ok();
            each(field, values, read, "Use the number of a chain.").map(Term::Network)
        }
        Field::Reporter => each(field, values, who, name_fix).map(Term::Reporter),
        Field::Assignee => {
            let read = |text: &str| if text == "none" { Some(Who::NoUser) } else { who(text) };
            each(field, values, read, "Use me, none, or a user name.").map(Term::Assignee)
        }
        Field::Resolution => {
            keyed(field, values, Resolution::parse, Resolution::ALL.map(Resolution::key))
                .map(Term::Resolution)
        }
        Field::Quality => {
            keyed(field, values, Quality::parse, Quality::ALL.map(Quality::key)).map(Term::Quality)
        }
        Field::Source => {
            keyed(field, values, Source::parse, Source::ALL.iter().map(|one| one.key()))
                .map(Term::Source)
        }
        Field::Origin => {
            let fix = "Write the host of a page, such as swap.example.org.";
            each(field, values, Host::parse, fix).map(Term::Origin)
        }
        Field::Check => single(field, values, |text| me(text, Term::CheckMe), "Use me."),
        Field::Tag => {
            let read = |text: &str| Tag::parse(text).ok().map(String::from);
            each(field, values, read, "Tags have 1 to 40 characters.").map(Term::Tag)
        }
        Field::Build => single(field, values, build, "Write a version, such as >=0.4.2."),
        Field::Cluster => {
            single(field, values, cluster, "Write the first digits of a fingerprint.")
        }
        Field::Affects => single(field, values, |text| me(text, Term::AffectsMe), "Use me."),
        Field::Watching => single(field, values, |text| me(text, Term::WatchingMe), "Use me."),
        Field::Regressed => single(field, values, regressed, "Use yes or no."),
    }
}

/// Fields with at most one value per issue.
fn single(
    field: Field,
    values: &[Value],
    read: impl Fn(&str) -> Option<Term>,
    fix: &str,
) -> Result<Term, SearchError> {
    if let Some(second) = values.get(1) {
        let problem = format!("{} takes one value.", field.key());
        return Err(error(second.at, problem, "Remove the others."));
    }
    let mut read = each(field, values, read, fix)?;
    read.pop().ok_or_else(|| error(0, "There is no value.", fix))
}

fn who(text: &str) -> Option<Who> {
    if text == "me" { Some(Who::Me) } else { Username::parse(text).ok().map(Who::Named) }
}

fn me(text: &str, term: Term) -> Option<Term> {
    (text == "me").then_some(term)
}

fn regressed(text: &str) -> Option<Term> {
    match text {
        "yes" => Some(Term::Regressed(true)),
        "no" => Some(Term::Regressed(false)),
        _ => None,
    }
}

fn cluster(text: &str) -> Option<Term> {
    let is_hex = text.bytes().all(|b| b.is_ascii_hexdigit());
    let fits = (2..=64).contains(&text.len()) && is_hex;
    fits.then(|| Term::Cluster(text.to_ascii_lowercase()))
}

fn build(text: &str) -> Option<Term> {
    let orders = [Order::AtLeast, Order::AtMost, Order::After, Order::Before, Order::Is];
    let (order, version) =
        orders.into_iter().find_map(|order| Some((order, text.strip_prefix(order.key())?)))?;
    Some(Term::Build(order, Version::parse(version)?))
}
