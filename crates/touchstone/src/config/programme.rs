//! Reads what the product goes by before an administrator decides.

use std::sync::Arc;

use feedback::boards::RankCache;
use feedback::{AccessMode, Options, OutsideOptions};
use outbound::chain_transport::ChainTransport;
use outbound::network::Networks;
use outbound::push::FcmSettings;
use parse_http::redis::Redis;
use parse_http::settings::Keys;

use super::outside::{secret_keys, service_addresses, services};
use super::push::fcm;
use super::reader::{Reader, origin_of};
use crate::redis_boards::RedisBoards;
use crate::service_client::ServiceClient;

/// Reads it, how pushes reach Firebase, and the Redis that it shares with the other parts. The app is
/// where our own address is, and nodes that administrators name are called as any address is that
/// others chose.
pub(super) fn programme(
    read: &mut Reader<'_>,
    own_address: &str,
    outgoing_allowed: &Networks,
    keys: &Keys,
) -> (Options, Option<FcmSettings>, Option<Arc<Redis>>) {
    let services = services(read);
    let fcm = fcm(read, &services.fcm);
    let redis = read.value("redis_url", Redis::at).map(Arc::new);
    let access = read.value("programme_access", access).unwrap_or(AccessMode::Invite);
    let app_url = origin_of(own_address).unwrap_or_default();
    let options = Options {
        access,
        has_push: fcm.is_some(),
        rank_cache: redis.clone().map(|redis| Arc::new(RedisBoards(redis)) as Arc<dyn RankCache>),
        chain: Arc::new(ChainTransport::for_administrators(outgoing_allowed.clone())),
        outside: OutsideOptions {
            transport: Arc::new(ServiceClient::new(outgoing_allowed.clone())),
            secrets: secret_keys(read, keys),
            addresses: service_addresses(read, services, &app_url),
        },
        app_url,
    };
    (options, fcm, redis)
}

fn access(text: &str) -> Option<AccessMode> {
    AccessMode::ALL.into_iter().find(|mode| mode.name() == text)
}
