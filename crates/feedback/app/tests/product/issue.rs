use feedback_model::report_text::ReportText;
use parse_engine::Error;
use parse_model::{ClassName, Json};
use serde_json::json;
use testkit::case;

use crate::access::all_of;
use crate::stage::{Programme, TestUser};

/// A report that fits, with what is to be different.
pub(crate) fn report(title: &str, other: Json) -> Json {
    let mut report = json!({
        "kind": "bug", "title": title, "body": "It happens every time I press the button.",
        "area": "swap", "build": "unknownweb",
    });
    for (key, value) in crate::stage::map(other) {
        report[key] = value;
    }
    report
}

impl Programme {
    /// Reports something and gives its number.
    pub(crate) async fn reported(&self, who: &TestUser, title: &str) -> u64 {
        let answer = self.ask(who, "issueSubmit", report(title, json!({}))).await;
        answer["number"].as_u64().expect("a number")
    }

    /// A text out of the database.
    pub(crate) async fn text(&self, sql: &str) -> String {
        self.database.client().await.query_one(sql, &[]).await.expect("a row").get(0)
    }

    /// A number out of the database.
    pub(crate) async fn count(&self, sql: &str) -> i64 {
        self.database.client().await.query_one(sql, &[]).await.expect("a row").get(0)
    }
}

#[test]
fn a_report_that_does_not_fit_is_refused_with_every_problem() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let sent = json!({
            "kind": "idea", "title": "Short", "body": "Too short.", "area": "moon", "build": "none",
            "severityClaimed": "S1", "steps": ["one", 2], "tags": ["a\u{7}b"], "private": "yes",
        });
        let Err(Error::Refused(refusal)) = programme.call(Some(&rin), "issueSubmit", sent).await
        else {
            panic!("it does not fit");
        };
        let context = refusal.context.expect("what programs read");
        let mut fields: Vec<(&str, &str)> =
            context.errors.iter().map(|one| (one.field.as_str(), &*one.key)).collect();
        fields.sort_unstable();
        let wanted = [
            ("area", "AREA"),
            ("body", "REPORT_TOO_SHORT"),
            ("build", "BUILD"),
            ("private", "FIELD_TYPE"),
            ("severityClaimed", "SEVERITY_UNFIT"),
            ("steps.1", "FIELD_TYPE"),
            ("tags", "TEXT_CHARACTERS"),
            ("title", "TEXT_TOO_SHORT"),
        ];
        assert_eq!(fields, wanted);
        assert!(refusal.message.starts_with("PARAMS: "), "{}", refusal.message);
        let title = report("Short", json!({}));
        let told = programme.refusal(Some(&rin), "issueSubmit", title).await;
        assert_eq!(
            told,
            (142, "TEXT_TOO_SHORT: Title: at least 8 characters are required.".into())
        );
    });
}

#[test]
fn a_report_is_numbered_watched_and_first_in_its_own_timeline() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let sent = report(
            "Swap reverts after approve",
            json!({ "steps": ["Open", " ", "Press"], "expected": "It swaps", "severityClaimed": "S2",
            "environment": { "browser": "Firefox 140" }, "tags": ["Mobile", "mobile"] }),
        );
        let answer = programme.ask(&rin, "issueSubmit", sent).await;
        assert_eq!(answer["number"], 1);
        let row = &answer["issue"];
        let shown = [
            ("status", json!("new")),
            ("voteCount", json!(1)),
            ("affectsMe", json!(true)),
            ("mine", json!(true)),
            ("watching", json!("all")),
            ("severityClaimed", json!("S2")),
            ("severity", json!(null)),
            ("quality", json!(null)),
            ("tags", json!(["mobile"])),
            ("build", json!({ "id": "unknownweb", "version": "unknown", "channel": "web" })),
        ];
        for (field, value) in shown {
            assert_eq!(row[field], value, "{field} of {row}");
        }
        assert_eq!(row["reporter"]["username"], "rin");
        let events: String = programme
            .text(r#"select string_agg("type", ',' order by "seq") from "IssueEvent""#)
            .await;
        assert_eq!(events, "submitted");
        assert_eq!(programme.find(&rin, "Issue").await.expect("issues"), 1);
        assert_eq!(programme.find(&rin, "IssueEvent").await.expect("events"), 1);
        assert_eq!(programme.find(&rin, "Watch").await.expect("watches"), 1);
    });
}

#[test]
fn what_does_not_fit_is_refused_with_a_sentence_and_burns_no_number() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        for (wrong, key) in [
            (json!({ "title": "short" }), "TEXT_TOO_SHORT"),
            (json!({ "title": "bell\u{7} rings twice" }), "TEXT_CHARACTERS"),
            (json!({ "body": "too short" }), "REPORT_TOO_SHORT"),
            (json!({ "area": "nowhere" }), "AREA"),
            (json!({ "build": "none" }), "BUILD"),
            (json!({ "kind": "idea", "severityClaimed": "S1" }), "SEVERITY_UNFIT"),
            (json!({ "environment": { "deep": {} } }), "ENVIRONMENT"),
            (json!({ "attachments": ["nobodys"] }), "FILE_GONE"),
            (json!({ "status": "confirmed" }), "PARAMS"),
            (json!({ "severity": "S1" }), "PARAMS"),
        ] {
            let sent = report("Swap reverts after approve", wrong.clone());
            let (code, text) = programme.refusal(Some(&rin), "issueSubmit", sent).await;
            assert_eq!(code, 142, "{wrong} {text}");
            assert!(text.starts_with(&format!("{key}: ")), "{wrong} gave {text}");
        }
        assert_eq!(programme.reported(&rin, "Swap reverts after approve").await, 1);
    });
}

#[test]
fn numbers_have_no_gaps_however_many_report_at_once_and_fail() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(100, 1).await;
        let reports = people.iter().enumerate().map(|(n, who)| {
            // Every fourth breaks after its number was taken.
            let attachments = if n % 4 == 3 { json!(["nobodys"]) } else { json!([]) };
            let sent =
                report(&format!("Report of tester {n}"), json!({ "attachments": attachments }));
            programme.call(Some(who), "issueSubmit", sent)
        });
        let outcomes = all_of(reports).await;
        let mut numbers: Vec<u64> = outcomes
            .iter()
            .filter_map(|outcome| outcome.as_ref().ok())
            .map(|answer| answer["number"].as_u64().expect("a number"))
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (1..=75).collect::<Vec<u64>>());
    });
}

#[test]
fn a_newcomer_has_three_reports_a_day_and_is_told_when_there_are_more() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        for _ in 0..3 {
            programme.reported(&rin, "Swap reverts after approve").await;
            let again = report("Swap reverts after approve", json!({}));
            let (code, text) = programme.refusal(Some(&rin), "issueSubmit", again).await;
            assert_eq!(code, 140, "{text}");
            programme.clock.advance(3600);
        }
        let again = report("Swap reverts after approve", json!({}));
        let (code, text) = programme.refusal(Some(&rin), "issueSubmit", again).await;
        assert_eq!(
            (code, text.as_str()),
            (140, "Limit reached: 3 a day. The next is possible in 21 h.")
        );
        programme.clock.advance(21 * 3600);
        programme.reported(&rin, "Swap reverts after approve").await;
    });
}

#[test]
fn a_reporter_edits_until_a_user_decides_and_nobody_overwrites_what_they_did_not_see() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let edit =
            json!({ "number": number, "version": null, "title": "Swap reverts after permit" });
        let answer = programme.ask(&rin, "issueEdit", edit.clone()).await;
        assert_eq!(answer["issue"]["title"], "Swap reverts after permit");
        let (code, text) = programme.refusal(Some(&rin), "issueEdit", edit.clone()).await;
        assert_eq!((code, text.split(':').next()), (142, Some("ISSUE_MOVED_ON")));
        assert_eq!(programme.refusal(Some(&kai), "issueEdit", edit).await.0, 119);
        let kept: String = programme
        .text(r#"select "whole" -> 'before' ->> 'title' from "IssueEvent" where "type" = 'edited'"#)
        .await;
        assert_eq!(kept, "Swap reverts after approve");
    });
}

#[test]
fn what_was_taken_out_of_a_report_is_for_administrators_and_its_reporter() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("mia").await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let number = programme.reported(&rin, "My seed phrase is abandon ability").await;
        let edit =
            json!({ "number": number, "version": null, "title": "Swap reverts after permit" });
        programme.ask(&mia, "issueEdit", edit).await;
        let before = async |who| {
            let timeline = programme.ask(who, "issueTimeline", json!({ "number": number })).await;
            let items = timeline["items"].as_array().expect("a list").clone();
            let edited =
                items.into_iter().find(|item| item["event"] == "edited").expect("the edit");
            assert_eq!(edited["data"]["fields"], json!(["title"]));
            assert_eq!(edited["sentence"], "edited the title");
            edited["data"]["before"]["title"].clone()
        };
        assert_eq!(before(&mia).await, "My seed phrase is abandon ability");
        assert_eq!(before(&rin).await, "My seed phrase is abandon ability");
        assert_eq!(before(&kai).await, json!(null));

        let which = json!({ "number": number });
        assert_eq!(programme.refusal(Some(&rin), "issueForgetTexts", which.clone()).await.0, 119);
        let forgotten = programme.ask(&mia, "issueForgetTexts", which.clone()).await;
        assert_eq!(forgotten, json!({ "edits": 1 }));
        for who in [&mia, &rin, &kai] {
            assert_eq!(before(who).await, json!(null));
        }
        let again = programme.ask(&mia, "issueForgetTexts", which).await;
        assert_eq!(again, json!({ "edits": 0 }));
        let client = programme.database.client().await;
        let kept = r#"select count(*) from "IssueEvent" e where e::text like '%seed phrase%'"#;
        assert_eq!(client.query_one(kept, &[]).await.expect("a count").get::<_, i64>(0), 0);
        let bend = r#"update "IssueEvent" set "whole" = '{}' where "type" = 'edited'"#;
        client.execute(bend, &[]).await.expect_err("nothing else of it changes");
    });
}

#[test]
fn a_report_that_was_taken_back_leaves_the_lists_of_others() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let which = json!({ "number": number });
        assert_eq!(programme.refusal(Some(&kai), "issueWithdraw", which.clone()).await.0, 119);
        let answer = programme.ask(&rin, "issueWithdraw", which.clone()).await;
        assert_eq!(answer["issue"]["status"], "closed");
        assert_eq!(answer["issue"]["resolution"], "withdrawn");
        let (code, text) = programme.refusal(Some(&rin), "issueWithdraw", which.clone()).await;
        assert_eq!((code, text.split(':').next()), (142, Some("ISSUE_BAD_STATE")));
        assert_eq!(programme.find(&kai, "Issue").await.expect("issues"), 0);
        assert_eq!(programme.find(&kai, "IssueEvent").await.expect("events"), 0);
        assert_eq!(programme.find(&rin, "Issue").await.expect("issues"), 1);
        assert_eq!(programme.refusal(Some(&kai), "issueVote", which).await.0, 101);
    });
}

#[test]
fn a_private_report_is_known_to_its_reporter_and_administrators_alone() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let mia = programme.administrator("mia").await;
        let sent = report("Any caller can drain the funds", json!({ "private": true }));
        let number = programme.ask(&rin, "issueSubmit", sent).await["number"].clone();
        for class in ["Issue", "IssueEvent"] {
            assert_eq!(programme.find(&kai, class).await.expect(class), 0, "{class}");
            assert_eq!(programme.find(&rin, class).await.expect(class), 1, "{class}");
            assert_eq!(programme.find(&mia, class).await.expect(class), 1, "{class}");
        }
        for (name, params) in [
            ("issueVote", json!({ "number": number })),
            ("issueUnvote", json!({ "number": number })),
            ("issueWatch", json!({ "number": number, "level": "all" })),
            ("issueEdit", json!({ "number": number, "title": "Something else" })),
            ("issueWithdraw", json!({ "number": number })),
        ] {
            assert_eq!(programme.refusal(Some(&kai), name, params).await.0, 101, "{name}");
        }
    });
}

#[test]
fn nobody_writes_to_the_classes_of_issues_past_the_commands() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let mia = programme.administrator("mia").await;
        programme.reported(&rin, "Swap reverts after approve").await;
        let id: String = programme.text(r#"select "objectId" from "Issue""#).await;
        for who in [&rin, &mia] {
            for fields in [
                json!({ "severity": "S1" }),
                json!({ "quality": "A" }),
                json!({ "status": "confirmed" }),
                json!({ "title": "Something else" }),
                json!({ "voteCount": 99 }),
            ] {
                let saved = programme
                    .save(who, &ClassName::from_static("Issue"), &id, fields.clone())
                    .await;
                let code = saved.err().map(|error| crate::stage::told(&error).0);
                assert_eq!(code, Some(119), "{fields}");
            }
        }
    });
}

#[test]
fn a_programme_that_is_closed_for_changes_takes_none_from_testers() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let mia = programme.administrator("mia").await;
        let closed = json!({ "key": "programme.readOnly", "value": true, "version": 0 });
        programme.ask(&mia, "settingSet", closed).await;
        let sent = report("Swap reverts after approve", json!({}));
        let (code, text) = programme.refusal(Some(&rin), "issueSubmit", sent.clone()).await;
        assert_eq!((code, text.split(':').next()), (142, Some("READ_ONLY")));
        programme.ask(&mia, "issueSubmit", sent).await;
    });
}

#[test]
fn every_text_of_a_report_is_stored_shown_found_and_edited() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let mut sent = report("Swap reverts after approve", json!({}));
        for text in ReportText::ALL.map(ReportText::key) {
            sent[text] = format!("Wombat {text}").into();
        }
        let number = programme.ask(&rin, "issueSubmit", sent).await["number"].clone();
        let shown = async || programme.ask(&rin, "issueGet", json!({ "number": number })).await;
        for text in ReportText::ALL.map(ReportText::key) {
            assert_eq!(shown().await["issue"][text], format!("Wombat {text}"));
            let version = shown().await["issue"]["editedAt"].clone();
            let edit =
                json!({ "number": number, "version": version, text: format!("Quokka {text}") });
            programme.ask(&rin, "issueEdit", edit).await;
            assert_eq!(shown().await["issue"][text], format!("Quokka {text}"));
        }
        assert_eq!(programme.listed(&rin, "quokka").await.len(), 1);
        assert!(programme.listed(&rin, "wombat").await.is_empty());
    });
}
