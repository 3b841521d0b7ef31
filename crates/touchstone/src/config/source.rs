//! Where settings come from: the environment over the file over the defaults.

use std::collections::BTreeMap;
use std::path::PathBuf;

use parse_model::{Json, JsonMap};

use super::key::{FILE_VARIABLE, Key, PREFIX, Secrecy, UNLIMITED, key, keys};
use super::lookup::{Notes, Origin, by_fallback, by_file, by_variable, old_name, variable_of};

/// What the process was started with.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    /// The environment variables that begin with `TOUCHSTONE_`, and those that replace some of
    /// them, such as `DATABASE_URL`.
    pub environment: BTreeMap<String, String>,
    /// The settings file: where it is and what it says.
    pub file: Option<(PathBuf, String)>,
    /// Whether `--dev` was given.
    pub is_dev: bool,
}

/// One setting with the value it got.
#[derive(Debug, Clone)]
pub struct Setting {
    /// Which one.
    pub key: &'static Key,
    /// Its value, written as in the environment.
    pub text: Option<String>,
    /// Who said so.
    pub origin: Origin,
}

impl Setting {
    /// The value as it may be shown to anyone who reads the log.
    pub fn display(&self) -> String {
        match (&self.text, self.key.secrecy) {
            (None, _) => "(not set)".to_owned(),
            (Some(text), Secrecy::Open) => self.key.shown(text).to_owned(),
            (Some(_), Secrecy::Secret) => "(set, not shown)".to_owned(),
            (Some(text), Secrecy::Address) => without_password(text),
        }
    }
}

/// All settings, each with its value and where that came from.
#[derive(Debug)]
pub struct ResolvedSettings {
    /// In the order of the table.
    pub settings: Vec<Setting>,
    /// Variables that begin with `TOUCHSTONE_` and are not settings.
    pub unknown_variables: Vec<String>,
    /// Settings that are set by a name they had before, each with the name to use.
    pub renamed: Vec<String>,
    /// What is wrong with files that hold one value each, and with settings that are set twice.
    pub problems: Vec<String>,
    /// Whether the profile is the product's.
    is_product: bool,
}

impl ResolvedSettings {
    /// Whether a setting differs from its default.
    pub fn is_changed(&self, setting: &Setting) -> bool {
        setting.text.as_deref() != setting.key.default_in(self.is_product)
    }

    /// The default of a setting in the profile that is used.
    pub fn default_of(&self, key: &Key) -> Option<&'static str> {
        key.default_in(self.is_product)
    }

    /// The setting of a name in the table.
    pub fn setting(&self, name: &str) -> &Setting {
        let at = keys().position(|other| other.name == name);
        &self.settings[at.unwrap_or_else(|| panic!("no setting is named {name}"))]
    }
}

/// Lays the sources over one another.
pub fn resolve(sources: &Sources) -> Result<ResolvedSettings, String> {
    let file = match &sources.file {
        Some((path, text)) => {
            Some((path, entries(text).map_err(|why| format!("{}: {why}", path.display()))?))
        }
        None => None,
    };
    let mut notes = Notes::default();
    let mut said = |key: &'static Key| -> Option<(String, Origin)> {
        by_variable(key, &sources.environment, &mut notes)
            .or_else(|| {
                let (path, entries) = file.as_ref()?;
                by_file(key, path, entries, &mut notes)
            })
            .or_else(|| by_fallback(key, &sources.environment))
    };
    let is_product = match said(key("profile")) {
        Some((profile, _)) => profile == "product",
        None => key("profile").default == Some("product"),
    };
    let mut settings: Vec<Setting> = keys()
        .map(|key| match said(key) {
            Some((text, origin)) => {
                let text = match key.unlimited {
                    Some(unlimited) if text == UNLIMITED => unlimited.to_owned(),
                    _ => text,
                };
                Setting { key, text: Some(text).filter(|text| !text.is_empty()), origin }
            }
            None => {
                let text = key.default_in(is_product).map(str::to_owned);
                Setting { key, text, origin: Origin::Default }
            }
        })
        .collect();
    let is_dev = sources.is_dev
        || settings.iter().any(|s| s.key.name == "dev" && s.text.as_deref() == Some("true"));
    if is_dev {
        settings.iter_mut().for_each(fill_for_development);
    }
    let unknown_variables = unknown_variables(&sources.environment);
    let Notes { mut renamed, problems } = notes;
    let is_set = |s: &&Setting| matches!(s.origin, Origin::Environment | Origin::File(_));
    if settings.iter().filter(is_set).any(|s| s.key.name == "public_server_url") {
        renamed.push(
            "public_server_url has a successor; use public_url, without the mount path".to_owned(),
        );
    }
    Ok(ResolvedSettings { settings, unknown_variables, renamed, problems, is_product })
}

fn fill_for_development(setting: &mut Setting) {
    let text = match (setting.key.name, &setting.text) {
        ("dev", _) if setting.origin == Origin::Default => "true".to_owned(),
        ("allow_origin", _) if setting.origin == Origin::Default => "*".to_owned(),
        ("application_id", None) => "touchstone-dev".to_owned(),
        ("master_key", None) => format!("{:032x}", rand::random::<u128>()),
        ("outgoing_allowed_networks", None) => "127.0.0.0/8,::1".to_owned(),
        _ => return,
    };
    setting.text = Some(text);
    setting.origin = Origin::Development;
}

fn unknown_variables(environment: &BTreeMap<String, String>) -> Vec<String> {
    let is_of = |key: &Key, name: &str| {
        key.variable() == name
            || key.may_be_in_file() && key.file_variable() == name
            || old_name(key).is_some_and(|old| variable_of(old) == name)
    };
    let is_ours = |name: &str| name == FILE_VARIABLE || keys().any(|key| is_of(key, name));
    let mut names = environment.keys().map(String::as_str);
    let is_unknown = |name: &&str| name.starts_with(PREFIX) && !is_ours(name) && !is_of_tools(name);
    let unknown = names.by_ref().filter(is_unknown);
    unknown.map(str::to_owned).collect()
}

/// Whether a variable is not for the server: Kubernetes sets some for a service that is named like
/// this program, compose.yaml and the scripts of this repository read others.
fn is_of_tools(name: &str) -> bool {
    let rest = name.strip_prefix(PREFIX).unwrap_or(name);
    let is_of_kubernetes = rest.starts_with("SERVICE_HOST")
        || rest.starts_with("SERVICE_PORT")
        || rest == "PORT"
        || rest.starts_with("PORT_");
    is_of_kubernetes
        || matches!(
            rest,
            "BIN"
                | "CLOUD_BIN"
                | "IMAGE"
                | "ADMIN_URL"
                | "SERVER"
                | "IDLE"
                | "LIVE_STEPS"
                | "TEST_SEED"
                | "TEST_CHECKS"
        )
}

/// The entries of a settings file, each written as in the environment.
fn entries(text: &str) -> Result<BTreeMap<String, String>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        let line = error
            .span()
            .map_or(1, |span| 1 + text.get(..span.start).unwrap_or(text).matches('\n').count());
        format!(
            "invalid TOML on line {line}, expected `name = \"text\"`, `name = 5` or `name = true`: {}",
            error.message()
        )
    })?;
    table
        .into_iter()
        .map(|(name, value)| {
            let is_of = |key: &Key| {
                key.name == name
                    || key.may_be_in_file() && key.file_name() == name
                    || old_name(key) == Some(&*name)
            };
            if !keys().any(is_of) {
                return Err(format!(
                    "unknown setting `{name}`; `touchstone config show` lists all settings"
                ));
            }
            Ok((name, written(value)))
        })
        .collect()
}

fn written(value: toml::Value) -> String {
    match value {
        toml::Value::String(text) => text,
        toml::Value::Array(items) => items.into_iter().map(written).collect::<Vec<_>>().join(","),
        other => json_from(other).to_string(),
    }
}

fn json_from(value: toml::Value) -> Json {
    match value {
        toml::Value::String(text) => Json::String(text),
        toml::Value::Integer(number) => Json::from(number),
        toml::Value::Float(number) => Json::from(number),
        toml::Value::Boolean(flag) => Json::Bool(flag),
        toml::Value::Datetime(moment) => Json::String(moment.to_string()),
        toml::Value::Array(items) => items.into_iter().map(json_from).collect(),
        toml::Value::Table(table) => {
            Json::Object(table.into_iter().map(|(k, v)| (k, json_from(v))).collect::<JsonMap>())
        }
    }
}

/// An address as it may be shown.
pub(crate) fn without_password(address: &str) -> String {
    let Some((scheme, rest)) = address.split_once("://") else {
        // `host=… password=…` is an address too.
        return "(set, not shown)".to_owned();
    };
    match rest.rsplit_once('@') {
        Some((who, place)) => {
            let user = who.split(':').next().unwrap_or_default();
            let hidden = if who.contains(':') { ":***" } else { "" };
            format!("{scheme}://{user}{hidden}@{place}")
        }
        None => address.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
        pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
    }

    fn file(text: &str) -> Option<(PathBuf, String)> {
        Some((PathBuf::from("touchstone.toml"), text.to_owned()))
    }

    #[test]
    fn the_environment_wins_over_the_file_and_the_file_over_the_default() {
        let resolved = resolve(&Sources {
            environment: environment(&[("TOUCHSTONE_LISTEN", "0.0.0.0:1")]),
            file: file("listen = '0.0.0.0:2'\nmount_path = '/api'\n"),
            is_dev: false,
        })
        .unwrap();
        assert_eq!(resolved.setting("listen").text.as_deref(), Some("0.0.0.0:1"));
        assert_eq!(resolved.setting("listen").origin, Origin::Environment);
        assert_eq!(resolved.setting("mount_path").text.as_deref(), Some("/api"));
        assert_eq!(resolved.setting("object_id_size").origin, Origin::Default);
    }

    #[test]
    fn an_empty_variable_counts_as_not_set() {
        let environment = environment(&[("TOUCHSTONE_LISTEN", "")]);
        let resolved = resolve(&Sources { environment, ..Sources::default() }).unwrap();
        assert_eq!(resolved.setting("listen").text.as_deref(), Some("127.0.0.1:1337"));
    }

    #[test]
    fn lists_and_tables_of_the_file_read_like_variables() {
        let text = "allow_origin = ['https://a', 'https://b']\nparse_server_compat_writes = true\n\
                    [protected_fields.Vault]\n\"*\" = ['secret']\n";
        let resolved = resolve(&Sources { file: file(text), ..Sources::default() }).unwrap();
        let text_of = |name| resolved.setting(name).text.clone().unwrap();
        assert_eq!(text_of("allow_origin"), "https://a,https://b");
        assert_eq!(text_of("parse_server_compat_writes"), "true");
        assert_eq!(text_of("protected_fields"), r#"{"Vault":{"*":["secret"]}}"#);
    }

    #[test]
    fn every_secret_may_stand_in_a_file_of_its_own() {
        let path = std::env::temp_dir().join(format!("touchstone-secret-{}", std::process::id()));
        std::fs::write(&path, "postgres://ada:hunter2@db/x\n").unwrap();
        let named = path.to_str().unwrap();
        let secrets: Vec<&Key> = keys().filter(|key| key.may_be_in_file()).collect();
        for name in ["master_key", "previous_master_key", "secret_key", "smtp_url", "redis_url"] {
            assert!(secrets.iter().any(|key| key.name == name), "{name}");
        }
        for key in secrets {
            let environment = environment(&[(&key.file_variable(), named)]);
            let by_variable = Sources { environment, ..Sources::default() };
            let text = format!("{} = {named:?}\n", key.file_name());
            let by_file = Sources { file: file(&text), ..Sources::default() };
            for sources in [by_variable, by_file] {
                let resolved = resolve(&sources).unwrap();
                let setting = resolved.setting(key.name);
                assert_eq!(setting.text.as_deref(), Some("postgres://ada:hunter2@db/x"));
                assert_eq!(setting.origin, Origin::OwnFile(path.clone()));
                assert!(!setting.display().contains("hunter2"));
                assert_eq!((resolved.problems.len(), resolved.unknown_variables.len()), (0, 0));
            }
        }
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn a_value_is_set_once_and_the_environment_wins_whichever_way_it_is_set() {
        let both = [("TOUCHSTONE_MASTER_KEY", "a"), ("TOUCHSTONE_MASTER_KEY_FILE", "/nowhere")];
        let resolved =
            resolve(&Sources { environment: environment(&both), ..Sources::default() }).unwrap();
        assert_eq!(
            resolved.problems,
            ["TOUCHSTONE_MASTER_KEY and TOUCHSTONE_MASTER_KEY_FILE are both set; set one of them."]
        );
        let over = Sources {
            environment: environment(&both[..1]),
            file: file("master_key_file = '/nowhere'"),
            ..Sources::default()
        };
        let resolved = resolve(&over).unwrap();
        assert_eq!(resolved.setting("master_key").text.as_deref(), Some("a"));
        assert_eq!(resolved.problems, [] as [&str; 0]);
        let missing = Sources { file: file("smtp_url_file = '/nowhere'"), ..Sources::default() };
        let resolved = resolve(&missing).unwrap();
        assert_eq!(resolved.setting("smtp_url").text, None);
        assert!(
            resolved.problems[0].starts_with("smtp_url_file is /nowhere, which cannot be read")
        );
        let open = Sources { file: file("listen_file = '/nowhere'"), ..Sources::default() };
        assert!(resolve(&open).unwrap_err().contains("unknown setting `listen_file`"));
    }

    #[test]
    fn an_unknown_entry_of_the_file_is_refused_by_name() {
        let refused = resolve(&Sources { file: file("lisen = 'x'"), ..Sources::default() });
        assert!(refused.unwrap_err().contains("unknown setting `lisen`"));
    }

    #[test]
    fn invalid_toml_is_reported_with_its_line() {
        let text = "mount_path = '/api'\n\nlisten = 127.0.0.1:1337\n";
        let refused = resolve(&Sources { file: file(text), ..Sources::default() }).unwrap_err();
        assert!(refused.starts_with("touchstone.toml: invalid TOML on line 3"), "{refused}");
    }

    #[test]
    fn what_kubernetes_says_of_a_service_is_no_setting_of_ours() {
        let environment = environment(&[
            ("TOUCHSTONE_PORT", "tcp://10.0.0.1:80"),
            ("TOUCHSTONE_PORT_80_TCP_ADDR", "10.0.0.1"),
            ("TOUCHSTONE_SERVICE_HOST", "10.0.0.1"),
            ("TOUCHSTONE_SERVICE_PORT_HTTP", "80"),
        ]);
        let resolved = resolve(&Sources { environment, ..Sources::default() }).unwrap();
        assert_eq!(resolved.unknown_variables, [] as [&str; 0]);
    }

    #[test]
    fn an_unknown_variable_is_noticed() {
        let environment = environment(&[("TOUCHSTONE_LISEN", "x"), ("TOUCHSTONE_CONFIG", "y")]);
        let resolved = resolve(&Sources { environment, ..Sources::default() }).unwrap();
        assert_eq!(resolved.unknown_variables, ["TOUCHSTONE_LISEN"]);
    }

    #[test]
    fn development_fills_in_keys_and_only_development_does() {
        let resolved = resolve(&Sources { is_dev: true, ..Sources::default() }).unwrap();
        assert_eq!(resolved.setting("application_id").text.as_deref(), Some("touchstone-dev"));
        assert_eq!(resolved.setting("master_key").text.as_ref().map(String::len), Some(32));
        let resolved = resolve(&Sources::default()).unwrap();
        assert_eq!(resolved.setting("application_id").text, None);
        assert_eq!(resolved.setting("master_key").text, None);
    }

    #[test]
    fn secrets_and_passwords_are_not_shown() {
        let environment = environment(&[
            ("TOUCHSTONE_MASTER_KEY", "hunter2"),
            ("TOUCHSTONE_DATABASE_URL", "postgres://ada:hunter2@db:5432/x"),
        ]);
        let resolved = resolve(&Sources { environment, ..Sources::default() }).unwrap();
        assert_eq!(resolved.setting("master_key").display(), "(set, not shown)");
        assert_eq!(resolved.setting("database_url").display(), "postgres://ada:***@db:5432/x");
    }
}
