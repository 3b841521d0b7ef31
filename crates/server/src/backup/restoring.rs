//! Filling an empty database, and the place of files, from a backup.
//!
//! One transaction for the database: rows and shape are compared with what the backup says before it
//! commits, and files are put back before that too. So a database that is there after a restore is
//! whole, with all its files.

use std::collections::BTreeSet;

use feedback::recount;
use futures_util::{StreamExt, TryStreamExt, stream};
use parse_engine::Error;
use parse_engine::file::{Blobs, NewBlob, StoredName};
use parse_model::JsonMap;
use parse_store::snapshot::{Making, Restoration, RowDigest, Unmade};
use parse_store::{StoreError, StoreOptions};
use sha2::{Digest, Sha256};

use super::files::bytes_of;
use super::manifest::{KeptFile, Manifest, ShapeLine};
use super::member::{content, documents};
use super::place::Place;
use super::progress::{Progress, size};
use crate::error_chain::chain;

/// How many files are on their way at once.
const AT_ONCE: usize = 8;

/// What is restored, and where to.
pub(crate) struct Order<'a> {
    /// The database to fill.
    pub(crate) store: &'a StoreOptions,
    /// Where uploaded files go.
    pub(crate) storage: &'a dyn Blobs,
    /// Where the backup is.
    pub(crate) place: &'a Place,
    /// What it says of itself. Its checksums have been looked at.
    pub(crate) manifest: &'a Manifest,
    /// Whether what is in the database may go.
    pub(crate) replaces: bool,
    /// Whether people stay signed in.
    pub(crate) keeps_sessions: bool,
}

/// Says why a database cannot be filled; `None` if it can.
pub(crate) async fn obstacle(
    store: &StoreOptions,
    replaces: bool,
) -> Result<Option<String>, String> {
    let target = Restoration::begin(store).await.map_err(told)?;
    obstacle_of(&target, replaces).await
}

async fn obstacle_of(target: &Restoration, replaces: bool) -> Result<Option<String>, String> {
    let servers = target.servers().await.map_err(told)?;
    if servers > 0 {
        return Ok(Some(format!(
            "{servers} connections of touchstone are open to this database: stop every server first"
        )));
    }
    let tables = target.tables().await.map_err(told)?;
    Ok((!tables.is_empty() && !replaces).then(|| {
        format!(
            "the database is not empty: it has {} tables. Restore into an empty one, or say \
             --replace to lose what is in it",
            tables.len()
        )
    }))
}

/// Restores a backup whose checksums are right, and says how many messages wait to be sent.
pub(crate) async fn restore(order: &Order<'_>, progress: &mut Progress) -> Result<i64, String> {
    let Order { place, manifest, .. } = order;
    let target = Restoration::begin(order.store).await.map_err(told)?;
    if let Some(obstacle) = obstacle_of(&target, order.replaces).await? {
        return Err(obstacle);
    }
    if order.replaces {
        target.clear().await.map_err(told)?;
        progress.part("what was in the database is out of the way");
    }
    let shape: Vec<Making> = documents::<ShapeLine>(place, &manifest.name, &manifest.shape)
        .await?
        .into_iter()
        .map(Making::from)
        .collect();
    let (after, before): (Vec<Making>, Vec<Making>) =
        shape.iter().cloned().partition(|making| making.is_after_rows);
    let late = made(&target, before, "tables and functions", progress).await?;
    if let Some(table) = late.iter().find(|one| one.making.kind == "table") {
        return Err(unmade(std::slice::from_ref(table)));
    }
    loaded(order, &target, progress).await?;
    let late = late.into_iter().map(|one| one.making);
    let left = made(&target, after.into_iter().chain(late).collect(), "indexes", progress).await?;
    if !left.is_empty() {
        return Err(unmade(&left));
    }
    let counted: Vec<_> = manifest.sequences.iter().cloned().map(Into::into).collect();
    target.count(&counted).await.map_err(told)?;
    compared(order, &target, &shape, progress).await?;
    put_back(order, progress).await?;
    let waiting = target.waiting().await.map_err(told)?;
    target.commit().await.map_err(told)?;
    Ok(waiting)
}

async fn made(
    target: &Restoration,
    makings: Vec<Making>,
    what: &str,
    progress: &mut Progress,
) -> Result<Vec<Unmade>, String> {
    let all = makings.len();
    let left = target.make(makings, |done| progress.at(|| format!("{what}: {done} of {all}")));
    let left = left.await.map_err(told)?;
    progress.part(&format!("{what}: {} of {all} made", all - left.len()));
    Ok(left)
}

fn unmade(left: &[Unmade]) -> String {
    let told =
        left.iter().map(|one| format!("{} {}: {}", one.making.kind, one.making.name, one.problem));
    format!(
        "this could not be made, so nothing was restored: {}",
        told.collect::<Vec<_>>().join("; ")
    )
}

/// Loads the rows, reads them again, and ends sessions where that is wanted, before there are
/// triggers that anything would set off.
async fn loaded(
    order: &Order<'_>,
    target: &Restoration,
    progress: &mut Progress,
) -> Result<(), String> {
    let Order { place, manifest, .. } = order;
    let mut rows = 0;
    for (at, kept) in manifest.tables.iter().enumerate() {
        let table = kept.table();
        let pieces = content(place, &manifest.name, &kept.member).await?;
        let taken = target.load(&table, pieces).await.map_err(told)??;
        let mut digest = RowDigest::default();
        let mut pieces = target.rows(&table).await.map_err(told)?;
        while let Some(piece) = pieces.try_next().await.map_err(told)? {
            digest.take(&piece);
        }
        let is_same = digest.sum() == kept.sum && digest.rows() == kept.rows && taken == kept.rows;
        if !is_same {
            return Err(format!(
                "{} came out different: {} rows of {}. Nothing was restored",
                kept.called(),
                digest.rows(),
                kept.rows
            ));
        }
        rows += taken;
        progress.at(|| format!("table {} of {}, {rows} rows", at + 1, manifest.tables.len()));
    }
    progress.part(&format!("rows: {rows} in {} tables, each compared", manifest.tables.len()));
    target.forget_nodes().await.map_err(told)?;
    if !order.keeps_sessions {
        target.end_sessions().await.map_err(told)?;
    }
    Ok(())
}

/// Compares what was made, and where ledgers end, with what the backup says.
async fn compared(
    order: &Order<'_>,
    target: &Restoration,
    shape: &[Making],
    progress: &mut Progress,
) -> Result<(), String> {
    let about = target.about().await.map_err(told)?;
    let here = about["version"].as_str().unwrap_or_default();
    let major = |version: &str| version.split(['.', ' ']).next().unwrap_or_default().to_owned();
    let found = target.shape().await.map_err(told)?;
    // PostgreSQL puts brackets around what it reads back otherwise than around what it was told: `(a
    // and b) and c` becomes `a and b and c`.
    let text = |making: &Making| {
        let sql = making.sql.replace(['(', ')'], "");
        format!("{} {}: {sql}", making.kind, making.name)
    };
    let (wanted, made): (BTreeSet<String>, BTreeSet<String>) =
        (shape.iter().map(text).collect(), found.iter().map(text).collect());
    let missing: Vec<&str> = wanted.difference(&made).map(String::as_str).collect();
    // Another version of PostgreSQL may say the same in other words.
    if !missing.is_empty() && major(here) == major(&order.manifest.postgresql) {
        return Err(format!(
            "this came out different, so nothing was restored: {}",
            missing.join("; ")
        ));
    }
    if !missing.is_empty() {
        progress.part(&format!(
            "{} statements read differently in PostgreSQL {here} than in {}",
            missing.len(),
            order.manifest.postgresql
        ));
    }
    if !order.manifest.ledgers.is_empty() {
        let ends = recount::ends(target).await.map_err(told)?;
        if ends != order.manifest.ledgers {
            return Err(
                "a ledger ends elsewhere than in the backup. Nothing was restored".to_owned()
            );
        }
        for ledger in recount::ledgers(target).await.map_err(told)? {
            if let Some(broken) = ledger.broken {
                progress.part(&format!(
                    "warning: the ledger {} was broken when it was backed up: {broken}",
                    ledger.end.ledger
                ));
            }
        }
        progress.part("both ledgers end where they ended, recounted from their first entries");
    }
    Ok(())
}

async fn put_back(order: &Order<'_>, progress: &mut Progress) -> Result<(), String> {
    let list = &order.manifest.files.list;
    let kept = documents::<KeptFile>(order.place, &order.manifest.name, list).await?;
    let all = kept.len();
    let put = stream::iter(kept).map(|file| async move { put(order, &file).await });
    let mut put = std::pin::pin!(put.buffer_unordered(AT_ONCE));
    let (mut new, mut there) = (0, 0);
    while let Some(is_new) = put.try_next().await? {
        *if is_new { &mut new } else { &mut there } += 1;
        progress.at(|| format!("files: {} of {all}", new + there));
    }
    let bytes = size(order.manifest.files.bytes);
    progress.part(&format!("files: {new} put back, {there} were there, {bytes}"));
    Ok(())
}

/// Puts one file back; `false` if it was there.
async fn put(order: &Order<'_>, file: &KeptFile) -> Result<bool, String> {
    let name =
        StoredName::checked(&file.name).map_err(|_| format!("{} names no file", file.name))?;
    let told = |error: Error| format!("the file {}: {}", file.name, chain(&error));
    if let Some(mut blob) = order.storage.get(&name, None).await.map_err(told)? {
        let mut hash = Sha256::new();
        while let Some(piece) = blob.bytes.try_next().await.map_err(told)? {
            hash.update(&piece);
        }
        if format!("{:x}", hash.finalize()) == file.sha256 {
            return Ok(false);
        }
        if !order.replaces {
            return Err(format!(
                "another file called {} is where files go: move it, or say --replace",
                file.name
            ));
        }
        order.storage.delete(&name).await.map_err(told)?;
    }
    let bytes = bytes_of(order.place, file).await?;
    let bytes = bytes.map_err(|problem| Error::Failed {
        doing: "reading a file of the backup",
        source: problem.into(),
    });
    let new = NewBlob {
        bytes: bytes.boxed(),
        content_type: None,
        metadata: JsonMap::new(),
        tags: JsonMap::new(),
    };
    order.storage.put(&name, new).await.map_err(told)?;
    Ok(true)
}

fn told(error: StoreError) -> String {
    chain(&error)
}
