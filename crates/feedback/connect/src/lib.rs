//! Other services: webhooks, trackers, API keys and the public API.

pub mod api_key;
pub mod public_api;
pub mod tracker;
pub mod webhook;
