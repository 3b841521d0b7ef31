//! What happens to points by itself when the time has come: issues are settled, seasons begin and
//! end, and checkpoints are written.

use async_trait::async_trait;
use feedback_model::season::SeasonState;
use feedback_model::settlement::{Cause, settles_at};
use feedback_model::{Actor, Command, IssueId, Moment};
use parse_engine::{Error, Extension};
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::{Book, checkpoint, reconcile, season};
use crate::chore::{Chore, Round, chore};
use crate::desk::Desk;
use crate::issue::apply::apply;
use crate::issue::state::{Held, hold_sets};
use crate::product_state::ProductState;
use crate::timestamp::{date, moment};

/// How many issues are looked at together.
const PAGE: usize = 500;

pub(super) fn bring(extension: Extension, settings: &ProductState) -> Extension {
    let extension = chore::<Settle>(extension, settings);
    let extension = chore::<SeasonClock>(extension, settings);
    let extension = chore::<BoardDays>(extension, settings);
    chore::<Checkpoints>(extension, settings)
}

/// An issue whose points are not final.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Open {
    id: IssueId,
    submitted_at: Moment,
    confirmed_at: Moment,
}

impl Open {
    /// Whether it is settled now: so many days after it was confirmed, or when the review of its season
    /// is over, whichever is first.
    fn is_due(&self, book: &Book, now: Moment) -> Result<bool, Error> {
        let rules = book.rules_at(self.confirmed_at)?;
        let is_reviewed = book.seasons().iter().any(|season| {
            season.state == SeasonState::Review
                && (season.starts_at..season.ends_at).contains(&self.submitted_at)
                && now >= season.review_ends_at()
        });
        Ok(is_reviewed || settles_at(self.confirmed_at, &rules.rules) <= now)
    }
}

struct Settle;

#[async_trait]
impl Chore for Settle {
    const NAME: &'static str = "settle";

    async fn run(round: &Round) -> Result<(), Error> {
        let book = round.desk().read_book().await?;
        let mut after: Option<Open> = None;
        loop {
            let page = open(&round.desk(), after.as_ref()).await?;
            for issue in &page {
                if issue.is_due(&book, moment(round.desk().now()))? {
                    settle(round, &issue.id).await;
                }
            }
            if page.len() < PAGE {
                return Ok(());
            }
            after = page.into_iter().next_back();
        }
    }
}

/// Issues that are confirmed and not settled, a page of them, the longest confirmed first.
async fn open(desk: &Desk, after: Option<&Open>) -> Result<Vec<Open>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', i."objectId", 'submittedAt', _touchstone.in_millis(i."submittedAt"),
            'confirmedAt', _touchstone.in_millis(i."confirmedAt"))
        from "Issue" i
        where i."confirmedAt" is not null and i."settledAt" is null and i."duplicateOf" is null
            and coalesce(i."resolution", '') not in ('invalid', 'spam', 'withdrawn')
            and ($1::timestamptz is null or (i."confirmedAt", i."objectId") > ($1::timestamptz, $2::text))
        order by i."confirmedAt", i."objectId" limit 500"#,
        [
            Bind::from(after.map(|open| date(open.confirmed_at))),
            after.map(|open| open.id.as_str()).into(),
        ],
    );
    desk.rows(&sql).await
}

/// Settles one issue. One that cannot be settled does not keep the others waiting.
async fn settle(round: &Round, id: &IssueId) {
    let outcome = async {
        let desk = round.begin().await?;
        let outcome = settle_now(&desk, id).await;
        round.end(desk, outcome).await
    };
    if let Err(error) = outcome.await {
        tracing::warn!(%error, issue = id.as_str(), "an issue could not be settled; the next round tries again");
    }
}

async fn settle_now(desk: &Desk, id: &IssueId) -> Result<(), Error> {
    settle_all(desk, std::slice::from_ref(id)).await
}

/// Settles issues inside a transaction; those that were settled or merged meanwhile stay as they are.
pub(super) async fn settle_all(desk: &Desk, ids: &[IssueId]) -> Result<(), Error> {
    let sets = hold_sets(desk, ids).await?;
    let is_open = |issue: &&Held| {
        issue.state.settled_at.is_none() && issue.state.stage.duplicate_of().is_none()
    };
    for issue in sets.iter().filter(|issue| ids.contains(issue.id())).filter(is_open) {
        apply(desk, issue, &Actor::System, &Command::Settle).await?;
        reconcile(desk, issue.id(), &Cause::Progress).await?;
    }
    Ok(())
}

struct SeasonClock;

#[async_trait]
impl Chore for SeasonClock {
    const NAME: &'static str = "seasons";

    async fn run(round: &Round) -> Result<(), Error> {
        let now = moment(round.desk().now());
        let seasons = round.desk().read_book().await?.seasons().to_vec();
        for due in seasons.iter().filter(|season| season.awaited(now).is_some()) {
            let desk = round.begin().await?;
            let outcome = season::follow_clock(&desk, due.number, now).await;
            match round.end(desk, outcome).await {
                // It waits for another season, or for issues to be settled.
                Err(Error::Refused(_)) | Ok(()) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

struct Checkpoints;

#[async_trait]
impl Chore for Checkpoints {
    const NAME: &'static str = "checkpoints";

    async fn run(round: &Round) -> Result<(), Error> {
        let sql = Sql::fixed(
            r#"select to_jsonb(head.season) from _touchstone.ledger_head head
            where head.seq > coalesce((select max(c."seq") from "LedgerCheckpoint" c where c."season" = head.season), 0)
                and not exists (select from "LedgerCheckpoint" c
                    where c."season" = head.season and c."at" > $1::timestamptz - interval '1 day')
            order by head.season"#,
            [Bind::from(round.desk().now())],
        );
        for number in round.desk().rows::<u32>(&sql).await? {
            let desk = round.begin().await?;
            let outcome = checkpoint::write(&desk, number).await;
            round.end(desk, outcome).await?;
        }
        Ok(())
    }
}

/// Keeps once a day how the board is spread.
struct BoardDays;

#[async_trait]
impl Chore for BoardDays {
    const NAME: &'static str = "board";

    async fn run(round: &Round) -> Result<(), Error> {
        let sql = Sql::fixed(
            r#"insert into _touchstone.board_day (season, taken_at, total, people)
            select s."season", $1::timestamptz, s."total", count(*) from "Standing" s
            where s."eligible" and exists (
                    select from "Season" o where o."number" = s."season" and o."state" in ('live', 'review'))
                and not exists (select from _touchstone.board_day d
                    where d.season = s."season" and (d.taken_at at time zone 'UTC')::date >= ($1::timestamptz at time zone 'UTC')::date)
            group by s."season", s."total" on conflict do nothing"#,
            [Bind::from(round.desk().now())],
        );
        round.desk().execute(&sql).await.map(drop)
    }
}
