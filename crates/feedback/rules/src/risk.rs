//! Duplicate accounts: signals that two accounts belong to one person, their weight, and groups of
//! accounts to review together.
//!
//! All of this only fills a queue. A score orders the queue and proves nothing. An unknown is
//! `None` and counts neither way.

mod candidate;
mod facts;
mod group;
mod score;
#[cfg(test)]
mod tests;
mod text_print;
mod vote;

use serde::{Deserialize, Serialize};

use crate::id::{PersonId, UserId};
use crate::keyed_enum::keyed_enum;
use crate::timestamp::{Day, Timestamp};

pub use group::{FoundCase, FoundMember, NotedSignal, Scan, scan};
pub use score::{Family, OPENS_AT, PairScore, Signal};
pub use text_print::text_print;

keyed_enum! {
    /// A signal about two accounts.
    pub enum SignalKind {
        /// One wallet paid the first gas of both, or one account paid the other's.
        SharedFunder = "shared_funder",
        /// Both have the same payout address.
        SharedPayout = "shared_payout",
        /// A wallet was moved from one to the other.
        WalletPassed = "wallet_passed",
        /// One browser was signed in to both.
        SharedDevice = "shared_device",
        /// They use the same network, possibly in turns.
        SharedNetwork = "shared_network",
        /// They signed up in a burst with one invitation.
        BurstSignup = "burst_signup",
        /// They wrote nearly the same texts.
        TextCopy = "text_copy",
        /// They vote for the same rarely voted issues.
        VoteRing = "vote_ring",
    }
}

keyed_enum! {
    /// A signal against two accounts belonging to one person.
    pub enum Against {
        /// They are never active at the same hours.
        OtherHours = "other_hours",
        /// They use the app in different languages.
        OtherLanguage = "other_language",
        /// They share no network.
        OtherNetwork = "other_network",
        /// One has a wallet that is older than the programme.
        OlderWallet = "older_wallet",
        /// Each has accepted reports that the other did not submit.
        OwnReports = "own_reports",
    }
}

keyed_enum! {
    /// The weight of an account having paid a wallet's first gas.
    pub enum FunderWeight {
        /// The payer has few transactions: full weight.
        Full = "full",
        /// The payer has many: half.
        Half = "half",
        /// An exchange, a faucet or a bridge: none.
        Hub = "hub",
    }
}

impl FunderWeight {
    /// By the number of the payer's transactions, unless an administrator has decided.
    pub fn of(sent: Option<u64>, is_exempt: Option<bool>) -> FunderWeight {
        match (is_exempt, sent) {
            (Some(true), _) | (None, Some(10_000..)) => FunderWeight::Hub,
            (None, Some(1_000..)) => FunderWeight::Half,
            (Some(false), _) | (None, _) => FunderWeight::Full,
        }
    }
}

/// Who paid a wallet's first gas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payer {
    /// The address that paid.
    pub funder: String,
    /// The contract that was used.
    pub via: Option<String>,
    /// The time.
    pub at: Timestamp,
    /// The amount, in the network's smallest unit.
    pub value: String,
    /// The weight.
    pub weight: FunderWeight,
    /// Number of the payer's transactions, if known.
    pub sent: Option<u64>,
    /// The funder of the payer, if known and not a hub.
    pub second: Option<String>,
}

/// How a wallet got its first gas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Funding {
    /// From an address.
    Paid(Payer),
    /// It was active long before the programme.
    Older,
    /// It never held the network's own coin, because others pay for its transactions.
    Never,
    /// The block does not show the payment.
    Unclear,
}

/// A wallet linked to an account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Wallet {
    /// Its address, in lower case.
    pub address: String,
    /// How it was funded; `None` if unknown.
    pub funding: Option<Funding>,
}

/// A browser and the days of its use.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Device {
    /// A digest of its token.
    pub device: String,
    /// The days.
    pub days: Vec<Day>,
}

/// A period of activity of an account.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Visit {
    /// Its start.
    pub from: Timestamp,
    /// Its end.
    pub to: Timestamp,
    /// A digest of the network.
    pub network: Option<String>,
}

/// A report's text, without quoted and pasted parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Text {
    /// The number of the report.
    pub number: u32,
    /// Its [`text_print`].
    pub print: u64,
}

/// An account with all its facts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Its id.
    pub id: UserId,
    /// Its current person.
    pub person: PersonId,
    /// The time of sign-up.
    pub joined_at: Timestamp,
    /// Its invitation, unless that was cleared.
    pub invitation: Option<String>,
    /// The language of the app.
    pub language: Option<String>,
    /// The payout address.
    pub payout: Option<String>,
    /// Linked wallets.
    pub wallets: Vec<Wallet>,
    /// Unlinked addresses.
    pub former_wallets: Vec<String>,
    /// Browsers.
    pub devices: Vec<Device>,
    /// Activity, in order.
    pub visits: Vec<Visit>,
    /// Texts.
    pub texts: Vec<Text>,
    /// The numbers of issues with its vote, ascending.
    pub votes: Vec<u32>,
    /// The numbers of its accepted reports, ascending.
    pub accepted: Vec<u32>,
}

/// The details of a signal, for the review of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum Fact {
    /// One wallet funded both.
    Funder {
        /// Its address.
        funder: String,
        /// The contract that was used.
        via: Option<String>,
        /// Minutes between the payments.
        minutes: u64,
        /// Whether the amounts were exactly equal.
        equal: bool,
        /// Number of the payer's transactions, if known.
        sent: Option<u64>,
    },
    /// A common address.
    Address {
        /// The address.
        address: String,
    },
    /// A common browser.
    Device {
        /// A digest of its token.
        device: String,
        /// Number of days on which both used it.
        days: usize,
    },
    /// A common network.
    Network {
        /// Whether they alternate.
        turns: bool,
        /// Number of visits from there.
        visits: usize,
        /// The gap between them, if they alternate.
        gap_minutes: Option<u64>,
    },
    /// A burst of sign-ups.
    Burst {
        /// The invitation.
        invitation: String,
        /// Number of users.
        people: usize,
        /// Minutes between these two.
        minutes: u64,
    },
    /// Similar texts.
    Texts {
        /// Number of similar pairs.
        pairs: usize,
        /// Number of differing bits, of 64, in the most similar pair.
        distance: u32,
        /// The reports of that pair.
        numbers: [u32; 2],
    },
    /// Common votes.
    Votes {
        /// Number of rarely voted issues that both voted for.
        issues: usize,
        /// Their share of all issues that either voted for.
        overlap_percent: usize,
    },
}

impl Fact {
    /// Identifies the fact, so that a dismissed one opens no case again.
    pub fn token(&self) -> String {
        match self {
            Fact::Funder { funder, .. } => format!("funder:{funder}"),
            Fact::Address { address } => format!("address:{address}"),
            Fact::Device { device, .. } => format!("device:{device}"),
            Fact::Network { turns, .. } => format!("network:{turns}"),
            Fact::Burst { invitation, .. } => format!("burst:{invitation}"),
            Fact::Texts { numbers: [a, b], .. } => format!("texts:{a}:{b}"),
            Fact::Votes { .. } => "votes".to_owned(),
        }
    }
}
