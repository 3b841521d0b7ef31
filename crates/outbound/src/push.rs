//! Push providers.

pub mod fcm;
mod fcm_message;
mod service_account;

use std::sync::Arc;

pub use service_account::ServiceAccount;

/// How pushes reach Firebase.
#[derive(Debug, Clone)]
pub struct FcmSettings {
    /// Who we are there.
    pub account: Arc<ServiceAccount>,
    /// Which installations are reached that way.
    pub push_types: Vec<String>,
    /// Where messages are sent.
    pub url: String,
}
