//! Push providers.

pub(crate) mod fcm;
mod fcm_message;
mod service_account;

pub(crate) use service_account::ServiceAccount;
