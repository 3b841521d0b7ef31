use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::case;

use crate::bench::at;
use crate::stage::{Programme, TestUser};

const WHY: &str = "The set of reports was wrong.";

async fn resettle(programme: &Programme, admin: &TestUser, number: u32) -> Value {
    let params = json!({ "number": number, "reason": WHY });
    programme.ask(admin, "issueResettle", params).await["points"].clone()
}

/// What is said of an issue that is a duplicate of another.
fn duplicate(of: &str, submitted: i64) -> Value {
    json!({
        "status": "closed", "resolution": "duplicate", "duplicateOf": of, "stateBeforeMerge": { "status": "new" },
        "closedAt": at(-40), "confirmedAt": null, "settledAt": null, "severity": null, "submittedAt": at(submitted),
    })
}

fn held(of: &[(&TestUser, i64)]) -> BTreeMap<String, i64> {
    of.iter().map(|(person, amount)| (person.id.clone(), *amount)).collect()
}

#[test]
fn a_settled_purse_is_shared_by_place_and_its_parts_add_up() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob, cyd) = (
            programme.tester("ada").await,
            programme.tester("bob").await,
            programme.tester("cyd").await,
        );
        programme.season(&mia).await;
        let (root, number) = programme.found(&ada, json!({ "quality": "A" })).await;
        programme.found(&bob, duplicate(&root, -80)).await;
        programme.found(&cyd, duplicate(&root, -70)).await;
        // Too late to share in it.
        let (late, _) =
            programme.found(&programme.tester("dan").await, duplicate(&root, -49)).await;
        let told = resettle(&programme, &mia, number).await;
        assert_eq!(told.as_array().expect("persons").len(), 3);
        assert_eq!(programme.totals(1).await, held(&[(&ada, 133), (&bob, 37), (&cyd, 18)]));
        // Asked again, there is nothing more to write.
        assert_eq!(resettle(&programme, &mia, number).await, json!([]));
        let entries = programme.audited(1).await;
        assert_eq!(entries.len(), 3);
        assert!(
            entries.iter().all(|entry| entry.draft.explain.amount() == Some(entry.draft.amount))
        );
        // One is taken out of the set, and it is shared again.
        programme
        .alter(&format!(
            r#"update "Issue" set "status" = 'new', "resolution" = null, "duplicateOf" = null, "stateBeforeMerge" = null,
                "closedAt" = null where "duplicateOf" = '{root}' and "objectId" <> '{late}' and "reporter" = '{}'"#,
            bob.id
        ))
        .await;
        resettle(&programme, &mia, number).await;
        assert_eq!(programme.totals(1).await, held(&[(&ada, 151), (&bob, 0), (&cyd, 37)]));
        programme.audited(1).await;
    });
}

#[test]
fn one_person_with_many_accounts_holds_what_one_account_would() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, ava) = (programme.tester("ada").await, programme.tester("ava").await);
        let bob = programme.tester("bob").await;
        programme.season(&mia).await;
        programme
            .alter(&format!(
                r#"update "_User" set "personId" = '{}' where "objectId" = '{}'"#,
                ada.id, ava.id
            ))
            .await;
        let (root, number) = programme.found(&ada, json!({})).await;
        programme.found(&ava, duplicate(&root, -85)).await;
        programme.found(&bob, duplicate(&root, -80)).await;
        resettle(&programme, &mia, number).await;
        assert_eq!(programme.totals(1).await, held(&[(&ada, 120), (&bob, 30)]));
    });
}

#[test]
fn anyone_who_becomes_an_administrator_is_paid_nothing_further_and_leaves_the_ranks() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        programme.season(&mia).await;
        let (_, first) = programme.found(&ada, json!({})).await;
        let (other, second) = programme.found(&ada, json!({})).await;
        programme.found(&bob, duplicate(&other, -80)).await;
        resettle(&programme, &mia, first).await;
        assert_eq!(programme.ask(&bob, "standingsTop", json!({})).await["total"], 1);
        programme
            .ask(&mia, "userSetAdmin", json!({ "user": ada.id, "isAdmin": true, "confirm": "ada" }))
            .await;
        assert_eq!(programme.ask(&bob, "standingsTop", json!({})).await["total"], 0);
        resettle(&programme, &mia, second).await;
        assert_eq!(programme.totals(1).await, held(&[(&ada, 150), (&bob, 150)]));
    });
}

#[test]
fn nobody_is_paid_by_a_rule_more_often_than_its_cap_in_a_day_of_the_programme() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        programme.season(&mia).await;
        // 09:46:40 UTC is 18:46:40 in Tokyo; five hours and a quarter later there it is the next
        // day.
        let zone = json!({ "key": "programme.timeZone", "value": "Asia/Tokyo", "version": 0 });
        programme.ask(&mia, "settingSet", zone).await;
        let same_day = at(5 * 3600);
        let next_day = at(6 * 3600);
        let mut numbers = Vec::new();
        for confirmed in [&same_day, &same_day, &same_day, &same_day, &next_day] {
            let fields =
                json!({ "severity": "S4", "confirmedAt": confirmed, "settledAt": at(7 * 3600) });
            numbers.push(programme.found(&ada, fields).await.1);
        }
        let paid: Vec<bool> = {
            let mut paid = Vec::new();
            for number in &numbers {
                paid.push(resettle(&programme, &mia, *number).await != json!([]));
            }
            paid
        };
        assert_eq!(paid, [true, true, true, false, true]);
        assert_eq!(programme.totals(1).await[&ada.id], 60);
    });
}

#[test]
fn points_belong_to_the_season_of_the_report_and_to_the_rules_of_its_confirmation() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        let season =
            |from: i64, to: i64| json!({ "name": "S", "startsAt": at(from), "endsAt": at(to) });
        programme.ask(&mia, "seasonSave", season(-1000, -60)).await;
        programme.ask(&mia, "seasonSave", season(-60, 100_000)).await;
        for (number, state) in [(1, "live"), (1, "review"), (2, "live")] {
            programme
                .ask(&mia, "seasonSetState", json!({ "number": number, "state": state }))
                .await;
        }
        let mut rules = programme.ask(&ada, "rules", json!({})).await["current"]["rules"].clone();
        rules["bug"]["S2"] = json!(180);
        let new = json!({ "rules": rules, "effectiveFrom": at(1), "note": "Majors pay more." });
        programme.ask(&mia, "ruleSetPublish", new).await;
        programme.clock.advance(100);
        let (_, earlier) = programme.found(&ada, json!({ "submittedAt": at(-90) })).await;
        let later = json!({ "submittedAt": at(-50), "confirmedAt": at(50), "settledAt": at(60) });
        let (_, later) = programme.found(&ada, later).await;
        resettle(&programme, &mia, earlier).await;
        resettle(&programme, &mia, later).await;
        assert_eq!(programme.totals(1).await, held(&[(&ada, 150)]));
        assert_eq!(programme.totals(2).await, held(&[(&ada, 180)]));
        assert_eq!(programme.audited(2).await[0].draft.rule_set, 2);
    });
}
