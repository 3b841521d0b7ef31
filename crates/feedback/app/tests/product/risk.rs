use parse_engine::periodic_task::run_all_tasks;
use parse_engine::worker::drain_all;
use serde_json::{Value, json};
use testkit::case;

use crate::issue::report;
use crate::stage::{Programme, TestUser};

const COPIED: &str = "When I press swap the price changes every time and it fails, I tried half a percent and one percent, then I went back to the first page and tried once more with another token but nothing helped at all";

/// Two accounts that share a browser, a place to be paid, and a text.
async fn ring(programme: &Programme, accounts: &[&TestUser]) {
    let client = programme.database.client().await;
    for (place, one) in accounts.iter().enumerate() {
        programme.report_of(one, "The price changes").await;
        let place = place as f64;
        client
            .execute(r#"update "Issue" set "body" = $2 where "reporter" = $1"#, &[&one.id, &COPIED])
            .await
            .expect("a text");
        client
            .execute(
                r#"update "_User" set "payoutAddress" = '0xsame' where "objectId" = $1"#,
                &[&one.id],
            )
            .await
            .expect("a payout");
        client.execute(
            r#"insert into _touchstone.visit ("user", device, network, began, ended)
            select $1, 'browser', 'home', t, t + interval '4 minutes' from (
                select 'epoch'::timestamptz + $3::text::bigint * interval '1 millisecond' - interval '5 days'
                    + n * interval '1 day' + $2 * interval '10 minutes' as t from generate_series(1, 4) n) visits"#,
            &[&one.id, &place, &programme.now().millis().to_string()]).await.expect("visits");
    }
}

async fn scanned(programme: &Programme, admin: &TestUser) -> Value {
    programme.alter("delete from _touchstone.risk_scan").await;
    run_all_tasks(&programme.engine).await;
    programme.ask(admin, "riskCases", json!({})).await
}

#[test]
fn a_scan_opens_a_case_that_a_person_decides_and_nothing_happens_before() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        programme.tester("cyd").await;
        ring(&programme, &[&ada, &bob]).await;
        let cases = scanned(&programme, &mia).await;
        assert_eq!(cases["rows"].as_array().expect("cases").len(), 1, "{cases}");
        assert_eq!(cases["scan"]["testers"], 3);
        let number = cases["rows"][0]["number"].clone();
        let shown =
            programme.ask(&mia, "riskCase", json!({ "number": number })).await["case"].clone();
        assert_eq!(shown["score"], 40 + 25 + 3 + 15, "{shown}");
        assert_eq!(shown["members"].as_array().expect("members").len(), 2);
        assert_eq!(shown["texts"][0]["distance"], 0);
        assert!(
            shown["unknown"].as_array().expect("unknown").iter().any(|one| one["kind"] == "votes")
        );
        // Only administrators see it, and no user lost anything.
        for name in ["riskCases", "riskThresholds", "appeals"] {
            assert_eq!(programme.refusal(Some(&ada), name, json!({})).await.0, 119);
        }
        assert_eq!(
            programme.ask(&ada, "myFairness", json!({})).await,
            json!({ "appealDays": 14, "link": null, "hold": null, "questions": [], "appeals": [] })
        );
        let states = programme
            .how_many(
                r#"select count(*) from "_User" where coalesce("riskState", 'clear') <> 'clear'"#,
            )
            .await;
        assert_eq!(states, 0, "a machine decides nothing");
    });
}

/// A programme with a case of two accounts, and its number.
async fn with_case() -> (Programme, TestUser, [TestUser; 2], Value) {
    let programme = Programme::open().await;
    let mia = programme.administrator("mia").await;
    let pair = [programme.tester("ada").await, programme.tester("bob").await];
    ring(&programme, &[&pair[0], &pair[1]]).await;
    let number = scanned(&programme, &mia).await["rows"][0]["number"].clone();
    (programme, mia, pair, number)
}

#[test]
fn who_is_asked_or_linked_knows_the_kind_and_an_appeal_is_read_by_another_administrator() {
    case(async {
        let (programme, mia, [ada, bob], number) = with_case().await;
        let (max, cyd) = (programme.administrator("max").await, programme.tester("cyd").await);
        let params = json!({ "number": number, "decision": "link", "users": [ada.id, cyd.id], "reason": "same_device" });
        let refused = programme.refusal(Some(&mia), "riskResolve", params.clone()).await;
        assert!(refused.1.starts_with("CASE_USERS"));
        let mut params = params;
        params["users"] = json!([ada.id, bob.id]);
        let decided = programme.ask(&mia, "riskResolve", params.clone()).await;
        assert_eq!(decided["case"]["state"], "decided");
        let refused = programme.refusal(Some(&mia), "riskResolve", params).await;
        assert!(refused.1.starts_with("CASE_DECIDED"));
        let link = programme.ask(&bob, "myFairness", json!({})).await["link"].clone();
        assert_eq!((&link["kinds"], &link["others"]), (&json!(["same_device"]), &json!(["ada"])));
        let body = "My sister and I share a computer at home.";
        let appeal = json!({ "subjectType": "risk", "subjectId": link["subjectId"], "body": body });
        programme.ask(&bob, "appealOpen", appeal.clone()).await;
        let refused = programme.refusal(Some(&bob), "appealOpen", appeal.clone()).await;
        assert!(refused.1.starts_with("APPEAL_TWICE"));
        let refused = programme.refusal(Some(&ada), "appealOpen", appeal).await;
        assert!(refused.1.starts_with("APPEAL_SUBJECT"));
        let mine = programme.ask(&mia, "appeals", json!({})).await["rows"][0].clone();
        assert_eq!(mine["mayDecide"], false);
        let told = "You have shown that you are two people.";
        let answer = json!({ "id": mine["id"], "uphold": true, "answer": told });
        let refused = programme.refusal(Some(&mia), "appealDecide", answer.clone()).await;
        assert!(refused.1.starts_with("APPEAL_OWN_DECISION"));
        programme.ask(&max, "appealDecide", answer).await;
        let fairness = programme.ask(&bob, "myFairness", json!({})).await;
        assert_eq!(fairness["link"], Value::Null);
        assert_eq!(fairness["appeals"][0]["state"], "upheld");
    });
}

#[test]
fn who_is_held_has_no_rank_until_an_appeal_is_upheld() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        programme.season(&mia).await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let points = json!({ "user": ada.id, "amount": 20, "reason": "Helped on a call.", "rule": "manual" });
        programme.ask(&mia, "pointsAdjust", points).await;
        let users = json!({ "users": [ada.id, bob.id], "reason": "same_device" });
        programme.ask(&mia, "personLink", users).await;
        let hold = json!({ "user": bob.id, "reason": "same_payout" });
        assert_eq!(programme.refusal(Some(&ada), "personHold", hold.clone()).await.0, 119);
        let own = json!({ "user": mia.id, "reason": "same_payout" });
        assert!(
            programme.refusal(Some(&mia), "personHold", own).await.1.starts_with("OWN_ACCOUNT")
        );
        let held = programme.ask(&mia, "personHold", hold.clone()).await;
        assert_eq!(held["accounts"].as_array().map(Vec::len), Some(2), "a person, not an account");
        assert!(
            programme.refusal(Some(&max), "personHold", hold).await.1.starts_with("HELD_ALREADY")
        );
        let ranked = r#"select count(*) from "Standing" where "season" = 1 and "eligible""#;
        assert_eq!(programme.how_many(ranked).await, 0);
        let own = programme.ask(&ada, "myFairness", json!({})).await["hold"].clone();
        assert_eq!((&own["kinds"], &own["mayAppeal"]), (&json!(["same_payout"]), &json!(true)));

        let body = "My sister and I have one account at the exchange.";
        let appeal = json!({ "subjectType": "risk", "subjectId": own["subjectId"], "body": body });
        let appeal = programme.ask(&ada, "appealOpen", appeal).await["appeal"]["id"].clone();
        let waiting = json!({ "bucket": "action" });
        run_all_tasks(&programme.engine).await;
        drain_all(&programme.engine).await;
        let told = programme.ask(&max, "notificationList", waiting.clone()).await;
        assert_eq!(told["rows"][0]["kind"], "admin_appeal", "{told}");
        let uphold = json!({ "id": appeal, "uphold": true, "answer": "One address for two sisters is fine." });
        let mine = programme.refusal(Some(&mia), "appealDecide", uphold.clone()).await;
        assert!(mine.1.starts_with("APPEAL_OWN_DECISION"), "{mine:?}");
        programme.ask(&max, "appealDecide", uphold).await;
        assert_eq!(programme.how_many(ranked).await, 1);
        assert_eq!(programme.ask(&max, "notificationList", waiting).await["rows"], json!([]));
        let own = programme.ask(&ada, "myFairness", json!({})).await;
        assert_eq!(
            (&own["hold"], &own["link"]["accounts"]),
            (&json!(null), &json!(2)),
            "the link stays"
        );
        let free = json!({ "user": bob.id });
        assert!(
            programme.refusal(Some(&max), "personRelease", free).await.1.starts_with("NOT_HELD")
        );
    });
}

#[test]
fn who_is_asked_answers_once_and_reads_kinds_alone() {
    case(async {
        let (programme, mia, [ada, _], number) = with_case().await;
        programme.ask(&mia, "riskResolve", json!({ "number": number, "decision": "ask" })).await;
        let asked = programme.ask(&ada, "myFairness", json!({})).await["questions"][0].clone();
        assert!(asked["kinds"].as_array().expect("kinds").contains(&json!("shared_device")));
        let body = "We are two people at one computer, my sister and me.";
        let answer = json!({ "id": asked["id"], "body": body });
        programme.ask(&ada, "riskAnswer", answer.clone()).await;
        let refused = programme.refusal(Some(&ada), "riskAnswer", answer).await;
        assert!(refused.1.starts_with("ANSWERED"));
        let shown = programme.ask(&mia, "riskCase", json!({ "number": number })).await;
        let answers = shown["case"]["answers"].as_array().expect("answers");
        assert!(answers.iter().any(|one| one["body"] == body));
    });
}

#[test]
fn who_is_watched_cannot_read_it_in_their_own_account() {
    case(async {
        let (programme, mia, [ada, _], number) = with_case().await;
        programme.ask(&mia, "riskResolve", json!({ "number": number, "decision": "watch" })).await;
        let shown = programme.ask(&mia, "riskCase", json!({ "number": number })).await;
        assert_eq!(shown["case"]["members"][0]["riskState"], "watch");
        let states = programme
            .how_many(
                r#"select count(*) from "_User" where coalesce("riskState", 'clear') <> 'clear'"#,
            )
            .await;
        assert_eq!(states, 0, "an account is read by whom it belongs to");
        programme.clock.advance(3_600);
        let next = report("Another one", json!({}));
        let refused = programme.refusal(Some(&ada), "issueSubmit", next).await;
        assert!(refused.1.starts_with("Your first report is still being reviewed"), "{refused:?}");
    });
}

#[test]
fn what_was_dismissed_stays_dismissed_until_something_new_is_known() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        ring(&programme, &[&ada, &bob]).await;
        let cases = scanned(&programme, &mia).await;
        let number = cases["rows"][0]["number"].clone();
        programme
            .ask(&mia, "riskResolve", json!({ "number": number, "decision": "dismiss" }))
            .await;
        assert_eq!(scanned(&programme, &mia).await["counts"]["open"], 0);
        programme.alter(r#"update "_User" set "payoutAddress" = '0xother' where "username" in ('ada', 'bob')"#).await;
        assert_eq!(scanned(&programme, &mia).await["counts"]["open"], 1);
    });
}

#[test]
fn an_account_is_deleted_under_a_pseudonym_and_its_points_stay() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        programme.season(&mia).await;
        let number = programme.report_of(&ada, "The price changes").await;
        let params = json!({ "user": ada.id, "amount": 12, "reason": "Helped on a call.", "rule": "manual" });
        programme.ask(&mia, "pointsAdjust", params).await;
        let typed = |name: &str| json!({ "username": name, "texts": "erase" });
        assert!(
            programme
                .refusal(Some(&ada), "accountDelete", typed("adb"))
                .await
                .1
                .starts_with("USERNAME_TYPED")
        );
        assert!(
            programme
                .refusal(Some(&mia), "accountDelete", typed("mia"))
                .await
                .1
                .starts_with("ADMIN_ACCOUNT")
        );
        programme.ask(&ada, "accountDelete", typed("ada")).await;
        programme.pass_two_days().await;
        let pseudonyms = r#"select count(*) from "_User" where "username" like 'deleted-%'"#;
        assert_eq!(programme.how_many(pseudonyms).await, 1);
        assert!(
            programme.call(Some(&ada), "myFairness", json!({})).await.is_err(),
            "no session is left"
        );
        assert!(programme.sign_in("ada", crate::stage::PASSWORD).await.is_err());
        assert_eq!(programme.totals(1).await[&ada.id], 12);
        assert_eq!(programme.row(number).await["title"], "Erased report");
        let left = programme.how_many(r#"select count(*) from "_User" where "username" = 'ada' or "_hashed_password" is null and "username" = 'ada'"#).await;
        assert_eq!(left, 0);
        programme.audited(1).await;
    });
}

#[test]
fn a_suspension_can_take_everything_away_that_somebody_wrote() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let (own, other) = (
            programme.report_of(&ada, "Buy my coin").await,
            programme.report_of(&bob, "The map freezes").await,
        );
        programme
            .ask(&ada, "commentAdd", json!({ "number": other, "body": "Buy my coin now." }))
            .await;
        let params = json!({ "user": ada.id, "status": "suspended", "reason": "Advertising in every report.", "closeAll": true });
        let told = programme.ask(&mia, "userSetStatus", params).await;
        assert_eq!((&told["closed"], &told["hidden"]), (&json!([own]), &json!(1)));
        assert_eq!(programme.row(own).await["status"], "closed");
        assert_eq!(programme.row(other).await["commentCount"], 0.0);
        assert_eq!(programme.row(other).await["status"], "new");
    });
}
