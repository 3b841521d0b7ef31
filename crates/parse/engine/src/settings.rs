//! What an operator may decide, as far as the engine cares.

use std::collections::BTreeMap;

use parse_files::FileSettings;
use parse_identity::{AccountSettings, ProtectedFieldsConfig};
use parse_model::keyword::Denylist;
use parse_model::query::complexity::Complexity;
use parse_store::LiveClasses;

/// What holds for sessions of the members of a role, if it is less than for others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoleSessions {
    /// The name of the role.
    pub role: String,
    /// How long such a session lasts, from the sign-in on, however much it is used.
    pub length_seconds: i64,
    /// How long it may go unused.
    pub idle_seconds: i64,
}

impl RoleSessions {
    /// Whether a user with these principals is a member.
    pub(crate) fn applies_to(&self, principals: &[String]) -> bool {
        principals.iter().any(|one| one.strip_prefix("role:") == Some(self.role.as_str()))
    }
}

/// What an operator may decide. The names are Parse Server's.
#[derive(Debug, Clone)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Settings {
    /// The application's id.
    pub application_id: String,
    /// The address under which clients reach the server, mount path included; file addresses are
    /// made from it.
    pub public_url: String,
    /// Whether any client may create a class by writing to it.
    pub allow_client_class_creation: bool,
    /// Whether clients choose the ids of their objects.
    pub allow_custom_object_id: bool,
    /// How long made ids are.
    pub object_id_size: usize,
    /// Whether a new user is private.
    pub enforce_private_users: bool,
    /// Fields to hide, beside what classes say themselves.
    pub protected_fields: ProtectedFieldsConfig,
    /// Whether users see all of their own record.
    pub protected_fields_owner_exempt: bool,
    /// Whether triggers see protected fields of the stored object.
    pub protected_fields_trigger_exempt: bool,
    /// Whether the answer to a save may show protected fields.
    pub protected_fields_save_response_exempt: bool,
    /// How long a session lasts.
    pub session_length_seconds: i64,
    /// Whether sessions end at all.
    pub expire_inactive_sessions: bool,
    /// How long a session may go unused; `None` means for ever.
    pub idle_length_seconds: Option<i64>,
    /// How many sessions a user may have at once; the oldest end. Nothing means any number.
    pub max_sessions_per_user: Option<i64>,
    /// How many seconds ago a user may have signed in when they change how they sign in. `None`
    /// asks for no fresh sign-in.
    pub fresh_sign_in_seconds: Option<i64>,
    /// Shorter sessions for the members of a role.
    pub role_sessions: Option<RoleSessions>,
    /// Whether using a session in its second half makes it last longer.
    pub extend_session_on_use: bool,
    /// Whether a new password ends the sessions there are.
    pub revoke_session_on_password_reset: bool,
    /// Whether people may use the application without an account.
    pub enable_anonymous_users: bool,
    /// Whether e-mail addresses are stored in lower case.
    pub convert_email_to_lowercase: bool,
    /// Whether user names are stored in lower case.
    pub convert_username_to_lowercase: bool,
    /// Whether tokens that a push provider calls dead are taken from their installations.
    pub cleanup_invalid_installations: bool,
    /// How many objects a query returns when it does not say.
    pub default_limit: u64,
    /// How many objects a query returns at most.
    pub max_limit: Option<u64>,
    /// Whether a Parse Server runs beside us on the same database.
    pub mixed_fleet: bool,
    /// The classes that the operator makes live, beside those of the application.
    pub live_classes: LiveClasses,
    /// How much a query may ask for.
    pub complexity: Complexity,
    /// How many bytes one write may carry.
    pub max_object_bytes: usize,
    /// How many fields clients may give a class.
    pub max_class_fields: usize,
    /// What no write may carry.
    pub keyword_denylist: Denylist,
    /// Whether query plans are returned without the master key.
    pub allow_public_explain: bool,
    /// What holds for files.
    pub files: FileSettings,
    /// What holds for accounts: addresses, links by mail, passwords, failed attempts.
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
