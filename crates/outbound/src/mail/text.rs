//! What mails say. The subjects and first sentences are Parse Server's.

use parse_engine::{AccountChange, Letter};
use parse_model::Value;
use parse_model::html::escaped;

/// A name that is longer, or holds anything but these, could be a message of its own to a user
/// whose address a stranger has entered.
const LONGEST_NAME: usize = 64;

/// The words of a mail.
pub(crate) struct Text {
    pub subject: String,
    pub plain: String,
    pub html: String,
}

/// Asks to confirm an address.
pub(crate) fn verification(letter: &Letter<'_>) -> Text {
    let said = format!(
        "You are being asked to confirm the e-mail address {} with {}",
        letter.to, letter.app_name
    );
    Text::new(
        format!("Please verify your e-mail for {}", letter.app_name),
        &said,
        "Click here to confirm it:",
        letter.link,
    )
}

/// Lets a user set a new password.
pub(crate) fn reset(letter: &Letter<'_>) -> Text {
    let name =
        letter.user.fields.get("username").and_then(Value::as_text).filter(|name| is_plain(name));
    let name = name.map(|name| format!(" (your username is '{name}')")).unwrap_or_default();
    let said = format!("You requested to reset your password for {}{name}.", letter.app_name);
    Text::new(
        format!("Password Reset for {}", letter.app_name),
        &said,
        "Click here to reset it:",
        letter.link,
    )
}

/// Tells of a change to an account, to the address it had before.
pub(crate) fn change(change: AccountChange, letter: &Letter<'_>) -> Text {
    const OTHERWISE: &str = "If this was not you, contact the operator of the application immediately: another person has access to your account.";
    let app = letter.app_name;
    let what = match change {
        AccountChange::Email => "e-mail address",
        AccountChange::Password => "password",
    };
    let said = format!("The {what} of your account with {app} was changed.");
    let plain = format!("Hi,\n\n{said}\n\n{OTHERWISE}\n");
    let html = format!(
        "<!doctype html><html lang=\"en\"><body><p>Hi,</p><p>{}</p><p>{OTHERWISE}</p></body></html>",
        escaped(&said),
    );
    Text { subject: format!("Your {what} for {app} was changed"), plain, html }
}

fn is_plain(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '+' | '@'))
}

impl Text {
    fn new(subject: String, said: &str, call: &str, link: &str) -> Text {
        const OTHERWISE: &str = "If this was not you, there is nothing to do.";
        let plain = format!("Hi,\n\n{said}\n\n{call}\n{link}\n\n{OTHERWISE}\n");
        let html = format!(
            "<!doctype html><html lang=\"en\"><body><p>Hi,</p><p>{}</p><p>{}<br><a href=\"{link}\">{link}</a></p><p>{OTHERWISE}</p></body></html>",
            escaped(said),
            escaped(call),
            link = escaped(link),
        );
        Text { subject, plain, html }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{ClassName, FieldName, Object, ObjectId};

    fn reset_for(name: &str) -> Text {
        let mut user = Object::new(ClassName::user(), ObjectId::new("u"));
        user.fields.insert(FieldName::from_static("username"), Value::from(name));
        let link = "https://a.example/parse/apps/app/request_password_reset?token=t";
        reset(&Letter {
            app_name: "A & B",
            to: "ada@engines.example",
            link,
            user: &user,
            sender_name: None,
        })
    }

    #[test]
    fn the_words_are_parse_servers() {
        let text = reset_for("ada");
        assert_eq!(text.subject, "Password Reset for A & B");
        assert!(text.plain.starts_with(
            "Hi,\n\nYou requested to reset your password for A & B (your username is 'ada').\n\n\
             Click here to reset it:\nhttps://a.example/"
        ));
        assert!(text.html.contains("for A &amp; B (your username is &#39;ada&#39;)."));
    }

    #[test]
    fn a_name_is_no_way_to_write_to_strangers() {
        for name in ["Visit https://evil.example now", &"a".repeat(65), "<b>hi</b>", "a\r\nb"] {
            let text = reset_for(name);
            assert!(text.plain.contains("password for A & B.\n"), "{name}");
        }
    }
}
