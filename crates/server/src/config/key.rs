//! Every setting there is: one table, from which settings are read, explained and documented.

/// One setting.
#[derive(Debug)]
pub struct Key {
    /// As it stands in the file; the environment variable is [`Key::variable`].
    pub name: &'static str,
    /// Its value in the profile `parse`, written as in the environment; nothing means not set.
    pub default: Option<&'static str>,
    /// Its value in the profile `product`, where that differs.
    pub product_default: Option<&'static str>,
    /// What a value must look like.
    pub expects: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// How much of its value may be shown.
    pub secrecy: Secrecy,
}

/// How much of a value may be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Secrecy {
    /// All of it.
    Open,
    /// All but the password in the address.
    Address,
    /// Nothing.
    Secret,
}

impl Key {
    /// The environment variable that sets it.
    pub fn variable(&self) -> String {
        format!("{PREFIX}{}", self.name.to_ascii_uppercase())
    }

    /// The default in a profile.
    pub fn default_in(&self, is_product: bool) -> Option<&'static str> {
        if is_product { self.product_default.or(self.default) } else { self.default }
    }
}

/// What all environment variables of this server begin with.
pub const PREFIX: &str = "TOUCHSTONE_";

/// The one variable that is no setting: it says where the settings file is.
pub const FILE_VARIABLE: &str = "TOUCHSTONE_CONFIG";

/// The setting of a name. The name must be in the table; a test reads every one.
pub(super) fn key(name: &str) -> &'static Key {
    KEYS.iter().find(|key| key.name == name).unwrap_or_else(|| panic!("no setting is named {name}"))
}

const FLAG: &str = "true or false";
const KEY: &str = "text without blanks at either end";
const NETWORKS: &str = "addresses or networks such as 10.0.0.0/8, separated by commas";

const fn open(
    name: &'static str,
    default: Option<&'static str>,
    expects: &'static str,
    meaning: &'static str,
) -> Key {
    Key { name, default, product_default: None, expects, meaning, secrecy: Secrecy::Open }
}

const fn secret(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        default: None,
        product_default: None,
        expects: KEY,
        meaning,
        secrecy: Secrecy::Secret,
    }
}

const fn database(name: &'static str, meaning: &'static str) -> Key {
    Key {
        name,
        default: None,
        product_default: None,
        expects: "an address such as postgres://user:password@host:5432/database",
        meaning,
        secrecy: Secrecy::Address,
    }
}

/// The settings, in the order in which they are explained.
#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub const KEYS: &[Key] = &[
    open("profile", Some("product"), "product or parse", "Which defaults hold: those of the feedback product, or those of Parse Server 9.10 for an existing Parse app."),
    open("dev", Some("false"), FLAG, "Development: a missing application id becomes `touchstone-dev`, a missing master key is made up and printed once. The same as `serve --dev`."),

    open("listen", Some("127.0.0.1:1337"), "an address and a port such as 127.0.0.1:1337", "Where the server listens."),
    open("mount_path", Some("/parse"), "a path that begins with a slash", "The path below which the protocol is served."),
    open("server_url", None, "an address that begins with http:// or https://", "The address of the mount as clients on this network see it. Not set: made of `listen` and `mount_path`."),
    open("public_server_url", None, "an address that begins with http:// or https://", "The address of the mount as the world sees it; used in Location headers and file addresses."),
    open("trust_proxy", None, NETWORKS, "Proxies whose X-Forwarded-For is believed. Not set: the caller is whoever opened the connection."),
    open("allow_origin", Some("*"), "origins separated by commas, or *", "Which web pages may call. A request from a listed origin gets its own back, any other the first."),
    open("allow_headers", None, "header names separated by commas", "Request headers that web pages may send beside the protocol's."),
    open("max_upload_size", Some("20mb"), "a size such as 512kb or 20mb", "The largest request body."),
    open("shutdown_grace", Some("10"), "seconds, 0 to 3600", "How long requests in flight may take to finish after SIGTERM."),
    open("worker_threads", None, "a whole number from 1 to 1024", "Threads that serve requests. Not set: one per core."),

    database("database_url", "The PostgreSQL database. Required."),
    database("replica_url", "A streaming replica, for reads that ask for SECONDARY."),
    open("pipelined_connections", None, "a whole number from 1 to 1000", "Connections on which single reading statements of many requests are pipelined. Not set: one per core and one more."),
    open("write_connections", None, "a whole number from 1 to 1000", "Connections for single writing statements; commits that wait at the same time are flushed together, so a slow disk wants more. Not set: three per core."),
    open("transaction_connections", Some("16"), "a whole number from 1 to 1000", "Connections for transactions, each for one at a time."),
    open("mixed_fleet", Some("false"), FLAG, "Write only what a Parse Server on the same database can read: bcrypt passwords, plain session tokens."),

    open("application_id", None, KEY, "The application id clients send. Required, except in development."),
    secret("master_key", "The key that is bound by no permission. Required, except in development."),
    open("master_key_ips", Some("127.0.0.1,::1"), NETWORKS, "From where the master key counts; from elsewhere it is answered with 403."),
    secret("read_only_master_key", "Reads like the master key and writes nothing."),
    open("read_only_master_key_ips", Some("0.0.0.0/0,::0"), NETWORKS, "From where the read-only master key counts."),
    secret("maintenance_key", "Reads and writes internal fields."),
    open("maintenance_key_ips", Some("127.0.0.1,::1"), NETWORKS, "From where the maintenance key counts."),
    secret("client_key", "Client keys: if any of the four is set, a request must carry one that fits."),
    secret("javascript_key", "The client key of web pages; see `client_key`."),
    secret("dot_net_key", "The client key of .NET clients; see `client_key`."),
    secret("rest_api_key", "The client key of plain HTTP clients; see `client_key`."),

    Key { product_default: Some("false"), ..open("allow_client_class_creation", Some("false"), FLAG, "Clients without the master key may make a class by writing to it.") },
    Key { product_default: Some("false"), ..open("allow_custom_object_id", Some("false"), FLAG, "Clients choose the ids of the objects they create.") },
    open("object_id_size", Some("10"), "a whole number from 4 to 64", "How long the ids are that the server makes."),
    open("default_limit", Some("100"), "a whole number from 0 to 1000000", "How many results a query brings that sets no limit."),
    open("max_limit", None, "a whole number from 1 to 1000000", "How many results a query brings at most. Not set: as many as it asks for."),
    open("enforce_private_users", Some("true"), FLAG, "New users are readable only by themselves."),
    open("protected_fields", Some(r#"{"_User":{"*":["email"]}}"#), "a JSON object: class, then group, then a list of fields", "Fields that are hidden from groups of callers."),
    open("protected_fields_owner_exempt", Some("true"), FLAG, "Users see the protected fields of their own record."),
    open("protected_fields_trigger_exempt", Some("false"), FLAG, "Rules of classes see the protected fields of the stored object."),
    open("protected_fields_save_response_exempt", Some("true"), FLAG, "The answer to a save may show protected fields."),
    open("session_length", Some("31536000"), "seconds, at least 1", "How long a session lasts."),
    open("expire_inactive_sessions", Some("true"), FLAG, "Sessions end after `session_length`; otherwise never."),
    open("extend_session_on_use", Some("false"), FLAG, "A session used in its second half lasts anew."),
    open("revoke_session_on_password_reset", Some("true"), FLAG, "A new password ends all sessions of the user."),
    open("enable_anonymous_users", Some("true"), FLAG, "Users may sign in without a name."),
    open("convert_email_to_lowercase", Some("false"), FLAG, "E-mail addresses are stored in lower case."),
    open("convert_username_to_lowercase", Some("false"), FLAG, "User names are stored in lower case."),
    open("allow_public_explain", Some("false"), FLAG, "Callers without the master key may ask how a query would be answered."),
    open("enable_sanitized_error_response", Some("true"), FLAG, "Permission errors say only \"Permission denied\"."),

    open("log", Some("info"), "a tracing filter such as info or server=debug,warn", "What is logged."),
    open("log_format", Some("auto"), "auto, text or json", "How it is logged. `auto`: text on a terminal, otherwise JSON."),
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_setting_stands_in_the_table_once() {
        let names: BTreeSet<&str> = KEYS.iter().map(|key| key.name).collect();
        assert_eq!(names.len(), KEYS.len());
        assert!(
            KEYS.iter().all(|key| key.name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_'))
        );
    }

    #[test]
    fn every_meaning_is_a_sentence() {
        for key in KEYS {
            assert!(key.meaning.ends_with('.'), "{}", key.name);
        }
    }

    #[test]
    fn the_variable_of_a_setting_carries_the_prefix() {
        assert_eq!(key("mount_path").variable(), "TOUCHSTONE_MOUNT_PATH");
    }
}
