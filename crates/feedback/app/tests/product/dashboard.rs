use serde_json::json;
use testkit::case;

use crate::bench::at;
use crate::stage::Programme;

#[test]
fn a_tester_sees_their_reports_and_never_counts_what_is_private() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (ada, bob) = (programme.tester("ada").await, programme.tester("bob").await);
        programme.season(&mia).await;
        let open = json!({ "status": "new", "severity": null, "confirmedAt": null, "settledAt": null, "firstResponseAt": null });
        let with = |fields: serde_json::Value| {
            let mut row = open.clone();
            for (field, value) in crate::stage::map(fields) {
                row[field] = value;
            }
            row
        };
        programme.found(&ada, with(json!({ "area": "swap" }))).await;
        programme.found(&ada, with(json!({ "area": "swap", "visibility": "private" }))).await;
        let asked = json!({ "status": "needs_info", "resumeStatus": "new", "askedAt": at(-10) });
        programme.found(&ada, with(asked)).await;
        programme
            .found(&ada, json!({ "status": "fixed", "fixedAt": at(-5), "buildFixed": "build" }))
            .await;

        let hers = programme.ask(&ada, "dashboardTester", json!({})).await;
        assert_eq!(hers["reports"].as_array().expect("reports").len(), 4);
        assert_eq!(hers["firstSteps"], json!({ "reported": true, "voted": false }));

        assert_eq!(hers["isNamed"], true);

        programme.alter(r#"update "_User" set "username" = 'J4dmW0xPq9Zb1TfLs7RkU2vYc' where "username" = 'bob'"#).await;
        let his = programme.ask(&bob, "dashboardTester", json!({})).await;
        assert_eq!(his["isNamed"], false, "the server made this one up");
        let today = his["pulse"]["days"].as_array().expect("days").last().expect("today").clone();
        assert_eq!(
            (&today["new"], &today["open"]),
            (&json!(3), &json!(3)),
            "the private one is not counted"
        );
        let swap = json!({ "area": "swap", "count": 1, "mine": 0 });
        assert!(his["pulse"]["areas"].as_array().expect("areas").contains(&swap), "{his}");
        assert_eq!(his["pulse"]["days"].as_array().map(Vec::len), Some(14));
    });
}

#[test]
fn an_administrator_sees_the_queue_the_promise_and_how_it_went() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let ada = programme.tester("ada").await;
        programme.season(&mia).await;
        let waiting = json!({
            "status": "new", "severity": null, "severityClaimed": "S1", "confirmedAt": null, "settledAt": null,
            "firstResponseAt": null, "submittedAt": at(-5 * 3600), "visibility": "private",
        });
        programme.found(&ada, waiting).await;
        programme.found(&ada, json!({})).await;
        let answer = programme.ask(&mia, "dashboardAdmin", json!({ "days": 7 })).await;
        assert_eq!(answer["queue"], json!({ "waiting": 1, "oldestHours": 5 }));
        assert_eq!(answer["urgent"], json!({ "s1": 1, "private": 1 }));
        // One was answered in time; the other was promised four hours and has none.
        assert_eq!(answer["promise"]["inTimePct"], 50);
        let ages = answer["queueAge"].as_array().expect("ages");
        assert_eq!(
            (ages.len(), &ages[1]),
            (13, &json!({ "fromHours": 4, "toHours": 8, "count": 1 }))
        );
        assert_eq!(answer["outcomes"][0]["accepted"], 1);
        assert_eq!(answer["testers"].as_array().expect("days").last().expect("today")["active"], 1);
        assert_eq!(
            answer["setup"][3],
            json!({ "key": "season", "done": true, "sentence": "Open a season." })
        );
        assert_eq!(answer["hours"].as_array().expect("hours").len(), 2);
        assert_eq!(answer["areas"][0]["byArea"], json!({ "ui": 2 }));
        assert_eq!(answer["inOut"].as_array().expect("days").len(), 8);
        assert!(answer["times"][0]["firstP50"].is_number());
        assert_eq!(
            programme.refusal(Some(&ada), "dashboardAdmin", json!({ "days": 7 })).await.0,
            119
        );
        assert_eq!(
            programme.refusal(Some(&mia), "dashboardAdmin", json!({ "days": 8 })).await.0,
            142
        );
        let other =
            programme.ask(&mia, "dashboardAdmin", json!({ "days": 30, "build": "none" })).await;
        assert_eq!(other["queue"]["waiting"], 0);
    });
}
