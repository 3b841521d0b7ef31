//! Other names of settings: those they had before, and variables that other software sets.

/// Old names, each with the name that replaced it. The old name works, and the server warns of it.
pub(crate) const RENAMED: &[(&str, &str)] = &[
    ("fresh_sign_in", "reauth_max_age"),
    ("mixed_fleet", "parse_server_compat_writes"),
    ("wallet_rest_days", "wallet_relink_cooldown"),
];

/// A variable that other software sets, and the setting that takes its value if it is not set by its
/// own name.
#[derive(Debug)]
pub(crate) struct Fallback {
    pub(crate) variable: &'static str,
    pub(crate) key: &'static str,
}

const fn fallback(variable: &'static str, key: &'static str) -> Fallback {
    Fallback { variable, key }
}

impl Fallback {
    /// The value as the setting takes it.
    pub(crate) fn value(&self, text: &str) -> String {
        match (self.variable, text) {
            // A platform that sets a port expects the server to be reached from other machines.
            ("PORT", port) => format!("0.0.0.0:{port}"),
            (_, "1") if self.is_flag() => "true".to_owned(),
            (_, "0") if self.is_flag() => "false".to_owned(),
            (_, text) => text.to_owned(),
        }
    }

    /// Parse Server takes 1 for true.
    fn is_flag(&self) -> bool {
        super::key(self.key).expects == super::definition::FLAG
    }
}

/// The variables. The first of a setting that is set counts.
pub(crate) const FALLBACKS: &[Fallback] = &[
    fallback("DATABASE_URL", "database_url"),
    fallback("PARSE_SERVER_DATABASE_URI", "database_url"),
    fallback("REDIS_URL", "redis_url"),
    fallback("PORT", "listen"),
    fallback("SMTP_URL", "smtp_url"),
    fallback("PARSE_SERVER_APPLICATION_ID", "application_id"),
    fallback("PARSE_SERVER_MASTER_KEY", "master_key"),
    fallback("PARSE_SERVER_MASTER_KEY_IPS", "master_key_ips"),
    fallback("PARSE_SERVER_READ_ONLY_MASTER_KEY", "read_only_master_key"),
    fallback("PARSE_SERVER_READ_ONLY_MASTER_KEY_IPS", "read_only_master_key_ips"),
    fallback("PARSE_SERVER_MAINTENANCE_KEY", "maintenance_key"),
    fallback("PARSE_SERVER_MAINTENANCE_KEY_IPS", "maintenance_key_ips"),
    fallback("PARSE_SERVER_CLIENT_KEY", "client_key"),
    fallback("PARSE_SERVER_JAVASCRIPT_KEY", "javascript_key"),
    fallback("PARSE_SERVER_REST_API_KEY", "rest_api_key"),
    fallback("PARSE_SERVER_DOT_NET_KEY", "dot_net_key"),
    fallback("PARSE_SERVER_WEBHOOK_KEY", "webhook_key"),
    fallback("PARSE_SERVER_MOUNT_PATH", "mount_path"),
    fallback("PARSE_SERVER_URL", "server_url"),
    fallback("PARSE_PUBLIC_SERVER_URL", "public_server_url"),
    fallback("PARSE_SERVER_APP_NAME", "app_name"),
    fallback("PARSE_SERVER_ALLOW_ORIGIN", "allow_origin"),
    fallback("PARSE_SERVER_ALLOW_HEADERS", "allow_headers"),
    fallback("PARSE_SERVER_MAX_UPLOAD_SIZE", "max_upload_size"),
    fallback("PARSE_SERVER_ALLOW_CLIENT_CLASS_CREATION", "allow_client_class_creation"),
    fallback("PARSE_SERVER_ALLOW_CUSTOM_OBJECT_ID", "allow_custom_object_id"),
    fallback("PARSE_SERVER_OBJECT_ID_SIZE", "object_id_size"),
    fallback("PARSE_SERVER_DEFAULT_LIMIT", "default_limit"),
    fallback("PARSE_SERVER_MAX_LIMIT", "max_limit"),
    fallback("PARSE_SERVER_ENFORCE_PRIVATE_USERS", "enforce_private_users"),
    fallback("PARSE_SERVER_PROTECTED_FIELDS", "protected_fields"),
    fallback("PARSE_SERVER_SESSION_LENGTH", "session_length"),
    fallback("PARSE_SERVER_EXPIRE_INACTIVE_SESSIONS", "expire_inactive_sessions"),
    fallback("PARSE_SERVER_EXTEND_SESSION_ON_USE", "extend_session_on_use"),
    fallback("PARSE_SERVER_REVOKE_SESSION_ON_PASSWORD_RESET", "revoke_session_on_password_reset"),
    fallback("PARSE_SERVER_ENABLE_ANON_USERS", "enable_anonymous_users"),
    fallback("PARSE_SERVER_VERIFY_USER_EMAILS", "verify_user_emails"),
    fallback("PARSE_SERVER_PRESERVE_FILE_NAME", "preserve_file_name"),
];
