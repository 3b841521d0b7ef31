//! Accepting pages: with a command, and at sign-up.

use async_trait::async_trait;
use parse_engine::{Cx, Error, WhileDoing};
use parse_model::{Json, Op, Value};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::kind::PolicyKind;
use feedback_core::acceptance;
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PolicyAcceptParams {
    accept: Vec<Accepted>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Accepted {
    kind: PolicyKind,
    version: i64,
}

/// Accepts the newest versions of pages, and returns the kinds that are still missing.
pub(super) struct PolicyAccept;

#[async_trait]
impl Command for PolicyAccept {
    const NAME: &'static str = "policyAccept";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = PolicyAcceptParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: PolicyAcceptParams) -> Result<Json, Error> {
        let accepted: Vec<(PolicyKind, i64)> =
            params.accept.iter().map(|one| (one.kind, one.version)).collect();
        let user = &ctx.member()?.id;
        if record(ctx.cx(), user, &accepted).await? != accepted.len() {
            return Err(invalid(
                "POLICY_MOVED_ON",
                "A page has changed since you opened it. Load it again.",
            ));
        }
        let missing = acceptance::missing(ctx, &ctx.settings().await?).await?;
        Ok(json!({ "missing": missing }))
    }
}

/// Records what a new user accepted with the form. An outdated version is left out, so that the app
/// asks for the new one after the sign-up.
pub(crate) async fn at_sign_up(cx: &Cx, user: &str, sent: Option<Op>) -> Result<(), Error> {
    let wrong = || invalid("POLICIES", "Send the versions of the accepted pages by their kind.");
    let pages = match sent {
        None => return Ok(()),
        Some(Op::Set(Value::Map(pages))) => pages,
        Some(_) => return Err(wrong()),
    };
    let mut accepted = Vec::new();
    for (kind, version) in pages {
        let kind = serde_json::from_value(Json::from(kind)).map_err(|_| wrong())?;
        let version = version.as_i64();
        accepted.push((kind, version.ok_or_else(wrong)?));
    }
    record(cx, user, &accepted).await.map(drop)
}

/// Records the acceptance of pages by a user. Returns how many of them are the newest versions.
async fn record(cx: &Cx, user: &str, pages: &[(PolicyKind, i64)]) -> Result<usize, Error> {
    let mut newest = 0;
    for (kind, version) in pages {
        let sql = Sql::fixed(
            r#"with page as (select max(p.version) as version from _touchstone.policy_version p
                where p.kind = $2::text and p.withdrawn_at is null)
            insert into _touchstone.policy_acceptance ("user", kind, version, accepted_at)
            select $1::text, $2::text, page.version, $4::timestamptz from page where page.version = $3::int8
            on conflict ("user", kind, version) do update set accepted_at = policy_acceptance.accepted_at"#,
            [Bind::from(user), kind.key().into(), (*version).into(), cx.now().into()],
        );
        let kept = cx.db().execute(&sql).await.while_doing("recording accepted pages")?;
        newest += usize::from(kept > 0);
    }
    Ok(newest)
}
