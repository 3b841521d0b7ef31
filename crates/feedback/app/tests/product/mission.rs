//! Missions: from a draft to points, and everything that may come between.

use futures_util::future::join_all;
use parse_engine::periodic_task::run_all_tasks;
use parse_engine::worker::drain_all;
use parse_model::{ClassName, Json};
use serde_json::json;
use testkit::case;

use crate::stage::{Programme, TestUser, told};

const HOUR: i64 = 3_600;

/// A survey of two questions and something to do, for 20 points.
pub(crate) fn survey(change: Json) -> Json {
    let mut mission = json!({
        "title": "Tell us about your first swap", "brief": "No right answers.", "kind": "survey", "points": 20,
        "steps": [
            { "id": "open", "text": "Open the app", "type": "do", "required": true },
            { "id": "clear", "text": "How clear was it?", "type": "question", "required": true, "question": { "type": "scale" } },
            { "id": "more", "text": "Anything else?", "type": "question", "required": false, "question": { "type": "text" } },
        ],
    });
    for (key, value) in change.as_object().cloned().unwrap_or_default() {
        mission[key] = value;
    }
    mission
}

impl Programme {
    /// A mission that can be started; gives its id.
    pub(crate) async fn mission(&self, admin: &TestUser, mission: Json) -> String {
        let saved = self.ask(admin, "missionSave", mission).await;
        let id = saved["mission"]["id"].as_str().expect("an id").to_owned();
        self.move_mission(admin, &id, "live").await;
        id
    }

    pub(crate) async fn move_mission(&self, admin: &TestUser, id: &str, state: &str) -> Json {
        self.ask(admin, "missionSetState", json!({ "mission": id, "state": state })).await
    }

    /// Starts a mission; gives the id of the submission.
    pub(crate) async fn begin(&self, who: &TestUser, mission: &str) -> String {
        let started = self.ask(who, "submissionStart", json!({ "mission": mission })).await;
        started["submission"]["id"].as_str().expect("an id").to_owned()
    }

    /// Answers the survey and hands it in.
    pub(crate) async fn hand_in(&self, who: &TestUser, submission: &str) -> Json {
        let answers = json!({ "open": true, "clear": 4 });
        self.ask(who, "submissionSave", json!({ "submission": submission, "answers": answers }))
            .await;
        let handed = self.ask(who, "submissionSubmit", json!({ "submission": submission })).await;
        handed["submission"].clone()
    }

    /// A user's points from missions, by the ledger.
    async fn earned(&self, who: &TestUser) -> i64 {
        let sql = format!(
            r#"select coalesce(sum("amount"), 0)::bigint from "PointsEntry" where "user" = '{}' and "rule" like 'mission.%'"#,
            who.id
        );
        self.how_many(&sql).await
    }
}

#[test]
fn a_mission_is_written_published_done_and_paid_once() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let saved = programme.ask(&mia, "missionSave", survey(json!({ "capacity": 3 }))).await;
        let id = saved["mission"]["id"].as_str().expect("an id");
        assert_eq!(saved["mission"]["slug"], "tell-us-about-your-first-swap");
        let hidden = programme.refusal(Some(&rin), "missionGet", json!({ "mission": id })).await;
        assert_eq!(hidden.0, 101, "a draft is the administrators' own");
        assert_eq!(programme.find(&rin, "Mission").await.expect("missions"), 0);
        programme.move_mission(&mia, id, "live").await;
        assert_eq!(programme.find(&rin, "Mission").await.expect("missions"), 1);
        let list = programme.ask(&rin, "missionList", json!({})).await;
        assert_eq!(list["counts"], json!({ "fits": 1, "open": 1, "done": 0 }), "{list}");
        assert_eq!(
            (&list["rows"][0]["placesLeft"], &list["rows"][0]["blockedPoints"]),
            (&json!(3), &json!(10))
        );

        let submission = programme.begin(&rin, "tell-us-about-your-first-swap").await;
        assert_eq!(programme.begin(&rin, id).await, submission, "asked twice, it is one place");
        let missing = programme
            .refusal(Some(&rin), "submissionSubmit", json!({ "submission": submission }))
            .await;
        assert!(missing.1.starts_with("STEP_MISSING: Do these steps first: 1, 2."), "{missing:?}");
        let odd = json!({ "submission": submission, "answers": { "clear": 9 } });
        assert!(
            programme.refusal(Some(&rin), "submissionSave", odd).await.1.starts_with("STEP_ANSWER")
        );
        let handed = programme.hand_in(&rin, &submission).await;
        assert_eq!(
            (&handed["state"], &handed["paid"]),
            (&json!("approved"), &json!(20)),
            "{handed}"
        );
        assert_eq!(handed["points"]["amount"], 20);
        let again = programme
            .refusal(Some(&rin), "submissionSubmit", json!({ "submission": submission }))
            .await;
        assert!(again.1.starts_with("SUBMISSION_BAD_STATE"), "{again:?}");
        assert_eq!(programme.earned(&rin).await, 20);
        let entry = programme.ask(&rin, "pointsMine", json!({})).await;
        assert!(
            entry.to_string().contains("Mission \\\"Tell us about your first swap\\\" done: +20."),
            "{entry}"
        );
        let list = programme.ask(&rin, "missionList", json!({ "show": "done" })).await;
        assert_eq!(list["rows"].as_array().map(Vec::len), Some(1));
    });
}

#[test]
fn a_submission_is_its_owners_and_nobody_writes_it() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let id = programme.mission(&mia, survey(json!({}))).await;
        let submission = programme.begin(&rin, &id).await;
        let kai = programme.tester("kai").await;
        assert_eq!(
            programme.find(&kai, "Submission").await.expect("submissions"),
            0,
            "own ones only"
        );
        assert_eq!(programme.find(&rin, "Submission").await.expect("submissions"), 1);
        let class = ClassName::from_static("Submission");
        assert!(programme.save(&rin, &class, &submission, json!({ "paid": 200 })).await.is_err());
        for name in ["submissionSave", "submissionSubmit", "submissionWithdraw"] {
            let params = match name {
                "submissionSave" => json!({ "submission": submission, "answers": {} }),
                _ => json!({ "submission": submission }),
            };
            assert_eq!(programme.refusal(Some(&kai), name, params).await.0, 101, "{name}");
        }
    });
}

#[test]
fn a_hundred_who_start_at_once_get_the_last_five_places_and_no_more() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let id = programme.mission(&mia, survey(json!({ "capacity": 5 }))).await;
        let people = programme.crowd(100, 0).await;
        let start = async |who: &TestUser| {
            programme.call(Some(who), "submissionStart", json!({ "mission": id })).await
        };
        let answers = join_all(people.iter().map(start)).await;
        let begun = answers.iter().filter(|answer| answer.is_ok()).count();
        assert_eq!(begun, 5, "of a hundred");
        for error in answers.into_iter().filter_map(Result::err) {
            assert!(told(&error).1.starts_with("MISSION_FULL"), "{error}");
        }
        let taken = r#"select taken::bigint from _touchstone.mission_places"#;
        assert_eq!(programme.how_many(taken).await, 5);
        assert_eq!(programme.how_many(r#"select count(*) from "Submission""#).await, 5);
        // The database alone refuses it too.
        let sql = r#"insert into "Submission" ("objectId", "mission", "user", "personId", "state", "attempt", "paid", "startedAt")
            select 'onetoomany', "mission", 'crowd99999', 'crowd99999', 'started', 1, 0, now() from "Submission" limit 1"#;
        let refused =
            programme.database.client().await.execute(sql, &[]).await.expect_err("a refusal");
        assert!(format!("{refused:?}").contains("mission_places_whole"), "{refused:?}");
    });
}

#[test]
fn the_accounts_of_one_person_do_a_mission_once_and_a_place_given_up_is_free() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let id = programme.mission(&mia, survey(json!({ "capacity": 1 }))).await;
        let people = programme.crowd(3, 0).await;
        let sql = r#"update "_User" set "personId" = 'crowd00000' where "objectId" = 'crowd00001'"#;
        programme.database.client().await.execute(sql, &[]).await.expect("a link");
        let both = people
            .iter()
            .take(2)
            .map(|who| programme.call(Some(who), "submissionStart", json!({ "mission": id })));
        let both = join_all(both).await;
        assert_eq!(both.iter().filter(|answer| answer.is_ok()).count(), 1);
        let full =
            programme.refusal(Some(&people[2]), "submissionStart", json!({ "mission": id })).await;
        assert!(full.1.starts_with("MISSION_FULL"), "{full:?}");
        let winner = if both[0].is_ok() { &people[0] } else { &people[1] };
        let submission = programme.begin(winner, &id).await;
        programme.ask(winner, "submissionWithdraw", json!({ "submission": submission })).await;
        programme.begin(&people[2], &id).await;
    });
}

#[test]
fn accounts_that_turn_out_to_be_one_person_are_paid_for_a_mission_once() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        programme.season(&mia).await;
        let id = programme.mission(&mia, survey(json!({}))).await;
        let people = programme.crowd(2, 0).await;
        let mut submissions = Vec::new();
        for who in &people {
            let submission = programme.begin(who, &id).await;
            programme.hand_in(who, &submission).await;
            submissions.push(submission);
        }
        let earned =
            async || [programme.earned(&people[0]).await, programme.earned(&people[1]).await];
        let paid = async || {
            let sql = r#"select coalesce(string_agg("paid"::text || ' ' || "personId", ', ' order by "user"), '') from "Submission""#;
            programme
                .database
                .client()
                .await
                .query_one(sql, &[])
                .await
                .expect("paid")
                .get::<_, String>(0)
        };
        let before = paid().await;
        let users = json!({ "users": [people[0].id, people[1].id], "reason": "same_device" });
        let part = json!({ "user": people[1].id });
        programme.ask(&mia, "personLink", users.clone()).await;
        assert_eq!(earned().await, [20, 0], "the first to be paid keeps it");
        assert_eq!(paid().await, format!("20 {0}, 0 {0}", people[0].id));
        programme.ask(&mia, "personUnlink", part.clone()).await;
        assert_eq!((earned().await, paid().await), ([20, 20], before));

        programme.ask(&mia, "personLink", users).await;
        let revoke = json!({ "submission": submissions[0], "reason": "The answers were copied." });
        programme.ask(&mia, "submissionRevoke", revoke).await;
        assert_eq!(earned().await, [0, 20], "what the other account did is paid now");
        programme.ask(&mia, "personUnlink", part).await;
        assert_eq!(earned().await, [0, 20], "a reversed payment stays reversed");
        programme.audited(1).await;
        let found = programme.ask(&mia, "invariantsCheck", json!({})).await;
        assert_eq!(found["differences"], json!([]));
    });
}

#[test]
fn who_hands_in_twice_at_once_is_paid_once() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let id = programme.mission(&mia, survey(json!({}))).await;
        let submission = programme.begin(&rin, &id).await;
        let answers = json!({ "submission": submission, "answers": { "open": true, "clear": 1 } });
        programme.ask(&rin, "submissionSave", answers).await;
        let submit =
            || programme.call(Some(&rin), "submissionSubmit", json!({ "submission": submission }));
        let all = join_all((0..8).map(|_| submit())).await;
        assert_eq!(all.iter().filter(|answer| answer.is_ok()).count(), 1);
        assert_eq!(programme.earned(&rin).await, 20);
    });
}

#[test]
fn a_person_looks_says_no_three_times_and_the_tester_reads_why() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let id = programme.mission(&mia, survey(json!({ "review": { "mode": "manual" } }))).await;
        let submission = programme.begin(&rin, &id).await;
        for attempt in 1..=3 {
            assert_eq!(programme.begin(&rin, &id).await, submission);
            let handed = programme.hand_in(&rin, &submission).await;
            assert_eq!(
                (&handed["state"], &handed["attempt"]),
                (&json!("needs_review"), &json!(attempt))
            );
            let queue = programme.ask(&mia, "submissionQueue", json!({})).await;
            assert_eq!((&queue["total"], &queue["rows"][0]["why"]), (&json!(1), &json!("manual")));
            let short = json!({ "submission": submission, "decision": "reject", "note": "no" });
            assert!(
                programme
                    .refusal(Some(&mia), "submissionReview", short)
                    .await
                    .1
                    .starts_with("NOTE")
            );
            let no = json!({ "submission": submission, "decision": "reject", "note": "The second answer says nothing." });
            let told = programme.ask(&mia, "submissionReview", no.clone()).await;
            assert_eq!(told["submission"]["state"], "rejected");
            let twice = programme.refusal(Some(&mia), "submissionReview", no).await;
            assert!(twice.1.starts_with("SUBMISSION_BAD_STATE"), "{twice:?}");
            drain_all(&programme.engine).await;
            let (bucket, kind) =
                if attempt == 3 { ("news", "mission") } else { ("action", "submission_returned") };
            let news = programme.ask(&rin, "notificationList", json!({ "bucket": bucket })).await;
            assert_eq!(news["rows"][0]["kind"], kind, "{attempt}: {news}");
            assert_eq!(news["rows"][0]["data"]["reason"], "The second answer says nothing.");
            let waiting = programme.ask(&rin, "notificationCount", json!({})).await;
            assert_eq!(
                waiting["waiting"],
                u32::from(attempt < 3),
                "what was gone on with waits no longer"
            );
        }
        let over = programme.refusal(Some(&rin), "submissionStart", json!({ "mission": id })).await;
        assert!(over.1.starts_with("NO_TRIES"), "{over:?}");
        assert_eq!(programme.earned(&rin).await, 0);
    });
}

#[test]
fn a_yes_can_be_taken_back_exactly() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let id = programme.mission(&mia, survey(json!({ "review": { "mode": "manual" } }))).await;
        let submission = programme.begin(&rin, &id).await;
        programme.hand_in(&rin, &submission).await;
        let yes = json!({ "submission": submission, "decision": "approve" });
        let told = programme.ask(&mia, "submissionReview", yes).await;
        assert_eq!(told["points"]["amount"], 20, "{told}");
        assert_eq!(programme.earned(&rin).await, 20);
        let revoke = json!({ "submission": submission, "reason": "The answers were copied." });
        let told = programme.ask(&mia, "submissionRevoke", revoke.clone()).await;
        assert_eq!(told["points"][0]["amount"], -20, "{told}");
        assert_eq!(
            (&told["submission"]["state"], &told["submission"]["paid"]),
            (&json!("revoked"), &json!(0))
        );
        assert_eq!(programme.earned(&rin).await, 0);
        let twice = programme.refusal(Some(&mia), "submissionRevoke", revoke).await;
        assert!(twice.1.starts_with("SUBMISSION_BAD_STATE"), "{twice:?}");
        let again =
            programme.refusal(Some(&rin), "submissionStart", json!({ "mission": id })).await;
        assert!(again.1.starts_with("SUBMISSION_BAD_STATE"), "{again:?}");
    });
}

#[test]
fn who_is_stopped_by_a_fault_gets_half_when_it_is_confirmed_and_the_rest_when_it_is_fixed() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let id = programme.mission(&mia, survey(json!({ "points": 15 }))).await;
        let submission = programme.begin(&rin, &id).await;
        let other = programme.report_of(&programme.tester("kai").await, "It is red for me").await;
        let block = |issue: u32| json!({ "submission": submission, "issue": issue });
        let no = programme.refusal(Some(&rin), "submissionBlocked", block(other)).await;
        assert!(no.1.starts_with("BLOCKED_ISSUE"), "{no:?}");
        let issue = programme.report_of(&rin, "The swap button is dead").await;
        let told = programme.ask(&rin, "submissionBlocked", block(issue)).await;
        assert_eq!(told["submission"]["state"], "blocked");
        run_all_tasks(&programme.engine).await;
        assert_eq!(programme.earned(&rin).await, 0, "it is not confirmed");
        programme.ask(&mia, "issueAccept", json!({ "number": issue, "severity": "S3" })).await;
        programme.clock.advance(120);
        run_all_tasks(&programme.engine).await;
        assert_eq!(programme.earned(&rin).await, 7, "half, rounded down");
        let early =
            programme.refusal(Some(&rin), "submissionStart", json!({ "mission": id })).await;
        assert!(early.1.starts_with("SUBMISSION_BAD_STATE"), "it is not fixed: {early:?}");
        let build = programme.build(7).await;
        programme.ask(&mia, "issueMarkFixed", json!({ "number": issue, "build": build })).await;
        assert_eq!(programme.begin(&rin, &id).await, submission);
        let handed = programme.hand_in(&rin, &submission).await;
        assert_eq!(
            (&handed["state"], &handed["paid"]),
            (&json!("approved"), &json!(15)),
            "{handed}"
        );
        assert_eq!(programme.earned(&rin).await, 15, "never more than the mission pays");
        let reason =
            json!({ "submission": submission, "reason": "It was a picture of another user." });
        let told = programme.ask(&mia, "submissionRevoke", reason).await;
        assert_eq!(told["points"].as_array().map(Vec::len), Some(2));
        assert_eq!(programme.earned(&rin).await, 0);
    });
}

#[test]
fn what_was_live_is_frozen_but_for_words_places_and_a_later_end() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let closes = programme.now().plus_seconds(48 * HOUR).iso();
        let id =
            programme.mission(&mia, survey(json!({ "capacity": 2, "closesAt": closes }))).await;
        programme.begin(&rin, &id).await;
        let saving = |change: Json| {
            let mut mission = survey(json!({ "id": id, "capacity": 2, "closesAt": closes }));
            for (key, value) in change.as_object().cloned().unwrap_or_default() {
                mission[key] = value;
            }
            mission
        };
        let earlier = programme.now().plus_seconds(HOUR).iso();
        for change in [
            json!({ "points": 25 }),
            json!({ "minTrust": 1 }),
            json!({ "review": { "mode": "manual" } }),
            json!({ "steps": [{ "id": "open", "text": "Open the app", "type": "do", "required": true }] }),
            json!({ "closesAt": earlier }),
        ] {
            let refused =
                programme.refusal(Some(&mia), "missionSave", saving(change.clone())).await;
            assert!(refused.1.starts_with("MISSION_FROZEN"), "{change}: {refused:?}");
        }
        let none =
            programme.refusal(Some(&mia), "missionSave", saving(json!({ "capacity": 0 }))).await;
        assert!(none.1.starts_with("MISSION_FIELD"), "{none:?}");
        let corrected = saving(
            json!({ "title": "Tell us about your very first swap", "capacity": 9, "note": "clearer" }),
        );
        let corrected = programme.ask(&mia, "missionSave", corrected).await;
        assert_eq!(corrected["mission"]["placesLeft"], 8);
        let texts = programme.ask(&mia, "missionTexts", json!({ "mission": id })).await;
        assert_eq!(texts["rows"][0]["before"]["title"], "Tell us about your first swap");
        let few =
            programme.refusal(Some(&mia), "missionSave", saving(json!({ "capacity": 0 }))).await;
        assert_eq!(few.0, 142);
        let later = programme.now().plus_seconds(72 * HOUR).iso();
        let extend = json!({ "mission": id, "closesAt": later, "reason": "A holiday." });
        assert_eq!(
            programme.ask(&mia, "missionExtend", extend).await["mission"]["closesAt"],
            later
        );
        // The database enforces it too.
        let sql = r#"update "Mission" set "points" = 200"#;
        assert!(programme.database.client().await.execute(sql, &[]).await.is_err());
    });
}

#[test]
fn a_mission_that_is_closed_ends_what_was_begun_and_frees_its_places() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let id = programme.mission(&mia, survey(json!({ "capacity": 2 }))).await;
        programme.begin(&rin, &id).await;
        for (state, ok) in
            [("draft", false), ("paused", true), ("live", true), ("ended", true), ("live", false)]
        {
            let moved = programme
                .call(Some(&mia), "missionSetState", json!({ "mission": id, "state": state }))
                .await;
            assert_eq!(moved.is_ok(), ok, "{state}");
        }
        let expired = r#"select count(*) from "Submission" where "state" = 'expired'"#;
        assert_eq!(programme.how_many(expired).await, 1);
        assert_eq!(
            programme.how_many("select taken::bigint from _touchstone.mission_places").await,
            0
        );
    });
}

#[test]
fn a_window_opens_and_ends_by_itself_and_later_by_as_long_as_a_network_was_down() {
    case(async {
        let programme = Programme::open().await;
        let (mia, rin) = (programme.administrator("mia").await, programme.tester("rin").await);
        let network = programme.chain(&mia, crate::evidence::NODE, 5).await;
        let at = |hours: i64| programme.now().plus_seconds(hours * HOUR).iso();
        let mission = survey(json!({ "opensAt": at(1), "closesAt": at(3), "networks": [network] }));
        let saved = programme.ask(&mia, "missionSave", mission).await;
        let id = saved["mission"]["id"].as_str().expect("an id").to_owned();
        programme.move_mission(&mia, &id, "scheduled").await;
        let early =
            programme.refusal(Some(&rin), "submissionStart", json!({ "mission": id })).await;
        assert!(early.1.starts_with("MISSION_CLOSED"), "{early:?}");
        programme.clock.advance(HOUR + 60);
        run_all_tasks(&programme.engine).await;
        let submission = programme.begin(&rin, &id).await;
        let health = async |state: &str| {
            let sql = r#"update "Network" set "health" = $1, "checkedAt" = 'epoch'::timestamptz + $2::text::bigint * interval '1 millisecond'"#;
            let now = programme.now().millis().to_string();
            programme.database.client().await.execute(sql, &[&state, &now]).await.expect("a state");
        };
        programme.clock.advance(HOUR);
        health("down").await;
        programme.clock.advance(1_800);
        health("ok").await;
        programme.clock.advance(HOUR / 2);
        run_all_tasks(&programme.engine).await;
        let shown =
            programme.ask(&rin, "missionGet", json!({ "mission": id })).await["mission"].clone();
        assert_eq!(
            (&shown["state"], &shown["extendedSeconds"]),
            (&json!("live"), &json!(1_800)),
            "{shown}"
        );
        assert_eq!(shown["outages"].as_array().map(Vec::len), Some(1));
        programme.clock.advance(1_800);
        run_all_tasks(&programme.engine).await;
        let shown =
            programme.ask(&rin, "missionGet", json!({ "mission": id })).await["mission"].clone();
        assert_eq!(
            (&shown["state"], &shown["mine"]["state"]),
            (&json!("ended"), &json!("expired"))
        );
        let late = programme
            .refusal(Some(&rin), "submissionSubmit", json!({ "submission": submission }))
            .await;
        assert!(late.1.starts_with("MISSION_CLOSED"), "{late:?}");
    });
}

#[test]
fn levels_and_samples_are_what_the_mission_says() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let people = programme.crowd(60, 1).await;
        let high = programme.mission(&mia, survey(json!({ "minTrust": 2 }))).await;
        let low = programme
            .refusal(Some(&people[0]), "submissionStart", json!({ "mission": high }))
            .await;
        assert!(low.1.starts_with("MISSION_TRUST"), "{low:?}");
        let review = json!({ "mode": "sample", "percent": 50 });
        let id =
            programme.mission(&mia, survey(json!({ "review": review, "slug": "sampled" }))).await;
        let mut looked = 0_usize;
        for who in &people {
            let submission = programme.begin(who, &id).await;
            looked +=
                usize::from(programme.hand_in(who, &submission).await["state"] == "needs_review");
        }
        assert!((12..=48).contains(&looked), "{looked} of 60 at 50 %");
        let queue = programme
            .ask(&mia, "submissionQueue", json!({ "mission": "sampled", "limit": 5 }))
            .await;
        assert_eq!(
            (&queue["total"], queue["rows"].as_array().map(Vec::len)),
            (&json!(looked), Some(5))
        );
        assert_eq!(queue["rows"][0]["why"], "sample");
        let next = json!({ "mission": "sampled", "cursor": queue["next"] });
        let rest = programme.ask(&mia, "submissionQueue", next).await;
        assert_eq!(rest["rows"].as_array().map(Vec::len), Some(looked - 5));
        let funnel = programme.ask(&mia, "missionFunnel", json!({ "mission": id })).await;
        assert_eq!(
            (&funnel["started"], &funnel["inReview"]),
            (&json!(60), &json!(looked)),
            "{funnel}"
        );
        assert_eq!(
            (&funnel["steps"][1]["done"], &funnel["steps"][2]["done"]),
            (&json!(60), &json!(0))
        );
        assert_eq!(funnel["paid"], json!((60 - looked) * 20));
        let list = programme.ask(&mia, "missionAdminList", json!({ "states": ["live"] })).await;
        assert_eq!(
            (&list["counts"]["live"], &list["waiting"]),
            (&json!(2), &json!(looked)),
            "{list}"
        );
    });
}

#[test]
fn administrators_try_a_mission_and_are_paid_nothing() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let id = programme.mission(&mia, survey(json!({}))).await;
        let submission = programme.begin(&mia, &id).await;
        let handed = programme.hand_in(&mia, &submission).await;
        assert_eq!((&handed["state"], &handed["paid"]), (&json!("approved"), &json!(0)));
        assert_eq!(programme.earned(&mia).await, 0);
    });
}
