//! The comments and events of an issue, in chronological order.

use async_trait::async_trait;
use feedback_model::mention::mentions;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::sentence::{LabelTexts, sentence};
use crate::answer_shape::TimelineAnswer;
use crate::comment;
use crate::issue::state::find;
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::cursor::Cursor;
use feedback_core::parameter_schema;

/// The requested part.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum HistoryFilter {
    #[default]
    All,
    Comments,
    Changes,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct IssueTimelineParams {
    number: u32,
    cursor: Option<Cursor>,
    limit: Option<i64>,
    #[serde(default)]
    only: HistoryFilter,
}

#[derive(Serialize)]
pub(super) struct HistoryPage {
    items: Vec<Json>,
    next: Option<Cursor>,
}

/// An entry and its position.
#[derive(Deserialize)]
struct HistoryRow {
    key: String,
    id: String,
    comment: Option<Json>,
    event: Option<Json>,
    about: Option<Json>,
}

pub(super) struct IssueTimeline;

#[async_trait]
impl Query for IssueTimeline {
    const NAME: &'static str = "issueTimeline";
    const WHO: Who = Who::Member;
    type Params = IssueTimelineParams;
    type Answer = HistoryPage;

    fn answer_schema() -> Option<Json> {
        Some(parameter_schema::of::<TimelineAnswer>())
    }

    async fn answer(
        ctx: &CommandContext,
        asked: IssueTimelineParams,
    ) -> Result<HistoryPage, Error> {
        let id = find(ctx, asked.number).await?;
        let member = ctx.member()?;
        let limit = asked.limit.unwrap_or(50).clamp(1, 100);
        let sql = Sql::fixed(
            TIMELINE,
            [
                Bind::from(id.as_str()),
                member.id.as_str().into(),
                member.is_admin.into(),
                (asked.only != HistoryFilter::Changes).into(),
                (asked.only != HistoryFilter::Comments).into(),
                asked.cursor.as_ref().map(Cursor::key).into(),
                asked.cursor.as_ref().map(Cursor::id).into(),
                (limit + 1).into(),
            ],
        );
        let mut placed: Vec<HistoryRow> = ctx.rows(&sql).await?;
        let next = Cursor::after_page(&mut placed, limit, |row| (&row.key, &row.id));
        name_mentions(ctx, &mut placed).await?;
        let words = LabelTexts::of(&ctx.settings().await?);
        let items = placed.into_iter().map(|row| history_row(ctx, row, &words)).collect();
        Ok(HistoryPage { items, next })
    }
}

/// Adds the existing users that each comment mentions.
async fn name_mentions(ctx: &CommandContext, placed: &mut [HistoryRow]) -> Result<(), Error> {
    let names_in = |comment: &Json| mentions(comment["body"].as_str().unwrap_or_default());
    let mut names: Vec<String> =
        placed.iter().filter_map(|row| row.comment.as_ref()).flat_map(names_in).collect();
    names.sort_unstable();
    names.dedup();
    let mut known: Vec<String> = Vec::new();
    if !names.is_empty() {
        let sql = Sql::fixed(
            r#"select to_jsonb(lower(u."username")) from "_User" u where coalesce(lower(u."username"), '') = any($1::text[])"#,
            [Bind::from(names)],
        );
        known = ctx.rows(&sql).await?;
    }
    for comment in placed.iter_mut().filter_map(|row| row.comment.as_mut()) {
        let mut called = names_in(comment);
        called.retain(|name| known.contains(name));
        comment["mentions"] = json!(called);
    }
    Ok(())
}

/// Events come before comments of the same time, because a question is asked in a comment of its
/// own. The texts of an edit are for administrators and the reporter.
const TIMELINE: &str = r#"select jsonb_build_object('key', entry.key, 'id', entry.id, 'comment', entry.comment, 'event', entry.event,
    'about', entry.about) from (
    select _touchstone.iso(c."createdAt") || 'c' as key, c."objectId" as id,
        _touchstone.comment_shown(c, $2::text, $3::bool) as comment, null::jsonb as event, null::jsonb as about
    from "Comment" c where $4::bool and c."issue" = $1::text and _touchstone.may_read(c."_rperm", $2::text, $3::bool)
        and ((_touchstone.iso(c."createdAt") || 'c') collate "C", c."objectId" collate "C") > (coalesce($6::text, ''), coalesce($7::text, ''))
    union all
    select _touchstone.iso(e."at") || 'b' || lpad(e."seq"::int8::text, 16, '0'), e."objectId", null,
        jsonb_build_object('id', e."objectId", 'event', e."type", 'actor', _touchstone.person_of(e."actor"),
            'data', case when e."type" = 'edited' and ($3::bool or r."reporter" = $2::text) then coalesce(e."whole", e."data") else e."data" end,
            'at', _touchstone.iso(e."at"), 'staff', e."visibility" = 'staff'),
        jsonb_build_object(
            'person', case e."type" when 'assigned' then _touchstone.person_of(e."data" ->> 'after') end,
            'build', _touchstone.build_shown(coalesce(e."data" ->> 'build',
                jsonb_path_query_first(e."data", '$.changes[*] ? (@.field == "buildFixed").after.id') #>> '{}')),
            'issue', (select o."number"::int from "Issue" o
                where e."type" in ('merged_away', 'unmerged') and _touchstone.may_read(o."_rperm", $2::text, $3::bool)
                    and o."objectId" = coalesce(
                        jsonb_path_query_first(e."data", '$.changes[*] ? (@.field == "stage").after.closed.of') #>> '{}',
                        jsonb_path_query_first(e."data", '$.changes[*] ? (@.field == "stage").before.closed.of') #>> '{}')))
    from "IssueEvent" e join "Issue" r on r."objectId" = e."issue" where $5::bool and e."issue" = $1::text and _touchstone.may_read(e."_rperm", $2::text, $3::bool)
        and ((_touchstone.iso(e."at") || 'b' || lpad(e."seq"::int8::text, 16, '0')) collate "C", e."objectId" collate "C") > (coalesce($6::text, ''), coalesce($7::text, ''))
) entry order by entry.key collate "C", entry.id collate "C" limit $8::int8"#;

fn history_row(ctx: &CommandContext, row: HistoryRow, words: &LabelTexts) -> Json {
    if let Some(mut comment) = row.comment {
        comment::with_addresses(ctx, &mut comment);
        return json!({ "type": "comment", "comment": comment });
    }
    let mut event = row.event.unwrap_or_default();
    event["sentence"] = sentence(&event, &row.about.unwrap_or_default(), words).into();
    event["type"] = "event".into();
    event
}
