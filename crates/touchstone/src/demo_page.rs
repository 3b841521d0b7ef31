//! The part of a page that only a demo has.

use parse_model::{Date, Json};
use serde_json::json;

/// What the page of a demo tells its visitors: how to sign in, and when everything is deleted.
///
/// Only a demo server makes one, for a database in a cluster that it has created itself.
#[derive(Debug, Clone)]
pub(crate) struct DemoPage {
    /// The password of every account.
    pub(crate) password: String,
    /// The name of an administrator.
    pub(crate) administrator: String,
    /// The name of a tester.
    pub(crate) tester: String,
    /// When everything is deleted.
    pub(crate) resets_at: Date,
}

impl DemoPage {
    /// The setting `demo` of the page.
    pub(crate) fn json(&self) -> Json {
        let account = |name: &str| json!({ "username": name, "password": self.password });
        json!({
            "administrator": account(&self.administrator),
            "tester": account(&self.tester),
            "resetsAt": self.resets_at.iso(),
        })
    }
}
