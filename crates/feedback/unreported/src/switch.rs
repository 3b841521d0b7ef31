//! Switching the count of calls on and off, for one network at a time. It is off until then, because
//! it costs requests.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::page::networks;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct CallWatchSetParams {
    network: String,
    is_on: bool,
}

pub(super) struct CallWatchSet;

#[async_trait]
impl Command for CallWatchSet {
    const NAME: &'static str = "callWatchSet";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = CallWatchSetParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: CallWatchSetParams) -> Result<Self::Answer, Error> {
        let before = one(ctx, &params.network).await?;
        if params.is_on && before["contracts"] == 0 {
            return Err(invalid(
                "CALL_WATCH",
                "This network has no contracts. Add the contracts of the product first.",
            ));
        }
        if before["isOn"] == params.is_on {
            return Err(invalid("CALL_WATCH", "Nothing would change."));
        }
        let sql = Sql::fixed(
            "insert into _touchstone.call_watch as w (network, is_on, due_at) values ($1::text, $2::bool, $3::timestamptz)
            on conflict (network) do update set is_on = excluded.is_on, due_at = excluded.due_at, problem = null, misses = 0,
                holder = null, held_until = null",
            [Bind::from(&*params.network), params.is_on.into(), ctx.now().into()],
        );
        ctx.execute(&sql).await?;
        let after = one(ctx, &params.network).await?;
        let change = AuditChange {
            kind: "network",
            id: params.network,
            label: after["name"].as_str().unwrap_or_default().to_owned(),
            before: json!({ "countsCalls": before["isOn"] }),
            after: json!({ "countsCalls": after["isOn"] }),
        };
        Ok(AuditedReply::new(json!({ "network": after }), change))
    }
}

async fn one(ctx: &CommandContext, id: &str) -> Result<Json, Error> {
    let all = networks(ctx).await?;
    all.into_iter().find(|network| network["id"] == id).ok_or_else(not_found)
}
