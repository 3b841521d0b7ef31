//! How many accounts are made, counted when one really is.

use std::net::IpAddr;
use std::time::Duration;

use parse_engine::{Key, SignUpLimit};
use parse_model::{Code, JsonMap};

use super::rule::Rule;
use super::{Call, Rates};
use crate::reply::HttpError;

/// Charges accounts to the caller who makes them.
#[derive(Debug)]
pub(crate) struct AccountLimit(Rates);

impl AccountLimit {
    /// For these rules.
    pub(crate) fn new(rules: &[Rule]) -> AccountLimit {
        AccountLimit(Rates::new(rules, Code::REQUEST_LIMIT_EXCEEDED, 0))
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
