//! Evidence from a pasted text.

use chain::explanation::RpcError;
use chain::{Explorer, Pasted, recognise};
use parse_engine::Error;

use feedback_core::refused::invalid;
use feedback_networks::network::KnownNetwork;

/// The content of a paste.
#[derive(Debug)]
pub(super) enum PastedEvidence {
    /// A transaction, by its hash.
    Transaction(String),
    /// An error of a wallet or an endpoint, without secrets.
    Error(RpcError),
    /// Only the quote that came with the paste.
    Quote,
}

/// Parses a pasted text, and the network that it names.
pub(super) fn read(
    text: &str,
    networks: &[KnownNetwork],
    has_quote: bool,
) -> Result<(PastedEvidence, Option<KnownNetwork>), Error> {
    if text.trim().is_empty() && has_quote {
        return Ok((PastedEvidence::Quote, None));
    }
    let explorer = |network: &KnownNetwork| {
        Some(Explorer { host: network.explorer_host()?, chain_id: network.chain_id })
    };
    let explorers: Vec<Explorer> = networks.iter().filter_map(explorer).collect();
    match recognise(text, &explorers) {
        Pasted::Hash { hash, chain_id } => {
            let linked = networks.iter().find(|network| Some(network.chain_id) == chain_id);
            Ok((PastedEvidence::Transaction(format!("{hash:#x}")), linked.cloned()))
        }
        Pasted::Error(error) => Ok((PastedEvidence::Error(error), None)),
        Pasted::Nothing { why } => Err(invalid("EVIDENCE", why)),
    }
}
