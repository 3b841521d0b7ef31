//! Points: what was earned, written into a ledger that only grows.
//!
//! What anybody is owed is decided by `feedback-model`; here it is found out what the rules need to
//! know, and what they say is written. Asked twice, nothing more is written.

mod book;
mod checkpoint;
mod clock;
mod dry_run;
mod hand;
mod ledger;
pub(crate) mod preview;
mod purse;
mod reconcile;
pub(crate) mod reward;
mod rules;
mod season;
mod second_look;
mod statement;
mod verify;

use feedback_model::ledger::{Draft, Entry, EntryKind};
use feedback_model::settlement::Reversal;
use feedback_model::{Moment, PersonId, UserId};
use parse_engine::{Error, Extension};
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde_json::json;

use crate::desk::Desk;
use crate::setting::Settings;

pub(crate) use book::Book;
use ledger::{Posting, post};
pub(crate) use ledger::{insert, row};
pub(crate) use purse::{hold_person_of, hold_persons};
use reconcile::resettle;
pub(crate) use reconcile::{reconcile, reconcile_held};

pub(crate) fn bring(extension: Extension, settings: &Settings) -> Extension {
    let extension = clock::bring(extension, settings);
    let extension = hand::bring(extension, settings);
    let extension = rules::bring(extension, settings);
    let extension = season::bring(extension, settings);
    let extension = second_look::bring(extension, settings);
    statement::bring(extension, settings)
}

/// An entry that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Posted {
    /// The season.
    pub(crate) season: u32,
    /// The place there.
    pub(crate) seq: u64,
    /// Whose account.
    pub(crate) user: UserId,
    /// Which person.
    pub(crate) person: PersonId,
    /// How many points; negative where some were taken.
    pub(crate) amount: i64,
}

impl From<&Entry> for Posted {
    fn from(entry: &Entry) -> Posted {
        let Entry { seq, draft, .. } = entry;
        Posted {
            season: draft.season,
            seq: *seq,
            user: draft.user.clone(),
            person: draft.person.clone(),
            amount: draft.amount,
        }
    }
}

/// A moment as the rules have it.
pub(crate) fn moment(date: Date) -> Moment {
    Moment(date.millis())
}

/// A moment as the tables have it.
pub(crate) fn date(moment: Moment) -> Date {
    Date::from_millis(moment.0)
}

/// What a command did to people's points, for whoever gave it: each person once, with the sum.
pub(crate) async fn told(desk: &Desk, posted: &[Posted]) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', _touchstone.person(u), 'amount', sum.amount)
        from jsonb_to_recordset($1::jsonb) as sum("user" text, amount int8)
        join "_User" u on u."objectId" = sum."user" order by sum.amount desc, u."objectId""#,
        [Bind::from(sums(posted))],
    );
    desk.rows(&sql).await
}

/// How many points each account got or lost, where that is not nothing.
pub(crate) fn sums(posted: &[Posted]) -> Json {
    let mut sums: std::collections::BTreeMap<&str, i64> = std::collections::BTreeMap::new();
    for entry in posted {
        *sums.entry(entry.user.as_str()).or_default() += entry.amount;
    }
    sums.retain(|_, amount| *amount != 0);
    sums.iter().map(|(user, amount)| json!({ "user": user, "amount": amount })).collect()
}

/// The entry that takes another one back.
pub(crate) fn reversal_of(
    entry: &Entry,
    reversal: &Reversal,
    actor: Option<UserId>,
    at: Moment,
) -> Draft {
    Draft {
        amount: reversal.amount,
        kind: EntryKind::Reversal,
        idem_key: reversal.idem_key.clone(),
        reversal_of: Some(reversal.of),
        provisional: false,
        reason: Some(reversal.reason.clone()),
        explain: reversal.explain.clone(),
        actor,
        at,
        ..entry.draft.clone()
    }
}
