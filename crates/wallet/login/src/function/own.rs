//! What people do with the addresses of their account.

use std::sync::Arc;

use parse_engine::{Cx, Error, write};
use parse_model::{Json, JsonMap, ObjectId, Refusal};
use serde_json::json;
use wallet::{Address, Family};

use super::{chain, text};
use crate::account::{self, Linked};
use crate::class::{KINDS, Kind};
use crate::refused::{forbidden, invalid, invalid_session};
use crate::shared::Shared;

/// The addresses of the caller's account.
pub(super) async fn accounts(shared: Arc<Shared>, cx: Cx, _params: JsonMap) -> Result<Json, Error> {
    wallets_json(&shared, &cx).await
}

/// Makes one of the caller's addresses the one that stands for them.
pub(super) async fn make_primary(
    shared: Arc<Shared>,
    cx: Cx,
    params: JsonMap,
) -> Result<Json, Error> {
    let user_id = caller(&cx)?.to_owned();
    let (kind, linked) = named(&cx, &params).await?;
    if linked.chain().is_some() {
        return Err(forbidden(
            "A contract has its address on one chain only, and a primary address has none.",
        ));
    }
    let tx = cx.in_transaction()?;
    let outcome = account::show(&tx, kind, &user_id, Some(linked.address())).await;
    tx.finish_for(&cx, outcome).await?;
    wallets_json(&shared, &cx).await
}

/// Takes an address from the caller's account.
pub(super) async fn unlink(shared: Arc<Shared>, cx: Cx, params: JsonMap) -> Result<Json, Error> {
    let (kind, linked) = named(&cx, &params).await?;
    write::delete(&cx, &kind.class_name(), &ObjectId::new(linked.id)).await?;
    wallets_json(&shared, &cx).await
}

fn caller(cx: &Cx) -> Result<&str, Error> {
    cx.caller().user_id().ok_or_else(invalid_session)
}

/// The address of the caller's account that is meant.
async fn named(cx: &Cx, params: &JsonMap) -> Result<(&'static Kind, Linked), Error> {
    let family = text(params, "family").and_then(Family::named);
    let family =
        family.ok_or_else(|| invalid("family is one of evm, solana, polkadot and multiversx."))?;
    let sent = Address::parse(family, text(params, "address").unwrap_or_default())
        .map_err(|_| invalid("Invalid address for this kind of wallet."))?;
    let (kind, chain) = (Kind::of(family), chain(params)?);
    let is_meant = |linked: &Linked| {
        let own = Address::parse(family, linked.address());
        let is_chain = chain.is_none() || linked.chain().is_none() || linked.chain() == chain;
        own.is_ok_and(|own| own.key() == sent.key()) && is_chain
    };
    let all = account::all(cx, caller(cx)?).await?;
    let found = account::of_kind(&all, kind).find(|linked| is_meant(linked)).cloned();
    found.map(|linked| (kind, linked)).ok_or_else(|| Refusal::not_found().into())
}

async fn wallets_json(shared: &Shared, cx: &Cx) -> Result<Json, Error> {
    let user_id = caller(cx)?;
    let all = account::all(cx, user_id).await?;
    let primaries = account::primaries(cx, user_id).await?;
    let mut shown = Vec::with_capacity(all.len());
    for kind in KINDS {
        for linked in account::of_kind(&all, kind) {
            let address = linked.address();
            let spelled = Address::parse(kind.family, address);
            shown.push(json!({
                "family": kind.family.name(),
                "address": address,
                "shown": spelled.map_or_else(|_| address.to_owned(), |one| one.display()),
                "chain": linked.chain(),
                "isContract": linked.chain().is_some(),
                "isPrimary": linked.chain().is_none()
                    && primaries.get(kind.primary).and_then(Json::as_str) == Some(address),
                "linkedAt": linked.linked_at,
            }));
        }
    }
    let ways = account::other_ways(cx, user_id).await?;
    let can_unlink = all.len() > 1 || ways.any();
    Ok(
        json!({ "accounts": shown, "canUnlink": can_unlink, "hasPassword": ways.has_password, "restDays": shared.options.rest_days }),
    )
}
