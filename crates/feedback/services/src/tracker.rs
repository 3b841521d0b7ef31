//! What every tracker of issues can be asked, whichever it is.
//!
//! An operation is a [`Turn`]: a request, and what follows from its answer, until it ends. Nothing
//! here waits or calls; whoever holds the turn carries requests and answers.

pub mod document;
pub mod moment;
mod signature;

use serde_json::Value as Json;

use crate::call::{Answer, CallFailed, Request};
use crate::outcome::Outcome;

pub use document::Document;
pub use signature::{bytes_of_hex, hex_of_bytes, is_signed};

/// What follows from an answer.
pub type Next<T> = Box<dyn FnOnce(Result<Answer, CallFailed>) -> Turn<T> + Send>;

/// One operation at a tracker, as far as it has come.
#[must_use]
pub enum Turn<T> {
    /// Something has to be asked first.
    Ask(Box<Request>, Next<T>),
    /// It is over.
    End(Result<T, Outcome>),
}

impl<T: Send + 'static> Turn<T> {
    /// Asks, and goes on with the answer.
    pub fn ask(
        request: Request,
        then: impl FnOnce(Result<Answer, CallFailed>) -> Turn<T> + Send + 'static,
    ) -> Turn<T> {
        Turn::Ask(Box::new(request), Box::new(then))
    }

    /// Is over, with a result.
    pub fn done(result: T) -> Turn<T> {
        Turn::End(Ok(result))
    }

    /// Is over, without one.
    pub fn failed(outcome: Outcome) -> Turn<T> {
        Turn::End(Err(outcome))
    }

    /// Goes on with what came of it.
    pub fn then<U: Send + 'static>(
        self,
        follow: impl FnOnce(Result<T, Outcome>) -> Turn<U> + Send + 'static,
    ) -> Turn<U> {
        match self {
            Turn::End(result) => follow(result),
            Turn::Ask(request, next) => {
                Turn::Ask(request, Box::new(move |result| next(result).then(follow)))
            }
        }
    }

    /// Makes something else of its result.
    pub fn map<U: Send + 'static>(self, of: impl FnOnce(T) -> U + Send + 'static) -> Turn<U> {
        self.then(move |result| Turn::End(result.map(of)))
    }
}

/// Where an issue of ours stands, as far as trackers are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// It was reported.
    Reported,
    /// It is real.
    Accepted,
    /// Somebody works on it.
    Started,
    /// It is mended.
    Done,
    /// It stays as it is.
    Dropped,
    /// Another issue is about the same.
    Duplicate,
}

impl Target {
    /// Whether nothing more is to be done about it.
    pub fn is_ended(self) -> bool {
        matches!(self, Target::Done | Target::Dropped | Target::Duplicate)
    }
}

/// What a state of a tracker means to us.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Nobody is at it.
    Open,
    /// Somebody works on it.
    Started,
    /// It is mended.
    Done,
    /// It stays as it is.
    Dropped,
    /// Another issue is about the same.
    Duplicate,
}

impl Meaning {
    /// Whether nothing more is to be done about it.
    pub fn is_ended(self) -> bool {
        matches!(self, Meaning::Done | Meaning::Dropped | Meaning::Duplicate)
    }
}

/// A state as a tracker tells it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    /// In the tracker's own word.
    pub word: String,
    /// What that means.
    pub meaning: Meaning,
    /// When the issue last changed there, in milliseconds.
    pub at: i64,
}

/// An issue at a tracker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteIssue {
    /// What the tracker needs to find it again.
    pub reference: Json,
    /// What webhooks call it.
    pub external: String,
    /// What people call it.
    pub label: String,
    /// Where people see it.
    pub url: String,
    /// Its title there.
    pub title: String,
    /// Where it stands.
    pub seen: Seen,
}

/// An issue of ours that goes over.
#[derive(Debug, Clone)]
pub struct NewIssue {
    /// Its title.
    pub title: String,
    /// What it says.
    pub body: Document,
    /// Where it is at ours.
    pub url: String,
    /// How bad it is, from 1 to 4.
    pub severity: Option<u8>,
}

/// What makes one write recognisable afterwards, whether its answer came or not.
#[derive(Debug, Clone)]
pub struct Key {
    /// A line that people do not see, for trackers that keep nothing else.
    pub marker: String,
    /// An id of ours, for trackers that take one.
    pub uuid: String,
    /// When it was first tried, in milliseconds.
    pub since: i64,
}

/// What came of asking for another state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moved {
    /// It stands there now.
    Done(Seen),
    /// The tracker has no way from where the issue is.
    NotFromHere(String),
}

/// What a test found out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tested {
    /// As whom we write there.
    pub account: Option<String>,
    /// As which application.
    pub application: Option<String>,
    /// What that account is called.
    pub name: String,
    /// What to show to people.
    pub detail: String,
    /// When the credential ends, in milliseconds, where the tracker says so.
    pub ends_at: Option<i64>,
    /// What is kept for later calls.
    pub learned: Json,
}

/// Something a tracker told by itself, proved to be from it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heard {
    /// Its name among deliveries; the same when it is delivered again.
    pub delivery: String,
    /// Whether it is so old that the tracker is asked instead of believed.
    pub is_stale: bool,
    /// Who did it, as the tracker calls them.
    pub sender: Option<String>,
    /// The application through which it was done, where the tracker says so.
    pub application: Option<String>,
    /// What.
    pub news: News,
}

/// What a tracker told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// An issue stands somewhere, perhaps where it did.
    State {
        /// What webhooks call it.
        external: String,
        /// Where it stands.
        seen: Seen,
    },
    /// Somebody said something.
    Comment {
        /// About which issue.
        external: String,
        /// The name of the comment.
        id: String,
        /// What.
        body: String,
    },
    /// An issue has another name now.
    Renamed {
        /// What webhooks called it.
        external: String,
        /// What it is now.
        to: RemoteIssue,
    },
    /// An issue is no longer there.
    Deleted {
        /// What webhooks called it.
        external: String,
    },
    /// We may no longer do anything there.
    Broken(String),
    /// Nothing that concerns us.
    Nothing,
}

/// Why something that arrived is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotProved {
    /// Without a signature, or with a wrong one.
    Signature,
    /// Without what every delivery has.
    Form,
}

/// Headers of something that arrived, with names in lower case.
pub type Headers = [(String, String)];

/// The first header of a name.
pub fn header<'a>(headers: &'a Headers, name: &str) -> Option<&'a str> {
    let found = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// A tracker with a credential.
pub trait Tracker: Send + Sync {
    /// Whether everything that is needed is allowed.
    fn test(&self) -> Turn<Tested>;

    /// Makes an issue.
    fn create(&self, issue: &NewIssue, key: &Key) -> Turn<RemoteIssue>;

    /// Looks for an issue that was perhaps made.
    fn find(&self, key: &Key) -> Turn<Option<RemoteIssue>>;

    /// Says something about an issue, and gives the name of the comment.
    fn comment(&self, to: &Json, body: &Document, key: &Key) -> Turn<String>;

    /// Looks for a comment that was perhaps made.
    fn find_comment(&self, to: &Json, key: &Key) -> Turn<Option<String>>;

    /// Brings an issue to a state. `duplicate_of` is what it is a duplicate of, if that is there
    /// too.
    fn set_state(&self, of: &Json, target: Target, duplicate_of: Option<&Json>) -> Turn<Moved>;

    /// How an issue is at this moment.
    fn read(&self, of: &Json) -> Turn<RemoteIssue>;

    /// What leads to the issue of an address, if it is one of this tracker.
    fn locate(&self, url: &str) -> Option<Json>;

    /// Whether a state in the tracker's word is what a target would be written as.
    fn fits(&self, target: Target, word: &str) -> bool;

    /// What a word of the tracker means.
    fn meaning(&self, word: &str) -> Meaning;

    /// Does what is to be done from time to time, and says how much it was.
    fn maintain(&self) -> Turn<usize> {
        Turn::done(0)
    }
}

/// The JSON of an answer that said yes, or what the answer comes to.
pub fn read_json(
    result: &Result<Answer, CallFailed>,
    outcome: impl Fn(&Result<Answer, CallFailed>) -> Outcome,
) -> Result<Json, Outcome> {
    match (outcome(result), result) {
        (Outcome::Delivered { .. }, Ok(answer)) => serde_json::from_slice(&answer.body)
            .map_err(|_| Outcome::Bad("the answer is no JSON".to_owned())),
        (other, _) => Err(other),
    }
}

/// The text of a field.
pub fn text_of(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Number(number) => number.to_string(),
        _ => String::new(),
    }
}

/// A text that fits into a record: without line ends, and not longer than 300 characters.
pub fn brief(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim().chars().take(300).collect()
}

/// A UUID of version 4 made of random bytes.
pub fn uuid_v4(mut random: [u8; 16]) -> String {
    random[6] = (random[6] & 0x0f) | 0x40;
    random[8] = (random[8] & 0x3f) | 0x80;
    let hex = hex_of_bytes(&random);
    let part = |from: usize, to: usize| hex.get(from..to).unwrap_or_default().to_owned();
    [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join("-")
}

#[cfg(test)]
mod tests;
