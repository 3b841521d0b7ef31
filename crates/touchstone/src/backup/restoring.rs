//! Filling an empty database, and the place of files, from a backup.
//!
//! Files come first, so that a database that is there has all of its own. `psql` then runs the
//! script that `pg_restore` makes of the backup, in one transaction. Afterwards every row is read
//! again and compared with what was counted when the backup was made.

use std::collections::HashMap;
use std::process::Stdio;

use feedback::recount;
use futures_util::{StreamExt, TryStreamExt, stream};
use parse_files::{Blobs, FileError, NewBlob, StoredName};
use parse_model::JsonMap;
use parse_store::snapshot::{Restoration, Snapshot};
use parse_store::{StoreError, StoreOptions};
use sha2::{Digest, Sha256};
use telemetry::error_chain::chain;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::process::ChildStdin;

use super::check::fed;
use super::create::counted;
use super::destination::Destination;
use super::files::bytes_of;
use super::manifest::{KeptFile, Manifest};
use super::member::{content, documents};
use super::progress::{Progress, size};
use super::tools::{Programs, Running, major};

/// How many files are on their way at once.
const AT_ONCE: usize = 8;
/// How many lines `pg_restore` needs at most for the settings with which a script begins.
const HEAD: usize = 40;
/// A setting that is in every script of `pg_restore` 17 and newer, and that older servers refuse.
const NEW_SETTING: (&[u8], u32) = (b"SET transaction_timeout = 0;\n", 17);

/// What is restored, and where to.
pub(crate) struct RestorePlan<'a> {
    /// How to reach the database to fill.
    pub(crate) store: &'a StoreOptions,
    /// The same database.
    pub(crate) target: &'a Restoration,
    /// What fills it.
    pub(crate) programs: &'a Programs,
    /// Where uploaded files go.
    pub(crate) storage: &'a dyn Blobs,
    /// Where the backup is.
    pub(crate) place: &'a Destination,
    /// What it says of itself. Its checksums have been looked at.
    pub(crate) manifest: &'a Manifest,
    /// Whether what is in the database may go.
    pub(crate) replaces: bool,
    /// Whether people stay signed in.
    pub(crate) keeps_sessions: bool,
}

/// How a restore ended.
pub(crate) struct Restored {
    /// How many messages wait to be sent.
    pub(crate) waiting: i64,
    /// What is not as the backup says.
    pub(crate) differences: Vec<String>,
}

/// Says why a database cannot be filled; `None` if it can.
pub(crate) async fn obstacle(
    target: &Restoration,
    replaces: bool,
) -> Result<Option<String>, String> {
    let servers = target.servers().await.map_err(store_error)?;
    if servers > 0 {
        return Ok(Some(format!(
            "{servers} connections of touchstone are open to this database: stop every server first"
        )));
    }
    let tables = target.tables().await.map_err(store_error)?;
    Ok((!tables.is_empty() && !replaces).then(|| {
        format!(
            "the database is not empty: it has {} tables. Restore into an empty one, or say \
             --replace to lose what is in it",
            tables.len()
        )
    }))
}

/// Fails if the server or the programs are too old for a backup. Gives the major version of the
/// server.
pub(crate) async fn fitting(
    target: &Restoration,
    programs: &Programs,
    manifest: &Manifest,
) -> Result<u32, String> {
    let about = target.about().await.map_err(store_error)?;
    let server = about["version"].as_str().unwrap_or_default();
    if major(server) < major(&manifest.postgresql) {
        return Err(format!(
            "the backup is of PostgreSQL {}, and the server is of {server}: restore it into the same \
             or a newer major version",
            manifest.postgresql
        ));
    }
    let why = format!("the server is of PostgreSQL {server}");
    for program in ["pg_restore", "psql"] {
        programs.at_least(program, major(server), &why).await?;
    }
    Ok(major(server))
}

/// Restores a backup whose checksums are right.
pub(crate) async fn restore(
    plan: &RestorePlan<'_>,
    progress: &mut Progress,
) -> Result<Restored, String> {
    let RestorePlan { target, .. } = plan;
    let server = fitting(target, plan.programs, plan.manifest).await?;
    if let Some(obstacle) = obstacle(target, plan.replaces).await? {
        return Err(obstacle);
    }
    put_back(plan, progress).await?;
    filled(plan, server, progress).await?;
    let differences = compared(plan, progress).await;
    let differences = differences
        .map_err(|problem| format!("the database is filled, but was not compared: {problem}"))?;
    if !plan.keeps_sessions {
        target.end_sessions().await.map_err(store_error)?;
    }
    target.analyze().await.map_err(store_error)?;
    Ok(Restored { waiting: target.waiting().await.map_err(store_error)?, differences })
}

/// Fills the database in one transaction, which is committed when `pg_restore` has ended well.
async fn filled(
    plan: &RestorePlan<'_>,
    server: u32,
    progress: &mut Progress,
) -> Result<(), String> {
    let RestorePlan { programs, manifest, .. } = plan;
    let mut command = programs.command("pg_restore");
    command.args(["--file=-", "--no-owner", "--no-privileges", "--no-comments"]);
    command.args(["--no-publications", "--no-subscriptions", "--no-security-labels"]);
    command.args(["--no-tablespaces"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut reader = Running::start("pg_restore", command)?;
    let mut command = programs.command("psql");
    command.env("PGAPPNAME", "touchstone restore").arg("--no-password");
    command.args(["--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1"]).stdin(Stdio::piped());
    let mut writer = Running::start("psql", command)?;
    let dump = reader.child.stdin.take().ok_or("pg_restore has no input")?;
    let script = reader.child.stdout.take().ok_or("pg_restore has no output")?;
    let mut statements = writer.child.stdin.take().ok_or("psql has no input")?;
    let pieces = content(plan.place, &manifest.name, &manifest.database).await?;
    let all = size(manifest.database.bytes);
    let fed = fed(pieces, dump, |bytes| progress.at(|| format!("{} of {all}", size(bytes))));
    let passed = async {
        let passed = passed_on(script, &mut statements, server, plan.replaces).await;
        // psql reports at its end why it stopped reading.
        Ok(passed.is_ok())
    };
    let ((), is_whole) = tokio::try_join!(fed, passed)?;
    if is_whole {
        reader.end().await?;
        // Without this, psql undoes everything at the end of its input.
        let _ = statements.write_all(b"commit;\n").await;
    }
    drop(statements);
    let done = writer.end().await;
    done.map_err(|problem| format!("{problem}. Nothing was changed in the database"))?;
    if !is_whole {
        return Err("psql ended early. Nothing was changed in the database".to_owned());
    }
    progress.part("the database is filled");
    Ok(())
}

/// Passes a script on, after the beginning of the transaction that it is to be.
async fn passed_on(
    script: impl AsyncRead + Unpin,
    statements: &mut ChildStdin,
    server: u32,
    replaces: bool,
) -> std::io::Result<()> {
    statements.write_all(b"begin;\n").await?;
    if replaces {
        statements.write_all(Restoration::CLEAR.as_bytes()).await?;
        statements.write_all(b";\n").await?;
    }
    let mut script = BufReader::with_capacity(1 << 18, script);
    let mut line = Vec::new();
    for _ in 0..HEAD {
        script.read_until(b'\n', &mut line).await?;
        let (setting, since) = NEW_SETTING;
        if server >= since || line != setting {
            statements.write_all(&line).await?;
        }
        line.clear();
    }
    let mut piece = vec![0; 1 << 18];
    loop {
        match script.read(&mut piece).await? {
            0 => return Ok(()),
            count => statements.write_all(&piece[..count]).await?,
        }
    }
}

/// Compares every row, and where ledgers end, with what the backup says.
async fn compared(plan: &RestorePlan<'_>, progress: &mut Progress) -> Result<Vec<String>, String> {
    let snapshot = Snapshot::take(plan.store, None).await.map_err(store_error)?;
    let there: HashMap<(String, String), _> = snapshot
        .tables()
        .await
        .map_err(store_error)?
        .into_iter()
        .map(|table| ((table.schema.clone(), table.name.clone()), table))
        .collect();
    let tables = &plan.manifest.tables;
    let (mut differences, mut rows) = (Vec::new(), 0);
    for (at, wanted) in tables.iter().enumerate() {
        let Some(table) = there.get(&(wanted.schema.clone(), wanted.name.clone())) else {
            differences.push(format!("{} is missing", wanted.called()));
            continue;
        };
        let digest = counted(&snapshot, table).await?;
        if !wanted.are(&digest) {
            let (found, counted) = (digest.rows(), wanted.rows);
            differences.push(format!("{}: {found} rows, of {counted}", wanted.called()));
        }
        rows += digest.rows();
        progress.at(|| format!("table {} of {}, {rows} rows compared", at + 1, tables.len()));
    }
    progress.part(&format!("rows: {rows} in {} tables, each compared", tables.len()));
    if plan.manifest.ledgers.is_empty() {
        return Ok(differences);
    }
    if recount::ends(&snapshot).await.map_err(store_error)? != plan.manifest.ledgers {
        differences.push("a ledger ends elsewhere than in the backup".to_owned());
    }
    for ledger in recount::ledgers(&snapshot).await.map_err(store_error)? {
        if let Some(broken) = ledger.broken {
            differences.push(format!("the ledger {}: {broken}", ledger.end.ledger));
        }
    }
    progress.part("the ledgers are recounted from their first entries");
    Ok(differences)
}

async fn put_back(plan: &RestorePlan<'_>, progress: &mut Progress) -> Result<(), String> {
    let list = &plan.manifest.files.list;
    let kept = documents::<KeptFile>(plan.place, &plan.manifest.name, list).await?;
    let all = kept.len();
    let put = stream::iter(kept).map(|file| async move { put(plan, &file).await });
    let mut put = std::pin::pin!(put.buffer_unordered(AT_ONCE));
    let (mut new, mut there) = (0, 0);
    while let Some(is_new) = put.try_next().await? {
        *if is_new { &mut new } else { &mut there } += 1;
        progress.at(|| format!("files: {} of {all}", new + there));
    }
    let bytes = size(plan.manifest.files.bytes);
    progress.part(&format!("files: {new} put back, {there} were there, {bytes}"));
    Ok(())
}

/// Puts one file back; `false` if it was there.
async fn put(plan: &RestorePlan<'_>, file: &KeptFile) -> Result<bool, String> {
    let name =
        StoredName::checked(&file.name).map_err(|_| format!("{} names no file", file.name))?;
    let store_error = |error: FileError| format!("the file {}: {}", file.name, chain(&error));
    if let Some(mut blob) = plan.storage.get(&name, None).await.map_err(store_error)? {
        let mut hash = Sha256::new();
        while let Some(piece) = blob.bytes.try_next().await.map_err(store_error)? {
            hash.update(&piece);
        }
        if format!("{:x}", hash.finalize()) == file.sha256 {
            return Ok(false);
        }
        if !plan.replaces {
            return Err(format!(
                "another file called {} is where files go: move it, or say --replace",
                file.name
            ));
        }
        plan.storage.delete(&name).await.map_err(store_error)?;
    }
    let bytes = bytes_of(plan.place, file).await?;
    let bytes = bytes.map_err(|problem| FileError::Failed {
        doing: "reading a file of the backup",
        source: problem.into(),
    });
    let new = NewBlob {
        bytes: bytes.boxed(),
        content_type: None,
        metadata: JsonMap::new(),
        tags: JsonMap::new(),
    };
    plan.storage.put(&name, new).await.map_err(store_error)?;
    Ok(true)
}

fn store_error(error: StoreError) -> String {
    chain(&error)
}
