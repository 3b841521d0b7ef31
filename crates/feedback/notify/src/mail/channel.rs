//! The mail channel.

use std::time::Duration;

use async_trait::async_trait;
use feedback_model::notification::{Bucket, ChannelName};
use integrations::Outcome;
use letters::{Language, Letter, Notice, Programme, Reader};
use parse_engine::{Error, NotTaken};
use tokio::sync::Mutex;
use tokio::time::Instant;

use super::compose::{self, MessageHead};
use super::outcome::{Bounce, bounce, outcome};
use super::suppression::{Scope, wanted};
use super::token::{Key, Link};
use super::{address, brand, notice};
use crate::delivery::{Channel, Delivery, DeliveryRun, Digest, Receiver};
use feedback_core::command_context::CommandContext;

/// The shortest time between two mails of a node: fifty a second, so that a large release does not
/// look like a flood.
const INTERVAL: Duration = Duration::from_millis(20);

/// Pending items and news in one digest.
const DIGEST_MOST: usize = 100;

/// Sends with the engine's mailer.
#[derive(Debug, Default)]
pub(super) struct MailChannel {
    /// When the next mail may be sent.
    next: Mutex<Option<Instant>>,
}

#[async_trait]
impl Channel for MailChannel {
    const CHANNEL: ChannelName = ChannelName::Mail;

    /// One, because SMTP cannot recognise a repeated message.
    fn lanes(&self) -> usize {
        1
    }

    async fn is_ready(&self, run: &DeliveryRun<'_>) -> bool {
        run.engine().extension().mailer().is_some()
    }

    async fn send(&self, run: &DeliveryRun<'_>, delivery: &Delivery) -> Outcome {
        let ctx = run.ctx();
        let sent = async {
            let deliveries = std::slice::from_ref(delivery);
            let Some(reader) = self.reader(run, &ctx, deliveries).await? else {
                return Ok(Outcome::DELIVERED);
            };
            let Some(notice) = notice::of(&ctx, &reader.receiver, delivery).await? else {
                return Ok(Outcome::Bad("what it was about is gone".to_owned()));
            };
            let scope = Scope::Kind(delivery.kind);
            let mail = reader.mail(&ctx, scope, &delivery.event, |programme, person| {
                (
                    letters::letter(programme, person, &notice),
                    notice.issue().map(|issue| issue.number),
                )
            });
            self.hand_over(run, &ctx, &reader.receiver, mail.await?).await
        };
        sent.await.unwrap_or_else(|error| not_written(&error))
    }

    async fn send_digest(&self, run: &DeliveryRun<'_>, digest: &Digest) -> Outcome {
        let ctx = run.ctx();
        let sent = async {
            let Some(reader) = self.reader(run, &ctx, &digest.deliveries).await? else {
                return Ok(Outcome::DELIVERED);
            };
            let mut told = letters::Digest::default();
            for delivery in &reader.wanted {
                let Some(notice) = notice::of(&ctx, &reader.receiver, delivery).await? else {
                    continue;
                };
                let part = match delivery.bucket {
                    Bucket::Action => &mut told.waiting,
                    Bucket::News => &mut told.news,
                };
                if part.len() < DIGEST_MOST {
                    part.push(notice);
                }
            }
            let Some(first) = reader.wanted.first().filter(|_| !told.is_empty()) else {
                return Ok(Outcome::Bad("what it was about is gone".to_owned()));
            };
            let id = format!("digest-{}", first.event);
            let mail = reader.mail(&ctx, Scope::Digest, &id, |programme, person| {
                (letters::digest(programme, person, &told), None)
            });
            self.hand_over(run, &ctx, &reader.receiver, mail.await?).await
        };
        sent.await.unwrap_or_else(|error| not_written(&error))
    }
}

/// The database rejected the write, so nothing was sent.
fn not_written(error: &Error) -> Outcome {
    tracing::error!(%error, "mail not written, will retry");
    Outcome::LATER
}

/// The receiver and the deliveries to write about.
struct ReadyReader<'a> {
    receiver: Receiver,
    address: String,
    wanted: Vec<&'a Delivery>,
}

impl MailChannel {
    /// The receiver of these mails. `None` if they are stopped or there is no address, which is
    /// then recorded.
    async fn reader<'a>(
        &self,
        run: &DeliveryRun<'_>,
        ctx: &CommandContext,
        deliveries: &'a [Delivery],
    ) -> Result<Option<ReadyReader<'a>>, Error> {
        let wanted = wanted(ctx, deliveries).await?;
        let Some(first) = wanted.first() else { return Ok(None) };
        let Some(receiver) = run.receiver(&first.receiver).await? else { return Ok(None) };
        match receiver.email.clone().filter(|address| !address.is_empty()) {
            Some(address) => Ok(Some(ReadyReader { receiver, address, wanted })),
            None => {
                super::suppression::drop_without_address(ctx, &wanted).await?;
                Ok(None)
            }
        }
    }

    /// Sends a message, and records what the answer says about the address.
    async fn hand_over(
        &self,
        run: &DeliveryRun<'_>,
        ctx: &CommandContext,
        receiver: &Receiver,
        message: parse_engine::Message,
    ) -> Result<Outcome, Error> {
        let Some(mailer) = run.engine().extension().mailer() else { return Ok(Outcome::LATER) };
        self.wait_for_turn().await;
        run.acquire_send_permit().await;
        let taken = mailer.send_message(&message).await;
        if let Err(problem) = &taken {
            tracing::warn!(user = receiver.id, %problem, "mail rejected by the receiving server");
        }
        if let Err(NotTaken::Refused(refusal)) = &taken
            && bounce(refusal) == Bounce::Soft
        {
            let said = refusal.to_string();
            if address::soft_bounce(ctx, &receiver.id, Some(&said)).await? {
                return Ok(Outcome::Gone(said));
            }
        }
        Ok(outcome(&taken, &message.message_id))
    }

    async fn wait_for_turn(&self) {
        let turn = {
            let mut next = self.next.lock().await;
            let turn = next.unwrap_or_else(Instant::now).max(Instant::now());
            *next = Some(turn + INTERVAL);
            turn
        };
        tokio::time::sleep_until(turn).await;
    }
}

impl ReadyReader<'_> {
    /// The message for a filled template.
    async fn mail(
        &self,
        ctx: &CommandContext,
        scope: Scope,
        id: &str,
        write: impl FnOnce(&Programme, &Reader) -> (Letter, Option<u32>) + Send,
    ) -> Result<parse_engine::Message, Error> {
        let (programme, brand) = brand::read(ctx).await?;
        let link = Link { user: self.receiver.id.clone(), scope };
        let key = Key::newest(ctx).await?;
        let unsubscribe =
            key.and_then(|key| key.sign(&link)).map(|token| format!("/unsubscribe/{token}"));
        let language = Language::of_locale(self.receiver.locale.as_deref().unwrap_or_default());
        let username = self.receiver.username.clone();
        let reader = Reader { username, language, unsubscribe: unsubscribe.clone() };
        let (letter, issue) = write(&programme, &reader);
        let about = MessageHead {
            host: compose::host(&programme.site),
            user: &self.receiver.id,
            id,
            kind: scope.key(),
            language: language.tag(),
            issue,
            unsubscribe: unsubscribe.map(|path| format!("{}{path}", programme.site)),
        };
        Ok(compose::message(&self.address, letter, brand, &about))
    }
}

/// The test mail of an administrator.
pub(super) async fn test_message(
    ctx: &CommandContext,
    to: &str,
    by: &str,
) -> Result<parse_engine::Message, Error> {
    let (programme, brand) = brand::read(ctx).await?;
    let reader = Reader { username: by.to_owned(), language: Language::English, unsubscribe: None };
    let letter = letters::letter(&programme, &reader, &Notice::Test { by: by.to_owned() });
    let id = format!("test-{}", ctx.new_id());
    let about = MessageHead {
        host: compose::host(&programme.site),
        user: by,
        id: &id,
        kind: "test",
        language: reader.language.tag(),
        issue: None,
        unsubscribe: None,
    };
    Ok(compose::message(to, letter, brand, &about))
}
