//! Signing in with wallets on a real database, asked as the transport asks it.

mod contract;
mod keys;
mod link;
mod old_client;
mod refuse;
mod sign_in;
mod stage;
