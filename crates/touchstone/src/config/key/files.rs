//! Where files are kept, who may upload and download them, and what they must be.

use super::definition::{FLAG, KEY, Key, Secrecy, open, secret};

const BYTES: &str = "a size such as 512kb or 20mb";
const AUDIENCE: &str = "public, anonymous and users, separated by commas, or none";

/// Its value in the profile `product` differs.
const fn product(key: Key, default: &'static str) -> Key {
    Key { product_default: Some(default), ..key }
}

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("files_directory", Some("files"), "a path", "The folder files are kept in; one of Parse Server's file system adapter can be taken over. Made and tried at the start. In production it must not be relative. All nodes must see the same folder."),
    product(open("files_max_disk_use", None, "a percentage from 1 to 100", "How full the disk of that folder may be before no more files are taken."), "85"),
    open("files_url", None, "s3://bucket/prefix, gs://bucket/prefix or az://container/prefix", "The bucket files are kept in instead of a folder."),
    open("files_endpoint", None, "an address that begins with http:// or https://", "The server that has the bucket, where it is not the cloud's own: MinIO, R2, Ceph and others that speak S3."),
    open("files_region", None, KEY, "The region of the bucket. Not set: us-east-1."),
    open("files_access_key_id", None, KEY, "The name of the key to the bucket; for az:// the account, for gs:// the path of the JSON file of a service account. Not set: what the machine offers."),
    Key { secrecy: Secrecy::Secret, ..secret("files_secret_access_key", "The key to the bucket.") },
    open("backup_endpoint", None, "an address that begins with http:// or https://", "The server that has the bucket of backups. Not set: `files_endpoint` holds."),
    open("backup_region", None, KEY, "The region of the bucket of backups. Not set: `files_region` holds."),
    open("backup_access_key_id", None, KEY, "The name of the key to the bucket of backups. Not set: `files_access_key_id` holds."),
    Key { secrecy: Secrecy::Secret, ..secret("backup_secret_access_key", "The key to the bucket of backups. Not set: `files_secret_access_key` holds.") },
    open("preserve_file_name", Some("false"), FLAG, "Files keep the names they are given, without a random beginning. A name that is taken is refused."),
    product(open("max_file_size", None, BYTES, "The largest file. Not set: `max_upload_size` holds."), "50mb"),
    open("file_upload_by", Some("users"), AUDIENCE, "Clients that may upload files without the master key. `public`: without a session. `anonymous`: anonymous users. `users`: users with an account. `none`: the master key only."),
    open("file_download_by", Some("public,anonymous,users"), AUDIENCE, "Clients that may download files without the master key, as in `file_upload_by`."),
    product(open("file_upload_file_extensions", Some(BLOCKED), "patterns separated by commas, or *", "Extensions of which a file without the master key must have one; `^(?!…)` is everything but."), r"(?i)^(png|jpe?g|gif|webp|mp4|webm|txt|log|json|har|csv|pdf)$"),
    product(open("file_upload_daily_size", None, BYTES, "How much one user may upload in 24 hours."), "200mb"),
    product(open("file_upload_allowed_file_url_domains", Some("*"), "host names separated by commas, such as cdn.example.com or *.example.com; * for any, own for our own alone", "Where files that objects refer to by address may be. Our own host is always allowed."), "own"),
    product(open("file_address_lifetime", None, "seconds, at least 60", "How long the address of a file works at least, from the moment somebody is shown it; it is signed with the master key. Not set: whoever knows the address has the file, for good."), "3600"),
];

/// Parse Server's own list of what browsers run.
const BLOCKED: &str = r"^(?!([xXsS]?[hH][tT][mM][lL]?(\+[xX][mM][lL])?|[xX][hH][tT]|[sS][vV][gG]([zZ]|\+[xX][mM][lL])?|[xX][mM][lL]|[xX][sS][lL][tT]?(\+[xX][mM][lL])?|[xX][sS][dD]|[rR][nN][gG]|[rR][dD][fF](\+[xX][mM][lL])?|[oO][wW][lL]|[mM][aA][tT][hH][mM][lL](\+[xX][mM][lL])?)$)";
