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
            "description": "The functions that the app calls. A function is called by POST with its parameters as a JSON object. The answer is in `result`. A call with the same X-Parse-Request-Id is done once: repeated, it gets the first answer again.",
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
                    "description": "The answer, in `result`.",
                    "content": { "application/json": { "schema": {
                        "type": "object", "properties": { "result": {} }, "required": ["result"],
                    } } },
                },
                "Refusal": {
                    "description": "Why the call is refused. `key` names the reason, `error` begins with the same key if the code is 142. `x-refusals` lists the keys of the function.",
                    "content": { "application/json": { "schema": {
                        "type": "object",
                        "properties": {
                            "code": { "type": "integer" },
                            "error": { "type": "string" },
                            "key": { "type": "string" },
                            "details": { "type": "object" },
                            "errors": { "type": "array", "items": {
                                "type": "object",
                                "properties": {
                                    "field": { "type": "string" },
                                    "key": { "type": "string" },
                                    "detail": { "type": "string" },
                                    "allowed": { "type": "array" },
                                },
                                "required": ["field", "key", "detail"],
                            } },
                        },
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
            "200": answer(function),
            "400": { "$ref": "#/components/responses/Refusal" },
        },
        "x-refusals": refusals(function),
    });
    if function.signature.caller == "public" {
        operation["security"] = json!([{ "application": [] }]);
    }
    operation
}

/// The response of a function, with its schema if it is declared.
fn answer(function: &Described) -> Json {
    let Some(schema) = &function.signature.answer else {
        return json!({ "$ref": "#/components/responses/Answer" });
    };
    let mut content = json!({ "schema": {
        "type": "object", "properties": { "result": schema }, "required": ["result"],
    } });
    if let Some(example) = &function.example {
        content["example"] = json!({ "result": example.answer });
    }
    json!({ "description": "The answer, in `result`.", "content": { "application/json": content } })
}

fn refusals(function: &Described) -> Vec<String> {
    let each = function.refusals().into_iter().map(|(code, key, when)| match (key, when) {
        ("", when) => format!("{code}: {when}"),
        (key, "") => format!("{code} {key}"),
        (key, when) => format!("{code} {key}: {when}"),
    });
    each.collect()
}
