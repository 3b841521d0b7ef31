//! Reads where mail goes and what its links lead to.

use std::collections::BTreeMap;

use lettre::message::Mailbox;
use outbound::mail::SmtpSettings;
use parse_http::percent::COMPONENT;
use parse_http::settings::PageSettings;
use parse_identity::Links;
use percent_encoding::utf8_percent_encode;

use super::reader::{Reader, one_line, url};

/// Reads where mail is handed over; `None` if it is not.
pub(super) fn smtp(read: &mut Reader<'_>) -> Option<SmtpSettings> {
    let url = read.value("smtp_url", smtp_url);
    let from = read.value("mail_from", |text| text.parse::<Mailbox>().ok());
    let updates_from = read.value("mail_updates_from", |text| text.parse::<Mailbox>().ok());
    let is_half = url.is_some() != from.is_some();
    if is_half && read.problems.is_empty() {
        read.problems.push("smtp_url and mail_from go together. Set both, or neither.".to_owned());
    }
    let (url, from) = url.zip(from)?;
    Some(SmtpSettings { url, from, updates_from })
}

/// An address whose mail is not sent in the open, but for what stays on this machine.
fn smtp_url(text: &str) -> Option<String> {
    let (scheme, rest) = text.split_once("://")?;
    let (place, options) = rest.split_once('?').unwrap_or((rest, ""));
    let host = place.rsplit_once('@').map_or(place, |(_, host)| host);
    let is_local = ["localhost", "127.0.0.1", "[::1]"].iter().any(|local| {
        host.strip_prefix(local).is_some_and(|end| end.is_empty() || end.starts_with([':', '/']))
    });
    let is_covered =
        scheme == "smtps" || options.split('&').any(|option| option.starts_with("tls="));
    let is_usable = matches!(scheme, "smtp" | "smtps") && !host.is_empty();
    (is_usable && (is_covered || is_local)).then(|| text.to_owned())
}

/// Reads how pages are served.
pub(super) fn pages(read: &mut Reader<'_>) -> PageSettings {
    PageSettings {
        app_name: read.value("app_name", one_line),
        path: read.value("pages_path", |text| {
            // Resolved once, so that a file can be checked to be inside.
            std::fs::canonicalize(text).ok().filter(|path| path.is_dir())
        }),
        custom_urls: read.value("pages_custom_urls", custom_urls).unwrap_or_default(),
    }
}

fn custom_urls(text: &str) -> Option<BTreeMap<String, String>> {
    let urls: BTreeMap<String, String> = serde_json::from_str(text).ok()?;
    urls.values().all(|address| url(address).is_some()).then_some(urls)
}

/// Where links in mails lead. Never made from what a request says about its host.
pub(super) fn links(
    read: &mut Reader<'_>,
    pages: &PageSettings,
    public_server_url: Option<&str>,
    application_id: &str,
) -> Option<Links> {
    let frame = read.value("parse_frame_url", url);
    let (app_name, base) = pages.app_name.as_ref().zip(public_server_url)?;
    let to = |page: &str| {
        let path = format!("/apps/{application_id}/{page}");
        match &frame {
            Some(frame) => {
                format!("{frame}?link={}&token=", utf8_percent_encode(&path, COMPONENT))
            }
            None => format!("{base}{path}?token="),
        }
    };
    Some(Links {
        app_name: app_name.clone(),
        verify_email: to("verify_email"),
        reset_password: to("request_password_reset"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mail_leaves_the_machine_only_under_cover() {
        for good in [
            "smtps://user:password@mail.example",
            "smtp://mail.example:587?tls=required",
            "smtp://mail.example?tls=opportunistic",
            "smtp://127.0.0.1:2525",
            "smtp://user:p%40ss@localhost",
        ] {
            assert_eq!(smtp_url(good).as_deref(), Some(good));
        }
        for bad in [
            "smtp://mail.example",
            "smtp://localhost.example",
            "smtp://127.0.0.1.example:25",
            "smtp://localhost@mail.example",
            "http://mail.example?tls=required",
            "smtps://",
            "mail.example",
        ] {
            assert_eq!(smtp_url(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_name_that_goes_into_a_subject_is_one_line() {
        assert_eq!(one_line("My App").as_deref(), Some("My App"));
        assert_eq!(one_line("My\r\nBcc: x@y"), None);
        assert_eq!(one_line("  "), None);
    }
}
