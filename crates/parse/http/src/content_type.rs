//! The content types of files that we serve to pages, by the endings of their names.

/// Of pages.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// Of scripts.
pub(crate) const SCRIPT: &str = "text/javascript; charset=utf-8";

/// The content type of a file of this name.
pub(crate) fn of_name(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => HTML,
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => SCRIPT,
        Some("json" | "map") => "application/json; charset=utf-8",
        Some("webmanifest") => "application/manifest+json",
        Some("txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg" | "jpeg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("avif") => "image/avif",
        Some("gif") => "image/gif",
        Some("ico") => "image/x-icon",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}
