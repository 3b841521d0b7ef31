//! What holds whatever is sent.

use proptest::prelude::*;
use wallet::text::{Legacy, SignIn, is_fit};
use wallet::{Address, Family, Identity, verify};

const ADDRESSES: [(Family, &str); 4] = [
    (Family::Evm, "0x43b18fd92a04cc91b73f19d4d5c9f4ec7eae8346"),
    (Family::Solana, "HQgXuYG5PBRk3js5JA4nr68M8XkJxfz7nszXZVi9EbDd"),
    (Family::Polkadot, "5HdetFRBtDU4TCeiVzfHJHEBxuB9G2h7crAhP1VWo77RpuYX"),
    (Family::MultiversX, "erd1m0cdrlf35rgksn8fwgg5qctefxm83kmpyprjh2e4eecqgf38jygs4s297n"),
];

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

proptest! {
    #[test]
    fn bytes_that_nobody_signed_prove_nothing(
        bytes in prop::collection::vec(any::<u8>(), 60..70),
        v in prop::sample::select(vec![0_u8, 1, 27, 28]),
        text in "[ -~\n]{0,80}",
    ) {
        let mut marked = bytes.clone();
        marked.resize(64, 7);
        marked.push(v);
        for (family, address) in ADDRESSES {
            let address = Address::parse(family, address).unwrap();
            for signature in [hex(&bytes), hex(&bytes[..60]), hex(&marked), hex(&marked[..64])] {
                prop_assert!(verify(&address, &text, &signature).is_err());
            }
        }
    }

    #[test]
    fn no_text_breaks_a_reader(text in "\\PC{0,200}", signature in "\\PC{0,200}") {
        for (family, address) in ADDRESSES {
            let _ = Address::parse(family, &text);
            let address = Address::parse(family, address).unwrap();
            prop_assert!(verify(&address, &text, &signature).is_err());
            let _ = is_fit(family, &text);
        }
        let _ = Legacy::parse(&text);
        prop_assert!(SignIn::parse(&text).is_err());
    }

    #[test]
    fn an_address_has_one_identity_in_whatever_case(bytes in any::<[u8; 20]>()) {
        prop_assume!(bytes != [0; 20]);
        let lower = format!("0x{}", hex(&bytes));
        let upper = format!("0x{}", hex(&bytes).to_uppercase());
        let read = |text: &str| Address::parse(Family::Evm, text).unwrap();
        let shown = read(&lower).display();
        let identity = Identity::of_key(&read(&lower));
        prop_assert_eq!(&Identity::of_key(&read(&upper)), &identity);
        prop_assert_eq!(&Identity::of_key(&read(&shown)), &identity);
        prop_assert_eq!(identity.canonical(), hex(&bytes));
    }

    #[test]
    fn a_letter_in_the_wrong_case_is_noticed(bytes in any::<[u8; 20]>(), at in 2_usize..42) {
        let lower = format!("0x{}", hex(&bytes));
        let Ok(address) = Address::parse(Family::Evm, &lower) else { return Ok(()) };
        let mut shown = address.display().into_bytes();
        let flipped = if shown[at].is_ascii_lowercase() {
            shown[at].to_ascii_uppercase()
        } else {
            shown[at].to_ascii_lowercase()
        };
        prop_assume!(flipped != shown[at]);
        shown[at] = flipped;
        let text = String::from_utf8(shown).unwrap();
        let digits = &text[2..];
        prop_assume!(digits != digits.to_lowercase() && digits != digits.to_uppercase());
        prop_assert!(Address::parse(Family::Evm, &text).is_err());
    }
}
