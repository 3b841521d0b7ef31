//! How often a caller may call.

use parse_http::rate::{self, Rule};
use parse_model::Code;

use super::reader::Reader;

/// How often a caller may call.
#[derive(Debug, Clone)]
pub struct RateSettings {
    /// The operator's rules, and the product's where they hold.
    pub rules: Vec<Rule>,
    /// The product's rules about accounts that are really made, where they hold.
    pub account_rules: Vec<Rule>,
    /// The code of a refusal: the product's own, or the one Parse Server's clients know.
    pub code: Code,
    /// Wrong keys that an address may present in an hour.
    pub failures: u32,
}

/// Wrong master or maintenance keys that an address may present in an hour.
const WRONG_KEYS: u32 = 10;

/// Reads the rules. `is_limited`: the limits are the product's.
pub(super) fn rates(read: &mut Reader<'_>, is_product: bool, is_limited: bool) -> RateSettings {
    let mut rules = read.value("rate_limit", rate::rules).unwrap_or_default();
    let mut account_rules = Vec::new();
    if is_limited {
        rules.extend(rate::product());
        account_rules = rate::product_accounts();
    }
    let code = if is_product { Code::REQUEST_LIMIT_EXCEEDED } else { Code::CONNECTION_FAILED };
    RateSettings { rules, account_rules, code, failures: WRONG_KEYS }
}
