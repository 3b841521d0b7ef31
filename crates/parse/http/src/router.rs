//! Every route there is, in one table; a request over HTTP and an item of a batch are routed alike.

mod cloud;

use std::borrow::Cow;

use axum::http::Method;
use parse_model::{ClassName, JsonMap, ObjectId};
use percent_encoding::percent_decode_str;

pub(crate) use cloud::CloudRoute;

/// The longest path there is, in segments.
const SEGMENTS: usize = 4;

/// Below what the direct paths of the blockchain functions stand, as they do at their maker's.
const DATA: &str = "/api/v2";

/// What a request asks to be done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Route {
    /// List objects of a class.
    Find(Target),
    /// Fetch one object.
    Get(Target, ObjectId),
    /// Make an object.
    Create(Target),
    /// Change an object.
    Update(Target, ObjectId),
    /// Remove an object.
    Delete(Target, ObjectId),
    /// Who am I.
    Me,
    /// Sign in by password.
    LogIn,
    /// Sign in as another user.
    LogInAs,
    /// End the session.
    LogOut,
    /// Check a password.
    VerifyPassword,
    /// Ask an identity provider for a challenge.
    Challenge,
    /// Ask for a link to set a new password.
    RequestPasswordReset,
    /// Ask for another mail to confirm an address.
    RequestVerification,
    /// The session of the caller.
    CurrentSession,
    /// A session for a token of old.
    UpgradeSession,
    /// Call a cloud function.
    Call(String),
    /// Manage cloud code.
    Cloud(CloudRoute),
    /// All classes.
    ListSchemas,
    /// One class.
    ShowSchema(String),
    /// Define a class; its name may be in the body.
    CreateSchema(Option<String>),
    /// Change a class.
    UpdateSchema(String),
    /// Drop a class.
    DeleteSchema(String),
    /// Remove all objects of a class.
    Purge(String),
    /// Group, sum, distinct.
    Aggregate(Target),
    /// Several requests at once.
    Batch,
    /// The parameters of the application.
    ShowConfig,
    /// Change parameters of the application.
    ChangeConfig,
    /// Send a push.
    Push,
    /// List audiences.
    FindAudiences,
    /// Fetch an audience.
    GetAudience(ObjectId),
    /// Make an audience.
    CreateAudience,
    /// Change an audience.
    UpdateAudience(ObjectId),
    /// Remove an audience.
    DeleteAudience(ObjectId),
    /// Which settings are weak.
    Security,
    /// The last lines of the log.
    ScriptLog,
    /// What this server can do.
    ServerInfo,
    /// Something a client counts. Accepted, and not kept.
    Event,
    /// Call a blockchain function by its direct path, with the parameters in the path.
    Data(&'static str, JsonMap),
}

/// The class a request is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    /// A class that could exist.
    Class(ClassName),
    /// A name no class can have. Reading it finds nothing; writing to it is refused.
    Nameless(String),
}

impl Target {
    fn parse(segment: &str) -> Target {
        let name = decoded(segment);
        match ClassName::parse(&name) {
            Some(class) => Target::Class(class),
            None => Target::Nameless(name.into_owned()),
        }
    }
}

impl Route {
    /// Whether it signs a user in or out.
    pub(crate) fn is_way_in(&self) -> bool {
        let is_user = |target: &Target| matches!(target, Target::Class(class) if *class == "_User");
        match self {
            Route::LogIn | Route::LogInAs | Route::LogOut | Route::UpgradeSession => true,
            Route::Create(target) => is_user(target),
            _ => false,
        }
    }

    /// Whether it changes nothing, so that it may be given up when the caller hangs up.
    pub(crate) fn is_read(&self) -> bool {
        matches!(
            self,
            Route::Find(_)
                | Route::Get(..)
                | Route::Me
                | Route::CurrentSession
                | Route::ListSchemas
                | Route::ShowSchema(_)
                | Route::Aggregate(_)
                | Route::ShowConfig
                | Route::FindAudiences
                | Route::GetAudience(_)
                | Route::Security
                | Route::ScriptLog
                | Route::ServerInfo
                | Route::Event
                | Route::Data(..)
        ) || matches!(self, Route::Cloud(route) if route.is_read())
    }
}

/// Finds the route of a method and a path below the mount. Methods are in upper case; paths match
/// whatever their case and with one trailing slash.
pub(crate) fn route(method: &str, path: &str) -> Option<Route> {
    if let Some(direct) = path.strip_prefix(DATA) {
        return chain_data::route(method, direct).map(|(name, said)| Route::Data(name, said));
    }
    let mut parts = [""; SEGMENTS];
    let count = split(path, &mut parts)?;
    let first = lowered(parts[0]);
    Some(match (method, &*first, &parts[1..count]) {
        ("GET", "classes", [class]) => Route::Find(Target::parse(class)),
        ("POST", "classes", [class]) => Route::Create(Target::parse(class)),
        ("GET", "classes", [class, id]) => Route::Get(Target::parse(class), object_id(id)),
        ("PUT", "classes", [class, id]) => Route::Update(Target::parse(class), object_id(id)),
        ("DELETE", "classes", [class, id]) => Route::Delete(Target::parse(class), object_id(id)),

        (_, "hooks" | "jobs" | "cloud_code", rest) => {
            Route::Cloud(cloud::route(method, &first, rest)?)
        }

        ("GET", "users", [me]) if me.eq_ignore_ascii_case("me") => Route::Me,
        ("GET", "sessions", [me]) if me.eq_ignore_ascii_case("me") => Route::CurrentSession,
        ("GET", alias, []) => match alias {
            "login" => Route::LogIn,
            "verifypassword" => Route::VerifyPassword,
            "schemas" => Route::ListSchemas,
            "serverinfo" => Route::ServerInfo,
            "config" => Route::ShowConfig,
            "scriptlog" => Route::ScriptLog,
            "security" => Route::Security,
            "push_audiences" => Route::FindAudiences,
            _ => Route::Find(aliased(alias)?),
        },
        ("POST", alias, []) => match alias {
            "login" => Route::LogIn,
            "loginas" => Route::LogInAs,
            "logout" => Route::LogOut,
            "verifypassword" => Route::VerifyPassword,
            "challenge" => Route::Challenge,
            "requestpasswordreset" => Route::RequestPasswordReset,
            "verificationemailrequest" => Route::RequestVerification,
            "upgradetorevocablesession" => Route::UpgradeSession,
            "schemas" => Route::CreateSchema(None),
            "batch" => Route::Batch,
            "push" => Route::Push,
            "push_audiences" => Route::CreateAudience,
            _ => Route::Create(aliased(alias)?),
        },

        ("PUT", "config", []) => Route::ChangeConfig,
        ("GET", "push_audiences", [id]) => Route::GetAudience(object_id(id)),
        ("PUT", "push_audiences", [id]) => Route::UpdateAudience(object_id(id)),
        ("DELETE", "push_audiences", [id]) => Route::DeleteAudience(object_id(id)),
        ("POST", "functions", [name]) => Route::Call(decoded(name).into_owned()),
        ("POST", "events", [_]) => Route::Event,
        ("GET", "schemas", [class]) => Route::ShowSchema(decoded(class).into_owned()),
        ("POST", "schemas", [class]) => Route::CreateSchema(Some(decoded(class).into_owned())),
        ("PUT", "schemas", [class]) => Route::UpdateSchema(decoded(class).into_owned()),
        ("DELETE", "schemas", [class]) => Route::DeleteSchema(decoded(class).into_owned()),
        ("DELETE", "purge", [class]) => Route::Purge(decoded(class).into_owned()),
        ("GET", "aggregate", [class]) => Route::Aggregate(Target::parse(class)),

        ("GET", alias, [id]) => Route::Get(aliased(alias)?, object_id(id)),
        ("PUT", alias, [id]) => Route::Update(aliased(alias)?, object_id(id)),
        ("DELETE", alias, [id]) => Route::Delete(aliased(alias)?, object_id(id)),
        _ => return None,
    })
}

/// Whether the path is that of the health check, which any method may ask and which needs no keys.
pub(crate) fn is_health(path: &str) -> bool {
    let mut parts = [""; SEGMENTS];
    split(path, &mut parts) == Some(1) && parts[0].eq_ignore_ascii_case("health")
}

/// Whether the path is that of the question whether requests should be sent here; like health.
pub(crate) fn is_ready(path: &str) -> bool {
    let mut parts = [""; SEGMENTS];
    split(path, &mut parts) == Some(1) && parts[0].eq_ignore_ascii_case("ready")
}

/// Whether a request is a question about the server itself, which is answered whatever its body. One
/// that asks to be sent back is none.
pub(crate) fn is_probe(method: &Method, path: &str) -> bool {
    (is_health(path) || is_ready(path)) && method != Method::TRACE
}

/// Whether the path is that of batches, whose bodies may be larger.
pub(crate) fn is_batch(path: &str) -> bool {
    let mut parts = [""; SEGMENTS];
    split(path, &mut parts) == Some(1) && parts[0].eq_ignore_ascii_case("batch")
}

/// The path below the mount, if it is below it. The slash after the mount may be doubled.
pub(crate) fn below_mount<'a>(path: &'a str, mount: &str) -> Option<&'a str> {
    let (start, rest) = path.split_at_checked(mount.len())?;
    if !start.eq_ignore_ascii_case(mount) {
        return None;
    }
    match rest.strip_prefix('/') {
        Some(after) if after.starts_with('/') => Some(after),
        Some(_) => Some(rest),
        None => rest.is_empty().then_some("/"),
    }
}

/// The classes that have a path of their own.
fn aliased(alias: &str) -> Option<Target> {
    Some(Target::Class(match alias {
        "users" => ClassName::user(),
        "sessions" => ClassName::session(),
        "roles" => ClassName::role(),
        "installations" => ClassName::installation(),
        _ => return None,
    }))
}

/// Splits a path into at most four segments, none of them empty.
fn split<'a>(path: &'a str, parts: &mut [&'a str; SEGMENTS]) -> Option<usize> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').unwrap_or(path);
    let mut count = 0;
    for segment in path.split('/') {
        if segment.is_empty() {
            return None;
        }
        *parts.get_mut(count)? = segment;
        count += 1;
    }
    Some(count)
}

fn lowered(segment: &str) -> Cow<'_, str> {
    if segment.bytes().any(|b| b.is_ascii_uppercase()) {
        Cow::Owned(segment.to_ascii_lowercase())
    } else {
        Cow::Borrowed(segment)
    }
}

fn decoded(segment: &str) -> Cow<'_, str> {
    percent_decode_str(segment).decode_utf8().unwrap_or(Cow::Borrowed(segment))
}

fn object_id(segment: &str) -> ObjectId {
    ObjectId::new(decoded(segment))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &'static str) -> Target {
        Target::Class(ClassName::from_static(name))
    }

    fn id(text: &str) -> ObjectId {
        ObjectId::new(text)
    }

    #[test]
    fn every_route_of_the_table_is_found() {
        let named = || "C".to_owned();
        let table = [
            ("GET", "/classes/C", Route::Find(class("C"))),
            ("POST", "/classes/C", Route::Create(class("C"))),
            ("GET", "/classes/C/x", Route::Get(class("C"), id("x"))),
            ("PUT", "/classes/C/x", Route::Update(class("C"), id("x"))),
            ("DELETE", "/classes/C/x", Route::Delete(class("C"), id("x"))),
            ("GET", "/users/me", Route::Me),
            ("GET", "/login", Route::LogIn),
            ("POST", "/login", Route::LogIn),
            ("POST", "/loginAs", Route::LogInAs),
            ("POST", "/logout", Route::LogOut),
            ("GET", "/verifyPassword", Route::VerifyPassword),
            ("POST", "/verifyPassword", Route::VerifyPassword),
            ("POST", "/challenge", Route::Challenge),
            ("POST", "/requestPasswordReset", Route::RequestPasswordReset),
            ("POST", "/verificationEmailRequest", Route::RequestVerification),
            ("GET", "/sessions/me", Route::CurrentSession),
            ("POST", "/upgradeToRevocableSession", Route::UpgradeSession),
            ("POST", "/functions/a.b", Route::Call("a.b".to_owned())),
            ("GET", "/schemas", Route::ListSchemas),
            ("POST", "/schemas", Route::CreateSchema(None)),
            ("GET", "/schemas/C", Route::ShowSchema(named())),
            ("POST", "/schemas/C", Route::CreateSchema(Some(named()))),
            ("PUT", "/schemas/C", Route::UpdateSchema(named())),
            ("DELETE", "/schemas/C", Route::DeleteSchema(named())),
            ("DELETE", "/purge/C", Route::Purge(named())),
            ("GET", "/aggregate/C", Route::Aggregate(class("C"))),
            ("POST", "/batch", Route::Batch),
            ("GET", "/config", Route::ShowConfig),
            ("PUT", "/config", Route::ChangeConfig),
            ("POST", "/push", Route::Push),
            ("GET", "/push_audiences", Route::FindAudiences),
            ("POST", "/push_audiences", Route::CreateAudience),
            ("GET", "/push_audiences/x", Route::GetAudience(id("x"))),
            ("PUT", "/push_audiences/x", Route::UpdateAudience(id("x"))),
            ("DELETE", "/push_audiences/x", Route::DeleteAudience(id("x"))),
            ("GET", "/security", Route::Security),
            ("GET", "/scriptlog", Route::ScriptLog),
            ("GET", "/serverInfo", Route::ServerInfo),
            ("POST", "/events/AppOpened", Route::Event),
        ];
        for (method, path, expected) in table {
            assert_eq!(route(method, path), Some(expected), "{method} {path}");
        }
    }

    #[test]
    fn system_classes_have_paths_of_their_own() {
        for (alias, name) in [
            ("users", "_User"),
            ("sessions", "_Session"),
            ("roles", "_Role"),
            ("installations", "_Installation"),
        ] {
            let path = format!("/{alias}");
            assert_eq!(route("GET", &path), Some(Route::Find(class(name))));
            assert_eq!(route("POST", &path), Some(Route::Create(class(name))));
            let path = format!("/{alias}/x");
            assert_eq!(route("GET", &path), Some(Route::Get(class(name), id("x"))));
            assert_eq!(route("PUT", &path), Some(Route::Update(class(name), id("x"))));
            assert_eq!(route("DELETE", &path), Some(Route::Delete(class(name), id("x"))));
        }
    }

    #[test]
    fn paths_match_whatever_their_case_and_with_one_trailing_slash() {
        for path in ["/CLASSES/C", "/classes/C/", "/Classes/C/"] {
            assert_eq!(route("GET", path), Some(Route::Find(class("C"))), "{path}");
        }
        assert_eq!(route("GET", "/SERVERINFO"), Some(Route::ServerInfo));
        assert_eq!(route("GET", "/Users/Me/"), Some(Route::Me));
        assert_eq!(route("GET", "/classes/C//"), None);
    }

    #[test]
    fn what_is_not_in_the_table_has_no_route() {
        for (method, path) in [
            ("GET", "/nope"),
            ("GET", "/"),
            ("PATCH", "/classes/C"),
            ("HEAD", "/classes/C"),
            ("get", "/classes/C"),
            ("PUT", "/classes/C"),
            ("DELETE", "/users"),
            ("GET", "/batch"),
            ("GET", "/functions/f"),
            ("GET", "/classes/C/x/y"),
            ("GET", "/classes//x"),
            ("POST", "/files/a.txt"),
            ("POST", "/config"),
            ("GET", "/playground"),
            ("POST", "/graphql"),
            ("POST", "/validate_purchase"),
        ] {
            assert_eq!(route(method, path), None, "{method} {path}");
        }
    }

    #[test]
    fn blockchain_functions_have_direct_paths_below_one_of_their_own() {
        let Some(Route::Data(name, in_path)) = route("GET", "/api/v2/0xab/balance") else {
            panic!("no direct path")
        };
        assert_eq!((name, in_path["address"].as_str()), ("getNativeBalance", Some("0xab")));
        for path in ["/api/v2", "/api/v2/", "/api/v2/nope", "/api/v1/0xab/balance", "/api/v23"] {
            assert_eq!(route("GET", path), None, "{path}");
        }
    }

    #[test]
    fn segments_are_decoded() {
        assert_eq!(route("GET", "/classes/C/a%2Fb"), Some(Route::Get(class("C"), id("a/b"))));
        assert_eq!(
            route("GET", "/classes/no%20class"),
            Some(Route::Find(Target::Nameless("no class".to_owned())))
        );
    }

    #[test]
    fn the_slash_after_the_mount_may_be_doubled() {
        assert_eq!(below_mount("/parse/classes/C", "/parse"), Some("/classes/C"));
        assert_eq!(below_mount("/parse//classes/C", "/parse"), Some("/classes/C"));
        assert_eq!(below_mount("/PARSE/classes/C", "/parse"), Some("/classes/C"));
        assert_eq!(below_mount("/parse", "/parse"), Some("/"));
        assert_eq!(below_mount("/parsec/classes/C", "/parse"), None);
        assert_eq!(below_mount("/other", "/parse"), None);
        assert_eq!(below_mount("/classes/C", ""), Some("/classes/C"));
    }

    #[test]
    fn health_is_found_by_path_alone() {
        assert!(is_health("/health") && is_health("/Health/"));
        assert!(!is_health("/healthy") && !is_health("/health/x"));
        assert!(is_ready("/ready") && is_ready("/Ready/") && !is_ready("/ready/x"));
        assert!(is_probe(&Method::POST, "/health") && !is_probe(&Method::TRACE, "/health"));
    }
}
