//! Push endpoints. A browser chooses the URL, so only URLs of known push services are accepted.

use std::fmt;

/// The longest address.
const LONGEST: usize = 2048;

/// The known push services.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PushHosts(Vec<Known>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Known {
    /// This host, with https on the default port.
    Host(String),
    /// Every host below this one, likewise.
    Below(String),
    /// Exactly this origin, for an operator's own service.
    Origin(String),
}

impl PushHosts {
    /// Hosts (`push.example`), all hosts below one (`*.push.example`) and origins
    /// (`http://127.0.0.1:8090`). Other values match nothing.
    pub fn new<'a>(items: impl IntoIterator<Item = &'a str>) -> PushHosts {
        PushHosts(items.into_iter().filter_map(known).collect())
    }

    fn know(&self, origin: &str) -> bool {
        let host = origin.strip_prefix("https://");
        self.0.iter().any(|known| match known {
            Known::Host(name) => host == Some(name),
            Known::Below(name) => host
                .and_then(|host| host.strip_suffix(name.as_str()))
                .is_some_and(|below| below.len() > 1 && below.ends_with('.')),
            Known::Origin(listed) => origin == listed,
        })
    }
}

fn known(item: &str) -> Option<Known> {
    let item = item.trim().to_ascii_lowercase();
    if item.contains("://") {
        let (origin, rest) = origin_of(&item)?;
        return rest.is_empty().then_some(Known::Origin(origin));
    }
    match item.strip_prefix("*.") {
        Some(name) => is_host(name).then(|| Known::Below(name.to_owned())),
        None => is_host(&item).then_some(Known::Host(item)),
    }
}

fn is_host(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-');
    !text.is_empty() && !text.starts_with('.') && text.bytes().all(is_letter)
}

/// The origin of a URL, with its host in lower case and without the default port, and the rest.
fn origin_of(text: &str) -> Option<(String, &str)> {
    let (scheme, usual, rest) = match text.strip_prefix("https://") {
        Some(rest) => ("https", "443", rest),
        None => ("http", "80", text.strip_prefix("http://")?),
    };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at(end);
    let (host, port) = match authority.split_once(':') {
        Some((host, port)) => (host, Some(port)),
        None => (authority, None),
    };
    let is_number = |port: &str| port.parse::<u16>().is_ok() && !port.starts_with('+');
    if !is_host(host) || !port.is_none_or(is_number) {
        return None;
    }
    let host = host.to_ascii_lowercase();
    let origin = match port.filter(|port| *port != usual) {
        Some(port) => format!("{scheme}://{host}:{port}"),
        None => format!("{scheme}://{host}"),
    };
    Some((origin, path))
}

/// The URL of a subscription. Everything after the host is a secret of the browser, so it is never
/// shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    url: String,
    origin: String,
}

impl Endpoint {
    /// Parses a URL of a known push service.
    pub fn parse(text: &str, hosts: &PushHosts) -> Result<Endpoint, EndpointRefused> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !matches!(byte, b'\\' | b'#');
        if text.len() > LONGEST || !text.bytes().all(is_plain) {
            return Err(EndpointRefused::NoAddress);
        }
        let (origin, path) = origin_of(text).ok_or(EndpointRefused::NoAddress)?;
        if !hosts.know(&origin) {
            return Err(EndpointRefused::UnknownService);
        }
        // The URL is rebuilt from the checked parts, so that the checked host is the called one.
        Ok(Endpoint { url: format!("{origin}{path}"), origin })
    }

    /// The URL to call.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its origin, to which the signature is bound.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// The host to display.
    pub fn host(&self) -> &str {
        self.origin.split_once("://").map_or("", |(_, host)| host)
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("origin", &self.origin).finish_non_exhaustive()
    }
}

/// Why a URL is not a valid endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EndpointRefused {
    /// It is not a URL, or is too long.
    NoAddress,
    /// It does not belong to a known push service.
    UnknownService,
}

#[cfg(test)]
mod tests {
    use super::*;

    const USUAL: [&str; 4] = [
        "fcm.googleapis.com",
        "*.push.apple.com",
        "*.notify.windows.com",
        "*.push.services.mozilla.com",
    ];

    fn read(text: &str) -> Result<Endpoint, EndpointRefused> {
        Endpoint::parse(text, &PushHosts::new(USUAL))
    }

    #[test]
    fn the_services_of_browsers_are_known() {
        for (address, origin) in [
            ("https://fcm.googleapis.com/fcm/send/abc:def", "https://fcm.googleapis.com"),
            ("https://FCM.googleapis.com:443/wp/abc", "https://fcm.googleapis.com"),
            ("https://web.push.apple.com/QGx", "https://web.push.apple.com"),
            ("https://db5p.notify.windows.com/w/?token=B", "https://db5p.notify.windows.com"),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
                "https://updates.push.services.mozilla.com",
            ),
        ] {
            assert_eq!(read(address).map(|endpoint| endpoint.origin), Ok(origin.to_owned()));
        }
    }

    #[test]
    fn an_address_that_leads_elsewhere_is_refused() {
        for address in [
            "https://127.0.0.1/",
            "https://169.254.169.254/latest/meta-data",
            "https://[::1]/",
            "https://fcm.googleapis.com.evil.example/",
            "https://evilpush.apple.com/",
            "https://push.apple.com/",
            "https://.push.apple.com/",
            "https://fcm.googleapis.com@evil.example/",
            "https://evil.example/?https://fcm.googleapis.com",
            "https://evil.example\\@fcm.googleapis.com/",
            "https://fcm.googleapis.com:8443/",
            "https://fcm.googleapis.com:+443/",
            "http://fcm.googleapis.com/",
            "ftp://fcm.googleapis.com/",
            "https://fcm.googleapis.com/#x",
            "https://fcm.googleapis.com/a b",
            "https://fcm.googleapis.com\r\nHost: x/",
            "//fcm.googleapis.com/",
            "",
        ] {
            assert!(read(address).is_err(), "{address}");
        }
        assert!(read(&format!("https://fcm.googleapis.com/{}", "a".repeat(2100))).is_err());
    }

    #[test]
    fn an_operator_may_list_a_service_of_their_own() {
        let hosts = PushHosts::new(["push.example", "http://127.0.0.1:8090"]);
        let is_known = |text: &str| Endpoint::parse(text, &hosts).is_ok();
        assert!(is_known("http://127.0.0.1:8090/p/1") && is_known("https://push.example/x"));
        for other in ["http://127.0.0.1:8091/p", "https://127.0.0.1:8090/p", "http://push.example/"]
        {
            assert!(!is_known(other), "{other}");
        }
        for wrong in ["", "*", "*.", "https://a.example/path", "a b", "a.example:443"] {
            assert_eq!(PushHosts::new([wrong]), PushHosts(Vec::new()), "{wrong}");
        }
    }

    #[test]
    fn what_follows_the_host_is_never_shown() {
        let shown = format!("{:?}", read("https://fcm.googleapis.com/fcm/send/topsecret"));
        assert!(shown.contains("fcm.googleapis.com") && !shown.contains("topsecret"), "{shown}");
    }
}
