//! This node's cache of the networks: their endpoints and registries.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use chain_node::{Endpoint, Network, Nodes, TraceMode, Transport};
use parse_engine::Error;
use parse_store::{Access, Db, Sql};
use serde::Deserialize;

use super::address::explorer_host;
use super::{NoTransport, endpoint, registry};
use feedback_core::secret_keys::SecretKeys;
use feedback_core::table;

/// An enabled network.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KnownNetwork {
    /// The id of its object.
    pub id: String,
    /// Its chain id.
    pub chain_id: u64,
    /// Its name.
    pub name: String,
    /// Whether it is a test network.
    pub is_testnet: bool,
    /// The URL of its explorer.
    pub(crate) explorer_url: Option<String>,
    /// Confirmations after which a transaction is final.
    pub confirmations: u64,
    /// Time between blocks.
    pub block_time_ms: u64,
    /// The tracing support of its endpoints. `None` before the first test.
    pub(crate) trace_mode: Option<String>,
    /// The URLs of its endpoints, in the order in which they are called.
    pub endpoints: Vec<String>,
}

impl KnownNetwork {
    /// The host of links to its explorer.
    pub fn explorer_host(&self) -> Option<String> {
        self.explorer_url.as_deref().and_then(explorer_host)
    }

    /// Decrypts the URLs of its endpoints. One that cannot be decrypted is not used.
    fn open(&mut self, keys: &SecretKeys) {
        let network = &self.id;
        self.endpoints = std::mem::take(&mut self.endpoints)
            .iter()
            .filter_map(|kept| match endpoint::opened(keys, network, kept) {
                Ok(url) => Some(url),
                Err(error) => {
                    tracing::warn!(%network, %error, "RPC endpoint URL not decrypted, endpoint skipped");
                    None
                }
            })
            .collect();
    }

    fn as_asked(&self) -> Network {
        let endpoints = self.endpoints.iter().map(|url| Endpoint { url: url.clone() });
        Network {
            chain_id: self.chain_id,
            endpoints: endpoints.collect(),
            // Every endpoint supports a call at the parent block.
            trace_mode: self
                .trace_mode
                .as_deref()
                .and_then(TraceMode::parse)
                .unwrap_or(TraceMode::Call),
            block_time_ms: self.block_time_ms,
        }
    }
}

/// Caches the endpoints of the tables, and the registry of each network.
///
/// Every use asks the database for the version, because another node may have changed it. It is not
/// for commands that change networks themselves, because their change may never be committed.
pub struct NodeRegistry {
    nodes: Nodes,
    secrets: SecretKeys,
    kept: Mutex<Option<RegistryState>>,
}

#[derive(Clone)]
struct RegistryState {
    version: i64,
    enabled: Arc<[KnownNetwork]>,
    registries: HashMap<String, Arc<chain::Registry>>,
}

impl fmt::Debug for NodeRegistry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NodeRegistry").finish_non_exhaustive()
    }
}

impl Default for NodeRegistry {
    /// Without a transport.
    fn default() -> NodeRegistry {
        NodeRegistry::new(Arc::new(NoTransport), SecretKeys::default())
    }
}

impl NodeRegistry {
    /// Calls endpoints with a transport. Their URLs are decrypted with these keys.
    pub fn new(transport: Arc<dyn Transport>, secrets: SecretKeys) -> NodeRegistry {
        NodeRegistry { nodes: Nodes::new(transport), secrets, kept: Mutex::new(None) }
    }

    /// The endpoints of all enabled networks.
    pub async fn nodes(&self, db: &Db) -> Result<Nodes, Error> {
        self.current(db).await?;
        Ok(self.nodes.clone())
    }

    /// The cached endpoints: for calling a URL that is not in a table, and for their health.
    pub fn nodes_as_they_are(&self) -> Nodes {
        self.nodes.clone()
    }

    /// The enabled networks.
    pub async fn enabled(&self, db: &Db) -> Result<Arc<[KnownNetwork]>, Error> {
        Ok(self.current(db).await?.enabled)
    }

    /// The registry of a network.
    pub async fn registry(&self, db: &Db, network: &str) -> Result<Arc<chain::Registry>, Error> {
        let kept = self.current(db).await?;
        if let Some(known) = kept.registries.get(network) {
            return Ok(Arc::clone(known));
        }
        let read = Arc::new(registry::read(db, network).await?);
        let mut now = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(now) = now.as_mut().filter(|now| now.version == kept.version) {
            now.registries.insert(network.to_owned(), Arc::clone(&read));
        }
        Ok(read)
    }

    async fn current(&self, db: &Db) -> Result<RegistryState, Error> {
        let sql = Sql::new("select to_jsonb(version) from _touchstone.network_version");
        let version = table::rows(db, &sql, Access::Writes).await?.into_iter().next();
        let version: i64 = version.unwrap_or_default();
        let known = self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(known) = known.filter(|known| known.version >= version) {
            return Ok(known);
        }
        let mut enabled: Vec<KnownNetwork> =
            table::rows(db, &Sql::new(ENABLED), Access::Writes).await?;
        enabled.iter_mut().for_each(|network| network.open(&self.secrets));
        let networks = enabled.iter().map(KnownNetwork::as_asked).collect();
        let read = RegistryState { version, enabled: enabled.into(), registries: HashMap::new() };
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        // A concurrent reader may have stored a later version.
        match kept.as_ref().filter(|kept| kept.version >= version) {
            Some(later) => Ok(later.clone()),
            None => {
                self.nodes.configure(networks);
                Ok(kept.insert(read).clone())
            }
        }
    }
}

const ENABLED: &str = r#"select jsonb_build_object('id', n."objectId", 'chainId', n."chainId"::int8, 'name', n."name",
    'isTestnet', n."isTestnet", 'explorerUrl', n."explorerUrl",
    'confirmations', n."confirmations"::int8, 'blockTimeMs', n."blockTimeMs"::int8, 'traceMode', n."traceMode",
    'endpoints', (select coalesce(jsonb_agg(e.url order by e.place), '[]') from _touchstone.network_endpoint e
        where e.network = n."objectId"))
from "Network" n where n."enabled" order by n."createdAt", n."objectId" limit 200"#;
