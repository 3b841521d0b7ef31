//! The VAPID key of the server: generated once, stored sealed, and sent to browsers as its public
//! half.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use integrations::web_push::VapidKey;
use parse_engine::Error;
use parse_store::{Bind, Sql};
use ring::rand::SystemRandom;
use serde::Deserialize;

use feedback_core::command_context::CommandContext;
use feedback_core::secret;

#[derive(Deserialize)]
struct StoredKeyPair {
    public: String,
    private: String,
}

/// The public half of the current key, which is created if there is none. A key that can no longer
/// be decrypted is retired: browsers that subscribed for it cannot be reached until they subscribe
/// again.
pub(super) async fn ensure(ctx: &CommandContext) -> Result<String, Error> {
    if let Some(kept) = in_use(ctx).await? {
        if opened(ctx, &kept.private).is_some() {
            return Ok(kept.public);
        }
        tracing::warn!("VAPID key not decrypted, creating a new one");
        retire(ctx, &kept.public).await?;
    }
    make(ctx).await
}

async fn in_use(ctx: &CommandContext) -> Result<Option<StoredKeyPair>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('public', public, 'private', private)
        from _touchstone.vapid_key where retired_at is null",
        [],
    );
    ctx.row(&sql).await
}

async fn make(ctx: &CommandContext) -> Result<String, Error> {
    let rng = SystemRandom::new();
    let made = VapidKey::generate(&rng).and_then(|kept| Ok((VapidKey::read(&kept, &rng)?, kept)));
    let (key, kept) = made.map_err(|_| unmade())?;
    let sealed = secret::seal(ctx, &STANDARD_NO_PAD.encode(kept))?;
    // Of two concurrent inserts the first is kept.
    let sql = Sql::fixed(
        "insert into _touchstone.vapid_key (public, private, made_at) values ($1::text, $2::text, $3::timestamptz)
        on conflict do nothing",
        [Bind::from(key.public()), sealed.into(), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    in_use(ctx).await?.map(|kept| kept.public).ok_or_else(unmade)
}

async fn retire(ctx: &CommandContext, public: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.push_subscription where vapid_key = $1::text",
        [Bind::from(public)],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        "update _touchstone.vapid_key set retired_at = $2::timestamptz where public = $1::text",
        [Bind::from(public), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// The key of a sealed private half.
pub(super) fn opened(ctx: &CommandContext, sealed: &str) -> Option<VapidKey> {
    let kept = STANDARD_NO_PAD.decode(secret::open(ctx, sealed).ok()?).ok()?;
    VapidKey::read(&kept, &SystemRandom::new()).ok()
}

fn unmade() -> Error {
    Error::Failed { doing: "making the key that signs pushes", source: "no key was made".into() }
}
