//! `GET /api/v1/docs`: the description of the API as a page without scripts.

mod operation;
mod schema;
mod text;

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::Response;
use parse_http::reply;
use parse_model::Json;

use text::{Escaped, paragraph};

/// The page takes nothing but its own style sheet from anywhere.
const POLICY: &str = "default-src 'none'; style-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/// The methods in the order in which a path lists them.
const METHODS: [&str; 5] = ["get", "post", "put", "patch", "delete"];

static PAGE: LazyLock<String> =
    LazyLock::new(|| html(&serde_json::from_str(super::DOCUMENT).unwrap_or_default()));

/// The page.
pub(super) fn page() -> Response<Body> {
    reply::html(PAGE.clone(), POLICY)
}

/// Its style sheet.
pub(super) fn style() -> Response<Body> {
    let style = include_str!("page/style.css");
    reply::page_file(style.as_bytes().to_vec(), "text/css; charset=utf-8", POLICY)
}

/// Renders an OpenAPI document.
fn html(document: &Json) -> String {
    let title = Escaped(document["info"]["title"].as_str().unwrap_or_default());
    let version = Escaped(document["info"]["version"].as_str().unwrap_or_default());
    let mut contents = String::new();
    let mut sections = String::new();
    for (path, methods) in document["paths"].as_object().into_iter().flatten() {
        for method in METHODS {
            let Some(operation) = methods.get(method) else { continue };
            let id = Escaped(operation["operationId"].as_str().unwrap_or_default());
            let summary = Escaped(operation["summary"].as_str().unwrap_or_default());
            let (name, path) = (method.to_uppercase(), Escaped(path));
            contents +=
                &format!("<li><a href=\"#{id}\"><code>{name} {path}</code></a> {summary}</li>\n");
            sections += &format!(
                "<section id=\"{id}\">\n<h2><code>{name} {path}</code></h2>\n<p>{summary}</p>\n{}</section>\n",
                operation::html(document, operation)
            );
        }
    }
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<link rel=\"stylesheet\" href=\"/api/v1/docs.css\">\n</head>\n<body>\n<main>\n\
         <h1>{title} <small>{version}</small></h1>\n{}\
         <p>The same as OpenAPI: <a href=\"/api/v1/openapi.json\">openapi.json</a>.</p>\n\
         <nav aria-label=\"Operations\"><ul>\n{contents}</ul></nav>\n{sections}</main>\n</body>\n</html>\n",
        paragraph(&document["info"]["description"])
    )
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_operation_of_the_description_is_on_the_page() {
        let document: Json = serde_json::from_str(super::super::DOCUMENT).expect("JSON");
        let page = html(&document);
        for (path, methods) in document["paths"].as_object().expect("paths") {
            for method in methods.as_object().expect("methods").keys() {
                let heading = format!("<h2><code>{} {path}</code></h2>", method.to_uppercase());
                assert!(page.contains(&heading), "{heading}");
            }
        }
        for foreign in ["<script", "style=\"", "http://", "src=\""] {
            assert!(!page.contains(foreign), "{foreign}");
        }
    }

    #[test]
    fn texts_of_the_description_are_escaped() {
        let document = json!({
            "info": { "title": "<b>", "version": "\"1\"", "description": "a & b" },
            "paths": { "/<i>": { "get": {
                "operationId": "one\" onload=\"x", "summary": "<script>",
                "requestBody": { "content": { "application/json": {
                    "schema": { "type": "object", "properties": { "<u>": { "enum": ["<s>"] } } },
                    "example": { "text": "<img>" },
                } } },
                "responses": { "200": { "description": "<em>" } },
            } } },
        });
        let page = html(&document);
        for raw in ["<b>", "<i>", "<script>", "<u>", "<s>", "<img>", "<em>", "one\" "] {
            assert!(!page.contains(raw), "{raw}");
        }
        assert!(page.contains("&lt;script&gt;") && page.contains("a &amp; b"));
    }
}
