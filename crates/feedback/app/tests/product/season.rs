use serde_json::{Value, json};
use testkit::case;

use crate::bench::at;
use crate::stage::Programme;

const DAY: i64 = 86_400;

fn becomes(number: u32, state: &str) -> Value {
    json!({ "number": number, "state": state })
}

#[test]
fn a_season_ended_early_ends_then_and_leaves_the_rest_of_its_time_to_the_next() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        programme.clock.advance(DAY);
        let ended = programme.ask(&mia, "seasonSetState", becomes(1, "review")).await;
        let now = programme.now();
        assert_eq!(
            ended["season"]["endsAt"],
            parse_model::Date::from_millis(now.millis() + 1).iso()
        );
        let next =
            json!({ "name": "Two", "startsAt": ended["season"]["endsAt"], "endsAt": at(60 * DAY) });
        programme.ask(&mia, "seasonSave", next).await;
        programme.clock.advance(1);
        programme.ask(&mia, "seasonSetState", becomes(2, "live")).await;
        let rin = programme.tester("rin").await;
        programme.found(&rin, json!({ "submittedAt": programme.now().iso() })).await;
        let checklist = programme.ask(&mia, "seasonChecklist", json!({ "number": 1 })).await;
        assert_eq!(checklist["items"][0]["ok"], true, "what comes later is not its affair");
    });
}

#[test]
fn a_season_opened_early_begins_then_unless_another_has_that_time() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let plan = |name: &str, from: i64, to: i64| json!({ "name": name, "startsAt": at(from), "endsAt": at(to) });
        programme.ask(&mia, "seasonSave", plan("One", DAY, 10 * DAY)).await;
        programme.ask(&mia, "seasonSave", plan("Two", 10 * DAY, 20 * DAY)).await;
        let over = programme.refusal(Some(&mia), "seasonSetState", becomes(2, "live")).await;
        assert!(over.1.starts_with("SEASON_OVERLAP: "), "{over:?}");
        let opened = programme.ask(&mia, "seasonSetState", becomes(1, "live")).await;
        assert_eq!(opened["season"]["startsAt"], programme.now().iso());
        assert_eq!(opened["season"]["endsAt"], at(10 * DAY));
    });
}
