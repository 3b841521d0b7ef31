//! What this machine offers: settings, descriptors, the folder of files and what is in it.

use futures_util::{StreamExt, stream};
use nix::sys::resource::{Resource, getrlimit};
use nix::sys::statvfs::statvfs;
use parse_blobs::{StorageLocation, probe};
use parse_files::{Blobs, StoredName};

use super::finding::Finding;
use crate::backup::size;
use crate::config::Config;

/// Less than this on a disk is soon nothing.
const LITTLE: u64 = 1_000_000_000;
/// Files and connections of the server's own.
const OTHER_HANDLES: u64 = 512;
/// How many files are asked for at once.
const AT_ONCE: usize = 16;
/// How many missing files are named.
const NAMED: usize = 5;

/// What production would refuse.
pub(super) fn settings(config: &Config, found: &mut Vec<Finding>) {
    for what in &config.unsafe_settings {
        let (about, why) =
            ("settings", "with production = true the server would not start like this");
        let advice = "run `touchstone config check` for the list and `touchstone config show` for the origin of each value";
        found.push(match config.is_production {
            true => Finding::wrong(about, what.to_string(), why, advice),
            false => Finding::advice(about, what.to_string(), why, advice),
        });
    }
}

/// Whether there are descriptors for as many connections as may come.
pub(super) fn open_files(config: &Config, found: &mut Vec<Finding>) {
    let Ok((_, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return };
    // Without a limit the number of connections is unknown.
    if config.http.connections == usize::MAX {
        return;
    }
    let wanted = (config.http.connections as u64).saturating_add(OTHER_HANDLES);
    if hard < wanted {
        found.push(Finding::wrong(
            "machine",
            format!("a process may open {hard} files and sockets, and up to {wanted} are wanted"),
            "connections beyond that wait, and files cannot be opened",
            format!(
                "LimitNOFILE={} in the unit of systemd, or lower max_connections",
                wanted.next_power_of_two()
            ),
        ));
    }
}

/// Whether the folder of files is where it stays, and has room.
pub(super) async fn folder(config: &Config, found: &mut Vec<Finding>) {
    let StorageLocation::Disk { folder, max_use } = &config.files.place else { return };
    if folder.is_relative() {
        found.push(Finding::wrong(
            "files",
            format!(
                "files_directory is {}, which depends on where the server is started",
                folder.display()
            ),
            "started elsewhere, it finds none of the files",
            "name the whole path, such as /var/lib/touchstone/files",
        ));
    }
    let Ok(disk) = statvfs(folder.as_path()) else { return };
    let free = disk.blocks_available().saturating_mul(disk.fragment_size());
    let all = disk.blocks().saturating_mul(disk.fragment_size()).max(1);
    let used = 100 - (free.saturating_mul(100) / all).min(100);
    if free < LITTLE || max_use.is_some_and(|most| used >= u64::from(most)) {
        found.push(Finding::wrong(
            "files",
            format!("the disk of {} is {used} % full, {} are free", folder.display(), size(free)),
            "uploads are rejected (files_max_disk_use), and a backup or the log may run out of space",
            "free disk space, move files to a larger disk or a bucket, or remove unreferenced files with `touchstone files orphans --delete`",
        ));
    }
}

/// Whether files can be put and had, and those that rows know of are there.
pub(super) async fn files(storage: &dyn Blobs, known: Vec<String>, found: &mut Vec<Finding>) {
    if let Err(problem) = probe(storage).await {
        found.push(Finding::wrong(
            "files",
            format!("a file cannot be stored: {problem}"),
            "uploads are refused",
            "give the folder to the user that the server runs as, or check files_url and its keys",
        ));
        return;
    }
    let looked = known.len();
    let missing = stream::iter(known).map(|name| async move {
        let stored = StoredName::checked(&name).ok()?;
        matches!(storage.head(&stored).await, Ok(None)).then_some(name)
    });
    let missing: Vec<String> =
        missing.buffer_unordered(AT_ONCE).filter_map(std::future::ready).collect().await;
    if !missing.is_empty() {
        let named = missing.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
        found.push(Finding::wrong(
            "files",
            format!("{} of the newest {looked} files are missing: {named}", missing.len()),
            "opening them fails with a file-not-found error",
            "several servers must share one folder or one bucket; restore lost files from a backup (touchstone restore)",
        ));
    }
}
