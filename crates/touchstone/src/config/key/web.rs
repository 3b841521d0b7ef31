//! The web app.

use super::definition::{Key, open};

const SOURCES: &str = "origins such as https://a.example or wss://b.example, separated by commas";

#[rustfmt::skip] // One line per setting, so that the table can be read as one.
pub(super) const KEYS: &[Key] = &[
    open("web_root", None, "a folder with an index.html", "Folder of the built app, read once at the start. Default: in the product profile the app that the binary contains, otherwise none."),
    open("web_connect_sources", None, SOURCES, "Other servers that the app may call, such as relays of wallets."),
    open("web_frame_sources", None, SOURCES, "Servers whose pages the app may show in frames, such as those of wallets."),
    open("web_image_sources", None, SOURCES, "Other servers that the app may load images from, such as a file server."),
];
