//! Webhook deliveries of trackers: verified, processed once, and applied.

use async_trait::async_trait;
use feedback_model::IssueId;
use integrations::github::{self, Repository};
use integrations::tracker::{InvalidDelivery, News, RemoteIssue, WebhookDelivery};
use integrations::{jira, linear};
use parse_engine::{Cx, Error, ServiceCall, ServiceHook, ServiceReply};
use parse_model::Date;
use parse_store::{Access, Bind, Sql};

use super::configuration::{self, Configuration, Service};
use super::issue_link::{named, note, put_for_link};
use super::observe::{StateSource, observe};
use super::work::Kind;
use super::{proposal, record_attempt};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::secret;

/// The longest delivery id.
const MOST_NAME: usize = 200;

/// Characters of a comment that are stored, as the reason of a proposal.
const MOST_SAID: usize = 2000;

/// Receives the webhook deliveries of one service.
pub(super) struct TrackerHook {
    pub(super) service: Service,
    pub(super) state: ProductState,
}

#[async_trait]
impl ServiceHook for TrackerHook {
    async fn receive(&self, cx: &Cx, call: ServiceCall) -> Result<ServiceReply, Error> {
        let [id] = call.path.as_slice() else { return Ok(ServiceReply::Unknown) };
        let ctx = self.context(cx.clone());
        let tracker = configuration::find(&ctx, id).await?;
        let Some(tracker) = tracker.filter(|tracker| tracker.service == self.service) else {
            return Ok(ServiceReply::Unknown);
        };
        let delivery = match verify(&ctx, &tracker, &call) {
            Ok(Ok(delivery)) => delivery,
            Ok(Err(InvalidDelivery::Signature)) => {
                tracing::warn!(
                    tracker = tracker.id,
                    "tracker delivery rejected, invalid signature"
                );
                return Ok(ServiceReply::Unproved);
            }
            Ok(Err(InvalidDelivery::Form)) => return Ok(ServiceReply::Unreadable),
            Err(error) => return Err(error),
        };
        if delivery.id.is_empty() || delivery.id.len() > MOST_NAME {
            return Ok(ServiceReply::Unreadable);
        }
        cx.unit(|tx| {
            let ctx = self.context(tx);
            let (tracker, delivery) = (&tracker, &delivery);
            async move { take(&ctx, tracker, delivery).await }
        })
        .await?;
        Ok(ServiceReply::Done)
    }
}

impl TrackerHook {
    fn context(&self, cx: Cx) -> CommandContext {
        CommandContext::new(cx, Access::Writes, None, self.state.clone())
    }
}

fn verify(
    ctx: &CommandContext,
    tracker: &Configuration,
    call: &ServiceCall,
) -> Result<Result<WebhookDelivery, InvalidDelivery>, Error> {
    let key = secret::open(ctx, &tracker.hook_secret)?;
    let (headers, body) = (call.headers.as_slice(), &call.body[..]);
    Ok(match tracker.service {
        Service::Github => {
            let repository = Repository::parse(&tracker.settings.project).unwrap_or_default();
            github::hook::verify(&key, &repository, headers, body)
        }
        Service::Linear => linear::hook::verify(&key, headers, body, ctx.now().millis()),
        Service::Jira => jira::hook::verify(&key, headers, body),
    })
}

/// Processes a delivery, unless it was processed before. Its id is committed with its effects, so a
/// delivery that failed halfway can be repeated.
async fn take(
    ctx: &CommandContext,
    tracker: &Configuration,
    delivery: &WebhookDelivery,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.tracker_delivery (tracker, delivery, at) values ($1::text, $2::text, $3::timestamptz)
        on conflict do nothing",
        [Bind::from(tracker.id.as_str()), delivery.id.as_str().into(), ctx.now().into()],
    );
    if ctx.execute(&sql).await? == 0 {
        return Ok(());
    }
    match &delivery.news {
        News::State { external, state } => {
            let Some((link, issue)) = named(ctx, &tracker.id, external).await? else {
                return Ok(());
            };
            if delivery.is_stale {
                return put_for_link(ctx, &tracker.id, link, &issue, Kind::Read).await;
            }
            let by_us = delivery.sender.is_some() && delivery.sender == tracker.account;
            observe(ctx, tracker, link, &issue, state, StateSource::Told { by_us }).await
        }
        News::Comment { external, id, body } => {
            let is_app =
                delivery.application.is_some() && delivery.application == tracker.application;
            if is_app || delivery.is_stale || is_own_comment(ctx, tracker, id, body).await? {
                return Ok(());
            }
            record_comment(ctx, tracker, external, body).await
        }
        News::Renamed { external, to } => follow_rename(ctx, tracker, external, to).await,
        News::Deleted { external } => mark_deleted(ctx, tracker, external).await,
        News::Broken(why) => record_attempt::break_tracker(ctx, tracker, why).await,
        News::Nothing => Ok(()),
    }
}

/// Whether Touchstone wrote a comment: by its id in the tracker, or by a mark in the text. Any user
/// can write the mark, so its only effect is that the comment is ignored.
async fn is_own_comment(
    ctx: &CommandContext,
    tracker: &Configuration,
    id: &str,
    body: &str,
) -> Result<bool, Error> {
    if body.contains(&format!("<!-- touchstone:{}:", tracker.id)) {
        return Ok(true);
    }
    let sql = Sql::fixed(
        "select 'true'::jsonb from _touchstone.tracker_work
        where tracker = $1::text and kind = 'comment' and (external = $2::text or uuid = $2::text) limit 1",
        [Bind::from(tracker.id.as_str()), id.into()],
    );
    Ok(ctx.row::<bool>(&sql).await?.is_some())
}

/// Stores the last comment. If the issue is closed with it, it is the reason. If the issue was
/// closed just before, it belongs to the existing proposal.
async fn record_comment(
    ctx: &CommandContext,
    tracker: &Configuration,
    external: &str,
    body: &str,
) -> Result<(), Error> {
    let Some((link, _)) = named(ctx, &tracker.id, external).await? else { return Ok(()) };
    let body: String = body.trim().chars().take(MOST_SAID).collect();
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set said = $2::text, said_at = $3::timestamptz where id = $1::int8",
        [Bind::from(link), body.as_str().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await?;
    let sql = Sql::fixed(
        "update _touchstone.tracker_proposal set text = $2::text
        where link = $1::int8 and state = 'open' and text is null and at > $3::timestamptz - interval '2 minutes'",
        [Bind::from(link), body.as_str().into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

/// Follows an issue that was moved.
async fn follow_rename(
    ctx: &CommandContext,
    tracker: &Configuration,
    external: &str,
    to: &RemoteIssue,
) -> Result<(), Error> {
    let Some((link, issue)) = named(ctx, &tracker.id, external).await? else { return Ok(()) };
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set reference = $2::jsonb, external = $3::text, label = $4::text, url = $5::text,
            their_at = greatest(their_at, $6::timestamptz)
        where id = $1::int8",
        [
            Bind::from(link),
            to.reference.clone().into(),
            to.external.as_str().into(),
            to.label.as_str().into(),
            to.url.as_str().into(),
            Date::from_millis(to.state.at).into(),
        ],
    );
    ctx.execute(&sql).await?;
    note(ctx, &issue, format!("was moved to {} at {}", to.label, tracker.service.word())).await
}

/// Records that an issue was deleted. The link stays as history.
async fn mark_deleted(
    ctx: &CommandContext,
    tracker: &Configuration,
    external: &str,
) -> Result<(), Error> {
    let Some((link, issue)) = named(ctx, &tracker.id, external).await? else { return Ok(()) };
    let issue: IssueId = issue;
    proposal::overtake(ctx, link).await?;
    let sql = Sql::fixed(
        "update _touchstone.tracker_link set state = 'gone', problem = 'It was deleted there.' where id = $1::int8",
        [Bind::from(link)],
    );
    ctx.execute(&sql).await?;
    note(ctx, &issue, format!("was deleted at {}", tracker.service.word())).await
}
