//! What the app had promised before the swap.

use serde::{Deserialize, Serialize};

use crate::Amount;

/// A quote, as the tester saw it. Times are milliseconds since 1970.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Quote {
    /// What an exact-in swap was to bring.
    pub expected_out: Option<Amount>,
    /// What an exact-out swap was to cost.
    pub expected_in: Option<Amount>,
    /// The least that was to come.
    pub min_out: Option<Amount>,
    /// The tolerance.
    pub slippage_bps: Option<i64>,
    /// How far the swap itself was to move the price.
    pub price_impact_bps: Option<i64>,
    /// When it was shown.
    pub quoted_at: Option<i64>,
    /// The block it was made from.
    pub quote_block: Option<u64>,
    /// The route in the app's words.
    pub route: Option<String>,
    /// `typed`: entered by the tester.
    pub source: Option<String>,
}
