//! Mail, and the pages its links lead to.

use super::definition::{Key, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("Touchstone"), ..open("app_name", None, "text on one line", "What the application is called in mails and on pages.") },
    Key { expects: "an address such as smtps://user:password@host or smtp://user:password@host:587?tls=required", ..secret("smtp_url", "The server that mail is handed to. Without TLS only on this machine, or where `?tls=opportunistic` says so.") },
    open("mail_from", None, "an address such as Touchstone <no-reply@example.com>", "The sender of e-mails."),
    open("mail_updates_from", None, "an address such as Touchstone <updates@example.com>", "The sender of notifications. A separate address keeps spam complaints about notifications away from e-mails about accounts. Default: `mail_from`."),
    open("parse_frame_url", None, "an address that begins with http:// or https://", "A page of your own that links in mails lead to, with the path as `link` and the `token` beside it."),
    open("pages_path", None, "a folder", "Pages of your own, by the names of the built-in ones, which are served if a page is missing. A page is looked up in the folder of its locale first, such as `de-AT` or `de`."),
    open("pages_custom_urls", None, r#"JSON such as {"passwordReset":"https://example.com/reset"}"#, "Addresses to redirect to in place of pages, by the name of the page."),
];
