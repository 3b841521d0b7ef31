//! Who is calling.

use std::net::IpAddr;
use std::sync::{Arc, LazyLock};

use parse_model::{Date, JsonMap};

static PUBLIC: LazyLock<Arc<[String]>> = LazyLock::new(|| ["*".to_owned()].into());

/// The principals of an unauthenticated caller in an ACL.
pub fn public_principals() -> Arc<[String]> {
    Arc::clone(&PUBLIC)
}

/// Which of the server's keys a request proved to have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Key {
    /// None beyond those of ordinary clients.
    #[default]
    None,
    /// May do everything.
    Master,
    /// May read everything and write nothing.
    ReadOnlyMaster,
    /// May also see and write internal columns.
    Maintenance,
}

/// The credentials of a request, as the transport read them.
#[derive(Debug, Clone, Default)]
pub struct RequestCredentials {
    /// The key it proved.
    pub key: Key,
    /// The session it names.
    pub session_token: Option<String>,
    /// The installation it names.
    pub installation_id: Option<String>,
    /// What the client wants triggers to know.
    pub context: JsonMap,
    /// What cloud code may want to know of the request itself.
    pub request: RequestInfo,
}

/// What cloud code may want to know of the request itself.
#[derive(Debug, Clone, Default)]
pub struct RequestInfo {
    /// Where it came from.
    pub ip: Option<IpAddr>,
    /// Its headers, without those that carry secrets.
    pub headers: JsonMap,
}

/// A page of another site whose users prove who they are, and get less than a session for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audience {
    /// What a proof for it is bound to.
    pub id: String,
    /// The origin of the page.
    pub origin: String,
    /// What a signature agrees to, in one line of printed ASCII.
    pub statement: String,
    /// The address at which a proof is taken.
    pub resource: String,
}

/// Who is calling, found out once per request.
#[derive(Debug, Clone, Default)]
pub struct Caller {
    /// The key.
    pub key: Key,
    /// The user, if the session was good.
    pub user: Option<SessionUser>,
    /// The installation.
    pub installation_id: Option<String>,
    /// What the client wants triggers to know.
    pub context: JsonMap,
    /// What cloud code may want to know of the request itself.
    pub request: RequestInfo,
    /// The caller's principals in an ACL: `*`, roles, user id.
    pub principals: Arc<[String]>,
    /// The page that the request is made from, if its users get no session.
    pub audience: Option<Arc<Audience>>,
}

/// A user with a good session.
#[derive(Debug, Clone)]
pub struct SessionUser {
    /// The user's id.
    pub id: String,
    /// The id of the session.
    pub session_id: String,
    /// The token of the session, as the client sent it.
    pub session_token: String,
    /// When the session ends however much it is used, if it is one of those.
    pub ends_by: Option<Date>,
    /// When the user proved who they are to get the session. `None` for one that another session or
    /// the server's own key led to.
    pub signed_in_at: Option<Date>,
}

impl Caller {
    /// The server itself, or a caller with the master key.
    pub fn master() -> Caller {
        Caller { key: Key::Master, ..Caller::default() }
    }

    /// A caller without a session or a key.
    pub fn unauthenticated() -> Caller {
        Caller::with_principals(public_principals())
    }

    /// An unauthenticated caller, or a user with these principals.
    pub fn with_principals(principals: Arc<[String]>) -> Caller {
        Caller { principals, ..Caller::default() }
    }

    /// Whether permissions do not apply. Writing may still be refused.
    pub fn is_master(&self) -> bool {
        matches!(self.key, Key::Master | Key::ReadOnlyMaster)
    }

    /// Whether every write is refused.
    pub fn is_read_only(&self) -> bool {
        self.key == Key::ReadOnlyMaster
    }

    /// Whether internal columns are shown and may be written.
    pub fn is_maintenance(&self) -> bool {
        self.key == Key::Maintenance
    }

    /// Whether permissions of classes and objects do not apply.
    pub fn is_unrestricted(&self) -> bool {
        self.is_master() || self.is_maintenance()
    }

    /// The token of the caller's session.
    pub fn session_token(&self) -> Option<&str> {
        self.user.as_ref().map(|user| user.session_token.as_str())
    }

    /// The id of the caller's user.
    pub fn user_id(&self) -> Option<&str> {
        self.user.as_ref().map(|user| user.id.as_str())
    }
}
