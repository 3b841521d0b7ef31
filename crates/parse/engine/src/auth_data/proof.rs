//! Proving identities, and storing them.

use std::collections::BTreeMap;

use parse_model::op::Ops;
use parse_model::query::{Constraint, Filter};
use parse_model::{ClassName, Code, FieldName, Json, JsonMap, Object, Refusal, Value, wire};
use parse_store::{Columns, RowAccess, Update};

use super::{ANONYMOUS, AuthData, changes, entry, is_supported, of, unsupported};
use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::{AuthAttempt, AuthValidation};

/// Proved identities.
#[derive(Debug, Default)]
pub(crate) struct Proven {
    /// What to store for each. `None` removes the identity.
    pub(crate) entries: BTreeMap<String, Option<JsonMap>>,
    /// Data of providers for the client.
    pub(crate) response: JsonMap,
    /// Providers that chose what is stored, based on the stored entry.
    rewritten: Vec<String>,
}

impl Proven {
    /// The providers, separated by commas.
    pub(crate) fn names(&self) -> String {
        self.entries.keys().map(String::as_str).collect::<Vec<_>>().join(",")
    }

    /// Whether something depends on the stored entries of a user, and is valid only while they are
    /// unchanged.
    pub(crate) fn is_bound_to(&self, user: &Object) -> bool {
        let before = of(user);
        self.rewritten.iter().any(|provider| before.contains_key(provider))
    }

    /// Refuses a proof that depends on an entry which the user no longer has.
    pub(crate) fn check_unchanged(&self, before: &Object, now: &Object) -> Result<(), Refusal> {
        let (before, now) = (of(before), of(now));
        let is_same = |provider: &String| before.get(provider) == now.get(provider);
        if self.rewritten.iter().all(is_same) { Ok(()) } else { Err(used_up()) }
    }

    /// The `authData` of a new user.
    pub(crate) fn into_new(self) -> (JsonMap, JsonMap) {
        let kept = self.entries.into_iter();
        let kept = kept.filter_map(|(provider, data)| Some((provider, Json::Object(data?))));
        (kept.collect(), self.response)
    }
}

/// Checks the proofs of a request one after the other, so that the first failure is returned.
///
/// `user` is the user they are about, if known.
pub(crate) async fn verify(
    cx: &Cx,
    given: &AuthData,
    user: Option<&Object>,
) -> Result<Proven, Error> {
    let mut proven = Proven::default();
    for (provider, data) in &given.entries {
        let Some(data) = data else {
            proven.entries.insert(provider.clone(), None);
            continue;
        };
        if !is_supported(cx.engine(), provider) {
            return Err(unsupported().into());
        }
        let mut kept = data.clone();
        if provider != ANONYMOUS
            && let Some(known) = cx.engine().extension().provider(provider)
        {
            let purpose = purpose(cx, provider, user);
            let verified = known.verify(cx, &AuthAttempt { data, purpose, user }).await?;
            if let Some(save) = verified.save {
                kept = save;
                proven.rewritten.push(provider.clone());
            }
            if let Some(response) = verified.response {
                proven.response.insert(provider.clone(), response);
            }
        }
        // Values that a field could not hold are refused.
        wire::value_from(Json::Object(kept.clone()))?;
        proven.entries.insert(provider.clone(), Some(kept));
    }
    Ok(proven)
}

fn purpose(cx: &Cx, provider: &str, user: Option<&Object>) -> AuthValidation {
    let Some(user) = user else { return AuthValidation::SetUp };
    let is_set_up = of(user).get(provider).is_some_and(|data| !data.is_null());
    let is_signed_in = cx.caller().is_master() || cx.caller().user_id() == Some(user.id.as_str());
    match (is_set_up, is_signed_in) {
        (false, _) => AuthValidation::SetUp,
        (true, true) => AuthValidation::Update,
        (true, false) => AuthValidation::LogIn,
    }
}

/// Stores what a log-in has proved, if it differs from the stored entry.
///
/// A provider's choice that depends on the stored entry is stored only if that entry is unchanged,
/// because a single-use proof must not be used by two log-ins at the same time.
pub(crate) async fn save(cx: &Cx, user: &Object, proven: &Proven) -> Result<(), Error> {
    let stored = of(user);
    let changed: BTreeMap<String, Option<JsonMap>> = proven
        .entries
        .iter()
        .filter(|(provider, data)| {
            let before = stored.get(*provider).and_then(Json::as_object);
            let (Some(before), Some(data)) = (before, data) else { return before != data.as_ref() };
            let is_said_already = data.iter().all(|(key, value)| before.get(key) == Some(value));
            !is_said_already || (proven.rewritten.contains(provider) && before != data)
        })
        .map(|(provider, data)| (provider.clone(), data.clone()))
        .collect();
    if changed.is_empty() {
        return Ok(());
    }
    let mut filter = Filter::equals(FieldName::from_static("objectId"), user.id.as_str());
    for provider in &proven.rewritten {
        if let Some(Json::Object(before)) = stored.get(provider) {
            let same = Constraint::Equal(Value::Map(before.clone()));
            filter = filter.and(Filter::Field(entry(provider), same));
        }
    }
    let ops: Ops = changes(&changed);
    let class = cx.class(&ClassName::user()).ok_or_else(Refusal::not_found)?;
    let update = Update {
        filter: &filter,
        reach: RowAccess::Everything,
        ops: &ops,
        acl: None,
        updated_at: None,
        returning: Columns::Only(&[]),
    };
    let updated = parse_store::object::update(cx.db(), &class, &update)
        .await
        .while_doing("keeping a proved identity")?;
    if updated.is_empty() {
        return Err(used_up().into());
    }
    Ok(())
}

/// 141: another request has used a single-use proof meanwhile.
fn used_up() -> Refusal {
    Refusal::new(Code::SCRIPT_FAILED, "Invalid auth data")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::ObjectId;
    use serde_json::json;

    fn user(auth_data: Json) -> Object {
        let mut user = Object::new(ClassName::user(), ObjectId::new("u"));
        let Json::Object(map) = auth_data else { panic!("an object") };
        user.fields.push(FieldName::from_static("authData"), Value::Map(map));
        user
    }

    #[test]
    fn what_was_decided_from_a_stored_entry_holds_as_long_as_the_entry() {
        let proven = Proven { rewritten: vec!["otp".to_owned()], ..Proven::default() };
        let before = user(json!({"otp": {"codes": ["a"]}, "proof": {"id": "x"}}));
        assert!(proven.is_bound_to(&before) && !proven.is_bound_to(&user(json!({}))));
        let elsewhere = user(json!({"otp": {"codes": ["a"]}, "proof": {"id": "y"}}));
        assert_eq!(proven.check_unchanged(&before, &elsewhere), Ok(()));
        for gone in [json!({"otp": {"codes": []}}), json!({})] {
            assert_eq!(proven.check_unchanged(&before, &user(gone)), Err(used_up()));
        }
    }

    #[test]
    fn a_new_user_keeps_what_was_proved_and_nothing_that_was_taken_away() {
        let mut proven = Proven::default();
        proven.entries.insert("gone".to_owned(), None);
        proven.entries.insert("proof".to_owned(), Some(JsonMap::new()));
        assert_eq!(proven.names(), "gone,proof");
        assert_eq!(Json::Object(proven.into_new().0), json!({"proof": {}}));
    }
}
