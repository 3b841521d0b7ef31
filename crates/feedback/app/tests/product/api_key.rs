//! Keys of programs, and what they may ask for.

use feedback::api_key::{Scope, holder};
use integrations::ApiKey;
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser};

async fn key(programme: &Programme, who: &TestUser, scopes: Json) -> (String, ApiKey) {
    let params = json!({ "name": "CI", "scopes": scopes });
    let made = programme.ask(who, "apiKeyCreate", params).await;
    let secret = ApiKey::parse(made["secret"].as_str().expect("a key")).expect("a form");
    (made["key"]["id"].as_str().expect("an id").to_owned(), secret)
}

async fn counts(programme: &Programme, key: &ApiKey) -> Option<Vec<Scope>> {
    let cx = programme.engine.cx(Caller::master());
    holder(&cx, key).await.expect("an answer").map(|holder| holder.scopes)
}

#[test]
fn a_key_is_shown_once_counts_until_it_is_revoked_and_is_stored_as_a_digest() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (id, secret) = key(&programme, &mia, json!(["builds", "read"])).await;
        assert_eq!(counts(&programme, &secret).await, Some(vec![Scope::Read, Scope::Builds]));
        let list = programme.ask(&mia, "apiKeyList", json!({})).await;
        assert!(!list.to_string().contains(secret.expose()));
        assert_eq!(list["rows"][0]["prefix"], secret.shown());
        assert!(list["rows"][0]["lastUsedOn"].is_string());
        let kept = programme.text("select to_jsonb(k)::text from _touchstone.api_key k").await;
        assert!(!kept.contains(secret.expose()) && kept.contains(&secret.digest()));
        programme.ask(&mia, "apiKeyRevoke", json!({ "id": id })).await;
        assert_eq!(counts(&programme, &secret).await, None);
    });
}

#[test]
fn a_rolled_key_works_for_a_day_beside_the_new_one() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (id, old) = key(&programme, &mia, json!(["report"])).await;
        let rolled = programme.ask(&mia, "apiKeyRoll", json!({ "id": id })).await;
        let new = ApiKey::parse(rolled["secret"].as_str().expect("a key")).expect("a form");
        assert!(counts(&programme, &old).await.is_some());
        assert_eq!(counts(&programme, &new).await, Some(vec![Scope::Report]));
        programme.clock.advance(86_401);
        assert_eq!(counts(&programme, &old).await, None);
        assert!(counts(&programme, &new).await.is_some());
        assert_eq!(programme.refusal(Some(&mia), "apiKeyRoll", json!({ "id": id })).await.0, 142);
    });
}

#[test]
fn a_key_ends_with_its_day_and_with_its_makers_office_and_testers_make_none() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let until = programme.now().plus_seconds(3_600).iso();
        let params = json!({ "name": "Short", "scopes": ["read"], "expiresAt": until });
        let made = programme.ask(&mia, "apiKeyCreate", params).await;
        let short = ApiKey::parse(made["secret"].as_str().expect("a key")).expect("a form");
        let (_, long) = key(&programme, &mia, json!(["read"])).await;
        programme.clock.advance(3_601);
        assert_eq!(counts(&programme, &short).await, None);
        assert!(counts(&programme, &long).await.is_some());
        programme.administrator("jules").await;
        let client = programme.database.client().await;
        let dismissed = r#"update "_User" set "isAdmin" = false where "objectId" = $1"#;
        client.execute(dismissed, &[&mia.id]).await.expect("a tester again");
        assert_eq!(counts(&programme, &long).await, None);
        let params = json!({ "name": "x", "scopes": ["read"] });
        assert_eq!(programme.refusal(Some(&rin), "apiKeyCreate", params).await.0, 119);
    });
}

#[test]
fn a_build_is_noted_once_marks_what_it_fixes_and_is_announced_once() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let number = programme.report_of(&rin, "Swap reverts after approve").await;
        let accept = json!({ "number": number, "severity": "S2", "quality": "A" });
        programme.ask(&mia, "issueAccept", accept).await;
        let announced = json!({
            "channel": "web", "version": "v0.5.1", "notes": "Fewer reverts.", "fixes": [number], "announce": true,
        });
        let first = programme.ask(&mia, "apiAnnounceBuild", announced.clone()).await;
        assert_eq!((&first["isNew"], &first["build"]["version"]), (&json!(true), &json!("0.5.1")));
        assert_eq!(first["marked"], json!([number]));
        let again = programme.ask(&mia, "apiAnnounceBuild", announced).await;
        assert_eq!(
            (&again["isNew"], &again["build"]["id"]),
            (&json!(false), &first["build"]["id"])
        );
        assert_eq!(again["announcement"], first["announcement"]);
        assert_eq!(
            (&again["marked"], &again["notMarked"][0]["number"]),
            (&json!([]), &json!(number))
        );
        let unknown = json!({ "channel": "web", "version": "0.5.2", "fixes": [999] });
        let (code, told) = programme.refusal(Some(&mia), "apiAnnounceBuild", unknown).await;
        assert!(code == 142 && told.starts_with("FIXES"), "{told}");
        assert_eq!(programme.refusal(Some(&rin), "apiAnnounceBuild", json!({})).await.0, 119);
    });
}

#[test]
fn programs_read_issues_but_no_private_ones_and_report_by_version() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let report = json!({
            "kind": "bug", "title": "Nightly run fails at the quote", "area": "swap",
            "body": "The quote is older than a minute in every run.",
        });
        let made = programme.ask(&mia, "apiReport", report.clone()).await;
        let mut hidden = report;
        hidden["private"] = json!(true);
        hidden["title"] = json!("Any caller can take the funds");
        let private = programme.ask(&mia, "apiReport", hidden).await;
        let page = programme.ask(&mia, "apiIssues", json!({ "status": "new" })).await;
        assert_eq!(page["issues"].as_array().expect("issues").len(), 1);
        assert_eq!(page["issues"][0]["number"], made["number"]);
        let url = page["issues"][0]["url"].as_str().expect("an address");
        assert!(url.starts_with("https://beta.example/issues/"), "{url}");
        let whole = programme.ask(&mia, "apiIssue", json!({ "number": made["number"] })).await;
        assert_eq!(whole["build"], "unknown");
        let asked = json!({ "number": private["number"] });
        assert_eq!(programme.refusal(Some(&mia), "apiIssue", asked).await.0, 101);
    });
}
