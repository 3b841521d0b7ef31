//! Unsafe settings: a server in production does not start with them, and any other server warns of
//! them.

use parse_blobs::StorageLocation;
use parse_store::TlsMode;
use parse_store::tls::tls_mode;

use super::Config;
use super::source::ResolvedSettings;

/// Keys of examples.
const EXAMPLES: &[&str] = &["master", "the-master-key", "myMasterKey", "MASTER_KEY", "changeme"];

/// The shortest master key that cannot be guessed.
const KEY_LENGTH: usize = 32;

/// Everything about the settings that is not safe, each with what to do about it.
pub(super) fn unsafe_settings(config: &Config, resolved: &ResolvedSettings) -> Vec<String> {
    let mut found = Vec::new();
    let mut tell = |is_unsafe: bool, what: &str| {
        if is_unsafe {
            found.push(what.to_owned());
        }
    };
    let master = config.keys.master.expose();
    tell(
        config.is_dev,
        "dev is on, which creates missing keys and allows every origin; turn it off.",
    );
    tell(
        master.len() < KEY_LENGTH || EXAMPLES.contains(&master),
        "master_key is shorter than 32 characters or is an example; set 32 random characters.",
    );
    let keys = &config.keys;
    let clients = [&keys.client, &keys.javascript, &keys.dot_net, &keys.rest_api];
    tell(
        clients.iter().any(|key| key.as_ref().is_some_and(|key| keys.is_master(key.expose()))),
        "a client key is the master key, which every client could then read; change one.",
    );
    tell(
        config.allow_origins.iter().any(|origin| origin == "*"),
        "allow_origin is *, so every web page may call; list the origins of your own pages.",
    );
    let is_https = config.public_server_url.as_ref().is_some_and(|url| url.starts_with("https://"));
    tell(
        is_https && config.trusted_proxies.are_unset(),
        "trust_proxy is not set, so all callers seem to have the address of the proxy that serves https; list its address, or set none if there is no proxy.",
    );
    tell(
        config.public_server_url.as_deref().is_some_and(|url| path_of(url) != config.mount_path),
        "public_server_url does not lead to mount_path, so links and file addresses do not work; set public_url to the address without the mount path instead.",
    );
    tell(!is_https, "public_url is not set or not https; set the address that users open.");
    let is_open = |url: &str| tls_mode(url) == Some(TlsMode::None);
    tell(
        is_open(&config.store.url) || config.store.replica_url.as_deref().is_some_and(is_open),
        "the database is on another host and is reached without TLS; remove sslmode=disable from its address.",
    );
    tell(
        config.trusted_proxies.contain([192, 0, 2, 1].into()),
        "trust_proxy trusts every address, so callers choose their own address; list your proxies.",
    );
    tell(
        config.engine.allow_client_class_creation,
        "allow_client_class_creation is on, so any client can create classes; turn it off.",
    );
    if resolved.setting("limits").text.as_deref() == Some("product") {
        for setting in resolved.settings.iter().filter(|s| s.text.as_deref() == Some("-1")) {
            let name = setting.key.name;
            tell(true, &format!("{name} is unlimited; set a limit, or set limits to parse."));
        }
    }
    found.extend(misplaced(config, resolved));
    found
}

/// Settings without effect, and files in a folder that depends on where the server is started.
fn misplaced(config: &Config, resolved: &ResolvedSettings) -> Vec<String> {
    let unknown = resolved.unknown_variables.iter();
    let told =
        |name| format!("unknown variable {name}; `touchstone config show` lists all settings.");
    let mut found: Vec<String> = unknown.map(told).collect();
    let mount = &config.mount_path;
    if config.serves_app() && mount.matches('/').count() > 1 {
        found.push(format!(
            "mount_path is {mount}, but the web app is served at the root of its host and not below a \
             path; use a separate host name and a mount_path such as /parse."
        ));
    }
    let place = &config.files.place;
    if matches!(place, StorageLocation::Disk { folder, .. } if folder.is_relative()) {
        let what = "files_directory is relative, so the folder depends on where the server is started; set an absolute path, or set files_url.";
        found.push(what.to_owned());
    }
    found
}

/// What follows the host of an address.
fn path_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.find('/').map_or("", |at| rest[at..].trim_end_matches('/'))
}
