//! The HTTP layer: keys, routes, statuses and websockets around the engine.
//!
//! Within it only [`reply`] knows status codes. No SQL and no triggers here: a handler hands over to
//! the engine and hands back what it says.

pub mod admission;
pub mod allow_list;
mod authenticate;
pub mod body;
pub mod caught;
mod concurrency_limit;
mod connection_limit;
mod content_type;
pub mod cors;
mod credential;
pub mod deadline;
pub mod file_serving;
pub mod files;
pub mod form;
pub mod incoming;
mod key_check;
pub mod listen;
pub mod live;
pub mod live_queries;
pub mod metrics;
pub mod metrics_page;
mod pages;
pub mod parameter;
pub mod percent;
pub mod rate;
pub mod redis;
mod repeated_failure;
pub mod reply;
mod request_id;
pub mod request_log;
mod request_times;
mod response_header;
mod router;
mod routes;
mod service_hooks;
pub mod settings;
mod share;
mod shedding;
pub mod side_route;
pub mod state;
mod timed_stream;
pub mod web;
