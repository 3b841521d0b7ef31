//! Tokens that are things: what they are, whose they are, and which there are.

use std::collections::{BTreeMap, BTreeSet};

use alloy_primitives::{Address, B256, U256};
use futures_util::future::try_join;
use parse_engine::Error;
use parse_model::Json;
use serde_json::json;

use super::nft_transfer::{any, moved};
use crate::answer::{Answer, Lasts};
use crate::ask::Chain;
use crate::page::{counted, told};
use crate::param::{MOST_ITEMS, MOST_ROWS, Params, address};
use crate::quantity::{address_in, big, id_text, spelled, tag, word};
use crate::refused::{failed, not_found, required, unreadable};
use crate::scan;
use crate::token_uri::{described, described_here, filled, normalized};

const ERC721: &str = "ERC721";
const ERC1155: &str = "ERC1155";

/// The interfaces by their numbers in ERC-165.
const IS_ERC721: u32 = 0x80ac_58cd;
const IS_ERC1155: u32 = 0xd9b6_7a26;
const IS_ENUMERABLE: u32 = 0x780e_9d63;

async fn supports(chain: &Chain<'_>, contract: Address, interface: u32) -> Result<bool, Error> {
    let mut id = B256::ZERO;
    id[..4].copy_from_slice(&interface.to_be_bytes());
    let said = chain.word(contract, "supportsInterface(bytes4)", &[id], "latest").await?;
    Ok(said == Some(B256::with_last_byte(1)))
}

async fn kind_of(chain: &Chain<'_>, contract: Address) -> Result<&'static str, Error> {
    let (single, many) =
        try_join(supports(chain, contract, IS_ERC721), supports(chain, contract, IS_ERC1155))
            .await?;
    match (single, many) {
        (true, _) => Ok(ERC721),
        (_, true) => Ok(ERC1155),
        _ => Err(not_found("There is no contract of NFTs at this address.")),
    }
}

/// What a contract says of itself.
pub(super) async fn contract(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let contract = params.address("address")?;
    let kind = kind_of(chain, contract).await?;
    let facts = chain.token(contract).await?;
    Ok(Answer::head(json!({
        "token_address": spelled(contract),
        "name": facts.name,
        "symbol": facts.symbol,
        "contract_type": kind,
        "synced_at": null,
    })))
}

/// How the description of a thing is come by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Description {
    /// Read where it is in the address itself.
    Inline,
    /// Fetched, or remembered.
    Fetched,
    /// Fetched although it is remembered.
    Again,
}

/// A contract whose tokens are returned.
struct Collection<'a> {
    chain: &'a Chain<'a>,
    contract: Address,
    kind: &'static str,
    is_hex: bool,
    is_normalized: bool,
    description: Description,
}

impl<'a> Collection<'a> {
    async fn of(
        chain: &'a Chain<'a>,
        contract: Address,
        params: &Params,
        description: Description,
    ) -> Result<Collection<'a>, Error> {
        let kind = kind_of(chain, contract).await?;
        let is_normalized = params.text("normalizeMetadata").is_some_and(|flag| flag == "true");
        let is_hex = params.is_hex();
        Ok(Collection { chain, contract, kind, is_hex, is_normalized, description })
    }

    async fn owner(&self, id: U256) -> Result<Option<Address>, Error> {
        if self.kind != ERC721 {
            return Ok(None);
        }
        let words = [B256::from(id)];
        let owner = self.chain.word(self.contract, "ownerOf(uint256)", &words, "latest").await?;
        Ok(owner.and_then(address_in).filter(|owner| !owner.is_zero()))
    }

    /// One thing; with an owner and an amount where they are known already.
    async fn row(&self, id: U256, held: Option<(Address, U256)>) -> Result<Json, Error> {
        let signature = if self.kind == ERC721 { "tokenURI(uint256)" } else { "uri(uint256)" };
        let words = [B256::from(id)];
        let (uri, facts) = try_join(
            self.chain.text(self.contract, signature, &words),
            self.chain.token(self.contract),
        )
        .await?;
        let (owner, amount) = match held {
            Some((owner, amount)) => (Some(owner), amount),
            None => (self.owner(id).await?, U256::from(1)),
        };
        let uri = uri.map(|uri| filled(&uri, id));
        let text = match (&uri, self.description) {
            (None, _) => None,
            (Some(uri), Description::Inline) => described_here(uri),
            (Some(uri), how) => described(self.chain.shared, uri, how == Description::Again).await,
        };
        let mut row = json!({
            "token_address": spelled(self.contract),
            "token_id": id_text(id, self.is_hex),
            "owner_of": owner.map(spelled),
            "block_number": null,
            "block_number_minted": null,
            "token_hash": null,
            "amount": amount.to_string(),
            "contract_type": self.kind,
            "name": facts.name,
            "symbol": facts.symbol,
            "token_uri": uri,
            "metadata": text.as_deref(),
            "last_token_uri_sync": null,
            "last_metadata_sync": null,
            "minter_address": null,
            "possible_spam": false,
        });
        if self.is_normalized {
            row["normalized_metadata"] = normalized(text.as_deref());
        }
        Ok(row)
    }

    async fn rows(&self, held: &[(U256, Address, U256)]) -> Result<Vec<Json>, Error> {
        let row =
            |&(id, owner, amount): &(U256, Address, U256)| self.row(id, Some((owner, amount)));
        self.chain.each(held, row).await
    }
}

/// One thing.
pub(super) async fn token(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    found(chain, params, Description::Fetched).await.map(Answer::head)
}

async fn found(chain: &Chain<'_>, params: &Params, how: Description) -> Result<Json, Error> {
    let id = params.token_id("token_id")?;
    let collection = Collection::of(chain, params.address("address")?, params, how).await?;
    let row = collection.row(id, None).await?;
    if collection.kind == ERC721 && row["owner_of"].is_null() {
        return Err(not_found("There is no token of this number."));
    }
    Ok(row)
}

/// Fetches the metadata of a token again.
pub(super) async fn sync_again(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let row = found(chain, params, Description::Again).await?;
    let status = if row["metadata"].is_null() { "failed" } else { "completed" };
    Ok(Answer { value: json!({ "status": status }), lasts: Lasts::Never })
}

/// Several things.
pub(super) async fn several(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let Some(Json::Array(tokens)) = params.json("tokens") else { return Err(required("tokens")) };
    if tokens.len() > MOST_ITEMS {
        return Err(unreadable("tokens", &format!("a list of at most {MOST_ITEMS}")));
    }
    let mut asked = Vec::new();
    for token in &tokens {
        let text = |name: &str| match token.get(name) {
            Some(Json::String(text)) => Ok(text.clone()),
            Some(Json::Number(number)) => Ok(number.to_string()),
            _ => Err(required(name)),
        };
        let id = big(&text("token_id")?);
        let id = id.ok_or_else(|| unreadable("token_id", "the number of a token"))?;
        asked.push((address("token_address", &text("token_address")?)?, id));
    }
    let row = async |&(contract, id): &(Address, U256)| {
        let collection = Collection::of(chain, contract, params, Description::Fetched).await?;
        collection.row(id, None).await
    };
    let mut rows = Vec::new();
    for one in &asked {
        rows.push(row(one).await?);
    }
    Ok(Answer::head(Json::Array(rows)))
}

/// What an owner has of a contract, or everything there is of it, by the numbers it lists itself.
async fn enumerated(
    collection: &Collection<'_>,
    owner: Option<Address>,
    skip: usize,
    limit: usize,
) -> Result<Option<(Vec<(U256, Address, U256)>, usize)>, Error> {
    let &Collection { chain, contract, .. } = collection;
    if !supports(chain, contract, IS_ENUMERABLE).await? {
        return Ok(None);
    }
    let count = match owner {
        Some(owner) => {
            chain.number(contract, "balanceOf(address)", &[word(owner)], "latest").await?
        }
        None => chain.number(contract, "totalSupply()", &[], "latest").await?,
    };
    let Some(total) = count.and_then(|count| usize::try_from(count).ok()) else { return Ok(None) };
    let places: Vec<usize> = (skip..total).take(limit).collect();
    let one = async |place: usize| {
        let place = B256::from(U256::from(place));
        let id = match owner {
            Some(owner) => {
                let words = [word(owner), place];
                let signature = "tokenOfOwnerByIndex(address,uint256)";
                chain.number(contract, signature, &words, "latest").await?
            }
            None => chain.number(contract, "tokenByIndex(uint256)", &[place], "latest").await?,
        };
        let id = id.ok_or_else(crate::refused::nonsense)?;
        let owner = match owner {
            Some(owner) => owner,
            None => collection.owner(id).await?.unwrap_or_default(),
        };
        Ok((id, owner, U256::from(1)))
    };
    let held = chain.each(&places, |place| one(*place)).await?;
    Ok(Some((held, total)))
}

/// Who holds how much of what, by everything that ever moved. Possible while a contract is young
/// enough to be read from its first block on.
async fn replayed(
    chain: &Chain<'_>,
    contract: Address,
) -> Result<BTreeMap<(U256, Address), U256>, Error> {
    let head = chain.head().await?;
    let most = chain.shared.options.most_blocks;
    let first = (head + 1).saturating_sub(most);
    if first > 0 && has_code(chain, contract, first - 1).await? {
        return Err(failed(format!(
            "This contract does not list its tokens, and it is older than the {most} blocks that are searched in one call. Have the operator set chain_data_provider_url."
        )));
    }
    let mut held: BTreeMap<(U256, Address), U256> = BTreeMap::new();
    let filter = any(vec![spelled(contract)]);
    for log in scan::all(chain, &[filter], first, head).await? {
        for moved in moved(&log) {
            if let Some(before) = held.get_mut(&(moved.id, moved.from)) {
                *before = before.saturating_sub(moved.amount);
            }
            let after = held.entry((moved.id, moved.to)).or_default();
            *after = after.saturating_add(moved.amount);
        }
    }
    held.retain(|(_, owner), amount| !owner.is_zero() && !amount.is_zero());
    Ok(held)
}

async fn has_code(chain: &Chain<'_>, contract: Address, at: u64) -> Result<bool, Error> {
    let code = chain.request("eth_getCode", json!([spelled(contract), tag(at)])).await?;
    Ok(code.as_str().is_some_and(|code| code.len() > 2))
}

/// The part of a list that a page shows.
async fn paged(
    collection: &Collection<'_>,
    params: &Params,
    held: Vec<(U256, Address, U256)>,
) -> Result<Answer, Error> {
    let limit = params.limit(MOST_ROWS)?;
    let skip = told(params.text("cursor").as_deref())?;
    let shown: Vec<_> = held.iter().skip(skip).take(limit).copied().collect();
    let rows = collection.rows(&shown).await?;
    Ok(Answer::head(counted(rows, skip, limit, held.len())))
}

async fn listed(
    chain: &Chain<'_>,
    params: &Params,
    contract: Address,
    owner: Option<Address>,
) -> Result<Answer, Error> {
    let collection = Collection::of(chain, contract, params, Description::Inline).await?;
    let limit = params.limit(MOST_ROWS)?;
    let skip = told(params.text("cursor").as_deref())?;
    if let Some((held, total)) = enumerated(&collection, owner, skip, limit).await? {
        let rows = collection.rows(&held).await?;
        return Ok(Answer::head(counted(rows, skip, limit, total)));
    }
    let held = replayed(chain, contract).await?.into_iter();
    let held = held.map(|((id, holder), amount)| (id, holder, amount));
    let held = match owner {
        Some(owner) => held.filter(|(_, holder, _)| *holder == owner).collect(),
        // Every number once, however many hold of it.
        None => {
            let mut seen = BTreeSet::new();
            held.filter(|(id, _, _)| seen.insert(*id)).collect()
        }
    };
    paged(&collection, params, held).await
}

/// What an owner has of a contract.
pub(super) async fn of_owner(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let (owner, contract) = (params.address("address")?, params.address("token_address")?);
    listed(chain, params, contract, Some(owner)).await
}

/// Everything there is of a contract.
pub(super) async fn of_contract(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    listed(chain, params, params.address("address")?, None).await
}

/// Who has a thing.
pub(super) async fn owners_of_token(chain: &Chain<'_>, params: &Params) -> Result<Answer, Error> {
    let id = params.token_id("token_id")?;
    let contract = params.address("address")?;
    let collection = Collection::of(chain, contract, params, Description::Inline).await?;
    let held = if collection.kind == ERC721 {
        let owner = collection.owner(id).await?;
        owner.into_iter().map(|owner| (id, owner, U256::from(1))).collect()
    } else {
        let held = replayed(chain, contract).await?.into_iter();
        let held = held.filter(|((held, _), _)| *held == id);
        held.map(|((id, owner), amount)| (id, owner, amount)).collect()
    };
    paged(&collection, params, held).await
}
