//! A PostgreSQL cluster of a demo: this process creates it in a folder of its own, and removes it.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::{Child, Command};

use crate::backup::Running;

/// The role that owns the database of the demo. It is not a superuser.
const ROLE: &str = "touchstone";
/// The superuser of the cluster.
const SUPERUSER: &str = "postgres";

/// What is lost with a power failure is created again, so nothing waits for the disk.
const OPTIONS: &[&str] = &[
    "listen_addresses=",
    "fsync=off",
    "full_page_writes=off",
    "synchronous_commit=off",
    "shared_buffers=64MB",
    "max_connections=100",
    "log_min_messages=fatal",
];

/// A running cluster. Nothing that other programs made is in it.
pub(super) struct DemoCluster {
    folder: OwnedFolder,
    programs: Option<PathBuf>,
    _server: Child,
}

impl DemoCluster {
    /// Creates a cluster and starts it. It takes connections a moment later.
    pub(super) async fn create(programs: Option<PathBuf>) -> Result<DemoCluster, String> {
        let folder = OwnedFolder::create()?;
        let data = folder.path().join("data");
        let mut initdb = command(programs.as_deref(), "initdb");
        initdb.args(["--username", SUPERUSER, "--auth=trust", "--encoding=UTF8"]);
        initdb.args(["--locale=C.UTF-8", "--no-sync", "--pgdata"]).arg(&data);
        Running::start("initdb", initdb)?.end().await?;
        let mut server = command(programs.as_deref(), "postgres");
        server.arg("-D").arg(&data).arg("-k").arg(folder.path());
        server.args(OPTIONS.iter().flat_map(|option| ["-c", option]));
        // A key press that ends this process must not end the database first.
        let spawned = server.process_group(0).stderr(Stdio::inherit()).spawn();
        let server = spawned.map_err(|error| format!("postgres cannot be run: {error}"))?;
        Ok(DemoCluster { folder, programs, _server: server })
    }

    /// The address of one of its databases for the server.
    pub(super) fn url(&self, database: &str) -> String {
        self.url_for(ROLE, database)
    }

    /// The address of the database that every cluster has, for the superuser.
    pub(super) fn url_of_superuser(&self) -> String {
        self.url_for(SUPERUSER, "postgres")
    }

    fn url_for(&self, role: &str, database: &str) -> String {
        format!("postgres:///{database}?host={}&user={role}", self.folder.path().display())
    }

    /// The folder of uploaded files, which is removed with the cluster.
    pub(super) fn files(&self) -> PathBuf {
        self.folder.path().join("files")
    }

    /// Creates an empty database, and the role that owns it.
    pub(super) async fn create_database(&self, name: &str) -> Result<(), String> {
        self.sql(&format!("create role {ROLE} login")).await?;
        self.sql(&format!("create database {name} owner {ROLE}")).await
    }

    async fn sql(&self, statement: &str) -> Result<(), String> {
        let mut psql = command(self.programs.as_deref(), "psql");
        psql.args(["--no-psqlrc", "--quiet", "--username", SUPERUSER, "--dbname=postgres"]);
        psql.arg("--host").arg(self.folder.path()).args(["--command", statement]);
        Running::start("psql", psql)?.end().await
    }
}

/// A program of PostgreSQL that ends with this process and inherits no connection settings.
fn command(folder: Option<&Path>, program: &str) -> Command {
    let mut command = Command::new(folder.map_or_else(|| program.into(), |at| at.join(program)));
    for (name, _) in std::env::vars_os() {
        if name.to_str().is_some_and(|name| name.starts_with("PG")) {
            command.env_remove(name);
        }
    }
    command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true);
    command
}

/// A temporary folder that only this user can read, and that is removed with this value.
struct OwnedFolder(PathBuf);

impl OwnedFolder {
    fn create() -> Result<OwnedFolder, String> {
        let name = format!("touchstone-demo-{:016x}", rand::random::<u64>());
        let path = std::env::temp_dir().join(name);
        let created = std::fs::DirBuilder::new().mode(0o700).create(&path);
        created
            .map_err(|error| format!("the folder {} cannot be created: {error}", path.display()))?;
        Ok(OwnedFolder(path))
    }

    fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for OwnedFolder {
    fn drop(&mut self) {
        // A container or the next start of the machine removes what cannot be removed now.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
