//! Sending one message to the browsers of one user.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use futures_util::future::join_all;
use integrations::Outcome;
use integrations::web_push::{self, Endpoint, PushHosts, ReceiverKeys, Urgency};
use parse_engine::Error;
use parse_identity::id::random_bytes;
use parse_store::{Bind, Sql};
use ring::rand::SystemRandom;
use serde::Deserialize;

use super::device::DeviceSecret;
use super::vapid;
use feedback_core::command_context::CommandContext;
use feedback_core::secret;

/// How long a push service keeps a message for a browser that is offline.
pub(super) const TTL_SECONDS: u32 = 86_400;
/// Validity of a signature. Services accept up to a day.
const SIGNED_SECONDS: i64 = 43_200;
/// A signature is not used in its last seconds.
const MARGIN_SECONDS: i64 = 600;
/// Cached signatures. There are few push services.
const SIGNATURES: usize = 64;

/// A message to send.
#[derive(Debug)]
pub(super) struct Message {
    /// The payload, before encryption.
    pub(super) payload: Vec<u8>,
    pub(super) urgency: Urgency,
    /// The topic, which replaces an undelivered message of the same topic.
    pub(super) topic: String,
}

/// A browser to push to.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Device {
    pub(super) id: String,
    secret: String,
    service: String,
    key: String,
    private: String,
    /// Whether its push service has accepted a message for it before.
    has_taken: bool,
}

/// Sends messages and caches signatures.
#[derive(Debug, Default)]
pub(super) struct Sender {
    signatures: Mutex<HashMap<(String, String), Signature>>,
}

#[derive(Debug, Clone)]
struct Signature {
    header: String,
    good_until: i64,
}

/// The browsers of a user, without those that have accepted a delivery.
pub(super) async fn devices(
    ctx: &CommandContext,
    user: &str,
    delivery: Option<i64>,
) -> Result<Vec<Device>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('id', p.id, 'secret', p.secret, 'service', p.service, 'key', p.vapid_key,
            'private', k.private, 'hasTaken', p.last_at is not null)
        from _touchstone.push_subscription p join _touchstone.vapid_key k on k.public = p.vapid_key
        where p."user" = $1::text and not exists
            (select from _touchstone.push_sent t where t.delivery = $2::int8 and t.subscription = p.id)
        order by p.created_at, p.id"#,
        [Bind::from(user), delivery.into()],
    );
    ctx.rows(&sql).await
}

/// Whether the user has a browser to push to.
pub(super) async fn reaches(ctx: &CommandContext, user: &str) -> Result<bool, Error> {
    Ok(!devices(ctx, user, None).await?.is_empty())
}

impl Sender {
    /// Sends to all of them concurrently, and removes expired subscriptions.
    pub(super) async fn send(
        &self,
        ctx: &CommandContext,
        devices: &[Device],
        message: &Message,
    ) -> Result<Vec<Outcome>, Error> {
        let mut outcomes =
            join_all(devices.iter().map(|device| self.send_one(ctx, device, message))).await;
        for (device, outcome) in devices.iter().zip(&mut outcomes) {
            // A browser that subscribed for another key is refused alone. The channel stops only if
            // a service that accepted the key before now rejects it for all browsers, so a single
            // browser cannot stop it.
            if let Outcome::Broken(why) = outcome {
                tracing::warn!(service = device.service, "push service rejected the VAPID key");
                if !device.has_taken || is_taken_elsewhere(ctx, device).await? {
                    *outcome = Outcome::Gone(std::mem::take(why));
                }
            }
            match outcome {
                Outcome::Delivered { .. } => note_taken(ctx, &device.id).await?,
                Outcome::Gone(_) => remove(ctx, &device.id).await?,
                _ => {}
            }
        }
        Ok(outcomes)
    }

    async fn send_one(&self, ctx: &CommandContext, device: &Device, message: &Message) -> Outcome {
        let gone = |why: &str| Outcome::Gone(why.to_owned());
        let kept = secret::open(ctx, &device.secret).ok();
        let kept = kept.and_then(|kept| serde_json::from_str::<DeviceSecret>(&kept).ok());
        let Some(kept) = kept else {
            return gone("The subscription cannot be decrypted any more.");
        };
        let hosts = PushHosts::new(ctx.service_addresses().push_hosts.iter().map(String::as_str));
        let Ok(endpoint) = Endpoint::parse(&kept.endpoint, &hosts) else {
            return gone("The push service is no longer allowed.");
        };
        let Ok(keys) = ReceiverKeys::parse(&kept.p256dh, &kept.auth) else {
            return gone("The keys of the subscription cannot be used.");
        };
        let Some(authorization) = self.authorization(ctx, device, &endpoint) else {
            return gone("The key of this subscription cannot be decrypted any more.");
        };
        let rng = SystemRandom::new();
        let Ok(sealed) = web_push::seal(&keys, &message.payload, random_bytes(), &rng) else {
            return Outcome::Bad("The message cannot be encrypted.".to_owned());
        };
        let how = (message.urgency, TTL_SECONDS);
        let request = web_push::request(&endpoint, &authorization, how, &message.topic, sealed);
        web_push::outcome(&ctx.outside().call(request).await)
    }

    /// A signature for a push service, cached while it is valid.
    fn authorization(
        &self,
        ctx: &CommandContext,
        device: &Device,
        endpoint: &Endpoint,
    ) -> Option<String> {
        let now = ctx.cx().engine().clock().now().millis() / 1000;
        let place = (device.key.clone(), endpoint.origin().to_owned());
        let mut signatures = self.signatures.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = signatures.get(&place)
            && known.good_until > now + MARGIN_SECONDS
        {
            return Some(known.header.clone());
        }
        let key = vapid::opened(ctx, &device.private)?;
        let good_until = now + SIGNED_SECONDS;
        let contact = ctx.service_addresses().push_contact.as_deref();
        let rng = SystemRandom::new();
        let header = key.authorization(endpoint.origin(), good_until, contact, &rng).ok()?;
        if signatures.len() >= SIGNATURES {
            signatures.clear();
        }
        signatures.insert(place, Signature { header: header.clone(), good_until });
        Some(header)
    }
}

/// Whether the same service accepted a message signed with this key within a day.
async fn is_taken_elsewhere(ctx: &CommandContext, device: &Device) -> Result<bool, Error> {
    let sql = Sql::fixed(
        "select to_jsonb(true) from _touchstone.push_subscription
        where vapid_key = $1::text and service = $2::text and id <> $3::text and last_at > $4::timestamptz limit 1",
        [
            Bind::from(&*device.key),
            device.service.as_str().into(),
            device.id.as_str().into(),
            ctx.now().plus_seconds(-i64::from(TTL_SECONDS)).into(),
        ],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

async fn note_taken(ctx: &CommandContext, id: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.push_subscription set last_at = $2::timestamptz where id = $1::text",
        [Bind::from(id), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn remove(ctx: &CommandContext, id: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "delete from _touchstone.push_subscription where id = $1::text",
        [Bind::from(id)],
    );
    ctx.execute(&sql).await.map(drop)
}
