//! Texts that wallets sign, signatures and addresses: the first line is an address, the second a
//! signature.
#![no_main]

use libfuzzer_sys::fuzz_target;
use wallet::text::{Legacy, SignIn, is_fit};
use wallet::{Address, Family, verify};

fuzz_target!(|input: &[u8]| {
    fuzz::within_time(input, || {
        let all = fuzz::text(input);
        let mut parts = all.splitn(3, '\n');
        let (address, signature) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
        let text = parts.next().unwrap_or_default();
        if let Ok(read) = SignIn::parse(text) {
            assert_eq!(read.to_string(), text);
        }
        let _ = Legacy::parse(text);
        for family in Family::ALL {
            is_fit(family, text);
            if let Ok(address) = Address::parse(family, address) {
                let _ = verify(&address, text, signature);
            }
        }
    });
});
