//! Names of errors that well-known contract packages declare. `bundled/make.mjs` writes the list.
//!
//! Such a name decides no class: it says what an error is called, not how a swap failed.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::signature::{Decoded, Signature};

const ERRORS: &str = include_str!("../../bundled/errors.txt");

static TABLE: LazyLock<HashMap<[u8; 4], Signature>> = LazyLock::new(|| {
    let signatures = ERRORS.lines().filter_map(Signature::parse);
    signatures.map(|signature| (signature.selector, signature)).collect()
});

/// The error of a selector, if its types are exactly what the data holds.
pub(crate) fn read(data: &[u8]) -> Option<(&'static Signature, Decoded)> {
    let signature = TABLE.get(data.first_chunk::<4>()?)?;
    let decoded = signature.decode(data).filter(|decoded| decoded.is_whole)?;
    Some((signature, decoded))
}

/// The signature of a selector, with its types.
pub fn signature(selector: [u8; 4]) -> Option<&'static str> {
    TABLE.get(&selector).map(|signature| signature.text.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All five hash to the selector of `transfer(address,uint256)`.
    const FAKES: [&str; 5] = [
        "transfer(address,uint256)",
        "many_msg_babbage(bytes1)",
        "join_tg_invmru_haha_fd06787(address,bool)",
        "func_2093253501(bytes)",
        "workMyDirefulOwner(uint256,uint256)",
    ];

    #[test]
    fn every_line_is_a_signature_as_it_is_hashed_and_no_selector_is_there_twice() {
        for line in ERRORS.lines() {
            let signature = Signature::parse(line).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(signature.text, line);
        }
        assert_eq!(TABLE.len(), ERRORS.lines().count());
        assert!(TABLE.len() > 500, "only {} errors", TABLE.len());
    }

    #[test]
    fn names_that_were_made_to_collide_are_not_among_them() {
        for fake in FAKES {
            let selector = Signature::parse(fake).expect("a signature").selector;
            assert_eq!(selector, [0xa9, 0x05, 0x9c, 0xbb], "{fake}");
            assert_eq!(signature(selector), None);
        }
    }

    #[test]
    fn a_name_needs_data_that_its_types_take_up_whole() {
        let text = "OwnableUnauthorizedAccount(address)";
        let selector = Signature::parse(text).expect("a signature").selector;
        assert_eq!(signature(selector), Some(text));
        let data = |words: &[[u8; 32]]| [&selector[..], &words.concat()].concat();
        let (mut owner, zero) = ([0; 32], [0; 32]);
        owner[31] = 1;
        assert!(read(&data(&[owner])).is_some());
        for wrong in [data(&[]), data(&[owner, zero]), data(&[[0xff; 32]])] {
            assert!(read(&wrong).is_none(), "{wrong:?}");
        }
        let mut cut = data(&[owner]);
        cut.push(0);
        assert!(read(&cut).is_none(), "a byte more");
    }
}
