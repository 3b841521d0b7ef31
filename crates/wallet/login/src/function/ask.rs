//! Asking for something to sign.

use std::sync::Arc;

use parse_engine::{Cx, Error};
use parse_model::{Json, JsonMap};
use serde_json::json;
use wallet::text::{SignIn, Stamp};
use wallet::{Address, Family, Identity};

use super::{chain, text};
use crate::challenge::{self, Asker, New};
use crate::refused::{invalid, unsupported};
use crate::shared::{Options, Shared};

/// A text for our own app, for an account of any family.
pub(super) async fn wallet_challenge(
    shared: Arc<Shared>,
    cx: Cx,
    params: JsonMap,
) -> Result<Json, Error> {
    let asker = Asker::of(&cx, &shared.options)?;
    let family = text(&params, "family").and_then(Family::named);
    let family =
        family.ok_or_else(|| invalid("family is one of evm, solana, polkadot and multiversx."))?;
    let family = shared.options.check(family)?;
    let purpose = if asker.user_id.is_some() { "link" } else { "login" };
    if text(&params, "purpose").is_some_and(|wanted| wanted != purpose) {
        return Err(invalid("Sign in to link an address, and sign out to sign in with one."));
    }
    let address = address(family, &params)?;
    let new = Wanted { address: &address, chain: chain(&params)?, awaits_time: false };
    let issued = issue(&cx, &shared.options, &asker, &new).await?;
    Ok(json!({
        "message": issued.to_string(),
        "nonce": issued.nonce,
        "purpose": purpose,
        "family": family.name(),
        "address": address.display(),
        "expiresAt": issued.expires_at,
    }))
}

/// A text for old clients that were taught to ask for one.
pub(super) async fn request_message(
    shared: Arc<Shared>,
    cx: Cx,
    params: JsonMap,
) -> Result<Json, Error> {
    let asker = Asker::of(&cx, &shared.options)?;
    let network = text(&params, "networkType").or_else(|| text(&params, "network"));
    if network.is_some_and(|network| network != "evm") {
        return Err(invalid("requestMessage makes texts for evm only."));
    }
    let address = address(shared.options.check(Family::Evm)?, &params)?;
    let new = Wanted { address: &address, chain: chain(&params)?, awaits_time: true };
    let issued = issue(&cx, &shared.options, &asker, &new).await?;
    Ok(json!({ "message": issued.to_string() }))
}

/// What old clients append to their text. They call it a time.
pub(super) async fn server_time(
    shared: Arc<Shared>,
    cx: Cx,
    _params: JsonMap,
) -> Result<Json, Error> {
    let options = &shared.options;
    let asker = Asker::of(&cx, options)?;
    if challenge::announce(&cx, &asker).await? {
        return Ok(Json::Null);
    }
    if !options.legacy_texts {
        return Err(unsupported("This application no longer takes the texts of old clients."));
    }
    let nonce = challenge::nonce();
    let stamp = Stamp {
        issued_at: &cx.now().iso(),
        nonce: &nonce,
        domain: asker.domain(options),
        link_to: asker.user_id.as_deref(),
    };
    let body = stamp.text();
    challenge::issue(
        &cx,
        &asker,
        &New { nonce: &nonce, body: &body, whole: None, awaits_time: false },
    )
    .await?;
    Ok(json!({ "dateTime": body }))
}

/// Old clients ask for plugins at the start, and run them. The list is empty.
pub(super) async fn plugin_specs(
    _shared: Arc<Shared>,
    _cx: Cx,
    _params: JsonMap,
) -> Result<Json, Error> {
    Ok(json!([]))
}

fn address(family: Family, params: &JsonMap) -> Result<Address, Error> {
    let sent = text(params, "address").unwrap_or_default();
    Address::parse(family, sent).map_err(|_| invalid("Invalid address for this kind of wallet."))
}

/// Whose signature is wanted.
struct Wanted<'a> {
    address: &'a Address,
    chain: Option<u64>,
    awaits_time: bool,
}

async fn issue(
    cx: &Cx,
    options: &Options,
    asker: &Asker,
    wanted: &Wanted<'_>,
) -> Result<SignIn, Error> {
    let &Wanted { address, chain, awaits_time } = wanted;
    let family = address.family();
    let chain = (family == Family::Evm).then_some(chain.unwrap_or(1));
    let statement = match (&asker.audience, &asker.user_id) {
        (Some(page), _) => page.statement.clone(),
        (None, Some(user_id)) => {
            format!("Link this wallet to account {user_id} of {}.", options.title)
        }
        (None, None) => format!("Sign in to {}. This costs nothing.", options.title),
    };
    let text = SignIn {
        family,
        domain: asker.domain(options).to_owned(),
        address: address.display(),
        statement: Some(statement),
        uri: asker.site(options).to_owned(),
        chain: chain.map_or_else(|| "mainnet".to_owned(), |chain| chain.to_string()),
        nonce: challenge::nonce(),
        issued_at: cx.now().iso(),
        expires_at: Some(challenge::end(cx).iso()),
        not_before: None,
        request_id: asker.audience.as_ref().map(|page| page.id.clone()),
        resources: asker.audience.iter().map(|page| page.resource.clone()).collect(),
    };
    let identity = Identity::of_key(address);
    let body = text.to_string();
    let new = New { nonce: &text.nonce, body: &body, whole: Some((&identity, chain)), awaits_time };
    challenge::issue(cx, asker, &new).await?;
    Ok(text)
}
