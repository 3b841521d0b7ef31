use serde_json::{Value, json};
use testkit::case;

use crate::case::{accept, at, merge};
use crate::stage::{Programme, TestUser};

/// What the timeline of an issue says to a user, each sentence with the name before it.
async fn said(programme: &Programme, who: &TestUser, number: u32) -> Vec<String> {
    let page = programme.ask(who, "issueTimeline", at(number)).await;
    let items = page["items"].as_array().expect("items").iter();
    let sentence = |item: &Value| {
        let name = item["actor"]["username"].as_str().unwrap_or_default();
        let sentence = item["sentence"].as_str().unwrap_or_default();
        format!("{name} {sentence}").trim().to_owned()
    };
    items.filter(|item| item["type"] == "event").map(sentence).collect()
}

#[test]
fn the_timeline_names_who_did_what_and_to_whom() {
    case(async {
        let programme = Programme::open().await;
        let (mia, max) =
            (programme.administrator("mia").await, programme.administrator("max").await);
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        programme.trusted(&sam, 2).await;
        let n = programme.report_of(&rin, "The map freezes").await;
        let other = programme.report_of(&rin, "Map stands still").await;
        let build = programme.build(7).await;
        let to_max = json!({ "number": n, "user": max.id });
        programme.ask(&mia, "issueAssign", to_max).await;
        programme.ask(&mia, "issueAssign", json!({ "number": n, "user": null })).await;
        programme.ask(&mia, "issueAccept", accept(n)).await;
        programme.ask(&mia, "issueStart", at(n)).await;
        programme.ask(&mia, "issueStop", at(n)).await;
        programme.ask(&mia, "issueSetArea", json!({ "number": n, "area": "swap" })).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": n, "build": build })).await;
        let broken = json!({ "number": n, "build": build, "verdict": "still_broken" });
        programme.ask(&sam, "fixCheckSubmit", broken).await;
        programme.ask(&sam, "issueProposeDuplicate", json!({ "number": other, "target": n })).await;
        programme.ask(&mia, "issueMerge", merge(other, n)).await;
        let area = programme.ask(&rin, "programme", json!({})).await["areas"]
            .as_array()
            .and_then(|areas| areas.iter().find(|area| area["key"] == "swap").cloned())
            .expect("an area");
        assert_eq!(
            said(&programme, &rin, n).await,
            [
                "mia assigned it to @max".to_owned(),
                "mia unassigned it".to_owned(),
                "mia graded it Major".to_owned(),
                "mia confirmed it".to_owned(),
                "mia started work on it".to_owned(),
                "mia stopped work on it".to_owned(),
                format!("mia moved it to the area {}", area["name"].as_str().expect("a name")),
                format!("mia marked it as fixed in {build}"),
                format!("sam checked the fix in {build}: it is still broken"),
                format!("mia merged #{other} into it"),
            ]
        );
        assert_eq!(
            said(&programme, &rin, other).await,
            [format!("sam proposed it as a duplicate of #{n}"), format!("mia merged it into #{n}"),]
        );
        programme.ask(&mia, "issueUnmerge", at(other)).await;
        let last = said(&programme, &rin, other).await.pop();
        assert_eq!(last, Some(format!("mia took it out of #{n} again")));
    });
}

#[test]
fn a_private_target_is_not_named_to_those_who_may_not_see_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, sam) = (programme.tester("rin").await, programme.tester("sam").await);
        let hidden = programme.report_of(&rin, "The map freezes").await;
        let n = programme.report_of(&sam, "Map stands still").await;
        programme.ask(&mia, "issueMerge", merge(n, hidden)).await;
        let private = json!({ "number": hidden, "visibility": "private" });
        programme.ask(&mia, "issueSetVisibility", private).await;
        let told = said(&programme, &sam, n).await;
        assert!(told.contains(&"mia merged it into another report".to_owned()), "{told:?}");
    });
}
