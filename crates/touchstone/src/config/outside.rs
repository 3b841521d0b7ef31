//! Reads where services outside are, and with what their credentials are sealed.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use feedback::{SecretKeys, ServiceAddresses};
use parse_model::Json;

use super::Keys;
use super::reader::{Reader, url};

/// Where services outside are.
#[derive(Debug)]
pub(super) struct Services {
    /// Those of the product.
    addresses: ServiceAddresses,
    /// Firebase Cloud Messaging.
    pub(super) fcm: String,
}

impl Default for Services {
    fn default() -> Services {
        Services {
            addresses: ServiceAddresses::default(),
            fcm: "https://fcm.googleapis.com".to_owned(),
        }
    }
}

/// Reads where services outside are.
pub(super) fn services(read: &mut Reader<'_>) -> Services {
    read.value("service_urls", service_urls).unwrap_or_default()
}

fn service_urls(text: &str) -> Option<Services> {
    let given: BTreeMap<String, Json> = serde_json::from_str(text).ok()?;
    let mut services = Services::default();
    let addresses = &mut services.addresses;
    for (service, place) in &given {
        let address = || place.as_str().and_then(url);
        match service.as_str() {
            "discord" => addresses.discord = address()?,
            "telegram" => addresses.telegram = address()?,
            "slack" => addresses.slack_hosts = hosts(place)?,
            "github" => addresses.github = address()?,
            "linear" => addresses.linear = address()?,
            "push" => addresses.push_hosts = hosts(place)?,
            "fcm" => services.fcm = address()?,
            _ => return None,
        }
    }
    Some(services)
}

/// The addresses of the product's services, and where those of pushes reach the operator.
pub(super) fn service_addresses(
    read: &mut Reader<'_>,
    services: Services,
    own: &str,
) -> ServiceAddresses {
    let own_address = Some(own.to_owned()).filter(|own| own.starts_with("https://"));
    let push_contact = read.value("push_contact", push_contact).or(own_address);
    ServiceAddresses { push_contact, ..services.addresses }
}

/// Names or origins of hosts, in an array or with commas between; a star stands for what is below
/// a name.
fn hosts(place: &Json) -> Option<Vec<String>> {
    let text = match place {
        Json::String(text) => text.clone(),
        Json::Array(items) => {
            let texts: Option<Vec<&str>> = items.iter().map(Json::as_str).collect();
            texts?.join(",")
        }
        _ => return None,
    };
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
    fn services_are_where_the_operator_says_and_the_others_where_they_always_are() {
        let given = r#"{"github":"https://github.example/api/v3","slack":["a.example","*.b.example"],
            "push":"http://127.0.0.1:1,c.example","fcm":"http://127.0.0.1:2"}"#;
        let Services { addresses, fcm } = service_urls(given).unwrap();
        assert_eq!(addresses.github, "https://github.example/api/v3");
        assert_eq!(addresses.slack_hosts, ["a.example", "*.b.example"]);
        assert_eq!(addresses.push_hosts, ["http://127.0.0.1:1", "c.example"]);
        assert_eq!(fcm, "http://127.0.0.1:2");
        assert_eq!(addresses.discord, ServiceAddresses::default().discord);
        for bad in [
            "https://github.example",
            r#"{"gitlab":"https://gitlab.example"}"#,
            r#"{"github":"github.example"}"#,
            r#"{"slack":[1]}"#,
            r#"{"push":"a b"}"#,
        ] {
            assert!(service_urls(bad).is_none(), "{bad}");
        }
    }

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
