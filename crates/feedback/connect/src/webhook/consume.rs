//! From events to deliveries: one row for each webhook that subscribes to the event.

use async_trait::async_trait;
use feedback_model::Severity;
use feedback_model::event::EventKind;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::message::{message, new_id};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{Consumer, StoredEvent, matches_pattern, wire};
use feedback_core::wakes::Queue;

pub(super) struct Webhooks;

/// The events that a webhook subscribes to.
#[derive(Debug, Deserialize)]
struct WebhookFilter {
    id: String,
    events: Vec<String>,
    severity: Option<Severity>,
    /// Events from before its creation are not sent.
    since: i64,
}

impl WebhookFilter {
    fn wants(&self, event: &StoredEvent) -> bool {
        event.at() >= Date::from_millis(self.since)
            && self.events.iter().any(|wanted| matches_pattern(wanted, event.kind))
    }

    /// Whether the issue of an event is severe enough, by the stable form of the event.
    fn minds(&self, shown: &Json) -> bool {
        self.severity.is_none_or(|least| is_severe(shown, least))
    }
}

/// Whether an event passes the severity filter. The grade counts, before and after a change, or
/// else the reporter's claim. Events without an issue, regressions, and events of private issues
/// always pass. A filter on private ones would reveal their severity.
fn is_severe(shown: &Json, least: Severity) -> bool {
    let (issue, data) = (&shown["issue"], &shown["data"]);
    if !issue.is_object() || issue["title"].is_null() {
        return true;
    }
    let grade = |value: &Json| value.as_str().and_then(Severity::parse);
    let stands = grade(&issue["severity"]).or_else(|| grade(&issue["severityClaimed"]));
    let changed = match shown["type"].as_str().and_then(EventKind::parse) {
        Some(EventKind::IssueRegressed) => return true,
        Some(EventKind::IssueSeverityChanged) => [grade(&data["before"]), grade(&data["after"])],
        _ => [None, None],
    };
    stands.into_iter().chain(changed.into_iter().flatten()).any(|severity| severity <= least)
}

#[async_trait]
impl Consumer for Webhooks {
    const NAME: &'static str = "webhooks";

    async fn take(ctx: &CommandContext, events: &[StoredEvent]) -> Result<(), Error> {
        let sql = Sql::new(
            "select jsonb_build_object('id', id, 'events', events, 'severity', min_severity, 'since', _touchstone.in_millis(created_at))
            from _touchstone.webhook where state = 'on'",
        );
        let wanting: Vec<WebhookFilter> = ctx.rows(&sql).await?;
        let is_wanted = |event: &&StoredEvent| wanting.iter().any(|one| one.wants(event));
        let wanted: Vec<StoredEvent> = events.iter().filter(is_wanted).cloned().collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let (mut told, mut addressed) = (Vec::new(), Vec::new());
        for (event, shown) in wanted.iter().zip(wire(ctx, &wanted).await?) {
            let receivers: Vec<&WebhookFilter> =
                wanting.iter().filter(|one| one.wants(event) && one.minds(&shown)).collect();
            if receivers.is_empty() {
                continue;
            }
            let message = message(&shown);
            told.push(json!({
                "event": event.id, "type": event.kind.key(), "issue": event.issue.as_ref().map(feedback_model::IssueId::as_str),
                "body": message.body, "isPrivate": message.is_private,
            }));
            addressed.extend(
                receivers.iter().map(
                    |one| json!({ "webhook": one.id, "event": event.id, "message": new_id() }),
                ),
            );
        }
        write(ctx, told, addressed).await?;
        ctx.wake_on_commit(Queue::Webhooks);
        Ok(())
    }
}

async fn write(ctx: &CommandContext, told: Vec<Json>, addressed: Vec<Json>) -> Result<(), Error> {
    let sql = Sql::fixed(
        "insert into _touchstone.webhook_delivery (webhook, message_id, event, type, issue, body, is_private, due_at, created_at)
        select a.row ->> 'webhook', a.row ->> 'message', t.row ->> 'event', t.row ->> 'type', t.row ->> 'issue', t.row ->> 'body',
            (t.row ->> 'isPrivate')::bool, $3::timestamptz, $3::timestamptz
        from jsonb_array_elements($2::jsonb) with ordinality a(row, place)
        join jsonb_array_elements($1::jsonb) t(row) on t.row ->> 'event' = a.row ->> 'event'
        order by a.place on conflict (webhook, event) do nothing",
        [Bind::from(Json::from(told)), Json::from(addressed).into(), ctx.now().into()],
    );
    ctx.execute(&sql).await.map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_by_severity_lets_through_what_is_severe_came_back_is_private_or_about_no_issue() {
        let of = |issue: Json| json!({ "type": "issue.submitted", "issue": issue, "data": {} });
        let graded = |severity: Json, claimed: Json| {
            of(json!({ "title": "Swap", "severity": severity, "severityClaimed": claimed }))
        };
        let passes = |shown: &Json| is_severe(shown, Severity::S2);
        assert!(
            passes(&graded(json!("S1"), Json::Null)) && passes(&graded(json!("S2"), Json::Null))
        );
        assert!(!passes(&graded(json!("S3"), json!("S1"))), "the grade counts, not the claim");
        assert!(passes(&graded(Json::Null, json!("S1"))), "until there is one, the claim does");
        assert!(!passes(&graded(Json::Null, Json::Null)));
        assert!(passes(&of(Json::Null)) && passes(&of(json!({ "number": 7 }))));
        let mut eased = graded(json!("S4"), Json::Null);
        eased["type"] = json!("issue.severity_changed");
        eased["data"] = json!({ "before": "S1", "after": "S4" });
        assert!(passes(&eased), "a receiver of the old severity gets the lower one");
        eased["type"] = json!("issue.regressed");
        assert!(passes(&eased), "what came back is an alarm however small it is");
    }
}
