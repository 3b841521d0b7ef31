//! Wire formats of external services: their requests, the meaning of their answers, and the
//! verification of their webhooks.
//!
//! Pure: each module builds a [`Request`] from typed input, reads an [`Answer`] into an
//! [`Outcome`], and checks signatures. The clock, random numbers and the connection ([`Outside`])
//! are arguments. Input is untrusted, so no input may cause a panic, a hang or unbounded growth.

pub mod api_key;
pub mod call;
pub mod chat_preset;
pub mod direct_message;
pub mod discord;
pub mod github;
pub mod jira;
pub mod linear;
pub mod outcome;
pub mod outside;
pub mod pkce;
pub mod post;
pub mod slack;
pub mod standard_webhook;
pub mod telegram;
mod text;
pub mod tracker;
pub mod web_push;

pub use api_key::ApiKey;
pub use call::{Answer, CallFailed, Method, Request};
pub use chat_preset::{ChatPreset, team_post};
pub use direct_message::DirectMessage;
pub use outcome::Outcome;
pub use outside::Outside;
pub use post::Post;
