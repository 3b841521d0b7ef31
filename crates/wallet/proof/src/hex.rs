//! Bytes in hexadecimal.

/// Reads hexadecimal in either case, with or without `0x`.
pub(crate) fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.strip_prefix("0x").unwrap_or(text).as_bytes();
    if !digits.len().is_multiple_of(2) {
        return None;
    }
    digits.chunks_exact(2).map(|pair| Some((digit(pair[0])? << 4) | digit(pair[1])?)).collect()
}

/// Writes hexadecimal in lower case.
pub(crate) fn encode(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        text.push(char::from(DIGITS[usize::from(byte >> 4)]));
        text.push(char::from(DIGITS[usize::from(byte & 15)]));
    }
    text
}

fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'f' => Some(character - b'a' + 10),
        b'A'..=b'F' => Some(character - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_case_is_read_and_lower_case_is_written() {
        assert_eq!(decode("0xAb09"), Some(vec![0xab, 0x09]));
        assert_eq!(encode(&[0xab, 0x09]), "ab09");
        assert_eq!(decode(""), Some(vec![]));
        for bad in ["0", "0x0", "zz", "0x0x", "+1", " 1"] {
            assert_eq!(decode(bad), None, "{bad}");
        }
    }
}
