//! The trust level of a user, derived from the outcomes of all their reports.

use feedback_model::stage::{Active, Closure, Ending, Stage};
use feedback_model::trust::{Decided, judge, level, record};
use feedback_model::{IssueState, Origin, Resolution, Severity, Timestamp, Trust, Visibility};
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use crate::points;
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};

/// A report, as far as the trust level depends on it.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    origin: Origin,
    claimed: Option<Severity>,
    confirmed_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
    resolution: Option<Resolution>,
    root_confirmed_at: Option<Timestamp>,
}

impl Report {
    fn decided(self) -> Decided {
        let at = self.confirmed_at.max(self.root_confirmed_at).or(self.closed_at);
        let at = match self.resolution {
            Some(resolution) if resolution != Resolution::Duplicate => self.closed_at.or(at),
            _ => at,
        };
        let stage = self.resolution.map(|resolution| match Ending::try_from(resolution) {
            Ok(how) => Closure::Ended { how },
            Err(_) => Closure::Duplicate { of: self.origin.id.clone(), before: Active::Confirmed },
        });
        let submitted_at = self.origin.submitted_at;
        let mut issue = IssueState::submitted(self.origin, Visibility::Programme);
        issue.stage = stage.map_or(Stage::NEW, Stage::Closed);
        issue.confirmed_at = self.confirmed_at;
        let judgement = judge(&issue, self.claimed, self.root_confirmed_at);
        Decided { judgement, at: at.unwrap_or(submitted_at) }
    }
}

#[derive(Deserialize)]
struct TrustFacts {
    /// The previous level.
    before: u8,
    pinned: Option<Trust>,
    start: Trust,
    reports: Vec<Report>,
}

/// Recomputes a user's record from all their reports.
pub async fn recount(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    points::lock_person_of(ctx, user).await?;
    recount_locked(ctx, user).await
}

/// The same with the person locked, so that of two concurrent decisions about their reports the
/// later one counts both.
pub async fn recount_locked(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let found: Option<TrustFacts> = ctx.row(&Sql::fixed(STANDING, [Bind::from(user)])).await?;
    let Some(TrustFacts { before, pinned, start, reports }) = found else { return Ok(()) };
    let history: Vec<Decided> = reports.into_iter().map(Report::decided).collect();
    let now = Timestamp(ctx.now().millis());
    let record = record(&history, now, None);
    let rules_and_seasons = ctx.rules_and_seasons().await?;
    let level =
        level(&record, start, pinned, &rules_and_seasons.rules_at(now)?.rules.rules().trust);
    let is_decided = |one: &&Decided| one.judgement != feedback_model::trust::Judgement::Neutral;
    let decided = u32::try_from(history.iter().filter(is_decided).count()).unwrap_or(u32::MAX);
    let write = Sql::fixed(
        r#"update "_User" set "acceptedCount" = $2::float8, "decidedCount" = $3::float8, "spamCount" = $4::float8,
            "trustLevel" = $5::float8, "accuracyBps" = $6::float8
        where "objectId" = $1::text and ("acceptedCount", "decidedCount", "spamCount", "trustLevel", "accuracyBps")
            is distinct from ($2::float8, $3::float8, $4::float8, $5::float8, $6::float8)"#,
        [
            Bind::from(user),
            f64::from(record.accepted).into(),
            f64::from(decided).into(),
            f64::from(record.spam).into(),
            f64::from(level.level()).into(),
            record.accuracy_bps().map(f64::from).into(),
        ],
    );
    ctx.execute(&write).await?;
    if level.level() <= before {
        return Ok(());
    }
    let data = json!({ "user": user, "level": level.level() });
    append(ctx, &DomainEvent { kind: EventKind::LevelReached, issue: None, actor: None, data })
        .await
}

const STANDING: &str = r#"select jsonb_build_object('before', coalesce(u."trustLevel", 0)::int, 'pinned', case when u."trustPinned" then u."trustLevel"::int end,
    'start', coalesce((select i."startTrust"::int from "Invitation" i where i."objectId" = u."joinedVia"), 0),
    'reports', (select coalesce(jsonb_agg(jsonb_build_object(
    'origin', jsonb_build_object('id', i."objectId", 'kind', i."kind", 'reporter', i."reporter",
        'build', _touchstone.build_order(i."buildReported"), 'submittedAt', _touchstone.in_millis(i."submittedAt")),
    'claimed', i."severityClaimed", 'confirmedAt', _touchstone.in_millis(i."confirmedAt"),
    'closedAt', _touchstone.in_millis(i."closedAt"), 'resolution', i."resolution",
    'rootConfirmedAt', _touchstone.in_millis(r."confirmedAt"))), '[]')
    from "Issue" i left join "Issue" r on r."objectId" = i."duplicateOf"
    where i."reporter" = u."objectId" and (i."confirmedAt" is not null or i."status" = 'closed')))
from "_User" u where u."objectId" = $1::text"#;
