//! Where the bytes of files are: in a folder or in a bucket.

mod bucket;
mod disk;
mod folder;
mod object;
mod probe;
mod storage;

pub use bucket::{BucketSettings, bucket_client};
pub use folder::{FolderName, FolderRules, OwnFolder, folder_name};
pub use probe::probe;
pub use storage::{Storage, StorageLocation};
