use serde_json::json;
use testkit::case;

use crate::access::all_of;
use crate::bench::at;
use crate::stage::{Programme, TestUser};

const WHY: &str = "Helped two testers on a call.";

async fn give(programme: &Programme, admin: &TestUser, to: &TestUser, amount: i64) -> i64 {
    let params = json!({ "user": to.id, "amount": amount, "reason": WHY, "rule": "manual" });
    let answer = programme.ask(admin, "pointsAdjust", params).await;
    answer["entry"]["seq"].as_i64().expect("a place")
}

#[test]
fn the_rules_to_begin_with_are_the_models_own() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let rules = programme.ask(&rin, "rules", json!({})).await;
        assert_eq!(rules["current"]["version"], 1);
        let stored: feedback_model::RuleSet =
            serde_json::from_value(rules["current"]["rules"].clone()).expect("rules");
        assert_eq!(stored, feedback_model::RuleSet::default());
        for preset in feedback_model::rule_set::Preset::ALL {
            let offered = rules["presets"].as_array().expect("presets");
            let offered = offered.iter().find(|one| one["key"] == preset.key()).expect("each");
            assert_eq!(offered["rules"], json!(preset.rule_set()), "{}", preset.key());
        }
    });
}

#[test]
fn points_by_hand_say_why_on_a_list_that_everybody_reads() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, ada) = (programme.tester("rin").await, programme.tester("ada").await);
        programme.season(&mia).await;
        give(&programme, &mia, &rin, 40).await;
        let mine = programme.ask(&rin, "pointsMine", json!({})).await;
        assert_eq!(mine["entries"][0]["amount"], 40);
        assert_eq!(mine["entries"][0]["sentence"], format!("+40: {WHY}"));
        let others = programme.ask(&ada, "pointsMine", json!({})).await;
        assert_eq!(others["entries"], json!([]));
        let list = programme.ask(&ada, "manualEntries", json!({})).await;
        assert_eq!(list["entries"][0]["person"]["username"], "rin");
        assert_eq!(list["entries"][0]["reason"], WHY);
        let breakdown = programme.ask(&ada, "pointsBreakdown", json!({ "user": rin.id })).await;
        assert_eq!(breakdown, json!({ "byRule": { "manual": 40 }, "total": 40 }));
        // The class shows users their own entries only.
        assert_eq!(programme.find(&rin, "PointsEntry").await.expect("found"), 1);
        assert_eq!(programme.find(&ada, "PointsEntry").await.expect("found"), 0);
        assert_eq!(programme.find(&mia, "PointsEntry").await.expect("found"), 1);
        assert!(programme.find(&rin, "Standing").await.is_err());
    });
}

#[test]
fn nobody_gives_themself_points_and_no_administrator_has_any() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (max, rin) = (programme.administrator("max").await, programme.tester("rin").await);
        let params = |to: &TestUser, amount: i64, rule: &str| json!({ "user": to.id, "amount": amount, "reason": WHY, "rule": rule });
        for to in [&mia, &max] {
            let refused =
                programme.refusal(Some(&mia), "pointsAdjust", params(to, 5, "manual")).await;
            assert_eq!(refused.0, 119);
        }
        let refused =
            programme.refusal(Some(&rin), "pointsAdjust", params(&rin, 5, "manual")).await;
        assert_eq!(refused.0, 119);
        for (amount, rule) in [(0, "manual"), (2_000_000, "manual"), (5, "abuse"), (-501, "abuse")]
        {
            let refused =
                programme.refusal(Some(&mia), "pointsAdjust", params(&rin, amount, rule)).await;
            assert!(refused.1.starts_with("AMOUNT: "), "{amount} {rule}: {refused:?}");
        }
        programme.ask(&mia, "pointsAdjust", params(&rin, -500, "abuse")).await;
        assert_eq!(programme.totals(0).await[&rin.id], -500);
        // The database refuses it too, whatever a command may think.
        let client = programme.database.client().await;
        client
            .batch_execute(&format!(
                r#"update "_User" set "isAdmin" = true where "objectId" = '{}'"#,
                rin.id
            ))
            .await
            .expect("an administrator");
        let forged = forge(&programme, 2, json!({ "user": rin.id, "personId": rin.id })).await;
        assert!(forged.contains("administrators have no points"), "{forged}");
    });
}

/// Writes an entry past every command, properly sealed, and gives what the database says to it.
async fn forge(programme: &Programme, seq: u64, fields: serde_json::Value) -> String {
    let client = programme.database.client().await;
    let row = client
        .query_one("select seq, hash from _touchstone.ledger_head where season = 0", &[])
        .await
        .expect("a head");
    let before: String = row.get(1);
    let mut draft = json!({
        "season": 0, "user": "x", "personId": "x", "amount": 5, "kind": "adjustment", "rule": "manual", "ruleSet": 1,
        "sourceType": "manual", "sourceId": "x", "idemKey": format!("forged:{seq}:{fields}"), "reversalOf": null,
        "provisional": false, "reason": "none", "explain": { "template": "by_hand", "numbers": { "points": 5 }, "words": {} },
        "actor": null, "at": 1_763_200_000_000i64,
    });
    let mut hash = None;
    for (field, value) in crate::stage::map(fields) {
        match field.as_str() {
            "hash" => hash = Some(value),
            _ => draft[field] = value,
        }
    }
    let parsed: feedback_model::ledger::Draft =
        serde_json::from_value(draft.clone()).expect("a draft");
    let head = feedback_model::ledger::Head {
        seq: seq - 1,
        hash: feedback_model::ledger::Hash::parse(&before).expect("a hash"),
        salt: programme.salt(0).await,
    };
    let entry = { head }.append(parsed);
    draft["seq"] = json!(seq);
    draft["prevHash"] = json!(before);
    draft["hash"] = hash.unwrap_or_else(|| json!(entry.hash));
    draft["at"] = json!("2025-11-15T09:46:40Z");
    draft["objectId"] = json!(format!("forged{seq:04}"));
    let inserted = client
        .execute(
            r#"insert into "PointsEntry" select * from jsonb_populate_record(null::"PointsEntry", $1::text::jsonb)"#,
            &[&draft.to_string()],
        )
        .await;
    match inserted {
        Ok(_) => "taken".to_owned(),
        Err(error) => error.as_db_error().expect("the database's word").message().to_owned(),
    }
}

#[test]
fn the_ledger_takes_only_what_follows_and_nothing_is_ever_changed() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        assert_eq!(give(&programme, &mia, &rin, 7).await, 1);
        let own = json!({ "user": rin.id, "personId": rin.id });
        let with = |more: serde_json::Value| {
            let mut fields = own.clone();
            for (field, value) in crate::stage::map(more) {
                fields[field] = value;
            }
            fields
        };
        assert!(forge(&programme, 1, own.clone()).await.contains("does not go on with entry 1"));
        assert!(forge(&programme, 3, own.clone()).await.contains("does not go on with entry 3"));
        let wrong = with(json!({ "hash": "a".repeat(64) }));
        assert!(forge(&programme, 2, wrong).await.contains("is not what its hash says"));
        let taking = |amount: i64| {
            with(json!({
                "kind": "reversal", "reversalOf": 1, "amount": amount,
                "explain": { "template": "reversed", "numbers": { "original": -amount, "entry": 1 }, "words": { "why": "x" } },
            }))
        };
        assert!(forge(&programme, 2, taking(-6)).await.contains("does not reverse entry 1"));
        let key = programme.database.client().await;
        let key: String = key
            .query_one(r#"select "idemKey" from "PointsEntry""#, &[])
            .await
            .expect("a key")
            .get(0);
        assert!(
            forge(&programme, 2, with(json!({ "idemKey": key })))
                .await
                .contains("PointsEntry_once")
        );
        assert_eq!(forge(&programme, 2, taking(-7)).await, "taken");
        assert!(forge(&programme, 3, taking(-7)).await.contains("PointsEntry_reversed_once"));
        let client = programme.database.client().await;
        for statement in [
            r#"update "PointsEntry" set "amount" = 8"#,
            r#"delete from "PointsEntry""#,
            r#"truncate "PointsEntry""#,
            r#"update "RuleSet" set "note" = 'x'"#,
            r#"delete from "RuleSet""#,
        ] {
            assert!(client.batch_execute(statement).await.is_err(), "{statement}");
        }
    });
}

#[test]
fn a_text_of_the_ledger_can_be_erased_and_nothing_else_and_the_chain_still_verifies() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.season(&mia).await;
        give(&programme, &mia, &rin, 7).await;
        give(&programme, &mia, &rin, 8).await;
        let client = programme.database.client().await;
        let erase = |more: &str| {
            format!(
                r#"update "PointsEntry" set "reason" = '', "explain" = "explain" || '{{"words": {{}}, "erased": true}}'{more}
                where "seq" = 1"#
            )
        };
        for refused in [
            erase(r#", "amount" = 9"#),
            erase(r#", "reasonHash" = repeat('0', 64)"#),
            r#"update "PointsEntry" set "reason" = 'Something else entirely.'"#.to_owned(),
            r#"update "PointsEntry" set "explain" = "explain" || '{"words": {"why": "x"}}'"#.to_owned(),
            r#"update "PointsEntry" set "explain" = "explain" || '{"numbers": {}, "erased": true}'"#.to_owned(),
        ] {
            assert!(client.batch_execute(&refused).await.is_err(), "{refused}");
        }
        client.batch_execute(&erase("")).await.expect("erased");
        assert_eq!(programme.audited(1).await.len(), 2);
        let verified = programme.ask(&mia, "ledgerVerify", json!({ "season": 1 })).await;
        assert_eq!((&verified["ok"], &verified["sum"]), (&json!(true), &json!(15)));
        let mine = programme.ask(&rin, "pointsMine", json!({})).await.to_string();
        assert_eq!(mine.matches(WHY).count(), 2, "of the other entry, its reason and its sentence");
    });
}

#[test]
fn an_entry_is_taken_back_once_and_a_reversal_never() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.season(&mia).await;
        let seq = give(&programme, &mia, &rin, 30).await;
        let back =
            |seq: i64| json!({ "season": 1, "seq": seq, "reason": "It was for another user." });
        let answer = programme.ask(&mia, "pointsReverse", back(seq)).await;
        assert_eq!(answer["entry"]["amount"], -30);
        let twice = programme.refusal(Some(&mia), "pointsReverse", back(seq)).await;
        assert!(twice.1.starts_with("ENTRY_REVERSED: "), "{twice:?}");
        let reversal = programme.refusal(Some(&mia), "pointsReverse", back(seq + 1)).await;
        assert!(reversal.1.starts_with("ENTRY_REVERSAL: "), "{reversal:?}");
        assert_eq!(programme.refusal(Some(&mia), "pointsReverse", back(99)).await.0, 101);
        let mine = programme.ask(&rin, "pointsMine", json!({})).await;
        assert_eq!(mine["entries"][1]["reversedBy"], 2);
        assert_eq!(mine["entries"][0]["reversalOf"], 1);
        assert_eq!(programme.totals(1).await[&rin.id], 0);
        // A reversed entry has no effect on the ranks.
        assert_eq!(programme.ask(&rin, "myStanding", json!({})).await["standing"], json!(null));
    });
}

#[test]
fn a_hundred_entries_at_once_follow_each_other_without_a_gap() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let (rin, ada) = (programme.tester("rin").await, programme.tester("ada").await);
        programme.season(&mia).await;
        let writes = (0..100).map(|turn| {
            let admin = if turn % 2 == 0 { &mia } else { &max };
            give(&programme, admin, if turn % 3 == 0 { &rin } else { &ada }, turn + 1)
        });
        let mut places = all_of(writes).await;
        places.sort_unstable();
        assert_eq!(places, (1..=100).collect::<Vec<i64>>());
        assert_eq!(programme.audited(1).await.len(), 100);
        assert_eq!(programme.totals(1).await.values().sum::<i64>(), 5050);
        let verified = programme.ask(&rin, "ledgerVerify", json!({ "season": 1 })).await;
        assert_eq!(
            (&verified["ok"], &verified["entries"], &verified["sum"]),
            (&json!(true), &json!(100), &json!(5050))
        );
    });
}

#[test]
fn a_season_that_is_final_is_sealed_and_takes_nothing() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.season(&mia).await;
        let seq = give(&programme, &mia, &rin, 30).await;
        let become_ = |state: &str| json!({ "number": 1, "state": state });
        let early = programme.refusal(Some(&mia), "seasonSetState", become_("final")).await;
        assert!(early.1.starts_with("SEASON_BAD_STATE: "), "{early:?}");
        programme.ask(&mia, "seasonSetState", become_("review")).await;
        let (_, open) = programme.found(&rin, json!({ "settledAt": null })).await;
        let checklist = programme.ask(&mia, "seasonChecklist", json!({ "number": 1 })).await;
        assert_eq!(checklist["items"][1]["ok"], false);
        let answer = programme.ask(&mia, "seasonSetState", become_("final")).await;
        assert_eq!(answer["checklist"][1]["ok"], true, "what was open is settled with it");
        let settled = format!(
            r#"select ("settledAt" is not null)::text from "Issue" where "number" = {open}"#
        );
        assert_eq!(programme.text(&settled).await, "true");
        assert_eq!(programme.totals(1).await[&rin.id], 30 + 150);
        let verified = programme.ask(&rin, "ledgerVerify", json!({ "season": 1 })).await;
        assert_eq!(answer["season"]["finalHash"], verified["headHash"]);
        assert_eq!(verified["checkpoints"][0]["hash"], verified["headHash"]);
        let back = json!({ "season": 1, "seq": seq, "reason": "It was for another user." });
        let refused = programme.refusal(Some(&mia), "pointsReverse", back).await;
        assert!(refused.1.starts_with("SEASON_FINAL: "), "{refused:?}");
        // What is given now waits for the next season.
        give(&programme, &mia, &rin, 5).await;
        assert_eq!(programme.totals(0).await[&rin.id], 5);
        let client = programme.database.client().await;
        for statement in [
            r#"update "Season" set "state" = 'live'"#,
            r#"update "Season" set "finalHash" = repeat('a', 64)"#,
            r#"delete from "Season""#,
            r#"delete from "LedgerCheckpoint""#,
        ] {
            assert!(client.batch_execute(statement).await.is_err(), "{statement}");
        }
    });
}

#[test]
fn seasons_never_overlap_and_one_runs_at_a_time() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        let season =
            |from: i64, to: i64| json!({ "name": "S", "startsAt": at(from), "endsAt": at(to) });
        programme.ask(&mia, "seasonSave", season(0, 100)).await;
        let refused = programme.refusal(Some(&mia), "seasonSave", season(99, 200)).await;
        assert!(refused.1.starts_with("SEASON_OVERLAP: "), "{refused:?}");
        programme.ask(&mia, "seasonSave", season(100, 200)).await;
        assert_eq!(
            programme.ask(&rin, "seasons", json!({})).await["rows"],
            json!([]),
            "drafts are not told"
        );
        programme.ask(&mia, "seasonSetState", json!({ "number": 1, "state": "live" })).await;
        let refused = programme
            .refusal(Some(&mia), "seasonSetState", json!({ "number": 2, "state": "live" }))
            .await;
        assert!(refused.1.starts_with("SEASON_ALREADY_LIVE: "), "{refused:?}");
        assert_eq!(programme.find(&rin, "Season").await.expect("found"), 1);
        let mut moved = season(1, 100);
        moved["number"] = json!(1);
        let refused = programme.refusal(Some(&mia), "seasonSave", moved).await;
        assert!(refused.1.starts_with("SEASON_BEGUN: "), "{refused:?}");
    });
}

#[test]
fn rules_are_tried_out_and_begin_in_the_future_only() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let rin = programme.tester("rin").await;
        programme.season(&mia).await;
        programme.found(&rin, json!({})).await;
        let mut rules = programme.ask(&rin, "rules", json!({})).await["current"]["rules"].clone();
        rules["bug"]["S2"] = json!(180);
        let tried = programme.ask(&mia, "ruleSetDryRun", json!({ "rules": rules })).await;
        assert_eq!((&tried["issuedBefore"], &tried["issuedAfter"]), (&json!(150), &json!(180)));
        assert_eq!(tried["examples"], json!([{ "key": "bug.S2", "before": 150, "after": 180 }]));
        let note = "Majors pay more from now on.";
        let publish = |rules: &serde_json::Value, from: i64| json!({ "rules": rules, "effectiveFrom": at(from), "note": note });
        let refused = programme.refusal(Some(&mia), "ruleSetPublish", publish(&rules, -1)).await;
        assert!(refused.1.starts_with("RULES_BACKDATED: "), "{refused:?}");
        let mut greedy = rules.clone();
        greedy["coFinderShares"] = json!([4000]);
        let tried = programme.ask(&mia, "ruleSetDryRun", json!({ "rules": greedy })).await;
        assert_eq!(tried["problems"].as_array().expect("problems").len(), 1);
        assert_eq!(
            programme.refusal(Some(&mia), "ruleSetPublish", publish(&greedy, 60)).await.0,
            142
        );
        assert_eq!(
            programme.refusal(Some(&rin), "ruleSetPublish", publish(&rules, 60)).await.0,
            119
        );
        let published = programme.ask(&mia, "ruleSetPublish", publish(&rules, 60)).await;
        assert_eq!(published["version"], 2);
        let book = programme.ask(&rin, "rules", json!({})).await;
        assert_eq!(
            (&book["current"]["version"], &book["latest"]["version"]),
            (&json!(1), &json!(2))
        );
        assert_eq!(book["latest"]["rules"]["bug"]["S2"], 180);
        programme.clock.advance(61);
        let book = programme.ask(&rin, "rules", json!({})).await;
        assert_eq!(book["current"]["version"], 2);
        assert_eq!(book["history"][0]["publishedBy"]["username"], "mia");
        let find = json!({ "kind": "bug", "severity": "S2", "quality": "A", "position": 2 });
        let worth = programme.ask(&rin, "rulesCalculate", find).await;
        assert_eq!((&worth["purse"], &worth["share"]), (&json!(225), &json!(45)));
    });
}

#[test]
fn large_points_by_hand_take_two_administrators() {
    case(async {
        let programme = Programme::open().await;
        let (mia, noa) =
            (programme.administrator("mia").await, programme.administrator("noa").await);
        let rin = programme.tester("rin").await;
        let asks = async |who: &TestUser, amount: i64| {
            let params =
                json!({ "user": rin.id, "amount": amount, "reason": WHY, "rule": "manual" });
            programme.ask(who, "pointsAdjust", params).await
        };
        assert_eq!(asks(&mia, 9_000).await["entry"]["amount"], 9_000);
        let waiting = asks(&mia, 1_001).await;
        assert_eq!(waiting["entry"], json!(null));
        assert_eq!(
            asks(&noa, -9_000).await["entry"]["amount"],
            -9_000,
            "each has a bound of their own"
        );

        let rows = programme.ask(&noa, "pointsPending", json!({})).await["rows"].clone();
        assert_eq!(
            (&rows[0]["amount"], &rows[0]["id"]),
            (&json!(1_001), &waiting["pending"]["id"])
        );
        let agree = json!({ "id": waiting["pending"]["id"], "agree": true });
        let own = programme.refusal(Some(&mia), "pointsAgree", agree.clone()).await;
        assert!(own.1.starts_with("OWN_REQUEST: "), "{own:?}");
        let entry = programme.ask(&noa, "pointsAgree", agree.clone()).await["entry"].clone();
        assert_eq!(entry["amount"], 1_001);
        assert_eq!(programme.refusal(Some(&noa), "pointsAgree", agree).await.0, 101);

        let waiting = asks(&mia, -500_000).await;
        let decline = json!({ "id": waiting["pending"]["id"], "agree": false });
        assert_eq!(programme.ask(&noa, "pointsAgree", decline).await["entry"], json!(null));
        assert_eq!(programme.ask(&noa, "pointsPending", json!({})).await["rows"], json!([]));

        programme.clock.advance(86_401);
        assert_eq!(asks(&mia, 10_000).await["entry"]["amount"], 10_000);
    });
}

#[test]
fn administrators_read_the_ledger_of_others_and_testers_only_their_own() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, ada) = (programme.tester("rin").await, programme.tester("ada").await);
        programme.season(&mia).await;
        give(&programme, &mia, &rin, 30).await;
        let of_rin = json!({ "user": rin.id });
        let seen = programme.ask(&mia, "pointsMine", of_rin.clone()).await;
        assert_eq!(seen["entries"][0]["amount"], 30);
        assert_eq!(programme.refusal(Some(&ada), "pointsMine", of_rin).await.0, 119);
    });
}

#[test]
fn an_administrator_of_ones_own_making_or_a_new_one_is_no_second_look() {
    case(async {
        let programme = Programme::open().await;
        let (mia, noa) =
            (programme.administrator("mia").await, programme.administrator("noa").await);
        let rin = programme.tester("rin").await;
        let appoint = async |by: &TestUser, name: &str| {
            let who = programme.tester(name).await;
            let params = json!({ "user": who.id, "isAdmin": true, "confirm": name });
            programme.ask(by, "userSetAdmin", params).await;
            programme.sign_in(name, crate::stage::PASSWORD).await.expect("a sign-in")
        };
        let puppet = appoint(&mia, "puppet").await;
        let newcomer = appoint(&noa, "newcomer").await;
        let large = json!({ "user": rin.id, "amount": 50_000, "reason": WHY, "rule": "manual" });
        let waiting = programme.ask(&mia, "pointsAdjust", large).await;
        let agree = json!({ "id": waiting["pending"]["id"], "agree": true });
        for who in [&puppet, &newcomer] {
            let refused = programme.refusal(Some(who), "pointsAgree", agree.clone()).await;
            assert!(refused.1.starts_with("NOT_SECOND: "), "{refused:?}");
        }
        // Nor may the puppet ask and its maker agree.
        let large = json!({ "user": rin.id, "amount": 50_000, "reason": WHY, "rule": "manual" });
        let asked = programme.ask(&puppet, "pointsAdjust", large).await;
        let agreed = json!({ "id": asked["pending"]["id"], "agree": true });
        let refused = programme.refusal(Some(&mia), "pointsAgree", agreed).await;
        assert!(refused.1.starts_with("NOT_SECOND: "), "{refused:?}");
        programme.clock.advance(7 * 86_400 + 1);
        let puppet = programme.sign_in("puppet", crate::stage::PASSWORD).await.expect("a sign-in");
        let refused = programme.refusal(Some(&puppet), "pointsAgree", agree.clone()).await;
        assert!(refused.1.starts_with("NOT_SECOND: "), "for ever: {refused:?}");
        let newcomer =
            programme.sign_in("newcomer", crate::stage::PASSWORD).await.expect("a sign-in");
        let entry = programme.ask(&newcomer, "pointsAgree", agree).await["entry"].clone();
        assert_eq!(entry["amount"], 50_000);
    });
}

#[test]
fn what_one_administrator_gives_alone_is_counted_by_person_not_by_account() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        let link = json!({ "users": [ada.id, bob.id], "reason": "said_so" });
        programme.ask(&mia, "personLink", link).await;
        let asks = async |who: &TestUser| {
            let params =
                json!({ "user": who.id, "amount": 9_000, "reason": WHY, "rule": "manual" });
            programme.ask(&mia, "pointsAdjust", params).await["entry"].clone()
        };
        assert_eq!(asks(&ada).await["amount"], 9_000);
        assert_eq!(asks(&bob).await, json!(null), "the other account of the same person");
    });
}
