use parse_engine::Error;
use parse_model::Json;
use serde_json::json;
use testkit::case;

use crate::issue::report;
use crate::stage::{Programme, TestUser};

impl Programme {
    /// The numbers a user finds, in their order.
    pub(crate) async fn listed(&self, who: &TestUser, query: &str) -> Vec<u64> {
        let ask = json!({ "query": query, "sort": "newest" });
        numbers(&self.ask(who, "searchIssues", ask).await)
    }
}

fn numbers(answer: &Json) -> Vec<u64> {
    let rows = answer["rows"].as_array().expect("rows");
    rows.iter().map(|row| row["number"].as_u64().expect("a number")).collect()
}

/// What the first of three people finds, the newest first.
const FOUND: &[(&str, &[u64])] = &[
    ("", &[3, 2, 1]),
    ("is:open", &[3, 2, 1]),
    ("is:closed", &[]),
    ("kind:idea", &[3]),
    ("kind:bug,idea area:quote", &[2]),
    ("build:>=0.4.1", &[2]),
    ("build:<0.4.2", &[3, 1]),
    ("reporter:me", &[1]),
    ("reporter:CROWD00001", &[3, 2]),
    ("assignee:none", &[3, 2, 1]),
    ("assignee:me", &[]),
    ("tag:Mobile", &[1]),
    ("affects:me", &[1]),
    ("watching:me", &[3, 1]),
    ("regressed:yes", &[]),
    ("resolution:wont_fix", &[]),
    ("check:me", &[]),
    ("is:private", &[]),
    ("is:snoozed", &[]),
    ("has:tx", &[]),
    ("#2", &[2]),
    ("swap", &[3, 1]),
    ("swaps", &[3, 1]),
    ("swa", &[3, 1]),
    ("\"is stale\"", &[2]),
    ("\"stale is\"", &[]),
    ("drained", &[]),
    ("100%", &[]),
    ("'; drop table", &[]),
];

#[test]
fn every_word_of_the_search_finds_what_it_says() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(3, 2).await;
        let [rin, kai, eve] = &people[..] else { panic!("three people") };
        let mia = programme.administrator("mia").await;
        for version in ["0.4.1", "0.4.2"] {
            let build = json!({ "channel": "web", "version": version, "releasedAt": "2025-11-01T00:00:00.000Z" });
            programme.ask(&mia, "buildSave", build).await;
        }
        let builds = programme.ask(&rin.clone(), "builds", json!({})).await;
        assert_eq!(builds["rows"][0]["version"], "0.4.2");
        let newest = builds["rows"][0]["id"].clone();
        let reports = [
            (
                rin,
                report(
                    "Swapping reverts after approve",
                    json!({ "tags": ["mobile"], "severityClaimed": "S1" }),
                ),
            ),
            (
                kai,
                report("Quote is stale for minutes", json!({ "area": "quote", "build": newest })),
            ),
            (
                kai,
                report(
                    "Show the route before signing",
                    json!({ "kind": "idea", "body": "It would calm people who swap a lot." }),
                ),
            ),
            (eve, report("Any caller can drain the funds", json!({ "private": true }))),
        ];
        for (who, sent) in reports {
            programme.clock.advance(60);
            programme.ask(who, "issueSubmit", sent).await;
        }
        programme.ask(eve, "issueVote", json!({ "number": 2 })).await;
        programme.ask(rin, "issueWatch", json!({ "number": 3, "level": "status" })).await;
        for (query, wanted) in FOUND {
            assert_eq!(programme.listed(rin, query).await, *wanted, "{query}");
        }
        assert_eq!(programme.listed(eve, "affects:me").await, [4, 2]);
        assert_eq!(programme.listed(eve, "is:private").await, [4]);
        assert_eq!(programme.listed(&mia, "drained").await, [4]);
        let (code, text) =
            programme.refusal(Some(rin), "searchIssues", json!({ "query": "swap sev:S9" })).await;
        assert_eq!(code, 142);
        assert!(text.starts_with("QUERY_SYNTAX: ") && text.ends_with(" @9-11"), "{text}");
        let answer = programme.ask(rin, "searchIssues", json!({ "query": "#1" })).await;
        assert_eq!(answer["rows"][0]["match"], "number");
        let answer = programme.ask(rin, "searchIssues", json!({ "query": "revert" })).await;
        assert_eq!(answer["rows"][0]["match"], "title");
        let stray = programme.ask(rin, "searchIssues", json!({ "query": "revert\"" })).await;
        assert_eq!(stray["rows"][0]["match"], "title", "a stray quote hides no title");
    });
}

#[test]
fn pages_joined_are_the_whole_list_in_every_order() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(12, 1).await;
        for (n, who) in people.iter().enumerate() {
            // Some at the same moment, so that ids decide.
            programme.clock.advance(i64::try_from(n % 2).expect("a second"));
            programme.reported(who, &format!("Report of tester {n}")).await;
        }
        for (n, who) in people.iter().enumerate().skip(6) {
            programme.ask(who, "issueVote", json!({ "number": n % 3 + 1 })).await;
        }
        for sort in ["activity", "newest", "impact", "affected", "queue"] {
            let whole = json!({ "query": "", "sort": sort, "limit": 100 });
            let whole = programme.ask(&people[0], "searchIssues", whole).await;
            assert_eq!((&whole["total"], &whole["totalIsFloor"]), (&json!(12), &json!(false)));
            let mut joined = Vec::new();
            let mut cursor = json!(null);
            loop {
                let ask = json!({ "query": "", "sort": sort, "limit": 5, "cursor": cursor });
                let page = programme.ask(&people[0], "searchIssues", ask).await;
                joined.extend(numbers(&page));
                cursor = page["next"].clone();
                if cursor.is_null() {
                    break;
                }
            }
            assert_eq!(joined, numbers(&whole), "{sort}");
            assert_eq!(joined.len(), 12, "{sort}");
        }
    });
}

#[test]
fn a_total_counts_what_its_reader_may_read_and_every_change_at_once() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(2, 1).await;
        let (eve, rin) = (&people[0], &people[1]);
        let mia = programme.administrator("mia").await;
        let total = async |who: &TestUser, query: &str| {
            programme.ask(who, "searchIssues", json!({ "query": query })).await["total"].clone()
        };
        assert_eq!(total(rin, "is:open").await, 0);
        programme.reported(eve, "Swap button stays grey").await;
        assert_eq!(total(rin, "is:open").await, 1);
        let kept_back = report("Router can be drained by anyone", json!({ "private": true }));
        programme.ask(eve, "issueSubmit", kept_back).await;
        assert_eq!(total(rin, "is:open").await, 1, "not what others keep back");
        assert_eq!(total(eve, "is:open").await, 2, "but what is one's own");
        assert_eq!(total(&mia, "is:open").await, 2);
        programme.ask(eve, "issueWithdraw", json!({ "number": 1 })).await;
        assert_eq!(total(rin, "is:open").await, 0);
    });
}

#[test]
fn a_list_that_everybody_looks_at_tells_each_what_is_theirs() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(3, 1).await;
        let [eve, rin, kai] = &people[..] else { panic!("three people") };
        for title in ["Swap button stays grey", "Quote is stale for minutes"] {
            programme.clock.advance(60);
            programme.reported(eve, title).await;
        }
        let first = async |who: &TestUser| {
            let ask = json!({ "query": "is:open", "sort": "newest" });
            let row = programme.ask(who, "searchIssues", ask).await["rows"][0].take();
            ["number", "mine", "affectsMe", "watching", "voteCount"].map(|field| row[field].clone())
        };
        programme.clock.advance(1);
        let of_rin = [json!(2), json!(false), json!(false), json!(null), json!(1)];
        assert_eq!(first(rin).await, of_rin);
        assert_eq!(first(eve).await, [json!(2), json!(true), json!(true), json!("all"), json!(1)]);
        programme.ask(rin, "issueVote", json!({ "number": 2 })).await;
        let [_, _, affects_rin, _, counted] = first(rin).await;
        assert_eq!((affects_rin, counted), (json!(true), json!(2)));
        assert_eq!(first(kai).await, [json!(2), json!(false), json!(false), json!(null), json!(2)]);
        // As another node would: nothing here knows of it.
        let sql = r#"update "Issue" set "visibility" = 'private' where "number" = 2"#;
        programme.database.client().await.batch_execute(sql).await.expect("kept back");
        assert_eq!(first(kai).await[0], 1, "what is kept back is gone at once");
    });
}

#[test]
fn what_is_like_a_title_is_found_while_it_is_typed_unless_it_is_private() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(3, 1).await;
        programme.reported(&people[0], "Swap reverts after approve on mobile").await;
        let private = report("Swap reverts after approve on ledger", json!({ "private": true }));
        programme.ask(&people[1], "issueSubmit", private).await;
        programme.reported(&people[2], "Dark mode is too dark").await;
        let ask = json!({ "title": "Swap reverts after approving" });
        let answer = programme.ask(&people[2], "similarFind", ask.clone()).await;
        assert_eq!(numbers(&answer), [1], "{answer}");
        assert_eq!(answer["rows"][0]["why"], "title");
        let answer = programme.ask(&people[1], "similarFind", ask).await;
        let mut both = numbers(&answer);
        both.sort_unstable();
        assert_eq!(both, [1, 2]);
        let by_text =
            json!({ "title": "Pressing button", "body": "happens every time", "exclude": 1 });
        let answer = programme.ask(&people[0], "similarFind", by_text).await;
        assert_eq!(numbers(&answer), [3], "{answer}");
        assert_eq!(answer["rows"][0]["why"], "text");
        let odd = json!({ "title": "it's \\ 'odd' & | ! :* ()" });
        programme.ask(&people[0], "similarFind", odd).await;
    });
}

#[test]
fn the_page_of_an_issue_says_what_the_viewer_may_do() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let mia = programme.administrator("mia").await;
        let number = programme.reported(&rin, "Swap reverts after approve").await;
        let which = json!({ "number": number });
        let page = programme.ask(&rin, "issueGet", which.clone()).await;
        assert_eq!(
            page["may"],
            json!({ "edit": true, "withdraw": true, "reopen": false, "vote": false, "comment": true,
            "check": false, "checkCounts": true, "proposeDuplicate": false, "triage": [] })
        );
        assert_eq!(page["promise"]["dueAt"], json!(null), "no target was set");
        assert_eq!(page["points"], json!(null));
        let page = programme.ask(&kai, "issueGet", which.clone()).await;
        assert_eq!((&page["may"]["vote"], &page["may"]["edit"]), (&json!(true), &json!(false)));
        let page = programme.ask(&mia, "issueGet", which).await;
        assert_eq!(page["promise"]["dueAt"], "2025-11-17T09:46:40.000Z");
        let triage = page["may"]["triage"].as_array().expect("commands").clone();
        for name in ["issueAccept", "issueAskInfo", "issueClose", "issueSnooze", "issueMerge"] {
            assert!(triage.contains(&json!(name)), "{name} in {triage:?}");
        }
        for name in ["issueStart", "issueMarkFixed", "issueReopen", "issueUnmerge", "issueUndo"] {
            assert!(!triage.contains(&json!(name)), "{name} in {triage:?}");
        }
    });
}

#[test]
fn a_view_is_kept_by_its_owner_and_shared_by_administrators() {
    case(async {
        let programme = Programme::open().await;
        let (rin, kai) = (programme.tester("rin").await, programme.tester("kai").await);
        let mia = programme.administrator("mia").await;
        let view = json!({ "name": "Mine", "query": "reporter:me is:open" });
        let saved = programme.ask(&rin, "savedViewSave", view.clone()).await;
        assert_eq!(programme.refusal(Some(&rin), "savedViewSave", view).await.0, 137);
        let id = saved["view"]["id"].clone();
        let stolen = json!({ "id": id, "name": "Yours", "query": "" });
        assert_eq!(programme.refusal(Some(&kai), "savedViewSave", stolen).await.0, 101);
        let shared = json!({ "name": "Regressions", "query": "regressed:yes", "shared": true });
        assert_eq!(programme.refusal(Some(&rin), "savedViewSave", shared.clone()).await.0, 119);
        programme.ask(&mia, "savedViewSave", shared).await;
        let rows = programme.ask(&kai, "savedViews", json!({})).await;
        assert_eq!(rows["rows"].as_array().map(Vec::len), Some(1));
        programme.ask(&rin, "savedViewRemove", json!({ "id": id })).await;
    });
}

#[test]
fn the_programme_tells_its_words_builds_and_limits() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let told = programme.ask(&rin, "programme", json!({})).await;
        assert_eq!(told["statusWords"]["idea"]["confirmed"], "Accepted");
        assert_eq!(told["limits"]["reportsPerDay"], 3);
        assert_eq!(told["limits"]["proposalsPerDay"], 0);
        assert_eq!(told["builds"].as_array().map(Vec::len), Some(3));
        assert_eq!(told["ruleSetVersion"], 1);
        assert_eq!(told["uploads"]["perReport"], 6);
    });
}

#[test]
fn a_suggestion_that_takes_too_long_is_empty_and_a_search_says_what_to_do() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(2, 1).await;
        let [rin, kai] = &people[..] else { panic!("two people") };
        programme.reported(rin, "Swap reverts after approve").await;
        let asked = json!({ "title": "Swap reverts after approving" });
        let found = programme.ask(kai, "similarFind", asked.clone()).await;
        assert_eq!((numbers(&found), &found["timedOut"]), (vec![1], &json!(false)));
        // Whatever reads issues waits from now on.
        let client = programme.database.client().await;
        client.batch_execute(r#"begin; lock table "Issue""#).await.expect("a lock");
        let found = programme.ask(kai, "similarFind", asked).await;
        assert_eq!(found, json!({ "rows": [], "timedOut": true }));
        let slow = programme.refusal(Some(kai), "searchIssues", json!({ "query": "swap" })).await;
        assert_eq!(slow.0, 124);
        assert!(
            slow.1.starts_with("SEARCH_TIMEOUT: ") && slow.1.contains("longer words"),
            "{slow:?}"
        );
        client.batch_execute("rollback").await.expect("no lock");
        assert_eq!(programme.listed(kai, "swap of a").await, [1], "short words are left out");
    });
}

#[test]
fn an_old_report_with_the_rare_words_is_found_among_many_that_share_the_common_ones() {
    case(async {
        let programme = Programme::open().await;
        let people = programme.crowd(2, 1).await;
        let body = "The swap failed with an error after the wallet asked twice about Frobnicator.";
        let old = report("Something odd in the permit dialog", json!({ "body": body }));
        programme.ask(&people[0], "issueSubmit", old).await;
        let others = r#"insert into "Issue" select r.* from generate_series(1, 400) n,
            (select to_jsonb(i) as row from "Issue" i where i."number" = 1) one,
            lateral jsonb_populate_record(null::"Issue", one.row || jsonb_build_object('objectId', 'other' || n, 'title', 'Report ' || n,
                'body', 'The swap failed with an error in the wallet.', 'submittedAt', now() + n * interval '1 minute',
                'lastActivityAt', now() + n * interval '1 minute')) r"#;
        programme.alter(others).await;
        programme.alter(r#"analyze "Issue""#).await;
        let asked = json!({ "title": "Nothing happens", "body": "wallet error, swap failed: frobnicator permit" });
        let found = programme.ask(&people[1], "similarFind", asked).await;
        assert_eq!(numbers(&found)[0], 1, "{found}");
    });
}

#[test]
fn a_mistake_in_a_search_has_a_key_and_its_place() {
    case(async {
        let programme = Programme::open().await;
        let rin = programme.tester("rin").await;
        let wrong = programme.call(Some(&rin), "searchIssues", json!({ "query": "swap sev:S9" }));
        let Err(Error::Refused(refusal)) = wrong.await else { panic!("a mistake") };
        let context = refusal.context.expect("what programs read");
        assert_eq!(context.key.as_deref(), Some("QUERY_SYNTAX"));
        assert_eq!(context.details, json!({ "from": 9, "to": 11 }));
    });
}
