//! The operations that GitHub, Linear and Jira have in common.
//!
//! A [`Tracker`] holds an address, a credential and the [`Outside`](crate::Outside) through which
//! its requests are sent.

pub mod document;
pub mod moment;
#[cfg(test)]
pub(crate) mod scripted_outside;
mod signature;

use async_trait::async_trait;
use serde_json::Value as Json;

use crate::call::{Answer, CallFailed};
use crate::outcome::Outcome;

pub use document::Document;
pub use signature::{bytes_of_hex, hex_of_bytes, is_signed};

/// The state of a Touchstone issue, reduced to the distinctions that trackers have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// Reported, not confirmed.
    Reported,
    /// Confirmed.
    Accepted,
    /// In progress.
    Started,
    /// Fixed.
    Done,
    /// Closed without a fix.
    Dropped,
    /// Closed as a duplicate of another issue.
    Duplicate,
}

impl Target {
    /// Whether no more work is expected.
    pub fn is_ended(self) -> bool {
        matches!(self, Target::Done | Target::Dropped | Target::Duplicate)
    }
}

/// What a state at a tracker means for Touchstone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Work has not started.
    Open,
    /// In progress.
    Started,
    /// Fixed.
    Done,
    /// Closed without a fix.
    Dropped,
    /// Closed as a duplicate of another issue.
    Duplicate,
}

impl Meaning {
    /// Whether no more work is expected.
    pub fn is_ended(self) -> bool {
        matches!(self, Meaning::Done | Meaning::Dropped | Meaning::Duplicate)
    }
}

/// The state of an issue at a tracker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteState {
    /// The tracker's own word for the state.
    pub word: String,
    /// What the word means.
    pub meaning: Meaning,
    /// When the issue last changed at the tracker, in milliseconds.
    pub at: i64,
}

/// An issue at a tracker.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RemoteIssue {
    /// The identifiers that the API of the tracker needs to address the issue.
    pub reference: Json,
    /// The identifier that webhooks use.
    pub external: String,
    /// The short name that users see, such as `swap#12`.
    pub label: String,
    /// The address of its page.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Its state.
    pub state: RemoteState,
}

/// A Touchstone issue to create at a tracker.
#[derive(Debug, Clone)]
pub struct NewIssue {
    /// Its title.
    pub title: String,
    /// Its description.
    pub body: Document,
    /// The address of its page in Touchstone.
    pub url: String,
    /// Its severity, from 1 (worst) to 4.
    pub severity: Option<u8>,
}

/// Identifies one write, so that a retry finds it if the answer to the first attempt was lost.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// An HTML comment in the text, for trackers that store nothing else.
    pub marker: String,
    /// An ID chosen by Touchstone, for trackers that accept one.
    pub uuid: String,
    /// When the write was first attempted, in milliseconds.
    pub since: i64,
}

/// The result of a request to change the state of an issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StateChange {
    /// The issue has this state now.
    Done(RemoteState),
    /// The tracker does not allow the change from the current state. The text is the reason.
    NotFromHere(String),
}

/// The result of a successful connection test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionTest {
    /// The ID of the account that Touchstone writes as.
    pub account: Option<String>,
    /// The ID of the application that Touchstone writes as.
    pub application: Option<String>,
    /// The name of the account.
    pub name: String,
    /// A summary for the administrator.
    pub detail: String,
    /// When the credential expires, in milliseconds, if the tracker returns it.
    pub ends_at: Option<i64>,
    /// Data to store for later calls.
    pub learned: Json,
}

/// A webhook delivery whose signature is valid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookDelivery {
    /// Its ID, which is the same when the tracker delivers it again.
    pub id: String,
    /// Whether it is too old to trust. The state is then read from the tracker instead.
    pub is_stale: bool,
    /// The ID of the account that caused it.
    pub sender: Option<String>,
    /// The ID of the application that caused it, if the tracker includes it.
    pub application: Option<String>,
    /// The event.
    pub news: News,
}

/// The event in a webhook delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum News {
    /// The state of an issue, which may be unchanged.
    State {
        /// The identifier of the issue in webhooks.
        external: String,
        /// Its state.
        state: RemoteState,
    },
    /// A new comment.
    Comment {
        /// The identifier of the issue in webhooks.
        external: String,
        /// The ID of the comment.
        id: String,
        /// Its text.
        body: String,
    },
    /// An issue was moved and has another name now.
    Renamed {
        /// Its previous identifier in webhooks.
        external: String,
        /// The issue after the move.
        to: RemoteIssue,
    },
    /// An issue was deleted.
    Deleted {
        /// Its identifier in webhooks.
        external: String,
    },
    /// Touchstone lost its access. The text is the reason.
    Broken(String),
    /// An event that Touchstone ignores.
    Nothing,
}

/// Why a webhook delivery was rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvalidDelivery {
    /// The signature is missing or wrong.
    Signature,
    /// A required header or field is missing.
    Form,
}

/// The headers of a webhook delivery.
pub type Headers = [(String, String)];

/// The first header of a name.
pub fn header<'a>(headers: &'a Headers, name: &str) -> Option<&'a str> {
    let found = headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str())
}

/// A tracker with a credential.
///
/// Operations that send requests must run while no transaction is open.
#[async_trait]
pub trait Tracker: Send + Sync {
    /// Checks whether the credential allows everything that Touchstone does.
    async fn test(&self) -> Result<ConnectionTest, Outcome>;

    /// Creates an issue.
    async fn create(&self, issue: &NewIssue, key: &IdempotencyKey) -> Result<RemoteIssue, Outcome>;

    /// Finds the issue that an earlier attempt may have created.
    async fn find(&self, key: &IdempotencyKey) -> Result<Option<RemoteIssue>, Outcome>;

    /// Adds a comment to an issue and returns the ID of the comment.
    async fn comment(
        &self,
        to: &Json,
        body: &Document,
        key: &IdempotencyKey,
    ) -> Result<String, Outcome>;

    /// Finds the comment that an earlier attempt may have added.
    async fn find_comment(
        &self,
        to: &Json,
        key: &IdempotencyKey,
    ) -> Result<Option<String>, Outcome>;

    /// Changes the state of an issue. `duplicate_of` is the original of a duplicate, if it is at
    /// the same tracker.
    async fn set_state(
        &self,
        of: &Json,
        target: Target,
        duplicate_of: Option<&Json>,
    ) -> Result<StateChange, Outcome>;

    /// Reads an issue.
    async fn read(&self, of: &Json) -> Result<RemoteIssue, Outcome>;

    /// The reference of the issue at an address, if the address belongs to this tracker.
    fn locate(&self, url: &str) -> Option<Json>;

    /// Whether a state of the tracker is one that `target` would be written as.
    fn fits(&self, target: Target, word: &str) -> bool;

    /// Asks for lost webhook deliveries again and returns their number.
    async fn redeliver_webhooks(&self) -> Result<usize, Outcome> {
        Ok(0)
    }
}

/// The JSON of a successful answer, or the outcome of any other.
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

/// A text for a log entry: without line breaks, at most 300 characters.
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
