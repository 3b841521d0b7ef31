//! Mail, and the pages its links lead to.

use super::definition::{FLAG, Key, open, secret};

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    Key { product_default: Some("Touchstone"), ..open("app_name", None, "text on one line", "What the application is called in mails and on pages.") },
    Key { expects: "an address such as smtps://user:password@host or smtp://user:password@host:587?tls=required", ..secret("smtp_url", "The server that mail is handed to. Without TLS only on this machine, or where `?tls=opportunistic` says so.") },
    open("mail_from", None, "an address such as Touchstone <no-reply@example.com>", "Whom mail comes from."),
    open("mail_updates_from", None, "an address such as Touchstone <updates@example.com>", "Whom notifications come from, so that complaints about them do not touch mail about accounts. Not set: as `mail_from`."),
    open("parse_frame_url", None, "an address that begins with http:// or https://", "A page of your own that links in mails lead to, with the path as `link` and the `token` beside it."),
    open("pages_path", None, "a folder", "Pages of your own, by the names of ours; what is not there is served from ours."),
    open("pages_enable_localization", Some("false"), FLAG, "Pages are looked for in the folders of a locale and of its language first."),
    open("pages_force_redirect", Some("false"), FLAG, "Every page is answered by a redirect to it."),
    open("pages_custom_urls", None, r#"JSON such as {"passwordReset":"https://example.com/reset"}"#, "Addresses to redirect to in place of pages, by the name of the page."),
    open("pages_encode_page_param_headers", Some("false"), FLAG, "The headers `x-parse-page-param-*` are percent-encoded."),
    open("pages_content_security_policy", Some("default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"), "a policy on one line", "What pages may load and do."),
];
