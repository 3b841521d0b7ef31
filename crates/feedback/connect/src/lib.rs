//! Other services and pages: webhooks, trackers, API keys, the public API and the widget.

pub mod api_key;
pub mod public_api;
pub mod tracker;
pub mod webhook;
pub mod widget;
