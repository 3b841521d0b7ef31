//! The chains by the names that clients have for them.

/// What a client means by a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// A chain of this number.
    Chain(u64),
    /// A network that was shut down.
    Dead(&'static str),
    /// Nothing.
    Unknown,
}

const NAMES: &[(&str, u64)] = &[
    ("eth", 1),
    ("mainnet", 1),
    ("sepolia", 11_155_111),
    ("polygon", 137),
    ("matic", 137),
    ("bsc", 56),
    ("binance", 56),
    ("binance smart chain", 56),
    ("bsc testnet", 97),
    ("binance testnet", 97),
    ("binance smart chain testnet", 97),
    ("avalanche", 43_114),
    ("avax", 43_114),
    ("avalanche testnet", 43_113),
    ("avax testnet", 43_113),
    ("fuji", 43_113),
    ("fantom", 250),
    ("ftm", 250),
    ("cronos", 25),
    ("cro", 25),
    ("cronos mainnet", 25),
    ("cronos testnet", 338),
    ("cro testnet", 338),
    ("arbitrum", 42_161),
    ("palm", 11_297_108_109),
    ("ganache", 1337),
    ("hardhat", 1337),
    ("localdevchain", 1337),
    ("local devchain", 1337),
    ("dev", 1337),
];

const DEAD: &[(&str, &[&str], u64)] = &[
    ("ropsten", &["ropsten", "testnet"], 3),
    ("rinkeby", &["rinkeby"], 4),
    ("goerli", &["goerli"], 5),
    ("kovan", &["kovan"], 42),
    ("mumbai", &["mumbai", "matic testnet", "polygon testnet"], 80_001),
];

/// Reads a name, or a number in either spelling, whatever the case.
pub(crate) fn named(text: &str) -> Named {
    let text = text.trim().to_ascii_lowercase();
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None => text.parse().ok(),
    };
    let dead = DEAD
        .iter()
        .find(|(_, names, id)| names.contains(&text.as_str()) || number == Some(*id))
        .map(|(name, _, _)| Named::Dead(name));
    let known = || NAMES.iter().find(|(name, _)| *name == text).map(|(_, id)| *id);
    match dead {
        Some(dead) => dead,
        None => match number.filter(|id| *id > 0).or_else(known) {
            Some(id) => Named::Chain(id),
            None => Named::Unknown,
        },
    }
}

/// The name that a chain has in answers.
pub(crate) fn name_of(id: u64) -> String {
    let known = NAMES.iter().find(|(_, known)| *known == id);
    known.map_or_else(|| format!("{id:#x}"), |(name, _)| (*name).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chain_is_known_by_all_its_names_whatever_their_case() {
        for spelled in ["eth", "Eth", "mainnet", "0x1", "1"] {
            assert_eq!(named(spelled), Named::Chain(1), "{spelled}");
        }
        for spelled in ["bsc testnet", "Binance Smart Chain Testnet", "0x61"] {
            assert_eq!(named(spelled), Named::Chain(97), "{spelled}");
        }
        assert_eq!(named("0x2a15c308d"), Named::Chain(11_297_108_109));
        assert_eq!(named("0x7a69"), Named::Chain(31_337));
    }

    #[test]
    fn a_network_that_was_shut_down_is_told_from_one_that_nobody_knows() {
        for spelled in ["goerli", "0x5", "polygon testnet", "0x13881", "kovan", "testnet"] {
            assert!(matches!(named(spelled), Named::Dead(_)), "{spelled}");
        }
        for spelled in ["", "bitcoin", "0x", "0", "-1", "https://node.example"] {
            assert_eq!(named(spelled), Named::Unknown, "{spelled}");
        }
    }
}
