//! Mail by SMTP, and the task that sends what waits in the outbox.

mod message;
mod text;
mod trial;

use std::time::{Duration, Instant};

use async_trait::async_trait;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::PoolConfig;
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use parse_engine::{
    AccountChange, Engine, Letter, Mailer, Message as OwnMessage, NotTaken, Undelivered, mail,
};
use telemetry::error_chain;

use text::Text;

/// The server that takes mail, and its senders.
#[derive(Clone)]
pub struct SmtpSettings {
    /// The address of the server, password included.
    pub url: String,
    /// The sender of mail.
    pub from: Mailbox,
    /// The sender of notifications, if it is another one.
    pub updates_from: Option<Mailbox>,
}

impl std::fmt::Debug for SmtpSettings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SmtpSettings").field("from", &self.from).finish_non_exhaustive()
    }
}

/// How long a mail server may take to answer one command.
const TIMEOUT: Duration = Duration::from_secs(20);
/// How long an idle connection is kept.
const IDLE: Duration = Duration::from_secs(30);
/// How long to wait at most before looking again, should a call have been missed.
const LOOK_AGAIN: Duration = Duration::from_secs(60);
/// How long to wait after the outbox could not be read.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// How often expired rows are deleted.
const SWEEP: Duration = Duration::from_secs(3600);

/// Hands mail over to a server.
pub struct SmtpMailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The sender of notifications.
    updates_from: Mailbox,
}

impl SmtpMailer {
    /// Nothing if the address of the server means nothing.
    pub fn new(settings: &SmtpSettings) -> Option<SmtpMailer> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&settings.url).ok()?;
        let pool = PoolConfig::new().max_size(2).idle_timeout(IDLE);
        let transport = builder.timeout(Some(TIMEOUT)).pool_config(pool).build();
        let from = settings.from.clone();
        let updates_from = settings.updates_from.clone().unwrap_or_else(|| from.clone());
        Some(SmtpMailer { transport, from, updates_from })
    }

    async fn send(&self, letter: &Letter<'_>, text: Text) -> Result<(), Undelivered> {
        // What is wrong with an address would show it, so the log only learns that it is.
        let to = letter
            .to
            .parse()
            .map_err(|_| Undelivered::ForGood("the address cannot be written to".to_owned()))?;
        let message = Message::builder()
            .from(message::named(&self.from, letter.sender_name))
            .to(Mailbox::new(None, to))
            .subject(text.subject)
            // So that auto-replies do not answer, and replies to them are not answered.
            .raw_header(HeaderValue::new(
                HeaderName::new_from_ascii_str("Auto-Submitted"),
                "auto-generated".to_owned(),
            ))
            .multipart(MultiPart::alternative_plain_html(text.plain, text.html))
            .map_err(|error| Undelivered::ForGood(error.to_string()))?;
        match self.transport.send(message).await {
            Ok(_) => Ok(()),
            // Servers repeat the address in their text, so only the code is logged.
            Err(error) if error.is_permanent() => {
                Err(Undelivered::ForGood(format!("the mail server refused it: {}", status(&error))))
            }
            Err(error) if error.is_transient() => {
                Err(Undelivered::ForNow(format!("the mail server put it off: {}", status(&error))))
            }
            Err(error) => {
                Err(Undelivered::ForNow(format!("no mail server: {}", error_chain::chain(&error))))
            }
        }
    }
}

fn status(error: &lettre::transport::smtp::Error) -> String {
    error.status().map_or_else(String::new, |code| code.to_string())
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send_verification(&self, letter: &Letter<'_>) -> Result<(), Undelivered> {
        self.send(letter, text::verification(letter)).await
    }

    async fn send_reset(&self, letter: &Letter<'_>) -> Result<(), Undelivered> {
        self.send(letter, text::reset(letter)).await
    }

    async fn send_change(
        &self,
        change: AccountChange,
        letter: &Letter<'_>,
    ) -> Result<(), Undelivered> {
        self.send(letter, text::change(change, letter)).await
    }

    async fn send_message(&self, message: &OwnMessage) -> Result<(), NotTaken> {
        message::send(&self.transport, &self.updates_from, message).await
    }
}

/// Sends what waits, for ever: when called, and when something that failed is due again.
pub async fn work(engine: Engine) {
    let mut swept: Option<Instant> = None;
    loop {
        if swept.is_none_or(|at| at.elapsed() > SWEEP) {
            swept = Some(Instant::now());
            if let Err(error) = mail::cleanup(&engine).await {
                tracing::warn!(reason = error_chain::chain(&error), "outbox cleanup failed");
            }
        }
        let wait = match engine.extension().mailer() {
            None => LOOK_AGAIN,
            Some(_) => match mail::deliver(&engine).await {
                Ok(next) => next.map_or(LOOK_AGAIN, |wait| wait.min(LOOK_AGAIN)),
                Err(error) => {
                    let reason = error_chain::chain(&error);
                    tracing::error!(reason, "outbox worker failed");
                    AFTER_FAILURE
                }
            },
        };
        tokio::select! {
            () = engine.outbox_filled() => {}
            () = tokio::time::sleep(wait) => {}
        }
    }
}
