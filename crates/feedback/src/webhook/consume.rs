//! From events to deliveries: one row for each webhook that wants to be told.

use async_trait::async_trait;
use feedback_model::event::EventKind;
use parse_engine::Error;
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::message::{message, new_id};
use crate::command_context::CommandContext;
use crate::event::{Consumer, StoredEvent, wire};

pub(super) struct Webhooks;

/// Who wants to be told of what.
#[derive(Debug, Deserialize)]
struct Wanting {
    id: String,
    events: Vec<String>,
    /// What happened before it was there is no news for it.
    since: i64,
}

impl Wanting {
    fn wants(&self, event: &StoredEvent) -> bool {
        event.at() >= Date::from_millis(self.since)
            && self.events.iter().any(|wanted| is_meant(wanted, event.kind))
    }
}

/// Whether a word of an administrator means a kind of event: `*`, `issue.*`, or its own name.
pub(super) fn is_meant(wanted: &str, kind: EventKind) -> bool {
    match wanted.strip_suffix('*') {
        Some(family) => kind.key().starts_with(family) && kind != EventKind::TestPing,
        None => wanted == kind.key(),
    }
}

#[async_trait]
impl Consumer for Webhooks {
    const NAME: &'static str = "webhooks";

    async fn take(ctx: &CommandContext, events: &[StoredEvent]) -> Result<(), Error> {
        let sql = Sql::new(
            "select jsonb_build_object('id', id, 'events', events, 'since', _touchstone.in_millis(created_at))
            from _touchstone.webhook where state = 'on'",
        );
        let wanting: Vec<Wanting> = ctx.rows(&sql).await?;
        let is_wanted = |event: &&StoredEvent| wanting.iter().any(|one| one.wants(event));
        let wanted: Vec<StoredEvent> = events.iter().filter(is_wanted).cloned().collect();
        if wanted.is_empty() {
            return Ok(());
        }
        let (mut told, mut addressed) = (Vec::new(), Vec::new());
        for (event, shown) in wanted.iter().zip(wire(ctx, &wanted).await?) {
            let message = message(&shown);
            told.push(json!({
                "event": event.id, "type": event.kind.key(), "issue": event.issue.as_ref().map(feedback_model::IssueId::as_str),
                "body": message.body, "isPrivate": message.is_private,
            }));
            let receivers = wanting.iter().filter(|one| one.wants(event));
            addressed.extend(
                receivers.map(
                    |one| json!({ "webhook": one.id, "event": event.id, "message": new_id() }),
                ),
            );
        }
        write(ctx, told, addressed).await?;
        ctx.wake_webhooks_on_commit();
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
    fn a_webhook_names_events_one_by_one_by_family_or_all() {
        assert!(is_meant("issue.fixed", EventKind::IssueFixed));
        assert!(is_meant("issue.*", EventKind::IssueFixed));
        assert!(is_meant("*", EventKind::ReleasePublished));
        assert!(!is_meant("issue.*", EventKind::CommentAdded));
        assert!(!is_meant("issue.fix", EventKind::IssueFixed));
        assert!(!is_meant("*", EventKind::TestPing));
    }
}
