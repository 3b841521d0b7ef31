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
    let told = problems(&[("TOUCHSTONE_LISTEN", "here"), ("TOUCHSTONE_MIXED_FLEET", "maybe")]);
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
fn sizes_are_read_with_their_units() {
    assert_eq!(size("20mb"), Some(20 << 20));
    assert_eq!(size("1 KB"), Some(1 << 10));
    assert_eq!(size("17"), Some(17));
    assert_eq!(size("much"), None);
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
    expect_test::expect_file!["../../../../docs/configuration.md"].assert_eq(&markdown());
    expect_test::expect_file!["../../../../.env.example"].assert_eq(&env_example());
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
        ("TOUCHSTONE_PUBLIC_SERVER_URL", "http://beta.example", "public_server_url is not"),
        (
            "TOUCHSTONE_DATABASE_URL",
            "postgres://u@db/x?sslmode=disable",
            "the database is elsewhere",
        ),
        ("TOUCHSTONE_TRUST_PROXY", "0.0.0.0/0", "trust_proxy believes everybody"),
        ("TOUCHSTONE_TRUST_PROXY", "", "trust_proxy is not set"),
        ("TOUCHSTONE_MOUNT_PATH", "/api", "public_server_url does not lead to mount_path"),
        ("TOUCHSTONE_PUBLIC_SERVER_URL", "https://beta.example", "public_server_url does not lead"),
        ("TOUCHSTONE_ALLOW_CLIENT_CLASS_CREATION", "true", "allow_client_class_creation is on"),
        ("TOUCHSTONE_MAX_CONNECTIONS", "-1", "max_connections is -1"),
        ("TOUCHSTONE_DEV", "true", "dev is on"),
        ("TOUCHSTONE_FILES_DIRECTORY", "files", "files_directory is relative"),
        ("TOUCHSTONE_LISTN", "127.0.0.1:1", "TOUCHSTONE_LISTN is no setting"),
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
