//! What the app may load and do in a browser.

use axum::http::HeaderValue;

use crate::settings::WebSettings;

/// The policy that goes with the page and with every file of the app, because a script that runs on
/// its own goes by the policy it came with.
pub(super) fn content_policy(settings: &WebSettings, is_https: bool) -> Option<HeaderValue> {
    let with = |own: &str, further: &[String]| {
        let words: Vec<&str> = own.split(' ').chain(further.iter().map(String::as_str)).collect();
        words.join(" ")
    };
    let mut policy = vec![
        "default-src 'none'".to_owned(),
        "script-src 'self'".to_owned(),
        "style-src 'self'".to_owned(),
        with("img-src 'self' data: blob:", &settings.image_sources),
        "font-src 'self'".to_owned(),
        with("connect-src 'self'", &settings.connect_sources),
    ];
    if !settings.frame_sources.is_empty() {
        policy.push(with("frame-src", &settings.frame_sources));
    }
    policy.extend(REST.map(str::to_owned));
    if is_https {
        policy.push("upgrade-insecure-requests".to_owned());
    }
    HeaderValue::try_from(policy.join("; ")).ok()
}

const REST: [&str; 8] = [
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    // The app makes two workers, each of one address: nothing else may turn text into script.
    "trusted-types live-worker touchstone-sw",
];

/// The policy of the service worker, which goes by what it was served with: it talks to us alone
/// and fetches no further script. Its images are the icons of notifications.
pub(super) const SERVICE_WORKER: HeaderValue = HeaderValue::from_static(
    "default-src 'none'; connect-src 'self'; img-src 'self'; base-uri 'none'; \
     frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_names_only_what_was_listed() {
        let policy = content_policy(&WebSettings::default(), false).unwrap();
        assert_eq!(
            policy,
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
             font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; \
             require-trusted-types-for 'script'; trusted-types live-worker touchstone-sw"
        );
        let settings = WebSettings {
            image_sources: vec!["https://files.example".to_owned()],
            connect_sources: vec!["wss://relay.example".to_owned(), "https://b.example".to_owned()],
            frame_sources: vec!["https://wallet.example".to_owned()],
            ..WebSettings::default()
        };
        let policy = content_policy(&settings, true).unwrap();
        assert_eq!(
            policy,
            "default-src 'none'; script-src 'self'; style-src 'self'; \
             img-src 'self' data: blob: https://files.example; font-src 'self'; \
             connect-src 'self' wss://relay.example https://b.example; \
             frame-src https://wallet.example; worker-src 'self'; manifest-src 'self'; \
             base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'; \
             require-trusted-types-for 'script'; trusted-types live-worker touchstone-sw; \
             upgrade-insecure-requests"
        );
    }
}
