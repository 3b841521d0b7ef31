//! The messages of a team channel: a summary of each day, nothing below its minimum severity, and
//! releases.

use parse_engine::periodic_task::run_all_tasks;
use parse_engine::worker::drain_all;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::case::accept;
use crate::stage::{Programme, TestUser};

const CHANNEL: &str = "https://discord.com/api/webhooks/1/abcdef";

async fn channel(programme: &Programme, who: &TestUser, more: Json) -> Json {
    let mut params =
        json!({ "name": "Team", "url": CHANNEL, "preset": "discord", "events": ["*"] });
    for (name, value) in more.as_object().expect("an object") {
        params[name] = value.clone();
    }
    programme.ask(who, "webhookSave", params).await["webhook"].clone()
}

/// Lets events be consumed and sent, and gives the titles of what was posted since the last time.
async fn posted(programme: &Programme, before: &mut usize) -> Vec<String> {
    drain_all(&programme.engine).await;
    drain_all(&programme.engine).await;
    let heard = programme.outside.heard(CHANNEL);
    let title = |request: &integrations::Request| {
        let body: Json = serde_json::from_slice(&request.body).expect("JSON");
        body["embeds"][0]["title"].as_str().expect("a title").to_owned()
    };
    heard[std::mem::replace(before, heard.len())..].iter().map(title).collect()
}

async fn report(programme: &Programme, who: &TestUser, title: &str, more: Json) -> u32 {
    let mut report = json!({
        "kind": "bug", "title": title, "area": "swap", "build": "unknownweb",
        "body": "It reverts whenever I approve and swap in one go.",
    });
    for (name, value) in more.as_object().expect("an object") {
        report[name] = value.clone();
    }
    let number = programme.ask(who, "issueSubmit", report).await["number"].as_u64();
    number.and_then(|number| u32::try_from(number).ok()).expect("a number")
}

#[test]
fn each_day_is_summed_up_once_at_the_hour_of_the_programme_without_what_was_taken_back() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = programme.crowd(3, 2).await;
        let mut before = 0;
        channel(&programme, &mia, json!({ "events": ["summary.daily"] })).await;
        run_all_tasks(&programme.engine).await;
        assert_eq!(posted(&programme, &mut before).await, [""; 0], "nothing has happened");
        let claims = json!({ "severityClaimed": "S1" });
        let first = report(&programme, &people[0], "Swap reverts after approve", claims).await;
        let second = report(&programme, &people[1], "The list is empty", json!({})).await;
        report(&programme, &people[2], "The map freezes", json!({ "private": true })).await;
        programme.ask(&mia, "issueAccept", accept(first)).await;
        programme.ask(&mia, "issueAccept", accept(second)).await;
        programme.ask(&mia, "issueUndo", json!({ "number": second })).await;
        run_all_tasks(&programme.engine).await;
        assert_eq!(posted(&programme, &mut before).await, [""; 0], "the day is not over");
        // From 09:46 to 08:00 of the next day.
        programme.clock.advance(80_040);
        for _ in 0..2 {
            run_all_tasks(&programme.engine).await;
            run_all_tasks(&programme.second_engine().await).await;
        }
        let told = posted(&programme, &mut before).await;
        assert_eq!(told, ["3 new reports, 2 waiting for triage"]);
        let sent = programme.outside.heard(CHANNEL);
        let body: Json = serde_json::from_slice(&sent[0].body).expect("JSON");
        let fields: Vec<String> = body["embeds"][0]["fields"]
            .as_array()
            .expect("fields")
            .iter()
            .map(|one| format!("{}: {}", one["name"], one["value"]).replace('"', ""))
            .collect();
        assert_eq!(fields, ["Confirmed: 1", "Oldest waits since: 2025-11-15"]);
        programme.clock.advance(86_400);
        run_all_tasks(&programme.engine).await;
        let told = posted(&programme, &mut before).await;
        assert_eq!(told, ["No new reports, 2 waiting for triage"]);
    });
}

#[test]
fn a_channel_with_a_filter_hears_of_no_issue_that_is_less_severe() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = programme.crowd(4, 2).await;
        let mut before = 0;
        let filter = json!({ "events": ["issue.*", "announcement.*"], "minSeverity": "S2" });
        let saved = channel(&programme, &mia, filter).await;
        assert_eq!(saved["minSeverity"], "S2");
        let claims = |severity: &str| json!({ "severityClaimed": severity });
        report(&programme, &people[0], "Swap reverts after approve", claims("S1")).await;
        let minor = report(&programme, &people[1], "The list is empty", claims("S3")).await;
        report(&programme, &people[2], "The map freezes", json!({})).await;
        report(&programme, &people[3], "A hole in the pool", json!({ "private": true })).await;
        let told = posted(&programme, &mut before).await;
        assert_eq!(told, ["\\#1 Swap reverts after approve", "\\#4"]);
        programme.ask(&mia, "issueAccept", accept(minor)).await;
        let worse = posted(&programme, &mut before).await;
        assert_eq!(worse, ["\\#2 The list is empty"], "it is graded, and worse than it was said");
        let draft = json!({ "kind": "news", "title": "We begin on Monday", "audience": "all" });
        let draft = programme.ask(&mia, "announcementSave", draft).await;
        let id = json!({ "id": draft["announcement"]["id"] });
        programme.ask(&mia, "announcementPublish", id).await;
        assert_eq!(posted(&programme, &mut before).await, ["We begin on Monday"]);
        // Changed without a word about it, it stays; `any` takes it away.
        let mut change = json!({ "id": saved["id"], "name": "Team", "preset": "discord", "events": ["issue.*"] });
        let kept = programme.ask(&mia, "webhookSave", change.clone()).await;
        assert_eq!(kept["webhook"]["minSeverity"], "S2");
        change["minSeverity"] = json!("any");
        let open = programme.ask(&mia, "webhookSave", change.clone()).await;
        assert_eq!(open["webhook"]["minSeverity"], "any");
        change["minSeverity"] = json!("S9");
        assert_eq!(programme.refusal(Some(&mia), "webhookSave", change).await.0, 142);
    });
}

#[test]
fn of_a_release_for_more_than_a_thousand_only_those_get_a_message_who_chose_it() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = programme.crowd(1_010, 0).await;
        let mut before = 0;
        channel(&programme, &mia, json!({ "events": ["release.published"] })).await;
        programme
            .alter(
                r#"insert into _touchstone.channel_address ("user", channel, state, since)
                select "objectId", c, 'ok', now() from "_User", unnest('{discord,telegram}'::text[]) c where "username" like 'crowd%';
                update "_User" set "notifyPrefs" = '{"kinds": {"release": {"chat": true}}}' where "objectId" = 'crowd00003';
                update "_User" set "notifyPrefs" = '{"preset": "everything"}' where "objectId" = 'crowd00004'"#,
            )
            .await;
        let build = programme.build(7).await;
        for (title, most, chosen) in
            [("The map freezes", 1_001, false), ("The list is empty", 1_002, true)]
        {
            let number = programme.report_of(&people[0], title).await;
            programme
                .alter(&format!(
                    r#"insert into "Vote" ("objectId", "createdAt", "updatedAt", "issue", "user", "at")
                    select 'v{number}' || u."objectId", now(), now(), i."objectId", u."objectId", now() from "Issue" i, "_User" u
                    where i."number" = {number} and u."objectId" > 'crowd00000' and u."objectId" < 'crowd0{most:04}'"#,
                    most = most - 1,
                ))
                .await;
            let considered =
                json!({ "kind": "release", "build": build, "audience": "all", "fixes": [number] });
            let preview = programme.ask(&mia, "announcementPreview", considered).await;
            let people = most - 1;
            let by_chat = if chosen { 2 } else { people };
            assert_eq!(
                (
                    &preview["people"],
                    &preview["byChat"],
                    &preview["chatByChoice"],
                    &preview["channels"]
                ),
                (&json!(people), &json!(by_chat), &json!(chosen), &json!(1)),
                "{title}"
            );
            let draft =
                json!({ "kind": "release", "title": title, "build": build, "fixes": [number] });
            let saved = programme.ask(&mia, "announcementSave", draft).await;
            let id = json!({ "id": saved["announcement"]["id"] });
            let published = programme.ask(&mia, "announcementPublish", id).await;
            assert_eq!(published["people"], json!(people));
            assert_eq!(posted(&programme, &mut before).await, [title]);
            let sent = "select count(*) from _touchstone.delivery where channel in ('discord', 'telegram')";
            assert_eq!(programme.how_many(sent).await, 2 * by_chat, "{title}");
            programme.alter("delete from _touchstone.delivery").await;
        }
    });
}
