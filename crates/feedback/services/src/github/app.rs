//! Being a GitHub App: proving it, getting the token of an installation, testing what is allowed,
//! and having webhooks sent again that did not arrive.

use std::collections::BTreeSet;
use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::rand::SecureRandom;
use ring::signature::{RSA_PKCS1_SHA256, RsaKeyPair};
use serde_json::{Value as Json, json};

use super::access::{Access, Github, request};
use super::limit::outcome;
use super::repository::Repository;
use crate::call::Method;
use crate::outcome::Outcome;
use crate::tracker::{Tested, Turn, moment, read_json, text_of};

/// How long before now a proof begins, because clocks differ, and how long after it ends.
const BEFORE: i64 = 60;
const AFTER: i64 = 540;

/// How many deliveries one look takes on.
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

    /// What proves to be the App `issuer`, from a minute ago for ten.
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

/// A token of an installation.
#[derive(Clone, PartialEq, Eq)]
pub struct InstallationToken {
    /// The token; of any length.
    pub token: String,
    /// When it ends, in milliseconds.
    pub ends_at: i64,
}

/// Gets a token for one repository, with no more than what is needed.
pub fn enter(
    base: &str,
    repository: &Repository,
    jwt: &str,
    credential: &str,
) -> Turn<InstallationToken> {
    let base = base.to_owned();
    let (jwt, credential) = (jwt.to_owned(), credential.to_owned());
    let name = repository.name().to_owned();
    let find =
        request(Method::Get, format!("{base}/repos/{repository}/installation"), &jwt, &credential);
    Turn::ask(find, move |result| {
        let installation = match read_json(&result, outcome) {
            Ok(json) => text_of(&json["id"]),
            Err(Outcome::Gone(_)) => {
                let why = "The App is not installed at this repository.";
                return Turn::failed(Outcome::Broken(why.to_owned()));
            }
            Err(other) => return Turn::failed(other),
        };
        let body = json!({ "repositories": [name], "permissions": { "issues": "write", "metadata": "read" } });
        let url = format!("{base}/app/installations/{installation}/access_tokens");
        let ask = request(Method::Post, url, &jwt, &credential).json(body.to_string());
        Turn::ask(ask, |result| {
            Turn::End(read_json(&result, outcome).and_then(|json| {
                let ends_at = json["expires_at"].as_str().and_then(moment::millis);
                let token = json["token"].as_str().filter(|token| !token.is_empty());
                let no_token = || Outcome::Bad("the answer has no token".to_owned());
                let (token, ends_at) = token.zip(ends_at).ok_or_else(no_token)?;
                Ok(InstallationToken { token: token.to_owned(), ends_at })
            }))
        })
    })
}

/// Who we are there, and whether we may write issues.
pub(super) fn test(github: &Github) -> Turn<Tested> {
    let this = github.clone();
    identity(github).then(move |identity| match identity {
        Err(outcome) => Turn::failed(outcome),
        Ok(identity) => repository(&this, identity),
    })
}

/// As whom we write.
struct Identity {
    name: String,
    account: String,
    application: Option<String>,
    ends_at: Option<i64>,
}

fn identity(github: &Github) -> Turn<Identity> {
    let this = github.clone();
    match &github.access {
        Access::Person { token } => {
            let url = format!("{}/user", github.base);
            Turn::ask(request(Method::Get, url, token, &github.credential), |result| {
                let ends_at = result.as_ref().ok().and_then(|answer| {
                    moment::millis(answer.header("github-authentication-token-expiration")?)
                });
                Turn::End(read_json(&result, outcome).map(|json| Identity {
                    name: text_of(&json["login"]),
                    account: text_of(&json["id"]),
                    application: None,
                    ends_at,
                }))
            })
        }
        Access::App { jwt, .. } => {
            let url = format!("{}/app", github.base);
            Turn::ask(request(Method::Get, url, jwt, &github.credential), move |result| {
                match read_json(&result, outcome) {
                    Err(outcome) => Turn::failed(outcome),
                    Ok(app) => bot(&this, &app),
                }
            })
        }
    }
}

/// The user as which an App writes.
fn bot(github: &Github, app: &Json) -> Turn<Identity> {
    let (slug, application) = (text_of(&app["slug"]), text_of(&app["id"]));
    let path = format!("/users/{slug}%5Bbot%5D");
    Turn::ask(github.ask(Method::Get, &path, None), move |result| {
        Turn::End(read_json(&result, outcome).map(|json| Identity {
            name: format!("{slug}[bot]"),
            account: text_of(&json["id"]),
            application: Some(application),
            ends_at: None,
        }))
    })
}

fn repository(github: &Github, identity: Identity) -> Turn<Tested> {
    let path = format!("/repos/{}", github.repository);
    let name = github.repository.to_string();
    Turn::ask(github.ask(Method::Get, &path, None), move |result| {
        Turn::End(match read_json(&result, outcome) {
            Ok(json) if json["has_issues"] == false => {
                Err(Outcome::Broken(format!("{name} has its issues switched off.")))
            }
            Ok(_) => Ok(Tested {
                account: Some(identity.account),
                application: identity.application,
                detail: format!("{name}, as {}", identity.name),
                name: identity.name,
                ends_at: identity.ends_at,
                learned: Json::Null,
            }),
            Err(Outcome::Gone(_)) => {
                Err(Outcome::Broken(format!("{name} is not there, or may not be seen.")))
            }
            Err(other) => Err(other),
        })
    })
}

/// Has what did not arrive sent again: GitHub never does by itself. Only Apps can ask for it.
pub(super) fn deliver_again(github: &Github) -> Turn<usize> {
    let Access::App { jwt, .. } = &github.access else { return Turn::done(0) };
    let url = format!("{}/app/hook/deliveries?per_page={DELIVERIES}", github.base);
    let (this, proof) = (github.clone(), jwt.clone());
    Turn::ask(request(Method::Get, url, jwt, &github.credential), move |result| {
        match read_json(&result, outcome) {
            Ok(json) => again(this, proof, undelivered(&json), 0),
            Err(outcome) => Turn::failed(outcome),
        }
    })
}

/// What never arrived: of several attempts at one delivery none was taken.
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

fn again(github: Github, jwt: String, mut left: Vec<u64>, done: usize) -> Turn<usize> {
    let Some(id) = left.pop() else { return Turn::done(done) };
    let url = format!("{}/app/hook/deliveries/{id}/attempts", github.base);
    Turn::ask(request(Method::Post, url, &jwt, &github.credential), move |result| {
        match outcome(&result) {
            Outcome::Delivered { .. } => again(github, jwt, left, done + 1),
            // One that is too old for GitHub to know does not hold up the others.
            Outcome::Gone(_) | Outcome::Bad(_) => again(github, jwt, left, done),
            other => Turn::failed(other),
        }
    })
}
