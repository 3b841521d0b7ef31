//! Adding, changing and removing a tracker.

use async_trait::async_trait;
use integrations::github::Repository;
use integrations::github::app::AppKey;
use parse_engine::{Error, session};
use parse_identity::id::random_text;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::configuration::{self, Configuration, Mode, Service, TrackerTarget};
use super::list;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};
use feedback_core::secret;

/// Number of trackers.
const MOST: i64 = 20;

/// Characters of a generated webhook secret.
const SECRET: usize = 40;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct TrackerSaveParams {
    id: Option<String>,
    kind: Service,
    name: String,
    project: String,
    mode: Option<Mode>,
    app_id: Option<String>,
    /// A token, or the private key of an App.
    #[serde(alias = "token")]
    credential: Option<String>,
    site: Option<String>,
    mail: Option<String>,
    issue_type: Option<String>,
    states: Option<Json>,
    webhook_secret: Option<String>,
    state: Option<WantedState>,
}

/// The state that an administrator can set. A successful test switches a tracker on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum WantedState {
    On,
    Off,
}

pub(super) struct TrackerSave;

#[async_trait]
impl Command for TrackerSave {
    const NAME: &'static str = "trackerSave";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = TrackerSaveParams;
    type Answer = AuditedReply<Json>;

    /// A tracker with a new target or credential is off until it was tested.
    async fn run(ctx: &CommandContext, params: TrackerSaveParams) -> Result<Self::Answer, Error> {
        let name = line(&params.name, "The name of a tracker", 60)?;
        let before = match &params.id {
            Some(id) => Some(configuration::read(ctx, id).await?),
            None => None,
        };
        if before.as_ref().is_some_and(|before| before.service != params.kind) {
            return Err(invalid(
                "TRACKER_KIND",
                "The kind of a tracker cannot change. Add another tracker.",
            ));
        }
        if before.is_none() {
            check_count(ctx).await?;
        }
        let place = fit(ctx, &params, before.as_ref()).await?;
        let credential = credential(&params, &place)?;
        let moves = before.as_ref().is_some_and(|before| before.settings.host() != place.host());
        if credential.is_some() || moves {
            session::require_fresh(ctx.cx())?;
        }
        if moves && credential.is_none() {
            return Err(invalid(
                "TRACKER_CREDENTIAL",
                "The site has changed. Enter the token again.",
            ));
        }
        if credential.is_none() && before.is_none() {
            return Err(invalid("TRACKER_CREDENTIAL", "A token or key is required."));
        }
        let is_same = credential.is_none()
            && before.as_ref().is_some_and(|before| is_same_place(&before.settings, &place));
        let state = match (params.state, &before) {
            (Some(WantedState::Off), _) | (_, None) => "off",
            (_, Some(before)) if is_same => before.state.as_str(),
            (_, Some(_)) => "off",
        };
        let made =
            (before.is_none() && params.webhook_secret.is_none()).then(|| random_text(SECRET));
        let sent = made.clone().or_else(|| params.webhook_secret.clone());
        if sent.as_ref().is_some_and(|sent| sent.trim().len() < 8) {
            return Err(invalid(
                "WEBHOOK_SECRET",
                "The webhook secret needs at least 8 characters.",
            ));
        }
        let id = params.id.clone().unwrap_or_else(|| ctx.new_id());
        let shown = list::all(ctx, Some(&id)).await?.pop().unwrap_or_else(|| json!({}));
        write(ctx, &id, params.kind, &name, &place, credential, sent, state).await?;
        let after = list::all(ctx, Some(&id)).await?.pop().ok_or_else(not_found)?;
        let change =
            AuditChange { kind: "tracker", id, label: name, before: shown, after: after.clone() };
        Ok(AuditedReply::new(json!({ "tracker": after, "webhookSecret": made }), change))
    }
}

/// Whether two targets have the same authentication.
fn is_same_place(before: &TrackerTarget, after: &TrackerTarget) -> bool {
    let of = |place: &TrackerTarget| TrackerTarget {
        states: Json::Null,
        learned: Json::Null,
        ..place.clone()
    };
    of(before) == of(after)
}

async fn check_count(ctx: &CommandContext) -> Result<(), Error> {
    let count = Sql::new("select to_jsonb(count(*)) from _touchstone.tracker");
    if ctx.row::<i64>(&count).await?.unwrap_or(0) >= MOST {
        return Err(invalid(
            "TRACKERS",
            format!("At most {MOST} trackers are allowed. Remove one first."),
        ));
    }
    Ok(())
}

fn line(text: &str, what: &str, most: usize) -> Result<String, Error> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > most || text.chars().any(char::is_control) {
        return Err(invalid("TEXT", format!("{what} has 1 to {most} characters on one line.")));
    }
    Ok(text.to_owned())
}

/// Validates the target. Missing fields keep their value.
async fn fit(
    ctx: &CommandContext,
    params: &TrackerSaveParams,
    before: Option<&Configuration>,
) -> Result<TrackerTarget, Error> {
    let mut place = before.map(|before| before.settings.clone()).unwrap_or_default();
    place.project = line(&params.project, "The repository, team or project", 200)?;
    place.mode = params.mode.unwrap_or(place.mode);
    if let Some(states) = &params.states {
        place.states = states.clone();
    }
    let sent = |text: &Option<String>, what: &str| {
        text.as_deref()
            .filter(|text| !text.trim().is_empty())
            .map(|text| line(text, what, 200))
            .transpose()
    };
    place.app_id = sent(&params.app_id, "The id of an App")?.or(place.app_id);
    place.mail = sent(&params.mail, "An address")?.or(place.mail);
    place.issue_type = sent(&params.issue_type, "A type")?.or(place.issue_type);
    if let Some(site) = sent(&params.site, "The address of a site")? {
        let site = site.trim_end_matches('/').to_owned();
        if let Err(problem) = ctx.outside().check(&site).await {
            return Err(invalid("TRACKER_SITE", format!("{site}: {problem}.")));
        }
        place.site = Some(site);
    }
    check_place(params.kind, &mut place)?;
    Ok(place)
}

fn check_place(service: Service, place: &mut TrackerTarget) -> Result<(), Error> {
    let needs = |text: &Option<String>, key: &'static str, sentence: &'static str| match text {
        Some(_) => Ok(()),
        None => Err(invalid(key, sentence)),
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
    match service {
        Service::Github => {
            let repository = Repository::parse(&place.project);
            let repository = repository.ok_or_else(|| {
                invalid("TRACKER_PROJECT", "A repository is written as owner/name.")
            })?;
            place.project = repository.to_string();
            match place.mode {
                Mode::App => {
                    needs(&place.app_id, "TRACKER_APP", "The client ID of the App is required.")
                }
                Mode::Token => Ok(()),
            }
        }
        Service::Linear | Service::Jira if !place.project.chars().all(is_word) => Err(invalid(
            "TRACKER_PROJECT",
            "Invalid team ID or project key: use letters and digits only.",
        )),
        Service::Linear => Ok(()),
        Service::Jira => {
            needs(
                &place.site,
                "TRACKER_SITE",
                "The address of the site is required, such as https://team.atlassian.net.",
            )?;
            needs(
                &place.mail,
                "TRACKER_MAIL",
                "The e-mail address of the token's account is required.",
            )
        }
    }
}

/// The new credential, if one was sent.
fn credential(params: &TrackerSaveParams, place: &TrackerTarget) -> Result<Option<String>, Error> {
    let is_app = params.kind == Service::Github && place.mode == Mode::App;
    let Some(sent) = params.credential.as_deref().map(str::trim).filter(|sent| !sent.is_empty())
    else {
        return Ok(None);
    };
    if is_app && AppKey::parse(sent).is_none() {
        return Err(invalid("TRACKER_KEY", "Invalid private key: paste the App's PEM file."));
    }
    if !is_app && (sent.len() > 4000 || sent.chars().any(|c| c.is_control() || c.is_whitespace())) {
        return Err(invalid("TRACKER_TOKEN", "Invalid token."));
    }
    Ok(Some(sent.to_owned()))
}

/// The part of a credential that is shown to tell it apart.
fn shown(credential: &str) -> String {
    if credential.contains("-----") {
        return "private key".to_owned();
    }
    let end: Vec<char> = credential.chars().rev().take(4).collect();
    format!("…{}", end.into_iter().rev().collect::<String>())
}

#[expect(clippy::too_many_arguments, reason = "the columns of a row")]
async fn write(
    ctx: &CommandContext,
    id: &str,
    service: Service,
    name: &str,
    place: &TrackerTarget,
    credential: Option<String>,
    hook_secret: Option<String>,
    state: &str,
) -> Result<(), Error> {
    let mut settings = serde_json::to_value(place)
        .map_err(|error| Error::Failed { doing: "writing a tracker", source: Box::new(error) })?;
    if let Some(credential) = &credential {
        settings["shown"] = shown(credential).into();
    }
    let purpose = place.purpose(id, service);
    let credential =
        credential.map(|text| secret::seal_for(ctx, &purpose, text.trim())).transpose()?;
    let hook_secret = hook_secret.map(|text| secret::seal(ctx, text.trim())).transpose()?;
    let sql = Sql::fixed(
        "insert into _touchstone.tracker as t (id, service, name, settings, credential, hook_secret, state, created_by, created_at)
        values ($1::text, $2::text, $3::text, $4::jsonb, coalesce($5::text, ''), coalesce($6::text, ''), $7::text, $8::text, $9::timestamptz)
        on conflict (id) do update set name = excluded.name,
            settings = jsonb_build_object('shown', t.settings -> 'shown', 'as', t.settings -> 'as') || excluded.settings,
            credential = coalesce($5::text, t.credential), hook_secret = coalesce($6::text, t.hook_secret), state = excluded.state,
            token = case when $5::text is null then t.token end, problem = case when excluded.state = t.state then t.problem end",
        [
            Bind::from(id),
            service.key().into(),
            name.into(),
            settings.into(),
            credential.into(),
            hook_secret.into(),
            state.into(),
            ctx.member()?.id.as_str().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrackerRemoveParams {
    id: String,
}

pub(super) struct TrackerRemove;

#[async_trait]
impl Command for TrackerRemove {
    const NAME: &'static str = "trackerRemove";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = TrackerRemoveParams;
    type Answer = AuditedReply<Json>;

    /// Its links are removed too. Nothing changes in the tracker.
    async fn run(ctx: &CommandContext, params: TrackerRemoveParams) -> Result<Self::Answer, Error> {
        let before = list::all(ctx, Some(&params.id)).await?.pop().ok_or_else(not_found)?;
        let links = Sql::fixed(
            "select to_jsonb(id) from _touchstone.tracker_link where tracker = $1::text",
            [Bind::from(params.id.as_str())],
        );
        for link in ctx.rows::<i64>(&links).await? {
            super::proposal::end_notices(ctx, link).await?;
        }
        let sql = Sql::fixed(
            "delete from _touchstone.tracker where id = $1::text",
            [Bind::from(params.id.as_str())],
        );
        ctx.execute(&sql).await?;
        let label = before["name"].as_str().unwrap_or_default().to_owned();
        let change =
            AuditChange { kind: "tracker", id: params.id, label, before, after: json!({}) };
        Ok(AuditedReply::new(json!({}), change))
    }
}
