//! Holding a person back from ranks and payouts during a review, and releasing them.
//!
//! Nothing else changes: they report, vote and earn as before, and keep their points.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::account_link::{LinkedAccount, accounts};
use super::link_reason::{self, LinkReason};
use super::person_link::append_linked;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HoldParams {
    user: String,
    reason: LinkReason,
    note: Option<String>,
}

pub(super) struct PersonHold;

#[async_trait]
impl Command for PersonHold {
    const NAME: &'static str = "personHold";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = HoldParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: HoldParams) -> Result<Self::Answer, Error> {
        let note = link_reason::note(params.reason, params.note.as_deref())?;
        let accounts = others_accounts(ctx, &params.user).await?;
        if accounts.iter().any(|account| account.is_admin) {
            return Err(invalid("HOLD_ADMIN", "Administrators have no rank and no payout."));
        }
        let ids: Vec<String> = accounts.iter().map(|_| ctx.new_id()).collect();
        let users: Vec<String> = accounts.iter().map(|account| account.id.clone()).collect();
        let sql = Sql::fixed(
            r#"insert into _touchstone.person_hold (id, "user", reason, note, by, at)
            select one.id, one.who, $3::text, $4::text, $5::text, $6::timestamptz from unnest($1::text[], $2::text[]) one(id, who)
            on conflict do nothing returning to_jsonb("user")"#,
            [
                Bind::from(ids),
                users.clone().into(),
                params.reason.key().into(),
                note.as_deref().into(),
                ctx.member()?.id.as_str().into(),
                ctx.now().into(),
            ],
        );
        let held: Vec<String> = ctx.rows(&sql).await?;
        if held.is_empty() {
            return Err(invalid("HELD_ALREADY", "These accounts are already held."));
        }
        write(ctx, &held, "held").await?;
        let sentence = format!(
            "Your rank is hidden and nothing is paid out to you while your account is checked, because of {}. Your points stay yours.",
            params.reason.sentence()
        );
        append_linked(ctx, &held, "held", &sentence).await?;
        let after = json!({ "riskState": "held", "accounts": held, "reason": params.reason.key(), "note": note });
        Ok(answer(params.user, &accounts, json!({ "riskState": "clear" }), after))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReleaseParams {
    user: String,
    note: Option<String>,
}

pub(super) struct PersonRelease;

#[async_trait]
impl Command for PersonRelease {
    const NAME: &'static str = "personRelease";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ReleaseParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: ReleaseParams) -> Result<Self::Answer, Error> {
        let accounts = others_accounts(ctx, &params.user).await?;
        let freed = free(ctx, &accounts).await?;
        if freed.is_empty() {
            return Err(invalid("NOT_HELD", "These accounts are not held."));
        }
        let after = json!({ "riskState": "clear", "accounts": freed, "note": params.note });
        Ok(answer(params.user, &accounts, json!({ "riskState": "held" }), after))
    }
}

/// Releases a person because their appeal was upheld.
pub(super) async fn release(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let accounts = accounts(ctx, &[user.to_owned()]).await?;
    free(ctx, &accounts).await.map(drop)
}

async fn others_accounts(ctx: &CommandContext, user: &str) -> Result<Vec<LinkedAccount>, Error> {
    let accounts = accounts(ctx, &[user.to_owned()]).await?;
    if accounts.is_empty() {
        return Err(not_found());
    }
    if accounts.iter().any(|account| ctx.member().is_ok_and(|member| member.id == account.id)) {
        return Err(invalid(
            "OWN_ACCOUNT",
            "You cannot decide about your own account. Ask another administrator.",
        ));
    }
    Ok(accounts)
}

/// Releases these accounts, notifies their owners, and returns those that were held.
async fn free(ctx: &CommandContext, accounts: &[LinkedAccount]) -> Result<Vec<String>, Error> {
    let users: Vec<String> = accounts.iter().map(|account| account.id.clone()).collect();
    let sql = Sql::fixed(
        r#"update _touchstone.person_hold set released_at = $2::timestamptz, released_by = $3::text
        where "user" = any($1::text[]) and released_at is null returning to_jsonb("user")"#,
        [Bind::from(users), ctx.now().into(), ctx.member()?.id.as_str().into()],
    );
    let freed: Vec<String> = ctx.rows(&sql).await?;
    write(ctx, &freed, "clear").await?;
    append_linked(ctx, &freed, "released", "Your rank is shown again and your payouts go on.")
        .await?;
    Ok(freed)
}

async fn write(ctx: &CommandContext, users: &[String], state: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"update "_User" set "riskState" = $2::text, "updatedAt" = $3::timestamptz where "objectId" = any($1::text[])"#,
        [Bind::from(users.to_vec()), state.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

fn answer(
    user: String,
    accounts: &[LinkedAccount],
    before: Json,
    after: Json,
) -> AuditedReply<Json> {
    let names: Vec<&str> =
        accounts.iter().filter_map(|account| account.username.as_deref()).collect();
    let reply = json!({ "riskState": after["riskState"], "accounts": after["accounts"] });
    let change = AuditChange { kind: "person", id: user, label: names.join(", "), before, after };
    AuditedReply::new(reply, change)
}
