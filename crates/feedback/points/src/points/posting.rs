//! Entries that were appended.

use std::collections::BTreeMap;

use feedback_model::ledger::Entry;
use feedback_model::{PersonId, UserId};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use feedback_core::command_context::CommandContext;

/// An appended entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posted {
    /// The season.
    pub season: u32,
    /// Its position.
    pub seq: u64,
    /// The account.
    pub user: UserId,
    /// The person.
    pub person: PersonId,
    /// The points, negative if they were deducted.
    pub amount: i64,
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

/// The changes of points of a command, for its caller: one sum per person.
pub async fn postings_json(ctx: &CommandContext, posted: &[Posted]) -> Result<Vec<Json>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('person', _touchstone.person(u), 'amount', sum.amount)
        from jsonb_to_recordset($1::jsonb) as sum("user" text, amount int8)
        join "_User" u on u."objectId" = sum."user" order by sum.amount desc, u."objectId""#,
        [Bind::from(sums(posted))],
    );
    ctx.rows(&sql).await
}

/// The change of points of each account, without zeros.
pub fn sums(posted: &[Posted]) -> Json {
    let mut sums: BTreeMap<&str, i64> = BTreeMap::new();
    for entry in posted {
        *sums.entry(entry.user.as_str()).or_default() += entry.amount;
    }
    sums.retain(|_, amount| *amount != 0);
    sums.iter().map(|(user, amount)| json!({ "user": user, "amount": amount })).collect()
}
