//! Making a backup.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::process::Stdio;

use feedback::recount;
use futures_util::TryStreamExt;
use parse_blobs::FolderName;
use parse_files::Blobs;
use parse_store::snapshot::{RowDigest, Snapshot, Table};
use parse_store::{StoreError, StoreOptions};
use telemetry::error_chain::chain;
use tokio::io::AsyncReadExt;

use super::destination::Destination;
use super::files::{self, Suspects};
use super::manifest::{FORMAT, Manifest, Member, TableRows};
use super::member::MemberWriter;
use super::progress::{Progress, size};
use super::tools::{Programs, Running, major};

/// The database of a backup.
const DATABASE: &str = "database.dump";
/// Which nodes run is true of the running database alone.
const LEFT_OUT: (&str, &str) = ("_touchstone", "file_folder");

/// What is backed up, and how it is called.
pub(crate) struct Plan<'a> {
    /// How to reach the database.
    pub(crate) store: &'a StoreOptions,
    /// What copies it.
    pub(crate) programs: &'a Programs,
    /// Where the uploaded files are.
    pub(crate) storage: &'a dyn Blobs,
    /// Where the backup goes.
    pub(crate) place: &'a Destination,
    /// Its name: when it was begun.
    pub(crate) name: String,
    /// Of which application it is.
    pub(crate) application_id: &'a str,
    /// Whether there are ledgers.
    pub(crate) is_product: bool,
    /// A snapshot that another session holds, to be joined.
    pub(crate) snapshot: Option<&'a str>,
    /// The name that is written in the folder of files, where files are in one.
    pub(crate) folder: Option<FolderName>,
}

/// What a backup would have to copy.
#[derive(Debug)]
pub(crate) struct Extent {
    pub(crate) tables: usize,
    pub(crate) about_rows: u64,
    pub(crate) bytes: u64,
    pub(crate) files: u64,
    pub(crate) file_bytes: u64,
    /// Files of these that an earlier backup has.
    pub(crate) known: u64,
}

/// Looks how much there is, and writes nothing.
pub(crate) async fn dry_run(plan: &Plan<'_>) -> Result<Extent, String> {
    let snapshot = Snapshot::take(plan.store, plan.snapshot).await.map_err(store_error)?;
    dump_version(plan, &snapshot).await?;
    same_folder(plan, &snapshot).await?;
    let tables = tables(&snapshot).await?;
    let known = files::known(plan.place).await?;
    let mut extent = Extent {
        tables: tables.len(),
        about_rows: tables.iter().map(|table| table.about_rows).sum(),
        bytes: tables.iter().map(|table| table.bytes).sum(),
        files: 0,
        file_bytes: 0,
        known: 0,
    };
    let mut listed = plan.storage.list();
    while let Some(file) = listed.try_next().await.map_err(|error| chain(&error))? {
        extent.files += 1;
        extent.file_bytes += file.size;
        let same = known.get(file.name.as_str()).is_some_and(|kept| kept.bytes == file.size);
        extent.known += u64::from(same);
    }
    Ok(extent)
}

/// Makes a backup. It counts from the moment its manifest is written, which is the last thing done.
pub(crate) async fn make(plan: &Plan<'_>, progress: &mut Progress) -> Result<Manifest, String> {
    if plan.place.size(&format!("{}/{DATABASE}", plan.name)).await?.is_some() {
        return Err(format!("there is a backup {} already: try again in a second", plan.name));
    }
    let snapshot = Snapshot::take(plan.store, plan.snapshot).await.map_err(store_error)?;
    let pg_dump = dump_version(plan, &snapshot).await?;
    same_folder(plan, &snapshot).await?;
    let about = snapshot.about().await.map_err(store_error)?;
    let text = |key: &str| about[key].as_str().unwrap_or_default().to_owned();
    progress.part(&format!("snapshot of {} taken at {}", text("database"), text("at")));
    let ledgers = match plan.is_product {
        true => recount::ends(&snapshot).await.map_err(store_error)?,
        false => Vec::new(),
    };
    let (database, tables) = copied(plan, &snapshot, progress).await?;
    let in_database = known_files(&snapshot).await?;
    // From here on, tables may change again: files are not in the database.
    drop(snapshot);
    let copied = files::copy(plan.storage, plan.place, &plan.name, in_database, progress).await?;
    let (mut files, suspects) = copied;
    files.missing = missing(plan, suspects).await?;
    progress.part(&format!(
        "files: {}, {}, of which {} were copied",
        files.count,
        size(files.bytes),
        files.copied
    ));
    let manifest = Manifest {
        format: FORMAT,
        name: plan.name.clone(),
        written_by: format!("touchstone {}", env!("CARGO_PKG_VERSION")),
        application_id: plan.application_id.to_owned(),
        snapshot_at: text("at"),
        postgresql: text("version"),
        pg_dump,
        database,
        tables,
        files,
        ledgers,
    };
    plan.place.seal(&manifest).await?;
    Ok(manifest)
}

/// The version of `pg_dump`, which must be able to read the server.
async fn dump_version(plan: &Plan<'_>, snapshot: &Snapshot) -> Result<String, String> {
    let about = snapshot.about().await.map_err(store_error)?;
    let server = about["version"].as_str().unwrap_or_default();
    let why = format!("the server is of PostgreSQL {server}");
    plan.programs.at_least("pg_dump", major(server), &why).await
}

/// Fails if files are in another folder than they were last: an empty one, such as a mount that is
/// missing, would make a backup without files.
async fn same_folder(plan: &Plan<'_>, snapshot: &Snapshot) -> Result<(), String> {
    let Some(folder) = &plan.folder else { return Ok(()) };
    let last = snapshot.last_folder().await.map_err(store_error)?;
    match last.filter(|(name, _)| folder.as_ref() != Some(name)) {
        Some((_, place)) if !known_files(snapshot).await?.is_empty() => Err(format!(
            "the folder of files is not the one that {place} used: mount that one, or say \
             --accept-new-folder if files were moved"
        )),
        _ => Ok(()),
    }
}

async fn tables(snapshot: &Snapshot) -> Result<Vec<Table>, String> {
    let mut tables = snapshot.tables().await.map_err(store_error)?;
    tables.retain(|table| (table.schema.as_str(), table.name.as_str()) != LEFT_OUT);
    Ok(tables)
}

async fn known_files(snapshot: &Snapshot) -> Result<HashMap<String, u64>, String> {
    let files = snapshot.files().await.map_err(store_error)?;
    Ok(files.into_iter().map(|(name, size)| (name, u64::try_from(size).unwrap_or(0))).collect())
}

/// Of the files that were not as the snapshot said, those that the database still speaks of so: what
/// was deleted or replaced meanwhile is not missing.
async fn missing(plan: &Plan<'_>, suspects: Suspects) -> Result<Vec<String>, String> {
    if suspects.is_empty() {
        return Ok(Vec::new());
    }
    let now = known_files(&Snapshot::take(plan.store, None).await.map_err(store_error)?).await?;
    let is_missing = |(name, found): &(String, Option<u64>)| {
        now.get(name).is_some_and(|size| Some(*size) != *found)
    };
    let mut missing: Vec<String> =
        suspects.into_iter().filter(is_missing).map(|(name, _)| name).collect();
    missing.sort();
    Ok(missing)
}

/// Has `pg_dump` copy the snapshot, and counts its rows meanwhile.
async fn copied(
    plan: &Plan<'_>,
    snapshot: &Snapshot,
    progress: &mut Progress,
) -> Result<(Member, Vec<TableRows>), String> {
    let all = tables(snapshot).await?;
    let progress = RefCell::new(progress);
    let (written, at, rows) = (Cell::new(0), Cell::new(0), Cell::new(0));
    let show = || {
        progress.borrow_mut().at(|| {
            let (at, rows) = (at.get(), rows.get());
            format!("{}, table {at} of {}, {rows} rows", size(written.get()), all.len())
        });
    };
    let dumped = dumped(plan, snapshot, |bytes| {
        written.set(bytes);
        show();
    });
    let counted = async {
        let mut tables = Vec::with_capacity(all.len());
        for table in &all {
            let digest = counted(snapshot, table).await?;
            rows.set(rows.get() + digest.rows());
            at.set(at.get() + 1);
            show();
            tables.push(TableRows {
                schema: table.schema.clone(),
                name: table.name.clone(),
                rows: digest.rows(),
                sum: digest.sum(),
            });
        }
        Ok(tables)
    };
    let (database, tables) = tokio::try_join!(dumped, counted)?;
    let (rows, bytes) = (rows.get(), size(database.bytes));
    progress.borrow_mut().part(&format!("rows: {rows} in {} tables, in {bytes}", all.len()));
    Ok((database, tables))
}

/// What the rows of a table add up to.
pub(super) async fn counted(snapshot: &Snapshot, table: &Table) -> Result<RowDigest, String> {
    let mut digest = RowDigest::default();
    let mut pieces = snapshot.rows(table).await.map_err(store_error)?;
    while let Some(piece) = pieces.try_next().await.map_err(store_error)? {
        digest.take(&piece);
    }
    Ok(digest)
}

async fn dumped(
    plan: &Plan<'_>,
    snapshot: &Snapshot,
    tell: impl Fn(u64),
) -> Result<Member, String> {
    let mut command = plan.programs.command("pg_dump");
    command.env("PGAPPNAME", "touchstone backup").arg("--no-password");
    command.args(["--format=custom", "--quote-all-identifiers", "--no-subscriptions"]);
    command.args(["--lock-wait-timeout=60s", "--snapshot", snapshot.id()]);
    command.arg(format!("--exclude-table-data={}.{}", LEFT_OUT.0, LEFT_OUT.1));
    command.stdout(Stdio::piped());
    let mut running = Running::start("pg_dump", command)?;
    let mut output = running.child.stdout.take().ok_or("pg_dump has no output")?;
    let mut member = MemberWriter::new(plan.place, &plan.name, DATABASE);
    let (mut piece, mut bytes) = (vec![0; 1 << 18], 0);
    loop {
        let read = output.read(&mut piece).await;
        match read.map_err(|error| format!("pg_dump cannot be read: {error}"))? {
            0 => break,
            count => {
                member.write(&piece[..count]).await?;
                bytes += count as u64;
                tell(bytes);
            }
        }
    }
    running.end().await?;
    member.finish().await
}

fn store_error(error: StoreError) -> String {
    chain(&error)
}
