//! Builds of the product under test.

use serde::{Deserialize, Serialize};

use crate::id::BuildId;
use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// A line of builds; builds of different lines cannot be put in an order.
    pub enum Channel {
        /// The web app.
        Web = "web",
        /// The contracts on chain.
        Contracts = "contracts",
        /// The app for phones.
        Mobile = "mobile",
    }
}

/// A build, as far as rules look at it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Build {
    /// Which one.
    pub id: BuildId,
    /// The line it belongs to.
    pub channel: Channel,
    /// Its place in that line; the build called `unknown` has 0.
    pub ordinal: u32,
}

impl Build {
    /// Whether this is `other` or came after it. Builds of different channels never did.
    pub fn is_at_least(&self, other: &Build) -> bool {
        self.channel == other.channel && self.ordinal >= other.ordinal
    }

    /// Whether it may hold the fix of something seen in `reported`.
    ///
    /// A failure seen in one channel may well be fixed in another, and their order says nothing.
    pub fn may_fix(&self, reported: &Build) -> bool {
        self.channel != reported.channel || self.ordinal >= reported.ordinal
    }
}
