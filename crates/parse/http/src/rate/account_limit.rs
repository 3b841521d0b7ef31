//! How many accounts are made, counted when one really is.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use parse_engine::SignUpLimit;
use parse_identity::Key;
use parse_model::{Code, JsonMap};

use super::rule::Rule;
use super::{Call, Rates, SharedCounts};
use crate::reply::HttpError;

/// Charges accounts to the caller who makes them.
#[derive(Debug)]
pub struct AccountLimit(Rates);

impl AccountLimit {
    /// For these rules, counted together with other nodes if there are shared counts.
    pub fn new(rules: &[Rule], shared: Option<Arc<SharedCounts>>) -> AccountLimit {
        let rates = Rates::new(rules, Code::REQUEST_LIMIT_EXCEEDED, 0);
        AccountLimit(rates.shared_by(shared).never_waiting())
    }
}

impl SignUpLimit for AccountLimit {
    fn charge(&self, from: IpAddr) -> Result<(), Duration> {
        let call = Call {
            method: "POST",
            is_in_batch: false,
            path: "/users",
            from,
            key: Key::None,
            body: &JsonMap::new(),
            query: "",
        };
        match self.0.charge(&call, None) {
            Err(HttpError::TooOften(why)) => Err(why.retry_after),
            _ => Ok(()),
        }
    }
}
