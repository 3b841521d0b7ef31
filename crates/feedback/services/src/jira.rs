//! Jira Cloud: issues through its REST API, and its webhooks.

mod adf;
pub mod hook;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use crate::call::{Answer, CallFailed, Method, Request};
use crate::outcome::Outcome;
use crate::outside::Outside;
use crate::tracker::{
    ConnectionTest, Document, IdempotencyKey, Meaning, NewIssue, RemoteIssue, RemoteState,
    StateChange, Target, Tracker, brief, moment, read_json, text_of,
};

/// A project in Jira with a credential.
pub struct Jira<'a> {
    /// The transport for requests.
    pub outside: &'a dyn Outside,
    /// The address of the site, without a slash at the end.
    pub base: String,
    /// The e-mail address of the account.
    pub mail: String,
    /// Its API token.
    pub token: String,
    /// The key of the project.
    pub project: String,
    /// The name of the type of new issues.
    pub issue_type: String,
    /// A key that identifies the credential without revealing it.
    pub credential: String,
}

impl Jira<'_> {
    fn request(&self, method: Method, path: &str, body: Option<Json>) -> Request {
        let basic = STANDARD.encode(format!("{}:{}", self.mail, self.token));
        let request = Request::new(method, format!("{}/rest/api/3{path}", self.base))
            .header("accept", "application/json")
            .header("authorization", format!("Basic {basic}"))
            .on_behalf_of(self.credential.as_str());
        match body {
            Some(body) => request.json(body.to_string()),
            None => request,
        }
    }

    /// Sends a request and returns the JSON of the answer.
    async fn send(&self, method: Method, path: &str, body: Option<Json>) -> Result<Json, Outcome> {
        read_json(&self.outside.call(self.request(method, path, body)).await, outcome)
    }

    fn read_issue(&self, json: &Json) -> Option<RemoteIssue> {
        let (id, key) = (json["id"].as_str()?, json["key"].as_str()?);
        let fields = &json["fields"];
        Some(RemoteIssue {
            reference: json!({ "id": id, "key": key }),
            external: id.to_owned(),
            label: key.to_owned(),
            url: format!("{}/browse/{key}", self.base),
            title: text_of(&fields["summary"]),
            state: read_state(fields)?,
        })
    }

    /// The label by which an issue that Touchstone created is found again.
    fn label(key: &IdempotencyKey) -> String {
        format!("touchstone-{}", key.uuid)
    }
}

/// The category of states that a target is written as.
fn category(target: Target) -> &'static str {
    match target {
        Target::Reported | Target::Accepted => "new",
        Target::Started => "indeterminate",
        Target::Done | Target::Dropped | Target::Duplicate => "done",
    }
}

fn meaning_of(word: &str) -> Meaning {
    match word {
        "indeterminate" => Meaning::Started,
        "done" => Meaning::Done,
        _ => Meaning::Open,
    }
}

/// Reads the state from the category of the status, because each site names its own statuses.
pub(crate) fn read_state(fields: &Json) -> Option<RemoteState> {
    let word = fields["status"]["statusCategory"]["key"].as_str()?.to_owned();
    let at = moment::millis(fields["updated"].as_str()?)?;
    Some(RemoteState { meaning: meaning_of(&word), word, at })
}

#[async_trait]
impl Tracker for Jira<'_> {
    async fn test(&self) -> Result<ConnectionTest, Outcome> {
        let me = self.send(Method::Get, "/myself", None).await?;
        let path = format!("/project/{}", self.project);
        let project = match self.send(Method::Get, &path, None).await {
            Ok(project) => project,
            Err(Outcome::Gone(_)) => {
                return Err(Outcome::Broken("Unknown project.".to_owned()));
            }
            Err(other) => return Err(other),
        };
        let mut kinds = project["issueTypes"].as_array().into_iter().flatten();
        if !kinds.any(|kind| kind["name"] == *self.issue_type) {
            return Err(Outcome::Broken(format!("There is no type “{}”.", self.issue_type)));
        }
        Ok(ConnectionTest {
            account: me["accountId"].as_str().map(str::to_owned),
            application: None,
            name: text_of(&me["displayName"]),
            detail: format!("{}, as {}", text_of(&project["name"]), text_of(&me["displayName"])),
            ends_at: None,
            learned: Json::Null,
        })
    }

    async fn create(&self, issue: &NewIssue, key: &IdempotencyKey) -> Result<RemoteIssue, Outcome> {
        let fields = json!({
            "project": { "key": self.project }, "issuetype": { "name": self.issue_type },
            "summary": issue.title.chars().take(255).collect::<String>(),
            "description": adf::document(&issue.body), "labels": [Jira::label(key)],
        });
        let body = json!({ "fields": fields });
        let created = self.send(Method::Post, "/issue", Some(body)).await?;
        // The answer names the issue without its state.
        self.read(&created).await
    }

    async fn find(&self, key: &IdempotencyKey) -> Result<Option<RemoteIssue>, Outcome> {
        let jql = format!("project = \"{}\" AND labels = \"{}\"", self.project, Jira::label(key));
        let body =
            json!({ "jql": jql, "fields": ["summary", "status", "updated"], "maxResults": 1 });
        let json = self.send(Method::Post, "/search/jql", Some(body)).await?;
        Ok(self.read_issue(&json["issues"][0]))
    }

    async fn comment(
        &self,
        to: &Json,
        body: &Document,
        key: &IdempotencyKey,
    ) -> Result<String, Outcome> {
        let path = format!("/issue/{}/comment", segment(&to["id"]));
        let body = json!({ "body": adf::document(body),
            "properties": [{ "key": "touchstone", "value": { "id": key.uuid } }] });
        let comment = self.send(Method::Post, &path, Some(body)).await?;
        Ok(text_of(&comment["id"]))
    }

    async fn find_comment(
        &self,
        to: &Json,
        key: &IdempotencyKey,
    ) -> Result<Option<String>, Outcome> {
        let order = "?orderBy=-created&maxResults=50&expand=properties";
        let path = format!("/issue/{}/comment{order}", segment(&to["id"]));
        let json = self.send(Method::Get, &path, None).await?;
        let is_ours = |one: &&Json| {
            let mut properties = one["properties"].as_array().into_iter().flatten();
            properties.any(|property| property["value"]["id"] == *key.uuid)
        };
        let found = json["comments"].as_array().into_iter().flatten().find(is_ours);
        Ok(found.map(|comment| text_of(&comment["id"])))
    }

    /// A state is reached by a transition, and the current state decides which ones exist.
    async fn set_state(
        &self,
        of: &Json,
        target: Target,
        _duplicate_of: Option<&Json>,
    ) -> Result<StateChange, Outcome> {
        let path = format!("/issue/{}/transitions", segment(&of["id"]));
        let json = self.send(Method::Get, &path, None).await?;
        let leads = |one: &&Json| one["to"]["statusCategory"]["key"] == category(target);
        let transition = json["transitions"].as_array().into_iter().flatten().find(leads);
        let Some(id) = transition.and_then(|transition| transition["id"].as_str()) else {
            let why = format!("No transition leads to “{}” from here.", category(target));
            return Ok(StateChange::NotFromHere(why));
        };
        let body = json!({ "transition": { "id": id } });
        let request = self.request(Method::Post, &path, Some(body));
        match outcome(&self.outside.call(request).await) {
            Outcome::Delivered { .. } => Ok(StateChange::Done(self.read(of).await?.state)),
            // A transition can require fields that only users can fill in.
            Outcome::Bad(why) => Ok(StateChange::NotFromHere(why)),
            other => Err(other),
        }
    }

    async fn read(&self, of: &Json) -> Result<RemoteIssue, Outcome> {
        let path = format!("/issue/{}?fields=summary,status,updated", segment(&of["id"]));
        let json = self.send(Method::Get, &path, None).await?;
        self.read_issue(&json).ok_or_else(|| Outcome::Bad("the answer is no issue".to_owned()))
    }

    /// Addresses hold keys, which paths take as well as ids.
    fn locate(&self, url: &str) -> Option<Json> {
        let path = url.trim().strip_prefix(&self.base)?.strip_prefix("/browse/")?;
        let key = path.split(['/', '?', '#']).next()?;
        let (project, number) = key.split_once('-')?;
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        (project == self.project && is_number).then(|| json!({ "id": key, "key": key }))
    }

    fn fits(&self, target: Target, word: &str) -> bool {
        category(target) == word
    }
}

/// An ID or key as a segment of a path.
fn segment(id: &Json) -> String {
    text_of(id).chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// The outcome of an answer.
pub fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    let answer = match result {
        Ok(answer) => answer,
        Err(failed) => return Outcome::of_failure(failed),
    };
    let said = || {
        let json: Json = serde_json::from_slice(&answer.body).unwrap_or_default();
        let texts = json["errorMessages"].as_array().into_iter().flatten();
        let fields = json["errors"].as_object().into_iter().flat_map(|all| all.values());
        brief(&texts.chain(fields).map(text_of).collect::<Vec<_>>().join(" "))
    };
    match answer.status {
        401 => Outcome::Broken("Jira rejected the credentials.".to_owned()),
        403 => Outcome::Broken(format!("Jira does not allow it: {}", said())),
        404 | 410 => Outcome::Gone(format!("{}: {}", answer.status, said())),
        200..=299 | 429 | 500..=599 => Outcome::of_status(answer),
        status => Outcome::Bad(format!("{status}: {}", said())),
    }
}

#[cfg(test)]
mod tests;
