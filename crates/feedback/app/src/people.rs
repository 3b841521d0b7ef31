//! Functions of a user's own account.
//!
//! Users sign up if the programme allows it, and change their own data: name, address, password,
//! preferences. Decisions of the programme about them are written only by commands.

mod account;
mod appoint;
mod deletion;
mod erasure;
mod list;
pub mod operator;
mod own_data;
mod payout;
mod preference;
mod profile;
mod status;
mod trust_level;

use async_trait::async_trait;
use feedback_model::notification::Preset;
use parse_engine::{Change, Cx, Draft, Error, Extension, TriggerKind, Triggers};
use parse_model::{ClassName, Code, FieldName, JsonMap, Object, Op, Pointer, Value};

pub use erasure::Texts;
#[cfg(test)]
pub(crate) use own_data::stored;
pub use own_data::stored::REMAINS;

use crate::class::people::ADDRESSES;
use crate::invitation;
use crate::policy::accept;
use crate::wallet_list::{self, Claim};
use feedback_core::command::{command, query};
use feedback_core::product_state::ProductState;
use feedback_core::refused::{forbidden, invalid, keyed};
use feedback_core::setting::{AccessMode, Settings};
use feedback_core::task::register_task;

/// Fields of a user that only the server writes, in addition to [`ADDRESSES`].
const SERVERS: &[&str] = &[
    "isAdmin",
    "status",
    "statusReason",
    "personId",
    "trustLevel",
    "trustPinned",
    "acceptedCount",
    "decidedCount",
    "accuracyBps",
    "spamCount",
    "payoutAddress",
    "privacy",
    "notifyPrefs",
    "joinedVia",
    "lastActiveOn",
    "riskState",
    "singleKeys",
];

/// The field of a new user with their choice about news by mail. It is removed and never stored.
/// Without it, the default preferences apply.
const NEWS: &str = "news";

/// The field of a new user with the versions of the pages that they accept. It is removed and never
/// stored.
const ACCEPTED: &str = "acceptedPolicies";

/// The field of a new user with an invitation. It is removed and never stored.
const INVITATION: &str = "invitation";

pub(crate) fn register(extension: Extension, state: ProductState) -> Extension {
    let extension = query::<list::People>(extension, &state);
    let extension = query::<profile::Profile>(extension, &state);
    let extension = command::<status::UserSetStatus>(extension, &state);
    let extension = command::<trust_level::UserPinTrust>(extension, &state);
    let extension = command::<appoint::UserSetAdmin>(extension, &state);
    let extension = command::<deletion::AccountDelete>(extension, &state);
    let extension = command::<deletion::AccountDeletionCancel>(extension, &state);
    let extension = query::<deletion::AccountDeletion>(extension, &state);
    let extension = register_task::<deletion::DueDeletions>(extension, &state);
    let extension = query::<own_data::AccountData>(extension, &state);
    let extension = query::<own_data::draft::PrivacyDraft>(extension, &state);
    let extension = command::<preference::MemberPrefsSet>(extension, &state);
    let extension = query::<payout::MemberPayout>(extension, &state);
    let mut extension = command::<payout::MemberPayoutSet>(extension, &state);
    for class in payout::CLASSES {
        extension = extension.with_triggers(ClassName::registered(class), payout::WalletUnlinked);
    }
    extension.with_triggers(ClassName::user(), People { state })
}

struct People {
    state: ProductState,
}

#[async_trait]
impl Triggers for People {
    fn kinds(&self) -> &[TriggerKind] {
        &[TriggerKind::BeforeSave, TriggerKind::AfterSave, TriggerKind::BeforeLogin]
    }

    async fn before_save(&self, cx: &Cx, draft: &mut Draft) -> Result<(), Error> {
        let is_server = cx.caller().is_unrestricted();
        if !is_server
            && let Some(field) = SERVERS.iter().chain(&ADDRESSES).find(|field| draft.is_sent(field))
        {
            return Err(Error::refused(
                Code::OPERATION_FORBIDDEN,
                format!("{field} is managed by the server and cannot be set."),
            ));
        }
        if !is_server && (draft.acl().is_some()) {
            return Err(forbidden(
                "Permissions of accounts are managed by the server and cannot be set.",
            ));
        }
        check_username(draft)?;
        // In every access mode, a listed wallet is marked as joined when its owner creates an
        // account.
        let claim = wallet_list::claim(cx, draft.proven(), draft.id.as_str()).await?;
        if draft.is_new() {
            let invitation = draft.take(INVITATION);
            let news = draft.take(NEWS);
            let accepted = draft.take(ACCEPTED);
            complete(draft);
            choose_news(draft, news)?;
            if !is_server {
                self.admit(cx, draft, invitation, &claim).await?;
            }
            accept::at_sign_up(cx, draft.id.as_str(), accepted).await?;
        }
        Ok(())
    }

    /// The invitation is used up last, so that its lock is not held while a password is hashed.
    async fn after_save(&self, cx: &Cx, change: &mut Change) -> Result<(), Error> {
        if change.before.is_some() {
            return Ok(());
        }
        let Some(Value::Pointer(invitation)) = change.after.fields.get("joinedVia") else {
            return Ok(());
        };
        invitation::use_up(cx, invitation.id.as_str(), change.after.id.as_str()).await
    }

    async fn before_login(&self, _cx: &Cx, user: &Object) -> Result<(), Error> {
        let text = |field: &str| user.fields.get(field).and_then(Value::as_text);
        match (text("status"), text("statusReason")) {
            (Some("suspended"), Some(reason)) => {
                Err(suspended(&format!("This account is suspended. The reason given: {reason}")))
            }
            (Some("suspended" | "deleted"), _) => Err(suspended("This account is suspended.")),
            _ => Ok(()),
        }
    }
}

/// Refuses a sign-in. The key tells the app to show the sentence as it is.
fn suspended(sentence: &str) -> Error {
    keyed(Code::OPERATION_FORBIDDEN, "ACCOUNT_SUSPENDED", sentence)
}

impl People {
    /// Admits a new user if the programme is open, or with an invitation, or with a listed wallet
    /// that they have just proved to own.
    async fn admit(
        &self,
        cx: &Cx,
        draft: &mut Draft,
        code: Option<Op>,
        claim: &Claim,
    ) -> Result<(), Error> {
        let settings = Settings::read(cx.db(), self.state.access()).await?;
        if settings.is_read_only() {
            return Err(invalid("READ_ONLY", "The programme is read-only at the moment."));
        }
        match (code, settings.access()) {
            (None, AccessMode::Open) => Ok(()),
            (None, AccessMode::Invite) => Err(invalid(
                "INVITATION_MISSING",
                "This programme is by invitation. Enter your code.",
            )),
            (None, AccessMode::Wallets) => claim.admit(),
            (Some(Op::Set(Value::Text(code))), _) => {
                let found = invitation::find(cx, &code).await?;
                draft.set(FieldName::from_static("trustLevel"), Value::Number(found.start_trust));
                let pointer = Pointer { class: ClassName::from_static("Invitation"), id: found.id };
                draft.set(FieldName::from_static("joinedVia"), Value::Pointer(pointer));
                Ok(())
            }
            (Some(_), _) => Err(invalid("INVITATION_UNKNOWN", "This invitation is not known.")),
        }
    }
}

/// Unless the user agrees to news, only notifications that need an action are mailed.
fn choose_news(draft: &mut Draft, news: Option<Op>) -> Result<(), Error> {
    match news {
        None | Some(Op::Set(Value::Bool(true))) => Ok(()),
        Some(Op::Set(Value::Bool(false))) => {
            let mut chosen = JsonMap::new();
            chosen.insert("preset".to_owned(), Preset::Quiet.key().into());
            draft.set(FieldName::from_static("notifyPrefs"), Value::Map(chosen));
            Ok(())
        }
        Some(_) => Err(invalid("NEWS", "Choose whether to receive news by mail: true or false.")),
    }
}

/// Sets the initial fields of a new account.
fn complete(draft: &mut Draft) {
    let id = draft.id.as_str().to_owned();
    let start: [(&'static str, Value); 8] = [
        ("isAdmin", Value::Bool(false)),
        ("status", Value::Text("active".to_owned())),
        ("personId", Value::Text(id)),
        ("trustLevel", Value::Number(0.0)),
        ("acceptedCount", Value::Number(0.0)),
        ("decidedCount", Value::Number(0.0)),
        ("spamCount", Value::Number(0.0)),
        ("riskState", Value::Text("clear".to_owned())),
    ];
    for (field, value) in start {
        if !draft.touches(field) {
            draft.set(FieldName::from_static(field), value);
        }
    }
}

/// Names are short and plain, so that they can be mentioned and distinguished.
fn check_username(draft: &Draft) -> Result<(), Error> {
    if !draft.touches("username") {
        return Ok(());
    }
    let Some(Value::Text(name)) = draft.get("username")? else { return Ok(()) };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    if (3..=32).contains(&name.chars().count()) && name.chars().all(is_plain) {
        return Ok(());
    }
    Err(invalid(
        "USERNAME",
        "A username has 3 to 32 letters, digits, underscores, dots or hyphens.",
    ))
}
