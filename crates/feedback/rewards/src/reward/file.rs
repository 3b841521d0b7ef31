//! The files of a payout, downloaded in parts.

mod tree;

use async_trait::async_trait;
use parse_engine::Error;
use parse_model::{Date, Json};
use payout::transfer_list::{self, PER_TRANSACTION};
use payout::{Leaf, U256, address, decimal, safe_batch};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::payees::ClosedSeason;
use super::season_lines::{leaves, pieces, text};
use super::stored::{Export, Payee, export};
use feedback_core::command::{Query, Who};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::{invalid, not_found};

/// Leaves in one part of a file.
const PIECE: usize = 1000;

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Kind {
    Season,
    Tree,
    Amounts,
    SafeCsv,
    SafeJson,
    Disperse,
    Sablier,
}

impl Kind {
    pub(super) const ALL: [Kind; 7] = [
        Kind::Season,
        Kind::Tree,
        Kind::Amounts,
        Kind::SafeCsv,
        Kind::SafeJson,
        Kind::Disperse,
        Kind::Sablier,
    ];

    /// Whether it is public once the payout is published.
    pub(super) fn is_public(self) -> bool {
        matches!(self, Kind::Season | Kind::Tree | Kind::Amounts)
    }

    /// Whether its parts belong to one file.
    pub(super) fn is_in_pieces(self) -> bool {
        !matches!(self, Kind::SafeCsv | Kind::SafeJson | Kind::Disperse)
    }

    /// Whether a payout has it. Sablier needs a token and at least two receivers.
    pub(super) fn is_there(self, export: &Export) -> bool {
        self != Kind::Sablier || (export.leaf_count >= 2 && export.token.address.is_some())
    }

    /// Number of parts.
    pub(super) fn parts(self, season: &ClosedSeason, export: &Export) -> usize {
        let of = |size: usize| export.leaf_count.div_ceil(size).max(1);
        match self {
            Kind::Season => pieces(season, export).len(),
            Kind::Tree => tree::parts(export),
            Kind::Amounts | Kind::Sablier => of(PIECE),
            Kind::SafeCsv | Kind::SafeJson | Kind::Disperse => of(PER_TRANSACTION),
        }
    }

    /// The name of the file, or of the part if each part is a file of its own.
    pub(super) fn name(self, export: &Export, part: Option<(usize, usize)>) -> String {
        let season = export.season;
        let (name, end) = match self {
            Kind::Season => (format!("season-{season}"), "jsonl"),
            Kind::Tree => (format!("season-{season}-tree"), "json"),
            Kind::Amounts => (format!("season-{season}-amounts"), "csv"),
            Kind::SafeCsv => (format!("season-{season}-safe"), "csv"),
            Kind::SafeJson => (format!("season-{season}-safe-batch"), "json"),
            Kind::Disperse => (format!("season-{season}-disperse"), "txt"),
            Kind::Sablier => (format!("season-{season}-sablier"), "csv"),
        };
        match part.filter(|_| !self.is_in_pieces()) {
            Some((part, parts)) => format!("{name} part {part} of {parts}.{end}"),
            None => format!("{name}.{end}"),
        }
    }

    fn mime(self) -> &'static str {
        match self {
            Kind::Season => "application/jsonl",
            Kind::Tree | Kind::SafeJson => "application/json",
            Kind::Amounts | Kind::SafeCsv | Kind::Sablier => "text/csv",
            Kind::Disperse => "text/plain",
        }
    }
}

/// A part of a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RewardFileParams {
    export: String,
    kind: Kind,
    part: Option<usize>,
}

pub(super) struct RewardFile;

#[async_trait]
impl Query for RewardFile {
    const NAME: &'static str = "rewardFile";
    const WHO: Who = Who::Member;
    type Params = RewardFileParams;
    type Answer = Json;

    async fn answer(ctx: &CommandContext, params: RewardFileParams) -> Result<Json, Error> {
        let RewardFileParams { export: id, kind, part } = params;
        let export = export(ctx, &id).await?;
        if !kind.is_public() && !ctx.member()?.is_admin {
            return Err(not_found());
        }
        if !kind.is_there(&export) {
            return Err(invalid("PAYOUT_FILE", "Sablier pays tokens to two receivers or more."));
        }
        let season = ClosedSeason::read(ctx, export.season).await?;
        let (part, parts) = (part.unwrap_or(1), kind.parts(&season, &export));
        if !(1..=parts).contains(&part) {
            return Err(invalid("PAYOUT_PART", format!("This file has {parts} parts.")));
        }
        let text = match kind {
            Kind::Season => text(ctx, &season, &export, pieces(&season, &export)[part - 1]).await?,
            Kind::Tree => tree::text(ctx, &export, part - 1).await?,
            _ => list(ctx, &export, kind, part, parts).await?,
        };
        let name = kind.name(&export, Some((part, parts)));
        Ok(json!({ "name": name, "mime": kind.mime(), "part": part, "parts": parts, "text": text }))
    }
}

/// A part of a list of receivers.
async fn list(
    ctx: &CommandContext,
    export: &Export,
    kind: Kind,
    part: usize,
    parts: usize,
) -> Result<String, Error> {
    let size = if kind.is_in_pieces() { PIECE } else { PER_TRANSACTION };
    let first = (part - 1) * size;
    let payees = leaves(ctx, export, first, size).await?;
    let paid: Vec<Leaf> = payees.iter().filter_map(leaf_of).collect();
    let token = &export.token;
    let is_first = part == 1;
    Ok(match kind {
        Kind::SafeCsv => transfer_list::safe_csv(token, &paid),
        Kind::Disperse => transfer_list::disperse(token, &paid),
        Kind::Sablier if is_first => transfer_list::sablier(token, &paid),
        Kind::Sablier => transfer_list::disperse(token, &paid),
        Kind::SafeJson => {
            let sum = paid.iter().fold(U256::ZERO, |sum, leaf| sum + leaf.amount);
            let name = format!("Season {} payout, part {part} of {parts}", export.season);
            let sum = decimal::whole_tokens(sum, token.decimals);
            let description =
                format!("{} transfers, {sum} {}, root {}", paid.len(), token.symbol, export.root);
            // The time of the build, so that the same part always has the same bytes.
            let created_at = Date::parse(&export.built_at).map_or(0, Date::millis);
            let batch = safe_batch::Batch { name: &name, description: &description, created_at };
            safe_batch::file(batch, token, &paid).to_string()
        }
        _ => {
            let header = if is_first { transfer_list::AMOUNTS_HEADER } else { "" };
            format!("{header}{}", transfer_list::amounts(first, &paid))
        }
    })
}

/// The leaf of a payee.
fn leaf_of(payee: &Payee) -> Option<Leaf> {
    let address = address::parse(payee.address.as_deref()?)?;
    Some(Leaf { address, amount: decimal::parse(&payee.amount)? })
}
