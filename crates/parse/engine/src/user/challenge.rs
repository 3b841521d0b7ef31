//! Requests challenges from providers.

use parse_model::{Code, Json, JsonMap, Object, Refusal};

use super::credential::{Credentials, is_given};
use super::sign_up::owners;
use crate::auth_data::{self, AuthData, Proofs};
use crate::cx::Cx;
use crate::error::Error;

/// Requests a challenge from each provider in `challengeData`, one after the other.
pub async fn challenge(cx: &Cx, mut sent: JsonMap) -> Result<JsonMap, Error> {
    let given = |name: &str| sent.get(name).is_some_and(is_given);
    let mut user = None;
    if given("username") || given("email") {
        if !given("password") {
            return Err(refused(
                "You provided username or email, you need to also provide password.",
            )
            .into());
        }
        user = Some(Credentials::parse(&sent)?.authenticate(cx, &sent).await?.user);
    }
    let asked = match sent.remove("challengeData").filter(is_given) {
        Some(Json::Object(asked)) => asked,
        Some(_) => return Err(refused("challengeData should be an object.").into()),
        None => return Err(refused("Nothing to challenge.").into()),
    };
    if let Some(identity) = sent.remove("authData").filter(is_given) {
        let identity = identity_in(identity, user.is_some())?.of_engine(cx.engine());
        user = Some(identified(cx, &identity).await?);
    }
    let mut asked: Vec<(String, Json)> = asked.into_iter().collect();
    asked.sort_by(|(one, _), (other, _)| one.cmp(other));
    let mut answers = JsonMap::new();
    for (provider, question) in asked {
        let Some(known) = cx.engine().extension().provider(&provider) else { continue };
        if let Some(answer) = known.challenge(cx, &question, user.as_ref()).await? {
            answers.insert(provider, answer);
        }
    }
    Ok(JsonMap::from_iter([("challengeData".to_owned(), Json::Object(answers))]))
}

fn refused(text: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new(Code::OTHER_CAUSE, text)
}

/// The single identity that identifies the user.
fn identity_in(json: Json, is_known: bool) -> Result<AuthData, Refusal> {
    let Json::Object(map) = &json else { return Err(refused("authData should be an object.")) };
    if is_known {
        return Err(refused(
            "You cannot provide username/email and authData, only use one identification method.",
        ));
    }
    for (provider, data) in map {
        if !data.is_null() && !data.is_object() {
            return Err(refused(format!("authData.{provider} should be an object.")));
        }
    }
    let has_id = |data: &&Json| data.get("id").is_some_and(is_given);
    if map.values().filter(has_id).count() > 1 {
        return Err(refused("You cannot provide more than one authData provider with an id."));
    }
    AuthData::parse(json)
}

/// The user with a proved identity. Every failure has the same text, so that ids cannot be guessed.
async fn identified(cx: &Cx, identity: &AuthData) -> Result<Object, Error> {
    let unknown = || Refusal::new(Code::OBJECT_NOT_FOUND, "User not found.");
    let mut owners = owners(cx, identity, &Proofs::default()).await?;
    let Some(user) = owners.pop().filter(|_| owners.is_empty()) else {
        return Err(unknown().into());
    };
    let mut proof = identity.clone();
    proof.entries.retain(|_, data| data.as_ref().is_some_and(|data| data.contains_key("id")));
    match auth_data::verify(cx, &proof, Some(&user)).await {
        Ok(_) => Ok(user),
        Err(Error::Refused(refusal)) => {
            tracing::info!(%refusal, user = user.id.as_str(), "challenge rejected");
            Err(unknown().into())
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_user_is_found_by_one_identity_only() {
        let text = |json: Json, is_known| identity_in(json, is_known).unwrap_err().message;
        assert_eq!(text(json!("x"), false), "authData should be an object.");
        assert_eq!(text(json!({"a": 1}), false), "authData.a should be an object.");
        assert!(text(json!({"a": {"id": "1"}}), true).contains("only use one"));
        let two = json!({"a": {"id": "1"}, "b": {"id": "2"}});
        assert!(text(two, false).contains("more than one"));
        assert!(identity_in(json!({"a": {"id": "1"}, "b": {"token": "t"}}), false).is_ok());
    }
}
