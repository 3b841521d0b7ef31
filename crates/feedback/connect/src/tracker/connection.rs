//! Connections to trackers: decrypted credentials, and installation tokens of GitHub Apps.

use integrations::Outcome;
use integrations::github::app::{AppKey, request_installation_token};
use integrations::github::{Access, Github, Repository};
use integrations::jira::Jira;
use integrations::linear::Linear;
use integrations::tracker::Tracker;
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};
use ring::rand::SystemRandom;

use super::configuration::{Configuration, Mode, Service};
use feedback_core::command_context::CommandContext;
use feedback_core::secret;

/// An installation token is renewed when it has less than this left, in milliseconds.
const RENEW_BEFORE: i64 = 10 * 60_000;

/// The tracker with its credential, or the reason why there is none. No transaction may be open.
pub(super) async fn connect<'a>(
    ctx: &'a CommandContext,
    of: &Configuration,
) -> Result<Result<Box<dyn Tracker + 'a>, Outcome>, Error> {
    let credential = secret::open_for(ctx, &of.purpose(), &of.credential)?;
    let access = match (of.service, of.settings.mode) {
        (Service::Github, Mode::App) => match app_access(ctx, of, &credential).await? {
            Ok(access) => access,
            Err(outcome) => return Ok(Err(outcome)),
        },
        _ => Access::Person { token: credential.clone() },
    };
    Ok(Ok(with(ctx, of, credential, access)))
}

/// The tracker without its credential, for operations that send no request.
pub(super) fn offline<'a>(ctx: &'a CommandContext, of: &Configuration) -> Box<dyn Tracker + 'a> {
    with(ctx, of, String::new(), Access::Person { token: String::new() })
}

fn with<'a>(
    ctx: &'a CommandContext,
    of: &Configuration,
    token: String,
    access: Access,
) -> Box<dyn Tracker + 'a> {
    let (outside, place, credential) = (ctx.outside(), &of.settings, of.id.clone());
    match of.service {
        Service::Github => Box::new(Github {
            outside,
            base: ctx.service_addresses().github.clone(),
            repository: Repository::parse(&place.project).unwrap_or_default(),
            access,
            credential,
        }),
        Service::Linear => Box::new(Linear {
            outside,
            base: ctx.service_addresses().linear.clone(),
            token,
            team: place.project.clone(),
            states: place.learned["states"].clone(),
            chosen: place.states.clone(),
            credential,
        }),
        Service::Jira => Box::new(Jira {
            outside,
            base: place.site.clone().unwrap_or_default(),
            mail: place.mail.clone().unwrap_or_default(),
            token,
            project: place.project.clone(),
            issue_type: place.issue_type.clone().unwrap_or_else(|| "Bug".to_owned()),
            credential,
        }),
    }
}

/// The credential of a GitHub App for the installation of the repository.
async fn app_access(
    ctx: &CommandContext,
    of: &Configuration,
    key: &str,
) -> Result<Result<Access, Outcome>, Error> {
    let broken = |why: &str| Ok(Err(Outcome::Broken(why.to_owned())));
    let Some(repository) = Repository::parse(&of.settings.project) else {
        return broken("There is no such repository.");
    };
    let issuer = of.settings.app_id.as_deref().unwrap_or_default();
    let jwt = AppKey::parse(key)
        .and_then(|key| key.jwt(issuer, ctx.now().millis(), &SystemRandom::new()));
    let Some(jwt) = jwt else { return broken("The private key cannot be used.") };
    let token = installation_token(ctx, of, &repository, &jwt).await?;
    Ok(token.map(|token| Access::App { jwt, token }))
}

/// The token of the installation: the stored one, or a new one if it expires soon.
async fn installation_token(
    ctx: &CommandContext,
    of: &Configuration,
    repository: &Repository,
    jwt: &str,
) -> Result<Result<String, Outcome>, Error> {
    if let (Some(token), Some(ends_at)) = (&of.token, of.token_ends_at)
        && ends_at - ctx.now().millis() > RENEW_BEFORE
    {
        return secret::open_for(ctx, &of.purpose(), token).map(Ok);
    }
    let base = &ctx.service_addresses().github;
    let requested = request_installation_token(ctx.outside(), base, repository, jwt, &of.id).await;
    let new = match requested {
        Ok(new) => new,
        Err(outcome) => return Ok(Err(outcome)),
    };
    let sql = Sql::fixed(
        "update _touchstone.tracker set token = $2::text, token_ends_at = $3::timestamptz where id = $1::text",
        [
            Bind::from(of.id.as_str()),
            secret::seal_for(ctx, &of.purpose(), &new.token)?.into(),
            Date::from_millis(new.ends_at).into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(Ok(new.token))
}

/// Deletes the token of an installation, so that the next connection requests a new one.
pub(super) async fn forget_token(ctx: &CommandContext, tracker: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker set token = null, token_ends_at = null where id = $1::text",
        [Bind::from(tracker)],
    );
    ctx.execute(&sql).await.map(drop)
}
