//! GitHub: issues through its REST API, as an App or with a personal token, and its webhooks.

mod access;
pub mod app;
pub mod hook;
pub mod limit;
mod repository;

use async_trait::async_trait;
use serde_json::{Value as Json, json};

use crate::call::Method;
use crate::outcome::Outcome;
use crate::tracker::{
    ConnectionTest, Document, IdempotencyKey, Meaning, NewIssue, RemoteIssue, RemoteState,
    StateChange, Target, Tracker, moment, text_of,
};

pub use access::{Access, BASE, Github};
pub use limit::outcome;
pub use repository::Repository;

/// How long before the first attempt a search starts, in milliseconds, because clocks differ.
const EARLIER: i64 = 5 * 60_000;

impl Github<'_> {
    fn issue_path(&self, of: &Json) -> String {
        let repository = of["repository"].as_str().and_then(Repository::parse);
        let repository = repository.unwrap_or_else(|| self.repository.clone());
        format!("/repos/{repository}/issues/{}", of["number"].as_u64().unwrap_or_default())
    }

    /// Sends a request whose answer is an issue.
    async fn send_for_issue(
        &self,
        method: Method,
        path: &str,
        body: Option<Json>,
    ) -> Result<RemoteIssue, Outcome> {
        let json = self.send(method, path, body).await?;
        read_issue(&json, &self.repository)
            .ok_or_else(|| Outcome::Bad("the answer is no issue".to_owned()))
    }

    /// The host of the pages that users see.
    fn web_host(&self) -> String {
        let host = self.base.split_once("://").map_or(self.base.as_str(), |(_, rest)| rest);
        let host = host.split('/').next().unwrap_or_default();
        if self.base == BASE { "github.com".to_owned() } else { host.to_owned() }
    }
}

#[async_trait]
impl Tracker for Github<'_> {
    async fn test(&self) -> Result<ConnectionTest, Outcome> {
        app::test(self).await
    }

    async fn create(&self, issue: &NewIssue, key: &IdempotencyKey) -> Result<RemoteIssue, Outcome> {
        let body = json!({ "title": issue.title, "body": issue.body.marked(&key.marker) });
        let path = format!("/repos/{}/issues", self.repository);
        self.send_for_issue(Method::Post, &path, Some(body)).await
    }

    async fn find(&self, key: &IdempotencyKey) -> Result<Option<RemoteIssue>, Outcome> {
        let since = moment::iso(key.since - EARLIER);
        let path = format!(
            "/repos/{}/issues?state=all&sort=created&direction=desc&since={since}&per_page=30",
            self.repository
        );
        let list = self.send(Method::Get, &path, None).await?;
        Ok(find_marked(&list, &key.marker).and_then(|issue| read_issue(issue, &self.repository)))
    }

    async fn comment(
        &self,
        to: &Json,
        body: &Document,
        key: &IdempotencyKey,
    ) -> Result<String, Outcome> {
        let body = json!({ "body": body.marked(&key.marker) });
        let path = format!("{}/comments", self.issue_path(to));
        let comment = self.send(Method::Post, &path, Some(body)).await?;
        Ok(text_of(&comment["id"]))
    }

    async fn find_comment(
        &self,
        to: &Json,
        key: &IdempotencyKey,
    ) -> Result<Option<String>, Outcome> {
        let since = moment::iso(key.since - EARLIER);
        let path = format!("{}/comments?since={since}&per_page=100", self.issue_path(to));
        let list = self.send(Method::Get, &path, None).await?;
        Ok(find_marked(&list, &key.marker).map(|comment| text_of(&comment["id"])))
    }

    async fn set_state(
        &self,
        of: &Json,
        target: Target,
        duplicate_of: Option<&Json>,
    ) -> Result<StateChange, Outcome> {
        let mut body = match target {
            Target::Reported | Target::Accepted | Target::Started => {
                json!({ "state": "open", "state_reason": "reopened" })
            }
            Target::Done => json!({ "state": "closed", "state_reason": "completed" }),
            Target::Dropped => json!({ "state": "closed", "state_reason": "not_planned" }),
            Target::Duplicate => json!({ "state": "closed", "state_reason": "duplicate" }),
        };
        let root = duplicate_of.map(|root| &root["id"]).filter(|id| id.is_u64());
        if let (Target::Duplicate, Some(root)) = (target, root) {
            body["duplicate_issue_id"] = root.clone();
        }
        let path = self.issue_path(of);
        let issue = self.send_for_issue(Method::Patch, &path, Some(body)).await?;
        Ok(StateChange::Done(issue.state))
    }

    async fn read(&self, of: &Json) -> Result<RemoteIssue, Outcome> {
        self.send_for_issue(Method::Get, &self.issue_path(of), None).await
    }

    fn locate(&self, url: &str) -> Option<Json> {
        let (_, path) = url.trim().split_once("://")?;
        let mut parts = path.split(['/', '?', '#']);
        let host = parts.next()?;
        let (owner, name) = (parts.next()?, parts.next()?);
        let is_ours = self.repository.is(owner, name) && host == self.web_host();
        let is_issue = is_ours && parts.next() == Some("issues");
        let number: u64 = parts.next()?.parse().ok()?;
        (is_issue && number > 0)
            .then(|| json!({ "repository": self.repository.to_string(), "number": number }))
    }

    fn fits(&self, target: Target, word: &str) -> bool {
        target.is_ended() == meaning_of(word).is_ended()
    }

    async fn redeliver_webhooks(&self) -> Result<usize, Outcome> {
        app::redeliver_webhooks(self).await
    }
}

fn meaning_of(word: &str) -> Meaning {
    match word {
        "closed/not_planned" => Meaning::Dropped,
        "closed/duplicate" => Meaning::Duplicate,
        closed if closed.starts_with("closed") => Meaning::Done,
        _ => Meaning::Open,
    }
}

/// The first element of a list whose text ends in the marker.
fn find_marked<'a>(list: &'a Json, marker: &str) -> Option<&'a Json> {
    let ends =
        |one: &&Json| one["body"].as_str().is_some_and(|body| body.trim_end().ends_with(marker));
    list.as_array()?.iter().find(ends)
}

/// Reads an issue from GitHub's JSON.
pub(crate) fn read_issue(json: &Json, repository: &Repository) -> Option<RemoteIssue> {
    let (id, number) = (json["id"].as_u64()?, json["number"].as_u64()?);
    Some(RemoteIssue {
        reference: json!({ "repository": repository.to_string(), "number": number, "id": id }),
        external: id.to_string(),
        label: format!("{}#{number}", repository.name()),
        url: text_of(&json["html_url"]),
        title: text_of(&json["title"]),
        state: read_state(json)?,
    })
}

/// Reads the state of an issue from GitHub's JSON.
pub(crate) fn read_state(issue: &Json) -> Option<RemoteState> {
    let at = moment::millis(issue["updated_at"].as_str()?)?;
    let word = match (issue["state"].as_str()?, issue["state_reason"].as_str()) {
        ("closed", Some(reason)) => format!("closed/{reason}"),
        ("closed", None) => "closed/completed".to_owned(),
        _ => "open".to_owned(),
    };
    Some(RemoteState { meaning: meaning_of(&word), word, at })
}

#[cfg(test)]
mod tests;
