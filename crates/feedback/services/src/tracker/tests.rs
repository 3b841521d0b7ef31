use super::*;

#[test]
fn a_uuid_says_its_version_and_variant() {
    assert_eq!(uuid_v4([0; 16]), "00000000-0000-4000-8000-000000000000");
    assert_eq!(uuid_v4([255; 16]), "ffffffff-ffff-4fff-bfff-ffffffffffff");
}

#[test]
fn hexadecimal_digits_are_read_and_nothing_else() {
    assert_eq!(bytes_of_hex("00ffA1"), Some(vec![0, 255, 161]));
    assert_eq!(hex_of_bytes(&[0, 255, 161]), "00ffa1");
    for text in ["0", "0g", "é0", "+1"] {
        assert_eq!(bytes_of_hex(text), None, "{text}");
    }
    assert!(!is_signed("", b"", &"0".repeat(64)), "no secret proves nothing");
}
