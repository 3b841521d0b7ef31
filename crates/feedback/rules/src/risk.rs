//! Telling persons from accounts: what speaks for two accounts being one person's, how much, and
//! which accounts a person should look at together.
//!
//! Everything here only fills a queue. A score says what to look at first, never what is true. An
//! unknown is `None` and counts for nothing, in either direction.

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
    /// What was noticed about two accounts.
    pub enum SignalKind {
        /// One wallet paid the first gas of both, or one of them paid the other's.
        SharedFunder = "shared_funder",
        /// Both want to be paid at one address.
        SharedPayout = "shared_payout",
        /// A wallet moved from one to the other.
        WalletPassed = "wallet_passed",
        /// One browser was signed in to both.
        SharedDevice = "shared_device",
        /// They come from one network, perhaps in turns.
        SharedNetwork = "shared_network",
        /// They signed up in a wave by one invitation.
        BurstSignup = "burst_signup",
        /// They wrote nearly the same.
        TextCopy = "text_copy",
        /// They vote for the same things that few others vote for.
        VoteRing = "vote_ring",
    }
}

keyed_enum! {
    /// What speaks against two accounts being one person's.
    pub enum Against {
        /// They are never here at the same hours of the day.
        OtherHours = "other_hours",
        /// They use the app in different languages.
        OtherLanguage = "other_language",
        /// They share no network.
        OtherNetwork = "other_network",
        /// One has a wallet that is older than the programme.
        OlderWallet = "older_wallet",
        /// Each has accepted reports of faults that the other did not report.
        OwnReports = "own_reports",
    }
}

keyed_enum! {
    /// The weight of the fact that an account paid a wallet's first gas.
    pub enum FunderWeight {
        /// It pays few: everything.
        Full = "full",
        /// It pays many: half.
        Half = "half",
        /// It is an exchange, a faucet or a bridge: nothing.
        Hub = "hub",
    }
}

impl FunderWeight {
    /// By how many transactions the payer has sent; an administrator's word comes before it.
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
    /// The contract it went through.
    pub via: Option<String>,
    /// When.
    pub at: Timestamp,
    /// How much, in the network's smallest unit.
    pub value: String,
    /// How much that says.
    pub weight: FunderWeight,
    /// How many transactions the payer has sent, if it was asked.
    pub sent: Option<u64>,
    /// Who paid the payer, if known and no hub.
    pub second: Option<String>,
}

/// How a wallet came to its first gas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Funding {
    /// An address paid.
    Paid(Payer),
    /// It was alive long before the programme.
    Older,
    /// It never held the network's own coin: others pay for its transactions.
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

/// A browser and the days on which it was used.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Device {
    /// A digest of its token.
    pub device: String,
    /// The days.
    pub days: Vec<Day>,
}

/// A stretch of time in which an account did things.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Visit {
    /// Its beginning.
    pub from: Timestamp,
    /// Its end.
    pub to: Timestamp,
    /// A digest of the network it came from.
    pub network: Option<String>,
}

/// A report's text, as far as it is the reporter's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub struct Text {
    /// The number of the report.
    pub number: u32,
    /// [`text_print`] of it.
    pub print: u64,
}

/// An account and all that is known of it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Account {
    /// Which one.
    pub id: UserId,
    /// The person it belongs to today.
    pub person: PersonId,
    /// When it was made.
    pub joined_at: Timestamp,
    /// By which invitation, unless that was cleared.
    pub invitation: Option<String>,
    /// The language it uses the app in.
    pub language: Option<String>,
    /// Where it wants to be paid.
    pub payout: Option<String>,
    /// The wallets it has.
    pub wallets: Vec<Wallet>,
    /// Addresses it had and gave up.
    pub former_wallets: Vec<String>,
    /// The browsers it was used in.
    pub devices: Vec<Device>,
    /// When it was here, in order.
    pub visits: Vec<Visit>,
    /// What it wrote.
    pub texts: Vec<Text>,
    /// The numbers of the issues it votes for, ascending.
    pub votes: Vec<u32>,
    /// The numbers of the faults it found and that were accepted, ascending.
    pub accepted: Vec<u32>,
}

/// What is known about a signal, for those who look at a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum Fact {
    /// One wallet paid both.
    Funder {
        /// Its address.
        funder: String,
        /// The contract it went through.
        via: Option<String>,
        /// How far the payments are apart.
        minutes: u64,
        /// Whether they were equal to the last unit.
        equal: bool,
        /// How many transactions the payer has sent, if it was asked.
        sent: Option<u64>,
    },
    /// An address of both.
    Address {
        /// Which one.
        address: String,
    },
    /// A browser of both.
    Device {
        /// A digest of its token.
        device: String,
        /// On how many days both used it.
        days: usize,
    },
    /// A network of both.
    Network {
        /// Whether they take turns.
        turns: bool,
        /// How often they came from there.
        visits: usize,
        /// How long it takes from one to the other, if they take turns.
        gap_minutes: Option<u64>,
    },
    /// A wave of sign-ups.
    Burst {
        /// By which invitation.
        invitation: String,
        /// How many came.
        people: usize,
        /// How far these two are apart.
        minutes: u64,
    },
    /// Texts of both.
    Texts {
        /// How many pairs of them are alike.
        pairs: usize,
        /// In how many places of 64 the nearest two differ.
        distance: u32,
        /// The reports of those.
        numbers: [u32; 2],
    },
    /// Votes of both.
    Votes {
        /// For how many issues that few others vote for.
        issues: usize,
        /// How much of what either voted for that is.
        overlap_percent: usize,
    },
}

impl Fact {
    /// What makes it the same fact again, so that what was dismissed once stays so.
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
