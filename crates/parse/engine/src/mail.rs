//! Mail to users: queued in the transaction that causes it, sent after the commit.
//!
//! The outbox holds only the receiver and the reason of a mail. The secret in a link is generated
//! when the mail is sent, so that it is never stored in the queue. A request about an unknown
//! address creates a row too, so that it takes as long as one about a known address.

mod message;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use parse_identity::{LinkLife, Links, token};
use parse_model::{ClassName, Date, FieldName, FieldType, Filter, Json, Object, Refusal, Value};
use parse_store::outbox::{self, Task};
use parse_store::{Columns, Db, Mailed, RowAccess, Select};
use serde_json::json;

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::Extension;

pub use message::{InlinePicture, Message, NotTaken, Refusal as MailRefusal, enhanced_status};

/// The outbox topic of mail.
const TOPIC: &str = "mail";
/// How long one mail may take before another node tries: longer than any transport waits.
const HELD_SECONDS: i64 = 180;
/// Mails taken at once.
const AT_ONCE: i64 = 8;
/// Delays before the next attempt, in seconds. After the last one a mail is given up.
const RETRIES: [i64; 8] = [10, 30, 120, 600, 1800, 7200, 21_600, 43_200];

const INTERNAL: &[(&str, FieldType)] = &[
    ("_perishable_token", FieldType::String),
    ("_perishable_token_expires_at", FieldType::Date),
    ("_email_verify_token", FieldType::String),
    ("_email_verify_token_expires_at", FieldType::Date),
];

/// A mail to a user.
#[derive(Debug)]
pub struct Letter<'a> {
    /// The name of the application.
    pub app_name: &'a str,
    /// The receiver's address.
    pub to: &'a str,
    /// The link.
    pub link: &'a str,
    /// The receiver.
    pub user: &'a Object,
    /// The display name of its sender, if it is not that of the mail server's settings.
    pub sender_name: Option<&'a str>,
}

/// The display name of the sender of mails, decided by the application.
#[async_trait]
pub trait SenderName: Send + Sync {
    /// The name. `None`: that of the mail server's settings.
    async fn sender_name(&self, db: &Db) -> Result<Option<String>, Error>;
}

/// A change of an account, of which its owner is notified.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountChange {
    /// The e-mail address. The mail goes to the previous one.
    Email,
    /// The password.
    Password,
}

impl AccountChange {
    fn letter(self) -> &'static str {
        match self {
            AccountChange::Email => "email changed",
            AccountChange::Password => "password changed",
        }
    }
}

/// A way to send mail.
#[async_trait]
pub trait Mailer: Send + Sync {
    /// Asks a user to confirm their address.
    async fn send_verification(&self, letter: &Letter<'_>) -> Result<(), Undelivered>;

    /// Sends a link to set a new password.
    async fn send_reset(&self, letter: &Letter<'_>) -> Result<(), Undelivered>;

    /// Notifies a user of a change to their account. It has no link.
    async fn send_change(
        &self,
        _change: AccountChange,
        _letter: &Letter<'_>,
    ) -> Result<(), Undelivered> {
        Ok(())
    }

    /// Sends a message that the application has composed.
    async fn send_message(&self, _message: &Message) -> Result<(), NotTaken> {
        Err(NotTaken::Unwritable("this mailer sends no messages of the application"))
    }
}

impl Extension {
    /// Adds a way to send mail.
    #[must_use]
    pub fn with_mailer(mut self, mailer: impl Mailer + 'static) -> Extension {
        self.implementations.set::<dyn Mailer>(Arc::new(mailer));
        self
    }

    /// Lets the application name the sender of mails. There is at most one source.
    #[must_use]
    pub fn with_sender_name(mut self, source: impl SenderName + 'static) -> Extension {
        self.implementations.set::<dyn SenderName>(Arc::new(source));
        self
    }

    /// The way to send mail, if there is one.
    pub fn mailer(&self) -> Option<&dyn Mailer> {
        self.implementations.only::<dyn Mailer>().map(|mailer| &**mailer)
    }
}

/// Why a mail was not sent. The texts are logged, so they must not include the address.
#[derive(Debug, thiserror::Error)]
pub enum Undelivered {
    /// Temporary.
    #[error("not now: {0}")]
    ForNow(String),
    /// Permanent.
    #[error("never: {0}")]
    ForGood(String),
}

/// The links, if this server can send mail.
pub(crate) fn links(engine: &Engine) -> Result<&Links, Refusal> {
    let links = engine.settings().account.links.as_ref();
    links.filter(|_| engine.extension().mailer().is_some()).ok_or_else(|| {
        Refusal::new(
            parse_model::Code::INTERNAL_SERVER_ERROR,
            "An appName, publicServerURL, and emailAdapter are required for password reset and email verification functionality.",
        )
    })
}

/// Queues a mail to a user. Without a user only a row is written, for equal timing.
pub(crate) async fn post(cx: &Cx, mailed: Mailed, user_id: Option<&str>) -> Result<(), Error> {
    let letter = match mailed {
        Mailed::Reset => "reset",
        Mailed::Verification => "verification",
    };
    let body = json!({ "letter": letter, "user": user_id });
    outbox::put(cx.db(), TOPIC, body, cx.now()).await.while_doing("asking for a mail")
}

/// Queues a mail about a change to an account, to its previous address.
pub(crate) async fn post_change(
    cx: &Cx,
    change: AccountChange,
    user_id: &str,
    to: &str,
) -> Result<(), Error> {
    let body = json!({ "letter": change.letter(), "user": user_id, "to": to });
    outbox::put(cx.db(), TOPIC, body, cx.now()).await.while_doing("asking for a mail")
}

/// Sends due mails, and returns the time until the next one.
pub async fn deliver(engine: &Engine) -> Result<Option<Duration>, Error> {
    let db = engine.store().db();
    loop {
        let now = engine.clock().now();
        let held_until = now.plus_seconds(HELD_SECONDS);
        let tasks = outbox::take(&db, TOPIC, AT_ONCE, now, held_until)
            .await
            .while_doing("taking mail from the outbox")?;
        if tasks.is_empty() {
            let due = outbox::next_due(&db, TOPIC).await.while_doing("looking into the outbox")?;
            let wait = due.map(|due| u64::try_from(due.millis() - now.millis()).unwrap_or(0));
            return Ok(wait.map(Duration::from_millis));
        }
        for task in tasks {
            deliver_one(engine, &task).await?;
        }
    }
}

async fn deliver_one(engine: &Engine, task: &Task) -> Result<(), Error> {
    let db = engine.store().db();
    let is_first = task.attempts <= 1;
    let problem = match write(engine, &task.body, is_first).await {
        Ok(()) => {
            return outbox::end(&db, task).await.map(drop).while_doing("forgetting a sent mail");
        }
        Err(problem) => problem,
    };
    let attempt = usize::try_from(task.attempts).unwrap_or(usize::MAX);
    let wait = match problem {
        Undelivered::ForGood(_) => None,
        Undelivered::ForNow(_) => RETRIES.get(attempt.saturating_sub(1)),
    };
    // Spreads retries after an outage.
    let jitter = i64::from(parse_identity::id::random_bytes::<1>()[0]);
    let again_at = wait.map(|wait| engine.clock().now().plus_seconds(wait + wait * jitter / 1024));
    let text = problem.to_string();
    let kept = match again_at {
        Some(due) => {
            tracing::warn!(mail = task.id, attempt, problem = text, "mail not sent, will retry");
            outbox::put_back(&db, task, due, Some(&text)).await
        }
        None => {
            tracing::error!(mail = task.id, attempt, problem = text, "mail failed permanently");
            outbox::give_up(&db, task, &text).await
        }
    };
    kept.while_doing("keeping an unsent mail")
}

/// Composes a mail and sends it. Skipped for users who were deleted, whose address is already
/// confirmed, or who got such a link recently: each new link replaces the one before, so a caller
/// who requests many could keep the user from using any.
async fn write(engine: &Engine, body: &Json, is_first: bool) -> Result<(), Undelivered> {
    let Some(user_id) = body["user"].as_str() else { return Ok(()) };
    let changes = [AccountChange::Email, AccountChange::Password];
    if let Some(change) = changes.into_iter().find(|one| body["letter"] == one.letter()) {
        return write_change(engine, change, user_id, body["to"].as_str()).await;
    }
    let mailed = match body["letter"].as_str() {
        Some("reset") => Mailed::Reset,
        Some("verification") => Mailed::Verification,
        _ => return Err(Undelivered::ForGood("no such letter".to_owned())),
    };
    let (Ok(links), Some(mailer)) = (links(engine), engine.extension().mailer()) else {
        return Err(Undelivered::ForNow("sending mail is not configured".to_owned()));
    };
    let found = user(engine, user_id).await.map_err(|error| later(&error))?;
    let Some(mut user) = found else { return Ok(()) };
    let text = |name: &str| user.fields.get(name).and_then(Value::as_text).map(str::to_owned);
    let to = match mailed {
        Mailed::Reset => text("email").or_else(|| text("username")),
        Mailed::Verification => text("email").filter(|_| !is_verified(&user)),
    };
    let Some(to) = to.filter(|to| !to.is_empty()) else { return Ok(()) };
    // A retry sends the stored link that was never delivered.
    if is_first && has_recent_link(engine, mailed, &user) {
        return Ok(());
    }
    let secret = secret(engine, mailed, &mut user).await.map_err(|error| later(&error))?;
    for (name, _) in INTERNAL {
        user.fields.remove(name);
    }
    let start = match mailed {
        Mailed::Reset => &links.reset_password,
        Mailed::Verification => &links.verify_email,
    };
    let link = format!("{start}{secret}");
    let sender_name = sender_name(engine).await?;
    let letter = Letter {
        app_name: &links.app_name,
        to: &to,
        link: &link,
        user: &user,
        sender_name: sender_name.as_deref(),
    };
    match mailed {
        Mailed::Reset => mailer.send_reset(&letter).await,
        Mailed::Verification => mailer.send_verification(&letter).await,
    }
}

/// Composes a mail about a change. It has no secret: an owner who did not make the change requests
/// a new password, or contacts the operator.
async fn write_change(
    engine: &Engine,
    change: AccountChange,
    user_id: &str,
    to: Option<&str>,
) -> Result<(), Undelivered> {
    let (Ok(links), Some(mailer)) = (links(engine), engine.extension().mailer()) else {
        return Err(Undelivered::ForNow("sending mail is not configured".to_owned()));
    };
    let found = user(engine, user_id).await.map_err(|error| later(&error))?;
    let (Some(user), Some(to)) = (found, to) else { return Ok(()) };
    let sender_name = sender_name(engine).await?;
    let letter = Letter {
        app_name: &links.app_name,
        to,
        link: "",
        user: &user,
        sender_name: sender_name.as_deref(),
    };
    mailer.send_change(change, &letter).await
}

/// The sender's name, if the application has one.
async fn sender_name(engine: &Engine) -> Result<Option<String>, Undelivered> {
    match engine.extension().implementations.only::<dyn SenderName>() {
        Some(source) => {
            source.sender_name(&engine.store().db()).await.map_err(|error| later(&error))
        }
        None => Ok(None),
    }
}

fn later(error: &Error) -> Undelivered {
    Undelivered::ForNow(error.to_string())
}

fn is_verified(user: &Object) -> bool {
    matches!(user.fields.get("emailVerified"), Some(Value::Bool(true)))
}

async fn user(engine: &Engine, id: &str) -> Result<Option<Object>, Error> {
    let db = engine.store().db();
    let Some(class) = db.class(&ClassName::user()) else { return Ok(None) };
    let filter = Filter::equals(FieldName::from_static("objectId"), id);
    let mut select = Select::new(&filter, RowAccess::Everything);
    select.columns = Columns::WithInternal(INTERNAL);
    let found =
        parse_store::object::find(&db, &class, &select).await.while_doing("reading a user")?;
    Ok(found.into_iter().next())
}

/// The columns of a link, and its lifetime.
fn link_of(engine: &Engine, mailed: Mailed) -> (LinkLife, &'static str, &'static str) {
    let account = &engine.settings().account;
    match mailed {
        Mailed::Reset => (account.reset, "_perishable_token", "_perishable_token_expires_at"),
        Mailed::Verification => {
            (account.verification, "_email_verify_token", "_email_verify_token_expires_at")
        }
    }
}

/// Whether a valid link was created recently, derived from its expiry.
fn has_recent_link(engine: &Engine, mailed: Mailed, user: &Object) -> bool {
    let (life, token, expires_at) = link_of(engine, mailed);
    let (Some(Value::Text(_)), Some(Value::Date(end)), Some(seconds)) =
        (user.fields.get(token), user.fields.get(expires_at), life.seconds)
    else {
        return false;
    };
    let interval = engine.settings().account.mail_interval;
    engine.clock().now() < end.plus_seconds(interval - seconds)
}

/// The secret of a link: the valid one if it may be reused, otherwise a new one.
async fn secret(engine: &Engine, mailed: Mailed, user: &mut Object) -> Result<String, Error> {
    let (life, token, expires_at) = link_of(engine, mailed);
    let now = engine.clock().now();
    let is_alive = matches!(user.fields.get(expires_at), Some(Value::Date(end)) if *end > now);
    if let Some(Value::Text(kept)) = user.fields.remove(token)
        && is_alive
        && life.reuse_if_valid
        && !token::is_digest(&kept)
    {
        return Ok(kept);
    }
    let secret = keep_new(engine, mailed, life, user.id.as_str(), now).await?;
    Ok(secret)
}

async fn keep_new(
    engine: &Engine,
    mailed: Mailed,
    life: LinkLife,
    user_id: &str,
    now: Date,
) -> Result<String, Error> {
    let is_plain = is_kept_plain(engine, life);
    let secret = token::mailed(engine.settings().mixed_fleet);
    let kept = token::kept(&secret, is_plain);
    let end = life.seconds.map(|seconds| now.plus_seconds(seconds));
    parse_store::email_tokens::keep(&engine.store().db(), mailed, user_id, &kept, end)
        .await
        .while_doing("keeping a mailed secret")?;
    Ok(secret)
}

/// Whether secrets are stored in plain text: for a Parse Server on the same database, or because
/// they may be sent again.
pub(crate) fn is_kept_plain(engine: &Engine, life: LinkLife) -> bool {
    engine.settings().mixed_fleet || life.reuse_if_valid
}

/// Deletes mails that were given up long ago, and old failed sign-ins. One task of the server runs
/// this periodically.
pub async fn cleanup(engine: &Engine) -> Result<(), Error> {
    const DAY: i64 = 86_400;
    let (db, now) = (engine.store().db(), engine.clock().now());
    outbox::purge_dead(&db, now.plus_seconds(-30 * DAY))
        .await
        .while_doing("clearing the outbox")?;
    parse_store::throttle::sweep_attempts(
        &db,
        now.plus_seconds(-2 * DAY),
        now.plus_seconds(-90 * DAY),
    )
    .await
    .while_doing("clearing old attempts to sign in")?;
    Ok(())
}
