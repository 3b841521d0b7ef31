//! GitHub and Linear as far as cases need them: they keep issues, and tell what happens to them.

use std::sync::{Arc, Mutex, PoisonError};

use integrations::tracker::{hex_of_bytes, moment};
use integrations::{Answer, CallFailed, Method, Request};
use parse_engine::{ServiceCall, ServiceReply};
use parse_identity::Caller;
use parse_model::Json;
use ring::hmac;
use serde_json::json;

use crate::outside::{Answered, Place};
use crate::stage::{Programme, TestUser};

/// The secret of webhooks.
pub(crate) const SECRET: &str = "a secret of the webhook";

/// The ids of Touchstone and of another user at GitHub.
pub(crate) const US: u64 = 7;
pub(crate) const ANOTHER: u64 = 8;

/// A repository.
#[derive(Debug, Default)]
pub(crate) struct Repository(Mutex<Kept>);

#[derive(Debug, Default)]
struct Kept {
    issues: Vec<Json>,
    comments: Vec<Json>,
    seconds: i64,
    /// What it would tell, the oldest first.
    told: Vec<(String, Json)>,
    /// Whether the next write is done and its answer lost.
    cuts: bool,
    writes: usize,
    refuses: bool,
}

impl Kept {
    fn tick(&mut self) -> String {
        self.seconds += 1;
        moment::iso((1_763_200_000 + self.seconds) * 1000)
    }

    fn tell(&mut self, event: &str, body: Json) {
        self.told.push((event.to_owned(), body));
    }

    fn set(&mut self, number: u64, state: &str, reason: &str, sender: u64) -> Option<Json> {
        let at = self.tick();
        let issue = self.issues.iter_mut().find(|issue| issue["number"] == number)?;
        let is_moved = issue["state"] != state;
        if is_moved {
            issue["state"] = state.into();
            issue["state_reason"] = reason.into();
            issue["updated_at"] = at.into();
        }
        let issue = issue.clone();
        if is_moved {
            let action = if state == "open" { "reopened" } else { "closed" };
            let body = json!({ "action": action, "issue": issue, "sender": { "id": sender },
                "repository": { "full_name": "swap-team/swap" } });
            self.tell("issues", body);
        }
        Some(issue)
    }
}

impl Repository {
    fn kept(&self) -> std::sync::MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many issues and comments there are, and how often something was written.
    pub(crate) fn counts(&self) -> (usize, usize, usize) {
        let kept = self.kept();
        (kept.issues.len(), kept.comments.len(), kept.writes)
    }

    pub(crate) fn issue(&self, number: u64) -> Json {
        self.kept()
            .issues
            .iter()
            .find(|issue| issue["number"] == number)
            .cloned()
            .unwrap_or_default()
    }

    pub(crate) fn comment(&self, at: usize) -> Json {
        self.kept().comments[at].clone()
    }

    /// Loses the answer to the next write.
    pub(crate) fn cut_next(&self) {
        self.kept().cuts = true;
    }

    /// No longer takes the token, or takes it again.
    pub(crate) fn refuse(&self, is_refusing: bool) {
        self.kept().refuses = is_refusing;
    }

    /// A user moves an issue there.
    pub(crate) fn moves(&self, number: u64, state: &str, reason: &str) {
        self.kept().set(number, state, reason, ANOTHER);
    }

    /// A user writes a comment there.
    pub(crate) fn says(&self, number: u64, body: &str) {
        let issue = self.issue(number);
        let comment = json!({ "id": 900, "body": body });
        let told = json!({ "action": "created", "issue": issue, "comment": comment, "sender": { "id": ANOTHER } });
        self.kept().tell("issue_comment", told);
    }

    /// What it has to tell since the last time.
    pub(crate) fn told(&self) -> Vec<(String, Json)> {
        std::mem::take(&mut self.kept().told)
    }
}

impl Place for Repository {
    fn answer(&self, request: &Request) -> Answered {
        let mut kept = self.kept();
        if kept.refuses {
            return Ok(Answer::new(401, r#"{"message":"Bad credentials"}"#));
        }
        let path = request.url.trim_start_matches("https://api.github.com");
        let (path, _) = path.split_once('?').unwrap_or((path, ""));
        let body: Json = serde_json::from_slice(&request.body).unwrap_or_default();
        let parts: Vec<&str> = path.split('/').skip(1).collect();
        let number = |text: &str| text.parse::<u64>().unwrap_or(0);
        let is_write = request.method != Method::Get;
        kept.writes += usize::from(is_write);
        let (status, answer) = match (request.method, parts.as_slice()) {
            (Method::Get, ["user"]) => (200, json!({ "id": US, "login": "mia" })),
            (Method::Get, ["repos", _, _]) => (200, json!({ "has_issues": true })),
            (Method::Post, ["repos", _, _, "issues"]) => {
                let at = kept.tick();
                let number = kept.issues.len() + 1;
                let issue = json!({ "id": 1000 + number, "number": number, "title": body["title"], "body": body["body"],
                    "state": "open", "state_reason": null, "updated_at": at,
                    "html_url": format!("https://github.com/swap-team/swap/issues/{number}") });
                kept.issues.push(issue.clone());
                (201, issue)
            }
            (Method::Get, ["repos", _, _, "issues"]) => (200, Json::from(kept.issues.clone())),
            (Method::Get, ["repos", _, _, "issues", of, "comments"]) => {
                let all = kept.comments.iter().filter(|one| one["issue"] == number(of));
                (200, all.cloned().collect())
            }
            (Method::Post, ["repos", _, _, "issues", of, "comments"]) => {
                let id = kept.comments.len() + 1;
                let comment = json!({ "id": id, "issue": number(of), "body": body["body"] });
                kept.comments.push(comment.clone());
                (201, comment)
            }
            (Method::Patch, ["repos", _, _, "issues", of]) => {
                let (state, reason) = (body["state"].as_str(), body["state_reason"].as_str());
                let issue =
                    kept.set(number(of), state.unwrap_or_default(), reason.unwrap_or_default(), US);
                issue.map_or((404, json!({})), |issue| (200, issue))
            }
            (Method::Get, ["repos", _, _, "issues", of]) => {
                let found = kept.issues.iter().find(|issue| issue["number"] == number(of));
                found.map_or((404, json!({})), |issue| (200, issue.clone()))
            }
            _ => (404, json!({ "message": "Not Found" })),
        };
        if is_write && std::mem::take(&mut kept.cuts) {
            return Err(CallFailed::Unsure("the connection was cut".to_owned()));
        }
        Ok(Answer::new(status, answer.to_string()))
    }
}

impl Programme {
    /// Connects a repository, and gives its id.
    pub(crate) async fn repository(&self, admin: &TestUser) -> (String, Arc<Repository>) {
        let place = Arc::<Repository>::default();
        self.outside.open_place("https://api.github.com", place.clone());
        let params = json!({ "kind": "github", "name": "Swap", "project": "swap-team/swap", "credential": "topsecret-token-1234",
            "webhookSecret": SECRET });
        let saved = self.ask(admin, "trackerSave", params).await;
        let id = saved["tracker"]["id"].as_str().expect("an id").to_owned();
        let tested = self.ask(admin, "trackerTest", json!({ "id": id })).await;
        assert_eq!(tested["ok"], true, "{tested}");
        (id, place)
    }

    /// Delivers something that a repository tells.
    pub(crate) async fn deliver(
        &self,
        tracker: &str,
        name: &str,
        told: &(String, Json),
    ) -> ServiceReply {
        let body = told.1.to_string();
        let key = hmac::Key::new(hmac::HMAC_SHA256, SECRET.as_bytes());
        let signature = hex_of_bytes(hmac::sign(&key, body.as_bytes()).as_ref());
        self.deliver_signed(tracker, name, told, &format!("sha256={signature}")).await
    }

    /// Delivers it under a signature.
    pub(crate) async fn deliver_signed(
        &self,
        tracker: &str,
        name: &str,
        told: &(String, Json),
        signature: &str,
    ) -> ServiceReply {
        let headers = [
            ("x-github-event", told.0.as_str()),
            ("x-github-delivery", name),
            ("x-hub-signature-256", signature),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        let body = told.1.to_string().into();
        let call = ServiceCall { path: vec![tracker.to_owned()], headers, body };
        self.hook("github", call).await
    }

    /// Hands a call to what takes the calls of a service.
    pub(crate) async fn hook(&self, service: &str, call: ServiceCall) -> ServiceReply {
        let hook = self.engine.extension().service_hook(service).expect("a hook");
        hook.receive(&self.engine.cx(Caller::master()), call).await.expect("an answer")
    }

    /// Lets workers do what is due, with time between writes.
    pub(crate) async fn settle_trackers(&self) {
        for _ in 0..6 {
            parse_engine::worker::drain_all(&self.engine).await;
            self.clock.advance(2);
        }
    }

    /// Where an issue is at trackers.
    pub(crate) async fn trackers(&self, admin: &TestUser, number: u32) -> Json {
        self.ask(admin, "issueGet", json!({ "number": number })).await["trackers"].clone()
    }
}
