//! The base of every part of the product: commands and queries, their context, events, settings,
//! the audit log, and what requests share.
//!
//! This crate must never name a part of the product.

pub mod acceptance;
mod admin_concurrency;
pub mod administrator;
pub mod after_command;
mod answer_shape;
pub mod at_most_one_in_doubt;
pub mod audit;
pub mod audit_log;
pub mod back_off;
pub mod class_definition;
pub mod command;
pub mod command_context;
pub mod control_classes;
pub mod cursor;
pub mod event;
pub mod form;
pub mod lease_queue;
pub mod list_invalidation;
pub mod member;
pub mod outside;
pub mod parameter_schema;
pub mod picture;
pub mod product_state;
pub mod refused;
pub mod rules_and_seasons;
pub mod schema_check;
pub mod secret;
pub mod secret_keys;
pub mod service_rate;
pub mod setting;
pub mod setting_change;
pub mod setting_panel;
pub mod short_ttl_cache;
mod slots;
pub mod stored_picture;
pub mod table;
pub mod task;
pub mod timestamp;
pub mod wakes;
