//! Reads where services outside are, and with what their credentials are sealed.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use feedback::{SecretKeys, ServiceAddresses};

use super::Keys;
use super::reader::{Reader, url};

/// Reads where services are. Other addresses than their own are for a server of one's own, and for
/// tests.
pub(super) fn service_addresses(read: &mut Reader<'_>, own: &str) -> ServiceAddresses {
    let usual = ServiceAddresses::default();
    let own_address = Some(own.to_owned()).filter(|own| own.starts_with("https://"));
    ServiceAddresses {
        discord: read.value("discord_url", url).unwrap_or(usual.discord),
        telegram: read.value("telegram_url", url).unwrap_or(usual.telegram),
        slack_hosts: read.value("slack_hosts", hosts).unwrap_or_default(),
        github: read.value("github_url", url).unwrap_or(usual.github),
        linear: read.value("linear_url", url).unwrap_or(usual.linear),
        push_hosts: read.value("push_hosts", hosts).unwrap_or_default(),
        push_contact: read.value("push_contact", push_contact).or(own_address),
    }
}

/// Names or origins of hosts with commas between; a star stands for what is below a name.
fn hosts(text: &str) -> Option<Vec<String>> {
    let is_name = |host: &&str| {
        let name = host.strip_prefix("*.").unwrap_or(host);
        let fits =
            |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'/');
        !name.is_empty() && name.bytes().all(fits)
    };
    let hosts: Vec<&str> = text.split(',').map(str::trim).filter(|host| !host.is_empty()).collect();
    hosts.iter().all(is_name).then(|| hosts.into_iter().map(str::to_owned).collect())
}

/// An address of the operator that push services take.
fn push_contact(text: &str) -> Option<String> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_graphic());
    let is_mail = text.strip_prefix("mailto:").is_some_and(|mail| mail.contains('@'));
    let is_page = text.strip_prefix("https://").is_some_and(|rest| !rest.is_empty());
    (is_plain && (is_mail || is_page)).then(|| text.to_owned())
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
    fn push_services_are_given_an_address_that_they_take() {
        for good in ["mailto:ops@beta.example", "https://beta.example/contact"] {
            assert_eq!(push_contact(good), Some(good.to_owned()));
        }
        for bad in ["", "ops@beta.example", "mailto:", "http://beta.example", "https://a b"] {
            assert_eq!(push_contact(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_secret_key_is_32_bytes_of_base64() {
        assert_eq!(secret_key(&STANDARD.encode([7; 32])), Some([7; 32]));
        for bad in ["", "short", &STANDARD.encode([7; 31]), &STANDARD.encode([7; 33])] {
            assert_eq!(secret_key(bad), None, "{bad}");
        }
    }
}
