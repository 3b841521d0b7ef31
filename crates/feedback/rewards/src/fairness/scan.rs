//! A nightly scan of all accounts. Its only result is cases.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use async_trait::async_trait;
use feedback_model::UserId;
use feedback_model::risk::{Family, FoundCase, OPENS_AT, Scan, scan};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::population::{Population, population};
use super::visit;
use feedback_core::command_context::CommandContext;
use feedback_core::task::{Task, TaskRun};

/// Pairs are not stored for a case with more accounts.
const PAIRS: usize = 20_000;

/// Runs once a day.
pub(super) struct RiskScan;

#[async_trait]
impl Task for RiskScan {
    const NAME: &'static str = "risk scan";

    async fn is_due(run: &TaskRun) -> Result<bool, Error> {
        let sql = Sql::fixed(
            "select to_jsonb(not exists (select from _touchstone.risk_scan where at > $1::timestamptz - interval '1 day'))",
            [Bind::from(run.ctx().now())],
        );
        Ok(run.ctx().row(&sql).await?.unwrap_or(false))
    }

    async fn run(run: &TaskRun) -> Result<(), Error> {
        if !Self::is_due(run).await? {
            return Ok(());
        }
        let ctx = run.ctx();
        let clock = ctx.cx().engine().clock();
        let began = clock.now();
        visit::forget_old(&ctx).await?;
        let Population { accounts, unknown_wallets } = population(&ctx).await?;
        let testers = accounts.len();
        let dismissed = dismissed(&ctx).await?;
        let at = i64::from(ctx.settings().await?.whole("risk.watchScore"));
        // A minute of computing must not delay requests.
        let looked = tokio::task::spawn_blocking(move || {
            scan(&accounts, at.max(OPENS_AT - 10), |a, b, facts| {
                is_dismissed(&dismissed, a, b, facts)
            })
        });
        let Scan { cases, compared, .. } = looked.await.map_err(|error| Error::Failed {
            doing: "looking for accounts of one person",
            source: Box::new(error),
        })?;
        let tx = run.begin().await?;
        let outcome = async {
            let opened = save_cases(&tx, &cases).await?;
            let millis = clock.now().millis() - began.millis();
            let counts = [testers, compared, opened, unknown_wallets];
            note(&tx, millis, counts).await
        };
        let outcome = outcome.await;
        run.end(tx, outcome).await?;
        tracing::info!(testers, compared, cases = cases.len(), "risk scan finished");
        Ok(())
    }
}

type DismissedCases = HashMap<(String, String), BTreeSet<String>>;

async fn dismissed(ctx: &CommandContext) -> Result<DismissedCases, Error> {
    let sql = Sql::new("select jsonb_build_array(a, b, facts) from _touchstone.risk_dismissed");
    let rows: Vec<(String, String, BTreeSet<String>)> = ctx.rows(&sql).await?;
    Ok(rows.into_iter().map(|(a, b, facts)| ((a, b), facts)).collect())
}

fn is_dismissed(
    dismissed: &DismissedCases,
    a: &UserId,
    b: &UserId,
    facts: &BTreeSet<String>,
) -> bool {
    let (a, b) = (a.as_str().min(b.as_str()), a.as_str().max(b.as_str()));
    let known = dismissed.get(&(a.to_owned(), b.to_owned()));
    known.is_some_and(|known| facts.is_subset(known))
}

/// Updates existing cases with the results, and opens new ones. Returns the number of open cases.
async fn save_cases(ctx: &CommandContext, cases: &[FoundCase]) -> Result<usize, Error> {
    let sql = Sql::new(
        r#"select jsonb_build_array(c.number, c.state, jsonb_agg(m."user")) from _touchstone.risk_case c
        join _touchstone.risk_case_member m on m.case_number = c.number
        where c.state <> 'decided' group by c.number"#,
    );
    #[derive(Deserialize)]
    struct OpenCase(i32, String, BTreeSet<String>);
    let mut open: Vec<OpenCase> = ctx.rows(&sql).await?;
    for case in cases {
        let users: BTreeSet<String> =
            case.members.iter().map(|member| member.user.as_str().to_owned()).collect();
        let known = open.iter().position(|one| !one.2.is_disjoint(&users));
        let number = known.map(|place| open.swap_remove(place).0);
        write(ctx, number, case).await?;
    }
    // A case without current facts is closed, unless an administrator has acted on it.
    let stale: Vec<String> =
        open.iter().filter(|one| one.1 == "open").map(|one| one.0.to_string()).collect();
    let sql = Sql::fixed(
        "delete from _touchstone.risk_case where number = any($1::text[]::int[])",
        [Bind::from(stale)],
    );
    ctx.execute(&sql).await?;
    let woken = Sql::fixed(
        "update _touchstone.risk_case set state = 'open', due = null where state = 'watch' and due <= $1::timestamptz",
        [Bind::from(ctx.now())],
    );
    ctx.execute(&woken).await?;
    Ok(cases.len())
}

async fn write(ctx: &CommandContext, number: Option<i32>, case: &FoundCase) -> Result<(), Error> {
    let title = case.signals.first().map_or("shared_funder", |noted| noted.signal.kind.key());
    let sql = Sql::fixed(
        "with changed as (
            update _touchstone.risk_case set score = $2::int8::int, title = $3::text, facts = $4::jsonb, updated_at = $5::timestamptz
            where number = $1::int8::int returning number),
        made as (
            insert into _touchstone.risk_case (state, score, title, facts, opened_at, updated_at)
            select 'open', $2::int8::int, $3::text, $4::jsonb, $5::timestamptz, $5::timestamptz where $1::int8 is null returning number)
        select to_jsonb(number) from changed union all select to_jsonb(number) from made",
        [
            Bind::from(number.map(i64::from)),
            case.score.into(),
            title.into(),
            facts(case).into(),
            ctx.now().into(),
        ],
    );
    let Some(number) = ctx.row::<i64>(&sql).await? else { return Ok(()) };
    let members: Vec<Json> = case
        .members
        .iter()
        .map(|one| json!({ "user": one.user, "score": one.score, "suggested": one.is_suggested }))
        .collect();
    let forget = Sql::fixed(
        "delete from _touchstone.risk_case_member where case_number = $1::int8::int",
        [Bind::from(number)],
    );
    ctx.execute(&forget).await?;
    let sql = Sql::fixed(
        r#"insert into _touchstone.risk_case_member (case_number, "user", score, suggested)
        select $1::int8::int, m."user", m.score, m.suggested
        from jsonb_to_recordset($2::jsonb) as m("user" text, score int, suggested boolean)"#,
        [Bind::from(number), Json::Array(members).into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// The signals, the counter-signals, the unknowns, and the facts of each pair.
fn facts(case: &FoundCase) -> Json {
    let signals: Vec<Json> = case
        .signals
        .iter()
        .enumerate()
        .map(|(place, noted)| {
            let signal = &noted.signal;
            json!({
                "id": place.to_string(), "kind": signal.kind, "family": Family::of(signal.kind), "points": signal.points,
                "users": noted.users, "detail": signal.detail, "state": "open",
            })
        })
        .collect();
    let users = |users: &BTreeSet<UserId>| json!(users);
    let against: Vec<Json> = case
        .against
        .iter()
        .map(|(kind, of)| json!({ "kind": kind, "points": -5, "users": users(of), "detail": {} }))
        .collect();
    let unknown: Vec<Json> = case
        .unknown
        .iter()
        .map(|(family, of)| json!({ "kind": family, "users": users(of) }))
        .collect();
    let kept = if case.pairs.len() > PAIRS { &[] } else { case.pairs.as_slice() };
    let pairs: Vec<Json> = kept.iter().map(|(a, b, facts)| json!([a, b, facts])).collect();
    let families: BTreeMap<Family, i64> =
        case.signals.iter().fold(BTreeMap::new(), |mut sums, noted| {
            *sums.entry(Family::of(noted.signal.kind)).or_default() += noted.signal.points;
            sums
        });
    json!({ "signals": signals, "against": against, "unknown": unknown, "pairs": pairs, "families": families.len() })
}

async fn note(ctx: &CommandContext, millis: i64, counts: [usize; 4]) -> Result<(), Error> {
    let [testers, pairs, cases, unknown] = counts.map(|n| i64::try_from(n).unwrap_or(i64::MAX));
    let sql = Sql::fixed(
        "insert into _touchstone.risk_scan (at, testers, millis, pairs, cases, unknown_wallets)
        values ($1::timestamptz, $2::int8, $3::int8, $4::int8, $5::int8, $6::int8)
        on conflict (is_only) do update set at = excluded.at, testers = excluded.testers, millis = excluded.millis,
            pairs = excluded.pairs, cases = excluded.cases, unknown_wallets = excluded.unknown_wallets",
        [
            Bind::from(ctx.now()),
            testers.into(),
            millis.into(),
            pairs.into(),
            cases.into(),
            unknown.into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
