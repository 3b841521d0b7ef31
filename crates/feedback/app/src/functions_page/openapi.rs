//! The functions as an OpenAPI document.

use parse_model::{Json, JsonMap};
use serde_json::json;

use super::described::Described;

/// The document.
pub(super) fn document(functions: &[Described]) -> Json {
    let paths: JsonMap = functions
        .iter()
        .map(|function| {
            (format!("/functions/{}", function.name), json!({ "post": operation(function) }))
        })
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Functions of Touchstone",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "What the app calls. A function is called by POST with its parameters as a JSON object; the answer stands in `result`. Changes may be repeated with the same X-Parse-Request-Id: the first answer is given again.",
            "license": { "name": "Apache-2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": "/parse", "description": "the mount path of the server" }],
        "security": [{ "application": [], "session": [] }],
        "paths": paths,
        "components": {
            "securitySchemes": {
                "application": { "type": "apiKey", "in": "header", "name": "X-Parse-Application-Id" },
                "session": { "type": "apiKey", "in": "header", "name": "X-Parse-Session-Token" },
            },
            "responses": {
                "Answer": {
                    "description": "The answer stands in `result`.",
                    "content": { "application/json": { "schema": {
                        "type": "object", "properties": { "result": {} }, "required": ["result"],
                    } } },
                },
                "Refusal": {
                    "description": "Why it is not done: a code, and a sentence that begins with a key for programs where the code is 142. `x-refusals` lists those that the function's own file names.",
                    "content": { "application/json": { "schema": {
                        "type": "object",
                        "properties": { "code": { "type": "integer" }, "error": { "type": "string" } },
                        "required": ["code", "error"],
                    } } },
                },
            },
        },
    })
}

fn operation(function: &Described) -> Json {
    let mut operation = json!({
        "operationId": function.name,
        "tags": [function.origin.area],
        "summary": function.origin.about,
        "x-caller": function.signature.caller,
        "x-effect": if function.only_reads() { "reads" } else { "changes" },
        "requestBody": {
            "required": true,
            "content": { "application/json": { "schema": function.signature.params } },
        },
        "responses": {
            "200": { "$ref": "#/components/responses/Answer" },
            "400": { "$ref": "#/components/responses/Refusal" },
        },
        "x-refusals": refusals(function),
    });
    if function.signature.caller == "anybody" {
        operation["security"] = json!([{ "application": [] }]);
    }
    operation
}

fn refusals(function: &Described) -> Vec<String> {
    let each = function.refusals().into_iter().map(|(code, key, when)| match (key, when) {
        ("", when) => format!("{code}: {when}"),
        (key, "") => format!("{code} {key}"),
        (key, when) => format!("{code} {key}: {when}"),
    });
    each.collect()
}
