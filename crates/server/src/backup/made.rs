//! Making a backup.

use feedback::recount;
use futures_util::TryStreamExt;
use parse_engine::file::Blobs;
use parse_store::snapshot::{RowDigest, Snapshot, Table};
use parse_store::{StoreError, StoreOptions};

use super::files;
use super::manifest::{FORMAT, Manifest, Member, Sequence, ShapeLine, TableRows};
use super::member::MemberWriter;
use super::place::Place;
use super::progress::{Progress, size};
use crate::error_chain::chain;

/// What is backed up, and how it is called.
pub(crate) struct Plan<'a> {
    /// How to reach the database.
    pub(crate) store: &'a StoreOptions,
    /// Where the uploaded files are.
    pub(crate) storage: &'a dyn Blobs,
    /// Where the backup goes.
    pub(crate) place: &'a Place,
    /// Its name: when it was begun.
    pub(crate) name: String,
    /// Of which application it is.
    pub(crate) application_id: &'a str,
    /// Whether there are ledgers.
    pub(crate) is_product: bool,
    /// A snapshot that somebody else holds, to be joined.
    pub(crate) snapshot: Option<&'a str>,
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
    let snapshot = taken(plan).await?;
    let tables = snapshot.tables().await.map_err(told)?;
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
    if plan.place.size(&format!("{}/shape.jsonl.zst", plan.name)).await?.is_some() {
        return Err(format!("there is a backup {} already: try again in a second", plan.name));
    }
    let snapshot = taken(plan).await?;
    let about = snapshot.about().await.map_err(told)?;
    let text = |key: &str| about[key].as_str().unwrap_or_default().to_owned();
    progress.part(&format!("snapshot of {} taken at {}", text("database"), text("at")));
    let ledgers = match plan.is_product {
        true => recount::ends(&snapshot).await.map_err(told)?,
        false => Vec::new(),
    };
    let shape = shape(plan, &snapshot).await?;
    let tables = rows(plan, &snapshot, progress).await?;
    let sequences = snapshot.counted().await.map_err(told)?;
    let in_database = snapshot.file_names().await.map_err(told)?;
    // From here on, tables may change again: files are not in the database.
    drop(snapshot);
    let files = files::copy(plan.storage, plan.place, &plan.name, in_database, progress).await?;
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
        encoding: text("encoding"),
        shape,
        tables,
        sequences: sequences.into_iter().map(Sequence::from).collect(),
        files,
        ledgers,
    };
    plan.place.seal(&manifest).await?;
    Ok(manifest)
}

/// Takes the snapshot, unless there is something in the database that would be left out.
async fn taken(plan: &Plan<'_>) -> Result<Snapshot, String> {
    let snapshot = Snapshot::take(plan.store, plan.snapshot).await.map_err(told)?;
    let uncarried = snapshot.uncarried().await.map_err(told)?;
    if uncarried.is_empty() {
        return Ok(snapshot);
    }
    let named = uncarried.iter().map(|(kind, name)| format!("{kind} {name}"));
    Err(format!(
        "this database has what a backup would leave out: {}. Take it away, or use pg_dump and back \
         up the files beside it",
        named.collect::<Vec<_>>().join(", ")
    ))
}

async fn shape(plan: &Plan<'_>, snapshot: &Snapshot) -> Result<Member, String> {
    let mut member = MemberWriter::new(plan.place, &plan.name, "shape.jsonl.zst".to_owned())?;
    for making in snapshot.shape().await.map_err(told)? {
        let line = serde_json::to_vec(&ShapeLine::from(making));
        let mut line = line.map_err(|error| error.to_string())?;
        line.push(b'\n');
        member.write(&line).await?;
    }
    member.finish().await
}

async fn rows(
    plan: &Plan<'_>,
    snapshot: &Snapshot,
    progress: &mut Progress,
) -> Result<Vec<TableRows>, String> {
    let all = snapshot.tables().await.map_err(told)?;
    let count = all.len();
    let (mut tables, mut rows, mut bytes) = (Vec::with_capacity(count), 0, 0);
    for (at, table) in all.into_iter().enumerate() {
        let mut member = MemberWriter::new(plan.place, &plan.name, member_path(at, &table))?;
        let mut digest = RowDigest::default();
        let mut pieces = snapshot.rows(&table).await.map_err(told)?;
        while let Some(piece) = pieces.try_next().await.map_err(told)? {
            digest.take(&piece);
            member.write(&piece).await?;
            let (rows, bytes) = (rows + digest.rows(), bytes + digest.bytes());
            progress.at(|| {
                format!("table {} of {count}, {rows} rows, {}: {}", at + 1, size(bytes), table.name)
            });
        }
        (rows, bytes) = (rows + digest.rows(), bytes + digest.bytes());
        tables.push(TableRows {
            schema: table.schema,
            name: table.name,
            columns: table.columns,
            rows: digest.rows(),
            sum: digest.sum(),
            text_bytes: digest.bytes(),
            member: member.finish().await?,
        });
    }
    let kept: u64 = tables.iter().map(|table| table.member.bytes).sum();
    let (whole, kept) = (size(bytes), size(kept));
    progress.part(&format!("rows: {rows} in {count} tables, {whole}, compressed {kept}"));
    Ok(tables)
}

/// Such as `rows/0012-public._User.zst`: a name that any file system and any bucket takes.
fn member_path(at: usize, table: &Table) -> String {
    let called = format!("{}.{}", table.schema, table.name);
    let plain = |c: char| if c.is_ascii_alphanumeric() || "._-".contains(c) { c } else { '-' };
    let called: String = called.chars().take(80).map(plain).collect();
    format!("rows/{at:04}-{called}.zst")
}

fn told(error: StoreError) -> String {
    chain(&error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_has_a_name_that_any_place_takes() {
        let table = |name: &str| Table {
            schema: "public".to_owned(),
            name: name.to_owned(),
            columns: Vec::new(),
            about_rows: 0,
            bytes: 0,
        };
        assert_eq!(
            member_path(7, &table("_Join:users:_Role")),
            "rows/0007-public._Join-users-_Role.zst"
        );
        assert_eq!(member_path(0, &table("../ü/x")), "rows/0000-public...---x.zst");
    }
}
