use feedback_demo::{DemoContents, DemoOptions, Node, make, remove};
use serde_json::{Value, json};
use testkit::case;

use crate::stage::{PASSWORD, Programme, TestUser, told};

const SEED: u64 = 7;

/// What contradicts a rule of the product.
async fn differences(programme: &Programme, who: &TestUser) -> Value {
    programme.ask(who, "invariantsCheck", json!({})).await["differences"].clone()
}

async fn filled(programme: &Programme, testers: usize) -> DemoContents {
    let order = DemoOptions { testers, seed: SEED, password: None, nodes: Vec::new() };
    make(&programme.engine, &order, &mut |_, _, _| {}).await.expect("a demo")
}

async fn one(programme: &Programme, sql: &str) -> String {
    let client = programme.database.client().await;
    client.query_one(sql, &[]).await.expect("an answer").get(0)
}

async fn count(programme: &Programme, condition: &str) -> usize {
    let sql = format!(r#"select count(*)::text from "Issue" where {condition}"#);
    one(programme, &sql).await.parse().expect("a number")
}

/// Everything there is, as one text, without who happened to look.
async fn everything(programme: &Programme) -> String {
    let tables = [
        "_User",
        "Build",
        "Season",
        "Issue",
        "IssueEvent",
        "Comment",
        "Vote",
        "IssueReach",
        "Watch",
        "DuplicateProposal",
        "FixCheck",
        "PointsEntry",
        "LedgerCheckpoint",
        "Standing",
        "Invitation",
        "InvitationUse",
        "Network",
        "Contract",
        "Token",
        "Evidence",
        "FailureCluster",
    ];
    let mut sums = String::new();
    for table in tables {
        let sql = format!(
            r#"select count(*)::text || ' ' || coalesce(md5(string_agg(md5((to_jsonb(t) - 'seq')::text), '' order by t."objectId")), '')
            from "{table}" t where t."objectId" !~ '^(unknown|real)'"#
        );
        sums += &format!("{table}: {}\n", one(programme, &sql).await);
    }
    let days = "select coalesce(md5(string_agg(d::text, '' order by season, taken_at, total)), '') from _touchstone.board_day d";
    sums += &format!("days of the board: {}\n", one(programme, days).await);
    sums
}

/// What is there beyond the classes.
const LEFT: &str = r#"select ((select count(*) from _touchstone.risk_case) + (select count(*) from _touchstone.person_link)
    + (select count(*) from _touchstone.person_hold) + (select count(*) from _touchstone.visit) + (select count(*) from _touchstone.appeal)
    + (select count(*) from _touchstone.risk_question) + (select count(*) from _touchstone.risk_dismissed)
    + (select count(*) from "Notification") + (select count(*) from "RewardExport") + (select count(*) from "RewardLeaf")
    + (select count(*) from _touchstone.reward_payee) + (select count(*) from "Submission") + (select count(*) from "Mission")
    + (select count(*) from _touchstone.promise_alarm) + (select count(*) from _touchstone.event)
    + (select count(*) from _touchstone.network_endpoint) + (select count(*) from _touchstone.endpoint_lag)
    + (select count(*) from "_Session" where "user" not in (select "objectId" from "_User")))::text"#;

/// Counts that are kept with an issue, and what they should be.
const MISCOUNTED: &str = r#"select coalesce(jsonb_agg(jsonb_build_object('number', i."number", 'is',
        jsonb_build_array(i."voteCount", i."commentCount", i."watchCount", i."mergedCount", reached.count), 'should be',
        jsonb_build_array(t.count, c.count, w.count, m.count, case when i."duplicateOf" is null then t.count else 0 end))), '[]')::text
    from "Issue" i,
        lateral (select count(distinct person) from _touchstone.touches(i."objectId")) t,
        lateral (select count(*) from "IssueReach" where "root" = i."objectId") reached,
        lateral (select count(*) from "Comment" where "issue" = i."objectId") c,
        lateral (select count(*) from "Watch" where "issue" = i."objectId") w,
        lateral (select count(*) from "Issue" d where d."duplicateOf" = i."objectId") m
    where (i."voteCount", i."commentCount", i."watchCount", i."mergedCount") is distinct from
            (t.count, c.count, w.count, m.count)
        or reached.count <> case when i."duplicateOf" is null then t.count else 0 end"#;

/// Standings that are not what the ledger adds up to.
const MISRANKED: &str = r#"select coalesce(jsonb_agg(e), '[]')::text from (
        select "season", "personId", sum("amount") as total from "PointsEntry" group by 1, 2) e
    full join "Standing" s on s."season" = e."season" and s."personId" = e."personId"
    where s."total" is distinct from e.total"#;

/// Days on which the board is not what the ledger added up to by then.
const MISSPREAD: &str = r#"select coalesce(jsonb_agg(jsonb_build_array(season, taken_at, total)), '[]')::text from (
        select season, taken_at, total, count(*) as people from (
            select d.season, d.taken_at, sum(e."amount") as total
            from (select distinct season, taken_at from _touchstone.board_day) d
            join "PointsEntry" e on e."season" = d.season and e."at" < d.taken_at
            join "_User" u on u."objectId" = e."personId" and u."status" = 'active'
            group by d.season, d.taken_at, e."personId") person where total > 0 group by season, taken_at, total) counted
    full join _touchstone.board_day kept using (season, taken_at, total)
    where counted.people is distinct from kept.people"#;

#[test]
fn a_demo_is_a_programme_in_which_everything_adds_up() {
    case(async {
        let programme = Programme::guarded().await;
        let mia = programme.administrator("real").await;
        let made = filled(&programme, 500).await;
        assert!((400..=450).contains(&made.issues), "{made:?}");
        assert!(made.entries > 900 && made.votes > 3_000 && made.comments > 1_000, "{made:?}");
        assert!((18..=28).contains(&made.waiting), "{made:?}");
        assert_eq!(differences(&programme, &mia).await, json!([]));
        assert_eq!(one(&programme, MISCOUNTED).await, "[]");
        assert_eq!(one(&programme, MISRANKED).await, "[]");
        assert_eq!(one(&programme, MISSPREAD).await, "[]");
        let days = "select count(distinct (season, taken_at))::text from _touchstone.board_day";
        let days: u32 = one(&programme, days).await.parse().expect("a number");
        assert!((60..=72).contains(&days), "six weeks of one season, four of the other: {days}");
        for season in [1, 2] {
            let verified = programme.ask(&mia, "ledgerVerify", json!({ "season": season })).await;
            assert_eq!(verified["ok"], json!(true), "{verified}");
            assert!(verified["entries"].as_u64() > Some(100), "{verified}");
            assert!(!verified["checkpoints"].as_array().expect("checkpoints").is_empty());
        }
        everything_occurs(&programme).await;
        failures_are_told(&programme, &mia).await;
        seasons_are_told(&programme, &mia).await;
        people_are_told(&programme).await;
        accounts_are_compared(&programme, &mia).await;
        let dashboard = programme.ask(&mia, "dashboardAdmin", json!({ "days": 7 })).await;
        assert_eq!(dashboard["setup"], json!([]), "a demo lacks nothing");
    });
}

async fn everything_occurs(programme: &Programme) {
    let mut missing: Vec<&str> = Vec::new();
    for condition in [
        r#""visibility" = 'private'"#,
        r#""snoozedUntil" is not null"#,
        r#""status" = 'needs_info'"#,
        r#""status" = 'in_progress'"#,
        r#""status" = 'fixed'"#,
        r#""status" = 'verified' and "assumed""#,
        r#""status" = 'verified' and not "assumed""#,
        r#""resolution" = 'duplicate'"#,
        r#""resolution" = 'no_response'"#,
        r#""resolution" = 'withdrawn'"#,
        r#""resolution" = 'spam'"#,
        r#""regressions" > 0"#,
        r#""pointsCycle" > 0"#,
        r#""settledAt" is null and "confirmedAt" is not null"#,
    ] {
        if count(programme, condition).await == 0 {
            missing.push(condition);
        }
    }
    for rule in
        ["bug.S1", "idea.shipped", "fix.check", "bug.regression", "thanks", "spam", "manual"]
    {
        let sql = format!(r#"select count(*)::text from "PointsEntry" where "rule" = '{rule}'"#);
        if one(programme, &sql).await == "0" {
            missing.push(rule);
        }
    }
    let reversals = r#"select count(*)::text from "PointsEntry" where "kind" = 'reversal'"#;
    assert_ne!(one(programme, reversals).await, "0");
    assert!(missing.is_empty(), "{missing:?}");
}

async fn failures_are_told(programme: &Programme, who: &TestUser) {
    for state in ["decoded", "partial", "queued", "waiting", "not_found", "failed"] {
        let sql = format!(r#"select count(*)::text from "Evidence" where "state" = '{state}'"#);
        assert_ne!(one(programme, &sql).await, "0", "{state}");
    }
    let clusters = programme.ask(who, "clusterList", json!({ "period": "90d" })).await;
    let rows = clusters["rows"].as_array().expect("clusters");
    assert!(rows.iter().any(|row| row["personCount"].as_u64() >= Some(12)), "{clusters}");
    for state in ["open", "regressed", "ignored"] {
        assert!(rows.iter().any(|row| row["state"] == state), "{state} of {clusters}");
    }
    for row in rows {
        let page =
            programme.ask(who, "clusterGet", json!({ "id": row["id"], "period": "90d" })).await;
        assert!(!page["rows"].as_array().expect("rows").is_empty(), "{page}");
    }
    assert!(count(programme, r#""proofCount" > 3"#).await > 5);
    let matrix = programme.ask(who, "coverageMatrix", json!({ "period": "90d" })).await;
    assert_eq!(matrix["networks"].as_array().map(Vec::len), Some(5));
    let rates = "select jsonb_build_object('shown', sum(count), 'failed', sum(failed))::text from _touchstone.evidence_day";
    let rates: Value = serde_json::from_str(&one(programme, rates).await).expect("sums");
    let [shown, failed] = ["shown", "failed"].map(|key| rates[key].as_u64().expect("a sum"));
    assert!(failed * 100 < shown * 85 && failed * 100 > shown * 40, "{rates}");
    let other = r#"select count(*)::text from "Evidence" e join "Issue" i on i."objectId" = e."issue" and i."reporter" = e."owner"
        where e."vote" is null and e."explanation" -> 'swap' <> 'null' and i."body" like '%- Swap: %' and strpos(i."body",
            (e."explanation" #>> '{swap,tokenIn,symbol}') || ' to ' || (e."explanation" #>> '{swap,tokenOut,symbol}')) = 0"#;
    assert_eq!(one(programme, other).await, "0", "a report and its proof are of one swap");
    let enabled = one(programme, r#"select count(*)::text from "Network" where "enabled""#).await;
    assert_eq!(enabled, "0", "a demo calls no nodes");
}

/// Testers who can sign in have read and unread news and something to do, and are paid at the
/// address of their profile.
async fn people_are_told(programme: &Programme) {
    let kinds =
        r#"select string_agg(distinct n."event", ' ' order by n."event") from "Notification" n"#;
    let kinds = one(programme, kinds).await;
    for kind in [
        "account_changed",
        "admin_appeal",
        "admin_promise",
        "badge_level",
        "comment",
        "comment_staff",
        "fix_check",
        "info_asked",
        "issue_news",
        "mission",
        "payout",
        "points_settled",
        "rules_season",
    ] {
        assert!(kinds.split(' ').any(|known| known == kind), "{kind} of {kinds}");
    }
    let of_kai = |condition: &str| {
        format!(
            r#"select count(*)::text from "Notification" n join "_User" u on u."objectId" = n."user"
            where u."username" = 'kai' and {condition}"#
        )
    };
    for condition in [
        r#"n."bucket" = 'action' and n."doneAt" is null"#,
        r#"n."bucket" = 'action' and n."doneAt" is not null"#,
        r#"n."bucket" = 'news' and n."readAt" is null"#,
        r#"n."bucket" = 'news' and n."readAt" is not null"#,
        r#"n."event" = 'payout' and n."data" ->> 'paid' like '% USDC'"#,
    ] {
        assert_ne!(one(programme, &of_kai(condition)).await, "0", "{condition}");
    }
    let paid = r#"select count(*)::text from "RewardLeaf" l join "_User" u on u."personId" = l."personId"
        where u."username" = 'kai' and lower(l."address") = u."payoutAddress""#;
    assert_eq!(one(programme, paid).await, "1");
    let announced = "select count(*)::text from _touchstone.event";
    assert_eq!(one(programme, announced).await, "0", "a demo sends no mail");
}

async fn accounts_are_compared(programme: &Programme, who: &TestUser) {
    for state in ["open", "asked", "watch", "decided"] {
        let cases = programme.ask(who, "riskCases", json!({ "state": state })).await;
        assert!(!cases["rows"].as_array().expect("cases").is_empty(), "{state}: {cases}");
    }
    let sums = "select (select count(*) from _touchstone.person_link)::text || ' ' || (select count(*) from _touchstone.person_hold)::text
        || ' ' || (select count(*) from _touchstone.appeal where state = 'denied')::text";
    assert_eq!(one(programme, sums).await, "2 1 1");
    let open = programme.ask(who, "appeals", json!({ "state": "open" })).await;
    assert!(open["total"].as_u64() >= Some(2), "{open}");
}

async fn seasons_are_told(programme: &Programme, who: &TestUser) {
    let seasons = programme.ask(who, "seasons", json!({})).await;
    let states: Vec<&Value> =
        seasons["rows"].as_array().expect("seasons").iter().map(|row| &row["state"]).collect();
    assert_eq!(states, ["live", "final"]);
    let checklist = programme.ask(who, "seasonChecklist", json!({ "number": 1 })).await;
    for item in checklist["items"].as_array().expect("items") {
        assert_eq!(item["ok"], json!(true), "{item}");
    }
    let top = programme.ask(who, "standingsTop", json!({})).await;
    assert!(top["rows"].as_array().expect("rows").len() > 50, "{top}");
}

#[test]
fn the_same_seed_makes_the_same_programme_and_removing_it_leaves_none() {
    case(async {
        let programme = Programme::open().await;
        let mia = programme.administrator("real").await;
        let setting = json!({ "key": "product.name", "value": "Ours", "version": 0 });
        programme.ask(&mia, "settingSet", setting).await;
        let empty = everything(&programme).await;
        filled(&programme, 60).await;
        let first = everything(&programme).await;
        let again = DemoOptions { testers: 60, seed: SEED, password: None, nodes: Vec::new() };
        let refused =
            make(&programme.engine, &again, &mut |_, _, _| {}).await.expect_err("not empty");
        assert!(told(&refused).1.contains("demo remove"), "{refused:?}");
        remove(&programme.engine, false).await.expect("removed");
        assert_eq!(everything(&programme).await, empty);
        assert_eq!(one(&programme, LEFT).await, "0", "nothing is left of what people did last");
        let settings = programme.ask(&mia, "settings", json!({})).await;
        assert!(settings.to_string().contains("Ours"));
        let none = remove(&programme.engine, false).await.expect_err("nothing to remove");
        assert!(told(&none).1.starts_with("NO_DEMO: "));
        let client = programme.database.client().await;
        assert!(client.batch_execute(r#"truncate "PointsEntry""#).await.is_err());
        filled(&programme, 60).await;
        assert_eq!(everything(&programme).await, first);
    });
}

#[test]
fn those_of_a_demo_sign_in_where_a_password_was_given_and_reports_of_others_keep_it_away() {
    case(async {
        let programme = Programme::open().await;
        let order = DemoOptions {
            testers: 12,
            seed: SEED,
            password: Some(PASSWORD.to_owned()),
            nodes: Vec::new(),
        };
        make(&programme.engine, &order, &mut |_, _, _| {}).await.expect("a demo");
        let maren = programme.sign_in("maren", PASSWORD).await.expect("an administrator");
        assert_eq!(differences(&programme, &maren).await, json!([]));
        let kai = programme.sign_in("kai", PASSWORD).await.expect("a tester");
        programme.ask(&kai, "myStanding", json!({})).await;
        let plots = programme.ask(&kai, "standingPlots", json!({})).await;
        assert!(plots["rankSeries"].as_array().expect("days").len() > 7, "{plots}");
        programme.sign_in("lena", PASSWORD).await.expect_err("not among the first");
        let rin = programme.sign_in("rin", PASSWORD).await.expect("another tester");
        let link = json!({ "users": [kai.id, rin.id], "reason": "same_device" });
        programme.ask(&maren, "personLink", link).await;
        let hold = json!({ "user": kai.id, "reason": "same_device" });
        programme.ask(&maren, "personHold", hold).await;
        let link = programme.ask(&kai, "myFairness", json!({})).await["link"].clone();
        let appeal = json!({ "subjectType": "risk", "subjectId": link["subjectId"], "body": "My sister and I share a computer." });
        programme.ask(&kai, "appealOpen", appeal).await;
        remove(&programme.engine, false).await.expect("removed");
        let left = r#"select (select count(*) from _touchstone.person_link) + (select count(*) from _touchstone.person_hold)
            + (select count(*) from _touchstone.appeal) + (select count(*) from _touchstone.visit)"#;
        let left: i64 =
            programme.database.client().await.query_one(left, &[]).await.expect("a sum").get(0);
        assert_eq!(left, 0, "nothing is left of what was decided about people of the demo");
        assert_eq!(programme.refusal(Some(&kai), "programme", json!({})).await.0, 209);
        let client = programme.database.client().await;
        let own = r#"insert into "Season" ("objectId", "number", "name", "startsAt", "endsAt", "reviewDays", "state")
        values ('own', 1, 'Ours', now(), now() + interval '1 day', 7, 'draft')"#;
        client.batch_execute(own).await.expect("a season");
        let refused =
            make(&programme.engine, &order, &mut |_, _, _| {}).await.expect_err("not empty");
        assert!(told(&refused).1.starts_with("PROGRAMME_NOT_EMPTY: "));
    });
}

#[test]
fn networks_with_a_node_are_asked_and_go_with_the_demo() {
    case(async {
        let programme = Programme::open().await;
        let node = Node::parse("base-sepolia=https://node.example/key").expect("a node");
        let order = DemoOptions { testers: 12, seed: SEED, password: None, nodes: vec![node] };
        make(&programme.engine, &order, &mut |_, _, _| {}).await.expect("a demo");
        let asked = r#"select string_agg(n."name" || ' ' || e.host, ' ') from "Network" n
            join _touchstone.network_endpoint e on e.network = n."objectId" where n."enabled""#;
        assert_eq!(one(&programme, asked).await, "Base Sepolia node.example");
        let enabled = r#"select count(*)::text from "Network" where "enabled""#;
        assert_eq!(one(&programme, enabled).await, "1");
        remove(&programme.engine, false).await.expect("removed");
        assert_eq!(one(&programme, LEFT).await, "0");
        let own = r#"insert into "Network" ("objectId", "createdAt", "updatedAt", "chainId", "name", "isTestnet", "nativeSymbol",
                "nativeDecimals", "confirmations", "blockTimeMs", "enabled")
            values ('own', now(), now(), 84532, 'Ours', true, 'ETH', 18, 5, 2000, true)"#;
        programme.database.client().await.batch_execute(own).await.expect("a network");
        let refused = make(&programme.engine, &order, &mut |_, _, _| {}).await.expect_err("known");
        assert!(told(&refused).1.starts_with("NETWORK_KNOWN: "), "{refused:?}");
    });
}

#[test]
fn a_demo_in_which_others_took_part_is_removed_only_where_that_is_said() {
    case(async {
        let programme = Programme::open().await;
        filled(&programme, 12).await;
        let real = programme.tester("real").await;
        let own = format!(
            r#"update "Issue" set "reporter" = '{}' where "objectId" = (select "objectId" from "Issue" limit 1)"#,
            real.id
        );
        let client = programme.database.client().await;
        let alter = format!("begin; set local session_replication_role = replica; {own}; commit");
        client.batch_execute(&alter).await.expect("a report of theirs");
        let refused = remove(&programme.engine, false).await.expect_err("it is theirs");
        assert!(told(&refused).1.starts_with("OTHERS_TOOK_PART: 1 people"), "{refused:?}");
        assert!(count(&programme, "true").await > 1, "nothing was removed");
        remove(&programme.engine, true).await.expect("removed");
        assert_eq!(count(&programme, "true").await, 0);
    });
}
