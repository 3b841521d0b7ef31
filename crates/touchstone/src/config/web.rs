//! Reads which web app is served, and what it may reach.

use parse_http::settings::{PageSettings, WebSettings};
use parse_http::web;

use super::reader::{Reader, origin_of};

/// Whether there is an app to be served. Where the protocol takes every path, there is none.
pub(super) fn is_served(settings: &WebSettings, is_product: bool, mount_path: &str) -> bool {
    let is_there = settings.root.is_some() || (is_product && web::is_embedded());
    is_there && !mount_path.is_empty()
}

/// Pages whose links lead to the app, where it is served.
pub(super) fn with_links(
    settings: &WebSettings,
    mut pages: PageSettings,
    is_product: bool,
    mount_path: &str,
    public_server_url: Option<&str>,
) -> PageSettings {
    if is_served(settings, is_product, mount_path) {
        lead_to_app(&mut pages, public_server_url);
    }
    pages
}

/// Where the app shows what pages of the server show otherwise.
const ROUTES: [(&str, &str); 5] = [
    ("passwordReset", "/reset-password"),
    ("passwordResetLinkInvalid", "/reset-password?invalid=1"),
    ("emailVerificationSuccess", "/verify-email?result=verified"),
    ("emailVerificationLinkInvalid", "/verify-email?result=invalid"),
    ("emailVerificationLinkExpired", "/verify-email?result=expired"),
];

/// Reads which web app is served, and what it may reach.
pub(super) fn web_settings(read: &mut Reader<'_>, mount_path: &str) -> WebSettings {
    let root = read.value("web_root", |text| {
        let folder = std::fs::canonicalize(text).ok()?;
        folder.join("index.html").is_file().then_some(folder)
    });
    if root.is_some() && mount_path.is_empty() {
        let told = "web_root needs a mount_path: at / the protocol takes every path.";
        read.problems.push(told.to_owned());
    }
    WebSettings {
        root,
        connect_sources: read.value("web_connect_sources", sources).unwrap_or_default(),
        frame_sources: read.value("web_frame_sources", sources).unwrap_or_default(),
        image_sources: read.value("web_image_sources", sources).unwrap_or_default(),
    }
}

/// Lets links in mails lead to the app, where the operator has no pages of their own.
fn lead_to_app(pages: &mut PageSettings, public_server_url: Option<&str>) {
    let Some(origin) = public_server_url.and_then(origin_of) else { return };
    if pages.path.is_some() {
        return;
    }
    for (page, route) in ROUTES {
        let address = || format!("{origin}{route}");
        pages.custom_urls.entry(page.to_owned()).or_insert_with(address);
    }
}

fn sources(text: &str) -> Option<Vec<String>> {
    let items = text.split(',').map(str::trim).filter(|item| !item.is_empty());
    items.map(|item| is_source(item).then(|| item.to_owned())).collect()
}

/// An origin that fits a content policy and says nothing else there.
fn is_source(text: &str) -> bool {
    let host = ["https://", "http://", "wss://", "ws://"]
        .into_iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b".-:*[]".contains(&byte);
    host.is_some_and(|host| !host.is_empty() && host.bytes().all(is_letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_source_is_an_origin_and_nothing_else() {
        for good in ["https://a.example", "wss://*.b.example:443", "http://[::1]:80"] {
            assert_eq!(sources(good), Some(vec![good.to_owned()]));
        }
        for bad in [
            "https://",
            "*",
            "'unsafe-inline'",
            "https://a.example; script-src *",
            "https://a.example/path",
            "data:",
            "a.example",
            "https://a b",
        ] {
            assert_eq!(sources(bad), None, "{bad}");
        }
        let two = sources("https://a.example, ,wss://b.example").map(|all| all.len());
        assert_eq!(two, Some(2));
    }

    #[test]
    fn links_lead_to_the_app_unless_the_operator_says_otherwise() {
        let public = Some("https://beta.example/parse");
        let mut pages = PageSettings::default();
        let own = "https://my.example/reset".to_owned();
        pages.custom_urls.insert("passwordReset".to_owned(), own.clone());
        lead_to_app(&mut pages, public);
        assert_eq!(pages.custom_urls["passwordReset"], own);
        assert_eq!(
            pages.custom_urls["emailVerificationLinkExpired"],
            "https://beta.example/verify-email?result=expired"
        );
        let mut pages = PageSettings { path: Some("/pages".into()), ..PageSettings::default() };
        lead_to_app(&mut pages, public);
        assert!(pages.custom_urls.is_empty());
        lead_to_app(&mut PageSettings::default(), None);
    }
}
