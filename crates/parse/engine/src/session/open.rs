//! Creating sessions.

use parse_identity::token;
use parse_model::query::{Constraint, Filter};
use parse_model::wire::to_json;
use parse_model::{
    ClassName, Date, FieldName, Json, JsonMap, ObjectId, Path, Pointer, Refusal, Value,
};
use parse_store::{Invalidation, RowAccess};

use super::caller::longest_by_role;
use super::{is_telling, of_user};
use crate::cx::Cx;
use crate::draft::Draft;
use crate::error::{Error, WhileDoing};
use crate::write::Admitted;

/// The parameters of a new session.
#[derive(Debug, Default)]
pub(crate) struct Opening {
    /// The user.
    pub(crate) user_id: String,
    /// Its origin, in the form of [`created_with`].
    pub(crate) created_with: Option<Json>,
    /// The installation. The user's other sessions there end.
    pub(crate) installation_id: Option<String>,
    /// Additional fields of the client.
    pub(crate) custom: JsonMap,
    /// The longest duration in seconds, if limited.
    pub(crate) longest: Option<i64>,
    /// The latest end, if the session it is derived from has one.
    pub(crate) ends_by: Option<Date>,
}

/// A session that is ready to be written.
#[derive(Debug)]
pub(crate) struct Prepared {
    admitted: Admitted,
    opened: Opened,
    user_id: String,
    installation_id: Option<String>,
}

/// A new session.
#[derive(Debug)]
pub(crate) struct Opened {
    pub(crate) id: ObjectId,
    /// The token, which only the client gets.
    pub(crate) token: String,
    pub(crate) expires_at: Option<Date>,
    /// Whether its end is fixed, however much it is used.
    pub(crate) keeps_end: bool,
    /// When the user proved their identity for it.
    pub(crate) signed_in_at: Option<Date>,
    /// The session for its creator, without id and times.
    pub(crate) shown: JsonMap,
}

/// The protocol's form of a session's origin.
pub(crate) fn created_with(action: &str, provider: Option<&str>) -> Json {
    let mut map = JsonMap::new();
    map.insert("action".to_owned(), Json::from(action));
    if let Some(provider) = provider {
        map.insert("authProvider".to_owned(), Json::from(provider));
    }
    Json::Object(map)
}

/// Whether the origin was a proof of identity. The database reads it the same way.
fn is_sign_in(created_with: &Json) -> bool {
    matches!(created_with["action"].as_str(), Some("login" | "signup"))
        && created_with["authProvider"] != "masterkey"
}

impl Opening {
    /// A session of a user without further parameters.
    pub(crate) fn of(user_id: &str) -> Opening {
        Opening { user_id: user_id.to_owned(), ..Opening::default() }
    }

    /// A session derived from another one of the same user, with the same end, because its basis
    /// may be invalid after that.
    pub(crate) fn after(cx: &Cx, user_id: &str) -> Opening {
        let led = cx.caller().user.as_ref().filter(|user| user.id == user_id);
        Opening { ends_by: led.and_then(|user| user.ends_by), ..Opening::of(user_id) }
    }

    /// Determines everything that the class `_Session` requires, so that writing it cannot be
    /// refused any more.
    pub(crate) async fn prepare(self, cx: &Cx) -> Result<Prepared, Error> {
        if !is_telling(&self.user_id) {
            return Err(Refusal::forbidden("Invalid object ID.").into());
        }
        let settings = cx.settings();
        let token = token::fresh();
        let kept = token::kept(&token, settings.mixed_fleet);
        let usual = settings.expire_inactive_sessions.then_some(settings.session_length_seconds);
        let by_role = longest_by_role(cx, &self.user_id).await?;
        let longest = self.longest.into_iter().chain(by_role).min();
        let length = usual.into_iter().chain(longest).min();
        let end = length.map(|seconds| cx.now().plus_seconds(seconds));
        let expires_at = end.into_iter().chain(self.ends_by).min();
        let keeps_end = longest.is_some() || self.ends_by.is_some();
        let signed_in_at = self.created_with.as_ref().filter(|with| is_sign_in(with));
        let signed_in_at = signed_in_at.map(|_| cx.now());
        let user = Pointer { class: ClassName::user(), id: self.user_id.clone() };
        let mut shown = JsonMap::new();
        shown.insert("sessionToken".to_owned(), Json::from(token.as_str()));
        shown.insert("user".to_owned(), to_json(&Value::Pointer(user)));
        let mut created_with = self.created_with;
        if keeps_end {
            created_with.get_or_insert_with(|| Json::Object(JsonMap::new()))["keepsEnd"] =
                Json::Bool(true);
        }
        if let Some(created_with) = created_with {
            shown.insert("createdWith".to_owned(), created_with);
        }
        if let Some(date) = expires_at {
            shown.insert("expiresAt".to_owned(), to_json(&Value::Date(date)));
        }
        if let Some(id) = self.installation_id {
            shown.insert("installationId".to_owned(), Json::from(id));
        }
        shown.extend(self.custom);
        let installation_id = shown.get("installationId").and_then(Json::as_str).map(str::to_owned);
        let mut body = shown.clone();
        body.insert("sessionToken".to_owned(), Json::from(kept));
        let master = cx.as_master();
        let draft = Draft::create(&master, &ClassName::session(), body)?;
        let admitted = draft.admit(&master).await?;
        let id = admitted.draft.id.clone();
        let opened = Opened { id, token, expires_at, keeps_end, signed_in_at, shown };
        Ok(Prepared { admitted, opened, user_id: self.user_id, installation_id })
    }
}

impl Prepared {
    /// Writes the session.
    pub(crate) async fn store(self, cx: &Cx) -> Result<Opened, Error> {
        self.admitted.store(&cx.as_master()).await?;
        if let Some(installation_id) = &self.installation_id {
            end_older(cx, &self.user_id, installation_id, &self.opened.id).await?;
        }
        if let Some(most) = cx.settings().max_sessions_per_user {
            end_oldest(cx, &self.user_id, most).await?;
        }
        Ok(self.opened)
    }
}

/// Ends the oldest sessions of a user who has more than allowed.
async fn end_oldest(cx: &Cx, user_id: &str, most: i64) -> Result<(), Error> {
    let tx = cx.in_transaction()?;
    let outcome = async {
        let ended = parse_store::session::end_oldest(tx.db(), user_id, most)
            .await
            .while_doing("ending the oldest sessions")?;
        publish_ended(&tx, user_id, ended).await
    }
    .await;
    tx.finish_for(cx, outcome).await
}

/// Published in the transaction that ended the sessions: other nodes must not miss it if this one
/// is killed.
async fn publish_ended(tx: &Cx, user_id: &str, ended: u64) -> Result<(), Error> {
    if ended == 0 {
        return Ok(());
    }
    tx.publish(Invalidation::User(user_id.to_owned())).await
}

/// Ends the previous sessions of a user on an installation.
///
/// Only older ones, because two concurrent log-ins would end each other otherwise.
pub(super) async fn end_older(
    cx: &Cx,
    user_id: &str,
    installation_id: &str,
    id: &ObjectId,
) -> Result<(), Error> {
    let Some(class) = cx.class(&ClassName::session()) else { return Ok(()) };
    let is = |field: &'static str, constraint: Constraint| {
        Filter::Field(Path::field(FieldName::from_static(field)), constraint)
    };
    let now = || Value::Date(cx.now());
    let is_older = Filter::Any(vec![
        is("createdAt", Constraint::Exists(false)),
        is("createdAt", Constraint::Less(now())),
        is("createdAt", Constraint::Equal(now()))
            .and(is("objectId", Constraint::Less(Value::from(id.as_str())))),
    ]);
    let filter = of_user(user_id)
        .and(Filter::equals(FieldName::from_static("installationId"), installation_id))
        .and(is_older);
    let tx = cx.in_transaction()?;
    let outcome = async {
        let ended = parse_store::object::delete(tx.db(), &class, &filter, RowAccess::Everything)
            .await
            .while_doing("ending sessions of an installation")?;
        publish_ended(&tx, user_id, ended).await
    }
    .await;
    tx.finish_for(cx, outcome).await
}
