use std::time::Duration;

use super::*;
use crate::tracker::scripted_outside::run;
use crate::tracker::{InvalidDelivery, News, hex_of_bytes};

fn jira(outside: &dyn Outside) -> Jira<'_> {
    Jira {
        outside,
        base: "https://swap.atlassian.net".to_owned(),
        mail: "mia@example.test".to_owned(),
        token: "t".to_owned(),
        project: "SWP".to_owned(),
        issue_type: "Bug".to_owned(),
        credential: "t1".to_owned(),
    }
}

fn key() -> IdempotencyKey {
    IdempotencyKey { marker: String::new(), uuid: "u-1".to_owned(), since: 0 }
}

fn issue(category: &str) -> Json {
    json!({ "id": "10002", "key": "SWP-12", "fields": { "summary": "t", "updated": "2026-11-16T10:44:00.000+0000",
        "status": { "name": "any", "statusCategory": { "key": category } } } })
}

#[test]
fn an_issue_is_made_as_a_tree_and_read_for_its_state() {
    let url = "https://beta.example/issues/7".to_owned();
    let body = Document::new("## Steps\none\ntwo\n\n```\ncode\n```\n- a", &url, "From:");
    let new = NewIssue { title: "t".to_owned(), body, url, severity: None };
    let answers = [(201, json!({ "id": "10002", "key": "SWP-12" })), (200, issue("new"))];
    let (asked, created) = run(answers, async |outside| jira(outside).create(&new, &key()).await);
    assert_eq!(asked[0].url, "https://swap.atlassian.net/rest/api/3/issue");
    let basic = &asked[0].headers.iter().find(|(name, _)| name == "authorization").unwrap().1;
    assert_eq!(basic, "Basic bWlhQGV4YW1wbGUudGVzdDp0");
    let sent: Json = serde_json::from_slice(&asked[0].body).unwrap();
    let tree = &sent["fields"]["description"]["content"];
    let kinds: Vec<&str> =
        tree.as_array().unwrap().iter().filter_map(|n| n["type"].as_str()).collect();
    assert_eq!(kinds, ["heading", "paragraph", "codeBlock", "bulletList", "paragraph"]);
    assert_eq!(tree[1]["content"][1]["type"], "hardBreak");
    assert_eq!(sent["fields"]["labels"], json!(["touchstone-u-1"]));
    let created = created.unwrap();
    assert_eq!(created.url, "https://swap.atlassian.net/browse/SWP-12");
    assert_eq!(created.reference, json!({ "id": "10002", "key": "SWP-12" }));
}

#[test]
fn a_state_is_reached_by_a_transition_or_not_from_here() {
    let of = json!({ "id": "10002" });
    let ways = json!({ "transitions": [
        { "id": "11", "to": { "statusCategory": { "key": "indeterminate" } } },
        { "id": "31", "to": { "statusCategory": { "key": "done" } } }] });
    let set_state = |answers: &[(u16, Json)], target| {
        run(answers.to_vec(), async |outside| jira(outside).set_state(&of, target, None).await)
    };
    let answers = [(200, ways.clone()), (204, json!({})), (200, issue("done"))];
    let (asked, change) = set_state(&answers, Target::Done);
    let sent: Json = serde_json::from_slice(&asked[1].body).unwrap();
    assert_eq!(sent["transition"]["id"], "31");
    assert!(matches!(change, Ok(StateChange::Done(state)) if state.word == "done"));
    let (_, change) = set_state(&[(200, ways.clone())], Target::Accepted);
    assert!(matches!(change, Ok(StateChange::NotFromHere(_))));
    let required =
        json!({ "errorMessages": [], "errors": { "resolution": "Resolution is required." } });
    let (_, change) = set_state(&[(200, ways), (400, required)], Target::Done);
    assert_eq!(change, Ok(StateChange::NotFromHere("400: Resolution is required.".to_owned())));
}

#[test]
fn what_was_perhaps_made_is_found_by_its_label_or_property() {
    let find = async |outside: &dyn Outside| jira(outside).find(&key()).await;
    let (asked, found) = run([(200, json!({ "issues": [issue("new")] }))], find);
    assert!(String::from_utf8_lossy(&asked[0].body).contains("touchstone-u-1"));
    assert_eq!(found.unwrap().unwrap().label, "SWP-12");
    assert_eq!(run([(200, json!({ "issues": [] }))], find).1, Ok(None));
    let comments = json!({ "comments": [{ "id": "1" }, { "id": "2", "properties": [{ "key": "touchstone", "value": { "id": "u-1" } }] }] });
    let of = json!({ "id": "10002" });
    let (_, found) =
        run([(200, comments)], async |outside| jira(outside).find_comment(&of, &key()).await);
    assert_eq!(found, Ok(Some("2".to_owned())));
}

#[test]
fn a_limit_is_waited_for_without_an_upper_bound() {
    let mut limited = Answer::new(429, "");
    limited.headers.push(("retry-after".to_owned(), "1847".to_owned()));
    assert_eq!(outcome(&Ok(limited)), Outcome::Later { after: Some(Duration::from_secs(1847)) });
    assert!(matches!(outcome(&Ok(Answer::new(403, "{}"))), Outcome::Broken(_)));
    assert!(matches!(outcome(&Ok(Answer::new(404, "{}"))), Outcome::Gone(_)));
}

#[test]
fn hooks_are_proved_and_only_moves_are_news() {
    let body = json!({ "webhookEvent": "jira:issue_updated", "user": { "accountId": "a" }, "issue": issue("done"),
        "changelog": { "items": [{ "field": "status" }] } });
    let text = body.to_string();
    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"s");
    let signature =
        format!("sha256={}", hex_of_bytes(ring::hmac::sign(&key, text.as_bytes()).as_ref()));
    let headers =
        [("x-hub-signature", signature), ("x-atlassian-webhook-identifier", "d".to_owned())]
            .map(|(name, value)| (name.to_owned(), value));
    let delivery = hook::verify("s", &headers, text.as_bytes()).unwrap();
    assert!(matches!(delivery.news, News::State { state, .. } if state.meaning == Meaning::Done));
    assert_eq!(hook::verify("other", &headers, text.as_bytes()), Err(InvalidDelivery::Signature));
}
