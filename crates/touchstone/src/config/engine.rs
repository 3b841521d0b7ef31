//! What the engine goes by.

use parse_engine::settings::RoleSessions;
use parse_engine::{LiveClasses, Settings};
use parse_identity::ProtectedFieldsConfig;

use super::access::Keys;
use super::files;
use super::reader::Reader;
use super::unit::Unit;

/// A century, in seconds.
const LONGEST: u64 = 100 * 31_536_000;

/// Reads what the engine goes by.
pub(super) fn engine_settings(
    read: &mut Reader<'_>,
    keys: &Keys,
    public_url: &str,
    is_product: bool,
) -> Settings {
    let mut settings = Settings::default();
    keys.application_id.clone_into(&mut settings.application_id);
    public_url.clone_into(&mut settings.public_url);
    settings.files = files::file_settings(read, keys.master.expose(), is_product);
    settings.allow_client_class_creation = read.flag("allow_client_class_creation");
    settings.allow_custom_object_id = read.flag("allow_custom_object_id");
    settings.object_id_size = read.whole("object_id_size", 4, 64).unwrap_or_default();
    settings.enforce_private_users = read.flag("enforce_private_users");
    settings.protected_fields = protected_fields(read, settings.protected_fields);
    settings.protected_fields_owner_exempt = read.flag("protected_fields_owner_exempt");
    settings.protected_fields_trigger_exempt = read.flag("protected_fields_trigger_exempt");
    settings.protected_fields_save_response_exempt =
        read.flag("protected_fields_save_response_exempt");
    settings.session_length_seconds =
        read.duration("session_length", Unit::Seconds, 1, LONGEST).unwrap_or_default();
    settings.expire_inactive_sessions = read.flag("expire_inactive_sessions");
    settings.idle_length_seconds = read
        .duration("idle_length", Unit::Seconds, 0, LONGEST)
        .filter(|seconds: &i64| *seconds > 0);
    settings.max_sessions_per_user =
        read.whole("max_sessions_per_user", 0, 1_000_000).filter(|most: &i64| *most > 0);
    settings.fresh_sign_in_seconds =
        read.duration("reauth_max_age", Unit::Seconds, 0, 31_536_000).filter(|s: &i64| *s > 0);
    settings.extend_session_on_use = read.flag("extend_session_on_use");
    settings.revoke_session_on_password_reset = read.flag("revoke_session_on_password_reset");
    settings.enable_anonymous_users = read.flag("enable_anonymous_users");
    settings.convert_email_to_lowercase = read.flag("convert_email_to_lowercase");
    settings.convert_username_to_lowercase = read.flag("convert_username_to_lowercase");
    settings.default_limit = read.whole("default_limit", 0, 1_000_000).unwrap_or_default();
    settings.max_limit = read.whole("max_limit", 1, 1_000_000);
    settings.cleanup_invalid_installations = is_product;
    settings.mixed_fleet = read.flag("parse_server_compat_writes");
    settings.role_sessions = is_product.then(administrator_sessions);
    settings.allow_public_explain = read.flag("allow_public_explain");
    settings.live_classes =
        read.value("live_query_class_names", LiveClasses::parse).unwrap_or_default();
    settings
}

/// The sessions of administrators last 12 hours, or 2 without use.
fn administrator_sessions() -> RoleSessions {
    RoleSessions {
        role: feedback::administrator::ROLE.to_owned(),
        length_seconds: 12 * 3600,
        idle_seconds: 2 * 3600,
    }
}

/// The fields that are hidden: those that always are, and what the operator adds. An operator who
/// names one class must not open another by leaving it out.
fn protected_fields(read: &mut Reader<'_>, always: ProtectedFieldsConfig) -> ProtectedFieldsConfig {
    let mut protected = always;
    let added: ProtectedFieldsConfig =
        read.value("protected_fields", |text| serde_json::from_str(text).ok()).unwrap_or_default();
    for (class, groups) in added {
        for (group, fields) in groups {
            let hidden = protected.entry(class.clone()).or_default().entry(group).or_default();
            for field in fields {
                if !hidden.contains(&field) {
                    hidden.push(field);
                }
            }
        }
    }
    protected
}
