//! Addresses, read once; and the identities that they stand for.

use crate::{Unproved, evm, hex, multiversx, polkadot, solana};

/// A kind of chain: how its addresses are spelled, and how its keys sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Ethereum and every chain with its accounts.
    Evm,
    /// Solana.
    Solana,
    /// Polkadot, Kusama and every chain with their accounts.
    Polkadot,
    /// MultiversX, which was Elrond.
    MultiversX,
}

impl Family {
    /// Every family.
    pub const ALL: [Family; 4] =
        [Family::Evm, Family::Solana, Family::Polkadot, Family::MultiversX];

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Family::Evm => "evm",
            Family::Solana => "solana",
            Family::Polkadot => "polkadot",
            Family::MultiversX => "multiversx",
        }
    }

    /// The family of a name.
    pub fn named(name: &str) -> Option<Family> {
        Family::ALL.into_iter().find(|family| family.name() == name)
    }

    /// What people call an account of it.
    pub fn title(self) -> &'static str {
        match self {
            Family::Evm => "Ethereum",
            Family::Solana => "Solana",
            Family::Polkadot => "Polkadot",
            Family::MultiversX => "MultiversX",
        }
    }
}

/// An address that is one: its checksum holds, and its bytes are known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Address {
    family: Family,
    key: Vec<u8>,
    text: String,
}

impl Address {
    /// Reads an address of a family.
    pub fn parse(family: Family, text: &str) -> Result<Address, Unproved> {
        // The longest spelling is far shorter, so longer texts are not decoded.
        if text.len() > 128 {
            return Err(Unproved::Address);
        }
        let (key, text) = match family {
            Family::Evm => {
                let key = evm::parse_address(text)?;
                (key.to_vec(), format!("0x{}", hex::encode(&key)))
            }
            Family::Solana => (solana::parse_address(text)?.to_vec(), text.to_owned()),
            Family::Polkadot => (polkadot::parse_address(text)?.to_vec(), text.to_owned()),
            Family::MultiversX => {
                (multiversx::parse_address(text)?.to_vec(), text.to_ascii_lowercase())
            }
        };
        Ok(Address { family, key, text })
    }

    /// Its family.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The bytes it stands for: an account id, or the public key itself.
    pub fn key(&self) -> &[u8] {
        &self.key
    }

    /// How it is kept: in lower case where case says nothing, otherwise as it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// How it is shown to people, and in texts to be signed.
    pub fn display(&self) -> String {
        match (self.family, <[u8; 20]>::try_from(self.key.as_slice())) {
            (Family::Evm, Ok(key)) => evm::checksummed(&key),
            _ => self.text.clone(),
        }
    }
}

/// Who a user is, whatever their address looks like today: the family, the bytes, and for a
/// contract the chain, because the same address can be another user's contract elsewhere.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Identity {
    family: Family,
    key: Vec<u8>,
    chain: Option<u64>,
}

impl Identity {
    /// Anyone who has the key behind an address.
    pub fn of_key(address: &Address) -> Identity {
        Identity { family: address.family, key: address.key.clone(), chain: None }
    }

    /// The contract at an address of one chain.
    pub fn of_contract(address: &Address, chain: u64) -> Identity {
        Identity { chain: Some(chain), ..Identity::of_key(address) }
    }

    /// Its family.
    pub fn family(&self) -> Family {
        self.family
    }

    /// The chain it is bound to, for a contract.
    pub fn chain(&self) -> Option<u64> {
        self.chain
    }

    /// The one way to write it down within its family.
    pub fn canonical(&self) -> String {
        match self.chain {
            None => hex::encode(&self.key),
            Some(chain) => format!("{}@{chain}", hex::encode(&self.key)),
        }
    }

    /// The one way to write it down among the identities of all families.
    pub fn account(&self) -> String {
        format!("{}:{}", self.family.name(), self.canonical())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity(family: Family, text: &str) -> Identity {
        Identity::of_key(&Address::parse(family, text).unwrap())
    }

    #[test]
    fn spellings_of_one_address_are_one_identity() {
        let mixed = "0x43B18fd92a04CC91b73f19D4D5c9f4Ec7eAE8346";
        let lower = mixed.to_ascii_lowercase();
        let upper = format!("0x{}", mixed[2..].to_ascii_uppercase());
        for text in [mixed, lower.as_str(), upper.as_str()] {
            assert_eq!(identity(Family::Evm, text), identity(Family::Evm, mixed), "{text}");
            assert_eq!(Address::parse(Family::Evm, text).unwrap().as_str(), lower);
            assert_eq!(Address::parse(Family::Evm, text).unwrap().display(), mixed);
        }
        let networks = [
            "16Zx2agFjzjXtjfETdiHSS4LpXAnxLFFhLuBYJUsMC8x1R5z",
            "J9GYZm4WaUzCrUAGhULCEbC7VTP4hWJ5E1SmfmUGuKva4wP",
            "5HdetFRBtDU4TCeiVzfHJHEBxuB9G2h7crAhP1VWo77RpuYX",
        ];
        for text in networks {
            let known = identity(Family::Polkadot, networks[0]);
            assert_eq!(identity(Family::Polkadot, text), known);
        }
        let erd = "erd1m0cdrlf35rgksn8fwgg5qctefxm83kmpyprjh2e4eecqgf38jygs4s297n";
        let upper = erd.to_ascii_uppercase();
        let known = identity(Family::MultiversX, erd);
        assert_eq!(identity(Family::MultiversX, &upper), known);
    }

    #[test]
    fn a_contract_is_another_user_on_every_chain() {
        let text = "0x43b18fd92a04cc91b73f19d4d5c9f4ec7eae8346";
        let address = Address::parse(Family::Evm, text).unwrap();
        let key = Identity::of_key(&address);
        let one = Identity::of_contract(&address, 1);
        let other = Identity::of_contract(&address, 137);
        assert!(key != one && one != other);
        assert_eq!(other.canonical(), format!("{}@137", &text[2..]));
        assert_eq!(other.account(), format!("evm:{}@137", &text[2..]));
    }
}
