//! The brand of the programme: the addresses of its files, the sender of mails, and the preview of
//! an accent.

mod preview;

use async_trait::async_trait;
use feedback_core::picture::side;
use feedback_core::product_state::ProductState;
use feedback_core::setting::Settings;
use feedback_core::stored_picture;
use feedback_model::accent::{Colour, style_sheet};
use parse_engine::mail::SenderName;
use parse_engine::page_settings::{PageLink, PageRel};
use parse_engine::{Error, Extension};
use parse_model::Json;
use parse_store::Db;
use serde_json::json;
use sha2::{Digest as _, Sha256};

/// The start of the addresses of its files.
pub const BELOW: &str = "/brand/";
/// The name of the manifest of the installed app.
const MANIFEST: &str = "app.webmanifest";

/// A file of the brand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BrandFile {
    /// A picture by its name.
    Picture(String),
    /// A style sheet, and whether the address holds the hash of this very text.
    StyleSheet {
        /// Its content.
        text: String,
        /// False if another version of the server made the address.
        is_exact: bool,
    },
    /// The manifest of the installed app.
    Manifest,
}

impl BrandFile {
    /// The file at a path.
    pub fn at(path: &str) -> Option<BrandFile> {
        let name = path.strip_prefix(BELOW)?;
        if name == MANIFEST {
            return Some(BrandFile::Manifest);
        }
        let (stem, ending) = name.rsplit_once('.')?;
        match ending {
            "png" => side(stem).map(|_| BrandFile::Picture(stem.to_owned())),
            "css" => {
                let (colour, hash) = stem.split_once('-')?;
                let text = style_sheet(Colour::parse(&format!("#{colour}"))?);
                let is_exact = hash == hash_of(&text);
                Some(BrandFile::StyleSheet { text, is_exact })
            }
            _ => None,
        }
    }
}

/// The bytes of a picture that a setting has named.
pub async fn picture(db: &Db, name: &str) -> Result<Option<Vec<u8>>, Error> {
    Ok(stored_picture::read(db, name).await?.map(|picture| picture.png().to_vec()))
}

/// The manifest of the installed app: the one that was built in, with the name and the logo of the
/// public settings of the page.
pub fn manifest(built_in: &str, page: &parse_model::JsonMap) -> Json {
    let mut manifest: Json = serde_json::from_str(built_in).unwrap_or_else(|_| json!({}));
    if let Some(name) = page.get("product") {
        manifest["name"] = name.clone();
        manifest["short_name"] = name.clone();
    }
    if let Some(logo) = page.get("logo").and_then(Json::as_str) {
        let side = logo_side(logo);
        let size = format!("{side}x{side}");
        manifest["icons"] = json!([{ "src": logo, "sizes": size, "type": "image/png" }]);
    }
    manifest
}

fn logo_side(address: &str) -> u32 {
    let name = address.strip_prefix(BELOW).and_then(|name| name.strip_suffix(".png"));
    name.and_then(side).unwrap_or_default()
}

/// The address of the logo, if there is one.
pub(crate) fn logo(settings: &Settings) -> Option<String> {
    let name = settings.text("brand.logo");
    (!name.is_empty()).then(|| format!("{BELOW}{name}.png"))
}

/// The links in the head of the page. None without a brand.
pub(crate) fn links(settings: &Settings) -> Vec<PageLink> {
    let link = |rel, href| PageLink { rel, href };
    let mut links = Vec::new();
    let logo = logo(settings);
    if logo.is_some() || settings.is_set("product.name") {
        links.push(link(PageRel::Manifest, format!("{BELOW}{MANIFEST}")));
    }
    if let Some(logo) = logo {
        links.push(link(PageRel::Icon, logo.clone()));
        links.push(link(PageRel::TouchIcon, logo));
    }
    if let Some(accent) = Colour::parse(&settings.text("brand.accent")) {
        let hash = hash_of(&style_sheet(accent));
        let colour = accent.to_string();
        let address = format!("{BELOW}{}-{hash}.css", colour.trim_start_matches('#'));
        links.push(link(PageRel::StyleSheet, address));
    }
    links
}

/// Eight hexadecimal digits of the hash of a text.
fn hash_of(text: &str) -> String {
    let hash = Sha256::digest(text.as_bytes());
    hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// Registers the preview and the name of the sender.
pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    preview::register(extension, state).with_sender_name(ProgrammeSender { state: state.clone() })
}

/// The name of the sender, from the settings.
struct ProgrammeSender {
    state: ProductState,
}

#[async_trait]
impl SenderName for ProgrammeSender {
    async fn sender_name(&self, db: &Db) -> Result<Option<String>, Error> {
        let settings = Settings::read(db, self.state.access()).await?;
        Ok(settings.filled_text("mail.senderName"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_the_brand_have_addresses() {
        let picture = "0123456789abcdef0123456789abcdef-256";
        assert_eq!(
            BrandFile::at(&format!("/brand/{picture}.png")),
            Some(BrandFile::Picture(picture.to_owned()))
        );
        assert_eq!(BrandFile::at("/brand/app.webmanifest"), Some(BrandFile::Manifest));
        for path in ["/brand/", "/brand/a.png", "/brand/ff1493.css", "/brand/gold-0.css", "/brand"]
        {
            assert_eq!(BrandFile::at(path), None, "{path}");
        }
    }

    #[test]
    fn a_style_sheet_is_kept_for_good_only_under_its_own_hash() {
        let text = style_sheet(Colour::parse("#ff1493").expect("a colour"));
        let is_exact = |hash: &str| match BrandFile::at(&format!("/brand/ff1493-{hash}.css")) {
            Some(BrandFile::StyleSheet { is_exact, .. }) => is_exact,
            other => panic!("{other:?}"),
        };
        assert!(is_exact(&hash_of(&text)));
        assert!(!is_exact("00000000"));
    }

    #[test]
    fn the_manifest_has_the_name_and_the_logo() {
        let built_in = r#"{"id":"/","name":"Touchstone","icons":[{"src":"/icon-192.png"}]}"#;
        let page = |value: Json| value.as_object().cloned().expect("an object");
        let named = manifest(built_in, &page(json!({ "product": "Basalt" })));
        assert_eq!(named["name"], "Basalt");
        assert_eq!(named["icons"][0]["src"], "/icon-192.png");
        let logo = "/brand/0123456789abcdef0123456789abcdef-256.png";
        let branded = manifest(built_in, &page(json!({ "product": "Basalt", "logo": logo })));
        assert_eq!(
            branded["icons"],
            json!([{ "src": logo, "sizes": "256x256", "type": "image/png" }])
        );
        assert_eq!(branded["id"], "/");
    }
}
