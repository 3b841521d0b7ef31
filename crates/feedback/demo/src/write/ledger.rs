//! The ledger, what it was at its checkpoints, and what it adds up to.

use feedback_core::table::execute;
use feedback_model::rule_set::Published;
use feedback_model::season::SeasonState;
use feedback_model::{Span, Timestamp};
use feedback_points::points::{insert as insert_entries, row as entry_row};
use parse_engine::Error;
use parse_identity::Caller;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde_json::json;

use super::{BulkWriter, PAGE};
use crate::issue_history::IssueHistory;
use crate::mission_story::SubmissionStory;
use crate::participants::{Participants, REVIEW_DAYS};
use crate::points::{Checkpoint, LedgerBuilder, LedgerPage, salt};
use crate::progress::{Progress, Stage};
use crate::seeded_rng::SeededRng;

/// Writes the whole ledger, and seals the first season; gives the number of entries.
pub(crate) async fn ledger(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    issue_histories: &mut [IssueHistory],
    attempts: &[SubmissionStory],
    rules: &Published,
    thanks: usize,
    progress: &mut Progress<'_>,
) -> Result<usize, Error> {
    let mut rng = SeededRng::of(writer.seed, "entries");
    let mut ledger_builder =
        LedgerBuilder::new(participants, issue_histories, attempts, rules, thanks, writer.seed);
    let all = ledger_builder.left();
    let mut written = 0;
    let heads = Sql::fixed(
        "insert into _touchstone.ledger_head (season, salt) values (1, $1::text), (2, $2::text)
        on conflict (season) do update set salt = excluded.salt",
        [1, 2].map(|season| Bind::from(salt(writer.seed, season).digits())),
    );
    writer.write([heads]).await?;
    for turn in 1.. {
        let Some(page) = ledger_builder.next_page(PAGE) else { break };
        written += page.entries.len();
        put(writer, page, &mut rng).await?;
        if turn % PAGES_A_SWEEP == 0 {
            vacuum_heads(writer).await?;
        }
        progress(Stage::Ledger, all - ledger_builder.left(), all);
    }
    seal(writer, participants, &ledger_builder, &mut rng).await?;
    Ok(written)
}

/// How many pages are written before the heads are vacuumed.
const PAGES_A_SWEEP: usize = 2;

/// Clears away what the head of each season was. Every entry moves it, and finding it among all
/// that it was takes longer than the entry does; PostgreSQL by itself comes by once a minute.
async fn vacuum_heads(writer: &BulkWriter<'_>) -> Result<(), Error> {
    let vacuum = Sql::new("vacuum analyze _touchstone.ledger_head");
    execute(writer.engine.cx(Caller::master()).db(), &vacuum).await.map(drop)
}

async fn put(writer: &BulkWriter<'_>, page: LedgerPage, rng: &mut SeededRng) -> Result<(), Error> {
    let mut rows = Vec::with_capacity(page.entries.len());
    for (entry, issue) in &page.entries {
        let mut row = entry_row(entry, issue.as_ref())?;
        row["objectId"] = rng.id().into();
        rows.push(row);
    }
    let checkpoints = checkpoints(writer, &page.checkpoints, rng);
    let tx = writer.begin().await?;
    // Checkpoints look back: what they tell of was written before.
    execute(tx.db(), &checkpoints).await?;
    insert_entries(&tx, rows).await?;
    // These entries cause no notifications.
    let told = Sql::fixed(
        "insert into _touchstone.points_told (season, seq, at) select season, seq, $1::timestamptz from _touchstone.ledger_head
        on conflict (season) do update set seq = excluded.seq",
        [Bind::from(writer.date())],
    );
    execute(tx.db(), &told).await?;
    tx.commit().await
}

fn checkpoints(writer: &BulkWriter<'_>, checkpoints: &[Checkpoint], rng: &mut SeededRng) -> Sql {
    let rows = checkpoints.iter().map(|point| {
        json!({ "id": rng.id(), "season": point.season, "seq": point.seq, "hash": point.hash,
            "sum": point.sum, "at": point.at.0 })
    });
    let text = r#"insert into "LedgerCheckpoint" ("objectId", "createdAt", "updatedAt", "season", "seq", "hash", "entries", "sum", "at",
            "_rperm", "_wperm")
        select c."id", _touchstone.from_millis(c."at"), $2::timestamptz, c."season", c."seq", c."hash", c."seq", c."sum",
            _touchstone.from_millis(c."at"), '{*}', '{}'
        from jsonb_to_recordset($1::jsonb) as c("id" text, "season" float8, "seq" float8, "hash" text, "sum" float8, "at" int8)
        on conflict ("season", "seq") do nothing"#;
    writer.rows(text, rows.collect())
}

/// The first season becomes final, as it would have by itself.
async fn seal(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    ledger_builder: &LedgerBuilder<'_>,
    rng: &mut SeededRng,
) -> Result<(), Error> {
    for season in participants.seasons(participants.end) {
        if season.state != SeasonState::Final {
            continue;
        }
        let at: Timestamp = season.ends_at.after(Span::days(REVIEW_DAYS));
        let last = ledger_builder.seal(season.number, at);
        let hash = serde_json::to_value(last.hash).unwrap_or(Json::Null);
        let end = Sql::fixed(
            r#"update "Season" set "state" = 'final', "finalHash" = $2::jsonb #>> '{}', "updatedAt" = $3::timestamptz
            where "number" = $1::float8"#,
            [f64::from(season.number).into(), Bind::from(hash), Date::from_millis(at.0).into()],
        );
        let points: Vec<Checkpoint> = (last.seq > 0).then_some(last).into_iter().collect();
        writer.write([checkpoints(writer, &points, rng), end]).await?;
    }
    Ok(())
}

/// The sums of the ledger for each person.
pub(crate) async fn standings(
    writer: &BulkWriter<'_>,
    participants: &Participants,
    progress: &mut Progress<'_>,
) -> Result<(), Error> {
    for (page, testers) in participants.testers.chunks(PAGE * 4).enumerate() {
        let persons: Vec<String> = testers.iter().map(|id| id.as_str().to_owned()).collect();
        let recount = |season: i64| {
            Sql::fixed(
                "select _touchstone.recount_standings($1::int8::int, $2::text[], $3::timestamptz)",
                [Bind::from(season), persons.clone().into(), writer.date().into()],
            )
        };
        writer.write([recount(1), recount(2)]).await?;
        progress(Stage::Standings, page * PAGE * 4, participants.testers.len());
    }
    Ok(())
}

/// How the boards were spread on each day on which a user could rise, as the programme would have
/// kept it. Who is suspended now counts for no day: since when they are is not part of the story.
pub(crate) async fn boards(writer: &BulkWriter<'_>) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"with steps as (
            select e."season"::int as season, date_trunc('day', e."at", 'UTC') + interval '24 hours' as seen,
                sum(e."amount") over mine as total, sum(e."amount") over mine - e."amount" as before
            from "PointsEntry" e join "_User" u on u."objectId" = e."personId" and u."status" = 'active'
            window mine as (partition by e."season", e."personId" order by e."seq")),
        moves as (
            select season, seen, total, 1 as people from steps where total > 0
            union all select season, seen, before, -1 from steps where before > 0),
        changes as (select season, seen, total, sum(people) as people from moves group by season, seen, total),
        days as (
            select s."number"::int as season, day from "Season" s, generate_series(
                date_trunc('day', s."startsAt", 'UTC') + interval '24 hours',
                least($1::timestamptz, s."endsAt" + s."reviewDays" * interval '24 hours'), interval '24 hours') day)
        insert into _touchstone.board_day (season, taken_at, total, people)
        select days.season, days.day, changes.total, sum(changes.people) from days
        join changes on changes.season = days.season and changes.seen <= days.day
        group by days.season, days.day, changes.total having sum(changes.people) > 0"#,
        [Bind::from(writer.date())],
    );
    writer.write([sql]).await
}
