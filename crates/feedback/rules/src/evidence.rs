//! Evidence: transactions and errors that users show, their state, and their owners.

use crate::keyed_enum::keyed_enum;
use crate::timestamp::Span;

keyed_enum! {
    /// The kind of evidence.
    pub enum EvidenceKind {
        /// A transaction.
        Tx = "tx",
        /// An error of a wallet or an endpoint.
        RpcError = "rpc_error",
        /// Only a quote.
        QuoteOnly = "quote_only",
    }
}

keyed_enum! {
    /// The state of evidence.
    pub enum EvidenceState {
        /// Waiting for its look-up.
        Queued = "queued",
        /// It is being looked up.
        Fetching = "fetching",
        /// It is explained.
        Decoded = "decoded",
        /// Explained as far as the endpoints answered, without a trace.
        Partial = "partial",
        /// The transaction is pending.
        Waiting = "waiting",
        /// No network knows it, or more than one does.
        NotFound = "not_found",
        /// It cannot be explained.
        Failed = "failed",
    }
}

impl EvidenceState {
    /// Whether it has an explanation.
    pub fn is_explained(self) -> bool {
        matches!(self, EvidenceState::Decoded | EvidenceState::Partial)
    }
}

keyed_enum! {
    /// Whether a transaction belongs to the owner of the evidence.
    pub enum OwnerMatch {
        /// One of their wallets sent it.
        Yes = "yes",
        /// Another user sent it.
        No = "no",
        /// Another user relayed it for one of their wallets.
        Relayed = "relayed",
        /// They have no linked wallet, or the sender is unknown.
        Unknown = "unknown",
    }
}

impl OwnerMatch {
    /// Whether it is theirs.
    pub fn is_own(self) -> bool {
        matches!(self, OwnerMatch::Yes | OwnerMatch::Relayed)
    }
}

keyed_enum! {
    /// The kind of a wallet.
    pub enum WalletKind {
        /// In the browser.
        Injected = "injected",
        /// On another device.
        WalletConnect = "walletconnect",
        /// A hardware wallet.
        Hardware = "hardware",
        /// A contract.
        SmartAccount = "smart_account",
        /// Anything else.
        Other = "other",
    }
}

/// A linked wallet: its address, and for a contract the only chain on which it belongs to the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinkedWallet {
    /// Hex, in any letter case.
    pub address: String,
    /// The chain of a contract.
    pub chain: Option<u64>,
}

/// Whether a transaction belongs to the user with these wallets.
pub fn owner_match(
    from: Option<&str>,
    actors: &[String],
    chain: Option<u64>,
    wallets: &[LinkedWallet],
) -> OwnerMatch {
    let is_theirs = |address: &str| {
        let mut wallets = wallets.iter();
        wallets.any(|wallet| {
            wallet.address.eq_ignore_ascii_case(address)
                && (wallet.chain.is_none() || wallet.chain == chain)
        })
    };
    match from {
        Some(from) if is_theirs(from) => OwnerMatch::Yes,
        _ if actors.iter().any(|actor| is_theirs(actor)) => OwnerMatch::Relayed,
        Some(_) if !wallets.is_empty() => OwnerMatch::No,
        _ => OwnerMatch::Unknown,
    }
}

/// How long a pending transaction is watched.
pub const WAITING: Span = Span::hours(24);

/// From when on a pending transaction is reported as stuck.
pub const STUCK: Span = Span::minutes(15);

/// The delay before the next look-up of a pending transaction. Hourly in the end.
pub fn next_look(looks: u32) -> Span {
    match looks {
        0 => Span::seconds(15),
        1 => Span::minutes(1),
        2 => Span::minutes(2),
        3 => Span::minutes(5),
        4 => Span::minutes(15),
        _ => Span::hours(1),
    }
}

/// The delay before the next look-up of a transaction that no network knows: three times within ten
/// minutes. `None` after that.
pub fn next_search(looks: u32) -> Option<Span> {
    match looks {
        0 => Some(Span::minutes(1)),
        1 => Some(Span::minutes(3)),
        2 => Some(Span::minutes(6)),
        _ => None,
    }
}

/// The delay before the next attempt if no endpoint answered.
pub fn next_try(tries: u32) -> Option<Span> {
    match tries {
        0 => Some(Span::seconds(5)),
        1 => Some(Span::seconds(30)),
        2 => Some(Span::minutes(2)),
        3 => Some(Span::minutes(10)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINE: &str = "0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B";

    fn wallets(chain: Option<u64>) -> Vec<LinkedWallet> {
        vec![LinkedWallet { address: MINE.to_lowercase(), chain }]
    }

    #[test]
    fn a_transaction_is_whose_wallet_sent_it_or_acted_in_it() {
        let other = "0x00000000000000000000000000000000000000aa";
        let acted = [MINE.to_lowercase()];
        let linked = wallets(None);
        assert_eq!(owner_match(Some(MINE), &[], Some(1), &linked), OwnerMatch::Yes);
        assert_eq!(owner_match(Some(other), &acted, Some(1), &linked), OwnerMatch::Relayed);
        assert_eq!(owner_match(Some(other), &[], Some(1), &linked), OwnerMatch::No);
        assert_eq!(owner_match(Some(MINE), &[], Some(1), &[]), OwnerMatch::Unknown);
        assert_eq!(owner_match(None, &[], None, &linked), OwnerMatch::Unknown);
        assert!(OwnerMatch::Relayed.is_own() && !OwnerMatch::Unknown.is_own());
    }

    #[test]
    fn a_contract_is_its_owners_on_its_own_chain_alone() {
        let linked = wallets(Some(10));
        assert_eq!(owner_match(Some(MINE), &[], Some(10), &linked), OwnerMatch::Yes);
        assert_eq!(owner_match(Some(MINE), &[], Some(1), &linked), OwnerMatch::No);
    }

    #[test]
    fn looks_become_rarer_and_a_search_ends_within_ten_minutes() {
        let looks: Vec<u64> = (0..7).map(|n| next_look(n).millis() / 1000).collect();
        assert_eq!(looks, [15, 60, 120, 300, 900, 3600, 3600]);
        let searched: u64 = (0..9).map_while(next_search).map(Span::millis).sum();
        assert_eq!(searched, 600_000);
        assert_eq!(next_search(3), None);
        assert!((0..9).map_while(next_try).count() == 4);
    }
}
