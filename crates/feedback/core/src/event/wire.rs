//! Events in the form of webhooks and the API. Version 1 is stable.

use std::collections::BTreeMap;

use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::read::StoredEvent;
use crate::command_context::CommandContext;

/// The version of this form.
const VERSION: u8 = 1;

/// Texts that people wrote. They are omitted for private issues.
const TEXTS: [&str; 6] = ["text", "question", "reason", "excerpt", "title", "note"];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct EventEnvelope {
    event: String,
    actor: Option<Json>,
    issue: Option<Json>,
    is_private: bool,
}

/// The events in their stable form, in order.
pub async fn wire(ctx: &CommandContext, events: &[StoredEvent]) -> Result<Vec<Json>, Error> {
    let ids: Vec<String> = events.iter().map(|event| event.id.clone()).collect();
    let sql = Sql::fixed(
        r#"select jsonb_build_object('event', e.id,
            'actor', case when u."objectId" is not null then jsonb_build_object('id', u."objectId", 'username', u."username") end,
            'isPrivate', i."objectId" is not null and not _touchstone.is_public(i."_rperm"),
            'issue', case when i."objectId" is null then null
                when not _touchstone.is_public(i."_rperm") then jsonb_build_object('id', i."objectId", 'number', i."number"::int)
                else jsonb_build_object('id', i."objectId", 'number', i."number"::int, 'title', i."title", 'status', i."status",
                    'severity', i."severity", 'severityClaimed', i."severityClaimed", 'kind', i."kind") end)
        from _touchstone.event e left join "_User" u on u."objectId" = e.actor left join "Issue" i on i."objectId" = e.issue
        where e.id = any($1::text[])"#,
        [Bind::from(ids)],
    );
    let subjects: Vec<EventEnvelope> = ctx.rows(&sql).await?;
    let mut subjects: BTreeMap<String, EventEnvelope> =
        subjects.into_iter().map(|subject| (subject.event.clone(), subject)).collect();
    Ok(events.iter().map(|event| shown(ctx, event, subjects.remove(&event.id))).collect())
}

fn shown(ctx: &CommandContext, event: &StoredEvent, subject: Option<EventEnvelope>) -> Json {
    let (mut issue, actor, is_private) = match subject {
        Some(subject) => (subject.issue, subject.actor, subject.is_private),
        None => (None, None, false),
    };
    if let Some(issue) = &mut issue {
        issue["url"] = ctx.issue_url(&issue["number"]).into();
    }
    let mut data = event.data.clone();
    if is_private && let Some(fields) = data.as_object_mut() {
        fields.retain(|key, _| !TEXTS.contains(&key.as_str()));
    }
    json!({
        "id": event.id, "type": event.kind.key(), "version": VERSION, "at": event.at().iso(),
        "actor": actor, "issue": issue, "data": data,
    })
}
