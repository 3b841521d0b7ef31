//! The file of the tree: what OpenZeppelin's library loads, or what claim pages of indexed
//! distributors read.

use parse_engine::Error;
use payout::tree::path;
use payout::{B256, Format, Leaf, U256, claims_file, decimal, tree_dump};

use super::super::season_lines::leaves;
use super::super::stored::{Export, nodes};
use super::{PIECE, leaf_of};
use feedback_core::command_context::CommandContext;
use feedback_core::refused::not_found;

/// How many parts it has: of the standard form nodes first, then values.
pub(super) fn parts(export: &Export) -> usize {
    let values = export.leaf_count.div_ceil(PIECE);
    match export.format {
        Format::StandardTree => (2 * export.leaf_count - 1).div_ceil(PIECE) + values,
        Format::Indexed => values,
    }
}

/// The text of a part, counted from 0.
pub(super) async fn text(
    ctx: &CommandContext,
    export: &Export,
    part: usize,
) -> Result<String, Error> {
    match export.format {
        Format::StandardTree => standard(ctx, export, part).await,
        Format::Indexed => indexed(ctx, export, part).await,
    }
}

async fn standard(ctx: &CommandContext, export: &Export, part: usize) -> Result<String, Error> {
    let count = 2 * export.leaf_count - 1;
    let node_parts = count.div_ceil(PIECE);
    let mut text = String::new();
    if part < node_parts {
        if part == 0 {
            text.push_str(tree_dump::BEGIN);
        }
        let places: Vec<usize> = (part * PIECE..count.min((part + 1) * PIECE)).collect();
        let nodes = hashes(nodes(ctx, &export.id, &places).await?);
        text.push_str(&tree_dump::nodes(&nodes, part == 0));
        if part + 1 == node_parts {
            text.push_str(tree_dump::BETWEEN);
        }
        return Ok(text);
    }
    let turn = part - node_parts;
    let payees = leaves(ctx, export, turn * PIECE, PIECE).await?;
    let values: Vec<(Leaf, usize)> =
        payees.iter().filter_map(|payee| Some((leaf_of(payee)?, payee.tree_place?))).collect();
    text.push_str(&tree_dump::values(values.iter().map(|(leaf, place)| (leaf, *place)), turn == 0));
    if part + 1 == parts(export) {
        text.push_str(tree_dump::END);
    }
    Ok(text)
}

async fn indexed(ctx: &CommandContext, export: &Export, part: usize) -> Result<String, Error> {
    let mut text = String::new();
    if part == 0 {
        let root: B256 = export.root.parse().map_err(|_| not_found())?;
        text.push_str(&claims_file::begin(root, decimal::parse(&export.sum).unwrap_or(U256::ZERO)));
    }
    let payees = leaves(ctx, export, part * PIECE, PIECE).await?;
    let paths: Vec<Vec<usize>> =
        payees.iter().map(|payee| path(payee.tree_place.unwrap_or(0)).collect()).collect();
    let places: Vec<usize> = paths.concat();
    let mut found = hashes(nodes(ctx, &export.id, &places).await?).into_iter();
    for (payee, path) in payees.iter().zip(&paths) {
        let proof: Vec<B256> = found.by_ref().take(path.len()).collect();
        if let (Some(leaf), Some(index)) = (leaf_of(payee), payee.leaf_index) {
            text.push_str(&claims_file::claim(index, &leaf, &proof));
        }
    }
    if part + 1 == parts(export) {
        text.push_str(claims_file::END);
    }
    Ok(text)
}

fn hashes(texts: Vec<String>) -> Vec<B256> {
    texts.iter().filter_map(|text| text.parse().ok()).collect()
}
