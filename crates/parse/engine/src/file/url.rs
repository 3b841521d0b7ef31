//! URLs of files. Those of this server are recomputed on each read, and objects may refer only to
//! others that the operator allows.

use parse_files::{StoredName, UrlDomains, encoded};
use parse_model::{Code, Date, Json, JsonMap, Refusal};

use crate::cx::Cx;
use crate::settings::Settings;

/// The URL of a file. If URLs expire, it must be returned only to callers who can read the file.
pub fn address(cx: &Cx, name: &str) -> String {
    address_at(cx.settings(), cx.now(), name)
}

/// The same outside a request.
pub(crate) fn address_at(settings: &Settings, now: Date, name: &str) -> String {
    let address = lasting(settings, name);
    match &settings.files.addresses {
        Some(signer) => format!("{address}?{}", signer.query(name, now)),
        None => address,
    }
}

/// Whether a file can be fetched with this query: always, unless URLs expire.
pub fn is_address_good(cx: &Cx, name: &StoredName, query: Option<&str>) -> bool {
    let Some(signer) = &cx.settings().files.addresses else { return true };
    let query = query.unwrap_or_default();
    cx.caller().is_unrestricted() || signer.is_good(name.as_str(), query, cx.now())
}

fn lasting(settings: &Settings, name: &str) -> String {
    format!("{}/files/{}/{}", settings.public_url, settings.application_id, encoded(name))
}

/// Refuses a body with a reference to a file on a host that is not allowed, at any depth.
pub(crate) fn check(settings: &Settings, body: &JsonMap) -> Result<(), Refusal> {
    match &settings.files.url_domains {
        UrlDomains::Any => Ok(()),
        UrlDomains::Own(domains) => {
            let own = host(&settings.public_url);
            body.values().try_for_each(|value| check_value(value, own.as_deref(), domains))
        }
    }
}

fn check_value(value: &Json, own: Option<&str>, domains: &[String]) -> Result<(), Refusal> {
    match value {
        Json::Array(items) => items.iter().try_for_each(|item| check_value(item, own, domains)),
        Json::Object(map) if map.get("__type").and_then(Json::as_str) == Some("File") => {
            match map.get("url") {
                None | Some(Json::Null) => Ok(()),
                Some(Json::String(url)) if url.is_empty() => Ok(()),
                Some(url) => check_url(url.as_str().unwrap_or_default(), own, domains),
            }
        }
        Json::Object(map) => map.values().try_for_each(|item| check_value(item, own, domains)),
        _ => Ok(()),
    }
}

fn check_url(url: &str, own: Option<&str>, domains: &[String]) -> Result<(), Refusal> {
    let Some(host) = host(url) else {
        return Err(Refusal::new(Code::FILE_SAVE_ERROR, "Invalid file URL."));
    };
    let is_among = domains.iter().any(|domain| match domain.strip_prefix('*') {
        Some(below) => host.ends_with(below),
        None => host == *domain,
    });
    if is_among || own == Some(&*host) {
        return Ok(());
    }
    let problem = format!("File URL domain '{host}' is not allowed.");
    Err(Refusal::new(Code::FILE_SAVE_ERROR, problem))
}

/// The host of a URL. `None` for a URL that parsers read differently.
fn host(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    if !scheme.eq_ignore_ascii_case("http") && !scheme.eq_ignore_ascii_case("https") {
        return None;
    }
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let authority = &rest[..end];
    let host = match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        _ => authority,
    };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._[]:".contains(&byte);
    (!host.is_empty() && host.bytes().all(is_plain)).then(|| host.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn settings(domains: &[&str]) -> Settings {
        let mut settings = Settings {
            public_url: "https://Api.example.com:1337/parse".to_owned(),
            application_id: "app".to_owned(),
            ..Settings::default()
        };
        let list: Vec<String> = domains.iter().map(|domain| (*domain).to_owned()).collect();
        settings.files.url_domains = UrlDomains::parse(&list);
        settings
    }

    fn refused(domains: &[&str], url: &str) -> Option<String> {
        let Json::Object(body) =
            json!({ "a": [{ "b": { "__type": "File", "name": "n", "url": url } }] })
        else {
            unreachable!()
        };
        check(&settings(domains), &body).err().map(|refusal| refusal.text(true).to_owned())
    }

    #[test]
    fn our_own_host_is_always_allowed() {
        assert_eq!(refused(&["own"], "https://api.example.com/x"), None);
        assert_eq!(refused(&["own"], ""), None);
        assert_eq!(refused(&["*"], "http://10.0.0.1/"), None);
    }

    #[test]
    fn a_file_elsewhere_is_refused_at_any_depth() {
        let not_allowed = |host: &str| Some(format!("File URL domain '{host}' is not allowed."));
        assert_eq!(refused(&["own"], "http://10.0.0.1/"), not_allowed("10.0.0.1"));
        assert_eq!(refused(&["own"], "http://[::1]/"), not_allowed("[::1]"));
        assert_eq!(refused(&["cdn.x"], "https://evil.cdn.x/"), not_allowed("evil.cdn.x"));
        assert_eq!(refused(&["*.x.org"], "https://a.x.org:8080/f"), None);
        for odd in
            ["file:///etc/passwd", "//evil", "https://api.example.com@evil/", "https://a\\b/"]
        {
            assert_eq!(refused(&["own"], odd), Some("Invalid file URL.".to_owned()), "{odd}");
        }
    }

    #[test]
    fn a_file_of_any_name_has_an_address_below_the_base_path() {
        let settings = settings(&["*"]);
        let ours = |name: &str| format!("https://Api.example.com:1337/parse/files/app/{name}");
        assert_eq!(lasting(&settings, "tfss-a b"), ours("tfss-a%20b"));
        assert_eq!(lasting(&settings, "d/a.png"), ours("d%2Fa.png"));
    }
}
