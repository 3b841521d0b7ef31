//! The functions as Markdown pages: one for each part of the product, and an overview.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use parse_model::{Json, JsonMap};

use super::described::Described;
use super::shape::{columns, fields};

const INTRODUCTION: &str = "# Functions

For developers who call the product in the name of a user: from a dapp, a bot, or their own client.
Programs that act for the team, such as CI, use the [REST API](../how-to/developers/rest-api.md) with a key instead.
These pages and [functions.json](../functions.json) (OpenAPI 3.1) are generated from the code. `just bless` regenerates them.

A function is called by `POST /parse/functions/<name>` with its parameters as a JSON object, the application id, and the session of the user.
The SDK does the same with `Parse.Cloud.run(name, parameters)`.
The answer is in `result`.
A call with an `X-Parse-Request-Id` is done once: repeated, it gets the first answer again.
[First integration](../tutorials/first-integration.md) shows a whole conversation.

In the examples `$SERVER` is the address of the API, such as `https://beta.example.org/parse`, `$APP` is the application id and `$SESSION` is a session token.

## Errors

A refusal has the status 400 or 404 and is answered as `{\"code\": 142, \"error\": \"AREA: Choose one of …\", \"key\": \"AREA\", \"details\": {…}}`.
`key` names the reason for programs. `details` has its parts, if there are any. [Errors](errors.md) lists the codes.
These refusals are possible for many functions, and the pages do not repeat them:

| code | key | when |
| --- | --- | --- |
| 209 | – | The function needs a session, and the token is missing or invalid. |
| 119 | – | The function is for administrators, and the caller is not one. |
| 142 | `PARAMS` | The parameters do not fit. Unknown parameters are refused, except where a page says that further ones are accepted. |
| 142 | `READ_ONLY` | The programme is closed for changes, and the caller is a tester. |
| 142 | `FRESH_SIGN_IN` | The function asks for a recent sign-in. |

Rules of the product refuse with 101, 119, 140 or 142 and a key of their own, such as `OVER_ALLOWANCE` (140) or `ISSUE_BAD_STATE` (142).

## Pages

| page | functions |
| --- | --- |
";

/// The pages by their path below `docs/reference`.
pub(super) fn pages(functions: &[Described]) -> BTreeMap<String, String> {
    let mut areas: BTreeMap<&str, Vec<&Described>> = BTreeMap::new();
    for function in functions {
        areas.entry(&function.origin.area).or_default().push(function);
    }
    let mut overview = INTRODUCTION.to_owned();
    let mut pages = BTreeMap::new();
    for (area, functions) in areas {
        let file = format!("functions/{}.md", area.replace('_', "-"));
        let names: Vec<String> = functions
            .iter()
            .map(|one| format!("[`{}`]({file}#{})", one.name, one.name.to_lowercase()))
            .collect();
        let _ = writeln!(overview, "| [{}]({file}) | {} |", title(area), names.join(", "));
        pages.insert(file, page(area, &functions));
    }
    pages.insert("functions.md".to_owned(), overview);
    pages
}

/// The title of a page.
fn title(area: &str) -> String {
    let words = area.replace('_', " ").replace("api", "API");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn page(area: &str, functions: &[&Described]) -> String {
    let about = functions.first().map_or("", |one| one.origin.area_about.as_str());
    let mut page = format!("# {} functions\n\n{about}\n", title(area));
    page.push_str("[Functions](../functions.md) explains calls and errors.\n");
    for function in functions {
        page.push_str(&section(function));
    }
    page
}

fn section(function: &Described) -> String {
    let caller = match function.signature.caller {
        "public" => "all callers, signed in or not",
        "signed in" => "signed-in users",
        _ => "administrators",
    };
    let effect = if function.only_reads() { "reads only" } else { "changes data" };
    let mut text = format!(
        "\n## {}\n\n{}\n\nCallers: {caller}. Effect: {effect}.\n",
        function.name, function.origin.about
    );
    let own: Vec<String> = function.own_keys().map(|key| format!("`{key}`")).collect();
    if !own.is_empty() {
        let _ = writeln!(text, "Refusals of its own: {}.", own.join(", "));
    }
    let parameters = columns(&function.signature.params);
    if parameters.is_empty() {
        text.push_str("\nNo parameters.\n");
    } else {
        text.push_str("\n| parameter | type | |\n| --- | --- | --- |\n");
        for (name, kind, mark) in parameters {
            let _ = writeln!(text, "| `{name}` | {kind} | {mark} |");
        }
    }
    if function.signature.params["additionalProperties"] != Json::Bool(false) {
        text.push_str("\nFurther parameters are accepted.\n");
    }
    let _ = write!(text, "\n```sh\n{}\n```\n", curl(function));
    if let Some(answer) = &function.signature.answer {
        text.push_str(&answered(answer));
    }
    if let Some(example) = &function.example {
        let json = serde_json::to_string_pretty(&example.answer).unwrap_or_default();
        let _ = write!(text, "\nExample of `result`:\n\n```json\n{json}\n```\n");
    }
    text
}

/// The fields of an answer, as a table.
fn answered(schema: &Json) -> String {
    let fields = fields(schema);
    if fields.is_empty() {
        return "\nThe answer is an empty object.\n".to_owned();
    }
    let mut text = "\n| answer | type |\n| --- | --- |\n".to_owned();
    for (path, kind) in fields {
        let _ = writeln!(text, "| `{path}` | {kind} |");
    }
    text
}

/// A call with the required parameters.
fn curl(function: &Described) -> String {
    let params = match &function.example {
        Some(example) => example.params.clone(),
        None => placeholder(&function.signature.params),
    };
    let session = match function.signature.caller {
        "public" => "",
        _ => " \\\n  -H \"X-Parse-Session-Token: $SESSION\"",
    };
    let params = params.to_string().replace('\'', "'\\''");
    format!(
        "curl \"$SERVER/functions/{}\" -H \"X-Parse-Application-Id: $APP\"{session} \\\n  -H 'Content-Type: application/json' -d '{params}'",
        function.name
    )
}

/// An example value.
fn placeholder(schema: &Json) -> Json {
    if let Some(word) = schema["enum"].as_array().and_then(|words| words.first()) {
        return word.clone();
    }
    let kind = match &schema["type"] {
        Json::Array(kinds) => kinds.first().cloned().unwrap_or_default(),
        kind => kind.clone(),
    };
    match kind.as_str() {
        Some("string") => "…".into(),
        Some("integer" | "number") => 1.into(),
        Some("boolean") => true.into(),
        Some("array") => Json::Array(vec![placeholder(&schema["items"])]),
        Some("object") => {
            let required = schema["required"].as_array().into_iter().flatten();
            let required = required.filter_map(Json::as_str);
            let fields =
                required.map(|name| (name.to_owned(), placeholder(&schema["properties"][name])));
            Json::Object(fields.collect::<JsonMap>())
        }
        _ => Json::Null,
    }
}
