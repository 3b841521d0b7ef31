//! External identities: parsing them in a request, and proving them.
//!
//! A user's `authData` has one entry per provider. Entries are changed one by one in the database,
//! never all together, so that two requests about different providers do not undo each other.

mod external;
mod proof;

use std::collections::BTreeMap;

use parse_model::op::Ops;
use parse_model::{Code, FieldName, Json, JsonMap, Object, Op, Path, Refusal, Value};

use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::extension::{AuthProvider, Policy};

pub(crate) use external::Proofs;
pub(crate) use proof::{Proven, save, verify};

/// The provider that needs no proof: any client that knows the id is the user.
pub(crate) const ANONYMOUS: &str = "anonymous";

/// The identities in a request, in alphabetical order of the providers. `None` removes an identity.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct AuthData {
    pub(crate) entries: BTreeMap<String, Option<JsonMap>>,
    /// The providers in the order in which they were sent, separated by commas.
    pub(crate) names: String,
}

impl AuthData {
    /// Parses `authData`.
    pub(crate) fn parse(json: Json) -> Result<AuthData, Refusal> {
        let Json::Object(map) = json else { return Err(unsupported()) };
        let names = map.keys().map(String::as_str).collect::<Vec<_>>().join(",");
        let mut entries = BTreeMap::new();
        for (provider, data) in map {
            let data = match data {
                Json::Null => None,
                Json::Object(data) => Some(data),
                _ => return Err(unsupported()),
            };
            entries.insert(provider, data);
        }
        Ok(AuthData { entries, names })
    }

    /// Whether the data could replace a username and a password.
    pub(crate) fn is_usable(json: &Json) -> bool {
        json.as_object().is_some_and(|map| {
            map.values().any(|data| data.as_object().is_some_and(|data| !data.is_empty()))
        })
    }

    /// The identities that the engine stores. Others are proved by [`Proofs`], and are not removed
    /// by sending null.
    pub(crate) fn of_engine(mut self, engine: &Engine) -> AuthData {
        self.entries.retain(|provider, _| external::identity_store(engine, provider).is_none());
        self
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The entries that differ from `stored`. Repeating a stored entry, or a part of it, changes
    /// nothing.
    pub(crate) fn news(&self, stored: &JsonMap) -> AuthData {
        let is_news = |provider: &str, data: Option<&JsonMap>| {
            let Some(data) = data else { return true };
            let Some(known) = stored.get(provider).and_then(Json::as_object) else { return true };
            data.iter().any(|(key, value)| known.get(key) != Some(value))
        };
        let mut news = self.clone();
        news.entries.retain(|provider, data| is_news(provider, data.as_ref()));
        news
    }

    /// The ids of users with one of these identities, at most two.
    pub(crate) async fn owners(&self, cx: &Cx) -> Result<Vec<String>, Error> {
        let mut identities = Vec::with_capacity(self.entries.len());
        for (provider, data) in &self.entries {
            if !is_supported(cx.engine(), provider) {
                continue;
            }
            match data.as_ref().and_then(|data| data.get("id")) {
                Some(Json::String(id)) if !id.is_empty() => {
                    identities.push((provider.as_str(), id.as_str()));
                }
                None | Some(Json::Null | Json::String(_) | Json::Bool(false)) => {}
                Some(_) => {
                    return Err(Refusal::new(
                        Code::INVALID_VALUE,
                        format!("Invalid authData id for provider '{provider}'."),
                    )
                    .into());
                }
            }
        }
        parse_store::user_queries::users_with_identity(cx.db(), &identities)
            .await
            .while_doing("looking up an identity")
    }
}

/// Creates an index so that no two users share an identity at a provider. If some already do, the
/// database is left unchanged, and the log says so.
pub(crate) async fn prepare(engine: &Engine) {
    for provider in engine.extension().provider_names() {
        let db = engine.store().db();
        if let Err(error) = parse_store::user_queries::ensure_unique_identities(&db, provider).await
        {
            tracing::error!(
                %error, provider,
                "identity index not created, two users share an identity; \
                 remove it from one of them and restart"
            );
        }
    }
}

/// 252: unsupported provider.
pub(crate) fn unsupported() -> Refusal {
    Refusal::new(Code::UNSUPPORTED_SERVICE, "This authentication method is unsupported.")
}

/// 208: the identity belongs to another user.
pub(crate) fn already_used() -> Refusal {
    Refusal::new(Code::ACCOUNT_ALREADY_LINKED, "this auth is already used")
}

fn is_supported(engine: &Engine, provider: &str) -> bool {
    match provider {
        ANONYMOUS => engine.settings().enable_anonymous_users,
        other => engine.extension().provider(other).is_some(),
    }
}

/// The identities of a user.
pub(crate) fn of(user: &Object) -> JsonMap {
    match user.fields.get("authData") {
        Some(Value::Map(map)) => map.clone(),
        _ => JsonMap::new(),
    }
}

/// Refuses a log-in without the additional proof that the user has set up.
pub(crate) fn check_additional(
    engine: &Engine,
    given: &AuthData,
    stored: &JsonMap,
) -> Result<(), Refusal> {
    let policy = |name: &str| engine.extension().provider(name).map(AuthProvider::policy);
    let missing = missing(given, stored, policy);
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(",");
    Err(Refusal::new(Code::OTHER_CAUSE, format!("Missing additional authData {names}")))
}

/// The additional providers of which one must be proved, and none was.
fn missing<'a>(
    given: &AuthData,
    stored: &'a JsonMap,
    policy: impl Fn(&str) -> Option<Policy>,
) -> Vec<&'a str> {
    let mut missing = Vec::new();
    for provider in stored.keys() {
        let is_given = given.entries.get(provider).is_some_and(Option::is_some);
        match policy(provider) {
            Some(Policy::Solo | Policy::Additional) if is_given => return Vec::new(),
            Some(Policy::Additional) => missing.push(provider.as_str()),
            Some(Policy::Solo | Policy::Default) | None => {}
        }
    }
    missing
}

/// The changes of each entry of a stored user.
pub(crate) fn changes(entries: &BTreeMap<String, Option<JsonMap>>) -> Ops {
    entries
        .iter()
        .map(|(provider, data)| {
            let op = match data {
                Some(data) => Op::Set(Value::Map(data.clone())),
                None => Op::Delete,
            };
            (entry(provider), op)
        })
        .collect()
}

/// The path of a provider's entry.
fn entry(provider: &str) -> Path {
    Path { field: FieldName::from_static("authData"), inside: vec![provider.to_owned()] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parsed(json: Json) -> AuthData {
        AuthData::parse(json).unwrap()
    }

    fn map(json: Json) -> JsonMap {
        json.as_object().unwrap().clone()
    }

    #[test]
    fn providers_come_in_alphabetical_order_and_are_named_as_sent() {
        let auth = parsed(json!({"second": {"id": "s"}, "first": {"id": "f"}, "gone": null}));
        let order: Vec<&str> = auth.entries.keys().map(String::as_str).collect();
        assert_eq!(order, ["first", "gone", "second"]);
        assert_eq!(auth.names, "second,first,gone");
    }

    #[test]
    fn what_is_no_object_is_no_way_to_sign_in() {
        for bad in [json!(null), json!("x"), json!([]), json!({"proof": "text"}), json!({"p": 1})] {
            assert_eq!(AuthData::parse(bad.clone()).unwrap_err(), unsupported(), "{bad}");
        }
    }

    #[test]
    fn only_an_entry_with_something_in_it_can_stand_in_for_a_password() {
        assert!(AuthData::is_usable(&json!({"a": null, "proof": {"id": "x"}})));
        for bad in
            [json!(null), json!({}), json!({"proof": {}}), json!({"proof": null}), json!("x")]
        {
            assert!(!AuthData::is_usable(&bad), "{bad}");
        }
    }

    #[test]
    fn repeating_a_part_of_what_is_stored_is_nothing_new() {
        let stored = map(json!({"proof": {"id": "x", "token": "t"}}));
        assert!(parsed(json!({"proof": {"id": "x"}})).news(&stored).is_empty());
        for news in [
            json!({"proof": {"id": "x", "token": "u"}}),
            json!({"proof": {"id": "x", "more": 1}}),
            json!({"proof": null}),
            json!({"second": {"id": "x"}}),
        ] {
            assert_eq!(parsed(news.clone()).news(&stored), parsed(news));
        }
    }

    #[test]
    fn anyone_who_set_up_additional_proofs_brings_one_or_a_solo_one() {
        let stored = map(json!({"mfa": {}, "otp": {}, "key": {}, "proof": {}}));
        let policy = |name: &str| match name {
            "mfa" | "otp" => Some(Policy::Additional),
            "key" => Some(Policy::Solo),
            "proof" => Some(Policy::Default),
            _ => None,
        };
        let missing_with = |given: Json| missing(&parsed(given), &stored, policy);
        assert_eq!(missing_with(json!({"proof": {"id": "x"}})), ["mfa", "otp"]);
        assert_eq!(missing_with(json!({"otp": null})), ["mfa", "otp"]);
        for enough in [json!({"otp": {"code": "1"}}), json!({"key": {"id": "k"}})] {
            assert!(missing_with(enough.clone()).is_empty(), "{enough}");
        }
        assert!(
            missing(&parsed(json!({})), &map(json!({"proof": {}, "old": {}})), policy).is_empty()
        );
    }
}
