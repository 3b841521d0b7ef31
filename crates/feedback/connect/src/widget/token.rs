//! The tokens of testers: valid in pages of one key and one origin, and nowhere else.

use async_trait::async_trait;
use parse_engine::{Cx, Error, TriggerKind, Triggers};
use parse_identity::id::random_text;
use parse_model::{Date, Object, Value};
use parse_store::{Access, Bind, Sql};
use serde::Deserialize;

use super::admission::AdmittedPage;
use super::context;
use super::digest::digest;
use super::unsigned;
use feedback_core::table::{execute, rows};
use feedback_core::task::{Task, TaskRun};

const PREFIX: &str = "tsw_";
/// Random characters of a token.
const RANDOM: usize = 40;
/// How long a token lasts.
const LIFE_SECONDS: i64 = 30 * 86_400;
/// How long an unused token lasts.
const IDLE_SECONDS: i64 = 7 * 86_400;
/// How often the use of a token is noted.
const NOTED_SECONDS: i64 = 3_600;
/// Tokens of a tester. The oldest end.
const MOST: i64 = 20;

/// A new token. Only its digest is stored.
#[derive(Debug)]
pub(super) struct NewToken {
    pub(super) token: String,
    pub(super) expires_at: Date,
}

/// Issues a token in place of the one that the same installation had.
pub(super) async fn issue(cx: &Cx, key: &str, origin: &str, user: &str) -> Result<NewToken, Error> {
    let token = format!("{PREFIX}{}", random_text(RANDOM));
    let expires_at = cx.now().plus_seconds(LIFE_SECONDS);
    let installation = cx.caller().installation_id.clone().unwrap_or_default();
    let sql = Sql::fixed(
        r#"with old as (
            delete from _touchstone.widget_token where id in (
                select id from _touchstone.widget_token where "user" = $3::text
                    and installation = $6::text and key = $4::text and origin = $5::text
                union all (select id from _touchstone.widget_token where "user" = $3::text
                    order by last_used_at desc, id offset $9::int8 - 1)))
        insert into _touchstone.widget_token (id, digest, "user", key, origin, installation, created_at, last_used_at, expires_at, password)
        select $1::text, $2::text, u."objectId", $4::text, $5::text, $6::text, $7::timestamptz, $7::timestamptz, $8::timestamptz,
            md5(u."_hashed_password")
        from "_User" u where u."objectId" = $3::text"#,
        [
            Bind::from(&*random_text(10)),
            digest(&token).into(),
            user.into(),
            key.into(),
            origin.into(),
            installation.into(),
            cx.now().into(),
            expires_at.into(),
            MOST.into(),
        ],
    );
    execute(cx.db(), &sql).await?;
    Ok(NewToken { token, expires_at })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredToken {
    id: String,
    user: String,
    is_noted: bool,
}

/// Whether the account of a token `t` is as it was at the sign-in. A new password or an appointment
/// as administrator ends tokens.
macro_rules! holds {
    () => {
        r#"exists (select from "_User" u where u."objectId" = t."user" and not coalesce(u."isAdmin", false)
            and md5(u."_hashed_password") is not distinct from t.password)"#
    };
}
pub(super) use holds;

/// The tester who holds a token, if it is valid in this page.
pub async fn holder(cx: &Cx, page: &AdmittedPage, token: &str) -> Result<Option<String>, Error> {
    let sql = Sql::fixed(
        concat!(
            r#"select jsonb_build_object('id', t.id, 'user', t."user", 'isNoted', t.last_used_at > $6::timestamptz)
            from _touchstone.widget_token t where t.digest = $1::text and t.key = $2::text and t.origin = $3::text
                and t.expires_at > $4::timestamptz and t.last_used_at > $5::timestamptz and "#,
            holds!()
        ),
        [
            Bind::from(digest(token)),
            (&*page.key).into(),
            (&*page.audience.origin).into(),
            cx.now().into(),
            cx.now().plus_seconds(-IDLE_SECONDS).into(),
            cx.now().plus_seconds(-NOTED_SECONDS).into(),
        ],
    );
    let Some(stored) = rows::<StoredToken>(cx.db(), &sql, Access::Reads).await?.pop() else {
        return Ok(None);
    };
    if !stored.is_noted {
        let sql = Sql::fixed(
            "update _touchstone.widget_token set last_used_at = $2::timestamptz where id = $1::text",
            [Bind::from(&*stored.id), cx.now().into()],
        );
        execute(cx.db(), &sql).await?;
    }
    Ok(Some(stored.user))
}

/// Ends a token.
pub(super) async fn end(cx: &Cx, token: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.widget_token where digest = $1::text",
        [Bind::from(digest(token))],
    );
    execute(cx.db(), &sql).await.map(drop)
}

/// Ends the tokens of a tester who unlinks a wallet.
pub(super) struct WalletUnlinked;

#[async_trait]
impl Triggers for WalletUnlinked {
    fn kinds(&self) -> &[TriggerKind] {
        &[TriggerKind::AfterDelete]
    }

    async fn after_delete(&self, cx: &Cx, stored: &Object) -> Result<(), Error> {
        let Some(Value::Pointer(user)) = stored.fields.get("user") else { return Ok(()) };
        let sql = Sql::fixed(
            r#"delete from _touchstone.widget_token where "user" = $1::text"#,
            [Bind::from(&*user.id)],
        );
        execute(cx.db(), &sql).await.map(drop)
    }
}

/// Deletes tokens, recorded contexts and unsigned reports whose time is over.
pub(super) struct TokenSweep;

#[async_trait]
impl Task for TokenSweep {
    const NAME: &'static str = "widget tokens";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let sql = Sql::fixed(
            concat!(
                "delete from _touchstone.widget_token t where t.expires_at <= $1::timestamptz
                    or t.last_used_at <= $2::timestamptz or not ",
                holds!()
            ),
            [Bind::from(ctx.now()), ctx.now().plus_seconds(-IDLE_SECONDS).into()],
        );
        ctx.execute(&sql).await?;
        unsigned::delete_old(&ctx).await?;
        context::delete_old(&ctx).await
    }
}
