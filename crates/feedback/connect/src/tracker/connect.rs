//! A tracker that can be asked: its credential opened, and at GitHub the App let in.

use integrations::Outcome;
use integrations::github::app::{AppKey, enter};
use integrations::github::{Access, Github, Repository};
use integrations::jira::Jira;
use integrations::linear::Linear;
use integrations::tracker::{Tracker, Turn};
use parse_engine::Error;
use parse_model::Date;
use parse_store::{Bind, Sql};
use ring::rand::SystemRandom;

use super::configuration::{Configuration, Mode, Service};
use feedback_core::command_context::CommandContext;
use feedback_core::secret;

/// A token of an installation is renewed when it has less than this left, in milliseconds.
const RENEW_BEFORE: i64 = 10 * 60_000;

/// Carries what a turn asks, until it is over. No transaction may be open.
pub(super) async fn converse<T>(ctx: &CommandContext, mut turn: Turn<T>) -> Result<T, Outcome> {
    loop {
        turn = match turn {
            Turn::Ask(request, next) => next(ctx.outside().call(*request).await),
            Turn::End(result) => return result,
        };
    }
}

/// The tracker, ready to be asked, or why it is not.
pub(super) async fn connect(
    ctx: &CommandContext,
    of: &Configuration,
) -> Result<Result<Box<dyn Tracker>, Outcome>, Error> {
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

/// The tracker for what needs no call: what an address leads to, and what its words mean.
pub(super) fn offline(ctx: &CommandContext, of: &Configuration) -> Box<dyn Tracker> {
    with(ctx, of, String::new(), Access::Person { token: String::new() })
}

fn with(
    ctx: &CommandContext,
    of: &Configuration,
    token: String,
    access: Access,
) -> Box<dyn Tracker> {
    let (place, credential) = (&of.settings, of.id.clone());
    match of.service {
        Service::Github => Box::new(Github {
            base: ctx.service_addresses().github.clone(),
            repository: Repository::parse(&place.project).unwrap_or_default(),
            access,
            credential,
        }),
        Service::Linear => Box::new(Linear {
            base: ctx.service_addresses().linear.clone(),
            token,
            team: place.project.clone(),
            states: place.learned["states"].clone(),
            chosen: place.states.clone(),
            credential,
        }),
        Service::Jira => Box::new(Jira {
            base: place.site.clone().unwrap_or_default(),
            mail: place.mail.clone().unwrap_or_default(),
            token,
            project: place.project.clone(),
            issue_type: place.issue_type.clone().unwrap_or_else(|| "Bug".to_owned()),
            credential,
        }),
    }
}

/// Being the App, at the installation that has the repository.
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

/// The token of the installation: the one that is kept, or a new one.
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
    let entered = match converse(
        ctx,
        enter(&ctx.service_addresses().github, repository, jwt, &of.id),
    )
    .await
    {
        Ok(entered) => entered,
        Err(outcome) => return Ok(Err(outcome)),
    };
    let sql = Sql::fixed(
        "update _touchstone.tracker set token = $2::text, token_ends_at = $3::timestamptz where id = $1::text",
        [
            Bind::from(of.id.as_str()),
            secret::seal_for(ctx, &of.purpose(), &entered.token)?.into(),
            Date::from_millis(entered.ends_at).into(),
        ],
    );
    ctx.execute(&sql).await?;
    Ok(Ok(entered.token))
}

/// Forgets the token of an installation, so that the next look gets another.
pub(super) async fn forget_token(ctx: &CommandContext, tracker: &str) -> Result<(), Error> {
    let sql = Sql::fixed(
        "update _touchstone.tracker set token = null, token_ends_at = null where id = $1::text",
        [Bind::from(tracker)],
    );
    ctx.execute(&sql).await.map(drop)
}
