//! The stored part of a receiver's answer: short, and without secrets.

use integrations::api_key;

/// Bytes that are stored.
const MOST_BYTES: usize = 2_048;

/// An answer in its stored form: text, without repeated secrets, truncated.
pub(super) fn kept(body: &[u8], secrets: &[&str]) -> Option<String> {
    // More than is stored, so that a secret at the cut is still recognised.
    let text = String::from_utf8_lossy(&body[..body.len().min(4 * MOST_BYTES)]);
    let text: String = text.chars().filter(|c| *c == '\n' || !c.is_control()).collect();
    let mut text = struck_out(text, secrets);
    let mut end = text.len().min(MOST_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.truncate(end);
    (!text.is_empty()).then_some(text)
}

fn struck_out(text: String, secrets: &[&str]) -> String {
    let parts = secrets.iter().flat_map(|secret| {
        // Also the path of an address, and the bytes of a signing secret.
        let path = secret.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
        let key = secret.strip_prefix("whsec_");
        [Some(*secret), path.map(|(_, path)| path), key]
    });
    let parts = parts.flatten().filter(|part| part.len() >= 8);
    let text = parts.fold(text, |text, secret| text.replace(secret, "…"));
    api_key::struck_out(&text).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_repeats_secrets_is_kept_without_them() {
        let url = "https://ci.example/hooks/abcdef0123";
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let body = format!(
            "no route for {url} or hooks/abcdef0123, {secret}, ts_live_8Kd2vQ7mZ1xR4tB9nW3cY6pL0sHfJg5A0BZAfA"
        );
        let kept = kept(body.as_bytes(), &[url, secret]).unwrap();
        assert_eq!(kept, "no route for … or …, …, ts_live_8Kd2…");
    }

    #[test]
    fn an_answer_is_cut_between_characters_and_has_no_control_characters() {
        let kept_of = |body: &[u8]| kept(body, &[]);
        assert_eq!(kept_of(b"a\x1b[31mb\r\nc\0"), Some("a[31mb\nc".to_owned()));
        let long = kept_of("é".repeat(5_000).as_bytes()).unwrap();
        assert!(long.len() <= MOST_BYTES && long.ends_with('é'));
        assert_eq!(kept_of(b""), None);
        assert!(kept_of(&[0xff; 10]).is_some());
    }
}
