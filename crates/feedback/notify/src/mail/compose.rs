//! Turns a filled template into a message: its id, and the headers for mail programs and servers.

use letters::Letter;
use parse_engine::Message;

use super::brand::MailBrand;

/// The header values of a message.
pub(super) struct MessageHead<'a> {
    /// The host of the site, for message ids.
    pub(super) host: &'a str,
    /// The receiver.
    pub(super) user: &'a str,
    /// The same id for every attempt: of an event, or of a digest.
    pub(super) id: &'a str,
    /// A kind of notification, or `digest`.
    pub(super) kind: &'a str,
    pub(super) language: &'a str,
    /// The number of its issue, if there is one.
    pub(super) issue: Option<u32>,
    /// The unsubscribe address for mails of this kind, if there is one.
    pub(super) unsubscribe: Option<String>,
}

/// The message for a filled template. Ids differ by receiver, because providers count equal ones.
/// All mails about an issue name the same root, so that they form one thread.
pub(super) fn message(
    to: &str,
    letter: Letter,
    brand: MailBrand,
    about: &MessageHead<'_>,
) -> Message {
    let host = about.host;
    let mut headers = vec![
        ("Auto-Submitted", "auto-generated".to_owned()),
        ("X-Auto-Response-Suppress", "All".to_owned()),
        ("Feedback-ID", feedback_id(about)),
    ];
    match about.issue {
        Some(number) => {
            let root = format!("<issue-{number}@{host}>");
            headers.push(("References", root.clone()));
            headers.push(("In-Reply-To", root));
            headers.push(("List-Id", format!("\"Issue {number}\" <issue-{number}.{host}>")));
        }
        None => {
            let list = about.kind.replace('_', "-");
            headers.push(("List-Id", format!("<{list}.{host}>")));
        }
    }
    if let Some(address) = &about.unsubscribe {
        headers.push(("List-Unsubscribe", format!("<{address}>")));
        headers.push(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    Message {
        sender_name: brand.sender_name,
        to: to.to_owned(),
        subject: letter.subject,
        text: letter.text,
        html: letter.html,
        picture: brand.logo,
        message_id: format!("<{}.{}@{host}>", plain(about.id), plain(about.user)),
        headers,
    }
}

/// Kind, language, channel and sender, by which providers group spam complaints.
fn feedback_id(about: &MessageHead<'_>) -> String {
    let way = if about.kind == "digest" { "digest" } else { "instant" };
    format!("{}:{}:{way}:touchstone", about.kind, about.language)
}

/// The characters that are valid in a message id.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')).collect()
}

/// The host of an address, without its port.
pub(super) fn host(site: &str) -> &str {
    let rest = site.split_once("://").map_or(site, |(_, rest)| rest);
    let host = rest.split(['/', ':']).next().unwrap_or_default();
    if host.is_empty() { "localhost" } else { host }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letter() -> Letter {
        let text = String::new;
        Letter { subject: "[#377] Fixed".to_owned(), html: text(), text: text() }
    }

    fn about() -> MessageHead<'static> {
        MessageHead {
            host: "beta.example",
            user: "u8Fh2kQ0aZ",
            id: "evt_7Qd02mXk1a",
            kind: "fix_check",
            language: "en",
            issue: Some(377),
            unsubscribe: Some("https://beta.example/unsubscribe/8Kd2".to_owned()),
        }
    }

    #[test]
    fn a_mail_about_an_issue_has_the_head_of_one() {
        let message = message("rin@mail.test", letter(), MailBrand::default(), &about());
        assert_eq!(message.message_id, "<evt_7Qd02mXk1a.u8Fh2kQ0aZ@beta.example>");
        let head: Vec<(&str, &str)> =
            message.headers.iter().map(|(name, value)| (*name, &**value)).collect();
        for line in [
            ("References", "<issue-377@beta.example>"),
            ("In-Reply-To", "<issue-377@beta.example>"),
            ("List-Id", "\"Issue 377\" <issue-377.beta.example>"),
            ("List-Unsubscribe", "<https://beta.example/unsubscribe/8Kd2>"),
            ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
            ("Auto-Submitted", "auto-generated"),
            ("Feedback-ID", "fix_check:en:instant:touchstone"),
        ] {
            assert_eq!(head.iter().filter(|one| **one == line).count(), 1, "{line:?}");
        }
    }

    #[test]
    fn a_mail_about_nothing_else_is_of_the_list_of_its_kind() {
        let about = MessageHead { issue: None, kind: "rules_season", ..about() };
        let message = message("rin@mail.test", letter(), MailBrand::default(), &about);
        assert!(message.headers.contains(&("List-Id", "<rules-season.beta.example>".to_owned())));
        assert!(message.headers.iter().all(|(name, _)| *name != "References"));
    }

    #[test]
    fn ids_are_made_with_the_host_of_the_site() {
        assert_eq!(host("https://beta.example"), "beta.example");
        assert_eq!(host("http://127.0.0.1:1337/app"), "127.0.0.1");
        assert_eq!(host(""), "localhost");
    }
}
