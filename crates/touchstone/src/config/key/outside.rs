//! Services outside that the product speaks to.

use super::definition::{Key, Secrecy, open};

const SERVICES: &str = r#"a JSON object of addresses by the services discord, telegram, github, linear and fcm, such as {"github":"https://github.example.com/api/v3"}, and of hosts by slack and push"#;

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { secrecy: Secrecy::Secret, ..open("secret_key", None, "32 bytes in base64", "Seals credentials of services outside and signing secrets before they are stored. Not set: what follows from the master key; whoever replaces the master key keeps the old one as `previous_master_key`, or enters those credentials again.") },
    open("service_urls", None, SERVICES, "Addresses of services other than the public ones, for GitHub Enterprise Server, a Telegram Bot API server of your own, and tests. `slack` and `push` list the hosts that may receive webhooks and browser pushes, separated by commas. In a host, `*.` matches any subdomain. An origin such as http://127.0.0.1:8090 matches itself."),
    open("push_contact", None, "an address that begins with mailto: or https://", "Where push services reach the operator. Not set: the app's own address if it is https, otherwise none, and Apple's service takes nothing."),
];
