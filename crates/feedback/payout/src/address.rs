//! Parses and formats addresses: exactly forty digits, without a wrong checksum.

use alloy_primitives::Address;

/// Parses an address. Mixed case is a checksum and must be valid.
pub fn parse(text: &str) -> Option<Address> {
    let digits = text.strip_prefix("0x")?;
    if digits.len() != 40 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let is_mixed = digits.bytes().any(|digit| digit.is_ascii_lowercase())
        && digits.bytes().any(|digit| digit.is_ascii_uppercase());
    if is_mixed {
        return Address::parse_checksummed(text, None).ok();
    }
    text.parse().ok()
}

/// An address in lower case, for storage and comparison.
pub fn lower(address: Address) -> String {
    format!("{address:#x}")
}

/// An address with its checksum, for people and tools.
pub fn checksummed(address: Address) -> String {
    address.to_checksum(None)
}

/// Whether the address cannot receive payments: the zero address and those that networks reserve.
pub fn is_reserved(address: Address) -> bool {
    address.as_slice()[..18].iter().all(|byte| *byte == 0)
}

#[cfg(test)]
mod tests {
    use super::{checksummed, is_reserved, lower, parse};

    const OWN: &str = "0x140dB92358139159DD25EeB405A8f3cA7fd3DD20";

    #[test]
    fn an_address_has_forty_digits_and_no_wrong_checksum() {
        let address = parse(OWN).expect("an address");
        assert_eq!(parse(&OWN.to_lowercase()), Some(address));
        assert_eq!(parse(&format!("0x{}", OWN[2..].to_uppercase())), Some(address));
        assert_eq!((checksummed(address), lower(address)), (OWN.to_owned(), OWN.to_lowercase()));
        for wrong in ["0x1234", &OWN[2..], &OWN.replace("dB", "Db"), "0x", &format!("{OWN}0")] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn nobody_is_paid_at_an_address_of_the_network() {
        let reserved = |end: &str| is_reserved(parse(&format!("0x{end:0>40}")).expect("address"));
        assert!(reserved("0") && reserved("1") && reserved("ffff"));
        assert!(!reserved("10000"));
    }
}
