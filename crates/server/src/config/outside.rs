//! Reads where services outside are, and with what their credentials are sealed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use feedback::{SecretKeys, ServiceAddresses};

use super::Keys;
use super::reader::{Reader, url};

/// Reads where services are. Other addresses than their own are for a server of one's own, and for
/// tests.
pub(super) fn service_addresses(read: &mut Reader<'_>) -> ServiceAddresses {
    let usual = ServiceAddresses::default();
    ServiceAddresses {
        discord: read.value("discord_url", url).unwrap_or(usual.discord),
        telegram: read.value("telegram_url", url).unwrap_or(usual.telegram),
        slack_hosts: read.list("slack_hosts"),
        github: read.value("github_url", url).unwrap_or(usual.github),
        linear: read.value("linear_url", url).unwrap_or(usual.linear),
        push_hosts: read.list("push_hosts"),
    }
}

/// Reads with what secrets are sealed: the operator's own key, else what follows from the master
/// key.
pub(super) fn secret_keys(read: &mut Reader<'_>, keys: &Keys) -> SecretKeys {
    let own = read.value("secret_key", secret_key);
    let previous = keys.previous_master.as_ref().map_or("", |key| key.expose());
    SecretKeys::new(own, &[keys.master.expose(), previous])
}

fn secret_key(text: &str) -> Option<[u8; 32]> {
    STANDARD.decode(text).ok()?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_key_is_32_bytes_of_base64() {
        assert_eq!(secret_key(&STANDARD.encode([7; 32])), Some([7; 32]));
        for bad in ["", "short", &STANDARD.encode([7; 31]), &STANDARD.encode([7; 33])] {
            assert_eq!(secret_key(bad), None, "{bad}");
        }
    }
}
