//! Linear: issues through its GraphQL API, with IDs chosen by Touchstone, and its webhooks.

pub mod hook;
mod query;

use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Value as Json, json};

use crate::call::{Answer, CallFailed, Request};
use crate::outcome::Outcome;
use crate::outside::Outside;
use crate::tracker::{
    ConnectionTest, Document, IdempotencyKey, Meaning, NewIssue, RemoteIssue, RemoteState,
    StateChange, Target, Tracker, brief, moment, read_json, text_of,
};

/// The address of Linear's API.
pub const BASE: &str = "https://api.linear.app/graphql";

/// A team in Linear with a credential.
pub struct Linear<'a> {
    /// The transport for requests.
    pub outside: &'a dyn Outside,
    /// The address of the API.
    pub base: String,
    /// A personal API key, or the token of an application.
    pub token: String,
    /// The ID of the team.
    pub team: String,
    /// The states of the team from the last connection test: `[{id, name, type, position}]`.
    pub states: Json,
    /// IDs of states that an administrator chose, by type.
    pub chosen: Json,
    /// A key that identifies the credential without revealing it.
    pub credential: String,
}

impl Linear<'_> {
    /// Sends a query or mutation and returns the `data` of the answer.
    async fn send(&self, query: &str, variables: Json) -> Result<Json, Outcome> {
        // Personal API keys are sent without a scheme.
        let authorization = if self.token.starts_with("lin_api_") {
            self.token.clone()
        } else {
            format!("Bearer {}", self.token)
        };
        let request = Request::post(self.base.as_str())
            .header("authorization", authorization)
            .json(json!({ "query": query, "variables": variables }).to_string())
            .on_behalf_of(self.credential.as_str());
        let mut json = read_json(&self.outside.call(request).await, outcome)?;
        Ok(json["data"].take())
    }

    /// As [`Linear::send`], but returns `null` if the entity does not exist.
    async fn look_up(&self, query: &str, variables: Json) -> Result<Json, Outcome> {
        match self.send(query, variables).await {
            Err(Outcome::Bad(why)) if why.to_ascii_lowercase().contains("not found") => {
                Ok(Json::Null)
            }
            other => other,
        }
    }

    /// The ID of the state that an administrator chose for one of these types, or else of the first
    /// of these types that the team has.
    fn state_of(&self, types: &[&str]) -> Option<String> {
        let chosen = types.iter().find_map(|kind| self.chosen[kind].as_str());
        let first = |kind: &&str| {
            let states = self.states.as_array().into_iter().flatten();
            let of_kind = states.filter(|state| state["type"] == **kind);
            let place = |state: &&Json| state["position"].as_f64().unwrap_or(f64::MAX);
            of_kind.min_by(|a, b| place(a).total_cmp(&place(b))).and_then(|s| s["id"].as_str())
        };
        chosen.or_else(|| types.iter().find_map(first)).map(str::to_owned)
    }

    /// Attaches the link to Touchstone. A failure is ignored, because the text has the link too.
    async fn attach_link(&self, issue: &RemoteIssue, url: &str) {
        let input = json!({ "issueId": issue.external, "url": url, "title": "Touchstone" });
        let _ = self.send(query::ATTACH, json!({ "input": input })).await;
    }
}

/// The types that a target is written as, the best first.
fn types(target: Target) -> &'static [&'static str] {
    match target {
        Target::Reported => &["triage", "backlog"],
        Target::Accepted => &["unstarted", "backlog"],
        Target::Started => &["started"],
        Target::Done => &["completed"],
        Target::Dropped => &["canceled"],
        Target::Duplicate => &["duplicate", "canceled"],
    }
}

fn meaning_of(kind: &str) -> Meaning {
    match kind {
        "started" => Meaning::Started,
        "completed" => Meaning::Done,
        "canceled" => Meaning::Dropped,
        "duplicate" => Meaning::Duplicate,
        _ => Meaning::Open,
    }
}

#[async_trait]
impl Tracker for Linear<'_> {
    async fn test(&self) -> Result<ConnectionTest, Outcome> {
        let data = self.send(query::TEST, json!({ "team": self.team })).await?;
        let (team, viewer) = (&data["team"], &data["viewer"]);
        let name = team["name"].as_str();
        let name = name.ok_or_else(|| Outcome::Broken("Unknown team.".into()))?;
        Ok(ConnectionTest {
            account: viewer["id"].as_str().map(str::to_owned),
            application: None,
            name: text_of(&viewer["name"]),
            detail: format!("{name}, as {}", text_of(&viewer["name"])),
            ends_at: None,
            learned: json!({ "states": team["states"]["nodes"] }),
        })
    }

    async fn create(&self, issue: &NewIssue, key: &IdempotencyKey) -> Result<RemoteIssue, Outcome> {
        let input = json!({
            "id": key.uuid, "teamId": self.team, "title": issue.title,
            "description": issue.body.markdown(), "priority": issue.severity.unwrap_or(0),
        });
        let data = self.send(query::CREATE, json!({ "input": input })).await;
        let refusal = match data.map(|data| read_issue(&data["issueCreate"]["issue"])) {
            Ok(Some(created)) => {
                self.attach_link(&created, &issue.url).await;
                return Ok(created);
            }
            Ok(None) => "the answer is no issue".to_owned(),
            Err(Outcome::Bad(why)) => why,
            Err(outcome) => return Err(outcome),
        };
        // An earlier attempt may have used the ID. How Linear reports that is not documented, so
        // every refused issue is looked up.
        let data = self.send(query::ISSUE, json!({ "id": key.uuid })).await;
        let found = data.ok().and_then(|data| read_issue(&data["issue"]));
        found.ok_or(Outcome::Bad(refusal))
    }

    async fn find(&self, key: &IdempotencyKey) -> Result<Option<RemoteIssue>, Outcome> {
        let data = self.look_up(query::ISSUE, json!({ "id": key.uuid })).await?;
        Ok(read_issue(&data["issue"]))
    }

    async fn comment(
        &self,
        to: &Json,
        body: &Document,
        key: &IdempotencyKey,
    ) -> Result<String, Outcome> {
        let input = json!({ "id": key.uuid, "issueId": to["id"], "body": body.markdown(),
            "doNotSubscribeToIssue": true });
        match self.send(query::COMMENT, json!({ "input": input })).await {
            Ok(_) => Ok(key.uuid.clone()),
            Err(Outcome::Bad(why)) => self.find_comment(to, key).await?.ok_or(Outcome::Bad(why)),
            Err(outcome) => Err(outcome),
        }
    }

    async fn find_comment(
        &self,
        _to: &Json,
        key: &IdempotencyKey,
    ) -> Result<Option<String>, Outcome> {
        let data = self.look_up(query::COMMENT_OF, json!({ "id": key.uuid })).await?;
        Ok(data["comment"]["id"].as_str().map(str::to_owned))
    }

    async fn set_state(
        &self,
        of: &Json,
        target: Target,
        _duplicate_of: Option<&Json>,
    ) -> Result<StateChange, Outcome> {
        let Some(state) = self.state_of(types(target)) else {
            let why = format!("The team has no state of type {}.", types(target).join(" or "));
            return Ok(StateChange::NotFromHere(why));
        };
        let variables = json!({ "id": of["id"], "input": { "stateId": state } });
        let data = self.send(query::UPDATE, variables).await?;
        let issue = read_issue(&data["issueUpdate"]["issue"]).ok_or_else(gone)?;
        Ok(StateChange::Done(issue.state))
    }

    async fn read(&self, of: &Json) -> Result<RemoteIssue, Outcome> {
        let data = self.look_up(query::ISSUE, json!({ "id": of["id"] })).await?;
        read_issue(&data["issue"]).ok_or_else(gone)
    }

    /// Addresses hold identifiers, which `issue` takes as well as ids.
    fn locate(&self, url: &str) -> Option<Json> {
        let path = url.trim().strip_prefix("https://linear.app/")?;
        let mut parts = path.split(['/', '?', '#']).skip(1);
        let identifier = (parts.next() == Some("issue")).then(|| parts.next()).flatten()?;
        let (team, number) = identifier.split_once('-')?;
        let is_team = !team.is_empty() && team.chars().all(|c| c.is_ascii_alphanumeric());
        let is_number = !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit());
        (is_team && is_number).then(|| json!({ "id": identifier }))
    }

    fn fits(&self, target: Target, word: &str) -> bool {
        types(target).contains(&word)
    }
}

fn gone() -> Outcome {
    Outcome::Gone("the issue is not there".to_owned())
}

/// Reads an issue from Linear's JSON.
fn read_issue(json: &Json) -> Option<RemoteIssue> {
    let id = json["id"].as_str()?;
    Some(RemoteIssue {
        reference: json!({ "id": id, "identifier": json["identifier"] }),
        external: id.to_owned(),
        label: text_of(&json["identifier"]),
        url: text_of(&json["url"]),
        title: text_of(&json["title"]),
        state: read_state(json)?,
    })
}

/// Reads the state of an issue from Linear's JSON.
pub(crate) fn read_state(issue: &Json) -> Option<RemoteState> {
    let at = moment::millis(issue["updatedAt"].as_str()?)?;
    let word = issue["state"]["type"].as_str()?.to_owned();
    Some(RemoteState { meaning: meaning_of(&word), word, at })
}

/// The outcome of an answer. Errors are in its body, and rate limits have status 400.
pub fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    let answer = match result {
        Ok(answer) => answer,
        Err(failed) => return Outcome::of_failure(failed),
    };
    let json: Json = serde_json::from_slice(&answer.body).unwrap_or_default();
    let Some(error) = json["errors"].as_array().and_then(|errors| errors.first()) else {
        return match answer.status {
            200..=299 if json["data"].is_object() => Outcome::DELIVERED,
            401 | 403 => Outcome::Broken("Linear rejected the credentials.".to_owned()),
            _ => Outcome::of_status(answer),
        };
    };
    let said = &error["extensions"]["userPresentableMessage"];
    let said = brief(said.as_str().or(error["message"].as_str()).unwrap_or_default());
    if error["extensions"]["code"] == "RATELIMITED" || answer.status == 429 {
        return Outcome::Later { after: wait(answer) };
    }
    match error["extensions"]["type"].as_str().unwrap_or_default().to_ascii_lowercase().as_str() {
        "ratelimited" => Outcome::Later { after: wait(answer) },
        "authentication error"
        | "forbidden"
        | "feature not accessible"
        | "usage limit exceeded" => Outcome::Broken(format!("Linear does not allow it: {said}")),
        "internal error" | "lock timeout" | "network error" => Outcome::LATER,
        _ if answer.status >= 500 => Outcome::LATER,
        _ => Outcome::Bad(said),
    }
}

/// The duration of a limit: `Retry-After`, or the latest reset of an empty bucket, by the clock of
/// the answer.
fn wait(answer: &Answer) -> Option<Duration> {
    if let Some(after) = answer.retry_after() {
        return Some(after);
    }
    let buckets = ["requests", "complexity", "endpoint-requests"];
    let end = |bucket: &str| {
        let of = |part: &str| answer.header(&format!("x-ratelimit-{bucket}-{part}"));
        let is_empty = of("remaining")?.trim().parse::<f64>().ok()? < 1.0;
        is_empty.then(|| of("reset")?.trim().parse::<i64>().ok()).flatten()
    };
    let until = buckets.iter().filter_map(|bucket| end(bucket)).max()?;
    let now = crate::github::limit::http_date(answer.header("date")?)?;
    let millis = u64::try_from(until - now).unwrap_or(0);
    Some(Duration::from_millis(millis.clamp(1000, 86_400_000)))
}

#[cfg(test)]
mod tests;
