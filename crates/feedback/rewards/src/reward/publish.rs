//! Publishing a payout, which is final, and voiding a wrong one.

use std::io::{self, BufReader, Read};

use async_trait::async_trait;
use feedback_model::UserId;
use parse_engine::Error;
use parse_model::Json;
use parse_store::{Bind, Sql};
use payout::Tree;
use payout::leaf::hashes;
use payout::season_file::{Broken, Outside, Verified, verify};
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

use super::build::{lines_hash, lock};
use super::calculation::Calculation;
use super::export::shown;
use super::params::RewardParams;
use super::payees::ClosedSeason;
use super::season_lines::{pieces, text};
use super::stored::{Export, export, payees, source};
use feedback_core::audit::{AuditChange, AuditedReply};
use feedback_core::command::{Command, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::event::{DomainEvent, EventKind, append};
use feedback_core::refused::invalid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RewardPublishParams {
    export: String,
    words: String,
}

pub(super) struct RewardPublish;

#[async_trait]
impl Command for RewardPublish {
    const NAME: &'static str = "rewardPublish";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = RewardPublishParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: RewardPublishParams) -> Result<Self::Answer, Error> {
        let before = in_state(ctx, &params.export, "draft").await?;
        let words = format!("publish season {}", before.season);
        if params.words.trim() != words {
            return Err(invalid("PAYOUT_WORDS", format!("Type “{words}” to publish.")));
        }
        refuse_stale(ctx, &before).await?;
        refuse_unverified(ctx, &before).await?;
        let publish = Sql::fixed(
            r#"update "RewardExport" set "state" = 'published', "publishedAt" = $2::timestamptz, "updatedAt" = $2::timestamptz, "_rperm" = '{*}'
            where "objectId" = $1::text"#,
            [Bind::from(&*before.id), ctx.now().into()],
        );
        ctx.execute(&publish).await?;
        let leaves = Sql::fixed(
            r#"insert into "RewardLeaf" ("objectId", "createdAt", "updatedAt", "export", "index", "personId", "address", "points", "amount", "_rperm", "_wperm")
            select substr(md5(p.export || ':' || p.leaf_index), 1, 20), $2::timestamptz, $2::timestamptz, p.export, p.leaf_index, p.person, p.address,
                p.total, p.amount::text,
                array(select u."objectId" from "_User" u where u."personId" = p.person) || '{role:administrators}'::text[], '{}'
            from _touchstone.reward_payee p where p.export = $1::text and p.leaf_index is not null"#,
            [Bind::from(&*before.id), ctx.now().into()],
        );
        ctx.execute(&leaves).await?;
        append_published(ctx, EventKind::PayoutPublished, &before, None).await?;
        moved(ctx, &before).await
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RewardVoidParams {
    export: String,
    reason: String,
}

pub(super) struct RewardVoid;

#[async_trait]
impl Command for RewardVoid {
    const NAME: &'static str = "rewardVoid";
    const WHO: Who = Who::Administrator;
    const NEEDS_FRESH: bool = true;
    const KEEPS_LIST_CACHE: bool = true;
    type Params = RewardVoidParams;
    type Answer = AuditedReply<Json>;

    async fn run(ctx: &CommandContext, params: RewardVoidParams) -> Result<Self::Answer, Error> {
        let before = in_state(ctx, &params.export, "published").await?;
        let reason = params.reason.trim();
        if !(20..=500).contains(&reason.chars().count()) {
            return Err(invalid(
                "PAYOUT_REASON",
                "Give a reason of 20 to 500 characters. All payees of this payout will read it.",
            ));
        }
        let void = Sql::fixed(
            r#"update "RewardExport" set "state" = 'void', "voidedAt" = $2::timestamptz, "voidReason" = $3::text, "updatedAt" = $2::timestamptz
            where "objectId" = $1::text"#,
            [Bind::from(&*before.id), ctx.now().into(), reason.into()],
        );
        ctx.execute(&void).await?;
        append_published(ctx, EventKind::PayoutVoided, &before, Some(reason)).await?;
        moved(ctx, &before).await
    }
}

/// A payout in the required state, locked until the transaction ends.
async fn in_state(ctx: &CommandContext, id: &str, state: &str) -> Result<Export, Error> {
    lock(ctx, export(ctx, id).await?.season).await?;
    let found = export(ctx, id).await?;
    if found.state != state {
        return Err(invalid(
            "PAYOUT_STATE",
            format!("This payout is {}, not {state}.", found.state),
        ));
    }
    Ok(found)
}

/// Notifies the payees that a payout was published or voided.
async fn append_published(
    ctx: &CommandContext,
    kind: EventKind,
    export: &Export,
    reason: Option<&str>,
) -> Result<(), Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('number', s."number"::int, 'name', s."name", 'state', s."state") from "Season" s
        where s."number" = $1::float8"#,
        [Bind::from(f64::from(export.season))],
    );
    let season: Json = ctx.row(&sql).await?.unwrap_or_default();
    let token = json!({ "symbol": export.token.symbol, "decimals": export.token.decimals });
    let data = json!({
        "export": export.id, "season": season, "root": export.root, "token": token, "reason": reason,
    });
    let actor = UserId::from(ctx.member()?.id.as_str());
    append(ctx, &DomainEvent { kind, issue: None, actor: Some(&actor), data }).await
}

/// The answer and the audit entry after a payout changed its state.
async fn moved(ctx: &CommandContext, before: &Export) -> Result<AuditedReply<Json>, Error> {
    let after = export(ctx, &before.id).await?;
    let change = AuditChange {
        kind: "payout",
        id: after.id.clone(),
        label: format!("season {}", after.season),
        before: json!({ "state": before.state }),
        after: json!({ "state": after.state, "root": after.root, "reason": after.void_reason }),
    };
    Ok(AuditedReply::new(json!({ "export": shown(ctx, &after).await? }), change))
}

/// Refuses a draft if a person was held, linked or made an administrator since, or has chosen
/// another wallet.
async fn refuse_stale(ctx: &CommandContext, draft: &Export) -> Result<(), Error> {
    let built = source(ctx, &draft.id).await?;
    let asked: RewardParams = serde_json::from_value(built.asked).map_err(|error| {
        Error::Failed { doing: "reading what a payout was built from", source: Box::new(error) }
    })?;
    let found = Calculation::of(ctx, asked.plan()?).await?;
    let tree = Tree::of(&hashes(&found.bundle.leaves, found.plan.format));
    let lines = tree.map(|tree| lines_hash(&payees(&found, &tree)));
    if lines.as_deref() == Some(&*built.lines_hash) {
        return Ok(());
    }
    let sentence = "The state or wallet of a payee changed since this payout was built. Build it again and review it.";
    Err(invalid("PAYOUT_STALE", sentence))
}

/// Recomputes everything from the season file alone.
async fn refuse_unverified(ctx: &CommandContext, draft: &Export) -> Result<(), Error> {
    let season = ClosedSeason::read(ctx, draft.season).await?;
    let (sender, receiver) = mpsc::channel::<String>(2);
    let outside = Outside { checkpoints: Vec::new(), root: draft.root.parse().ok() };
    let verifying = tokio::task::spawn_blocking(move || {
        let pieces = FileChunks { receiver, rest: Vec::new(), at: 0 };
        verify(BufReader::new(pieces), &outside)
    });
    for piece in pieces(&season, draft) {
        // A verifier that has ended has found a problem, which is reported below.
        if sender.send(text(ctx, &season, draft, piece).await?).await.is_err() {
            break;
        }
    }
    drop(sender);
    let verified: Result<Verified, Broken> = verifying.await.map_err(|error| Error::Failed {
        doing: "verifying a season file",
        source: Box::new(error),
    })?;
    match verified {
        Ok(verified) if verified.sha256.to_string() == draft.file_sha256 => Ok(()),
        Ok(_) => Err(invalid(
            "PAYOUT_STALE",
            "The season file is not the one that was built. Build it again.",
        )),
        Err(broken) => {
            tracing::error!(season = draft.season, problem = %broken, "season file verification failed");
            let sentence = format!(
                "The season file does not verify ({broken}). Run `touchstone verify` on the database before you pay it out."
            );
            Err(invalid("PAYOUT_LEDGER", sentence))
        }
    }
}

/// A file that is read while its parts are still being produced.
struct FileChunks {
    receiver: mpsc::Receiver<String>,
    rest: Vec<u8>,
    at: usize,
}

impl Read for FileChunks {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.rest.len() {
            match self.receiver.blocking_recv() {
                Some(piece) => (self.rest, self.at) = (piece.into_bytes(), 0),
                None => return Ok(0),
            }
        }
        let count = into.len().min(self.rest.len() - self.at);
        into[..count].copy_from_slice(&self.rest[self.at..self.at + count]);
        self.at += count;
        Ok(count)
    }
}
