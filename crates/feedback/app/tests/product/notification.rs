//! Notifications in the app: each event by its command, once, to the right users only.

use parse_engine::worker::drain_all;
use serde_json::{Value, json};
use testkit::case;

use crate::case::{accept, at, close, merge};
use crate::people::differences;
use crate::stage::{Programme, TestUser};

impl Programme {
    /// Lets what follows from events follow.
    pub(crate) async fn settle_down(&self) {
        drain_all(&self.engine).await;
    }

    /// A user's unread notifications: kinds with their counts, without the levels that a first
    /// report brings.
    pub(crate) async fn inbox(&self, who: &TestUser) -> Vec<String> {
        self.settle_down().await;
        let mut rows = Vec::new();
        for bucket in ["action", "news"] {
            let list = self.ask(who, "notificationList", json!({ "bucket": bucket })).await;
            rows.extend(list["rows"].as_array().expect("rows").clone());
        }
        rows.retain(|row| row["readAt"].is_null() && row["kind"] != "badge_level");
        let word = |row: &Value| {
            let what = row["data"]["what"].as_str().unwrap_or_default();
            let kind = row["kind"].as_str().expect("a kind");
            format!("{kind} {what} {}", row["count"]).replace("  ", " ")
        };
        let mut words: Vec<String> = rows.iter().map(word).collect();
        words.sort();
        words
    }

    /// A user's first notification of a kind.
    pub(crate) async fn told_of(&self, who: &TestUser, kind: &str) -> Value {
        self.settle_down().await;
        for bucket in ["action", "news"] {
            let list = self.ask(who, "notificationList", json!({ "bucket": bucket })).await;
            let rows = list["rows"].as_array().expect("rows");
            if let Some(row) = rows.iter().find(|row| row["kind"] == kind) {
                return row.clone();
            }
        }
        Value::Null
    }
}

#[test]
fn a_question_waits_for_its_reporter_until_it_is_answered_and_for_nobody_else() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&kai, "issueWatch", json!({ "number": number, "level": "all" })).await;
        let question = json!({ "number": number, "question": "Which wallet was it?" });
        programme.ask(&mia, "issueAskInfo", question).await;
        assert_eq!(programme.inbox(&rin).await, ["info_asked 1"]);
        assert_eq!(programme.inbox(&mia).await, [""; 0], "never to the actor");
        assert_eq!(programme.inbox(&kai).await, [""; 0]);
        let row = programme.told_of(&rin, "info_asked").await;
        assert_eq!(row["data"]["question"], "Which wallet was it?");
        assert_eq!(row["issue"]["number"], number);
        assert_eq!(row["actor"]["username"], "mia");
        assert_eq!(programme.find(&rin, "Notification").await.expect("their own"), 1);
        assert_eq!(programme.find(&mia, "Notification").await.expect("nothing"), 0);
        let counted = programme.ask(&rin, "notificationCount", json!({})).await;
        assert_eq!(counted, json!({ "waiting": 1, "unread": 0 }));
        programme.said(&rin, number.into(), "It was a Ledger.").await;
        assert_eq!(programme.inbox(&rin).await, [""; 0], "answered, so nothing waits");
        assert_eq!(programme.inbox(&kai).await, ["comment 1"]);
    });
}

/// Takes the locks of all receivers but one, as a transaction does that notifies the others.
const EVERYBODY_ELSE: &str =
    "select pg_advisory_xact_lock(hashtext('touchstone.receiver'), bucket)::text
    from generate_series(0, 255) bucket where bucket <> hashtext($1) & 255";

#[test]
fn a_user_is_notified_while_another_transaction_notifies_everybody_else() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.settle_down().await;
        let mut client = programme.database.client().await;
        let other = client.transaction().await.expect("a transaction");
        other.execute(EVERYBODY_ELSE, &[&rin.id]).await.expect("the locks of the others");
        let question = json!({ "number": number, "question": "Which wallet was it?" });
        programme.ask(&mia, "issueAskInfo", question).await;
        assert_eq!(programme.inbox(&rin).await, ["info_asked 1"]);
        other.rollback().await.expect("the end of it");
    });
}

#[test]
fn where_an_issue_stands_is_news_for_its_reporter_and_whoever_follows_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = [
            programme.tester("rin").await,
            programme.tester("kai").await,
            programme.tester("uma").await,
        ];
        let [rin, kai, uma] = &people;
        let number = programme.report_of(rin, "The map freezes").await;
        let other = programme.report_of(uma, "The map is frozen").await;
        programme.ask(kai, "issueWatch", json!({ "number": number, "level": "status" })).await;
        programme.ask(uma, "issueWatch", json!({ "number": number, "level": "mute" })).await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        assert_eq!(programme.inbox(rin).await, ["issue_news confirmed 1"]);
        assert_eq!(programme.told_of(rin, "issue_news").await["data"]["severity"], "S2");
        assert_eq!(programme.inbox(kai).await, ["issue_news confirmed 1"]);
        assert_eq!(programme.inbox(uma).await, [""; 0], "muted");
        programme.said(&mia, number.into(), "We look into it.").await;
        assert_eq!(programme.inbox(kai).await, ["issue_news confirmed 1"], "only where it stands");
        assert_eq!(programme.inbox(rin).await, ["comment_staff 1", "issue_news confirmed 1"]);
        programme.ask(&mia, "issueClose", close(number, "wont_fix")).await;
        assert_eq!(programme.inbox(kai).await, ["issue_news closed 2"], "one row, counted up");
        programme.ask(kai, "notificationRead", json!({ "all": true })).await;
        programme.clock.advance(60);
        programme.ask(&mia, "issueReopen", json!({ "number": number, "reason": "It is worth another look after all, I think." })).await;
        assert_eq!(
            programme.inbox(kai).await,
            ["issue_news reopened 1"],
            "a new row once it was read"
        );
        programme.ask(&mia, "issueMerge", merge(other, number)).await;
        let told = programme.told_of(uma, "issue_news").await;
        assert_eq!(
            (&told["data"]["what"], &told["data"]["into"]),
            (&json!("merged"), &json!(number))
        );
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn a_fix_waits_for_those_who_can_check_it_and_is_news_for_the_others() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let uma = programme.tester("uma").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&kai, "issueVote", at(number)).await;
        programme.ask(&uma, "issueWatch", json!({ "number": number, "level": "all" })).await;
        let build = programme.build(7).await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        programme.settle_down().await;
        for who in [&rin, &kai, &uma] {
            programme.ask(who, "notificationRead", json!({ "all": true })).await;
        }
        programme.clock.advance(60);
        programme.ask(&mia, "issueMarkFixed", json!({ "number": number, "build": build })).await;
        let rins = programme.inbox(&rin).await;
        assert!(
            rins.contains(&"fix_check 1".to_owned())
                && !rins.iter().any(|row| row.starts_with("issue_news")),
            "{rins:?}"
        );
        assert_eq!(programme.inbox(&kai).await, ["fix_check 1"], "they met it too");
        assert_eq!(programme.inbox(&uma).await, ["issue_news fixed 1"]);
        assert_eq!(programme.told_of(&kai, "fix_check").await["data"]["build"]["id"], json!(build));
        let works = json!({ "number": number, "build": build, "verdict": "works" });
        programme.ask(&kai, "fixCheckSubmit", works).await;
        assert_eq!(programme.inbox(&kai).await, [""; 0], "done by doing it");
        assert!(programme.inbox(&rin).await.contains(&"fix_check 1".to_owned()));
    });
}

#[test]
fn who_is_called_by_name_is_told_of_that_and_nobody_is_told_twice() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let juno = programme.tester("juno").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.said(&kai, number.into(), "Same here. @juno, @RIN and @unknown: you too?").await;
        assert_eq!(programme.inbox(&rin).await, ["mention 1"]);
        assert_eq!(programme.inbox(&juno).await, ["mention 1"]);
        assert_eq!(programme.inbox(&kai).await, [""; 0]);
        programme.said(&mia, number.into(), "Thank you.").await;
        programme.said(&juno, number.into(), "Not here.").await;
        programme.said(&kai, number.into(), "Odd.").await;
        assert_eq!(programme.inbox(&rin).await, ["comment 2", "comment_staff 1", "mention 1"]);
        let people = &programme.told_of(&rin, "comment").await["data"]["people"];
        assert_eq!(people, &json!(["kai", "juno"]), "the newest first");
        assert_eq!(programme.inbox(&kai).await, ["comment 1", "comment_staff 1"]);
        let between =
            json!({ "number": number, "body": "Between us: @rin is right.", "internal": true });
        programme.ask(&mia, "commentAdd", between).await;
        assert_eq!(programme.inbox(&rin).await.len(), 3, "internal comments notify no tester");
    });
}

#[test]
fn a_private_issue_concerns_administrators_and_its_reporter_alone() {
    case(async {
        let programme = Programme::open().await;
        let (mia, ada) =
            (programme.administrator("mia").await, programme.administrator("ada").await);
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let open = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&kai, "issueWatch", json!({ "number": open, "level": "all" })).await;
        programme
            .ask(&mia, "issueSetVisibility", json!({ "number": open, "visibility": "private" }))
            .await;
        programme.ask(&mia, "issueAccept", accept(open)).await;
        programme.said(&mia, open.into(), "@kai must not hear this.").await;
        assert_eq!(programme.inbox(&kai).await, [""; 0]);
        assert_eq!(programme.inbox(&rin).await, ["comment_staff 1", "issue_news confirmed 1"]);
        assert_eq!(programme.inbox(&ada).await, [""; 0]);
        let report = json!({
            "kind": "bug", "title": "Any caller can empty the vault", "body": "It is as bad as it sounds, and easy to do.",
            "area": "swap", "build": "unknownweb", "severityClaimed": "S1", "private": true,
        });
        programme.ask(&rin, "issueSubmit", report).await;
        assert_eq!(programme.inbox(&mia).await, ["admin_s1 1"], "one of an event is enough");
        assert_eq!(programme.inbox(&ada).await, ["admin_s1 1"]);
        assert_eq!(programme.inbox(&kai).await, [""; 0]);
    });
}

#[test]
fn what_an_administrator_takes_back_at_once_is_withdrawn() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.alter(r#"update "_User" set "email" = 'rin@mail.test', "emailVerified" = true where "username" = 'rin'"#).await;
        let number = programme.report_of(&rin, "The map freezes").await;
        let question = json!({ "number": number, "question": "Which wallet was it?" });
        programme.ask(&mia, "issueAskInfo", question).await;
        assert_eq!(programme.inbox(&rin).await, ["info_asked 1"]);
        programme.clock.advance(5);
        programme.ask(&mia, "issueUndo", at(number)).await;
        assert_eq!(programme.inbox(&rin).await, [""; 0]);
        let left = "select count(*) from _touchstone.delivery where state <> 'dropped'";
        assert_eq!(programme.how_many(left).await, 0);
    });
}

#[test]
fn what_happens_to_an_account_and_its_points_waits_for_its_owner() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let because = "For the case at hand.";
        let adjust = |amount: i64, rule: &str| json!({ "user": rin.id, "amount": amount, "reason": because, "rule": rule });
        programme.season(&mia).await;
        programme.settle_down().await;
        programme.ask(&rin, "notificationRead", json!({ "all": true })).await;
        programme.ask(&mia, "pointsAdjust", adjust(50, "manual")).await;
        assert_eq!(programme.inbox(&rin).await, [""; 0]);
        programme.ask(&mia, "pointsAdjust", adjust(-20, "manual")).await;
        programme.ask(&mia, "pointsAdjust", adjust(-5, "manual")).await;
        programme.ask(&mia, "pointsAdjust", adjust(-3, "abuse")).await;
        assert_eq!(
            programme.inbox(&rin).await,
            ["points_reversed penalty 1", "points_reversed reversed 2"]
        );
        let limited = json!({ "user": rin.id, "status": "limited", "reason": "Too many reports of the same." });
        programme.ask(&mia, "userSetStatus", limited).await;
        let told = programme.told_of(&rin, "account_changed").await;
        assert_eq!(
            told["data"],
            json!({ "status": "limited", "reason": "Too many reports of the same." })
        );
        let done = programme.ask(&rin, "notificationDone", json!({ "id": told["id"] })).await;
        assert_eq!(done["waiting"], 2);
        let (code, _) =
            programme.refusal(Some(&mia), "notificationDone", json!({ "id": told["id"] })).await;
        assert_eq!(code, 101, "only one's own");
        let suspended = json!({ "user": rin.id, "status": "suspended", "reason": "Still too many of the same." });
        programme.ask(&mia, "userSetStatus", suspended).await;
        programme.settle_down().await;
        let of_rin = r#"select count(*) from "Notification" where "event" = 'account_changed' and "doneAt" is null"#;
        assert_eq!(programme.how_many(of_rin).await, 0, "who is suspended gets nothing");
    });
}

#[test]
fn two_unread_rows_of_one_thing_or_news_of_ones_own_act_contradict_a_promise() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let number = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&mia, "issueAccept", accept(number)).await;
        programme.settle_down().await;
        assert_eq!(differences(&programme, &mia).await, json!([]));
        programme
            .alter(r#"update "Notification" set "actor" = "user" where "event" = 'issue_news'"#)
            .await;
        let told = differences(&programme, &mia).await;
        assert_eq!(
            told[0]["rule"],
            "Users are not notified of their own acts, and once of one thing while it is unread"
        );
    });
}
