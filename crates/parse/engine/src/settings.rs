//! The operator's settings of the engine.

use std::collections::BTreeMap;

use parse_files::FileSettings;
use parse_identity::{AccountSettings, ProtectedFieldsConfig};
use parse_model::keyword::Denylist;
use parse_model::query::complexity::Complexity;
use parse_store::LiveClasses;

/// Session limits for members of a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleSessions {
    /// The name of the role.
    pub role: String,
    /// The length of a session from the sign-in on, however much it is used.
    pub length_seconds: i64,
    /// The idle timeout.
    pub idle_seconds: i64,
}

impl RoleSessions {
    /// Whether a user with these principals is a member.
    pub(crate) fn applies_to(&self, principals: &[String]) -> bool {
        principals.iter().any(|one| one.strip_prefix("role:") == Some(self.role.as_str()))
    }
}

/// The operator's settings, with Parse Server's names.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Settings {
    /// The application's id.
    pub application_id: String,
    /// The public URL, including the mount path. File URLs are derived from it.
    pub public_url: String,
    /// Whether any client may create a class by writing to it.
    pub allow_client_class_creation: bool,
    /// Whether clients can choose the ids of their objects.
    pub allow_custom_object_id: bool,
    /// The length of generated ids.
    pub object_id_size: usize,
    /// Whether a new user is private.
    pub enforce_private_users: bool,
    /// Protected fields, in addition to those of classes.
    pub protected_fields: ProtectedFieldsConfig,
    /// Whether users see all fields of their own record.
    pub protected_fields_owner_exempt: bool,
    /// Whether triggers see protected fields of the stored object.
    pub protected_fields_trigger_exempt: bool,
    /// Whether the answer to a save may include protected fields.
    pub protected_fields_save_response_exempt: bool,
    /// The length of a session.
    pub session_length_seconds: i64,
    /// Whether sessions end at all.
    pub expire_inactive_sessions: bool,
    /// The idle timeout of sessions. `None` disables it.
    pub idle_length_seconds: Option<i64>,
    /// Concurrent sessions of a user. The oldest ones end. `None` for any number.
    pub max_sessions_per_user: Option<i64>,
    /// The largest age of a sign-in, in seconds, for changes of how a user signs in. `None`
    /// disables the check.
    pub fresh_sign_in_seconds: Option<i64>,
    /// Shorter sessions for the members of a role.
    pub role_sessions: Option<RoleSessions>,
    /// Whether using a session in its second half extends it.
    pub extend_session_on_use: bool,
    /// Whether a new password ends existing sessions.
    pub revoke_session_on_password_reset: bool,
    /// Whether clients can use the application without an account.
    pub enable_anonymous_users: bool,
    /// Whether e-mail addresses are stored in lower case.
    pub convert_email_to_lowercase: bool,
    /// Whether usernames are stored in lower case.
    pub convert_username_to_lowercase: bool,
    /// Whether tokens that a push provider reports as invalid are removed from their installations.
    pub cleanup_invalid_installations: bool,
    /// The default limit of a query.
    pub default_limit: u64,
    /// The largest limit of a query.
    pub max_limit: Option<u64>,
    /// Whether a Parse Server uses the same database.
    pub mixed_fleet: bool,
    /// The operator's live classes, in addition to those of the application.
    pub live_classes: LiveClasses,
    /// The complexity limits of queries.
    pub complexity: Complexity,
    /// The largest object in bytes.
    pub max_object_bytes: usize,
    /// Fields that clients can add to a class.
    pub max_class_fields: usize,
    /// Keys that no write may include.
    pub keyword_denylist: Denylist,
    /// Whether query plans are returned without the master key.
    pub allow_public_explain: bool,
    /// The settings of files.
    pub files: FileSettings,
    /// The settings of accounts: addresses, mailed links, passwords, failed sign-ins.
    pub account: AccountSettings,
}

impl Default for Settings {
    /// Parse Server's own defaults.
    fn default() -> Settings {
        let email = BTreeMap::from([("*".to_owned(), vec!["email".to_owned()])]);
        Settings {
            application_id: String::new(),
            public_url: "http://localhost:1337/parse".to_owned(),
            allow_client_class_creation: false,
            allow_custom_object_id: false,
            object_id_size: 10,
            enforce_private_users: true,
            protected_fields: BTreeMap::from([("_User".to_owned(), email)]),
            protected_fields_owner_exempt: true,
            protected_fields_trigger_exempt: false,
            protected_fields_save_response_exempt: true,
            session_length_seconds: 31_536_000,
            expire_inactive_sessions: true,
            idle_length_seconds: None,
            max_sessions_per_user: None,
            fresh_sign_in_seconds: None,
            role_sessions: None,
            extend_session_on_use: false,
            revoke_session_on_password_reset: true,
            enable_anonymous_users: true,
            convert_email_to_lowercase: false,
            convert_username_to_lowercase: false,
            cleanup_invalid_installations: false,
            default_limit: 100,
            max_limit: None,
            mixed_fleet: false,
            live_classes: LiveClasses::default(),
            complexity: Complexity::UNLIMITED,
            max_object_bytes: usize::MAX,
            max_class_fields: usize::MAX,
            keyword_denylist: Denylist::default(),
            allow_public_explain: false,
            files: FileSettings::default(),
            account: AccountSettings::default(),
        }
    }
}
