//! The keys a request carries, in headers or in its body, and their rights.

use std::borrow::Cow;
use std::net::IpAddr;

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderValue};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use live_query::ConnectRequest;
use parse_identity::Key;
use parse_model::wire::text::{Unreadable, read_object};
use parse_model::{Json, JsonMap, Refusal};
use telemetry::secret::Secret;

use crate::reply::HttpError;
use crate::settings::{Keys, Limits};

type Text<'a> = Option<Cow<'a, str>>;

/// What a request says about who sent it.
#[derive(Debug, Default)]
pub(crate) struct Credentials<'a> {
    /// The application.
    pub(crate) application_id: Text<'a>,
    /// The master key or the read-only one.
    pub(crate) master_key: Text<'a>,
    /// The maintenance key.
    pub(crate) maintenance_key: Text<'a>,
    /// The session.
    pub(crate) session_token: Text<'a>,
    /// The device.
    pub(crate) installation_id: Text<'a>,
    /// The four client keys.
    client_key: Text<'a>,
    javascript_key: Text<'a>,
    windows_key: Text<'a>,
    rest_api_key: Text<'a>,
    /// The context for cloud code.
    context: Context<'a>,
}

#[derive(Debug, Default)]
enum Context<'a> {
    #[default]
    None,
    Text(Cow<'a, str>),
    Object(JsonMap),
}

impl<'a> Credentials<'a> {
    /// What the headers say.
    pub(crate) fn from_headers(headers: &'a HeaderMap) -> Credentials<'a> {
        let mut found = Credentials::default();
        for (name, value) in headers {
            let Some(name) = name.as_str().strip_prefix("x-parse-") else { continue };
            let slot = match name {
                "application-id" => &mut found.application_id,
                "master-key" => &mut found.master_key,
                "maintenance-key" => &mut found.maintenance_key,
                "session-token" => &mut found.session_token,
                "installation-id" => &mut found.installation_id,
                "client-key" => &mut found.client_key,
                "javascript-key" => &mut found.javascript_key,
                "windows-key" => &mut found.windows_key,
                "rest-api-key" => &mut found.rest_api_key,
                "cloud-context" => {
                    found.context = Context::Text(String::from_utf8_lossy(value.as_bytes()));
                    continue;
                }
                _ => continue,
            };
            *slot = text(value);
        }
        found
    }

    /// What the first message of a websocket says.
    pub(crate) fn from_connect(request: &'a ConnectRequest) -> Credentials<'a> {
        let text = |value: &'a Option<String>| {
            value.as_deref().filter(|text| !text.is_empty()).map(Cow::Borrowed)
        };
        Credentials {
            application_id: Some(Cow::Borrowed(&request.application_id)),
            master_key: text(&request.master_key),
            session_token: text(&request.session_token),
            installation_id: text(&request.installation_id),
            client_key: text(&request.client_key),
            javascript_key: text(&request.javascript_key),
            windows_key: text(&request.windows_key),
            rest_api_key: text(&request.rest_api_key),
            ..Credentials::default()
        }
    }

    /// Adds what the body carries, where the headers do not name our application; there, and only
    /// there, the carried keys are taken out of the body. Otherwise they are data.
    pub(crate) fn complete(
        &mut self,
        headers: &HeaderMap,
        body: &mut JsonMap,
        keys: &Keys,
    ) -> Result<(), HttpError> {
        self.take_basic(headers, keys);
        body.shift_remove("_noBody");
        if self.application_id.as_deref() == Some(&*keys.application_id) {
            return Ok(());
        }
        // Beside an application id in the body, a master key in the headers must be its master key.
        let is_master_key_strange =
            self.master_key.as_deref().is_some_and(|key| !keys.is_master(key));
        let is_ours = carried(body, "_ApplicationId").is_some_and(|id| id == keys.application_id);
        if !is_ours || is_master_key_strange {
            return Err(HttpError::Unauthorized);
        }
        self.application_id = Some(Cow::Owned(keys.application_id.clone()));
        for dropped in ["_ApplicationId", "_ClientVersion", "_RevocableSession"] {
            body.shift_remove(dropped);
        }
        self.javascript_key = take(body, "_JavaScriptKey").unwrap_or_default();
        for (name, slot) in [
            ("_InstallationId", &mut self.installation_id),
            ("_SessionToken", &mut self.session_token),
            ("_MasterKey", &mut self.master_key),
            ("_MaintenanceKey", &mut self.maintenance_key),
        ] {
            if let Some(value) = take(body, name)? {
                *slot = Some(value);
            }
        }
        take(body, "_ContentType")?;
        match body.shift_remove("_context") {
            None | Some(Json::Null) => {}
            Some(Json::Object(context)) => self.context = Context::Object(context),
            Some(Json::String(text)) => self.context = Context::Text(Cow::Owned(text)),
            Some(_) => return Err(bad_context().into()),
        }
        Ok(())
    }

    /// `Authorization: Basic`, with the application id for a name and a key for a password.
    fn take_basic(&mut self, headers: &HeaderMap, keys: &Keys) {
        let Some((application_id, key)) = headers.get(AUTHORIZATION).and_then(basic) else {
            return;
        };
        if application_id != keys.application_id {
            return;
        }
        self.application_id = Some(Cow::Owned(application_id));
        match key.strip_prefix("javascript-key=") {
            Some(key) => self.javascript_key = Some(Cow::Owned(key.to_owned())),
            None if key.is_empty() => {}
            None => self.master_key = Some(Cow::Owned(key)),
        }
    }

    /// Whether a key is presented that would open more than a client's.
    pub(crate) fn presents_key(&self) -> bool {
        self.master_key.is_some() || self.maintenance_key.is_some()
    }

    /// Whether the client keys suffice: if any is configured, one that fits must be there.
    pub(crate) fn may_enter(&self, keys: &Keys) -> bool {
        let pairs = [
            (&keys.client, &self.client_key),
            (&keys.javascript, &self.javascript_key),
            (&keys.dot_net, &self.windows_key),
            (&keys.rest_api, &self.rest_api_key),
        ];
        let fits = |(wanted, given): &(&Option<Secret>, &Text<'a>)| {
            wanted.as_ref().zip(given.as_deref()).is_some_and(|(wanted, given)| wanted.is(given))
        };
        pairs.iter().all(|(wanted, _)| wanted.is_none()) || pairs.iter().any(fits)
    }

    /// The context for cloud code.
    pub(crate) fn take_context(&mut self, limits: &Limits) -> Result<JsonMap, Refusal> {
        let most = limits.context_bytes;
        let too_large = || Refusal::json(format!("Context must not be larger than {most} bytes."));
        match std::mem::take(&mut self.context) {
            Context::None => Ok(JsonMap::new()),
            Context::Object(context) if is_longer(&context, most) => Err(too_large()),
            Context::Object(context) => Ok(context),
            Context::Text(text) if text.len() > most => Err(too_large()),
            Context::Text(text) => {
                read_object(text.as_bytes(), &limits.json).map_err(|why| match why {
                    Unreadable::Refused(refusal) => refusal,
                    Unreadable::Syntax(_) => bad_context(),
                })
            }
        }
    }
}

/// The rights of the master and maintenance keys from an address. A wrong key has none; a right one
/// from the wrong place is refused.
pub(crate) fn authenticate_key(
    credentials: &Credentials<'_>,
    from: IpAddr,
    keys: &Keys,
) -> Result<Key, HttpError> {
    let is = |given: &Text<'_>, wanted: &Option<Secret>| {
        given.as_deref().zip(wanted.as_ref()).is_some_and(|(given, wanted)| wanted.is(given))
    };
    let is_master = || credentials.master_key.as_deref().is_some_and(|key| keys.is_master(key));
    let (key, name, networks) = if is(&credentials.maintenance_key, &keys.maintenance) {
        (Key::Maintenance, "maintenance_key", &keys.maintenance_from)
    } else if is_master() {
        (Key::Master, "master_key", &keys.master_from)
    } else if is(&credentials.master_key, &keys.read_only_master) {
        (Key::ReadOnlyMaster, "read_only_master_key", &keys.read_only_master_from)
    } else {
        return Ok(Key::None);
    };
    if networks.contain(from) {
        return Ok(key);
    }
    let called = name.replace('_', " ");
    tracing::warn!(%from, key = called, setting = format!("{name}_ips"), "privileged key rejected, address not allowed");
    Err(HttpError::Unauthorized)
}

fn text(value: &HeaderValue) -> Text<'_> {
    let text = std::str::from_utf8(value.as_bytes()).ok()?;
    (!text.is_empty()).then_some(Cow::Borrowed(text))
}

fn carried<'a>(body: &'a JsonMap, name: &str) -> Option<&'a str> {
    body.get(name).and_then(Json::as_str)
}

/// Takes a carried key out of the body. One that is not text could only be an attack.
fn take<'a>(body: &mut JsonMap, name: &str) -> Result<Text<'a>, HttpError> {
    match body.shift_remove(name) {
        None | Some(Json::Null) => Ok(None),
        Some(Json::String(text)) if text.is_empty() => Ok(None),
        Some(Json::String(text)) => Ok(Some(Cow::Owned(text))),
        Some(_) => Err(HttpError::Unauthorized),
    }
}

fn basic(value: &HeaderValue) -> Option<(String, String)> {
    let (scheme, encoded) = value.to_str().ok()?.split_at_checked(6)?;
    if !scheme.eq_ignore_ascii_case("basic ") {
        return None;
    }
    let decoded = STANDARD_NO_PAD.decode(encoded.trim().trim_end_matches('=')).ok()?;
    let (name, key) = String::from_utf8(decoded)
        .ok()?
        .split_once(':')
        .map(|(a, b)| (a.to_owned(), b.to_owned()))?;
    (!key.contains(':')).then_some((name, key))
}

/// Whether an object takes more bytes than so many when it is written.
fn is_longer(map: &JsonMap, most: usize) -> bool {
    most != usize::MAX && serde_json::to_vec(map).is_ok_and(|text| text.len() > most)
}

fn bad_context() -> Refusal {
    Refusal::json("Invalid object for context.")
}

#[cfg(test)]
mod tests;
