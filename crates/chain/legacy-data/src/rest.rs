//! The direct paths of the functions: which function a path means, and what the path tells it.

use parse_model::{Json, JsonMap};
use percent_encoding::percent_decode_str;

use crate::catalogue::{ENTRIES, Entry};

/// The function of a method and a path, with the parameters in the path.
///
/// Of two that fit, the one with fewer parameters in its path is meant: `/erc20/metadata` is no
/// address.
pub fn route(method: &str, path: &str) -> Option<(&'static str, JsonMap)> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let segments: Vec<&str> = path.split('/').skip(1).collect();
    let is_asked = |entry: &&Entry| !entry.path.is_empty() && entry.method == method;
    let fitting = ENTRIES.iter().filter(is_asked);
    let fitting = fitting.filter_map(|entry| Some((entry, fit(entry, &segments)?)));
    let (entry, params) = fitting.min_by_key(|(_, params)| params.len())?;
    Some((entry.name, params))
}

fn fit(entry: &Entry, segments: &[&str]) -> Option<JsonMap> {
    let template: Vec<&str> = entry.path.split('/').skip(1).collect();
    if template.len() != segments.len() || segments.iter().any(|segment| segment.is_empty()) {
        return None;
    }
    let mut params = JsonMap::new();
    for (wanted, given) in template.iter().zip(segments) {
        match wanted.strip_prefix(':') {
            Some(name) => {
                let text = percent_decode_str(given).decode_utf8().ok()?;
                // One address is no word of a path, so that a mistyped path is none.
                if name.ends_with("address") && !entry.is_solana() && !text.starts_with("0x") {
                    return None;
                }
                params.insert(name.to_owned(), Json::String(text.into_owned()));
            }
            None if wanted == given => {}
            None => return None,
        }
    }
    Some(params)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue::entry;

    #[test]
    fn every_direct_path_leads_to_its_function() {
        for entry in ENTRIES.iter().filter(|entry| !entry.path.is_empty()) {
            let filled: Vec<String> = entry
                .path
                .split('/')
                .map(|segment| match segment.strip_prefix(':') {
                    Some("network") => "mainnet".to_owned(),
                    Some(name) if name.ends_with("address") => "0xab".to_owned(),
                    Some(_) => "7".to_owned(),
                    None => segment.to_owned(),
                })
                .collect();
            let (name, params) = route(entry.method, &filled.join("/")).unwrap();
            assert_eq!(name, entry.name, "{}", entry.path);
            assert_eq!(params.len(), entry.path.matches(':').count(), "{}", entry.path);
        }
    }

    #[test]
    fn what_is_no_direct_path_is_none() {
        for path in ["", "/", "/nope", "/0xab/nope", "/block", "/block/1/2", "//balance", "/erc20"]
        {
            assert_eq!(route("GET", path), None, "{path}");
        }
        assert_eq!(route("POST", "/0xab/balance"), None);
        assert!(entry("getAllERC20").unwrap().path.is_empty());
    }

    #[test]
    fn segments_are_decoded() {
        let (_, params) = route("GET", "/resolve/ens/a%2Eeth").unwrap();
        assert_eq!(params["domain"], "a.eth");
    }
}
