//! Linear: issues by its GraphQL interface, with ids of our own, and its webhooks.

pub mod hook;
mod query;

use std::time::Duration;

use serde_json::{Value as Json, json};

use crate::call::{Answer, CallFailed, Request};
use crate::outcome::Outcome;
use crate::tracker::{
    Document, Key, Meaning, Moved, NewIssue, RemoteIssue, Seen, Target, Tested, Tracker, Turn,
    brief, moment, text_of,
};

/// Where Linear is.
pub const BASE: &str = "https://api.linear.app/graphql";

/// A team of Linear with a credential.
#[derive(Clone)]
pub struct Linear {
    /// Where the interface is.
    pub base: String,
    /// A personal key, or the token of an application.
    pub token: String,
    /// The id of the team.
    pub team: String,
    /// The states of the team as a test learned them: `[{id, name, type, position}]`.
    pub states: Json,
    /// Ids of states that an administrator chose, by the type that they stand for.
    pub chosen: Json,
    /// What tells this credential apart from others.
    pub credential: String,
}

impl Linear {
    fn ask(&self, query: &str, variables: &Json) -> Request {
        // Personal keys stand alone; tokens of applications are bearers.
        let authorization = if self.token.starts_with("lin_api_") {
            self.token.clone()
        } else {
            format!("Bearer {}", self.token)
        };
        Request::post(self.base.as_str())
            .header("authorization", authorization)
            .json(json!({ "query": query, "variables": variables }).to_string())
            .on_behalf_of(self.credential.as_str())
    }

    /// The id of the state of a type, or of the first of several that the team has.
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

    /// Reads by our own id what was perhaps made; `failed` if it was not.
    fn made(&self, id: &str, failed: Outcome) -> Turn<RemoteIssue> {
        let ask = self.ask(query::ISSUE, &json!({ "id": id }));
        Turn::ask(ask, |result| {
            let found = data(&result).ok().and_then(|data| remote_issue(&data["issue"]));
            Turn::End(found.ok_or(failed))
        })
    }

    /// Puts the way back to us beside the issue. It is in the text too, so nothing hangs on it.
    fn attach(&self, issue: RemoteIssue, new: &NewIssue) -> Turn<RemoteIssue> {
        let input = json!({ "issueId": issue.external, "url": new.url, "title": "Touchstone" });
        let ask = self.ask(query::ATTACH, &json!({ "input": input }));
        Turn::ask(ask, |_| Turn::done(issue))
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

impl Tracker for Linear {
    fn test(&self) -> Turn<Tested> {
        let ask = self.ask(query::TEST, &json!({ "team": self.team }));
        Turn::ask(ask, |result| {
            Turn::End(data(&result).and_then(|data| {
                let (team, viewer) = (&data["team"], &data["viewer"]);
                let name = team["name"].as_str();
                let name = name.ok_or_else(|| Outcome::Broken("There is no such team.".into()))?;
                Ok(Tested {
                    account: viewer["id"].as_str().map(str::to_owned),
                    application: None,
                    name: text_of(&viewer["name"]),
                    detail: format!("{name}, as {}", text_of(&viewer["name"])),
                    ends_at: None,
                    learned: json!({ "states": team["states"]["nodes"] }),
                })
            }))
        })
    }

    fn create(&self, issue: &NewIssue, key: &Key) -> Turn<RemoteIssue> {
        let input = json!({
            "id": key.uuid, "teamId": self.team, "title": issue.title,
            "description": issue.body.markdown(), "priority": issue.severity.unwrap_or(0),
        });
        let (this, new, id) = (self.clone(), issue.clone(), key.uuid.clone());
        Turn::ask(self.ask(query::CREATE, &json!({ "input": input })), move |result| {
            let made = data(&result).map(|data| remote_issue(&data["issueCreate"]["issue"]));
            match made {
                Ok(Some(made)) => this.attach(made, &new),
                Ok(None) => this.made(&id, Outcome::Bad("the answer is no issue".to_owned())),
                // The id may be taken by our own first try: how that error is told is not
                // documented, so whatever is refused is looked for.
                Err(Outcome::Bad(why)) => this.made(&id, Outcome::Bad(why)),
                Err(outcome) => Turn::failed(outcome),
            }
        })
    }

    fn find(&self, key: &Key) -> Turn<Option<RemoteIssue>> {
        Turn::ask(self.ask(query::ISSUE, &json!({ "id": key.uuid })), |result| {
            Turn::End(found(&result).map(|data| remote_issue(&data["issue"])))
        })
    }

    fn comment(&self, to: &Json, body: &Document, key: &Key) -> Turn<String> {
        let input = json!({ "id": key.uuid, "issueId": to["id"], "body": body.markdown(),
            "doNotSubscribeToIssue": true });
        let (this, to, key) = (self.clone(), to.clone(), key.clone());
        Turn::ask(self.ask(query::COMMENT, &json!({ "input": input })), move |result| {
            match data(&result) {
                Ok(_) => Turn::done(key.uuid),
                Err(Outcome::Bad(why)) => this.find_comment(&to, &key).then(move |found| {
                    Turn::End(found.and_then(|found| found.ok_or(Outcome::Bad(why))))
                }),
                Err(outcome) => Turn::failed(outcome),
            }
        })
    }

    fn find_comment(&self, _to: &Json, key: &Key) -> Turn<Option<String>> {
        Turn::ask(self.ask(query::COMMENT_OF, &json!({ "id": key.uuid })), |result| {
            Turn::End(found(&result).map(|data| data["comment"]["id"].as_str().map(str::to_owned)))
        })
    }

    fn set_state(&self, of: &Json, target: Target, _duplicate_of: Option<&Json>) -> Turn<Moved> {
        let Some(state) = self.state_of(types(target)) else {
            let why = format!("The team has no state of type {}.", types(target).join(" or "));
            return Turn::done(Moved::NotFromHere(why));
        };
        let variables = json!({ "id": of["id"], "input": { "stateId": state } });
        Turn::ask(self.ask(query::UPDATE, &variables), |result| {
            Turn::End(data(&result).and_then(|data| {
                let issue = remote_issue(&data["issueUpdate"]["issue"]);
                let issue = issue.ok_or_else(|| Outcome::Gone("the issue is not there".into()))?;
                Ok(Moved::Done(issue.seen))
            }))
        })
    }

    fn read(&self, of: &Json) -> Turn<RemoteIssue> {
        Turn::ask(self.ask(query::ISSUE, &json!({ "id": of["id"] })), |result| {
            Turn::End(found(&result).and_then(|data| {
                let gone = || Outcome::Gone("the issue is not there".to_owned());
                remote_issue(&data["issue"]).ok_or_else(gone)
            }))
        })
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

    fn meaning(&self, word: &str) -> Meaning {
        meaning_of(word)
    }
}

/// An issue as Linear tells it.
pub(crate) fn remote_issue(json: &Json) -> Option<RemoteIssue> {
    let id = json["id"].as_str()?;
    Some(RemoteIssue {
        reference: json!({ "id": id, "identifier": json["identifier"] }),
        external: id.to_owned(),
        label: text_of(&json["identifier"]),
        url: text_of(&json["url"]),
        title: text_of(&json["title"]),
        seen: seen(json)?,
    })
}

pub(crate) fn seen(issue: &Json) -> Option<Seen> {
    let at = moment::millis(issue["updatedAt"].as_str()?)?;
    let word = issue["state"]["type"].as_str()?.to_owned();
    Some(Seen { meaning: meaning_of(&word), word, at })
}

/// What an answer comes to: refusals are told inside of it, limits with status 400.
pub fn outcome(result: &Result<Answer, CallFailed>) -> Outcome {
    let answer = match result {
        Ok(answer) => answer,
        Err(failed) => return Outcome::of_failure(failed),
    };
    let json: Json = serde_json::from_slice(&answer.body).unwrap_or_default();
    let Some(error) = json["errors"].as_array().and_then(|errors| errors.first()) else {
        return match answer.status {
            200..=299 if json["data"].is_object() => Outcome::DELIVERED,
            401 | 403 => Outcome::Broken("Linear does not know the credential.".to_owned()),
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

/// How long a limit lasts: what `Retry-After` says, or the latest end of a bucket that is empty, by
/// the clock that the answer itself shows.
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

fn data(result: &Result<Answer, CallFailed>) -> Result<Json, Outcome> {
    crate::tracker::read_json(result, outcome).map(|mut json| json["data"].take())
}

/// As [`data`], where an entity that is not there is an answer too.
fn found(result: &Result<Answer, CallFailed>) -> Result<Json, Outcome> {
    match data(result) {
        Err(Outcome::Bad(why)) if why.to_ascii_lowercase().contains("not found") => Ok(Json::Null),
        other => other,
    }
}

#[cfg(test)]
mod tests;
