//! Whether what was sent proves an identity, and what follows when it is used.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::{Cx, Error, Proof, ProofConsumer, ProofPurpose, WhileDoing};
use parse_model::JsonMap;
use wallet::evm::contract::{Inquiry, Resident, resident};
use wallet::text::{Legacy, SignIn, is_fit};
use wallet::{Address, Family, Identity, Unproved};

use crate::account;
use crate::challenge::{self, Asker, Open};
use crate::class::Kind;
use crate::node::{Nodes, Unreachable};
use crate::refused::{unproved, unreachable, unsupported};
use crate::shared::Shared;

/// How many chains are asked about one signature that names none.
const MOST_CHAINS: usize = 2;

/// How long a session lasts that a contract's word led to: its owners may change.
const CONTRACT_SESSION: i64 = 24 * 60 * 60;

/// What a user sends as a proof.
#[derive(Debug)]
pub(crate) struct Sent<'a> {
    pub(crate) family: Family,
    pub(crate) address: &'a str,
    pub(crate) text: &'a str,
    pub(crate) signature: &'a str,
}

/// Checks a proof and finds out whose the identity is.
pub(crate) async fn prove(
    shared: &Arc<Shared>,
    cx: &Cx,
    sent: &Sent<'_>,
    purpose: ProofPurpose<'_>,
) -> Result<Proof, Error> {
    let asker = Asker::of(cx, &shared.options)?;
    let kind = Kind::of(sent.family);
    if !is_fit(sent.family, sent.text) {
        return Err(unproved());
    }
    let address = Address::parse(sent.family, sent.address).map_err(|_| unproved())?;
    let whole = SignIn::parse(sent.text).ok();
    let nonce = match &whole {
        Some(text) => text.nonce.as_str(),
        None if asker.audience.is_some() => return Err(unproved()),
        None if !shared.options.legacy_texts => {
            return Err(unsupported("This application no longer takes the texts of old clients."));
        }
        None => Legacy::parse(sent.text).map_err(|_| unproved())?.nonce,
    };
    let open = Open::find(cx, &asker, purpose, nonce).await?;
    if !is_answered(cx, &open, &address, sent.text) {
        return Err(unproved());
    }
    let identity = identified(shared, &open, &address, sent).await?;
    let holder = account::holder(cx, kind, &address, &identity).await?;
    if !open.is_whole {
        let concerned = holder.as_deref().or(match purpose {
            ProofPurpose::Link(id) => Some(id),
            ProofPurpose::SignIn => None,
        });
        check_not_strict(shared, cx, concerned).await?;
    }
    let longest_session = identity.chain().map(|_| CONTRACT_SESSION);
    let proven = identity.account();
    let consumer = Use { kind, nonce: open.nonce, address, identity };
    Ok(Proof { identity: proven, holder, longest_session, consumer: Arc::new(consumer) })
}

/// Whether a text is the one that was asked for, under the address that it was asked for.
fn is_answered(cx: &Cx, open: &Open, address: &Address, text: &str) -> bool {
    if !open.is_whole {
        return Legacy::ends_in(text, &cx.settings().application_id, &open.body);
    }
    open.body == text
        && open.family.as_deref() == Some(address.family().name())
        && open.account == Some(Identity::of_key(address).canonical())
}

/// Some people's accounts are worth a text that a wallet can check the site of.
async fn check_not_strict(shared: &Shared, cx: &Cx, user_id: Option<&str>) -> Result<(), Error> {
    let strict = &shared.options.strict_roles;
    let Some(user_id) = user_id.filter(|_| !strict.is_empty()) else { return Ok(()) };
    let roles = parse_store::role::roles_of(cx.db(), user_id).await.while_doing("reading roles")?;
    if roles.iter().any(|role| strict.contains(role)) { Err(unproved()) } else { Ok(()) }
}

/// Who signed: the key behind the address, or else the contract there.
async fn identified(
    shared: &Arc<Shared>,
    open: &Open,
    address: &Address,
    sent: &Sent<'_>,
) -> Result<Identity, Error> {
    match by_key(address, sent).await? {
        Ok(()) => return Ok(Identity::of_key(address)),
        Err(_) if sent.family == Family::Evm => {}
        Err(_) => return Err(unproved()),
    }
    let Some(nodes) = &shared.nodes else { return Err(unproved()) };
    let inquiry = Inquiry::about(address, sent.text, sent.signature).map_err(|_| unproved())?;
    if let Inquiry::Undeployed { factory, .. } = &inquiry
        && !shared.options.factories.contains(factory)
    {
        return Err(unproved());
    }
    let known = nodes.chains().iter().copied();
    let chains: Vec<u64> = match open.chain {
        Some(chain) => known.filter(|known| *known == chain).collect(),
        None => known.take(MOST_CHAINS).collect(),
    };
    for chain in chains {
        let says_yes = by_contract(nodes.as_ref(), chain, address, &inquiry).await;
        if says_yes.map_err(|Unreachable| unreachable())? {
            return Ok(Identity::of_contract(address, chain));
        }
    }
    Err(unproved())
}

/// Checks a signature away from the threads that answer requests.
async fn by_key(address: &Address, sent: &Sent<'_>) -> Result<Result<(), Unproved>, Error> {
    let (address, text) = (address.clone(), sent.text.to_owned());
    let signature = sent.signature.to_owned();
    let checked =
        tokio::task::spawn_blocking(move || wallet::verify(&address, &text, &signature)).await;
    checked
        .map_err(|error| Error::Failed { doing: "checking a signature", source: Box::new(error) })
}

async fn by_contract(
    nodes: &dyn Nodes,
    chain: u64,
    address: &Address,
    inquiry: &Inquiry,
) -> Result<bool, Unreachable> {
    let code = nodes.code(chain, address.as_str()).await?;
    let speaks_by_contract = match resident(&code).ok_or(Unreachable)? {
        Resident::Contract => true,
        Resident::NoCode => matches!(inquiry, Inquiry::Undeployed { .. }),
        // Anyone who lends their address to code has a key, and the key did not sign.
        Resident::Delegating => false,
    };
    if !speaks_by_contract {
        return Ok(false);
    }
    let answer = nodes.call(chain, inquiry.call()).await?;
    Ok(answer.is_some_and(|answer| inquiry.is_yes(&answer)))
}

/// A proof that is good once.
struct Use {
    kind: &'static Kind,
    nonce: String,
    address: Address,
    identity: Identity,
}

#[async_trait]
impl ProofConsumer for Use {
    async fn consume(&self, tx: &Cx, user_id: &str) -> Result<JsonMap, Error> {
        challenge::consume(tx, &self.nonce).await?;
        account::attach(tx, self.kind, &self.address, &self.identity, user_id).await
    }
}
