//! The e-mail address of a user, and whether it accepts mail.

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};

use super::suppression;
use feedback_core::command::{Command, NoParams, Who};
use feedback_core::command_context::CommandContext;

/// Temporary bounces within this many days that count as a permanent one.
const SOFT_BOUNCES: i64 = 3;
const SOFT_DAYS: i64 = 14;

/// An address for its owner.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct AddressState {
    /// The address, if there is one.
    pub address: Option<String>,
    /// Whether its owner has confirmed it.
    pub verified: bool,
    /// `ok`, `none`, `unverified`, `bounced`, `complained` or `off`.
    pub state: String,
}

impl AddressState {
    /// The address of a user.
    pub(crate) async fn read(ctx: &CommandContext, user: &str) -> Result<AddressState, Error> {
        let sql = Sql::fixed(
            r#"select jsonb_build_object('address', u."email", 'verified', coalesce(u."emailVerified", false), 'state',
                case when coalesce(u."email", '') = '' then 'none'
                    when a.state in ('bounced', 'gone') then 'bounced'
                    when a.state <> 'ok' then a.state
                    when exists (select from _touchstone.mail_suppression s where s."user" = u."objectId" and s.via = 'complaint')
                        then 'complained'
                    when not coalesce(u."emailVerified", false) then 'unverified'
                    else 'ok' end)
            from "_User" u left join _touchstone.channel_address a on a."user" = u."objectId" and a.channel = 'mail'
            where u."objectId" = $1::text"#,
            [Bind::from(user)],
        );
        let none = || AddressState { address: None, verified: false, state: "none".to_owned() };
        Ok(ctx.row(&sql).await?.unwrap_or_else(none))
    }
}

/// The users who have confirmed an address.
pub(super) async fn owners(ctx: &CommandContext, address: &str) -> Result<Vec<String>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(u."objectId") from "_User" u
        where lower(u."email") = lower($1::text) and coalesce(u."emailVerified", false)"#,
        [Bind::from(address)],
    );
    ctx.rows(&sql).await
}

/// Disables an address, because its mailbox does not exist.
pub(super) async fn hard_bounce(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into _touchstone.channel_address ("user", channel, state, since)
        values ($1::text, 'mail', 'bounced', $2::timestamptz)
        on conflict ("user", channel) do update set state = 'bounced', since = excluded.since"#,
        [Bind::from(user), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Stores a temporary bounce, and returns whether there were too many.
pub(super) async fn soft_bounce(
    ctx: &CommandContext,
    user: &str,
    status: Option<&str>,
) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"insert into _touchstone.mail_bounce ("user", at, status) values ($1::text, $2::timestamptz, $3::text)"#,
        [Bind::from(user), ctx.now().into(), status.map(str::to_owned).into()],
    );
    ctx.execute(&sql).await?;
    let since = ctx.now().plus_seconds(-SOFT_DAYS * 86_400);
    let sql = Sql::fixed(
        r#"delete from _touchstone.mail_bounce where "user" = $1::text and at < $2::timestamptz"#,
        [Bind::from(user), since.into()],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        r#"select to_jsonb(count(*)) from _touchstone.mail_bounce where "user" = $1::text"#,
        [Bind::from(user)],
    );
    Ok(ctx.row::<i64>(&sql).await?.unwrap_or(0) >= SOFT_BOUNCES)
}

/// Stops news by mail, because the user reported one as spam.
pub(super) async fn complaint(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    suppression::suppress_news(ctx, user).await
}

/// Retries an address that was disabled.
pub(super) struct MailRetryAddress;

#[derive(Serialize)]
pub(super) struct MailRetryAddressResult {
    mail: AddressState,
}

#[async_trait]
impl Command for MailRetryAddress {
    const NAME: &'static str = "mailRetryAddress";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = NoParams;
    type Answer = MailRetryAddressResult;

    async fn run(ctx: &CommandContext, _: NoParams) -> Result<MailRetryAddressResult, Error> {
        let user = &*ctx.member()?.id;
        for sql in [
            Sql::fixed(
                r#"delete from _touchstone.channel_address where "user" = $1::text and channel = 'mail'"#,
                [Bind::from(user)],
            ),
            Sql::fixed(
                r#"delete from _touchstone.mail_bounce where "user" = $1::text"#,
                [Bind::from(user)],
            ),
            Sql::fixed(
                r#"delete from _touchstone.mail_suppression where "user" = $1::text and via = 'complaint'"#,
                [Bind::from(user)],
            ),
        ] {
            ctx.execute(&sql).await?;
        }
        Ok(MailRetryAddressResult { mail: AddressState::read(ctx, user).await? })
    }
}
