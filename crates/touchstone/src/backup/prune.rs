//! Removing old backups, and the files that only they had.

use std::collections::HashSet;

use super::destination::Destination;
use super::manifest::KeptFile;
use super::member::documents;

/// Keeps the newest backups and says what was removed.
///
/// A backup without a manifest may be in progress, and may count on files that are here already:
/// while there is one, files stay.
pub(crate) async fn prune(place: &Destination, keep: usize) -> Result<String, String> {
    let (complete, unfinished) = place.backups().await?;
    let (old, kept) = complete.split_at(complete.len().saturating_sub(keep));
    for name in old {
        place.remove(name).await?;
    }
    if !unfinished.is_empty() {
        return Ok(format!(
            "removed {} older backups; their files stay, because {} was never finished: remove it \
             if it is not in progress",
            old.len(),
            unfinished.join(", ")
        ));
    }
    let mut wanted = HashSet::new();
    for name in kept {
        let list = place.manifest(name).await?.files.list;
        let files = documents::<KeptFile>(place, name, &list).await?;
        wanted.extend(files.into_iter().map(|file| file.sha256));
    }
    let mut removed = 0;
    for hash in place.hashes().await? {
        if !wanted.contains(&hash) {
            place.remove_file(&Destination::file(&hash)).await?;
            removed += 1;
        }
    }
    Ok(format!("removed {} older backups and {removed} files that only they had", old.len()))
}
