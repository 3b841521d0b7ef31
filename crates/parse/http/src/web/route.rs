//! What an address outside the mount asks for. Nothing here touches a disk: a path is only looked
//! up.

use percent_encoding::percent_decode_str;

/// What a path asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum WebRoute {
    /// The page. Which view it shows is the app's affair.
    Page,
    /// A file by this name, or the page if there is none.
    FileOrPage(String),
    /// A file by this name.
    File(String),
    /// Nothing that could be there.
    Nothing,
}

/// Where the files lie whose names hold the hash of their content.
pub(super) const ASSETS: &str = "assets/";

/// What those ask for who watch over servers, or look for what an operator left open. A page in its
/// place would tell the ones that all is well, and the others that there is something.
const WATCHED: &[&str] = &[
    "actuator",
    "console",
    "dashboard",
    "debug",
    "docs",
    "env",
    "graphiql",
    "graphql",
    "health",
    "healthz",
    "info",
    "livez",
    "metrics",
    "playground",
    "ready",
    "readyz",
    "server-status",
    "status",
    "subscriptions",
    "version",
];

/// Endings that only files have. Any other dot may belong to a name, as in `/u/ada.lovelace`.
const ENDINGS: &[&str] = &[
    "asp",
    "aspx",
    "avif",
    "bak",
    "br",
    "cgi",
    "css",
    "env",
    "gif",
    "gz",
    "htm",
    "html",
    "ico",
    "ini",
    "jpeg",
    "jpg",
    "js",
    "json",
    "jsp",
    "log",
    "map",
    "mjs",
    "mp4",
    "pdf",
    "php",
    "png",
    "sh",
    "sql",
    "svg",
    "tar",
    "tgz",
    "toml",
    "ttf",
    "txt",
    "wasm",
    "webm",
    "webmanifest",
    "webp",
    "woff",
    "woff2",
    "xml",
    "yaml",
    "yml",
    "zip",
];

/// What a path asks for.
pub(super) fn web_route(path: &str) -> WebRoute {
    let Ok(decoded) = percent_decode_str(path).decode_utf8() else { return WebRoute::Nothing };
    let Some(name) = decoded.strip_prefix('/') else { return WebRoute::Nothing };
    let name = name.strip_suffix('/').unwrap_or(name);
    if name.is_empty() || name == "index.html" {
        return WebRoute::Page;
    }
    let is_odd = |character: char| character.is_control() || character == '\\';
    let is_hidden = |segment: &str| segment.is_empty() || segment.starts_with('.');
    if name.contains(is_odd) || name.split('/').any(is_hidden) {
        return WebRoute::Nothing;
    }
    let first = name.split('/').next().unwrap_or_default();
    if WATCHED.iter().any(|watched| watched.eq_ignore_ascii_case(first)) {
        return WebRoute::Nothing;
    }
    let last = name.rsplit('/').next().unwrap_or_default();
    let ending = last.rsplit_once('.').map(|(_, ending)| ending);
    let is_file =
        ending.is_some_and(|ending| ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending)));
    if is_file || name.starts_with(ASSETS) || name == "assets" {
        WebRoute::File(name.to_owned())
    } else {
        WebRoute::FileOrPage(name.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_of_the_app_asks_for_the_page() {
        for path in ["/", "/index.html"] {
            assert_eq!(web_route(path), WebRoute::Page, "{path}");
        }
        for path in ["/login", "/login/", "/issues/42", "/u/ada.lovelace", "/u/J%C3%BCrgen"] {
            assert!(matches!(web_route(path), WebRoute::FileOrPage(_)), "{path}");
        }
    }

    #[test]
    fn a_name_that_only_files_have_asks_for_a_file() {
        for path in ["/robots.txt", "/wp-login.PHP", "/assets/a", "/assets", "/a/b.js", "/x.env"] {
            assert!(matches!(web_route(path), WebRoute::File(_)), "{path}");
        }
        assert_eq!(web_route("/assets/a%20b.js"), WebRoute::File("assets/a b.js".to_owned()));
    }

    #[test]
    fn what_leads_elsewhere_or_is_hidden_asks_for_nothing() {
        for path in [
            "/../etc/passwd",
            "/..",
            "/a/../b",
            "/%2e%2e/etc/passwd",
            "/assets/..%2f..%2fetc/passwd",
            "/..%5c..%5cetc",
            "/a\\b",
            "/a%00.js",
            "/a%0d%0ab",
            "//evil.example",
            "/a//b",
            "/.git/config",
            "/.env",
            "/a/.hidden/b",
            "/%ff",
            "no-slash",
        ] {
            assert_eq!(web_route(path), WebRoute::Nothing, "{path}");
        }
    }

    #[test]
    fn anyone_who_watches_over_the_server_is_not_told_that_all_is_well() {
        for path in ["/health", "/Health/", "/metrics", "/readyz", "/debug/pprof"] {
            assert_eq!(web_route(path), WebRoute::Nothing, "{path}");
        }
        assert!(matches!(web_route("/healthy"), WebRoute::FileOrPage(_)));
    }
}
