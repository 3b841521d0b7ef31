//! The kinds of pasted text: a hash, a link to an explorer, or an error of a wallet.

mod hash;
mod secret;
mod wallet_error;

use alloy_primitives::B256;

use crate::explanation::RpcError;
use hash::{hashes, whole_hash};
pub use wallet_error::MOST_KEPT;

/// As much as is looked at.
const MOST_READ: usize = 256 * 1024;

/// An explorer of a network of the programme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explorer {
    /// Its host.
    pub host: String,
    /// The network that it shows.
    pub chain_id: u64,
}

/// What it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pasted {
    /// A transaction.
    Hash {
        /// Its hash.
        hash: B256,
        /// Its network, if the host of the link is a known explorer's.
        chain_id: Option<u64>,
    },
    /// An error, without secrets.
    Error(RpcError),
    /// Nothing that can be looked up.
    Nothing {
        /// Why not, in a sentence.
        why: &'static str,
    },
}

/// Recognises it.
pub fn recognise(text: &str, explorers: &[Explorer]) -> Pasted {
    let text = text.trim();
    if text.is_empty() {
        return Pasted::Nothing { why: "The text is empty." };
    }
    if text.len() > MOST_READ {
        return Pasted::Nothing { why: "The text is too long: paste only the hash or the error." };
    }
    if let Some(hash) = whole_hash(text) {
        return Pasted::Hash { hash, chain_id: None };
    }
    if let Some(link) = link(text, explorers) {
        return link;
    }
    if let Some(found) = wallet_error::read(text) {
        return match found {
            wallet_error::Found::Mined(hash) => Pasted::Hash { hash, chain_id: None },
            wallet_error::Found::Error(error) => Pasted::Error(error),
        };
    }
    match hashes(text).as_slice() {
        [hash] => Pasted::Hash { hash: *hash, chain_id: None },
        [] => Pasted::Nothing {
            why: "Not recognized: paste a transaction hash, a link to a block explorer or an error message.",
        },
        _ => Pasted::Nothing { why: "The text contains several hashes: paste one." },
    }
}

/// A link with a hash in its path, its query or its fragment; the only one of a text, or all of it.
fn link(text: &str, explorers: &[Explorer]) -> Option<Pasted> {
    let mut links = text.split_whitespace().filter_map(|word| {
        let at = word.find("https://").or_else(|| word.find("http://"))?;
        let (_, rest) = word[at..].split_once("://")?;
        let host = rest.split(['/', '?', '#']).next()?;
        let [hash] = hashes(rest)[..] else { return None };
        Some((host.rsplit('@').next().unwrap_or(host).to_ascii_lowercase(), hash))
    });
    let (host, hash) = links.next()?;
    if links.next().is_some() {
        return None;
    }
    let bare = |host: &str| {
        let host = host.split(':').next().unwrap_or_default();
        host.strip_prefix("www.").unwrap_or(host).to_owned()
    };
    let known = explorers.iter().find(|explorer| {
        let own = explorer.host.to_ascii_lowercase();
        own == host || bare(&own) == bare(&host)
    });
    Some(Pasted::Hash { hash, chain_id: known.map(|explorer| explorer.chain_id) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lenient;

    const HASH: &str = "0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060";

    fn explorers() -> Vec<Explorer> {
        vec![Explorer { host: "sepolia.example.org".into(), chain_id: 11_155_111 }]
    }

    fn hash_of(pasted: Pasted) -> Option<(String, Option<u64>)> {
        match pasted {
            Pasted::Hash { hash, chain_id } => Some((lenient::hex(hash.as_slice()), chain_id)),
            _ => None,
        }
    }

    #[test]
    fn a_hash_is_recognised_with_and_without_its_prefix() {
        for text in [
            HASH,
            &HASH[2..],
            &format!("  {HASH}\n"),
            &format!("\"{HASH}\""),
            &HASH.to_uppercase().replace("0X", "0x"),
        ] {
            let found = hash_of(recognise(text, &[]));
            assert_eq!(found, Some((HASH.to_owned(), None)), "{text}");
        }
    }

    #[test]
    fn a_link_names_the_network_if_its_explorer_is_known() {
        for (text, chain_id) in [
            (format!("https://sepolia.example.org/tx/{HASH}"), Some(11_155_111)),
            (format!("https://www.sepolia.example.org/tx/{HASH}?a=b#eventlog"), Some(11_155_111)),
            (format!("https://SEPOLIA.example.org:443/#/tx/{HASH}"), Some(11_155_111)),
            (format!("it failed: https://sepolia.example.org/tx/{HASH}"), Some(11_155_111)),
            (format!("https://elsewhere.example/tx/{HASH}"), None),
        ] {
            assert_eq!(hash_of(recognise(&text, &explorers())), Some((HASH.to_owned(), chain_id)));
        }
    }

    #[test]
    fn other_texts_are_nothing_and_say_why() {
        for text in [
            "",
            "hello there",
            "0x1234",
            &"x".repeat(MOST_READ + 1),
            &format!("{HASH} {}", HASH.replace('5', "6")),
        ] {
            let Pasted::Nothing { why } = recognise(text, &explorers()) else {
                panic!("{:?}", &text[..text.len().min(90)]);
            };
            assert!(why.ends_with('.'));
        }
    }
}
