//! Wallets that really sign.

use base64::Engine as _;
use ed25519_dalek::Signer;
use k256::ecdsa::SigningKey;
use sha3::{Digest, Keccak256};

/// Something that signs texts for an address.
pub(crate) trait Wallet {
    /// The family's name on the wire.
    const FAMILY: &'static str;
    /// The provider of old clients.
    const PROVIDER: &'static str;
    fn address(&self) -> String;
    fn sign(&self, text: &str) -> String;
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// An Ethereum key.
pub(crate) struct Evm(SigningKey);

impl Evm {
    pub(crate) fn new(seed: u8) -> Evm {
        Evm(SigningKey::from_slice(&[seed; 32]).expect("a key"))
    }
}

impl Wallet for Evm {
    const FAMILY: &'static str = "evm";
    const PROVIDER: &'static str = "moralisEth";

    fn address(&self) -> String {
        let point = self.0.verifying_key().to_encoded_point(false);
        format!("0x{}", hex(&Keccak256::digest(&point.as_bytes()[1..])[12..]))
    }

    fn sign(&self, text: &str) -> String {
        let digest = wallet::evm::digest(text);
        let (signature, recovery) = self.0.sign_prehash_recoverable(&digest).expect("signed");
        format!("0x{}{:02x}", hex(&signature.to_bytes()), recovery.to_byte() + 27)
    }
}

/// A Solana key.
pub(crate) struct Solana(ed25519_dalek::SigningKey);

impl Solana {
    pub(crate) fn new(seed: u8) -> Solana {
        Solana(ed25519_dalek::SigningKey::from_bytes(&[seed; 32]))
    }
}

impl Wallet for Solana {
    const FAMILY: &'static str = "solana";
    const PROVIDER: &'static str = "moralisSol";

    fn address(&self) -> String {
        bs58::encode(self.0.verifying_key().as_bytes()).into_string()
    }

    fn sign(&self, text: &str) -> String {
        let signature = self.0.sign(text.as_bytes());
        base64::engine::general_purpose::STANDARD.encode(signature.to_bytes())
    }
}

/// A Polkadot key, with its address as one network spells it.
pub(crate) struct Polkadot {
    key: schnorrkel::Keypair,
    spelled: &'static str,
}

impl Polkadot {
    /// The same key under a network's prefix: 42, or 0.
    pub(crate) fn new(spelled: &'static str) -> Polkadot {
        let seed = [
            0x1a, 0xde, 0xf7, 0x49, 0x8c, 0x18, 0xdd, 0x78, 0xad, 0xd0, 0xf7, 0x0a, 0x67, 0xed,
            0x84, 0x9b, 0x01, 0x46, 0x06, 0xf7, 0x5d, 0xb1, 0x93, 0xb9, 0x7f, 0x48, 0x70, 0x75,
            0x30, 0x80, 0xea, 0xa8,
        ];
        let key = schnorrkel::MiniSecretKey::from_bytes(&seed).expect("a seed");
        Polkadot { key: key.expand_to_keypair(schnorrkel::ExpansionMode::Ed25519), spelled }
    }

    pub(crate) fn sign_bare(&self, text: &str) -> String {
        format!("0x{}", hex(&self.key.sign_simple(b"substrate", text.as_bytes()).to_bytes()))
    }
}

impl Wallet for Polkadot {
    const FAMILY: &'static str = "polkadot";
    const PROVIDER: &'static str = "moralisDot";

    fn address(&self) -> String {
        self.spelled.to_owned()
    }

    fn sign(&self, text: &str) -> String {
        self.sign_bare(&format!("<Bytes>{text}</Bytes>"))
    }
}
