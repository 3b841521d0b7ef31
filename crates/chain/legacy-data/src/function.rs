//! One function, as the engine calls it: who may ask, what it costs them, whether the answer is
//! known, and who is asked.

use std::sync::Arc;

use async_trait::async_trait;
use parse_engine::{Cx, Effect, Error, Function};
use parse_model::{Json, JsonMap};
use serde_json::json;

use crate::answer::{Answer, Lasts};
use crate::ask::Chain;
use crate::catalogue::{Answerer, ENTRIES, Entry};
use crate::chain_name::{Named, named};
use crate::param::Params;
use crate::refused::{failed, signed_out, too_often, unreadable};
use crate::shared::Shared;
use crate::{evm, provider, solana};

/// A function of the catalogue.
pub(crate) struct DataFunction {
    pub(crate) entry: &'static Entry,
    pub(crate) shared: Arc<Shared>,
}

#[async_trait]
impl Function for DataFunction {
    async fn call(&self, cx: &Cx, sent: JsonMap) -> Result<Option<Json>, Error> {
        self.admit(cx)?;
        let params = Params::of(self.entry, &sent);
        self.answer(&params).await.map(Some)
    }

    fn effect(&self) -> Effect {
        Effect::Reads
    }

    /// A node must not be waited for inside a transaction.
    fn joins_batches(&self) -> bool {
        false
    }
}

impl DataFunction {
    /// Whether the caller may ask, and has not asked too much.
    fn admit(&self, cx: &Cx) -> Result<(), Error> {
        let caller = cx.caller();
        if caller.is_unrestricted() {
            return Ok(());
        }
        let user = caller.user_id();
        if user.is_none() {
            return Err(signed_out());
        }
        if self.shared.allowance.charge(user, caller.request.ip, self.entry.cost) {
            Ok(())
        } else {
            Err(too_often(self.entry.name))
        }
    }

    async fn answer(&self, params: &Params) -> Result<Json, Error> {
        let &DataFunction { entry, ref shared } = self;
        if entry.answerer == Answerer::Server {
            return Ok(own(entry, shared));
        }
        let chain = chain_of(entry, params)?;
        let key = format!("{} {} {}", entry.name, chain.unwrap_or_default(), params.key());
        if let Some(known) = shared.kept.answer(&key) {
            return Ok(known);
        }
        let Answer { value, lasts } = self.asked(chain, params).await?;
        let is_final = match (lasts, chain, &shared.sources.nodes) {
            (Lasts::UpTo(block), Some(id), Some((nodes, _))) => {
                let chain = Chain::new(id, nodes, shared);
                chain.final_block().await.is_ok_and(|last| block <= last)
            }
            _ => false,
        };
        if lasts != Lasts::Never {
            shared.kept.keep(key, &value, is_final);
        }
        Ok(value)
    }

    /// Calls the source of this function.
    async fn asked(&self, chain: Option<u64>, params: &Params) -> Result<Answer, Error> {
        let &DataFunction { entry, ref shared } = self;
        let sources = &shared.sources;
        let has_node = match (chain, &sources.nodes) {
            (Some(id), Some((_, chains))) => chains.contains(&id),
            (None, _) => sources.solana.is_some(),
            _ => false,
        };
        let from_node = entry.answerer == Answerer::Node && has_node;
        let provider = sources.provider.as_ref().filter(|one| one.knows(entry.is_solana()));
        match (provider, chain, &sources.nodes) {
            (Some(provider), ..) if !from_node || beyond_nodes(entry, params) => {
                provider::answer(entry, chain, params, &**provider).await
            }
            (_, None, _) if from_node => solana::answer(entry.name, shared, params).await,
            (_, Some(id), Some((nodes, _))) if from_node => {
                let chain = Chain::new(id, nodes, shared);
                evm::answer(entry.name, &chain, params).await
            }
            (_, Some(id), _) if entry.answerer == Answerer::Node => Err(failed(format!(
                "No node of chain {id:#x} is configured here. The operator adds it to chain_nodes."
            ))),
            (_, None, _) if entry.answerer == Answerer::Node => {
                Err(failed("No node of Solana is configured here. The operator sets solana_nodes."))
            }
            (_, None, _) => Err(failed(NO_SOLANA_PROVIDER)),
            _ => Err(failed(NO_PROVIDER)),
        }
    }
}

/// The error of a function that needs a provider if there is none.
pub(crate) const NO_PROVIDER: &str = "This data source is not configured: no node can answer it, and the operator has set no chain_data_provider_url.";

/// The same for Solana.
const NO_SOLANA_PROVIDER: &str = "This data source is not configured: no node can answer it, and the operator has set no chain_data_solana_provider_url.";

/// Whether a function that nodes answer is asked in a way that they cannot.
fn beyond_nodes(entry: &Entry, params: &Params) -> bool {
    match entry.name {
        "getTokenBalances" => params.value("token_addresses").is_none(),
        "getERC20" => params.value("tokenAddress").is_none(),
        _ => false,
    }
}

/// The chain that a call is about; none for Solana.
fn chain_of(entry: &Entry, params: &Params) -> Result<Option<u64>, Error> {
    if entry.is_solana() {
        return Ok(None);
    }
    let text = params.text("chain").unwrap_or_else(|| "eth".to_owned());
    match named(&text) {
        Named::Chain(id) => Ok(Some(id)),
        Named::Dead(name) => Err(failed(format!("The network {name} was shut down."))),
        Named::Unknown => {
            Err(unreadable("chain", "the name of a chain, or its number such as 0x1"))
        }
    }
}

/// What this server answers by itself.
fn own(entry: &Entry, shared: &Shared) -> Json {
    match entry.name {
        "web3ApiVersion" => json!({ "version": env!("CARGO_PKG_VERSION") }),
        "endpointWeights" => weights(shared),
        "syncNFTContract" => {
            json!({ "message": "Nothing is indexed here; every answer is read from the chain." })
        }
        _ => json!({ "message": "Thank you. This server keeps no list of contracts." }),
    }
}

/// What each function takes from an allowance, as this server counts it.
fn weights(shared: &Shared) -> Json {
    let has_provider = shared.sources.provider.is_some();
    let is_answered = |entry: &&Entry| match entry.answerer {
        Answerer::Node | Answerer::Server => true,
        Answerer::Provider => has_provider,
        Answerer::Gone => false,
    };
    let told = ENTRIES.iter().filter(is_answered).map(|entry| {
        json!({
            "endpoint": entry.name,
            "path": entry.path,
            "rateLimitWeight": entry.cost.to_string(),
            "price": entry.cost.to_string(),
        })
    });
    told.collect()
}
