//! Who is calling, how callers prove it, and what a class permits them.
//!
//! It decides from what it is given and never runs a statement: sessions, roles and classes arrive
//! as arguments.

pub mod access;
mod account_settings;
mod caller;
pub mod id;
pub mod password;
mod password_policy;
mod session_cache;
pub mod token;

pub use access::{ProtectedFields, ProtectedFieldsConfig};
pub use account_settings::{AccountSettings, LinkLife, Links, Lockout};
pub use caller::{
    Audience, Caller, Key, RequestCredentials, RequestInfo, SessionUser, public_principals,
};
pub use password_policy::{PasswordPattern, PasswordPolicy};
pub use session_cache::{CacheState, CachedSession, SessionCache};
