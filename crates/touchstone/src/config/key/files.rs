//! Where files are kept, who may upload and download them, and what they must be.

use super::definition::{BYTES, FLAG, KEY, Key, SECONDS, Secrecy, open, secret, with_unlimited};

const URL: &str = "an address that begins with http:// or https://";
const AUDIENCE: &str = "public, anonymous and users, separated by commas, or none";

/// Its value in the profile `product` differs.
const fn product(key: Key, default: &'static str) -> Key {
    Key { product_default: Some(default), ..key }
}

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("files_directory", Some("files"), "a path", "Folder of uploaded files. It is created and tested at the start. Production requires an absolute path. All nodes must share it. A folder of Parse Server's file system adapter can be used."),
    with_unlimited(product(open("files_max_disk_use", None, "a percentage from 1 to 100", "Disk usage at which uploads are refused. Default in `parse`: unlimited."), "85"), ""),
    open("files_url", None, "s3://bucket/prefix, gs://bucket/prefix or az://container/prefix", "Bucket of uploaded files, instead of a folder."),
    open("files_endpoint", None, URL, "Server of the bucket if it is not the cloud's own: MinIO, R2, Ceph and others that speak S3."),
    open("files_region", None, KEY, "Region of the bucket. Default: us-east-1."),
    open("files_access_key_id", None, KEY, "Access key id of the bucket. For az:// the account, for gs:// the path of the JSON file of a service account. Default: the credentials of the machine."),
    Key { secrecy: Secrecy::Secret, ..secret("files_secret_access_key", "Secret access key of the bucket.") },
    open("backup_endpoint", None, URL, "Server of the backup bucket. Default: `files_endpoint`."),
    open("backup_region", None, KEY, "Region of the backup bucket. Default: `files_region`."),
    open("backup_access_key_id", None, KEY, "Access key id of the backup bucket. Default: `files_access_key_id`."),
    Key { secrecy: Secrecy::Secret, ..secret("backup_secret_access_key", "Secret access key of the backup bucket. Default: `files_secret_access_key`.") },
    open("preserve_file_name", Some("false"), FLAG, "Keep the names of files, without a random prefix. A name that exists is refused."),
    product(open("max_file_size", None, BYTES, "Largest file. Default in `parse`: `max_upload_size`."), "50mb"),
    open("file_upload_by", Some("users"), AUDIENCE, "Clients that may upload files without the master key. `public`: without a session. `anonymous`: anonymous users. `users`: users with an account. `none`: the master key only."),
    open("file_download_by", Some("public,anonymous,users"), AUDIENCE, "Clients that may download files without the master key, as in `file_upload_by`."),
    product(open("file_upload_file_extensions", Some(BLOCKED), "patterns separated by commas, or *", "File extensions that may be uploaded without the master key. `^(?!…)` accepts all but those listed."), r"(?i)^(png|jpe?g|gif|webp|mp4|webm|txt|log|json|har|csv|pdf)$"),
    with_unlimited(product(open("file_upload_daily_size", None, BYTES, "Total size that one user may upload in 24 hours. Default in `parse`: unlimited."), "200mb"), ""),
    product(open("file_upload_allowed_file_url_domains", Some("*"), "host names separated by commas, such as cdn.example.com or *.example.com; * for any, own for the host of this server alone", "Hosts of files that objects refer to by address. The host of this server is always allowed."), "own"),
    with_unlimited(product(open("file_address_lifetime", None, SECONDS, "Shortest lifetime of a file address, at least 60 seconds, from the moment a client gets it. The address is signed with the master key. Default in `parse`: unlimited, so that an address works forever."), "3600"), ""),
];

/// Parse Server's own list of what browsers run.
const BLOCKED: &str = r"^(?!([xXsS]?[hH][tT][mM][lL]?(\+[xX][mM][lL])?|[xX][hH][tT]|[sS][vV][gG]([zZ]|\+[xX][mM][lL])?|[xX][mM][lL]|[xX][sS][lL][tT]?(\+[xX][mM][lL])?|[xX][sS][dD]|[rR][nN][gG]|[rR][dD][fF](\+[xX][mM][lL])?|[oO][wW][lL]|[mM][aA][tT][hH][mM][lL](\+[xX][mM][lL])?)$)";
