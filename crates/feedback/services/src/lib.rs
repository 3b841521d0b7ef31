//! What outside services speak: requests to them, what their answers mean, and how what they send
//! is proved.
//!
//! Pure: each module builds a [`Request`] from typed input, reads an [`Answer`] into an
//! [`Outcome`], and checks signatures. Clocks, random numbers and connections are others'; what
//! arrives comes from strangers, so nothing here may panic, hang or grow without bound on any
//! input.

pub mod api_key;
pub mod call;
pub mod chat_preset;
pub mod direct_message;
pub mod discord;
pub mod github;
pub mod jira;
pub mod linear;
pub mod outcome;
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
pub use post::Post;
