//! Announcements: the displayed number is the number of notified users.

use parse_engine::periodic_task::run_all_tasks;
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
fn a_draft_with_a_time_goes_out_by_itself_once_in_the_name_of_who_chose_it() {
    case(async {
        let programme = Programme::open().await;
        let (mia, ned) =
            (programme.administrator("mia").await, programme.administrator("ned").await);
        let rin = programme.tester("rin").await;
        let mut ids = Vec::new();
        for title in ["We begin on Monday", "Office hours", "Never mind"] {
            let draft = json!({ "kind": "news", "title": title, "audience": "all" });
            let saved = programme.ask(&mia, "announcementSave", draft).await;
            ids.push(saved["announcement"]["id"].clone());
        }
        let at = |seconds: i64| json!(programme.now().plus_seconds(seconds).iso());
        let late = json!({ "id": ids[0], "at": at(-1) });
        let (_, refused) = programme.refusal(Some(&mia), "announcementSchedule", late).await;
        assert!(refused.starts_with("MOMENT"), "{refused}");
        for (id, who) in ids.iter().zip([&mia, &ned, &mia]) {
            let set = json!({ "id": id, "at": at(3_600) });
            let set = programme.ask(who, "announcementSchedule", set).await;
            assert_eq!(set["announcement"]["publishAt"], at(3_600));
        }
        programme.ask(&mia, "announcementSchedule", json!({ "id": ids[2], "at": null })).await;
        // ned is no longer an administrator at that time.
        programme.alter(r#"update "_User" set "isAdmin" = false where "username" = 'ned'"#).await;
        run_all_tasks(&programme.engine).await;
        let published = r#"select count(*) from "Announcement" where "publishedAt" is not null"#;
        assert_eq!(programme.how_many(published).await, 0, "it is not time yet");
        programme.clock.advance(3_601);
        for _ in 0..2 {
            run_all_tasks(&programme.engine).await;
            drain_all(&programme.engine).await;
        }
        assert_eq!(programme.how_many(published).await, 1);
        let told = programme.told_of(&rin, "rules_season").await;
        assert_eq!(told["data"]["title"], "We begin on Monday");
        let audited = r#"select count(*) from "AuditEntry" where "action" = 'announcementPublish' and "actorName" = 'mia'"#;
        assert_eq!(programme.how_many(audited).await, 1);
        let waiting = "select count(*) from _touchstone.announcement_schedule";
        assert_eq!(programme.how_many(waiting).await, 0);
    });
}

#[test]
fn what_the_database_knows_of_its_tables_is_of_after_the_first_page() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.crowd(600, 0).await;
        let draft = json!({ "kind": "news", "title": "We begin on Monday", "audience": "all" });
        published(&programme, &mia, draft).await;
        for _ in 0..2 {
            drain_all(&programme.engine).await;
        }
        // Otherwise every delivery scans all of them.
        let known =
            r#"select reltuples::int8 from pg_class where oid = '"Notification"'::regclass"#;
        assert!(programme.how_many(known).await >= 200);
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
