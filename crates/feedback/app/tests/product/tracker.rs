//! Issues at trackers: made there once, kept in line both ways, decided by administrators.

use feedback::dead_letter;
use parse_engine::{ServiceCall, ServiceReply};
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::case::{accept, at, close};
use crate::stage::{Programme, TestUser};
use crate::tracker_place::Repository;

struct Scene {
    programme: Programme,
    mia: TestUser,
    rin: TestUser,
    tracker: String,
    place: std::sync::Arc<Repository>,
}

impl Scene {
    async fn open() -> Scene {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let rin = programme.tester("rin").await;
        let (tracker, place) = programme.repository(&mia).await;
        Scene { programme, mia, rin, tracker, place }
    }

    async fn ask(&self, name: &str, params: Json) -> Json {
        self.programme.ask(&self.mia, name, params).await
    }

    /// A report that is confirmed and at the tracker.
    async fn linked(&self, title: &str) -> u32 {
        let n = self.programme.report_of(&self.rin, title).await;
        self.ask("issueAccept", accept(n)).await;
        self.ask("trackerIssueCreate", json!({ "number": n, "tracker": self.tracker })).await;
        self.programme.settle_trackers().await;
        n
    }

    async fn status(&self, n: u32) -> Json {
        self.ask("issueGet", at(n)).await["issue"]["status"].clone()
    }

    /// Delivers everything that happened there, under new names.
    async fn hear(&self, name: &str) {
        for (place, told) in self.place.told().iter().enumerate() {
            let reply =
                self.programme.deliver(&self.tracker, &format!("{name}-{place}"), told).await;
            assert_eq!(reply, ServiceReply::Done);
        }
        self.programme.settle_trackers().await;
    }

    async fn proposal(&self, n: u32) -> Json {
        let found = self.ask("trackerProposals", json!({ "number": n })).await;
        found["rows"][0].clone()
    }
}

#[test]
fn an_issue_is_made_there_once_and_its_state_follows_ours() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.linked("The map freezes").await;
        let shown = scene.programme.trackers(&scene.mia, n).await;
        assert_eq!(
            (&shown[0]["ref"], &shown[0]["phase"]),
            (&json!("swap#1"), &json!("linked")),
            "{shown}"
        );
        let there = scene.place.issue(1);
        assert_eq!(there["title"], "The map freezes");
        assert!(
            there["body"]
                .as_str()
                .is_some_and(|body| body.contains("/issues/") && body.ends_with("-->"))
        );
        let again = json!({ "number": n, "tracker": scene.tracker });
        let refused = scene.programme.refusal(Some(&scene.mia), "trackerIssueCreate", again).await;
        assert!(refused.1.starts_with("TRACKER_LINKED"), "{refused:?}");
        let writes = scene.place.counts().2;
        scene.ask("issueStart", at(n)).await;
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.counts().2, writes, "open stays open");
        scene.ask("issueClose", close(n, "wont_fix")).await;
        scene.programme.settle_trackers().await;
        let there = scene.place.issue(1);
        assert_eq!(
            (&there["state"], &there["state_reason"]),
            (&json!("closed"), &json!("not_planned"))
        );
        scene.hear("own").await;
        assert_eq!(scene.proposal(n).await, Json::Null, "what we did ourselves proposes nothing");
        assert_eq!(scene.place.counts(), (1, 0, writes + 1));
        let seen = scene.programme.ask(&scene.rin, "issueGet", at(n)).await;
        assert_eq!(seen["trackers"], json!([]), "testers are not told where the team works");
    });
}

#[test]
fn what_is_closed_there_waits_for_a_build_and_is_decided_with_one_press() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.linked("The map freezes").await;
        let build = scene.programme.build(7).await;
        scene.place.moves(1, "closed", "completed");
        scene.place.says(1, "Fixed by the new renderer.");
        scene.hear("closed").await;
        assert_eq!(scene.status(n).await, "confirmed", "the build is not named yet");
        let proposal = scene.proposal(n).await;
        assert_eq!(
            (&proposal["kind"], &proposal["state"]),
            (&json!("fixed"), &json!("closed/completed"))
        );
        assert_eq!(proposal["text"], "Fixed by the new renderer.");
        let waiting = scene.ask("notificationList", json!({ "bucket": "action" })).await;
        let told = &waiting["rows"][0];
        assert_eq!(
            (&told["kind"], &told["data"]["proposal"]),
            (&json!("admin_tracker"), &proposal["id"]),
            "{waiting}"
        );
        let bare = json!({ "id": proposal["id"], "accept": true });
        let refused =
            scene.programme.refusal(Some(&scene.mia), "trackerProposalDecide", bare).await;
        assert!(refused.1.starts_with("PROPOSAL_NEEDS"), "{refused:?}");
        let writes = scene.place.counts().2;
        let decision = json!({ "id": proposal["id"], "accept": true, "build": build });
        let decided = scene.ask("trackerProposalDecide", decision.clone()).await;
        assert_eq!(decided["issue"]["status"], "fixed");
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.counts().2, writes, "it is closed there already");
        let waiting = scene.ask("notificationCount", json!({})).await;
        assert_eq!(waiting["waiting"], 0, "{waiting}");
        let refused =
            scene.programme.refusal(Some(&scene.mia), "trackerProposalDecide", decision).await;
        assert!(refused.1.starts_with("PROPOSAL_DECIDED"), "{refused:?}");
    });
}

#[test]
fn what_is_not_accepted_is_written_back_and_what_we_decide_meanwhile_counts() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.linked("The map freezes").await;
        scene.place.moves(1, "closed", "not_planned");
        scene.hear("first").await;
        let proposal = scene.proposal(n).await;
        assert_eq!(proposal["kind"], "close");
        scene.ask("trackerProposalDecide", json!({ "id": proposal["id"], "accept": false })).await;
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.issue(1)["state"], "open");
        scene.hear("own").await;
        scene.place.moves(1, "closed", "completed");
        scene.hear("second").await;
        assert_eq!(scene.proposal(n).await["kind"], "fixed");
        scene.ask("issueStart", at(n)).await;
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.issue(1)["state"], "closed", "it still waits to be decided");
        scene.ask("issueClose", close(n, "wont_fix")).await;
        scene.programme.settle_trackers().await;
        assert_eq!(scene.proposal(n).await, Json::Null, "decided on its own page");
    });
}

#[test]
fn what_is_opened_again_there_opens_here_unless_people_must_say_so() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.linked("The map freezes").await;
        scene.ask("issueClose", close(n, "wont_fix")).await;
        scene.programme.settle_trackers().await;
        scene.hear("own").await;
        scene.place.moves(1, "open", "reopened");
        scene.hear("reopened").await;
        assert_eq!(scene.status(n).await, "confirmed");
        assert_eq!(scene.place.issue(1)["state"], "open");
        let build = scene.programme.build(7).await;
        scene.ask("issueMarkFixed", json!({ "number": n, "build": build })).await;
        scene.programme.settle_trackers().await;
        scene.hear("own-2").await;
        scene.place.moves(1, "open", "reopened");
        scene.hear("again").await;
        assert_eq!(scene.status(n).await, "fixed", "that a fix does not work is said by people");
        let proposal = scene.proposal(n).await;
        assert_eq!(proposal["kind"], "reopen");
        scene.ask("trackerProposalDecide", json!({ "id": proposal["id"], "accept": true })).await;
        scene.programme.settle_trackers().await;
        assert_eq!(
            (scene.status(n).await, scene.place.issue(1)["state"].clone()),
            (json!("confirmed"), json!("open"))
        );
    });
}

#[test]
fn a_lost_answer_makes_no_second_issue_and_no_second_comment() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.programme.report_of(&scene.rin, "The map freezes").await;
        scene.place.cut_next();
        scene.ask("trackerIssueCreate", json!({ "number": n, "tracker": scene.tracker })).await;
        scene.programme.settle_trackers().await;
        scene.programme.clock.advance(15);
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.counts().0, 1, "found by its mark");
        assert_eq!(scene.programme.trackers(&scene.mia, n).await[0]["phase"], "linked");
        let said = json!({ "number": n, "body": "@rin see #12, it is the renderer." });
        let said = scene.ask("commentAdd", said).await["comment"]["id"].clone();
        scene.place.cut_next();
        scene.ask("trackerCommentSend", json!({ "comment": said })).await;
        scene.programme.settle_trackers().await;
        scene.programme.clock.advance(15);
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.counts().1, 1);
        let body = scene.place.comment(0)["body"].as_str().expect("a text").to_owned();
        assert!(!body.contains("@rin") && !body.contains("#12"), "it mentions no user: {body}");
        let again = json!({ "comment": said });
        let refused = scene.programme.refusal(Some(&scene.mia), "trackerCommentSend", again).await;
        assert!(refused.1.starts_with("COMMENT_SENT"), "{refused:?}");
        let internal = json!({ "number": n, "body": "For us alone.", "internal": true });
        let internal = scene.ask("commentAdd", internal).await["comment"]["id"].clone();
        let refused = scene
            .programme
            .refusal(Some(&scene.mia), "trackerCommentSend", json!({ "comment": internal }))
            .await;
        assert_eq!(refused.0, 101, "what is internal stays");
    });
}

#[test]
fn what_is_signed_wrongly_twice_or_late_changes_nothing() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.linked("The map freezes").await;
        scene.place.moves(1, "closed", "completed");
        let closed = scene.place.told().remove(0);
        let deliver =
            async |name: &str| scene.programme.deliver(&scene.tracker, name, &closed).await;
        let wrong = format!("sha256={}", "0".repeat(64));
        let reply = scene.programme.deliver_signed(&scene.tracker, "a", &closed, &wrong).await;
        assert_eq!(reply, ServiceReply::Unproved);
        assert_eq!(scene.programme.deliver("nowhere", "a", &closed).await, ServiceReply::Unknown);
        assert_eq!(scene.proposal(n).await, Json::Null);
        assert_eq!(deliver("a").await, ServiceReply::Done);
        let first = scene.proposal(n).await["id"].clone();
        assert!(first.is_string());
        scene.ask("trackerProposalDecide", json!({ "id": first, "accept": false })).await;
        scene.programme.settle_trackers().await;
        assert_eq!(deliver("a").await, ServiceReply::Done, "told twice");
        assert_eq!(deliver("b").await, ServiceReply::Done, "older than what we wrote since");
        scene.programme.settle_trackers().await;
        assert_eq!(scene.proposal(n).await, Json::Null);
        assert_eq!(scene.place.issue(1)["state"], "open");
    });
}

#[test]
fn a_refused_credential_stops_the_tracker_and_keeps_what_waits() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.linked("The map freezes").await;
        scene.place.refuse(true);
        scene.ask("issueClose", close(n, "wont_fix")).await;
        scene.programme.settle_trackers().await;
        let row = scene.ask("trackerList", json!({})).await["rows"][0].clone();
        assert_eq!((&row["state"], &row["waiting"]), (&json!("broken"), &json!(1)), "{row}");
        let told = scene.ask("notificationList", json!({ "bucket": "action" })).await;
        assert_eq!(told["rows"][0]["kind"], "admin_webhook", "{told}");
        let tested = scene.ask("trackerTest", json!({ "id": scene.tracker })).await;
        assert_eq!(tested["ok"], false);
        scene.place.refuse(false);
        scene.ask("trackerTest", json!({ "id": scene.tracker })).await;
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.issue(1)["state"], "closed");
    });
}

#[test]
fn a_link_that_is_written_to_too_often_stops_until_it_is_linked_again() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.linked("The map freezes").await;
        for round in 0..5 {
            scene.ask("issueClose", close(n, "wont_fix")).await;
            scene.programme.settle_trackers().await;
            let reopened = json!({ "number": n, "reason": "It is not over after all, look." });
            scene.ask("issueReopen", reopened).await;
            scene.programme.settle_trackers().await;
            if scene.programme.trackers(&scene.mia, n).await[0]["phase"] == "paused" {
                assert!(round > 1, "six writes are allowed");
                break;
            }
        }
        let shown = scene.programme.trackers(&scene.mia, n).await;
        assert_eq!(shown[0]["phase"], "paused", "{shown}");
        let writes = scene.place.counts().2;
        assert_eq!(writes, 7, "it was made, and then written to six times");
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.counts().2, writes);
        let url = "https://github.com/swap-team/swap/issues/1";
        scene.ask("trackerIssueLink", json!({ "number": n, "url": url })).await;
        scene.programme.settle_trackers().await;
        assert_eq!(scene.programme.trackers(&scene.mia, n).await[0]["phase"], "linked");
    });
}

#[test]
fn an_issue_that_is_there_is_linked_by_its_address_and_parted_again() {
    case(async {
        let scene = Scene::open().await;
        let first = scene.linked("The map freezes").await;
        let n = scene.programme.report_of(&scene.rin, "The map is white").await;
        let url = |number: u32| json!({ "number": n, "url": format!("https://github.com/swap-team/swap/issues/{number}") });
        let elsewhere = json!({ "number": n, "url": "https://github.com/other/swap/issues/1" });
        let refused =
            scene.programme.refusal(Some(&scene.mia), "trackerIssueLink", elsewhere).await;
        assert!(refused.1.starts_with("TRACKER_URL"), "{refused:?}");
        scene.ask("trackerIssueLink", url(1)).await;
        scene.programme.settle_trackers().await;
        let shown = scene.programme.trackers(&scene.mia, n).await;
        assert_eq!(shown[0]["phase"], "failed", "it is another issue's: {shown}");
        let parting = json!({ "number": first, "tracker": scene.tracker });
        scene.ask("trackerIssueUnlink", parting).await;
        scene.ask("trackerIssueLink", url(1)).await;
        scene.programme.settle_trackers().await;
        assert_eq!(scene.programme.trackers(&scene.mia, n).await[0]["ref"], "swap#1");
        assert_eq!(scene.programme.trackers(&scene.mia, first).await, json!([]));
    });
}

#[test]
fn nothing_of_a_private_report_goes_over_but_where_it_is() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.programme.report_of(&scene.rin, "Any caller can empty the pool").await;
        scene.ask("issueSetVisibility", json!({ "number": n, "visibility": "private" })).await;
        scene.ask("trackerIssueCreate", json!({ "number": n, "tracker": scene.tracker })).await;
        scene.programme.settle_trackers().await;
        let there = scene.place.issue(1).to_string();
        assert!(!there.contains("empty the pool") && !there.contains("freezes"), "{there}");
        assert!(there.contains(&format!("/issues/{n}")), "{there}");
    });
}

#[test]
fn secrets_are_in_no_answer_no_record_and_no_table_as_they_are() {
    case(async {
        let scene = Scene::open().await;
        let list = scene.ask("trackerList", json!({})).await;
        assert_eq!(list["rows"][0]["credential"], "…1234");
        let record = scene.ask("audit", json!({})).await;
        let client = scene.programme.database.client().await;
        let kept = "select coalesce(jsonb_agg(t)::text, '') from _touchstone.tracker t";
        let kept: String = client.query_one(kept, &[]).await.expect("rows").get(0);
        for told in [list.to_string(), record.to_string(), kept] {
            assert!(
                !told.contains("topsecret") && !told.contains(crate::tracker_place::SECRET),
                "{told}"
            );
        }
        let rin = scene.programme.refusal(Some(&scene.rin), "trackerList", json!({})).await;
        assert_eq!(rin.0, 119);
    });
}

#[test]
fn at_linear_what_is_started_is_started_here_and_what_is_old_is_asked_for() {
    case(async {
        let scene = Scene::open().await;
        let states = json!([{ "id": "s0", "type": "unstarted", "position": 0 }, { "id": "s1", "type": "started", "position": 1 }]);
        let issue = |kind: &str, at: &str| {
            json!({ "id": "8d5e0c1a-0000-4000-8000-000000000001", "identifier": "SWP-1", "title": "t",
                "url": "https://linear.app/swap/issue/SWP-1", "updatedAt": at, "state": { "id": "s", "type": kind } })
        };
        let first = issue("unstarted", "2026-11-16T10:00:00.000Z");
        let data = json!({ "viewer": { "id": "me", "name": "Bot" }, "team": { "id": "team", "name": "Swap", "states": { "nodes": states } },
            "issueCreate": { "issue": first }, "issue": issue("started", "2026-11-16T12:00:00.000Z") });
        let answer = integrations::Answer::new(200, json!({ "data": data }).to_string());
        scene.programme.outside.answer_always("https://api.linear.app", Ok(answer));
        let params = json!({ "kind": "linear", "name": "Linear", "project": "team", "credential": "lin_api_1", "webhookSecret": "a secret" });
        let saved = scene.ask("trackerSave", params).await;
        let tracker = saved["tracker"]["id"].as_str().expect("an id").to_owned();
        assert_eq!(
            scene.ask("trackerTest", json!({ "id": tracker })).await["detail"],
            "Swap, as Bot"
        );
        let n = scene.programme.report_of(&scene.rin, "The map freezes").await;
        scene.ask("issueAccept", accept(n)).await;
        scene.ask("trackerIssueCreate", json!({ "number": n, "tracker": tracker })).await;
        scene.programme.settle_trackers().await;
        assert_eq!(scene.programme.trackers(&scene.mia, n).await[0]["ref"], "SWP-1");
        let told = |at: i64| {
            let body = json!({ "action": "update", "type": "Issue", "actor": { "id": "another" },
                "data": issue("completed", "2026-11-16T11:00:00.000Z"), "updatedFrom": { "stateId": "s0" }, "webhookTimestamp": at });
            let body = body.to_string();
            let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"a secret");
            let sign = integrations::tracker::hex_of_bytes(
                ring::hmac::sign(&key, body.as_bytes()).as_ref(),
            );
            let headers = [("linear-signature", sign), ("linear-delivery", format!("d-{at}"))];
            let headers = headers.map(|(name, value)| (name.to_owned(), value)).to_vec();
            ServiceCall { path: vec![tracker.clone()], headers, body: body.into() }
        };
        let old = told(scene.programme.now().millis() - 3_600_000);
        assert_eq!(scene.programme.hook("linear", old).await, ServiceReply::Done);
        scene.programme.settle_trackers().await;
        assert_eq!(
            scene.status(n).await,
            "in_progress",
            "Linear was asked, and says that it is started"
        );
        assert_eq!(
            scene.proposal(n).await,
            Json::Null,
            "what the old delivery says is not believed"
        );
    });
}

#[test]
fn a_token_is_never_sent_to_another_site_than_the_one_it_was_entered_for() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let place = |site: &str| json!({ "kind": "jira", "name": "Jira", "project": "SWAP", "site": site, "mail": "x@y.example" });
        let mut first = place("https://team.atlassian.example");
        first["credential"] = json!("ATATT-very-secret-token");
        let saved = programme.ask(&mia, "trackerSave", first).await;
        let id = saved["tracker"]["id"].clone();
        let with = |mut params: Json| {
            params["id"] = id.clone();
            params
        };
        let elsewhere = with(place("https://elsewhere.example"));
        let refused = programme.refusal(Some(&mia), "trackerSave", elsewhere.clone()).await;
        assert!(refused.1.starts_with("TRACKER_CREDENTIAL: "), "{refused:?}");
        // Nor is it opened for another site if the row is changed past every command.
        programme
            .alter(r#"update _touchstone.tracker set settings = settings || '{"site": "https://elsewhere.example"}'"#)
            .await;
        let refused = programme.refusal(Some(&mia), "trackerTest", json!({ "id": id })).await;
        assert!(refused.1.starts_with("SECRET_KEY: "), "{refused:?}");
        assert!(programme.outside.heard("https://elsewhere.example").is_empty());
        let mut again = elsewhere;
        again["credential"] = json!("ATATT-another-token");
        programme.ask(&mia, "trackerSave", again).await;
    });
}

#[test]
fn retrying_dead_work_makes_nothing_twice_and_skips_what_is_replaced() {
    case(async {
        let scene = Scene::open().await;
        let n = scene.linked("The map freezes").await;
        let before = scene.place.counts();
        // The answer to the creation was lost for good, and two changes of state were given up.
        scene
            .programme
            .alter(
                "update _touchstone.tracker_work set state = 'dead' where kind = 'create';
                insert into _touchstone.tracker_work (tracker, link, issue, kind, key, uuid, state, due_at, created_at, done_at)
                select l.tracker, l.id, l.issue, 'state', 'k' || i, 'u' || i, 'dead', now(), now(), now()
                from _touchstone.tracker_link l, generate_series(1, 2) i",
            )
            .await;
        let db = scene.programme.engine.store().db();
        let now = scene.programme.now();
        let retried = dead_letter::retry(&db, "trackers", now).await.expect("rows");
        assert_eq!(retried, Some(2), "the creation and the newer change of state");
        scene.programme.settle_trackers().await;
        assert_eq!(scene.place.counts().0, before.0, "the issue was found, not made again");
        assert_eq!(scene.programme.trackers(&scene.mia, n).await[0]["phase"], "linked");
    });
}
