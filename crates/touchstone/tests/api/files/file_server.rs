//! The two places files can be in, created for each case.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::http::Request;
use parse_engine::Extension;
use parse_files::Blobs;
use parse_identity::Caller;
use parse_model::Json;
use serde_json::json;

use crate::api::{APPLICATION, Answer, Api, MASTER, text};

/// A server whose files are somewhere of their own.
pub(crate) struct FileServer {
    pub(crate) api: Api,
    pub(crate) folder: Folder,
}

/// A folder that is gone when the case is.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn fresh() -> Folder {
        let name = format!("touchstone-files-{:032x}", rand::random::<u128>());
        Folder(std::env::temp_dir().join(name))
    }

    /// The names of the files in it, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        let Ok(entries) = std::fs::read_dir(&self.0) else { return Vec::new() };
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> =
            names.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl FileServer {
    /// Files in a folder.
    pub(crate) async fn on_disk(settings: &[(&str, &str)], extension: Extension) -> FileServer {
        let folder = Folder::fresh();
        let path = folder.0.to_string_lossy().into_owned();
        let mut all = vec![("FILES_DIRECTORY", &*path)];
        all.extend_from_slice(settings);
        FileServer { api: Api::with(&all, extension).await, folder }
    }

    /// Files in a bucket of a server that speaks S3.
    pub(crate) async fn in_bucket(settings: &[(&str, &str)], extension: Extension) -> FileServer {
        let bucket = format!("b{:032x}", rand::random::<u128>());
        let folder = Folder(S3.root.join(&bucket));
        std::fs::create_dir_all(&folder.0).expect("a bucket");
        let url = format!("s3://{bucket}/some/prefix");
        let mut all = vec![
            ("FILES_URL", &*url),
            ("FILES_ENDPOINT", &*S3.endpoint),
            ("FILES_ACCESS_KEY_ID", KEY),
            ("FILES_SECRET_ACCESS_KEY", KEY),
        ];
        all.extend_from_slice(settings);
        FileServer { api: Api::with(&all, extension).await, folder }
    }

    /// One of each kind.
    pub(crate) async fn both(settings: &[(&str, &str)]) -> [FileServer; 2] {
        [
            FileServer::on_disk(settings, Extension::default()).await,
            FileServer::in_bucket(settings, Extension::default()).await,
        ]
    }

    /// Sends bytes as they are.
    pub(crate) async fn upload(
        &self,
        name: &str,
        headers: &[(&str, &str)],
        bytes: impl Into<Body>,
    ) -> Answer {
        let mut request = Request::builder()
            .method("POST")
            .uri(format!("/parse/files/{name}"))
            .header("x-parse-application-id", APPLICATION);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        self.api.raw(request.body(bytes.into()).expect("a request")).await
    }

    /// The same with the master key.
    pub(crate) async fn upload_as_master(
        &self,
        name: &str,
        headers: &[(&str, &str)],
        bytes: impl Into<Body>,
    ) -> Answer {
        let mut all = vec![("x-parse-master-key", MASTER)];
        all.extend_from_slice(headers);
        self.upload(name, &all, bytes).await
    }

    /// The name under which the master key stores bytes.
    pub(crate) async fn stored(&self, name: &str, bytes: &'static str) -> String {
        let saved = self.upload_as_master(name, &[], bytes).await.ok();
        text(&saved, "name").to_owned()
    }

    /// A request for a file, with nothing but these headers.
    pub(crate) async fn download(&self, name: &str, headers: &[(&str, &str)]) -> Answer {
        self.asked("GET", name, headers).await
    }

    pub(crate) async fn asked(&self, method: &str, name: &str, headers: &[(&str, &str)]) -> Answer {
        let address = self.address(name);
        // Where addresses end, what they are asked with is part of them.
        let query = address.find('?').map_or("", |at| &address[at..]);
        let name = parse_files::encoded(name);
        let path = format!("/files/{APPLICATION}/{name}{query}");
        self.api.raw(crate::api::request(method, &path, headers, Json::Null)).await
    }

    /// The address that anyone who may have a file is shown now.
    pub(crate) fn address(&self, name: &str) -> String {
        parse_engine::file::address(&self.api.app.engine.cx(Caller::default()), name)
    }

    /// A session of a new user.
    pub(crate) async fn session(&self, name: &str) -> String {
        let body = json!({ "username": name, "password": "correct horse battery" });
        let user = self.api.send("POST", "/users", body).await.ok();
        text(&user, "sessionToken").to_owned()
    }

    /// The names of all files, as the storage lists them.
    pub(crate) async fn listed(&self) -> Vec<String> {
        use futures_util::TryStreamExt;
        let listed = self.api.app.http.state.files.list();
        let listed: Vec<_> = listed.try_collect().await.expect("a listing");
        let mut names: Vec<String> =
            listed.into_iter().map(|file| file.name.as_str().to_owned()).collect();
        names.sort();
        names
    }
}

const KEY: &str = "key-of-the-tests";

/// One server that speaks S3, for all cases of this run.
static S3: LazyLock<S3Server> = LazyLock::new(S3Server::start);

struct S3Server {
    endpoint: String,
    root: PathBuf,
    /// Nothing is ever written to it: the end of its input tells it that this process is gone.
    _shell: Child,
}

impl S3Server {
    fn start() -> S3Server {
        let root =
            std::env::temp_dir().join(format!("touchstone-s3-{:032x}", rand::random::<u128>()));
        std::fs::create_dir_all(&root).expect("a folder for buckets");
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|listener| listener.local_addr())
            .expect("a free port")
            .port();
        // Nothing runs at the end of a test binary, so the server watches for it.
        let script = r#""$1" --host 127.0.0.1 --port "$2" --access-key "$3" --secret-key "$3" "$4" &
            server=$!; cat; kill $server; rm -rf "$4""#;
        let shell = Command::new("sh")
            .args(["-c", script, "sh"])
            .arg(binary())
            .args([&port.to_string(), KEY])
            .arg(&root)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell");
        let deadline = Instant::now() + Duration::from_secs(20);
        while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
            let path = binary();
            assert!(Instant::now() < deadline, "{}: run scripts/setup bucket", path.display());
            std::thread::yield_now();
        }
        let endpoint = format!("http://127.0.0.1:{port}");
        S3Server { endpoint, root, _shell: shell }
    }
}

fn binary() -> PathBuf {
    let cache = testkit::setting::<String>("XDG_CACHE_HOME").unwrap_or_else(|| {
        let home = testkit::setting::<String>("HOME").expect("a home");
        Path::new(&home).join(".cache").to_string_lossy().into_owned()
    });
    Path::new(&cache).join("touchstone/cargo-tools/bin/s3s-fs")
}
