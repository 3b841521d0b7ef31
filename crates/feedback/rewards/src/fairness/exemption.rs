//! Known payers and invitations that later scans exempt, and how often each kind of signal was
//! right.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, NoParams, Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

pub(super) struct RiskThresholds;

#[async_trait]
impl Query for RiskThresholds {
    const NAME: &'static str = "riskThresholds";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let sql = Sql::new(
            r#"select jsonb_build_object(
                'kinds', (select coalesce(jsonb_agg(jsonb_build_object('kind', k.kind, 'family', k.family, 'cases', k.cases,
                        'linked', k.linked, 'dismissed', k.dismissed, 'upheld', k.upheld) order by k.kind), '[]') from (
                    select s ->> 'kind' as kind, min(s ->> 'family') as family, count(distinct c.number) as cases,
                        count(distinct c.number) filter (where c.decision = 'link') as linked,
                        count(distinct c.number) filter (where c.decision = 'dismiss') as dismissed,
                        count(distinct a.id) filter (where a.state = 'upheld') as upheld
                    from _touchstone.risk_case c cross join jsonb_array_elements(c.facts -> 'signals') s
                    left join _touchstone.appeal a on a.case_number = c.number and a.subject_type = 'risk'
                    group by 1) k),
                'funders', (select coalesce(jsonb_agg(_touchstone.funder_shown(f) order by f.at desc), '[]')
                    from _touchstone.funder f where f.verdict is not null),
                'invitations', (select coalesce(jsonb_agg(jsonb_build_object('id', i."objectId", 'label', i."label", 'note', c.note,
                        'by', _touchstone.person_of(c.by), 'at', _touchstone.iso(c.at), 'people', i."uses"::int) order by c.at desc), '[]')
                    from _touchstone.cleared_invitation c join "Invitation" i on i."objectId" = c.invitation))"#,
        );
        let mut found: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
        found["watchScore"] = json!(ctx.settings().await?.whole("risk.watchScore"));
        Ok(found)
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ExemptionVerdict {
    Exempt,
    Counts,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FunderParams {
    address: String,
    verdict: Option<ExemptionVerdict>,
    note: Option<String>,
}

pub(super) struct RiskFunder;

#[async_trait]
impl Command for RiskFunder {
    const NAME: &'static str = "riskFunder";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = FunderParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: FunderParams) -> Result<Self::Answer, Error> {
        let address = params.address.trim().to_lowercase();
        let is_address = address.len() == 42
            && address.starts_with("0x")
            && address.chars().skip(2).all(|one| one.is_ascii_hexdigit());
        if !is_address {
            return Err(invalid(
                "ADDRESS",
                "An address is 0x and 40 digits or letters from a to f.",
            ));
        }
        let note = params.note.as_deref().map(str::trim).filter(|note| !note.is_empty());
        if note.is_some_and(|note| note.chars().count() > 500) {
            return Err(invalid("NOTE", "A note has at most 500 characters."));
        }
        let verdict = params.verdict.map(|verdict| match verdict {
            ExemptionVerdict::Exempt => "exempt",
            ExemptionVerdict::Counts => "counts",
        });
        let sql = Sql::fixed(
            "insert into _touchstone.funder as f (address, verdict, note, by, at) values ($1::text, $2::text, $3::text, $4::text, $5::timestamptz)
            on conflict (address) do update set verdict = excluded.verdict, note = excluded.note, by = excluded.by, at = excluded.at
            returning _touchstone.funder_shown(f)",
            [
                Bind::from(&*address),
                verdict.into(),
                note.into(),
                ctx.member()?.id.as_str().into(),
                ctx.now().into(),
            ],
        );
        let shown: Json = ctx.row(&sql).await?.ok_or_else(not_found)?;
        let change = AuditChange {
            kind: "funder",
            id: address.clone(),
            label: address,
            before: json!({}),
            after: json!({ "verdict": verdict, "note": note }),
        };
        let shown = if verdict.is_some() { shown } else { Json::Null };
        Ok(AuditedReply::new(json!({ "funder": shown }), change))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ClearParams {
    id: String,
    cleared: bool,
    note: String,
}

pub(super) struct InvitationClear;

#[async_trait]
impl Command for InvitationClear {
    const NAME: &'static str = "invitationClear";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = ClearParams;
    type Answer = AuditedReply<Json>;

    /// Open cases of users who all came by the invitation are closed, because an administrator has
    /// cleared it.
    async fn run(ctx: &CommandContext, params: ClearParams) -> Result<Self::Answer, Error> {
        let note = params.note.trim();
        if !(10..=500).contains(&note.chars().count()) {
            return Err(invalid("NOTE", "Give a description of 10 to 500 characters."));
        }
        let sql = Sql::fixed(
            r#"select to_jsonb("label") from "Invitation" where "objectId" = $1::text"#,
            [Bind::from(&*params.id)],
        );
        let label: String = ctx.row(&sql).await?.ok_or_else(not_found)?;
        let sql = match params.cleared {
            true => Sql::fixed(
                "insert into _touchstone.cleared_invitation (invitation, note, by, at) values ($1::text, $2::text, $3::text, $4::timestamptz)
                on conflict (invitation) do update set note = excluded.note, by = excluded.by, at = excluded.at",
                [
                    Bind::from(&*params.id),
                    note.into(),
                    ctx.member()?.id.as_str().into(),
                    ctx.now().into(),
                ],
            ),
            false => Sql::fixed(
                "delete from _touchstone.cleared_invitation where invitation = $1::text",
                [Bind::from(&*params.id)],
            ),
        };
        ctx.execute(&sql).await?;
        let closed = match params.cleared {
            true => close_cases(ctx, &params.id, note).await?,
            false => Vec::new(),
        };
        let shown =
            json!({ "id": params.id, "label": label, "cleared": params.cleared, "note": note });
        let change = AuditChange {
            kind: "invitation",
            id: params.id,
            label,
            before: json!({ "cleared": !params.cleared }),
            after: json!({ "cleared": params.cleared, "note": note, "closed": closed }),
        };
        Ok(AuditedReply::new(json!({ "invitation": shown, "closed": closed }), change))
    }
}

/// Dismisses the open cases of an invitation, with their facts.
async fn close_cases(
    ctx: &CommandContext,
    invitation: &str,
    note: &str,
) -> Result<Vec<i32>, Error> {
    let sql = Sql::fixed(
        r#"with mine as (
            select c.number, c.facts from _touchstone.risk_case c where c.state <> 'decided' and not exists (
                select from _touchstone.risk_case_member m join "_User" u on u."objectId" = m."user"
                where m.case_number = c.number and u."joinedVia" is distinct from $1::text)),
        seen as (
            insert into _touchstone.risk_dismissed as d (a, b, facts, by, at)
            select distinct on (1, 2) least(p ->> 0, p ->> 1), greatest(p ->> 0, p ->> 1),
                array(select jsonb_array_elements_text(p -> 2)), $3::text, $4::timestamptz
            from mine m cross join jsonb_array_elements(m.facts -> 'pairs') p
            on conflict (a, b) do update set facts = array(select distinct unnest(d.facts || excluded.facts)), by = excluded.by, at = excluded.at)
        update _touchstone.risk_case c set state = 'decided', decision = 'dismiss', note = $2::text, decided_by = $3::text,
            decided_at = $4::timestamptz, due = null from mine where mine.number = c.number returning to_jsonb(c.number)"#,
        [Bind::from(invitation), note.into(), ctx.member()?.id.as_str().into(), ctx.now().into()],
    );
    ctx.rows(&sql).await
}
