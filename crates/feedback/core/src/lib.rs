//! What every part of the product is made of: commands and queries, their context, events, settings,
//! the record of administrators, and what requests share.
//!
//! It must never name a part of the product.

pub mod administrator;
mod administrator_turns;
pub mod after_command;
pub mod audit;
pub mod audit_log;
pub mod back_off;
pub mod command;
pub mod command_context;
pub mod cursor;
pub mod event;
pub mod lease_queue;
pub mod list_invalidation;
pub mod member;
pub mod outside;
pub mod parameter_schema;
pub mod product_state;
pub mod refused;
pub mod rules_and_seasons;
pub mod secret;
pub mod secret_keys;
pub mod service_rate;
pub mod setting;
pub mod setting_change;
pub mod setting_panel;
pub mod short_ttl_cache;
mod slots;
pub mod table;
pub mod task;
pub mod timestamp;
pub mod unconfirmed;
pub mod wakes;
