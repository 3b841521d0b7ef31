//! Which requests are about files. Beside the table of routes, because a batch cannot carry them.

use axum::http::Method;
use percent_encoding::percent_decode_str;

/// What a request about a file asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum FileRoute {
    /// An upload without a name.
    Nameless,
    /// An upload.
    Upload(String),
    /// A file.
    Download {
        /// Of which application.
        application: String,
        /// Its stored name.
        name: String,
    },
    /// What is written on a file.
    Metadata {
        /// Of which application.
        application: String,
        /// Its stored name.
        name: String,
    },
    /// The end of a file.
    Delete(String),
}

/// Finds what a method and a path below the mount ask of files; `None` if they are about something
/// else.
pub(crate) fn route(method: &Method, path: &str) -> Option<FileRoute> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let path = path.strip_suffix('/').unwrap_or(path);
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    if !first.eq_ignore_ascii_case("files") {
        return None;
    }
    let is_read = method == Method::GET || method == Method::HEAD;
    match *method {
        Method::POST if rest.is_empty() => Some(FileRoute::Nameless),
        Method::POST if !rest.contains('/') => Some(FileRoute::Upload(decoded(rest))),
        Method::DELETE if !rest.is_empty() => Some(FileRoute::Delete(decoded(rest))),
        _ if is_read => {
            let (application, name) = rest.split_once('/')?;
            let application = decoded(application);
            match name.split_once('/') {
                Some((first, name)) if first.eq_ignore_ascii_case("metadata") => {
                    Some(FileRoute::Metadata { application, name: decoded(name) })
                }
                _ => Some(FileRoute::Download { application, name: decoded(name) }),
            }
        }
        _ => None,
    }
}

/// A path with its escapes resolved. What is not text becomes a letter that no name has.
fn decoded(path: &str) -> String {
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(method: &str, path: &str) -> Option<FileRoute> {
        route(&method.parse().unwrap(), path)
    }

    #[test]
    fn every_way_to_a_file_is_found() {
        let (application, name) = ("app".to_owned(), "d/a b.png".to_owned());
        assert_eq!(found("POST", "/files"), Some(FileRoute::Nameless));
        assert_eq!(
            found("POST", "/Files/a%20b.png/"),
            Some(FileRoute::Upload("a b.png".to_owned()))
        );
        assert_eq!(found("DELETE", "/files/d/a%20b.png"), Some(FileRoute::Delete(name.clone())));
        assert_eq!(found("DELETE", "/files/d%2Fa%20b.png"), Some(FileRoute::Delete(name.clone())));
        let metadata = FileRoute::Metadata { application: application.clone(), name: name.clone() };
        assert_eq!(found("GET", "/files/app/metadata/d%2Fa%20b.png"), Some(metadata));
        let download = Some(FileRoute::Download { application, name });
        assert_eq!(found("GET", "/files/app/d%2Fa%20b.png"), download);
        assert_eq!(found("HEAD", "/files/app/d/a%20b.png"), download);
    }

    #[test]
    fn what_is_not_about_files_goes_elsewhere() {
        for (method, path) in [
            ("GET", "/files"),
            ("GET", "/files/app"),
            ("PUT", "/files/a"),
            ("DELETE", "/files"),
            ("POST", "/files/a/b"),
            ("GET", "/filesystem/a/b"),
            ("GET", "/classes/files"),
        ] {
            assert_eq!(found(method, path), None, "{method} {path}");
        }
    }
}
