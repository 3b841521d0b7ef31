//! Rule sets: reading, previewing, publishing.
//!
//! A published rule set never changes, and none starts in the past.

use async_trait::async_trait;
use feedback_model::purse::{allocate, purse};
use feedback_model::rule_set::{Preset, Published, Rules, diff, may_begin};
use feedback_model::{Kind, Quality, RuleSet, Severity, UserId};
use parse_engine::{Error, Extension};
use parse_model::{Date, Json};
use parse_store::{Bind, Sql};
use serde::Deserialize;
use serde_json::json;

use super::dry_run;
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, NoParams, Query, Who, command, query};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::product_state::ProductState;
use feedback_core::refused::{from_refusal, invalid};
use feedback_core::timestamp::{date, timestamp};

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = query::<RuleBook>(extension, state);
    let extension = query::<RulesCalculate>(extension, state);
    let extension = query::<RuleSetDryRun>(extension, state);
    command::<RuleSetPublish>(extension, state)
}

struct RuleBook;

#[async_trait]
impl Query for RuleBook {
    const NAME: &'static str = "rules";
    const WHO: Who = Who::Member;
    type Params = NoParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, _: NoParams) -> Result<Json, Error> {
        let rules_and_seasons = ctx.read_rules_and_seasons().await?;
        let current = rules_and_seasons.rules_at(timestamp(ctx.now()))?.version;
        let sql = Sql::new(
            r#"select jsonb_build_object('version', r."version", 'rules', r."rules", 'effectiveFrom', _touchstone.iso(r."effectiveFrom"),
                'note', r."note", 'diff', coalesce(r."diff", '[]'),
                'publishedBy', case when u."objectId" is not null then _touchstone.person(u) end)
            from "RuleSet" r left join "_User" u on u."objectId" = r."publishedBy" order by r."version" desc"#,
        );
        let mut history: Vec<Json> = ctx.rows(&sql).await?;
        let current = history.iter().find(|set| set["version"] == current).cloned();
        let latest = history.first().cloned();
        for set in &mut history {
            set.as_object_mut().map(|set| set.remove("rules"));
        }
        // The next version follows the last published one, even if that is not in force yet.
        let presets =
            Preset::ALL.map(|preset| json!({ "key": preset.key(), "rules": preset.rule_set() }));
        Ok(json!({ "current": current, "latest": latest, "history": history, "presets": presets }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesCalculateParams {
    kind: Kind,
    severity: Option<Severity>,
    #[serde(default)]
    quality: Quality,
    position: u32,
}

struct RulesCalculate;

#[async_trait]
impl Query for RulesCalculate {
    const NAME: &'static str = "rulesCalculate";
    const WHO: Who = Who::Member;
    type Params = RulesCalculateParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: RulesCalculateParams) -> Result<Json, Error> {
        if !(1..=100).contains(&params.position) {
            return Err(invalid("POSITION", "Choose a position from 1 to 100."));
        }
        let rules_and_seasons = ctx.read_rules_and_seasons().await?;
        let rules = &rules_and_seasons.rules_at(timestamp(ctx.now()))?.rules;
        let severity = params.severity.filter(|_| params.kind.has_severity());
        let Some(base) = rules.base(params.kind, severity) else {
            return Err(invalid(
                "SEVERITY_MISSING",
                "The worth of a bug follows from its severity.",
            ));
        };
        let worth = purse(base, params.quality, rules);
        let parts =
            allocate(worth, (1..=params.position).collect(), &rules.rules().co_finder_shares);
        let share = parts.iter().find(|(place, _)| *place == params.position);
        let share = share.map_or(0, |(_, share)| *share);
        let word = severity.map_or(params.kind.key(), Severity::word);
        let (quality, position) = (params.quality.key(), params.position);
        let bps = rules.quality_bps(params.quality);
        let factor = format!("{}.{:02}", bps / 10_000, bps % 10_000 / 100);
        let sentence = format!(
            "{word}: {base} × quality {quality} {factor} = {worth}. Number {position} to report it gets {share}."
        );
        Ok(json!({ "purse": worth, "share": share, "sentence": sentence }))
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleSetDryRunParams {
    rules: Json,
}

struct RuleSetDryRun;

#[async_trait]
impl Query for RuleSetDryRun {
    const NAME: &'static str = "ruleSetDryRun";
    const WHO: Who = Who::Administrator;
    type Params = RuleSetDryRunParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: RuleSetDryRunParams) -> Result<Json, Error> {
        let rules_and_seasons = ctx.read_rules_and_seasons().await?;
        let current = &rules_and_seasons.rules_at(timestamp(ctx.now()))?.rules;
        match parsed(params.rules) {
            Ok(tried) => dry_run::run(ctx, current, &tried).await,
            Err(problem) => Ok(dry_run::impossible(&problem)),
        }
    }
}

/// Rules within bounds, or their error.
fn parsed(rules: Json) -> Result<RuleSet, String> {
    let rules: Rules = serde_json::from_value(rules).map_err(|error| error.to_string())?;
    RuleSet::parse(rules).map_err(|refused| refused.to_string())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RuleSetPublishParams {
    rules: Json,
    effective_from: String,
    note: String,
}

struct RuleSetPublish;

#[async_trait]
impl Command for RuleSetPublish {
    const NAME: &'static str = "ruleSetPublish";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    type Params = RuleSetPublishParams;
    type Answer = AuditedReply<Json>;

    async fn run(
        ctx: &CommandContext,
        params: RuleSetPublishParams,
    ) -> Result<Self::Answer, Error> {
        let rules =
            parsed(params.rules).map_err(|problem| invalid("RULE_OUT_OF_BOUNDS", problem))?;
        let note = params.note.trim();
        if !(10..=500).contains(&note.chars().count()) {
            return Err(invalid("NOTE", "Give a reason of 10 to 500 characters."));
        }
        let from = Date::parse(&params.effective_from).map(timestamp);
        let from = from
            .ok_or_else(|| invalid("EFFECTIVE_FROM", "The start time of the rules is required."))?;
        may_begin(from, timestamp(ctx.now())).map_err(from_refusal)?;
        let lock = Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.rules'))");
        ctx.execute(&lock).await?;
        let rules_and_seasons = ctx.read_rules_and_seasons().await?;
        let before = rules_and_seasons.rules_at(from)?;
        let version = rules_and_seasons.published().last().map_or(1, |set| set.version + 1);
        let changes: Vec<Json> = diff(&before.rules, &rules)
            .iter()
            .map(|one| json!({ "key": one.rule, "before": one.before, "after": one.after }))
            .collect();
        if changes.is_empty() {
            return Err(invalid("RULES_UNCHANGED", "These rules are already in effect."));
        }
        let set = Published { version, effective_from: from, rules };
        write(ctx, &set, note, &changes).await?;
        append_published(ctx, &set, note).await?;
        let change = AuditChange {
            kind: "rules",
            id: version.to_string(),
            label: format!("Version {version}"),
            before: json!({ "version": before.version }),
            after: json!({ "version": version, "note": note, "diff": changes }),
        };
        Ok(AuditedReply::new(json!({ "version": version }), change))
    }
}

async fn append_published(ctx: &CommandContext, set: &Published, note: &str) -> Result<(), Error> {
    let actor = UserId::from(ctx.member()?.id.as_str());
    let from = date(set.effective_from).iso();
    let event = DomainEvent {
        kind: EventKind::RulesChanged,
        issue: None,
        actor: Some(&actor),
        data: json!({ "version": set.version, "from": from, "note": note }),
    };
    append(ctx, &event).await
}

async fn write(
    ctx: &CommandContext,
    set: &Published,
    note: &str,
    changes: &[Json],
) -> Result<(), Error> {
    let rules = serde_json::to_value(&set.rules)
        .map_err(|error| Error::Failed { doing: "writing a rule set", source: Box::new(error) })?;
    let sql = Sql::fixed(
        r#"insert into "RuleSet" ("objectId", "createdAt", "updatedAt", "version", "rules", "effectiveFrom", "note", "diff",
            "publishedBy", "_rperm", "_wperm")
        values ($1::text, $2::timestamptz, $2::timestamptz, $3::float8, $4::jsonb, $5::timestamptz, $6::text, $7::jsonb,
            $8::text, '{*}', '{}')"#,
        [
            Bind::from(ctx.new_id()),
            ctx.now().into(),
            f64::from(set.version).into(),
            rules.into(),
            date(set.effective_from).into(),
            note.into(),
            Json::from(changes.to_vec()).into(),
            ctx.member()?.id.as_str().into(),
        ],
    );
    ctx.rules_and_seasons_changed();
    ctx.execute(&sql).await.map(drop)
}
