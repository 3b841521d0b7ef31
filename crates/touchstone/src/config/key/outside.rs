//! Services outside that the product speaks to.

use super::definition::{Key, Secrecy, open};

const ADDRESS: &str = "an address that begins with http:// or https://";
const HOSTS: &str = "hosts separated by commas";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { secrecy: Secrecy::Secret, ..open("secret_key", None, "32 bytes in base64", "Seals credentials of services outside and signing secrets before they are stored. Not set: what follows from the master key; whoever replaces the master key keeps the old one as `previous_master_key`, or enters those credentials again.") },
    open("discord_url", Some("https://discord.com/api/v10"), ADDRESS, "Where Discord's API is; another address is for tests."),
    open("telegram_url", Some("https://api.telegram.org"), ADDRESS, "Where Telegram's Bot API is; another address is that of one's own Bot API server."),
    open("slack_hosts", Some("hooks.slack.com"), HOSTS, "Where incoming webhooks of Slack may be."),
    open("github_url", Some("https://api.github.com"), ADDRESS, "Where GitHub's API is; another address is that of one's own GitHub Enterprise Server."),
    open("linear_url", Some("https://api.linear.app/graphql"), ADDRESS, "Where Linear's API is; another address is for tests."),
    open("push_hosts", Some("fcm.googleapis.com,android.googleapis.com,*.push.apple.com,*.notify.windows.com,*.push.services.mozilla.com"), HOSTS, "Where browsers may have their pushes sent; `*.` stands for any subdomain, and an origin such as http://127.0.0.1:8090 for itself."),
    open("push_contact", None, "an address that begins with mailto: or https://", "Where push services reach the operator. Not set: the app's own address if it is https, otherwise none, and Apple's service takes nothing."),
];
