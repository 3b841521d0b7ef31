use super::*;

const ENOUGH: &[(&str, &str)] = &[
    ("TOUCHSTONE_DATABASE_URL", "postgres://touchstone@127.0.0.1:54329/x"),
    ("TOUCHSTONE_APPLICATION_ID", "app"),
    ("TOUCHSTONE_MASTER_KEY", "master"),
];

fn sources(more: &[(&str, &str)]) -> Sources {
    let pairs = ENOUGH.iter().chain(more);
    let environment = pairs.map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    Sources { environment, ..Sources::default() }
}

fn config(more: &[(&str, &str)]) -> Config {
    Config::from_sources(&sources(more)).unwrap()
}

fn problems(more: &[(&str, &str)]) -> Vec<String> {
    Config::from_sources(&sources(more)).unwrap_err().0
}

#[test]
fn the_parse_profile_has_the_defaults_of_parse_server() {
    let config = config(&[("TOUCHSTONE_PROFILE", "parse")]);
    assert!(!config.engine.allow_client_class_creation);
    assert!(!config.engine.allow_custom_object_id);
    assert!(config.engine.enforce_private_users);
    assert_eq!(config.engine.object_id_size, 10);
    assert_eq!(config.engine.default_limit, 100);
    assert_eq!(config.engine.max_limit, None);
    assert_eq!(config.engine.session_length_seconds, 31_536_000);
    assert_eq!(config.engine.protected_fields["_User"]["*"], ["email"]);
    assert_eq!(config.max_body_bytes, 20 * 1024 * 1024);
    assert_eq!(config.mount_path, "/parse");
    assert_eq!(config.server_url, "http://127.0.0.1:1337/parse");
    assert_eq!(config.allow_origins, ["*"]);
}

#[test]
fn protected_fields_are_added_to_those_that_always_are() {
    let of_users = |more: &[(&str, &str)]| config(more).engine.protected_fields["_User"].clone();
    let other = of_users(&[("TOUCHSTONE_PROTECTED_FIELDS", r#"{"Other":{"*":["x"]}}"#)]);
    assert_eq!(other["*"], ["email"]);
    let more = r#"{"_User":{"*":["phone"],"role:admin":[]}}"#;
    let added = of_users(&[("TOUCHSTONE_PROTECTED_FIELDS", more)]);
    assert_eq!(added["*"], ["email", "phone"]);
    assert!(added["role:admin"].is_empty());
}

#[test]
fn every_setting_of_the_table_is_read() {
    // A value nothing accepts must be complained about for every setting that is not free text.
    let free = ["log", "allow_origin", "admin_origin", "allow_headers"];
    for key in keys().filter(|key| !free.contains(&key.name)) {
        let told = problems(&[(&key.variable(), " \u{1} ")]);
        assert!(told[0].starts_with(&format!("{} is ", key.name)), "{told:?}");
    }
}

#[test]
fn an_error_names_the_key_the_value_and_what_is_expected() {
    assert_eq!(
        problems(&[("TOUCHSTONE_OBJECT_ID_SIZE", "many")]),
        ["object_id_size is \"many\" (from: environment); expected a whole number from 4 to 64. \
          Set TOUCHSTONE_OBJECT_ID_SIZE or `object_id_size` in the settings file."]
    );
}

#[test]
fn an_error_never_shows_a_secret() {
    let told = problems(&[("TOUCHSTONE_MAINTENANCE_KEY", " hunter2")]);
    assert!(told[0].starts_with("maintenance_key is (set, not shown)"), "{told:?}");
}

#[test]
fn all_errors_are_told_at_once() {
    let told = problems(&[
        ("TOUCHSTONE_LISTEN", "here"),
        ("TOUCHSTONE_PARSE_SERVER_COMPAT_WRITES", "maybe"),
    ]);
    assert_eq!(told.len(), 2);
}

#[test]
fn a_server_does_not_start_without_its_keys() {
    let told = Config::from_sources(&Sources::default()).unwrap_err().0;
    for name in ["application_id", "master_key", "database_url"] {
        assert!(
            told.iter().any(|line| line.starts_with(&format!("{name} is not set"))),
            "{told:?}"
        );
    }
}

#[test]
fn development_needs_only_a_database() {
    let environment = [("TOUCHSTONE_DATABASE_URL".to_owned(), "postgres://x@y/z".to_owned())];
    let sources = Sources { environment: environment.into(), is_dev: true, ..Sources::default() };
    let config = Config::from_sources(&sources).unwrap();
    assert!(config.is_dev && config.is_master_key_made_up);
    assert_eq!(config.keys.application_id, "touchstone-dev");
}

#[test]
fn the_strong_keys_must_differ() {
    for (name, other) in
        [("TOUCHSTONE_READ_ONLY_MASTER_KEY", "master"), ("TOUCHSTONE_MAINTENANCE_KEY", "master")]
    {
        assert_eq!(problems(&[(name, other)]).len(), 1, "{name}");
    }
    let both = [("TOUCHSTONE_READ_ONLY_MASTER_KEY", "x"), ("TOUCHSTONE_MAINTENANCE_KEY", "x")];
    assert!(problems(&both)[0].contains("read_only_master_key and maintenance_key are the same"));
}

#[test]
fn the_mount_has_no_slash_at_its_end() {
    assert_eq!(mount_path("/parse/").as_deref(), Some("/parse"));
    assert_eq!(mount_path("/").as_deref(), Some(""));
    assert_eq!(mount_path("parse"), None);
}

#[test]
fn keys_do_not_show_in_debug_output() {
    let shown = format!("{:?}", config(&[("TOUCHSTONE_CLIENT_KEY", "hunter2")]).keys);
    assert!(!shown.contains("hunter2") && !shown.contains("master"), "{shown}");
}

#[test]
fn the_document_describes_every_setting() {
    expect_test::expect_file!["../../../../docs/reference/settings.md"].assert_eq(&markdown());
    expect_test::expect_file!["../../../../.env.example"].assert_eq(&env_example());
}

#[test]
fn durations_and_sizes_have_units_and_plain_numbers_keep_theirs() {
    let seconds = |value: &str| config(&[("TOUCHSTONE_SESSION_LENGTH", value)]);
    assert_eq!(seconds("30d").engine.session_length_seconds, 30 * 86_400);
    assert_eq!(seconds("90").engine.session_length_seconds, 90);
    let cooldown = |value: &str| {
        config(&[("TOUCHSTONE_WALLET_RELINK_COOLDOWN", value)]).wallets.options.rest_days
    };
    assert_eq!((cooldown("2w"), cooldown("7")), (14, 7));
    let lockout = |value: &str| {
        let both = [
            ("TOUCHSTONE_ACCOUNT_LOCKOUT_THRESHOLD", "3"),
            ("TOUCHSTONE_ACCOUNT_LOCKOUT_DURATION", value),
        ];
        config(&both).engine.account.lockout.map(|lockout| lockout.minutes)
    };
    assert_eq!(
        (lockout("90s"), lockout("1.5"), lockout("2h")),
        (Some(1.5), Some(1.5), Some(120.0))
    );
    let statement = |value: &str| config(&[("TOUCHSTONE_STATEMENT_TIMEOUT", value)]).store.timeouts;
    assert_eq!(statement("3s").statement, statement("3000").statement);
    let upload = |value: &str| config(&[("TOUCHSTONE_MAX_UPLOAD_SIZE", value)]).max_body_bytes;
    assert_eq!((upload("1MiB"), upload("1mb"), upload("17")), (1 << 20, 1 << 20, 17));
    let told = problems(&[("TOUCHSTONE_SHUTDOWN_GRACE", "2h")]);
    assert!(told[0].contains("at most 1h"), "{told:?}");
}

#[test]
fn no_limit_is_written_unlimited_or_as_it_was_before() {
    for value in ["unlimited", "-1"] {
        assert_eq!(config(&[("TOUCHSTONE_MAX_CONNECTIONS", value)]).http.connections, usize::MAX);
    }
    for value in ["unlimited", "0"] {
        let config = config(&[("TOUCHSTONE_IDLE_LENGTH", value)]);
        assert_eq!(config.engine.idle_length_seconds, None);
    }
    assert_eq!(config(&[("TOUCHSTONE_MAX_LIMIT", "unlimited")]).engine.max_limit, None);
    let resolved = resolve(&sources(&[("TOUCHSTONE_MAX_CONNECTIONS", "-1")])).unwrap();
    assert_eq!(resolved.setting("max_connections").display(), "unlimited");
    assert_eq!(problems(&[("TOUCHSTONE_LISTEN", "unlimited")]).len(), 1);
}

#[test]
fn an_old_name_works_with_a_warning_and_not_beside_the_new_one() {
    let old = config(&[("TOUCHSTONE_MIXED_FLEET", "true")]);
    assert!(old.engine.mixed_fleet);
    assert_eq!(
        old.renamed_settings,
        ["TOUCHSTONE_MIXED_FLEET has a new name; use TOUCHSTONE_PARSE_SERVER_COMPAT_WRITES"]
    );
    let text = "fresh_sign_in = '10m'\n".to_owned();
    let file = Sources { file: Some((PathBuf::from("x.toml"), text)), ..sources(&[]) };
    let config = Config::from_sources(&file).unwrap();
    assert_eq!(config.engine.fresh_sign_in_seconds, Some(600));
    assert_eq!(config.renamed_settings, ["fresh_sign_in has a new name; use reauth_max_age"]);
    let both = [("TOUCHSTONE_FRESH_SIGN_IN", "1"), ("TOUCHSTONE_REAUTH_MAX_AGE", "2")];
    assert!(problems(&both)[0].contains("is the old name of TOUCHSTONE_REAUTH_MAX_AGE"));
}

#[test]
fn the_public_address_is_that_of_the_app_and_the_old_one_has_the_mount() {
    let public = |more: &[(&str, &str)]| config(more).public_server_url;
    let url = "https://beta.example/parse".to_owned();
    assert_eq!(public(&[("TOUCHSTONE_PUBLIC_URL", "https://beta.example/")]), Some(url.clone()));
    assert_eq!(public(&[("TOUCHSTONE_PUBLIC_SERVER_URL", &url)]), Some(url.clone()));
    let old = config(&[("TOUCHSTONE_PUBLIC_SERVER_URL", &url)]).renamed_settings;
    assert!(old[0].starts_with("public_server_url has a successor"), "{old:?}");
    let both =
        [("TOUCHSTONE_PUBLIC_URL", "https://a.example"), ("TOUCHSTONE_PUBLIC_SERVER_URL", &url)];
    assert!(problems(&both)[0].contains("both set"));
}

#[test]
fn variables_of_platforms_and_of_parse_server_count_below_our_own() {
    let environment = [
        ("DATABASE_URL", "postgres://u@127.0.0.1/platform"),
        ("PARSE_SERVER_DATABASE_URI", "postgres://u@127.0.0.1/parse"),
        ("PORT", "8080"),
        ("PARSE_SERVER_APPLICATION_ID", "old-app"),
        ("PARSE_SERVER_MASTER_KEY", "old-master"),
        ("PARSE_SERVER_MOUNT_PATH", "/api"),
        ("PARSE_PUBLIC_SERVER_URL", "https://old.example/api"),
        ("PARSE_SERVER_ENABLE_ANON_USERS", "1"),
        ("TOUCHSTONE_APPLICATION_ID", "new-app"),
    ];
    let environment = environment.map(|(k, v)| (k.to_owned(), v.to_owned())).into();
    let file = Some((PathBuf::from("x.toml"), "mount_path = '/file'".to_owned()));
    let resolved = resolve(&Sources { environment, file, is_dev: false }).unwrap();
    let config = Config::from_resolved(&resolved).unwrap();
    assert!(config.store.url.ends_with("/platform"));
    assert_eq!(config.listen.to_string(), "0.0.0.0:8080");
    assert_eq!(config.keys.application_id, "new-app");
    assert_eq!(config.mount_path, "/file");
    assert!(config.engine.enable_anonymous_users);
    let origin = |name: &str| resolved.setting(name).origin.to_string();
    assert_eq!(origin("database_url"), "environment variable DATABASE_URL");
    assert_eq!(origin("master_key"), "environment variable PARSE_SERVER_MASTER_KEY");
    assert_eq!(origin("application_id"), "environment");
    assert!(resolved.renamed.is_empty() && resolved.unknown_variables.is_empty());
}

#[test]
fn the_file_of_config_init_is_one_the_server_takes() {
    let folder = std::env::temp_dir().join(format!("touchstone-init-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let key = folder.join("master-key");
    std::fs::write(&key, "0123456789abcdef0123456789abcdef\n").unwrap();
    let text = first_settings(&folder, &key);
    let all = text
        .lines()
        .map(|line| line.strip_prefix('#').filter(|l| !l.starts_with(' ')).unwrap_or(line));
    let all = all.collect::<Vec<_>>().join("\n");
    for text in [text, all] {
        let file = Some((folder.join("touchstone.toml"), text));
        let config = Config::from_sources(&Sources { file, ..Sources::default() }).unwrap();
        assert!(!config.is_production || config.unsafe_settings.is_empty());
    }
    std::fs::remove_dir_all(folder).unwrap();
}

const SAFE: &[(&str, &str)] = &[
    ("TOUCHSTONE_PRODUCTION", "true"),
    ("TOUCHSTONE_MASTER_KEY", "0123456789abcdef0123456789abcdef"),
    ("TOUCHSTONE_PUBLIC_SERVER_URL", "https://beta.example/parse"),
    ("TOUCHSTONE_TRUST_PROXY", "127.0.0.1"),
    ("TOUCHSTONE_FILES_DIRECTORY", "/var/lib/touchstone/files"),
];

#[test]
fn production_starts_with_safe_settings_and_refuses_each_that_is_not() {
    assert!(config(SAFE).unsafe_settings.is_empty());
    for (name, value, told) in [
        ("TOUCHSTONE_MASTER_KEY", "short", "master_key is shorter"),
        ("TOUCHSTONE_JAVASCRIPT_KEY", "0123456789abcdef0123456789abcdef", "a client key is"),
        ("TOUCHSTONE_ALLOW_ORIGIN", "*", "allow_origin is *"),
        ("TOUCHSTONE_PUBLIC_SERVER_URL", "http://beta.example", "public_url is not"),
        (
            "TOUCHSTONE_DATABASE_URL",
            "postgres://u@db/x?sslmode=disable",
            "the database is on another host",
        ),
        ("TOUCHSTONE_TRUST_PROXY", "0.0.0.0/0", "trust_proxy trusts every"),
        ("TOUCHSTONE_TRUST_PROXY", "", "trust_proxy is not set"),
        ("TOUCHSTONE_MOUNT_PATH", "/api", "public_server_url does not lead to mount_path"),
        ("TOUCHSTONE_PUBLIC_SERVER_URL", "https://beta.example", "public_server_url does not lead"),
        ("TOUCHSTONE_ALLOW_CLIENT_CLASS_CREATION", "true", "allow_client_class_creation is on"),
        ("TOUCHSTONE_MAX_CONNECTIONS", "-1", "max_connections is unlimited"),
        ("TOUCHSTONE_DEV", "true", "dev is on"),
        ("TOUCHSTONE_FILES_DIRECTORY", "files", "files_directory is relative"),
        ("TOUCHSTONE_LISTN", "127.0.0.1:1", "unknown variable TOUCHSTONE_LISTN"),
    ] {
        let settings: Vec<(&str, &str)> = SAFE.iter().copied().chain([(name, value)]).collect();
        let refused = problems(&settings);
        let is_told = refused.iter().any(|why| why.starts_with(&format!("in production: {told}")));
        assert!(is_told, "{name}: {refused:?}");
    }
}

#[test]
fn production_without_a_proxy_says_so_wherever_it_listens() {
    let with = |more: &[(&'static str, &'static str)]| -> Vec<(&str, &str)> {
        SAFE.iter().chain(more).copied().collect()
    };
    let none = config(&with(&[("TOUCHSTONE_TRUST_PROXY", "none")]));
    assert!(none.unsafe_settings.is_empty());
    let world = [("TOUCHSTONE_TRUST_PROXY", ""), ("TOUCHSTONE_LISTEN", "0.0.0.0:1337")];
    assert!(problems(&with(&world))[0].contains("trust_proxy is not set"));
}

#[test]
fn elsewhere_what_is_not_safe_is_only_told() {
    assert!(!config(&[]).unsafe_settings.is_empty());
}

#[test]
fn the_app_below_a_path_is_refused_because_it_is_served_at_the_root_of_its_host() {
    let folder = std::env::temp_dir().join(format!("touchstone-app-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("index.html"), "<!doctype html>").unwrap();
    let with = |mount: &str| {
        let root = folder.to_str().unwrap();
        config(&[("TOUCHSTONE_WEB_ROOT", root), ("TOUCHSTONE_MOUNT_PATH", mount)]).unsafe_settings
    };
    let is_told = |what: &String| what.starts_with("mount_path is /feedback/parse");
    assert!(with("/feedback/parse").iter().any(is_told));
    assert!(!with("/parse").iter().any(|what| what.starts_with("mount_path is")));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_product_lets_every_kind_of_file_in_that_its_texts_name() {
    let files = config(&[]).engine.files;
    for ending in feedback::IMAGE_ENDINGS.iter().chain(&feedback::TEXT_ENDINGS) {
        assert!(files.extensions.allow(ending), "{ending}");
    }
}
