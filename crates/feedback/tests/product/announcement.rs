//! What the programme announces: the number that is shown is the number of people who are told.

use parse_engine::worker::drain_all;
use serde_json::{Value, json};
use testkit::case;

use crate::case::accept;
use crate::stage::Programme;

const TOLD: &str =
    r#"select count(*) from "Notification" where "event" in ('release', 'rules_season')"#;

async fn published(programme: &Programme, who: &crate::stage::TestUser, draft: Value) -> Value {
    let saved = programme.ask(who, "announcementSave", draft).await;
    programme.ask(who, "announcementPublish", json!({ "id": saved["announcement"]["id"] })).await
}

#[test]
fn a_release_tells_those_whose_reports_it_fixes_and_says_which() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = [
            programme.tester("rin").await,
            programme.tester("kai").await,
            programme.tester("uma").await,
        ];
        let [rin, kai, uma] = &people;
        let (first, second) = (
            programme.report_of(rin, "The map freezes").await,
            programme.report_of(rin, "The list is empty").await,
        );
        programme.ask(kai, "issueVote", json!({ "number": second })).await;
        let build = programme.build(7).await;
        for number in [first, second] {
            programme.ask(&mia, "issueAccept", accept(number)).await;
        }
        programme.ask(&mia, "issueMarkFixed", json!({ "number": first, "build": build })).await;
        let considered =
            json!({ "kind": "release", "build": build, "audience": "all", "fixes": [second] });
        let preview = programme.ask(&mia, "announcementPreview", considered.clone()).await;
        assert_eq!(preview["people"], 2);
        let draft = json!({ "kind": "release", "title": "0.5.1 is out", "body": "Faster.", "build": build, "fixes": [second] });
        let answer = published(&programme, &mia, draft).await;
        assert_eq!(answer["people"], 2);
        assert_eq!(
            programme.told_of(rin, "release").await["data"]["fixed"],
            json!([first, second])
        );
        assert_eq!(programme.told_of(kai, "release").await["data"]["fixed"], json!([second]));
        assert_eq!(programme.told_of(uma, "release").await, Value::Null);
        let id = &answer["announcement"]["id"];
        let read = programme.ask(kai, "announcementGet", json!({ "id": id })).await;
        assert_eq!(read["announcement"]["mine"], json!([second]));
        assert_eq!(read["announcement"]["people"], Value::Null, "how many is for administrators");
        let list = programme.ask(uma, "announcementList", json!({})).await;
        assert_eq!(list["rows"].as_array().expect("rows").len(), 1);
        let again = programme.refusal(Some(&mia), "announcementPublish", json!({ "id": id })).await;
        assert!(again.1.starts_with("PUBLISHED"), "{again:?}");
    });
}

#[test]
fn what_is_announced_to_thousands_reaches_each_once_also_when_a_server_dies_in_between() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let crowd = programme.crowd(6_200, 0).await;
        programme.alter(r#"update "_User" set "status" = 'suspended' where "objectId" in ('crowd00001', 'crowd06000')"#).await;
        let other = programme.second_engine().await;
        let draft = json!({ "kind": "news", "title": "We begin on Monday", "audience": "all" });
        let preview = programme
            .ask(&mia, "announcementPreview", json!({ "kind": "news", "audience": "all" }))
            .await;
        let answer = published(&programme, &mia, draft).await;
        let people = i64::try_from(crowd.len()).expect("a number") - 2;
        assert_eq!((&answer["people"], &preview["people"]), (&json!(people), &json!(people)));
        // A server dies at any moment of it, over and over, while another one works.
        for patience in (1..40).map(|n| n * 97) {
            let given_up = async {
                for _ in 0..patience {
                    tokio::task::yield_now().await;
                }
            };
            tokio::select! {
                biased;
                () = drain_all(&programme.engine) => {}
                () = given_up => {}
            }
        }
        futures_util::future::join(drain_all(&programme.engine), drain_all(&other)).await;
        drain_all(&other).await;
        assert_eq!(programme.how_many(TOLD).await, people);
        let twice = r#"select count(*) from (select "user" from "Notification" group by 1 having sum("count") > 1) few"#;
        assert_eq!(programme.how_many(twice).await, 0);
        let list = programme.ask(&mia, "announcementList", json!({})).await;
        assert_eq!(list["rows"][0]["told"], json!(people));
    });
}
