//! Visits: time, browser and network of a user.
//!
//! Personal data, so as little as possible is stored: a digest of a random token of the browser,
//! and a salted digest of the network without the address, for 30 days.

use std::net::IpAddr;

use async_trait::async_trait;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use feedback_core::after_command::AfterCommand;
use feedback_core::command_context::CommandContext;

/// Days for which visits are stored.
const KEPT_DAYS: i64 = 30;

/// Records the activity of a tester.
pub struct NoteVisit;

#[async_trait]
impl AfterCommand for NoteVisit {
    async fn run(&self, ctx: &CommandContext) -> Result<(), Error> {
        note(ctx).await
    }
}

async fn note(ctx: &CommandContext) -> Result<(), Error> {
    let caller = ctx.cx().caller();
    let Ok(member) = ctx.member() else { return Ok(()) };
    let network = caller.request.ip.and_then(network);
    if member.is_admin || (caller.installation_id.is_none() && network.is_none()) {
        return Ok(());
    }
    let sql = Sql::fixed(
        "select _touchstone.note_visit($1::text, $2::text, $3::text, $4::timestamptz)",
        [
            Bind::from(&*member.id),
            caller.installation_id.as_deref().into(),
            network.as_deref().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Deletes old visits, and the salt of their networks.
pub(super) async fn forget_old(ctx: &CommandContext) -> Result<(), Error> {
    let before = ctx.now().plus_seconds(-KEPT_DAYS * 86_400);
    let sql = Sql::fixed(
        "with old as (delete from _touchstone.visit where ended < $1::timestamptz)
        delete from _touchstone.network_salt where made_at < $1::timestamptz",
        [Bind::from(before)],
    );
    ctx.execute(&sql).await.map(drop)
}

/// The network of an address. If many users may share an address, the whole address.
fn network(address: IpAddr) -> Option<String> {
    match address.to_canonical() {
        address if address.is_loopback() || address.is_unspecified() => None,
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            Some(format!("{a}.{b}.{c}"))
        }
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            Some(format!("{a:x}:{b:x}:{c:x}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::network;

    #[test]
    fn an_address_is_known_by_its_network_alone() {
        let of = |text: &str| network(text.parse().expect("an address"));
        assert_eq!(of("203.0.113.7"), of("203.0.113.200"));
        assert_eq!(of("203.0.113.7"), of("::ffff:203.0.113.9"));
        assert_ne!(of("203.0.113.7"), of("203.0.114.7"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:ff::9"));
        assert_ne!(of("2001:db8:1::1"), of("2001:db8:2::1"));
        assert_eq!(of("127.0.0.1"), None);
    }
}
