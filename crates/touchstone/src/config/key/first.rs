//! The settings that most installations need, in the order in which they are decided.

/// Settings that are decided at the same time.
#[derive(Debug)]
pub(crate) struct FirstGroup {
    /// When they are decided.
    pub(crate) heading: &'static str,
    /// The settings.
    pub(crate) settings: &'static [First],
}

/// One of the settings that most installations need.
#[derive(Debug)]
pub(crate) struct First {
    /// Its name in the file; `<name>_file` for a secret that is read from a file.
    pub(crate) name: &'static str,
    /// An example; `{folder}` stands for the folder of the settings file.
    pub(crate) example: &'static str,
    /// What it is, in one line.
    pub(crate) meaning: &'static str,
    /// Whether the server is of no use without it.
    pub(crate) is_active: bool,
}

impl First {
    /// The setting of the table that it sets.
    pub(crate) fn key_name(&self) -> &'static str {
        self.name.strip_suffix("_file").unwrap_or(self.name)
    }
}

const fn needed(name: &'static str, example: &'static str, meaning: &'static str) -> First {
    First { name, example, meaning, is_active: true }
}

const fn optional(name: &'static str, example: &'static str, meaning: &'static str) -> First {
    First { name, example, meaning, is_active: false }
}

/// The settings, by when they are decided.
#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(crate) const FIRST: &[FirstGroup] = &[
    FirstGroup { heading: "To start", settings: &[
        needed("database_url", "postgres://touchstone@127.0.0.1:5432/touchstone", "PostgreSQL database. Required."),
        needed("application_id", "touchstone", "Application id that clients send. Required."),
        needed("master_key_file", "{folder}/master-key", "File that holds the master key, which bypasses all permissions. Required."),
        needed("listen", "127.0.0.1:1337", "IP address and port that the server listens on."),
        needed("files_directory", "{folder}/files", "Folder of uploaded files."),
    ] },
    FirstGroup { heading: "Before the public uses the server", settings: &[
        optional("public_url", "https://beta.example.com", "Address of the app as users reach it."),
        optional("trust_proxy", "127.0.0.1", "Proxies whose X-Forwarded-For is trusted, or none."),
        optional("production", "true", "Whether unsafe settings keep the server from starting."),
        optional("smtp_url", "smtps://user:password@mail.example.com", "Mail server that e-mails are sent through."),
        optional("mail_from", "Touchstone <no-reply@example.com>", "Sender of e-mails."),
    ] },
    FirstGroup { heading: "For operation", settings: &[
        optional("metrics_listen", "127.0.0.1:9464", "IP address and port where Prometheus reads metrics."),
        optional("log", "info", "Log filter, such as info or warn."),
        optional("redis_url", "redis://127.0.0.1:6379/0", "Redis server, for several nodes or more than 100,000 testers."),
        optional("files_url", "s3://bucket/prefix", "Bucket of uploaded files, instead of a folder."),
    ] },
];
