//! What happens by itself when nobody does anything for long enough.

use async_trait::async_trait;
use feedback_model::settlement::Cause;
use feedback_model::{Actor, Command as Step, IssueId, Status};
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::check;
use super::order::{Case, carry};
use crate::chore::{Chore, Round};
use crate::desk::Desk;

/// How many issues one round takes on at most.
const PAGE: i64 = 500;

/// Questions nobody answered, fixes nobody doubted, and what was put off until now.
pub(super) struct Timers;

#[async_trait]
impl Chore for Timers {
    const NAME: &'static str = "timers";

    async fn run(round: &Round) -> Result<(), Error> {
        for id in due(&round.desk()).await? {
            let desk = round.begin().await?;
            let outcome = see_to(&desk, &id).await;
            match round.end(desk, outcome).await {
                // Somebody was quicker, or the rules see it otherwise than the question below.
                Ok(()) | Err(Error::Refused(_)) => {}
                Err(error) => tracing::warn!(%error, issue = %id, "a timer could not be seen to"),
            }
        }
        Ok(())
    }
}

async fn due(desk: &Desk) -> Result<Vec<IssueId>, Error> {
    let policy = desk.settings().await?.policy();
    let now = desk.now();
    let ago = |days: u32| Bind::from(now.plus_seconds(-i64::from(days) * 86_400));
    let sql = Sql::fixed(
        r#"select to_jsonb("objectId") from "Issue"
        where ("status" = 'needs_info' and "askedAt" <= $1::timestamptz)
            or ("status" = 'new' and "snoozedUntil" <= $2::timestamptz)
            or ("status" = 'fixed' and ("fixedAt" <= $3::timestamptz or exists (
                select from "FixCheck" f where f."issue" = "Issue"."objectId" and f."counted" and f."verdict" = 'works')))
        order by "objectId" collate "C" limit $4::int8"#,
        [ago(policy.needs_info_days), now.into(), ago(policy.fix_check_days), PAGE.into()],
    );
    desk.rows(&sql).await
}

/// Does what is due about one issue; refused where nothing is.
async fn see_to(desk: &Desk, id: &IssueId) -> Result<(), Error> {
    let case = Case::hold_with(desk, id, &[]).await?;
    let issue = &case.issue;
    let step = match issue.state.stage.status() {
        Status::NeedsInfo => Step::GiveUpWaiting,
        Status::New => Step::Wake { is_stirred: false },
        Status::Fixed => {
            let checks = check::checks(desk, issue).await?;
            if check::judge(desk, issue, &checks).await?.is_some() {
                return Ok(());
            }
            let tally = check::count(desk, issue, &checks).await?;
            Step::AssumeVerified { is_disputed: tally.is_some_and(|tally| tally.still_broken > 0) }
        }
        _ => return Ok(()),
    };
    carry(desk, issue, &Actor::System, &step, &Cause::Progress).await.map(drop)
}
