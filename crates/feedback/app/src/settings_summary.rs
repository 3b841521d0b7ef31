//! The current values that the list of settings pages shows, in one answer.

use async_trait::async_trait;
use feedback_model::rule_set::Preset;
use feedback_networks::network;
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::{Bind, Sql};
use serde_json::json;

use feedback_core::audit_log;
use feedback_core::command::{NoParams, Query, Who, query};
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::timestamp::timestamp;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    query::<SettingsSummary>(extension, state)
}

struct SettingsSummary;

#[async_trait]
impl Query for SettingsSummary {
    const NAME: &'static str = "settingsSummary";
    const WHO: Who = Who::Administrator;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let settings = ctx.settings().await?;
        let rules_and_seasons = ctx.read_rules_and_seasons().await?;
        let current = rules_and_seasons.rules_at(timestamp(ctx.now()))?;
        let preset = Preset::ALL.into_iter().find(|preset| preset.rule_set() == current.rules);
        let facts: Option<Json> = ctx.row(&Sql::fixed(FACTS, [Bind::from(ctx.now())])).await?;
        let mut summary = facts.unwrap_or_else(|| json!({}));
        summary["accessMode"] = settings.text("access.mode").into();
        summary["digestHour"] = settings.whole("notify.digestHour").into();
        summary["rules"] = json!({ "version": current.version, "preset": preset.map(Preset::key) });
        let (known, unknown) = network::error_counts(ctx).await?;
        summary["errors"] = json!({ "known": known, "unknown": unknown });
        let audit = audit_log::summary(ctx).await?;
        summary["audit"] = json!({ "entries": audit.entries, "ok": audit.ok });
        summary["version"] = env!("CARGO_PKG_VERSION").into();
        Ok(summary)
    }
}

const FACTS: &str = r#"select jsonb_build_object(
    'people', (select count(*) from "_User" u where u."status" is distinct from 'deleted'),
    'openInvitations', (select count(*) from "Invitation" i where i."revokedAt" is null and i."uses" < i."maxUses"
        and (i."expiresAt" is null or i."expiresAt" > $1::timestamptz)),
    'policies', (select count(distinct p.kind) from _touchstone.policy_version p where p.withdrawn_at is null),
    'networks', jsonb_build_object('total', (select count(*) from "Network"),
        'troubled', (select coalesce(jsonb_agg(n."name" order by lower(n."name")), '[]') from "Network" n where exists (
            select from _touchstone.network_endpoint e
            where e.network = n."objectId" and e.state in ('down', 'lagging')))),
    'builds', jsonb_build_object('total', (select count(*) from "Build"), 'newest', (
        select b."version" from "Build" b where b."state" = 'active' order by b."ordinal" desc, b."objectId" limit 1)),
    'missions', (select jsonb_build_object('live', count(*) filter (where m."state" = 'live'),
        'drafts', count(*) filter (where m."state" = 'draft')) from "Mission" m),
    'announcedAt', (select _touchstone.iso(max(a."publishedAt")) from "Announcement" a),
    'services', (select coalesce(jsonb_agg(one), '[]') from (
        select service, state from _touchstone.chat_service where state <> 'off'
        union all select service, state from _touchstone.tracker where state <> 'off') one),
    'apiKeys', (select count(*) from _touchstone.api_key k where _touchstone.api_key_state(k, $1::timestamptz) = 'live'),
    'widgetKeys', (select count(*) from _touchstone.widget_key k where k.is_on),
    'webhooks', (select jsonb_build_object('total', count(*), 'failing', count(*) filter (
        where w.state = 'disabled' or w.failures > 0)) from _touchstone.webhook w))"#;
