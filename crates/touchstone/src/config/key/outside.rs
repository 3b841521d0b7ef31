//! External services that the product calls.

use super::definition::{Key, Secrecy, open};

const SERVICES: &str = r#"a JSON object of addresses by the services discord, telegram, github, linear and fcm, such as {"github":"https://github.example.com/api/v3"}, and of hosts by slack and push"#;

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { secrecy: Secrecy::Secret, ..open("secret_key", None, "32 bytes in base64", "Key that encrypts stored credentials of external services and signing secrets. Default: derived from the master key. If you replace the master key, keep the old one as `previous_master_key`, or enter those credentials again.") },
    open("service_urls", None, SERVICES, "Addresses of services other than the public ones, such as GitHub Enterprise Server, your own Telegram Bot API server, or tests. `slack` and `push` list the hosts that may receive webhooks and browser pushes, separated by commas. In a host, `*.` matches any subdomain. An origin such as http://127.0.0.1:8090 matches itself."),
    open("push_contact", None, "an address that begins with mailto: or https://", "Contact of the operator that push services get. Default: the address of the app if it is https, otherwise none. Apple's service requires one."),
];
