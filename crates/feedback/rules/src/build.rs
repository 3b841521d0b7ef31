//! Builds of the product under test.

use serde::{Deserialize, Serialize};

use crate::id::BuildId;
use crate::keyed_enum::keyed_enum;

keyed_enum! {
    /// A channel of builds. Builds of different channels have no order.
    pub enum Channel {
        /// The web app.
        Web = "web",
        /// The contracts on chain.
        Contracts = "contracts",
        /// The app for phones.
        Mobile = "mobile",
    }
}

/// A build, as far as the rules need it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Build {
    /// Its id.
    pub id: BuildId,
    /// Its channel.
    pub channel: Channel,
    /// Its position in the channel. The build `unknown` has 0.
    pub ordinal: u32,
}

impl Build {
    /// Whether this is `other` or a later build of the same channel.
    pub fn is_at_least(&self, other: &Build) -> bool {
        self.channel == other.channel && self.ordinal >= other.ordinal
    }

    /// Whether it may fix something that was seen in `reported`.
    ///
    /// A failure seen in one channel may be fixed in another, for which the order means nothing.
    pub fn may_fix(&self, reported: &Build) -> bool {
        self.channel != reported.channel || self.ordinal >= reported.ordinal
    }
}
