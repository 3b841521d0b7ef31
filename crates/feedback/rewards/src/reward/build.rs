//! Building a draft: the line of each person, the tree, the root, and the hash of the season file.

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use payout::leaf::hashes;
use payout::season_file::FileDigest;
use payout::{Tree, address};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::calculation::Calculation;
use super::export::shown;
use super::params::RewardParams;
use super::payees::ClosedSeason;
use super::rules_text::rules_text;
use super::season_lines::{SeasonChunk, pieces, text};
use super::stored::{Export, Payee, export, moment, payees, write_payees};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::invalid;

pub(super) struct RewardBuild;

#[async_trait]
impl Command for RewardBuild {
    const NAME: &'static str = "rewardBuild";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = false;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = RewardParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, asked: RewardParams) -> Result<Self::Answer, Error> {
        let plan = asked.plan()?;
        lock(ctx, plan.season).await?;
        refuse_published(ctx, plan.season).await?;
        let found = Calculation::of(ctx, plan).await?;
        if let Some(problem) = found.problems().into_iter().next() {
            return Err(invalid(problem.key, problem.sentence));
        }
        let (leaves, format) = (found.bundle.leaves.clone(), found.plan.format);
        // Tens of thousands of hashes, on a thread without requests.
        let tree = tokio::task::spawn_blocking(move || Tree::of(&hashes(&leaves, format)));
        let tree = tree.await.map_err(|error| Error::Failed {
            doing: "hashing the tree of a payout",
            source: Box::new(error),
        })?;
        let tree = tree.ok_or_else(|| invalid("PAYOUT_NOBODY", "No person would be paid."))?;
        let drop = Sql::fixed(
            r#"delete from "RewardExport" where "season" = $1::float8 and "state" = 'draft'"#,
            [Bind::from(f64::from(found.plan.season))],
        );
        ctx.execute(&drop).await?;
        let id = ctx.new_id();
        let lines = payees(&found, &tree);
        write_payees(ctx, &id, &lines).await?;
        let draft = draft(ctx, &found, &tree, &id)?;
        let (end_line, sha256) = digest(ctx, &found.season, &draft).await?;
        write_source(
            ctx,
            &asked,
            &found,
            &lines,
            &BuiltExport { id: &id, end_line: &end_line, tree: &tree },
        )
        .await?;
        write_export(ctx, &found, &Export { file_sha256: sha256, ..draft }).await?;
        let built = export(ctx, &id).await?;
        let change = AuditChange {
            kind: "payout",
            id,
            label: format!("season {}", built.season),
            before: json!({}),
            after: json!({ "root": built.root, "sum": built.sum, "leafCount": built.leaf_count }),
        };
        Ok(AuditedReply::new(json!({ "export": shown(ctx, &built).await? }), change))
    }
}

/// Serializes everything that changes the payouts of a season.
pub(super) async fn lock(ctx: &CommandContext, season: u32) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select pg_advisory_xact_lock(hashtext('touchstone.reward'), $1::int8::int)",
        [Bind::from(i64::from(season))],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn refuse_published(ctx: &CommandContext, season: u32) -> Result<(), Error> {
    let sql = Sql::fixed(
        "select to_jsonb(export) from _touchstone.reward_current where season = $1::int8 and state = 'published'",
        [Bind::from(i64::from(season))],
    );
    match ctx.row::<String>(&sql).await? {
        Some(_) => Err(invalid(
            "PAYOUT_PUBLISHED",
            "The payout of this season is published. Void it before another is built.",
        )),
        None => Ok(()),
    }
}

/// The draft without the hash of its file.
fn draft(
    ctx: &CommandContext,
    found: &Calculation,
    tree: &Tree,
    id: &str,
) -> Result<Export, Error> {
    let (plan, bundle) = (&found.plan, &found.bundle);
    Ok(Export {
        id: id.to_owned(),
        season: plan.season,
        state: "draft".to_owned(),
        token: plan.token.clone(),
        pool: plan.rules.pool.to_string(),
        unit: plan.rules.unit.to_string(),
        curve: plan.rules.curve,
        tiers: plan.rules.tiers.clone(),
        min_points: plan.rules.min_points,
        cap_bps: plan.rules.cap_bps,
        rounding: plan.rules.rounding,
        format: plan.format,
        root: tree.root().to_string(),
        leaf_count: bundle.leaves.len(),
        sum: bundle.sum.to_string(),
        carried: bundle.carried.to_string(),
        unallocated: bundle.allocation.unallocated.to_string(),
        final_hash: found.season.hash().to_owned(),
        file_sha256: String::new(),
        rules_text: rules_text(plan),
        deadline: None,
        distributor: plan.distributor.map(address::checksummed),
        figures: Some(found.figures(&found.spread())?),
        built_at: ctx.now().iso(),
        published_at: None,
        voided_at: None,
        void_reason: None,
        people: found.people.len(),
    })
}

/// Writes the season file, and returns its last line and its hash.
async fn digest(
    ctx: &CommandContext,
    season: &ClosedSeason,
    draft: &Export,
) -> Result<(String, String), Error> {
    let mut digest = FileDigest::default();
    for piece in pieces(season, draft) {
        if piece != SeasonChunk::End {
            digest.take(&text(ctx, season, draft, piece).await?);
        }
    }
    let (end_line, sha256) = digest.end();
    Ok((end_line, sha256.to_string()))
}

/// A hash of all lines, which shows whether something changed since.
pub(super) fn lines_hash(lines: &[Payee]) -> String {
    let mut hash = Sha256::new();
    for line in lines {
        hash.update(json!(line).to_string());
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The result of a build, without the lines.
struct BuiltExport<'a> {
    id: &'a str,
    end_line: &'a str,
    tree: &'a Tree,
}

async fn write_source(
    ctx: &CommandContext,
    asked: &RewardParams,
    found: &Calculation,
    lines: &[Payee],
    built: &BuiltExport<'_>,
) -> Result<(), Error> {
    let nodes: String = built.tree.nodes().iter().map(|node| format!("{node:x}")).collect();
    let ranked = lines.iter().filter(|line| line.rank.is_some()).count();
    let sql = Sql::fixed(
        "insert into _touchstone.reward_source (export, asked, lines_hash, end_line, weight, ranked, nodes)
        values ($1::text, $2::jsonb, $3::text, $4::text, $6::text::numeric, $7::int8, decode($5::text, 'hex'))",
        [
            Bind::from(built.id),
            json!(asked).into(),
            lines_hash(lines).into(),
            built.end_line.into(),
            nodes.into(),
            found.bundle.allocation.weight.to_string().into(),
            i64::try_from(ranked).unwrap_or(i64::MAX).into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}

async fn write_export(
    ctx: &CommandContext,
    found: &Calculation,
    export: &Export,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"insert into "RewardExport" ("objectId", "createdAt", "updatedAt", "season", "state", "token", "pool", "unit", "curve", "tiers",
            "minPoints", "capBps", "rounding", "format", "root", "leafCount", "sum", "carried", "unallocated", "finalHash", "fileSha256",
            "rulesText", "deadline", "distributor", "figures", "people", "by", "_rperm", "_wperm")
        select e."id", $2::timestamptz, $2::timestamptz, e."season", 'draft', e."token", e."pool", e."unit", e."curve", e."tiers",
            e."minPoints", e."capBps", e."rounding", e."format", e."root", e."leafCount", e."sum", e."carried", e."unallocated", e."finalHash",
            e."fileSha256", e."rulesText", $3::timestamptz, e."distributor", e."figures", $4::float8, $5::text, '{role:administrators}', '{}'
        from jsonb_to_record($1::jsonb) as e("id" text, "season" float8, "token" jsonb, "pool" text, "unit" text, "curve" text, "tiers" jsonb,
            "minPoints" float8, "capBps" float8, "rounding" text, "format" text, "root" text, "leafCount" float8, "sum" text, "carried" text,
            "unallocated" text, "finalHash" text, "fileSha256" text, "rulesText" text, "distributor" text, "figures" jsonb)"#,
        [
            Bind::from(json!(export)),
            ctx.now().into(),
            moment(found.plan.deadline),
            (export.people as f64).into(),
            ctx.member()?.id.as_str().into(),
        ],
    );
    ctx.execute(&sql).await.map(drop)
}
