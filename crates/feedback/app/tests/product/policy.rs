//! Privacy, terms and rules: published in versions, and accepted.

use serde_json::{Value, json};
use testkit::case;

use crate::stage::{Programme, TestUser};

impl Programme {
    /// Publishes the next version of a page.
    async fn publish(&self, mia: &TestUser, kind: &str, version: u64, asks: bool) {
        let body = format!("# The {kind} of version {}", version + 1);
        let page = json!({ "kind": kind, "body": body, "asks": asks, "version": version });
        self.ask(mia, "policyPublish", page).await;
    }

    async fn missing(&self, who: &TestUser) -> Value {
        self.ask(who, "policies", json!({})).await["missing"].clone()
    }
}

#[test]
fn visitors_read_what_is_published_and_nothing_before() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let none = programme.call(None, "policies", json!({})).await.expect("an answer");
        assert_eq!(none, json!({ "rows": [], "missing": [] }));
        let privacy = json!({ "kind": "privacy" });
        assert_eq!(programme.refusal(None, "policyPage", privacy.clone()).await.0, 101);

        programme.publish(&mia, "privacy", 0, true).await;
        programme.publish(&mia, "privacy", 1, false).await;
        let rows =
            programme.call(None, "policies", json!({})).await.expect("an answer")["rows"].clone();
        assert_eq!((&rows[0]["version"], &rows[0]["required"]), (&json!(2), &json!(1)));
        let newest = programme.call(None, "policyPage", privacy.clone()).await.expect("a page");
        assert_eq!(newest["body"], "# The privacy of version 2");
        assert_eq!(newest["versions"].as_array().map(Vec::len), Some(2));
        let first = json!({ "kind": "privacy", "version": 1 });
        let first = programme.call(None, "policyPage", first).await.expect("a page");
        assert_eq!(
            (&first["body"], &first["newest"]),
            (&json!("# The privacy of version 1"), &json!(2))
        );
        assert_eq!(
            programme.refusal(None, "policyPage", json!({ "kind": "cookies" })).await.0,
            142
        );

        programme.ask(&mia, "policyWithdraw", privacy.clone()).await;
        assert_eq!(programme.refusal(None, "policyPage", privacy.clone()).await.0, 101);
        let kept = programme.ask(&mia, "policyPage", privacy.clone()).await;
        assert_eq!(kept["version"], 2, "administrators publish from the last text");
        programme.publish(&mia, "privacy", 2, false).await;
        let again = programme.call(None, "policyPage", privacy).await.expect("a page");
        assert_eq!(
            (&again["version"], again["versions"].as_array().map(Vec::len)),
            (&json!(3), Some(1))
        );
    });
}

#[test]
fn a_page_is_published_from_the_newest_version_and_has_a_text() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        programme.publish(&mia, "terms", 0, false).await;
        let page = |change: Value| {
            let mut page =
                json!({ "kind": "terms", "body": "Be kind.", "asks": false, "version": 1 });
            page.as_object_mut()
                .expect("a page")
                .extend(change.as_object().expect("fields").clone());
            page
        };
        for (change, key) in [
            (json!({ "version": 0 }), "POLICY_MOVED_ON"),
            (json!({ "body": "  \n " }), "POLICY_BODY"),
            (json!({ "body": "x".repeat(60_001) }), "POLICY_BODY"),
            (json!({ "body": "a\u{0}b" }), "POLICY_BODY"),
            (json!({ "note": "a\nb" }), "POLICY_NOTE"),
        ] {
            let refused = programme.refusal(Some(&mia), "policyPublish", page(change)).await;
            assert!(refused.1.starts_with(key), "{key}: {refused:?}");
        }
        let refused = programme.refusal(Some(&rin), "policyPublish", page(json!({}))).await;
        assert_eq!(refused.0, 119);
        let rules = json!({ "kind": "rules" });
        assert_eq!(programme.refusal(Some(&mia), "policyWithdraw", rules).await.0, 101);
        let publish = |_| programme.call(Some(&mia), "policyPublish", page(json!({})));
        let (one, other) = tokio::join!(publish(1), publish(2));
        assert!(one.is_ok() != other.is_ok(), "{one:?} {other:?}");
    });
}

#[test]
fn commands_that_write_wait_for_what_the_programme_asks_to_accept() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let number = programme.report_of(&mia, "The map freezes").await;
        let vote = json!({ "number": number });
        // A page that does not ask to be accepted stops nothing.
        programme.publish(&mia, "rules", 0, false).await;
        programme.ask(&rin, "issueVote", vote.clone()).await;

        programme.publish(&mia, "terms", 0, true).await;
        programme.publish(&mia, "privacy", 0, true).await;
        assert_eq!(programme.missing(&rin).await, json!(["privacy", "terms"]));
        let said = json!({ "number": number, "body": "Here, too." });
        for (name, params) in [
            ("commentAdd", said.clone()),
            ("issueWatch", json!({ "number": number, "level": "all" })),
        ] {
            let refused = programme.refusal(Some(&rin), name, params).await;
            assert!(refused.1.starts_with("POLICY_NOT_ACCEPTED: "), "{name}: {refused:?}");
            assert!(refused.1.contains("https://beta.example"), "{refused:?}");
        }
        // Reading, withdrawing, preferences and leaving go on; administrators are not asked.
        programme.ask(&rin, "issueGet", vote.clone()).await;
        programme.ask(&rin, "issueUnvote", vote.clone()).await;
        programme.ask(&rin, "memberPrefsSet", json!({ "locale": "en" })).await;
        programme.ask(&mia, "commentAdd", said.clone()).await;
        let leave = json!({ "username": "rin", "texts": "keep" });
        programme.ask(&rin, "accountDelete", leave).await;
        programme.ask(&rin, "accountDeletionCancel", json!({})).await;

        let old = json!({ "accept": [{ "kind": "terms", "version": 7 }] });
        let refused = programme.refusal(Some(&rin), "policyAccept", old).await;
        assert!(refused.1.starts_with("POLICY_MOVED_ON: "), "{refused:?}");
        let terms = json!({ "accept": [{ "kind": "terms", "version": 1 }] });
        assert_eq!(
            programme.ask(&rin, "policyAccept", terms.clone()).await["missing"],
            json!(["privacy"])
        );
        programme.ask(&rin, "policyAccept", terms).await;
        let privacy = json!({ "accept": [{ "kind": "privacy", "version": 1 }] });
        assert_eq!(programme.ask(&rin, "policyAccept", privacy).await["missing"], json!([]));
        programme.ask(&rin, "commentAdd", said.clone()).await;

        // A correction is not asked about, a new version that asks is.
        programme.publish(&mia, "terms", 1, false).await;
        assert_eq!(programme.missing(&rin).await, json!([]));
        programme.publish(&mia, "terms", 2, true).await;
        assert_eq!(programme.missing(&rin).await, json!(["terms"]));
        programme.ask(&mia, "policyWithdraw", json!({ "kind": "terms" })).await;
        programme.ask(&rin, "commentAdd", said).await;
    });
}

#[test]
fn a_sign_up_records_what_was_accepted_with_it_and_goes_on_without() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.publish(&mia, "privacy", 0, true).await;
        let sign_up = async |name: &str, accepted: Value| {
            programme.sign_up(json!({ "username": name, "acceptedPolicies": accepted })).await
        };
        let rin = sign_up("rin", json!({ "privacy": 1 })).await.expect("a sign-up");
        assert_eq!(programme.missing(&rin).await, json!([]));
        let ada = sign_up("ada", json!({ "privacy": 9 })).await.expect("an outdated form");
        assert_eq!(programme.missing(&ada).await, json!(["privacy"]));
        // A client that knows nothing of pages signs up as before.
        let bob = programme.tester("bob").await;
        assert_eq!(programme.missing(&bob).await, json!(["privacy"]));
        for wrong in [json!("privacy"), json!({ "privacy": "1" }), json!({ "cookies": 1 })] {
            let refused = sign_up("eve", wrong.clone()).await.expect_err("a refusal");
            assert!(crate::stage::told(&refused).1.starts_with("POLICIES: "), "{wrong}");
        }

        let rows = programme.ask(&mia, "policyAcceptances", json!({})).await["rows"].clone();
        assert_eq!(rows.as_array().map(Vec::len), Some(1));
        assert_eq!((&rows[0]["username"], &rows[0]["version"]), (&json!("rin"), &json!(1)));
        assert!(rows[0]["acceptedAt"].is_string());
        let versions = programme.ask(&mia, "policyVersions", json!({ "kind": "privacy" })).await;
        assert_eq!(
            (&versions["rows"][0]["accepted"], &versions["testers"]),
            (&json!(1), &json!(3))
        );
        assert_eq!(versions["rows"][0]["by"]["username"], "mia");
        let data = programme.ask(&rin, "accountData", json!({})).await;
        assert_eq!(data["data"]["policies"][0]["kind"], "privacy");
    });
}

#[test]
fn a_long_list_of_acceptances_comes_in_parts() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.publish(&mia, "privacy", 0, true).await;
        programme.crowd(620, 0).await;
        programme
            .alter(
                r#"insert into _touchstone.policy_acceptance ("user", kind, version, accepted_at)
                select "objectId", 'privacy', 1, now() from "_User" where "username" like 'crowd%'"#,
            )
            .await;
        let first = programme.ask(&mia, "policyAcceptances", json!({})).await;
        let rest =
            programme.ask(&mia, "policyAcceptances", json!({ "cursor": first["next"] })).await;
        let users: std::collections::BTreeSet<&str> = [&first, &rest]
            .into_iter()
            .flat_map(|page| page["rows"].as_array().expect("rows"))
            .map(|row| row["user"].as_str().expect("an id"))
            .collect();
        assert_eq!((users.len(), &rest["next"]), (620, &Value::Null));
    });
}
