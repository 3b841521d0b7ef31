//! Whether all nodes see the same folder of files.
//!
//! A folder contains a file with a random name in it, and every node reports to the database which
//! name it reads. Two names at the same time are two folders: half of all files would be missing on
//! either node.

use std::io::{ErrorKind, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use parse_store::Store;
use parse_store::file_folder::{self, FolderOfNode};
use telemetry::error_chain::chain;

use crate::storage::StorageLocation;

/// The file in which the name of a folder stands. Names with a dot are no files of clients.
const MARKER: &str = ".touchstone-folder";

/// How often a node tells that it runs.
const EVERY: Duration = Duration::from_secs(10);

/// The name that is written in a folder of files; `None` if none is.
pub type FolderName = Option<String>;

/// What a node goes by when it joins others.
#[derive(Debug, Clone, Copy)]
pub struct FolderRules<'a> {
    /// Where files are.
    pub location: &'a StorageLocation,
    /// Where the node listens, for an operator who looks for it.
    pub listen: SocketAddr,
    /// Whether strangers call, so that nodes with different folders are refused.
    pub is_production: bool,
    /// Whether a folder is taken that is not the one in which files were kept last.
    pub accepts_new_folder: bool,
}

/// The folder of this node, under the name it has told.
#[derive(Debug)]
pub struct OwnFolder {
    node: String,
    place: String,
    name: String,
}

impl OwnFolder {
    /// Finds the folder and tells of it; nothing if files are in a bucket. In production no other
    /// node may have another folder, and it must be the one in which files were kept last, unless
    /// the operator insists.
    pub async fn join(store: &Store, rules: &FolderRules<'_>) -> Result<Option<OwnFolder>, String> {
        let StorageLocation::Disk { folder, .. } = rules.location else { return Ok(None) };
        let named = named(folder.clone()).await;
        let name = named.map_err(|error| {
            format!(
                "the folder of files {} cannot be written to: {error}. Let the user of the server own it, or name another in files_directory.",
                folder.display()
            )
        })?;
        let own = OwnFolder {
            node: format!("{:032x}", rand::random::<u128>()),
            place: place(rules, folder),
            name,
        };
        own.compare_with_last(store, rules).await?;
        let elsewhere = own.tell(store).await.map_err(|error| chain(&error))?;
        if elsewhere.is_empty() {
            return Ok(Some(own));
        }
        let problem = format!(
            "{} keeps files in another folder than this node ({}): each would miss what the other takes. Share one folder between all nodes, or keep files in a bucket (files_url).",
            elsewhere.join(", "),
            own.place,
        );
        if rules.is_production {
            own.leave(store).await;
            return Err(problem);
        }
        tracing::warn!(others = elsewhere.join(", "), "nodes keep files in different folders");
        Ok(Some(own))
    }

    /// Refuses a folder that is not the one in which files were kept last: a mount that is missing
    /// looks like an empty folder, and every stored file would seem lost.
    async fn compare_with_last(
        &self,
        store: &Store,
        rules: &FolderRules<'_>,
    ) -> Result<(), String> {
        let last = file_folder::last(&store.db()).await.map_err(|error| chain(&error))?;
        let Some((_, last)) = last.filter(|(name, _)| *name != self.name) else { return Ok(()) };
        if rules.is_production && !rules.accepts_new_folder {
            return Err(format!(
                "the folder of files is not the one that was used last ({last}), which this database has files in. Mount that folder, or move the files and start once with --accept-new-folder.",
            ));
        }
        tracing::warn!(last, "file folder changed since the last start");
        Ok(())
    }

    /// Tells that this node runs, and gives where others run that keep files elsewhere.
    pub async fn tell(&self, store: &Store) -> Result<Vec<String>, parse_store::StoreError> {
        let (db, one) = (store.db(), self.as_told());
        file_folder::tell(&db, &one).await?;
        file_folder::elsewhere(&db, &one).await
    }

    /// Tells it again and again, for ever, and the log when another node comes with another folder.
    pub async fn keep_telling(&self, store: &Store) {
        let mut known = Vec::new();
        loop {
            tokio::time::sleep(EVERY).await;
            match self.tell(store).await {
                Ok(elsewhere) => {
                    if !elsewhere.is_empty() && elsewhere != known {
                        let others = elsewhere.join(", ");
                        tracing::warn!(others, "nodes keep files in different folders");
                    }
                    known = elsewhere;
                }
                Err(error) => tracing::debug!(reason = chain(&error), "file folder not registered"),
            }
        }
    }

    /// Tells that it runs no more. Where that fails, it is forgotten after a while.
    pub async fn leave(&self, store: &Store) {
        if let Err(error) = file_folder::leave(&store.db(), &self.node).await {
            tracing::debug!(reason = chain(&error), "file folder not unregistered");
        }
    }

    fn as_told(&self) -> FolderOfNode<'_> {
        FolderOfNode { node: &self.node, place: &self.place, folder: &self.name }
    }
}

/// The name that is written in a folder of files, if one is; nothing if files are in a bucket.
pub fn folder_name(location: &StorageLocation) -> Option<FolderName> {
    let StorageLocation::Disk { folder, .. } = location else { return None };
    let read = std::fs::read_to_string(folder.join(MARKER));
    Some(read.ok().map(|name| name.trim().to_owned()))
}

/// Where this node runs, for an operator who looks for it.
fn place(rules: &FolderRules<'_>, folder: &Path) -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    format!("{} ({}, {})", host.trim(), rules.listen, folder.display())
}

/// The name of a folder, which is given one if it has none.
async fn named(folder: PathBuf) -> std::io::Result<String> {
    let read = tokio::task::spawn_blocking(move || read_or_name(&folder)).await;
    read.map_err(std::io::Error::other)?
}

fn read_or_name(folder: &Path) -> std::io::Result<String> {
    std::fs::create_dir_all(folder)?;
    // Whether files can be written is found out by writing one.
    let probe = folder.join(format!("{MARKER}-{:016x}", rand::random::<u64>()));
    let name = format!("{:032x}", rand::random::<u128>());
    let mut file = std::fs::OpenOptions::new().write(true).create_new(true).open(&probe)?;
    file.write_all(name.as_bytes())?;
    file.sync_all()?;
    let marker = folder.join(MARKER);
    // Of two nodes that name it at once, one is first, and its name is whole from the beginning.
    let linked = std::fs::hard_link(&probe, &marker);
    std::fs::remove_file(&probe)?;
    match linked {
        Ok(()) => Ok(name),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            Ok(std::fs::read_to_string(&marker)?.trim().to_owned())
        }
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_has_one_name_and_another_folder_has_another() {
        let base = std::env::temp_dir().join(format!("folder-{:016x}", rand::random::<u64>()));
        let (one, other) = (base.join("one"), base.join("other"));
        let name = read_or_name(&one).unwrap();
        assert_eq!(name.len(), 32);
        assert_eq!(read_or_name(&one).unwrap(), name);
        assert_ne!(read_or_name(&other).unwrap(), name);
        let left: Vec<_> =
            std::fs::read_dir(&one).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, [MARKER]);
        assert!(read_or_name(Path::new("/proc/nowhere")).is_err());
        std::fs::remove_dir_all(&base).unwrap();
    }
}
