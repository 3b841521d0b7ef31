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

/// Reads the rules.
pub(super) fn rates(read: &mut Reader<'_>, is_product: bool) -> RateSettings {
    let mut rules = read.value("rate_limit", rate::rules).unwrap_or_default();
    let mut account_rules = Vec::new();
    if read.flag("rate_limit_defaults") {
        rules.extend(rate::product());
        account_rules = rate::product_accounts();
    }
    let code = if is_product { Code::REQUEST_LIMIT_EXCEEDED } else { Code::CONNECTION_FAILED };
    let failures = read.at_most("wrong_key_limit");
    let failures = u32::try_from(failures).unwrap_or(u32::MAX);
    RateSettings { rules, account_rules, code, failures }
}
