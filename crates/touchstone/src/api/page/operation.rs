//! One operation: what is sent and what is answered.

use parse_model::Json;

use super::schema::{kind, media, resolved};
use super::text::{Escaped, paragraph};

/// The body of its section.
pub(super) fn html(document: &Json, operation: &Json) -> String {
    let mut html = paragraph(&operation["description"]);
    if let Some(scope) = operation["x-scope"].as_str() {
        html += &format!("<p>Scope of the key: <code>{}</code>.</p>\n", Escaped(scope));
    }
    html += &parameters(document, operation);
    if let Some(body) = operation.get("requestBody") {
        html += "<h3>Body</h3>\n";
        html += &medias(document, body);
    }
    html + &responses(document, operation)
}

fn parameters(document: &Json, operation: &Json) -> String {
    let Some(all) = operation["parameters"].as_array() else { return String::new() };
    let one = |parameter: &Json| {
        let parameter = resolved(document, parameter);
        let mark = if parameter["required"] == true { ", required" } else { "" };
        format!(
            "<dt><code>{}</code> in {}, {}{mark}</dt>\n<dd>{}</dd>\n",
            Escaped(parameter["name"].as_str().unwrap_or_default()),
            Escaped(parameter["in"].as_str().unwrap_or_default()),
            kind(document, &parameter["schema"]),
            Escaped(parameter["description"].as_str().unwrap_or_default())
        )
    };
    format!("<h3>Parameters</h3>\n<dl>\n{}</dl>\n", all.iter().map(one).collect::<String>())
}

fn responses(document: &Json, operation: &Json) -> String {
    let mut html = "<h3>Answers</h3>\n".to_owned();
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        let response = resolved(document, response);
        let description = Escaped(response["description"].as_str().unwrap_or_default());
        html += &format!("<h4>{} {description}</h4>\n", Escaped(status));
        // Every problem has the same fields, which are described once, with the schemas.
        if status.starts_with('2') {
            html += &medias(document, response);
        }
    }
    html
}

fn medias(document: &Json, holder: &Json) -> String {
    let all = holder["content"].as_object().into_iter().flatten();
    all.map(|(_, one)| media(document, one)).collect()
}
