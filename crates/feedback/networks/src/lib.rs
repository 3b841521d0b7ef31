//! Networks, their RPC endpoints, contracts, tokens and errors, and the builds of the product under
//! test.

pub mod build;
pub mod network;
