use feedback::{Texts, operator};
use parse_identity::Caller;
use serde_json::{Value, json};
use testkit::case;

use crate::access::all_of;
use crate::case::{accept, close};
use crate::stage::{PASSWORD, Programme, TestUser, told};

fn suspended(user: &TestUser) -> Value {
    json!({ "user": user.id, "status": "suspended", "reason": "Sells accounts on a forum." })
}

fn demoted(user: &TestUser, name: &str) -> Value {
    json!({ "user": user.id, "isAdmin": false, "confirm": name })
}

fn names(page: &Value) -> Vec<&str> {
    let rows = page["rows"].as_array().expect("rows");
    rows.iter().map(|row| row["username"].as_str().expect("a name")).collect()
}

/// What contradicts a rule.
pub(crate) async fn differences(programme: &Programme, who: &TestUser) -> Value {
    programme.ask(who, "invariantsCheck", json!({})).await["differences"].clone()
}

#[test]
fn the_session_of_a_user_who_is_suspended_stops_at_once_and_they_cannot_sign_in() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.ask(&rin, "programme", json!({})).await;
        programme.ask(&mia, "userSetStatus", suspended(&rin)).await;
        assert_eq!(programme.refusal(Some(&rin), "programme", json!({})).await.0, 209);
        let found = programme.find(&rin, "_User").await.expect_err("no session");
        assert_eq!(told(&found).0, 209);
        let (code, text) = told(&programme.sign_in("rin", PASSWORD).await.expect_err("suspended"));
        assert_eq!(code, 119);
        assert!(text.contains("Sells accounts on a forum."), "they read why: {text}");
        let stranger = told(&programme.sign_in("rin", "a guess").await.expect_err("wrong"));
        assert!(!stranger.1.contains("forum"), "and strangers do not: {stranger:?}");
        let back = json!({ "user": rin.id, "status": "active", "reason": "It was a mix-up." });
        programme.ask(&mia, "userSetStatus", back).await;
        let again = programme.sign_in("rin", PASSWORD).await.expect("welcome back");
        programme.ask(&again, "programme", json!({})).await;
    });
}

#[test]
fn what_a_user_chose_to_show_is_told_to_them_and_to_nobody_else() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let hide = json!({ "privacy": { "showOnLeaderboard": false } });
        programme.ask(&rin, "memberPrefsSet", hide).await;
        let profile = async |who| programme.ask(who, "profile", json!({ "username": "rin" })).await;
        assert_eq!(profile(&rin).await["privacy"], json!({ "showOnLeaderboard": false }));
        for other in [&sam, &mia] {
            assert_eq!(profile(other).await.get("privacy"), None);
        }
    });
}

#[test]
fn the_last_administrator_stays_whatever_is_tried() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (code, text) =
            programme.refusal(Some(&mia), "userSetAdmin", demoted(&mia, "mia")).await;
        assert_eq!((code, text.starts_with("LAST_ADMIN: ")), (142, true), "{text}");
        let (_, text) = programme.refusal(Some(&mia), "userSetStatus", suspended(&mia)).await;
        assert!(text.starts_with("OWN_ACCOUNT: "), "{text}");
        let client = programme.database.client().await;
        for statement in [
            r#"update "_User" set "isAdmin" = false"#,
            r#"update "_User" set "status" = 'suspended'"#,
            r#"update "_User" set "status" = null"#,
            r#"delete from "_User""#,
        ] {
            assert!(client.batch_execute(statement).await.is_err(), "{statement}");
        }
        let max = programme.administrator("max").await;
        programme.ask(&max, "userSetAdmin", demoted(&mia, "mia")).await;
        assert_eq!(differences(&programme, &max).await, json!([]));
    });
}

#[test]
fn of_two_administrators_who_dismiss_each_other_one_remains() {
    case(async {
        let programme = Programme::open().await;
        for round in 0..4 {
            let (one, other) = (format!("one{round}"), format!("other{round}"));
            let (a, b) =
                (programme.administrator(&one).await, programme.administrator(&other).await);
            // The first command of a day writes to one's own account and would make the two wait.
            for who in [&a, &b] {
                programme.ask(who, "memberPrefsSet", json!({})).await;
            }
            // The administrator of the run before would make both dismissals right.
            let client = programme.database.client().await;
            client
                .execute(
                    r#"update "_User" set "isAdmin" = false where "objectId" not in ($1, $2)"#,
                    &[&a.id, &b.id],
                )
                .await
                .expect("two are left");
            let calls = [(&a, &b, &other), (&b, &a, &one)];
            let calls = calls.map(|(who, whom, name)| {
                programme.call(Some(who), "userSetAdmin", demoted(whom, name))
            });
            let done = all_of(calls).await.into_iter().filter(Result::is_ok).count();
            assert_eq!(done, 1);
        }
    });
}

#[test]
fn anyone_who_is_made_an_administrator_signs_in_anew_and_has_the_role() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let appoint =
            |confirm: &str| json!({ "user": rin.id, "isAdmin": true, "confirm": confirm });
        let (_, text) = programme.refusal(Some(&mia), "userSetAdmin", appoint("ron")).await;
        assert!(text.starts_with("CONFIRM: "), "{text}");
        assert_eq!(programme.refusal(Some(&rin), "userSetAdmin", appoint("rin")).await.0, 119);
        programme.ask(&mia, "userSetAdmin", appoint("rin")).await;
        assert_eq!(programme.refusal(Some(&rin), "people", json!({})).await.0, 209);
        let rin = programme.sign_in("rin", PASSWORD).await.expect("a session");
        programme.ask(&rin, "people", json!({})).await;
        assert_eq!(differences(&programme, &rin).await, json!([]));
        programme.ask(&mia, "userSetAdmin", demoted(&rin, "rin")).await;
        let rin = programme.sign_in("rin", PASSWORD).await.expect("a session");
        assert_eq!(programme.refusal(Some(&rin), "people", json!({})).await.0, 119);
        assert_eq!(differences(&programme, &mia).await, json!([]));
    });
}

#[test]
fn people_are_found_by_name_sorted_and_read_page_by_page_without_holes() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let client = programme.database.client().await;
        client
        .batch_execute(
            r#"insert into "_User" ("objectId", "createdAt", "updatedAt", "username", "status", "trustLevel")
            select 'u' || n, now() - n * interval '1 minute', now(), 'tester' || lpad(n::text, 3, '0'), 'active', n % 4
            from generate_series(1, 120) n"#,
        )
        .await
        .expect("people");
        for sort in ["name", "joined", "active", "points"] {
            let (mut cursor, mut seen) = (Value::Null, Vec::new());
            loop {
                let asked = json!({ "sort": sort, "cursor": cursor, "search": "TESTER" });
                let page = programme.ask(&mia, "people", asked).await;
                assert_eq!(page["total"], 120);
                seen.extend(names(&page).into_iter().map(str::to_owned));
                cursor = page["next"].clone();
                if cursor.is_null() {
                    break;
                }
            }
            assert_eq!(seen.len(), 120, "{sort}");
            if sort == "name" || sort == "joined" {
                assert!(seen.is_sorted(), "{sort}");
            }
            seen.sort();
            seen.dedup();
            assert_eq!(seen.len(), 120, "{sort}");
        }
        let admins = programme.ask(&mia, "people", json!({ "filter": "admins" })).await;
        assert_eq!(names(&admins), ["mia"]);
    });
}

#[test]
fn a_pinned_level_holds_and_preferences_are_ones_own() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let pinned =
            programme.ask(&mia, "userPinTrust", json!({ "user": rin.id, "level": 4 })).await;
        assert_eq!(pinned, json!({ "trustLevel": 4, "trustPinned": true }));
        let freed =
            programme.ask(&mia, "userPinTrust", json!({ "user": rin.id, "level": null })).await;
        assert_eq!(
            freed,
            json!({ "trustLevel": 0, "trustPinned": false }),
            "nothing of theirs was accepted"
        );
        let wrong = json!({ "user": rin.id, "level": 5 });
        assert_eq!(programme.refusal(Some(&mia), "userPinTrust", wrong).await.0, 142);
        let prefs = json!({
            "locale": "pt-BR", "timeZone": "Europe/Lisbon", "singleKeys": false,
            "privacy": { "showOnLeaderboard": false },
        });
        programme.ask(&rin, "memberPrefsSet", prefs).await;
        let zone = json!({ "timeZone": "Mars/Olympus" });
        assert_eq!(programme.refusal(Some(&rin), "memberPrefsSet", zone).await.0, 142);
        let client = programme.database.client().await;
        let row = client
        .query_one(
            r#"select "locale", "timeZone", "privacy"::text, "singleKeys", "lastActiveOn" is not null
            from "_User" where "objectId" = $1"#,
            &[&rin.id],
        )
        .await
        .expect("rin");
        assert_eq!(row.get::<_, String>(0), "pt-BR");
        assert_eq!(row.get::<_, String>(1), "Europe/Lisbon");
        let privacy: Value = serde_json::from_str(row.get(2)).expect("an object");
        assert_eq!(privacy, json!({ "showOnLeaderboard": false }));
        assert!(!row.get::<_, bool>(3) && row.get::<_, bool>(4));
    });
}

#[test]
fn the_record_is_read_by_page_and_its_seals_are_checked() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        for level in (0..60).map(|n| n % 5) {
            programme.ask(&mia, "userPinTrust", json!({ "user": rin.id, "level": level })).await;
        }
        let page = programme.ask(&mia, "audit", json!({})).await;
        assert_eq!(page["chain"], json!({ "ok": true, "checkedFrom": 11, "checkedTo": 60 }));
        assert_eq!(page["rows"][0]["target"]["label"], "rin");
        let rest = programme.ask(&mia, "audit", json!({ "cursor": page["next"] })).await;
        assert_eq!(
            (rest["rows"].as_array().map(Vec::len), &rest["next"]),
            (Some(10), &Value::Null)
        );
        let none = programme.ask(&mia, "audit", json!({ "action": "settingSet" })).await;
        assert_eq!(none["rows"], json!([]));

        let client = programme.database.client().await;
        client
            .batch_execute(
                r#"alter table "AuditEntry" disable trigger only_grows;
            update "AuditEntry" set "after" = '{}' where "seq" = 30"#,
            )
            .await
            .expect("a forgery");
        let page = programme.ask(&mia, "audit", json!({})).await;
        assert_eq!(page["chain"]["ok"], false);
        let found = differences(&programme, &mia).await;
        assert_eq!(found[0]["what"]["seq"], 30, "{found}");
        let about = programme.ask(&mia, "about", json!({})).await;
        assert_eq!(about["invariants"]["differences"], found);
        assert_eq!(about["counts"]["testers"], 1);
    });
}

#[test]
fn the_rules_are_looked_up_once_a_day_by_one_node_at_a_time() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let at = async || programme.ask(&mia, "about", json!({})).await["invariants"]["at"].clone();
        assert_eq!(at().await, Value::Null);
        let other = programme.engine.begin(Caller::master());
        assert!(
            parse_store::periodic_task::try_lock_task(other.db(), "invariants")
                .await
                .expect("a claim")
        );
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        assert_eq!(at().await, Value::Null, "another node is at it");
        other.commit().await.expect("done");
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        let first = at().await;
        assert!(first.is_string());
        programme.clock.advance(3600);
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        assert_eq!(at().await, first, "an hour is no day");
        programme.clock.advance(24 * 3600);
        parse_engine::periodic_task::run_all_tasks(&programme.engine).await;
        assert_ne!(at().await, first);
    });
}

#[test]
fn a_profile_shows_what_everybody_may_see_and_points_follow_the_ledger() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let open = programme.report_of(&rin, "The map freezes").await;
        let private = programme.report_of(&rin, "The funds are gone").await;
        let spam = programme.report_of(&rin, "Buy my coins now").await;
        programme.ask(&mia, "issueAccept", accept(open)).await;
        let visibility = json!({ "number": private, "visibility": "private" });
        programme.ask(&mia, "issueSetVisibility", visibility).await;
        programme.ask(&mia, "issueClose", close(spam, "spam")).await;
        let profile = programme.ask(&sam, "profile", json!({ "username": "RIN" })).await;
        let numbers: Vec<_> = profile["reports"]
            .as_array()
            .expect("reports")
            .iter()
            .map(|row| &row["number"])
            .collect();
        assert_eq!(numbers, [&json!(open)], "neither what is private nor what was spam");
        assert_eq!(
            profile["outcomes"],
            json!({ "confirmed": 1, "duplicate": 0, "closed": 0, "open": 0 })
        );
        assert_eq!(profile["standings"], json!([{ "season": 1, "rank": 1, "total": 70 }]));
        assert_eq!(
            (&profile["own"], &profile["person"]["accuracyPct"]),
            (&json!(false), &json!(50))
        );
        assert!(profile["person"].get("email").is_none());
        let hide = json!({ "privacy": { "showOnLeaderboard": false } });
        programme.ask(&rin, "memberPrefsSet", hide).await;
        let hidden = programme.ask(&sam, "profile", json!({ "username": "rin" })).await;
        assert_eq!(hidden["standings"], json!([]));
        let own = programme.ask(&rin, "profile", json!({ "username": "rin" })).await;
        assert_eq!((&own["own"], &own["standings"][0]["rank"]), (&json!(true), &json!(1)));
        assert_eq!(
            programme.refusal(Some(&sam), "profile", json!({ "username": "unknown" })).await.0,
            101
        );
        let people = programme.ask(&mia, "people", json!({ "sort": "points" })).await;
        assert_eq!(
            (&people["rows"][0]["username"], &people["rows"][0]["points"]),
            (&json!("rin"), &json!(70))
        );
    });
}

#[test]
fn the_audit_is_searched_by_words_people_use() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let n = programme.report_of(&rin, "The map freezes").await;
        programme.ask(&mia, "issueAccept", accept(n)).await;
        programme.ask(&mia, "issueSetSeverity", json!({ "number": n, "severity": "S1" })).await;
        let found = async |words: &str| {
            let page = programme.ask(&mia, "audit", json!({ "action": words })).await;
            let rows = page["rows"].as_array().expect("rows").iter();
            rows.map(|row| row["action"].as_str().expect("a command").to_owned())
                .collect::<Vec<_>>()
        };
        assert_eq!(found("severity").await, ["issueSetSeverity"]);
        assert_eq!(found("Set severity").await, ["issueSetSeverity"]);
        assert_eq!(found("map freezes").await, ["issueSetSeverity", "issueAccept"]);
        assert!(found("suspend").await.is_empty());
        let verdict = json!({ "user": rin.id, "status": "suspended", "reason": "The same report nine times." });
        programme.ask(&mia, "userSetStatus", verdict).await;
        assert_eq!(found("suspend").await, ["userSetStatus"]);
        assert_eq!(found("nine times").await, ["userSetStatus"]);
    });
}

#[test]
fn the_operator_acts_on_accounts_without_a_session_and_the_audit_log_has_it() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let rin = programme.tester("rin").await;
        let options = programme.options();
        let tx = programme.engine.begin(Caller::master());
        let password = operator::reset_password(&tx, &options, "rin").await.expect("a password");
        tx.commit().await.expect("a commit");
        assert_eq!(programme.refusal(Some(&rin), "programme", json!({})).await.0, 209);
        programme.sign_in("rin", PASSWORD).await.expect_err("the old one");
        let rin = programme.sign_in("rin", &password).await.expect("the new one");

        let tx = programme.engine.begin(Caller::master());
        operator::remove_administrator(&tx, &options, "max").await.expect("removed");
        tx.commit().await.expect("a commit");
        assert_eq!(programme.refusal(Some(&max), "programme", json!({})).await.0, 209);
        let tx = programme.engine.begin(Caller::master());
        let last = operator::remove_administrator(&tx, &options, "mia").await;
        assert!(told(&last.expect_err("the last")).1.contains("LAST_ADMIN"));
        drop(tx);

        let number = programme.report_of(&rin, "The map freezes").await;
        let asked = json!({ "username": "rin", "texts": "keep" });
        programme.ask(&rin, "accountDelete", asked).await;
        let tx = programme.engine.begin(Caller::master());
        let erased = operator::delete_account(&tx, &options, "rin", Texts::Erase).await;
        let pseudonym = erased.expect("a pseudonym");
        tx.commit().await.expect("a commit");
        assert_eq!(programme.refusal(Some(&rin), "programme", json!({})).await.0, 209);
        programme.sign_in("rin", &password).await.expect_err("gone");
        let waiting = "select count(*) from _touchstone.account_deletion";
        let waiting = programme.database.client().await.query_one(waiting, &[]).await;
        assert_eq!(waiting.expect("a count").get::<_, i64>(0), 0, "nothing is left to be deleted");
        let shown = programme.ask(&mia, "issueGet", json!({ "number": number })).await.to_string();
        assert!(shown.contains(&pseudonym) && !shown.contains("The map freezes"), "{shown}");
        assert_eq!(differences(&programme, &mia).await, json!([]));

        let page = programme.ask(&mia, "audit", json!({})).await;
        assert_eq!(page["chain"]["ok"], true);
        let rows = page["rows"].as_array().expect("rows");
        let by_operator: Vec<&str> = rows
            .iter()
            .filter(|row| row["actor"]["role"] == "operator" && row["actor"]["id"].is_null())
            .map(|row| row["action"].as_str().expect("an action"))
            .collect();
        assert_eq!(by_operator, ["accountDelete", "userSetAdmin", "passwordReset"]);
        assert!(!page.to_string().contains(&password));
        let deleted = rows.iter().find(|row| row["action"] == "accountDelete").expect("an entry");
        let label = &deleted["target"]["label"];
        assert_eq!(label, &json!(pseudonym), "the name that was erased is not kept");
    });
}
