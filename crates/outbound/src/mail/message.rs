//! A message of the application's own, handed to a mail server.

use std::error::Error as _;

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use parse_engine::mail::MailRefusal;
use parse_engine::{Message as OwnMessage, NotTaken};
use telemetry::error_chain;

/// Sends a message. The connection is tried first: what fails there was never handed over, so that
/// only what fails later is in doubt.
pub(crate) async fn send(
    transport: &AsyncSmtpTransport<Tokio1Executor>,
    from: &Mailbox,
    message: &OwnMessage,
) -> Result<(), NotTaken> {
    let message = written(from, message)?;
    match transport.test_connection().await {
        Ok(true) => {}
        Ok(false) => return Err(NotTaken::NotSent("the mail server does not answer".to_owned())),
        Err(error) if error.is_permanent() => {
            return Err(NotTaken::Unwelcome(refusal(&error).to_string()));
        }
        Err(error) => return Err(NotTaken::NotSent(error_chain::chain(&error))),
    }
    match transport.send(message).await {
        Ok(_) => Ok(()),
        Err(error) if error.status().is_some() => Err(NotTaken::Refused(refusal(&error))),
        Err(error) if error.is_client() => Err(NotTaken::Unwritable("the mail client refuses it")),
        Err(error) => Err(NotTaken::Unsure(error_chain::chain(&error))),
    }
}

/// What a server has answered; not its words, in which it repeats the address.
fn refusal(error: &SmtpError) -> MailRefusal {
    let code = error.status().map_or(0, u16::from);
    let said = error.source().map(ToString::to_string).unwrap_or_default();
    MailRefusal::new(code, &said)
}

fn written(from: &Mailbox, message: &OwnMessage) -> Result<Message, NotTaken> {
    let is_one_line = |text: &str| !text.chars().any(char::is_control);
    if !is_one_line(&message.subject) {
        return Err(NotTaken::Unwritable("the subject has a control character"));
    }
    let to = message.to.parse().map_err(|_| NotTaken::Unwritable("no address"))?;
    let mut builder = Message::builder()
        .from(named(from, message.sender_name.as_deref()))
        .to(Mailbox::new(None, to))
        .subject(message.subject.clone())
        .message_id(Some(message.message_id.clone()));
    for (name, value) in &message.headers {
        if !value.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
            return Err(NotTaken::Unwritable("a header is not plain ASCII"));
        }
        let name = HeaderName::new_from_ascii_str(name);
        let value = HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value.clone());
        builder = builder.raw_header(value);
    }
    let html = SinglePart::html(message.html.clone());
    let parts = MultiPart::alternative().singlepart(SinglePart::plain(message.text.clone()));
    let parts = match &message.picture {
        None => parts.singlepart(html),
        Some(picture) => {
            let kind = ContentType::parse("image/png")
                .map_err(|_| NotTaken::Unwritable("a type of pictures"))?;
            let inline = Attachment::new_inline(picture.content_id.to_owned());
            let inline = inline.body(picture.png.clone(), kind);
            parts.multipart(MultiPart::related().singlepart(html).singlepart(inline))
        }
    };
    builder.multipart(parts).map_err(|_| NotTaken::Unwritable("the parts cannot be put together"))
}

/// The sender of the settings, under another name if there is one.
pub(super) fn named(from: &Mailbox, name: Option<&str>) -> Mailbox {
    let name = name.map(str::to_owned).or_else(|| from.name.clone());
    Mailbox::new(name, from.email.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_engine::mail::InlinePicture;

    fn message() -> OwnMessage {
        OwnMessage {
            sender_name: None,
            to: "rin@mail.test".to_owned(),
            subject: "[#377] Fixed — does it work?".to_owned(),
            text: "Plain".to_owned(),
            html: "<p>HTML</p>".to_owned(),
            picture: None,
            message_id: "<evt_1.u@beta.example>".to_owned(),
            headers: vec![
                ("References", "<issue-377@beta.example>".to_owned()),
                ("List-Unsubscribe", format!("<https://beta.example/{}>", "x".repeat(90))),
                ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()),
            ],
        }
    }

    fn raw(message: &OwnMessage) -> String {
        let from = "Swap <updates@beta.example>".parse().unwrap();
        String::from_utf8(written(&from, message).unwrap().formatted()).unwrap()
    }

    #[test]
    fn headers_stand_in_the_message_as_they_were_given() {
        let raw = raw(&message());
        for line in [
            "From: Swap <updates@beta.example>\r\n".to_owned(),
            "Message-ID: <evt_1.u@beta.example>\r\n".to_owned(),
            "References: <issue-377@beta.example>\r\n".to_owned(),
            format!("List-Unsubscribe: <https://beta.example/{}>\r\n", "x".repeat(90)),
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n".to_owned(),
        ] {
            assert_eq!(raw.matches(&line).count(), 1, "{line} in {raw}");
        }
        let (plain, html) = (raw.find("text/plain").unwrap(), raw.find("text/html").unwrap());
        assert!(plain < html, "clients show the last part that they can");
    }

    #[test]
    fn a_message_names_its_sender_and_keeps_the_address_of_the_settings() {
        let named = OwnMessage { sender_name: Some("Basalt".to_owned()), ..message() };
        let line = "From: Basalt <updates@beta.example>\r\n";
        assert!(raw(&named).contains(line), "{}", raw(&named));
    }

    #[test]
    fn a_picture_is_a_part_beside_the_html_that_shows_it() {
        let picture = InlinePicture { content_id: "logo", png: b"\x89PNG".to_vec() };
        let raw = raw(&OwnMessage { picture: Some(picture), ..message() });
        for part in ["multipart/related", "Content-ID: <logo>", "Content-Type: image/png"] {
            assert_eq!(raw.matches(part).count(), 1, "{part} in {raw}");
        }
        assert!(raw.contains("Content-Disposition: inline\r\n"), "{raw}");
        assert!(raw.find("text/html") < raw.find("image/png"));
    }

    #[test]
    fn nothing_gets_into_the_head_by_a_line_break() {
        let from = "updates@beta.example".parse().unwrap();
        let is_refused = |message: &OwnMessage| written(&from, message).is_err();
        let mut subject = message();
        subject.subject.push_str("\r\nBcc: x@evil.example");
        let mut address = message();
        address.to.push_str("\r\nBcc: x@evil.example");
        let mut header = message();
        header.headers[0].1.push_str("\r\nBcc: x@evil.example");
        for message in [subject, address, header] {
            assert!(is_refused(&message));
        }
    }
}
