//! Turning pushes on and off in a browser.

use async_trait::async_trait;
use integrations::web_push::{Endpoint, EndpointRefused, PushHosts, ReceiverKeys};
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use ring::rand::SystemRandom;
use serde::Deserialize;
use serde_json::json;

use super::device::{DeviceSecret, MOST, digest, session, shown};
use super::label::label;
use super::vapid;
use feedback_core::command::{Command, NoParams, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};
use feedback_core::secret;

/// Days for which remote removals are stored.
const REMOVED_DAYS: i64 = 90;

pub(super) struct PushKey;

#[async_trait]
impl Command for PushKey {
    const NAME: &'static str = "pushKey";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = NoParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        Ok(json!({ "publicKey": vapid::ensure(ctx).await? }))
    }
}

/// The result of `PushManager.subscribe`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Subscription {
    endpoint: String,
    #[serde(rename = "expirationTime")]
    _expiration_time: Option<f64>,
    keys: SubscriptionKeys,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SubscriptionKeys {
    p256dh: String,
    auth: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PushSubscribeParams {
    subscription: Subscription,
    user_agent: Option<String>,
    /// Whether the browser subscribes without a user's action. Then a remote removal still applies.
    #[serde(default)]
    again: bool,
}

/// A valid subscription.
struct Checked {
    endpoint: Endpoint,
    digest: String,
    secret: String,
}

pub(super) struct PushSubscribe;

#[async_trait]
impl Command for PushSubscribe {
    const NAME: &'static str = "pushSubscribe";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = PushSubscribeParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, params: PushSubscribeParams) -> Result<Json, Error> {
        let checked = check(ctx, &params.subscription)?;
        let user = ctx.member()?.id.as_str();
        let key = vapid::ensure(ctx).await?;
        lock(ctx, user).await?;
        if params.again && is_removed(ctx, user, &checked.digest).await? {
            return Ok(json!({ "device": null }));
        }
        // Another account that used this browser loses its subscription.
        forget(ctx, &checked.digest).await?;
        if count(ctx, user).await? >= MOST {
            return Err(invalid(
                "PUSH_DEVICES",
                "At most ten browsers can receive pushes. Remove one first.",
            ));
        }
        keep(ctx, &checked, &key, &label(params.user_agent.as_deref())).await?;
        let rows = shown(ctx, user, Some(&params.subscription.endpoint)).await?;
        let own = rows.into_iter().find(|row| row["current"] == true);
        Ok(json!({ "device": own }))
    }
}

fn check(ctx: &CommandContext, subscription: &Subscription) -> Result<Checked, Error> {
    let hosts = PushHosts::new(ctx.service_addresses().push_hosts.iter().map(String::as_str));
    let endpoint =
        Endpoint::parse(&subscription.endpoint, &hosts).map_err(|refused| match refused {
            EndpointRefused::NoAddress => {
                invalid("PUSH_ENDPOINT", "This is not the address of a push service.")
            }
            EndpointRefused::UnknownService => invalid(
                "PUSH_SERVICE",
                "The push service of this browser is not allowed on this server.",
            ),
        })?;
    let SubscriptionKeys { p256dh, auth } = &subscription.keys;
    let keys = ReceiverKeys::parse(p256dh, auth);
    if !keys.is_ok_and(|keys| keys.are_usable(&SystemRandom::new())) {
        return Err(invalid("PUSH_KEYS", "The keys of this subscription cannot be used."));
    }
    let kept = DeviceSecret {
        endpoint: endpoint.url().to_owned(),
        p256dh: p256dh.clone(),
        auth: auth.clone(),
    };
    let kept = serde_json::to_string(&kept).map_err(|error| Error::Failed {
        doing: "writing a push subscription",
        source: Box::new(error),
    })?;
    let digest = digest(&subscription.endpoint);
    Ok(Checked { endpoint, digest, secret: secret::seal(ctx, &kept)? })
}

/// Serializes a user's changes of their browsers.
async fn lock(ctx: &CommandContext, user: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select to_jsonb(true) from (select pg_advisory_xact_lock(hashtextextended('touchstone.push.' || $1::text, 0))) locked",
        [Bind::from(user)],
    );
    ctx.rows::<bool>(&sql).await.map(drop)
}

async fn is_removed(ctx: &CommandContext, user: &str, digest: &str) -> Result<bool, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(true) from _touchstone.push_removed where endpoint_digest = $1::text and "user" = $2::text"#,
        [Bind::from(digest), user.into()],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

async fn forget(ctx: &CommandContext, digest: &str) -> Result<u64, Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.push_removed where endpoint_digest = $1::text",
        [Bind::from(digest)],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        "delete from _touchstone.push_subscription where endpoint_digest = $1::text",
        [Bind::from(digest)],
    );
    ctx.execute(&sql).await
}

async fn count(ctx: &CommandContext, user: &str) -> Result<i64, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(count(*)) from _touchstone.push_subscription where "user" = $1::text"#,
        [Bind::from(user)],
    );
    Ok(ctx.row(&sql).await?.unwrap_or_default())
}

async fn keep(
    ctx: &CommandContext,
    checked: &Checked,
    key: &str,
    label: &str,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into _touchstone.push_subscription
            (id, "user", session, endpoint_digest, secret, service, label, vapid_key, created_at)
        values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::timestamptz)"#,
        [
            Bind::from(ctx.new_id()),
            ctx.member()?.id.as_str().into(),
            session(ctx)?.into(),
            checked.digest.as_str().into(),
            checked.secret.as_str().into(),
            checked.endpoint.host().into(),
            label.into(),
            key.into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

/// The caller's current browser by its endpoint, or any of the caller's browsers by its id.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PushUnsubscribeParams {
    endpoint: Option<String>,
    id: Option<String>,
}

pub(super) struct PushUnsubscribe;

#[async_trait]
impl Command for PushUnsubscribe {
    const NAME: &'static str = "pushUnsubscribe";
    const WHO: Who = Who::Member;
    const NEEDS_FRESH: bool = false;
    const NEEDS_ACCEPTANCE: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = PushUnsubscribeParams;
    type Answer = Json;

    async fn run(ctx: &CommandContext, which: PushUnsubscribeParams) -> Result<Json, Error> {
        let user = ctx.member()?.id.as_str();
        let removed = match (which.endpoint, which.id) {
            (Some(endpoint), None) => remove_own(ctx, user, &digest(&endpoint)).await?,
            (None, Some(id)) => match remove_from_afar(ctx, user, &id).await? {
                0 => return Err(not_found()),
                removed => removed,
            },
            _ => {
                return Err(invalid(
                    "PUSH_WHICH",
                    "The endpoint or the ID of the browser is required.",
                ));
            }
        };
        Ok(json!({ "removed": removed }))
    }
}

async fn remove_own(ctx: &CommandContext, user: &str, digest: &str) -> Result<u64, Error> {
    let sql = Sql::fixed(
        r#"delete from _touchstone.push_subscription where endpoint_digest = $1::text and "user" = $2::text"#,
        [Bind::from(digest), user.into()],
    );
    ctx.execute(&sql).await
}

/// The browser itself is not informed, so the removal is stored for when it comes back.
async fn remove_from_afar(ctx: &CommandContext, user: &str, id: &str) -> Result<u64, Error> {
    let now = ctx.now();
    let sql = Sql::fixed(
        "delete from _touchstone.push_removed where at < $1::timestamptz",
        [Bind::from(now.plus_seconds(-REMOVED_DAYS * 86_400))],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        r#"with gone as (delete from _touchstone.push_subscription where id = $1::text and "user" = $2::text
            returning endpoint_digest, "user")
        insert into _touchstone.push_removed (endpoint_digest, "user", at)
        select endpoint_digest, "user", $3::timestamptz from gone
        on conflict (endpoint_digest) do update set "user" = excluded."user", at = excluded.at"#,
        [Bind::from(id), user.into(), now.into()],
    );
    ctx.execute(&sql).await
}
