//! GitHub: issues by its REST interface, as an App or with somebody's token, and its webhooks.

mod access;
pub mod app;
pub mod hook;
pub mod limit;
mod repository;

use serde_json::{Value as Json, json};

use crate::call::{Answer, CallFailed, Method, Request};
use crate::outcome::Outcome;
use crate::tracker::{
    Document, Key, Meaning, Moved, NewIssue, RemoteIssue, Seen, Target, Tested, Tracker, Turn,
    moment, read_json, text_of,
};

pub use access::{Access, BASE, Github, request};
pub use limit::outcome;
pub use repository::Repository;

/// How far before the first try something is looked for, in milliseconds: clocks differ.
const EARLIER: i64 = 5 * 60_000;

impl Github {
    fn ask(&self, method: Method, path: &str, body: Option<&Json>) -> Request {
        let url = format!("{}{path}", self.base);
        let request = request(method, url, self.access.token(), &self.credential);
        match body {
            Some(body) => request.json(body.to_string()),
            None => request,
        }
    }

    fn issue_path(&self, of: &Json) -> String {
        let repository = of["repository"].as_str().and_then(Repository::parse);
        let repository = repository.unwrap_or_else(|| self.repository.clone());
        format!("/repos/{repository}/issues/{}", of["number"].as_u64().unwrap_or_default())
    }

    fn issue(&self, result: &Result<Answer, CallFailed>) -> Result<RemoteIssue, Outcome> {
        let json = read_json(result, outcome)?;
        remote_issue(&json, &self.repository)
            .ok_or_else(|| Outcome::Bad("the answer is no issue".to_owned()))
    }
}

impl Tracker for Github {
    fn test(&self) -> Turn<Tested> {
        app::test(self)
    }

    fn create(&self, issue: &NewIssue, key: &Key) -> Turn<RemoteIssue> {
        let body = json!({ "title": issue.title, "body": issue.body.marked(&key.marker) });
        let path = format!("/repos/{}/issues", self.repository);
        let this = self.clone();
        Turn::ask(self.ask(Method::Post, &path, Some(&body)), move |result| {
            Turn::End(this.issue(&result))
        })
    }

    fn find(&self, key: &Key) -> Turn<Option<RemoteIssue>> {
        let since = moment::iso(key.since - EARLIER);
        let path = format!(
            "/repos/{}/issues?state=all&sort=created&direction=desc&since={since}&per_page=30",
            self.repository
        );
        let (repository, marker) = (self.repository.clone(), key.marker.clone());
        Turn::ask(self.ask(Method::Get, &path, None), move |result| {
            let found = read_json(&result, outcome).map(|json| {
                marked(&json, &marker).and_then(|issue| remote_issue(issue, &repository))
            });
            Turn::End(found)
        })
    }

    fn comment(&self, to: &Json, body: &Document, key: &Key) -> Turn<String> {
        let body = json!({ "body": body.marked(&key.marker) });
        let path = format!("{}/comments", self.issue_path(to));
        Turn::ask(self.ask(Method::Post, &path, Some(&body)), |result| {
            Turn::End(read_json(&result, outcome).map(|json| text_of(&json["id"])))
        })
    }

    fn find_comment(&self, to: &Json, key: &Key) -> Turn<Option<String>> {
        let since = moment::iso(key.since - EARLIER);
        let path = format!("{}/comments?since={since}&per_page=100", self.issue_path(to));
        let marker = key.marker.clone();
        Turn::ask(self.ask(Method::Get, &path, None), move |result| {
            let found = read_json(&result, outcome)
                .map(|json| marked(&json, &marker).map(|comment| text_of(&comment["id"])));
            Turn::End(found)
        })
    }

    fn set_state(&self, of: &Json, target: Target, duplicate_of: Option<&Json>) -> Turn<Moved> {
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
        let this = self.clone();
        let ask = self.ask(Method::Patch, &self.issue_path(of), Some(&body));
        Turn::ask(ask, move |result| {
            Turn::End(this.issue(&result).map(|issue| Moved::Done(issue.seen)))
        })
    }

    fn read(&self, of: &Json) -> Turn<RemoteIssue> {
        let this = self.clone();
        Turn::ask(self.ask(Method::Get, &self.issue_path(of), None), move |result| {
            Turn::End(this.issue(&result))
        })
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
        target.is_ended() == self.meaning(word).is_ended()
    }

    fn meaning(&self, word: &str) -> Meaning {
        match word {
            "closed/not_planned" => Meaning::Dropped,
            "closed/duplicate" => Meaning::Duplicate,
            closed if closed.starts_with("closed") => Meaning::Done,
            _ => Meaning::Open,
        }
    }

    fn maintain(&self) -> Turn<usize> {
        app::deliver_again(self)
    }
}

impl Github {
    /// The host on which people see issues.
    fn web_host(&self) -> String {
        let host = self.base.split_once("://").map_or(self.base.as_str(), |(_, rest)| rest);
        let host = host.split('/').next().unwrap_or_default();
        if self.base == BASE { "github.com".to_owned() } else { host.to_owned() }
    }
}

/// The one of a list that ends in our line.
fn marked<'a>(list: &'a Json, marker: &str) -> Option<&'a Json> {
    let ends =
        |one: &&Json| one["body"].as_str().is_some_and(|body| body.trim_end().ends_with(marker));
    list.as_array()?.iter().find(ends)
}

/// An issue as GitHub tells it.
pub(crate) fn remote_issue(json: &Json, repository: &Repository) -> Option<RemoteIssue> {
    let (id, number) = (json["id"].as_u64()?, json["number"].as_u64()?);
    Some(RemoteIssue {
        reference: json!({ "repository": repository.to_string(), "number": number, "id": id }),
        external: id.to_string(),
        label: format!("{}#{number}", repository.name()),
        url: text_of(&json["html_url"]),
        title: text_of(&json["title"]),
        seen: seen(json)?,
    })
}

/// Where an issue stands, as GitHub tells it.
pub(crate) fn seen(issue: &Json) -> Option<Seen> {
    let at = moment::millis(issue["updated_at"].as_str()?)?;
    let word = match (issue["state"].as_str()?, issue["state_reason"].as_str()) {
        ("closed", Some(reason)) => format!("closed/{reason}"),
        ("closed", None) => "closed/completed".to_owned(),
        _ => "open".to_owned(),
    };
    let meaning = match word.as_str() {
        "open" => Meaning::Open,
        "closed/not_planned" => Meaning::Dropped,
        "closed/duplicate" => Meaning::Duplicate,
        _ => Meaning::Done,
    };
    Some(Seen { word, meaning, at })
}

#[cfg(test)]
mod tests;
