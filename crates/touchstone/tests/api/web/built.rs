//! A built app, as a test serves it.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use parse_engine::Extension;

use crate::api::Api;

const PAGE: &str = r#"<!doctype html><script id="settings" type="application/json">{}</script><script type="module" src="/assets/index-CuY4SIwk.js"></script>"#;

/// A built app in a folder of its own, with a secret beside it.
pub(crate) struct Built {
    /// The folder around it.
    pub(crate) outside: PathBuf,
}

impl Built {
    /// Makes it.
    pub(crate) fn new() -> Built {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("touchstone-web-{}-{number}", std::process::id());
        let built = Built { outside: std::env::temp_dir().join(name) };
        let dist = built.dist();
        for folder in ["assets", "sdk/0.1.0-5f1c2a7d9e0b", ".vite"] {
            std::fs::create_dir_all(dist.join(folder)).expect("a folder");
        }
        for (file, content) in [
            ("index.html", PAGE),
            ("favicon.svg", "<svg/>"),
            ("sw.js", "worker"),
            ("manifest.webmanifest", "{}"),
            ("theme.js", "plain theme"),
            ("theme.js.gz", "gzipped theme"),
            ("assets/index-CuY4SIwk.js", "plain script"),
            ("assets/index-CuY4SIwk.js.br", "brotli script"),
            ("assets/index-CuY4SIwk.js.gz", "gzipped script"),
            ("assets/unhashed.css", "style"),
            ("sdk/v1.js", "widget"),
            ("sdk/0.1.0-5f1c2a7d9e0b/start.js", "widget of a version"),
            (".vite/manifest.json", "the secret"),
            (".env", "the secret"),
            ("../secret.txt", "the secret"),
        ] {
            std::fs::write(dist.join(file), content).expect("a file");
        }
        let link = |to: &Path, name: &str| {
            std::os::unix::fs::symlink(to, dist.join(name)).expect("a link");
        };
        link(&built.outside.join("secret.txt"), "link.txt");
        link(&built.outside, "folder");
        built
    }

    fn dist(&self) -> PathBuf {
        self.outside.join("dist")
    }

    /// Where the app is.
    pub(crate) fn path(&self) -> String {
        self.dist().to_string_lossy().into_owned()
    }

    /// Gives the widget another version.
    pub(crate) fn upgrade(&self, from: &str, to: &str) {
        let folder = self.dist().join("sdk");
        std::fs::rename(folder.join(from), folder.join(to)).expect("a folder");
    }

    /// A server of this app.
    pub(crate) async fn serve(&self, more: &[(&str, &str)], extension: Extension) -> Api {
        let path = self.path();
        let mut settings = vec![("PROFILE", "product"), ("WEB_ROOT", &*path)];
        settings.extend_from_slice(more);
        Api::with(&settings, extension).await
    }
}

impl Drop for Built {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.outside);
    }
}
