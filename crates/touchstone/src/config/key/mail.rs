//! Mail, and the pages its links lead to.

use super::definition::{Key, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("Touchstone"), ..open("app_name", None, "text on one line", "Name of the application in e-mails and on pages.") },
    Key { expects: "an address such as smtps://user:password@host or smtp://user:password@host:587?tls=required", ..secret("smtp_url", "Mail server that e-mails are sent through. TLS is required, except on this machine or with `?tls=opportunistic`.") },
    open("mail_from", None, "an address such as Touchstone <no-reply@example.com>", "Sender of e-mails."),
    open("mail_updates_from", None, "an address such as Touchstone <updates@example.com>", "Sender of notifications. A separate address keeps spam complaints about notifications away from e-mails about accounts. Default: `mail_from`."),
    open("parse_frame_url", None, "an address that begins with http:// or https://", "Page that links in e-mails lead to instead of the built-in pages. It gets the path as `link` and the `token`."),
    open("pages_path", None, "a folder", "Folder of pages that replace the built-in ones of the same name. A page is first looked up in the folder of its locale, such as `de-AT` or `de`."),
    open("pages_custom_urls", None, r#"JSON such as {"passwordReset":"https://example.com/reset"}"#, "Addresses to redirect to instead of serving a page, by the name of the page."),
];
