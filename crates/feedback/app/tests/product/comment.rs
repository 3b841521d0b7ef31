use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser};

impl Programme {
    /// Says something about an issue and gives the comment.
    pub(crate) async fn said(&self, who: &TestUser, number: u64, body: &str) -> Json {
        // What is said at the same moment has no order.
        self.clock.advance(1);
        let sent = json!({ "number": number, "body": body });
        self.ask(who, "commentAdd", sent).await["comment"].clone()
    }

    /// The bodies and event kinds that a user sees in a timeline.
    async fn timeline(&self, who: &TestUser, number: u64) -> Vec<String> {
        let answer = self.ask(who, "issueTimeline", json!({ "number": number })).await;
        let items = answer["items"].as_array().expect("items").clone();
        let word = |item: &Json| match item["type"].as_str() {
            Some("comment") => item["comment"]["body"].as_str().expect("a body").to_owned(),
            _ => format!("({})", item["event"].as_str().expect("an event")),
        };
        items.iter().map(word).collect()
    }
}

#[test]
fn what_is_said_is_counted_watched_and_read_in_order_page_by_page() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        for n in 1..=5 {
            programme.clock.advance(60);
            programme.said(&kai, number, &format!("remark {n}")).await;
        }
        let issue = programme.ask(&kai, "issueGet", json!({ "number": number })).await;
        assert_eq!(issue["issue"]["commentCount"], 5);
        assert_eq!(issue["issue"]["watching"], "all");
        let mut seen = Vec::new();
        let mut cursor = json!(null);
        loop {
            let ask = json!({ "number": number, "limit": 2, "cursor": cursor });
            let page = programme.ask(&rin, "issueTimeline", ask).await;
            seen.extend(page["items"].as_array().expect("items").clone());
            cursor = page["next"].clone();
            if cursor.is_null() {
                break;
            }
        }
        assert_eq!(seen.len(), 6);
        assert_eq!(seen[0]["sentence"], "reported this");
        let bodies: Vec<&Json> = seen[1..].iter().map(|item| &item["comment"]["body"]).collect();
        assert_eq!(bodies, ["remark 1", "remark 2", "remark 3", "remark 4", "remark 5"]);
    });
}

#[test]
fn what_staff_say_to_each_other_reaches_no_tester_by_any_door() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let mia = programme.administrator("mia").await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let secret = json!({ "number": number, "body": "Looks like a farmer.", "internal": true });
        assert_eq!(programme.refusal(Some(&rin), "commentAdd", secret.clone()).await.0, 119);
        let comment = programme.ask(&mia, "commentAdd", secret).await["comment"].clone();
        assert_eq!(programme.timeline(&rin, number).await, ["(submitted)"]);
        assert_eq!(programme.timeline(&mia, number).await, ["(submitted)", "Looks like a farmer."]);
        assert_eq!(programme.find(&rin, "Comment").await.expect("comments"), 0);
        assert_eq!(programme.find(&mia, "Comment").await.expect("comments"), 1);
        let answer = programme.ask(&rin, "issueGet", json!({ "number": number })).await;
        assert_eq!(answer["issue"]["commentCount"], 0);
        for (name, params) in [
            ("commentEdit", json!({ "id": comment["id"], "body": "mine" })),
            ("commentDelete", json!({ "id": comment["id"] })),
        ] {
            assert_eq!(programme.refusal(Some(&rin), name, params).await.0, 101, "{name}");
        }
        let reply = json!({ "number": number, "body": "What?", "parent": comment["id"] });
        assert_eq!(programme.refusal(Some(&rin), "commentAdd", reply).await.0, 142);
    });
}

#[test]
fn a_comment_is_changed_by_its_author_and_what_stood_there_is_kept() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let mia = programme.administrator("mia").await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let comment = programme.said(&kai, number, "I see it to").await;
        let edit = json!({ "id": comment["id"], "body": "I see it too" });
        assert_eq!(programme.refusal(Some(&rin), "commentEdit", edit.clone()).await.0, 119);
        let edited = programme.ask(&kai, "commentEdit", edit).await;
        assert_eq!(edited["comment"]["body"], "I see it too");
        assert!(edited["comment"]["editedAt"].is_string());
        let which = json!({ "id": comment["id"] });
        assert_eq!(programme.refusal(Some(&rin), "commentDelete", which.clone()).await.0, 119);
        let gone = programme.ask(&mia, "commentDelete", which.clone()).await;
        assert_eq!(
            (&gone["comment"]["deleted"], &gone["comment"]["body"]),
            (&json!(true), &json!(""))
        );
        assert_eq!(programme.refusal(Some(&kai), "commentDelete", which).await.0, 101);
        let kept = programme
        .text(r#"select string_agg("body", '|' order by "at", "objectId") from "CommentRevision""#)
        .await;
        assert!(kept.contains("I see it to") && kept.contains("I see it too"), "{kept}");
        let issue = programme.ask(&kai, "issueGet", json!({ "number": number })).await;
        assert_eq!(issue["issue"]["commentCount"], 0);
    });
}

#[test]
fn one_comment_is_the_official_one() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let mia = programme.administrator("mia").await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let first = programme.said(&kai, number, "Approve again before you swap").await;
        let second = programme.said(&mia, number, "We are on it").await;
        for comment in [&first, &second] {
            let pin = json!({ "id": comment["id"], "on": true });
            assert_eq!(programme.refusal(Some(&kai), "commentPin", pin.clone()).await.0, 119);
            programme.ask(&mia, "commentPin", pin).await;
        }
        let issue = programme.ask(&rin, "issueGet", json!({ "number": number })).await;
        assert_eq!(issue["official"]["id"], second["id"]);
        let unpin = json!({ "id": second["id"], "on": false });
        programme.ask(&mia, "commentPin", unpin).await;
        let issue = programme.ask(&rin, "issueGet", json!({ "number": number })).await;
        assert_eq!(issue["official"], json!(null));
    });
}

#[test]
fn a_helpful_comment_pays_once_and_is_taken_back_when_it_is_removed() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let mia = programme.administrator("mia").await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let comment = programme.said(&kai, number, "Approve again before you swap").await;
        let helpful = json!({ "id": comment["id"], "on": true });
        for _ in 0..2 {
            let answer = programme.ask(&mia, "commentMarkHelpful", helpful.clone()).await;
            assert_eq!(answer["comment"]["helpful"], true);
        }
        let points = r#"select coalesce(sum("amount"), 0)::int8 from "PointsEntry""#;
        let paid = programme.count(points).await;
        assert!(paid > 0);
        assert_eq!(programme.count(r#"select count(*) from "PointsEntry""#).await, 1);
        programme.ask(&kai, "commentDelete", json!({ "id": comment["id"] })).await;
        assert_eq!(programme.count(points).await, 0);
    });
}

#[test]
fn what_a_newcomer_writes_waits_for_an_administrator_where_the_programme_says_so() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let mia = programme.administrator("mia").await;
        let waits = json!({ "key": "access.premoderate", "value": "trust0", "version": 0 });
        programme.ask(&mia, "settingSet", waits).await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let which = json!({ "number": number });
        assert_eq!(programme.refusal(Some(&kai), "issueGet", which.clone()).await.0, 101);
        programme.said(&rin, number, "More about it").await;
        assert_eq!(programme.timeline(&rin, number).await, ["(submitted)", "More about it"]);
        programme.said(&mia, number, "Thank you, we look").await;
        let seen = programme.timeline(&kai, number).await;
        assert_eq!(seen, ["(submitted)", "More about it", "Thank you, we look"]);
        programme.said(&kai, number, "Me too").await;
        assert_eq!(programme.timeline(&rin, number).await.len(), 3, "kai is new too");
    });
}

#[test]
fn a_comment_names_whom_it_calls_and_only_those_who_exist() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        programme.said(&kai, number, "@Rin and @mar, does it?").await;
        programme.said(&rin, number, "It does.").await;
        let page = programme.ask(&kai, "issueTimeline", json!({ "number": number })).await;
        let items = page["items"].as_array().expect("items");
        let mentions: Vec<&Json> = items.iter().map(|item| &item["comment"]["mentions"]).collect();
        assert_eq!(mentions, [&Json::Null, &json!(["rin"]), &json!([])]);
    });
}
