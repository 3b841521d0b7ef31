//! Everything that may be asked, in one table.

use feedback::api_key::Scope;

/// What is done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Act {
    /// The description of all this.
    Document,
    /// The description as a page.
    Page,
    /// The style sheet of that page.
    PageStyle,
    Programme,
    AnnounceBuild,
    Issues,
    Issue,
    Report,
    MailEvent,
}

impl Act {
    /// The product's function behind it.
    pub(super) fn function(self) -> &'static str {
        match self {
            Act::Document | Act::Page | Act::PageStyle => "",
            Act::Programme => "apiProgramme",
            Act::AnnounceBuild => "apiAnnounceBuild",
            Act::Issues => "apiIssues",
            Act::Issue => "apiIssue",
            Act::Report => "apiReport",
            Act::MailEvent => "apiMailEvent",
        }
    }

    /// Whether it changes nothing.
    pub(super) fn is_read(self) -> bool {
        !matches!(self, Act::AnnounceBuild | Act::Report | Act::MailEvent)
    }
}

/// One line of the table.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) method: &'static str,
    /// Below `/api/v1`; `{number}` stands for a number.
    pub(super) path: &'static str,
    /// The scopes one of which a key needs; empty if no key is needed.
    pub(super) scopes: &'static [Scope],
    pub(super) act: Act,
}

const fn operation(
    method: &'static str,
    path: &'static str,
    scopes: &'static [Scope],
    act: Act,
) -> Operation {
    Operation { method, path, scopes, act }
}

/// The table.
pub(super) const OPERATIONS: &[Operation] = &[
    operation("GET", "/openapi.json", &[], Act::Document),
    operation("GET", "/docs", &[], Act::Page),
    operation("GET", "/docs.css", &[], Act::PageStyle),
    operation("GET", "/programme", &[Scope::Read, Scope::Report], Act::Programme),
    operation("POST", "/builds", &[Scope::Builds], Act::AnnounceBuild),
    operation("GET", "/issues", &[Scope::Read], Act::Issues),
    operation("GET", "/issues/{number}", &[Scope::Read], Act::Issue),
    operation("POST", "/issues", &[Scope::Report], Act::Report),
    operation("POST", "/mail-events", &[Scope::Mail], Act::MailEvent),
];

/// What a request asks for.
#[derive(Debug)]
pub(super) enum Found {
    /// This, with the number in the path.
    Operation(&'static Operation, Option<u32>),
    /// There are only these methods.
    OtherMethods(String),
    /// Nothing is there.
    Nothing,
}

/// Finds it.
pub(super) fn found(method: &str, path: &str) -> Found {
    let path = path.strip_suffix('/').unwrap_or(path);
    let there = OPERATIONS.iter().filter_map(|one| Some((one, fits(one.path, path)?)));
    let there: Vec<(&Operation, Option<u32>)> = there.collect();
    let method = if method == "HEAD" { "GET" } else { method };
    if let Some((operation, number)) = there.iter().find(|(one, _)| one.method == method) {
        return Found::Operation(operation, *number);
    }
    if there.is_empty() {
        return Found::Nothing;
    }
    let methods: Vec<&str> = there.iter().map(|(one, _)| one.method).collect();
    Found::OtherMethods(methods.join(", "))
}

/// Whether a path is of a template, and the number in it.
fn fits(template: &str, path: &str) -> Option<Option<u32>> {
    match template.strip_suffix("{number}") {
        Some(begins) => {
            let number = path.strip_prefix(begins)?.parse().ok()?;
            Some(Some(number))
        }
        None => (template == path).then_some(None),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use parse_model::Json;

    use super::*;

    #[test]
    fn the_document_describes_every_operation_and_nothing_else() {
        let document: Json = serde_json::from_str(super::super::DOCUMENT).unwrap();
        assert_eq!(document["openapi"], "3.1.0");
        let mut described = BTreeSet::new();
        for (path, methods) in document["paths"].as_object().unwrap() {
            for (method, operation) in methods.as_object().unwrap() {
                described.insert((method.to_uppercase(), path.clone()));
                let told = operation["x-scope"].as_str().unwrap_or_default();
                let known = OPERATIONS
                    .iter()
                    .find(|one| one.method.eq_ignore_ascii_case(method) && one.path == path);
                let scopes = known.unwrap_or_else(|| panic!("{method} {path}")).scopes;
                let scopes: Vec<&str> = scopes.iter().copied().map(Scope::key).collect();
                assert_eq!(told, scopes.join(" or "), "{method} {path}");
                assert!(operation["operationId"].is_string() && operation["responses"].is_object());
            }
        }
        let served: BTreeSet<(String, String)> =
            OPERATIONS.iter().map(|one| (one.method.to_owned(), one.path.to_owned())).collect();
        assert_eq!(described, served);
    }

    #[test]
    fn what_the_document_refers_to_is_in_it() {
        let document: Json = serde_json::from_str(super::super::DOCUMENT).unwrap();
        let text = document.to_string();
        for part in text.split("\"$ref\":\"#/").skip(1) {
            let place = part.split('"').next().unwrap();
            let pointer = format!("/{place}");
            assert!(document.pointer(&pointer).is_some(), "{pointer}");
        }
    }

    #[test]
    fn a_path_is_found_by_its_method_and_others_are_named() {
        assert!(
            matches!(found("GET", "/issues"), Found::Operation(one, None) if one.act == Act::Issues)
        );
        assert!(
            matches!(found("POST", "/issues/"), Found::Operation(one, None) if one.act == Act::Report)
        );
        assert!(
            matches!(found("HEAD", "/issues/431"), Found::Operation(one, Some(431)) if one.act == Act::Issue)
        );
        assert!(
            matches!(found("DELETE", "/issues"), Found::OtherMethods(all) if all == "GET, POST")
        );
        for path in ["", "/", "/issues/x", "/issues/-1", "/issues/1/2", "/users", "/builds/1"] {
            assert!(matches!(found("GET", path), Found::Nothing), "{path}");
        }
    }
}
