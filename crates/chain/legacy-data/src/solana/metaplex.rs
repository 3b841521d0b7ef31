//! Where the metadata of a mint is, and what it says. Pure.

use ed25519_dalek::VerifyingKey;
use sha2::{Digest, Sha256};

/// An address.
pub(super) type Key = [u8; 32];

/// The program that keeps metadata.
const PROGRAM: &str = "metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s";

/// The first byte of an account with metadata.
const METADATA: u8 = 4;

/// The first bytes of accounts of master editions.
const MASTER_EDITIONS: [u8; 2] = [2, 6];

/// The longest text in metadata.
const LONGEST: usize = 1_024;

/// The most creators in metadata.
const MOST_CREATORS: u32 = 64;

/// Reads an address.
pub(super) fn key(text: &str) -> Option<Key> {
    bs58::decode(text).into_vec().ok()?.try_into().ok()
}

/// The account with the metadata of a mint.
pub(super) fn metadata_account(mint: &Key) -> Key {
    derived(&[b"metadata", &program(), mint])
}

/// The account of the edition of a mint.
pub(super) fn edition_account(mint: &Key) -> Key {
    derived(&[b"metadata", &program(), mint, b"edition"])
}

/// Whether an account is that of a master edition.
pub(super) fn is_master_edition(data: &[u8]) -> bool {
    data.first().is_some_and(|kind| MASTER_EDITIONS.contains(kind))
}

fn program() -> Key {
    key(PROGRAM).unwrap_or_default()
}

/// The address that a program has for some seeds: the first that is not on the curve, so that there
/// is no key for it.
fn derived(seeds: &[&[u8]]) -> Key {
    let candidate = |bump: u8| -> Key {
        let mut hash = Sha256::new();
        for seed in seeds {
            hash.update(seed);
        }
        hash.update([bump]);
        hash.update(program());
        hash.update(b"ProgramDerivedAddress");
        hash.finalize().into()
    };
    let mut candidates = (0..=u8::MAX).rev().map(candidate);
    candidates.find(|key| VerifyingKey::from_bytes(key).is_err()).unwrap_or_default()
}

/// What the metadata of a mint says.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Metadata {
    pub(super) update_authority: Key,
    pub(super) mint: Key,
    pub(super) name: String,
    pub(super) symbol: String,
    pub(super) uri: String,
    pub(super) seller_fee_basis_points: u16,
    pub(super) primary_sale_happened: bool,
    pub(super) is_mutable: bool,
}

impl Metadata {
    /// `None` for what is no metadata.
    pub(super) fn read(data: &[u8]) -> Option<Metadata> {
        let mut left = data.strip_prefix(&[METADATA])?;
        let update_authority = *take::<32>(&mut left)?;
        let mint = *take::<32>(&mut left)?;
        let name = text(&mut left)?;
        let symbol = text(&mut left)?;
        let uri = text(&mut left)?;
        let seller_fee_basis_points = u16::from_le_bytes(*take::<2>(&mut left)?);
        if flag(&mut left)? {
            let count = u32::from_le_bytes(*take::<4>(&mut left)?);
            for _ in 0..Some(count).filter(|count| *count <= MOST_CREATORS)? {
                take::<34>(&mut left)?;
            }
        }
        let primary_sale_happened = flag(&mut left)?;
        let is_mutable = flag(&mut left)?;
        Some(Metadata {
            update_authority,
            mint,
            name,
            symbol,
            uri,
            seller_fee_basis_points,
            primary_sale_happened,
            is_mutable,
        })
    }
}

fn take<'a, const N: usize>(left: &mut &'a [u8]) -> Option<&'a [u8; N]> {
    let (taken, rest) = left.split_first_chunk::<N>()?;
    *left = rest;
    Some(taken)
}

fn flag(left: &mut &[u8]) -> Option<bool> {
    match take::<1>(left)? {
        [0] => Some(false),
        [1] => Some(true),
        _ => None,
    }
}

/// A text with its length before it, and with zeros up to the length that is always paid for.
fn text(left: &mut &[u8]) -> Option<String> {
    let length = usize::try_from(u32::from_le_bytes(*take::<4>(left)?)).ok()?;
    let (taken, rest) = left.split_at_checked(Some(length).filter(|length| *length <= LONGEST)?)?;
    *left = rest;
    let text = String::from_utf8_lossy(taken);
    Some(text.trim_end_matches('\0').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_of_a_mint_is_the_one_that_the_program_made() {
        // USD Coin and its metadata, as every explorer shows them.
        let mint = key("EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v").unwrap();
        let account = bs58::encode(metadata_account(&mint)).into_string();
        assert_eq!(account, "5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq");
    }

    fn sample() -> Vec<u8> {
        let mut data = vec![METADATA];
        data.extend([7; 32]);
        data.extend([8; 32]);
        for (text, length) in [("Thing #1", 32), ("THG", 10), ("https://a.example/1", 200)] {
            let mut padded = text.as_bytes().to_vec();
            padded.resize(length, 0);
            data.extend(u32::try_from(length).unwrap().to_le_bytes());
            data.extend(padded);
        }
        data.extend(500_u16.to_le_bytes());
        data.extend([1, 1, 0, 0, 0]);
        data.extend([9; 34]);
        data.extend([0, 1]);
        data
    }

    #[test]
    fn metadata_is_read_without_its_padding() {
        let told = Metadata::read(&sample()).unwrap();
        assert_eq!((told.name.as_str(), told.symbol.as_str()), ("Thing #1", "THG"));
        assert_eq!(told.seller_fee_basis_points, 500);
        assert!(told.is_mutable && !told.primary_sale_happened);
    }

    #[test]
    fn metadata_that_was_cut_or_lies_about_lengths_is_none() {
        let whole = sample();
        for length in 0..whole.len() {
            assert_eq!(Metadata::read(&whole[..length]), None, "{length}");
        }
        let mut lying = whole.clone();
        lying[65..69].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(Metadata::read(&lying), None);
        assert_eq!(Metadata::read(&[0xff; 400]), None);
    }
}
