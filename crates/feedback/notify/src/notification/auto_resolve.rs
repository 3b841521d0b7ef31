//! Resolves notifications that wait for an action: when it was done, or when it is no longer
//! possible.

use feedback_model::UserId;
use feedback_model::event::EventKind;
use feedback_model::notification::NotificationKind;
use parse_engine::Error;
use parse_store::{Bind, Sql};

use super::plan::group_key;
use feedback_core::command_context::CommandContext;
use feedback_core::event::StoredEvent;

/// The notifications to resolve.
#[derive(Debug, Default)]
struct AutoResolve<'a> {
    kinds: Vec<NotificationKind>,
    issue: Option<&'a str>,
    /// The receiver; `None` for all.
    person: Option<&'a str>,
    /// The keys to resolve. `None` for all of their kinds.
    keys: Option<Vec<String>>,
}

/// Resolves the notifications that an event has made obsolete.
pub(super) async fn auto_resolve(ctx: &CommandContext, event: &StoredEvent) -> Result<(), Error> {
    for ending in resolved_by(event) {
        resolve(ctx, &ending).await?;
    }
    Ok(())
}

/// Resolves the administrators' notifications with one name after one of them has acted: a webhook
/// that works again, a proposal that was decided.
pub async fn resolve_waiting(
    ctx: &CommandContext,
    kind: NotificationKind,
    about: &str,
) -> Result<(), Error> {
    let keys = Some(vec![group_key(kind, about)]);
    resolve(ctx, &AutoResolve { kinds: vec![kind], keys, ..AutoResolve::default() }).await
}

fn resolved_by(event: &StoredEvent) -> Vec<AutoResolve<'_>> {
    use NotificationKind as Kind;
    if event.kind == EventKind::NetworkUp {
        let network = event.data["network"]["id"].as_str().unwrap_or_default();
        let keys = Some(vec![group_key(Kind::AdminNetwork, network)]);
        return vec![AutoResolve {
            kinds: vec![Kind::AdminNetwork],
            keys,
            ..AutoResolve::default()
        }];
    }
    if event.kind == EventKind::FailureRateRecovered {
        let alarm = event.text("alarm").unwrap_or_default();
        return vec![AutoResolve {
            kinds: vec![Kind::AdminFailureRate],
            keys: Some(vec![group_key(Kind::AdminFailureRate, alarm)]),
            ..AutoResolve::default()
        }];
    }
    let Some(issue) = event.issue.as_ref().map(feedback_model::IssueId::as_str) else {
        return Vec::new();
    };
    let of = |kinds: &[Kind]| AutoResolve {
        kinds: kinds.to_vec(),
        issue: Some(issue),
        ..AutoResolve::default()
    };
    match event.kind {
        EventKind::IssueAnswered => vec![of(&[Kind::InfoAsked])],
        EventKind::IssueInfoAsked => {
            let promised = group_key(Kind::AdminPromise, &format!("{issue}:first_response"));
            let promise = AutoResolve { keys: Some(vec![promised]), ..of(&[Kind::AdminPromise]) };
            vec![of(&[Kind::AdminS1, Kind::AdminPrivate]), promise]
        }
        EventKind::IssueConfirmed => {
            vec![of(&[Kind::InfoAsked, Kind::AdminS1, Kind::AdminPrivate, Kind::AdminPromise])]
        }
        EventKind::IssueStarted => vec![of(&[Kind::AdminRegression])],
        EventKind::IssueFixed => vec![of(&[Kind::InfoAsked, Kind::AdminRegression])],
        EventKind::FixCheckAnswered => {
            let person = event.actor.as_ref().map(UserId::as_str);
            vec![AutoResolve { person, ..of(&[Kind::FixCheck]) }]
        }
        EventKind::IssueVerified | EventKind::IssueRegressed | EventKind::IssueReopened => {
            vec![of(&[Kind::FixCheck])]
        }
        EventKind::IssueClosed | EventKind::IssueMerged => vec![of(&[
            Kind::InfoAsked,
            Kind::FixCheck,
            Kind::AdminS1,
            Kind::AdminPrivate,
            Kind::AdminRegression,
            Kind::AdminPromise,
        ])],
        _ => Vec::new(),
    }
}

async fn resolve(ctx: &CommandContext, ending: &AutoResolve<'_>) -> Result<(), Error> {
    let kinds: Vec<String> = ending.kinds.iter().map(|kind| kind.key().to_owned()).collect();
    let sql = Sql::fixed(
        "select _touchstone.end_waiting($1::text[], $2::text, $3::text, $4::text[], $5::timestamptz)",
        [
            Bind::from(kinds),
            ending.issue.into(),
            ending.person.into(),
            ending.keys.clone().into(),
            ctx.now().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
