//! Contracts and tokens that a caller sends, each valid or with the reason why it is not.

use std::collections::HashSet;

use chain::registry::Role;
use parse_engine::Error;
use parse_model::Json;
use serde::Deserialize;
use serde_json::json;

use super::super::abi::{self, Interface};
use super::super::address::contract_address;
use super::super::one_line_text::line;
use feedback_core::refused::invalid;

/// The largest integer that a JavaScript number can hold.
const LARGEST_BLOCK: u64 = (1 << 53) - 1;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ImportedContract {
    address: String,
    name: String,
    /// Required for a contract that is not registered.
    role: Option<String>,
    abi: Option<String>,
    first_block: Option<u64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ImportedToken {
    address: String,
    symbol: String,
    decimals: u32,
}

/// A contract that can be saved.
pub(super) struct ValidContract {
    pub(super) address: String,
    pub(super) name: String,
    pub(super) role: Option<Role>,
    pub(super) interface: Option<Interface>,
    pub(super) first_block: Option<u64>,
}

impl ValidContract {
    fn read(sent: ImportedContract) -> Result<ValidContract, Error> {
        let role = sent.role.as_deref().map(|role| {
            Role::parse(role).ok_or_else(|| invalid("ROLE", "Choose what the contract is for."))
        });
        if sent.first_block.is_some_and(|block| block > LARGEST_BLOCK) {
            return Err(invalid("FIRST_BLOCK", "A block number is a whole number."));
        }
        Ok(ValidContract {
            address: contract_address(&sent.address)?,
            name: line(&sent.name, "The name of a contract", 1..=60)?,
            role: role.transpose()?,
            interface: sent.abi.as_deref().map(abi::parse).transpose()?,
            first_block: sent.first_block,
        })
    }

    /// The row that is written.
    pub(super) fn row(&self, id: String) -> Json {
        let interface = self.interface.as_ref();
        json!({
            "id": id, "address": self.address, "name": self.name, "role": self.role.map(Role::key),
            "abi": interface.map(|interface| &interface.json),
            "functions": interface.map(|interface| interface.functions),
            "errors": interface.map(|interface| interface.errors), "firstBlock": self.first_block,
        })
    }
}

/// A token that can be saved.
pub(super) struct ValidToken {
    pub(super) address: String,
    pub(super) symbol: String,
    pub(super) decimals: u32,
}

impl ValidToken {
    fn read(sent: &ImportedToken) -> Result<ValidToken, Error> {
        if sent.decimals > 77 {
            return Err(invalid("DECIMALS", "A token has 0 to 77 decimals."));
        }
        Ok(ValidToken {
            address: contract_address(&sent.address)?,
            symbol: line(&sent.symbol, "A symbol", 1..=20)?,
            decimals: sent.decimals,
        })
    }

    /// The row that is written.
    pub(super) fn row(&self, id: String) -> Json {
        json!({ "id": id, "address": self.address, "symbol": self.symbol, "decimals": self.decimals })
    }
}

/// An entry as it was sent.
pub(super) struct Entry<T> {
    /// The address of the caller, in the caller's spelling.
    pub(super) address: String,
    pub(super) valid: Result<T, Error>,
}

/// All entries of a caller.
pub(super) struct Entries {
    pub(super) contracts: Vec<Entry<ValidContract>>,
    pub(super) tokens: Vec<Entry<ValidToken>>,
}

impl Entries {
    pub(super) fn read(contracts: Vec<ImportedContract>, tokens: Vec<ImportedToken>) -> Entries {
        let contracts = contracts.into_iter().map(|sent| {
            let address = sent.address.clone();
            Entry { address, valid: ValidContract::read(sent) }
        });
        let tokens = tokens.into_iter().map(|sent| {
            let address = sent.address.clone();
            Entry { address, valid: ValidToken::read(&sent) }
        });
        Entries {
            contracts: once_each(contracts, |valid| &valid.address),
            tokens: once_each(tokens, |valid| &valid.address),
        }
    }
}

/// Refuses an address that an earlier entry has.
fn once_each<T>(
    entries: impl Iterator<Item = Entry<T>>,
    address: impl Fn(&T) -> &String,
) -> Vec<Entry<T>> {
    let mut seen = HashSet::new();
    let mut all: Vec<Entry<T>> = entries.collect();
    for entry in &mut all {
        let is_repeated =
            entry.valid.as_ref().is_ok_and(|valid| !seen.insert(address(valid).clone()));
        if is_repeated {
            entry.valid = Err(invalid("ADDRESS_TWICE", "This address is in the list twice."));
        }
    }
    all
}

/// The valid entries, or the first reason why one is not.
pub(super) fn all_valid<T>(entries: Vec<Entry<T>>) -> Result<Vec<T>, Error> {
    entries.into_iter().map(|entry| entry.valid).collect()
}
