use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

use feedback_demo::{DemoOptions, make};
use parse_engine::periodic_task::run_all_tasks;
use serde_json::json;
use testkit::case_within;

use crate::stage::{Programme, TestUser};

/// How many testers and how many decisions: few in the gate, more by
/// `just persons 50000 400`.
fn wanted() -> (usize, usize) {
    let text = std::env::var_os("PERSONS").and_then(|text| text.into_string().ok());
    let mut numbers =
        text.iter().flat_map(|text| text.split(',')).filter_map(|one| one.parse().ok());
    (numbers.next().unwrap_or(120), numbers.next().unwrap_or(25))
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, most: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("a number") % most
    }
}

type Row = (i64, String, i64, i64, i64, i64);

/// The balances and ranks of all persons in every season.
async fn boards(programme: &Programme) -> Vec<Row> {
    let sql = r#"select s."season"::bigint, s."personId", s."total"::bigint, s."highCount"::bigint, s."lastSeq"::bigint,
            case when s."eligible" then row_number() over (partition by s."season", s."eligible" order by s."total" desc, s."highCount" desc, s."lastSeq") else 0 end
        from "Standing" s where s."total" <> 0 order by 1, 2"#;
    let rows = programme.database.client().await.query(sql, &[]).await.expect("boards");
    rows.iter()
        .map(|row| (row.get(0), row.get(1), row.get(2), row.get(3), row.get(4), row.get(5)))
        .collect()
}

/// Accounts that found something together with others, who are the ones a link changes most for.
async fn finders(programme: &Programme) -> Vec<String> {
    let sql = r#"select distinct i."reporter" from "Issue" i join "_User" u on u."objectId" = i."reporter"
        where not coalesce(u."isAdmin", false) and u."status" = 'active'
            and (i."duplicateOf" is not null or i."mergedCount" > 0) order by 1"#;
    let rows = programme.database.client().await.query(sql, &[]).await.expect("finders");
    rows.iter().map(|row| row.get(0)).collect()
}

async fn groups(programme: &Programme) -> BTreeMap<String, BTreeSet<String>> {
    let sql = r#"select "personId", "objectId" from "_User" where "personId" in (
        select "personId" from "_User" group by 1 having count(*) > 1)"#;
    let rows = programme.database.client().await.query(sql, &[]).await.expect("persons");
    let mut groups: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for row in rows {
        groups.entry(row.get(0)).or_default().insert(row.get(1));
    }
    groups
}

async fn sound(programme: &Programme, who: &TestUser) {
    let found = programme.ask(who, "invariantsCheck", json!({})).await["differences"].clone();
    assert_eq!(found, json!([]));
}

/// Links and parts accounts at random, and gives how often each.
async fn walk(
    programme: &Programme,
    mia: &TestUser,
    finders: &[String],
    steps: usize,
) -> (u32, u32) {
    let mut dice = Dice(20);
    let (mut linked, mut parted) = (0, 0);
    for _ in 0..steps {
        let [a, b] = [0, 1].map(|_| finders[dice.below(finders.len())].clone());
        let groups = groups(programme).await;
        let of = |user: &String| groups.values().find(|one| one.contains(user)).cloned();
        let (with_a, with_b) = (of(&a), of(&b));
        if dice.below(3) == 0 && with_a.is_some() {
            programme.ask(mia, "personUnlink", json!({ "user": a })).await;
            parted += 1;
        } else if a != b && (with_a.is_none() || with_a != with_b) {
            programme
                .ask(mia, "personLink", json!({ "users": [a, b], "reason": "same_device" }))
                .await;
            linked += 1;
        }
    }
    (linked, parted)
}

/// Makes every account a person of its own.
async fn part_all(programme: &Programme, mia: &TestUser) {
    for accounts in groups(programme).await.into_values() {
        for account in accounts.into_iter().skip(1) {
            programme.ask(mia, "personUnlink", json!({ "user": account })).await;
        }
    }
}

#[test]
fn persons_linked_and_parted_at_random_hold_and_stand_as_before() {
    let (testers, steps) = wanted();
    // A large programme takes minutes to be made alone.
    case_within(Duration::from_secs(20 + testers as u64 / 10), async move {
        let programme = Programme::open().await;
        let mia = programme.administrator("real").await;
        let order = DemoOptions { testers, seed: 7, password: None, nodes: Vec::new() };
        make(&programme.engine, &order, &mut |stage, done, of| {
            if testers > 1_000 {
                eprintln!("{stage:?}: {done} of {of}");
            }
        })
        .await
        .expect("a demo");
        part_all(&programme, &mia).await;
        let (before, finders) = (boards(&programme).await, finders(&programme).await);
        let began = Instant::now();
        let (linked, parted) = walk(&programme, &mia, &finders, steps).await;
        let took = began.elapsed();
        assert!(linked > 0);
        programme
            .database
            .client()
            .await
            .batch_execute("delete from _touchstone.risk_scan")
            .await
            .expect("no scan");
        let began = Instant::now();
        run_all_tasks(&programme.engine).await;
        let looked = began.elapsed();
        let cases = programme.ask(&mia, "riskCases", json!({})).await;
        assert!(cases["scan"]["testers"].as_u64() > Some(testers as u64 / 2), "{cases}");
        eprintln!(
            "all tasks, with the risk scan: {:.1} s, {}",
            looked.as_secs_f64(),
            cases["scan"]
        );
        sound(&programme, &mia).await;
        part_all(&programme, &mia).await;
        let after = boards(&programme).await;
        let moved: Vec<(&Row, &Row)> =
            before.iter().zip(&after).filter(|(a, b)| a != b).take(5).collect();
        assert_eq!(moved, Vec::new());
        assert_eq!(before.len(), after.len());
        sound(&programme, &mia).await;
        eprintln!(
            "{testers} testers, {} standings: {linked} links and {parted} partings in {:.1} s, {:.0} ms each; all as before",
            before.len(),
            took.as_secs_f64(),
            took.as_secs_f64() * 1000.0 / f64::from(linked + parted),
        );
    });
}
