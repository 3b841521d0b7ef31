//! GitHub Apps: their JSON Web Token, installation tokens, the connection test, and redelivery of
//! webhooks.

use std::collections::BTreeSet;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SecureRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value as Json, json};

use super::access::{Access, Github, request, send};
use super::limit::outcome;
use super::repository::Repository;
use crate::call::Method;
use crate::outcome::Outcome;
use crate::outside::Outside;
use crate::tracker::{ConnectionTest, moment, read_json, text_of};

/// How long a JSON Web Token is valid before now, because clocks differ, and after, in seconds.
const BEFORE: i64 = 60;
const AFTER: i64 = 540;

/// How many deliveries are listed at a time.
const DELIVERIES: usize = 100;

/// The private key of an App.
pub struct AppKey(RsaKeyPair);

impl fmt::Debug for AppKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AppKey")
    }
}

impl AppKey {
    /// Reads a PEM file: PKCS#1 as GitHub gives it, or PKCS#8.
    pub fn parse(pem: &str) -> Option<AppKey> {
        let begins = |kind: &str| pem.contains(&format!("-----BEGIN {kind}-----"));
        let der = der(pem)?;
        let key = if begins(concat!("RSA ", "PRIVATE KEY")) {
            RsaKeyPair::from_der(&der)
        } else if begins(concat!("PRIVATE", " KEY")) {
            RsaKeyPair::from_pkcs8(&der)
        } else {
            return None;
        };
        key.ok().map(AppKey)
    }

    /// A JSON Web Token of the App `issuer`, valid from a minute ago for ten minutes.
    pub fn jwt(&self, issuer: &str, now: i64, random: &dyn SecureRandom) -> Option<String> {
        let now = now.div_euclid(1000);
        let claims = json!({ "iat": now - BEFORE, "exp": now + AFTER, "iss": issuer });
        let part = |json: &str| URL_SAFE_NO_PAD.encode(json);
        let text =
            format!("{}.{}", part(r#"{"alg":"RS256","typ":"JWT"}"#), part(&claims.to_string()));
        let mut signature = vec![0; self.0.public().modulus_len()];
        self.0.sign(&RSA_PKCS1_SHA256, random, text.as_bytes(), &mut signature).ok()?;
        Some(format!("{text}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }
}

fn der(pem: &str) -> Option<Vec<u8>> {
    let is_inside = |line: &&str| !line.starts_with("-----");
    let lines = pem.lines().map(str::trim);
    let begun = lines.skip_while(|line| !line.starts_with("-----BEGIN ")).skip(1);
    let text: String = begun.take_while(is_inside).collect();
    STANDARD.decode(text).ok().filter(|der| !der.is_empty())
}

/// An access token of an installation.
#[derive(Clone, PartialEq, Eq)]
pub struct InstallationToken {
    /// The token, of any length.
    pub token: String,
    /// When it expires, in milliseconds.
    pub ends_at: i64,
}

/// Requests a token for one repository, with only the permissions that Touchstone needs.
pub async fn request_installation_token(
    outside: &dyn Outside,
    base: &str,
    repository: &Repository,
    jwt: &str,
    credential: &str,
) -> Result<InstallationToken, Outcome> {
    let url = format!("{base}/repos/{repository}/installation");
    let installation = match send(outside, request(Method::Get, url, jwt, credential)).await {
        Ok(json) => text_of(&json["id"]),
        Err(Outcome::Gone(_)) => {
            let why = "The App is not installed at this repository.";
            return Err(Outcome::Broken(why.to_owned()));
        }
        Err(other) => return Err(other),
    };
    let permissions = json!({ "issues": "write", "metadata": "read" });
    let body = json!({ "repositories": [repository.name()], "permissions": permissions });
    let url = format!("{base}/app/installations/{installation}/access_tokens");
    let request = request(Method::Post, url, jwt, credential).json(body.to_string());
    let json = send(outside, request).await?;
    let ends_at = json["expires_at"].as_str().and_then(moment::millis);
    let token = json["token"].as_str().filter(|token| !token.is_empty());
    let no_token = || Outcome::Bad("the answer has no token".to_owned());
    let (token, ends_at) = token.zip(ends_at).ok_or_else(no_token)?;
    Ok(InstallationToken { token: token.to_owned(), ends_at })
}

/// Reads the account of the credential and checks that the repository has issues.
pub(super) async fn test(github: &Github<'_>) -> Result<ConnectionTest, Outcome> {
    let identity = read_identity(github).await?;
    let name = github.repository.to_string();
    match github.send(Method::Get, &format!("/repos/{name}"), None).await {
        Ok(json) if json["has_issues"] == false => {
            Err(Outcome::Broken(format!("Issues are switched off in {name}.")))
        }
        Ok(_) => Ok(ConnectionTest {
            account: Some(identity.account),
            application: identity.application,
            detail: format!("{name}, as {}", identity.name),
            name: identity.name,
            ends_at: identity.ends_at,
            learned: Json::Null,
        }),
        Err(Outcome::Gone(_)) => Err(Outcome::Broken(format!(
            "{name} does not exist, or the credentials do not allow access."
        ))),
        Err(other) => Err(other),
    }
}

/// The account that Touchstone writes as.
struct Identity {
    name: String,
    account: String,
    application: Option<String>,
    ends_at: Option<i64>,
}

async fn read_identity(github: &Github<'_>) -> Result<Identity, Outcome> {
    match &github.access {
        Access::Person { token } => {
            let url = format!("{}/user", github.base);
            let request = request(Method::Get, url, token, &github.credential);
            let result = github.outside.call(request).await;
            let user = read_json(&result, outcome)?;
            let expiration = "github-authentication-token-expiration";
            let ends_at = result.ok().and_then(|answer| moment::millis(answer.header(expiration)?));
            Ok(Identity {
                name: text_of(&user["login"]),
                account: text_of(&user["id"]),
                application: None,
                ends_at,
            })
        }
        Access::App { jwt, .. } => {
            let url = format!("{}/app", github.base);
            let app =
                send(github.outside, request(Method::Get, url, jwt, &github.credential)).await?;
            // An App writes as a bot user of its own.
            let slug = text_of(&app["slug"]);
            let path = format!("/users/{slug}%5Bbot%5D");
            let bot = github.send(Method::Get, &path, None).await?;
            Ok(Identity {
                name: format!("{slug}[bot]"),
                account: text_of(&bot["id"]),
                application: Some(text_of(&app["id"])),
                ends_at: None,
            })
        }
    }
}

/// Asks GitHub to send lost deliveries again, which it never does by itself. Only Apps may ask.
pub(super) async fn redeliver_webhooks(github: &Github<'_>) -> Result<usize, Outcome> {
    let Access::App { jwt, .. } = &github.access else { return Ok(0) };
    let deliveries = format!("{}/app/hook/deliveries", github.base);
    let url = format!("{deliveries}?per_page={DELIVERIES}");
    let list = send(github.outside, request(Method::Get, url, jwt, &github.credential)).await?;
    let mut count = 0;
    // Oldest first.
    for id in undelivered(&list).into_iter().rev() {
        let url = format!("{deliveries}/{id}/attempts");
        let request = request(Method::Post, url, jwt, &github.credential);
        match outcome(&github.outside.call(request).await) {
            Outcome::Delivered { .. } => count += 1,
            // A delivery that GitHub no longer stores does not block the others.
            Outcome::Gone(_) | Outcome::Bad(_) => {}
            other => return Err(other),
        }
    }
    Ok(count)
}

/// The IDs of deliveries without a successful attempt, each once.
fn undelivered(list: &Json) -> Vec<u64> {
    let rows: Vec<&Json> = list.as_array().into_iter().flatten().take(DELIVERIES).collect();
    let is_ok = |row: &&&Json| row["status"] == "OK";
    let arrived: BTreeSet<String> =
        rows.iter().filter(is_ok).map(|row| text_of(&row["guid"])).collect();
    let mut asked = BTreeSet::new();
    let missing = rows.iter().filter(|row| {
        let guid = text_of(&row["guid"]);
        !arrived.contains(&guid) && asked.insert(guid)
    });
    missing.filter_map(|row| row["id"].as_u64()).collect()
}
