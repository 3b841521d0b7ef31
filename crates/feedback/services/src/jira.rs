//! Jira Cloud: issues by its REST interface, as far as it is documented, and its webhooks.

mod adf;
pub mod hook;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value as Json, json};

use crate::call::{Answer, CallFailed, Method, Request};
use crate::outcome::Outcome;
use crate::tracker::{
    Document, Key, Meaning, Moved, NewIssue, RemoteIssue, Seen, Target, Tested, Tracker, Turn,
    brief, moment, read_json, text_of,
};

/// A project of Jira with a credential.
#[derive(Clone)]
pub struct Jira {
    /// Where the site is, without a slash at the end.
    pub base: String,
    /// The address of the account.
    pub mail: String,
    /// Its API token.
    pub token: String,
    /// The key of the project.
    pub project: String,
    /// The name of the type that new issues have.
    pub issue_type: String,
    /// What tells this credential apart from others.
    pub credential: String,
}

impl Jira {
    fn ask(&self, method: Method, path: &str, body: Option<&Json>) -> Request {
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

    fn issue(&self, json: &Json) -> Option<RemoteIssue> {
        let (id, key) = (json["id"].as_str()?, json["key"].as_str()?);
        let fields = &json["fields"];
        Some(RemoteIssue {
            reference: json!({ "id": id, "key": key }),
            external: id.to_owned(),
            label: key.to_owned(),
            url: format!("{}/browse/{key}", self.base),
            title: text_of(&fields["summary"]),
            seen: seen(fields)?,
        })
    }

    /// The property under which what we write can be found again.
    fn label(key: &Key) -> String {
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

/// Where an issue stands by the category of its state: names of states are each site's own.
pub(crate) fn seen(fields: &Json) -> Option<Seen> {
    let word = fields["status"]["statusCategory"]["key"].as_str()?.to_owned();
    let at = moment::millis(fields["updated"].as_str()?)?;
    Some(Seen { meaning: meaning_of(&word), word, at })
}

impl Tracker for Jira {
    fn test(&self) -> Turn<Tested> {
        let this = self.clone();
        Turn::ask(self.ask(Method::Get, "/myself", None), move |result| {
            let me = match read_json(&result, outcome) {
                Ok(me) => me,
                Err(outcome) => return Turn::failed(outcome),
            };
            let ask = this.ask(Method::Get, &format!("/project/{}", this.project), None);
            Turn::ask(ask, move |result| {
                Turn::End(match read_json(&result, outcome) {
                    Ok(project) => this.tested(&project, &me),
                    Err(Outcome::Gone(_)) => {
                        Err(Outcome::Broken("There is no such project.".to_owned()))
                    }
                    Err(other) => Err(other),
                })
            })
        })
    }

    fn create(&self, issue: &NewIssue, key: &Key) -> Turn<RemoteIssue> {
        let fields = json!({
            "project": { "key": self.project }, "issuetype": { "name": self.issue_type },
            "summary": issue.title.chars().take(255).collect::<String>(),
            "description": adf::document(&issue.body), "labels": [Jira::label(key)],
        });
        let this = self.clone();
        let ask = self.ask(Method::Post, "/issue", Some(&json!({ "fields": fields })));
        // The answer names the issue and says nothing more.
        Turn::ask(ask, move |result| match read_json(&result, outcome) {
            Ok(made) => this.read(&made),
            Err(outcome) => Turn::failed(outcome),
        })
    }

    fn find(&self, key: &Key) -> Turn<Option<RemoteIssue>> {
        let jql = format!("project = \"{}\" AND labels = \"{}\"", self.project, Jira::label(key));
        let body =
            json!({ "jql": jql, "fields": ["summary", "status", "updated"], "maxResults": 1 });
        let this = self.clone();
        Turn::ask(self.ask(Method::Post, "/search/jql", Some(&body)), move |result| {
            Turn::End(read_json(&result, outcome).map(|json| this.issue(&json["issues"][0])))
        })
    }

    fn comment(&self, to: &Json, body: &Document, key: &Key) -> Turn<String> {
        let path = format!("/issue/{}/comment", segment(&to["id"]));
        let body = json!({ "body": adf::document(body),
            "properties": [{ "key": "touchstone", "value": { "id": key.uuid } }] });
        Turn::ask(self.ask(Method::Post, &path, Some(&body)), |result| {
            Turn::End(read_json(&result, outcome).map(|json| text_of(&json["id"])))
        })
    }

    fn find_comment(&self, to: &Json, key: &Key) -> Turn<Option<String>> {
        let order = "?orderBy=-created&maxResults=50&expand=properties";
        let path = format!("/issue/{}/comment{order}", segment(&to["id"]));
        let id = key.uuid.clone();
        Turn::ask(self.ask(Method::Get, &path, None), move |result| {
            Turn::End(read_json(&result, outcome).map(|json| {
                let is_ours = |one: &&Json| {
                    let properties = one["properties"].as_array().into_iter().flatten();
                    properties.into_iter().any(|property| property["value"]["id"] == *id)
                };
                let found = json["comments"].as_array().into_iter().flatten().find(is_ours);
                found.map(|comment| text_of(&comment["id"]))
            }))
        })
    }

    /// A state is reached by a transition that is possible from where the issue is.
    fn set_state(&self, of: &Json, target: Target, _duplicate_of: Option<&Json>) -> Turn<Moved> {
        let path = format!("/issue/{}/transitions", segment(&of["id"]));
        let (this, of) = (self.clone(), of.clone());
        Turn::ask(self.ask(Method::Get, &path, None), move |result| {
            let json = match read_json(&result, outcome) {
                Ok(json) => json,
                Err(outcome) => return Turn::failed(outcome),
            };
            let leads = |one: &&Json| one["to"]["statusCategory"]["key"] == category(target);
            let way = json["transitions"].as_array().into_iter().flatten().find(leads);
            let Some(way) = way.and_then(|way| way["id"].as_str()) else {
                let why = format!("No transition leads to “{}” from here.", category(target));
                return Turn::done(Moved::NotFromHere(why));
            };
            let ask = this.ask(Method::Post, &path, Some(&json!({ "transition": { "id": way } })));
            Turn::ask(ask, move |result| match outcome(&result) {
                Outcome::Delivered { .. } => this.read(&of).map(|issue| Moved::Done(issue.seen)),
                // A transition can ask for fields that only people can fill in.
                Outcome::Bad(why) => Turn::done(Moved::NotFromHere(why)),
                other => Turn::failed(other),
            })
        })
    }

    fn read(&self, of: &Json) -> Turn<RemoteIssue> {
        let path = format!("/issue/{}?fields=summary,status,updated", segment(&of["id"]));
        let this = self.clone();
        Turn::ask(self.ask(Method::Get, &path, None), move |result| {
            Turn::End(read_json(&result, outcome).and_then(|json| {
                this.issue(&json).ok_or_else(|| Outcome::Bad("the answer is no issue".to_owned()))
            }))
        })
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

    fn meaning(&self, word: &str) -> Meaning {
        meaning_of(word)
    }
}

impl Jira {
    fn tested(&self, project: &Json, me: &Json) -> Result<Tested, Outcome> {
        let mut kinds = project["issueTypes"].as_array().into_iter().flatten();
        if !kinds.any(|kind| kind["name"] == *self.issue_type) {
            return Err(Outcome::Broken(format!("There is no type “{}”.", self.issue_type)));
        }
        Ok(Tested {
            account: me["accountId"].as_str().map(str::to_owned),
            application: None,
            name: text_of(&me["displayName"]),
            detail: format!("{}, as {}", text_of(&project["name"]), text_of(&me["displayName"])),
            ends_at: None,
            learned: Json::Null,
        })
    }
}

/// An id or key as a part of a path.
fn segment(id: &Json) -> String {
    text_of(id).chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect()
}

/// What an answer comes to.
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
        401 => Outcome::Broken("Jira does not know the credential.".to_owned()),
        403 => Outcome::Broken(format!("Jira does not allow it: {}", said())),
        404 | 410 => Outcome::Gone(format!("{}: {}", answer.status, said())),
        200..=299 | 429 | 500..=599 => Outcome::of_status(answer),
        status => Outcome::Bad(format!("{status}: {}", said())),
    }
}

#[cfg(test)]
mod tests;
