//! A mail that only proves that mail can be sent.

use lettre::message::Mailbox;
use lettre::{AsyncTransport, Message};
use telemetry::error_chain::chain;

use super::SmtpMailer;

impl SmtpMailer {
    /// Signs in to the mail server and leaves.
    pub async fn greet(&self) -> Result<(), String> {
        match self.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("the mail server hung up".to_owned()),
            Err(error) => Err(refused(&error)),
        }
    }

    /// Sends a test mail and returns the server's answer verbatim, because the caller is the
    /// operator.
    pub async fn send_test(&self, to: &str, name: &str) -> Result<String, String> {
        let to = to.parse().map_err(|error| format!("{to} is no address: {error}"))?;
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(format!("Test mail of {name}"))
            .body(format!(
                "This is a test mail of {name}. The operator of its server requested it with \
                 `touchstone mail test`.\n"
            ))
            .map_err(|error| format!("the mail cannot be written: {error}"))?;
        let answer = self.transport.send(message).await.map_err(|error| refused(&error))?;
        let lines: Vec<&str> = answer.message().collect();
        Ok(format!("{} {}", answer.code(), lines.join(" ")))
    }
}

fn refused(error: &lettre::transport::smtp::Error) -> String {
    let advice = if error.is_permanent() {
        "Check the user and the password in smtp_url, and that the server lets mail_from send"
    } else if error.is_transient() {
        "It may go later"
    } else {
        "Check the scheme, the host and the port of smtp_url"
    };
    format!("the mail was not taken: {}. {advice}.", chain(error))
}
