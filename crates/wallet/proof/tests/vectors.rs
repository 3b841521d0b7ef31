//! Signatures that real wallets' libraries made, good and bad.

use serde_json::Value;
use wallet::evm::contract::Inquiry;
use wallet::text::SignIn;
use wallet::{Address, Family, Unproved, verify};

const VECTORS: &str = include_str!("vectors.json");

/// What a verifier with no rules of its own would take, and ours does not.
const REFUSED_HERE: &[&str] = &[
    // The compact form: a second spelling of the same signature.
    "evm-siwe-eip2098",
    // Bytes without the wrapping could be those of a transaction.
    "polkadot-sr25519-raw",
];

struct Vector {
    name: String,
    family: Family,
    addresses: Vec<String>,
    message: String,
    signature: String,
    is_valid: bool,
    is_for_a_node: bool,
    digest: Option<String>,
}

fn vectors() -> Vec<Vector> {
    let file: Value = serde_json::from_str(VECTORS).expect("JSON");
    let text = |value: &Value, name: &str| value[name].as_str().map(str::to_owned);
    let read = |value: &Value| {
        let many = value["addresses"].as_object();
        let many = many.map(|all| all.values().filter_map(|one| one.as_str().map(str::to_owned)));
        let one = text(value, "address").or_else(|| text(value, "ownerAddress"));
        let is_good = value["cryptographicallyValid"].as_bool();
        let signature = ["signature", "signatureBase64", "signatureHex"];
        Vector {
            name: text(value, "name").expect("a name"),
            family: Family::named(value["chain"].as_str().expect("a chain")).expect("a family"),
            addresses: many.map_or_else(|| one.into_iter().collect(), Iterator::collect),
            message: text(value, "message").expect("a message"),
            signature: signature.iter().find_map(|name| text(value, name)).expect("a signature"),
            is_valid: is_good.or(value["valid"].as_bool()).expect("a verdict"),
            is_for_a_node: value["scheme"] == "eip1271",
            digest: text(value, "digest"),
        }
    };
    file["vectors"].as_array().expect("vectors").iter().map(read).collect()
}

fn proves(family: Family, address: &str, message: &str, signature: &str) -> Result<(), Unproved> {
    verify(&Address::parse(family, address)?, message, signature)
}

#[test]
fn every_vector_is_taken_or_refused_as_it_should_be() {
    let mut seen = 0;
    for vector in vectors().into_iter().filter(|vector| !vector.is_for_a_node) {
        let is_taken = vector.is_valid && !REFUSED_HERE.contains(&vector.name.as_str());
        assert!(!vector.addresses.is_empty(), "{}", vector.name);
        for address in &vector.addresses {
            let outcome = proves(vector.family, address, &vector.message, &vector.signature);
            assert_eq!(outcome.is_ok(), is_taken, "{} {address}: {outcome:?}", vector.name);
            seen += 1;
        }
    }
    assert!(seen > 30, "only {seen}");
}

#[test]
fn what_is_signed_is_the_digest_that_wallets_sign() {
    for vector in vectors() {
        let Some(digest) = &vector.digest else { continue };
        let ours = wallet::evm::digest(&vector.message);
        let ours: String = ours.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(format!("0x{ours}"), *digest, "{}", vector.name);
    }
}

#[test]
fn the_recorded_sign_in_of_an_old_client_holds() {
    let text = "Moralis Authentication\n\nId: APPID:1700000000000";
    let signature = "0xbc3cc7f58f414975391080d74b2d40aa72422f4cbdf69b54cfd5d370fa660c314794845419007c0a0ee4207e48ad6ff84ac58bcd270f849ad005c2bdba62944a1c";
    let own = "0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A";
    assert_eq!(proves(Family::Evm, own, text, signature), Ok(()));
    let lower = own.to_ascii_lowercase();
    assert_eq!(proves(Family::Evm, &lower, text, signature), Ok(()));
    // The id is compared with the signer: another's address is not proved by one's own key.
    let other = "0x1563915e194d8cfba1943570603f7606a3115508";
    assert_eq!(proves(Family::Evm, other, text, signature), Err(Unproved::Signer));
}

#[test]
fn texts_of_other_libraries_are_read() {
    for vector in vectors() {
        let is_text = vector.message.contains(" wants you to sign in with your ");
        let read = SignIn::parse(&vector.message);
        assert_eq!(read.is_ok(), is_text, "{}", vector.name);
        if let Ok(read) = read {
            assert_eq!(read.family, vector.family);
            assert_eq!(read.address, vector.addresses[0]);
            assert_eq!(read.to_string(), vector.message);
        }
    }
}

#[test]
fn a_contract_is_asked_and_never_recovered() {
    for vector in vectors().into_iter().filter(|vector| vector.is_for_a_node) {
        let address = Address::parse(Family::Evm, &vector.addresses[0]).expect("an address");
        let inquiry = Inquiry::about(&address, &vector.message, &vector.signature).expect("one");
        let data = &inquiry.call().data;
        let digest = vector.digest.as_deref().expect("a digest").trim_start_matches("0x");
        assert!(data.starts_with(&format!("0x1626ba7e{digest}")), "{}", vector.name);
        assert!(data.contains(vector.signature.trim_start_matches("0x")), "{}", vector.name);
        assert!(!inquiry.is_yes("0x"), "no code is no yes");
    }
}

#[test]
fn every_form_of_a_good_signature_but_one_is_refused() {
    let vectors = vectors();
    let good = vectors.iter().find(|vector| vector.name == "evm-siwe").expect("a vector");
    let (body, _) = good.signature.split_at(130);
    let zero_s = format!("{}{}1b", &good.signature[..66], "0".repeat(64));
    let over = format!("0x{}{}1b", "f".repeat(64), &good.signature[66..130]);
    let bad = [
        format!("{body}23"),
        format!("{body}25"),
        format!("{body}02"),
        format!("{body}1b"),
        format!("{body}1c00"),
        body.to_owned(),
        zero_s,
        over,
        good.message.clone(),
        String::new(),
        "0x".to_owned(),
        format!("0x{}", "00".repeat(20_000)),
    ];
    for signature in bad {
        let outcome = proves(Family::Evm, &good.addresses[0], &good.message, &signature);
        assert!(outcome.is_err(), "{signature}");
    }
}

#[test]
fn a_signature_of_one_family_proves_nothing_in_another() {
    let vectors = vectors();
    let named = |name: &str| vectors.iter().find(|vector| vector.name == name).expect("a vector");
    // One curve, three ways to sign: the same key would pass if what is signed were the same.
    let solana = named("solana-legacy-message");
    let polkadot = named("polkadot-ed25519-wrapped");
    let multiversx = named("multiversx-legacy-message");
    for (vector, other) in [(solana, polkadot), (polkadot, multiversx), (multiversx, solana)] {
        for address in &other.addresses {
            let outcome = proves(other.family, address, &vector.message, &vector.signature);
            assert!(outcome.is_err(), "{} as {}", vector.name, other.name);
        }
    }
}
