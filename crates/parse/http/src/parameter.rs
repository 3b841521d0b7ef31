//! What a request says: its body, and the parameters in its address.

use std::borrow::Cow;

use parse_model::wire::text::{JsonLimits, Unreadable, read};
use parse_model::{Json, JsonMap, Refusal};
use percent_encoding::percent_decode_str;

/// The parameters and the body of a request, or of an item of a batch.
#[derive(Debug, Clone, Default)]
pub(crate) struct Request {
    /// The parameters in the address, decoded, in order.
    pub(crate) query: Vec<(String, String)>,
    /// The body, without the keys that the transport carries in it.
    pub(crate) body: JsonMap,
}

impl Request {
    /// The body with the address's parameters over it, each read as JSON where it is JSON.
    pub(crate) fn parameters(self) -> Result<JsonMap, Refusal> {
        let mut parameters = self.body;
        for (name, text) in gathered(self.query) {
            if let Some(path) = condition_path(&name) {
                put(&mut parameters, &path, text);
                continue;
            }
            if !may_be_json(&text) {
                parameters.insert(name, Json::String(text));
                continue;
            }
            let value = match read(text.as_bytes(), &JsonLimits::WIDE) {
                Ok(value) => value,
                Err(Unreadable::Syntax(_)) => Json::String(text),
                Err(Unreadable::Refused(refusal)) => return Err(refusal),
            };
            parameters.insert(name, value);
        }
        Ok(parameters)
    }

    /// The body with the address's parameters over it, which stay text.
    pub(crate) fn arguments(self) -> JsonMap {
        let mut arguments = self.body;
        arguments.extend(self.query.into_iter().map(|(name, text)| (name, Json::String(text))));
        arguments
    }

    /// The body, completed by the address's parameters where it says nothing.
    ///
    /// A user who puts a password into an address puts the name there too; one that comes with its
    /// own name in the body is not mixed with the address's.
    pub(crate) fn credentials(self) -> JsonMap {
        let is_given = |body: &JsonMap, name: &str| match body.get(name) {
            None | Some(Json::Null | Json::Bool(false)) => false,
            Some(Json::String(text)) => !text.is_empty(),
            Some(_) => true,
        };
        let mut body = self.body;
        let is_in_address = ["username", "email"].into_iter().any(|name| {
            !is_given(&body, name)
                && self.query.iter().any(|(key, value)| key == name && !value.is_empty())
        });
        if is_in_address {
            for name in ["username", "email", "password", "ignoreEmailVerification"] {
                body.shift_remove(name);
            }
            body.extend(self.query.into_iter().map(|(name, text)| (name, Json::String(text))));
        }
        body
    }
}

/// Whether a text can be JSON, by how it begins. Names of fields are most of what comes, and an
/// error of the reader that says where and why costs as much as reading the rest.
fn may_be_json(text: &str) -> bool {
    match text.trim_start_matches([' ', '\t', '\n', '\r']).as_bytes() {
        [b'-', next, ..] => next.is_ascii_digit(),
        [first, ..] => first.is_ascii_digit() || b"{[\"tfn".contains(first),
        [] => false,
    }
}

/// How deep a condition in brackets may be; Express stops there too.
const DEEPEST: usize = 6;

/// The keys of `where[name][$regex]`, from `where` on. `None` for any other name.
fn condition_path(name: &str) -> Option<Vec<&str>> {
    let keys = name.strip_prefix("where[")?.strip_suffix(']')?;
    let path: Vec<&str> = std::iter::once("where").chain(keys.split("][")).collect();
    let is_path = path.len() <= DEEPEST && path.iter().all(|key| !key.is_empty());
    is_path.then_some(path)
}

/// Puts a text at the end of a path of objects, which it makes where they are not there.
fn put(map: &mut JsonMap, path: &[&str], text: String) {
    match path {
        [] => {}
        [key] => {
            map.insert((*key).to_owned(), Json::String(text));
        }
        [key, rest @ ..] => {
            let inner = map.entry(*key).or_insert_with(|| Json::Object(JsonMap::new()));
            if let Json::Object(inner) = inner {
                put(inner, rest, text);
            }
        }
    }
}

/// Parameters that are lists. Where one is repeated, all of it counts; of others the last does.
const LISTS: [&str; 4] = ["keys", "excludeKeys", "include", "order"];

/// Makes one list of a list that comes in several parameters: `keys=a&keys=b` is `keys=a,b`.
fn gathered(query: Vec<(String, String)>) -> Vec<(String, String)> {
    let mut gathered: Vec<(String, String)> = Vec::with_capacity(query.len());
    let mut lists: [Option<usize>; LISTS.len()] = [None; LISTS.len()];
    for (name, text) in query {
        let list = LISTS.iter().position(|list| *list == name);
        match list.map(|list| lists[list].get_or_insert(gathered.len())) {
            Some(at) if *at < gathered.len() => {
                let (_, list) = &mut gathered[*at];
                list.push(',');
                list.push_str(&text);
            }
            _ => gathered.push((name, text)),
        }
    }
    gathered
}

/// Parameters of an address; Express passes over the rest too.
const MOST_PARAMETERS: usize = 1000;

/// Reads `a=1&b=%7B%7D`, in order and with every repetition, up to a thousand parameters.
pub fn query_from(text: &str) -> Vec<(String, String)> {
    let decoded = |part: &str| {
        let spaced = if part.contains('+') {
            Cow::Owned(part.replace('+', " "))
        } else {
            Cow::Borrowed(part)
        };
        percent_decode_str(&spaced).decode_utf8_lossy().into_owned()
    };
    text.split('&')
        .filter(|pair| !pair.is_empty())
        .take(MOST_PARAMETERS)
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn request(query: &str, body: Json) -> Request {
        let Json::Object(body) = body else { panic!("an object was expected") };
        Request { query: query_from(query), body }
    }

    #[test]
    fn an_address_is_decoded() {
        let query = query_from("where=%7B%22a%22%3A1%7D&b=x+y&c&=&d=%zz");
        let expected = [("where", "{\"a\":1}"), ("b", "x y"), ("c", ""), ("", ""), ("d", "%zz")];
        assert_eq!(query, expected.map(|(k, v)| (k.to_owned(), v.to_owned())));
    }

    #[test]
    fn a_thousand_parameters_are_read_and_no_more() {
        let query: Vec<String> = (0..1500).map(|at| format!("p{at}=1&&")).collect();
        assert_eq!(query_from(&query.concat()).len(), 1000);
        let lists = "x=1&keys=a&".repeat(500);
        let expected = vec!["a"; 500].join(",");
        let parameters = request(&lists, json!({})).parameters().unwrap();
        assert_eq!(Json::Object(parameters), json!({ "x": 1, "keys": expected }));
    }

    #[test]
    fn parameters_of_the_address_win_and_are_json_where_possible() {
        let request = request("limit=1&where=%7B%7D&order=name", json!({ "limit": 3, "skip": 2 }));
        let expected = json!({ "limit": 1, "skip": 2, "where": {}, "order": "name" });
        assert_eq!(Json::Object(request.parameters().unwrap()), expected);
    }

    #[test]
    fn a_list_that_is_repeated_is_one_list_and_of_others_the_last_counts() {
        let query = "keys=a&limit=1&keys=b.c&excludeKeys=x&excludeKeys=y&limit=2";
        let expected = json!({ "keys": "a,b.c", "limit": 2, "excludeKeys": "x,y" });
        let parameters = request(query, json!({ "keys": "z" })).parameters().unwrap();
        assert_eq!(Json::Object(parameters), expected);
    }

    #[test]
    fn a_condition_in_brackets_is_an_object_of_texts() {
        let query = "where[name][$regex]=%5EA&where[age]=3&where[]=x&where[a=y";
        let expected = json!({ "where": { "name": { "$regex": "^A" }, "age": "3" }, "where[]": "x", "where[a": "y" });
        assert_eq!(Json::Object(request(query, json!({})).parameters().unwrap()), expected);
    }

    #[test]
    fn arguments_of_a_function_stay_text() {
        let request = request("n=1", json!({ "n": 2, "m": 3 }));
        assert_eq!(Json::Object(request.arguments()), json!({ "n": "1", "m": 3 }));
    }

    #[test]
    fn credentials_come_from_the_body_or_from_the_address() {
        let from_body = request("", json!({ "username": "ada", "password": "p" }));
        let expected = json!({ "username": "ada", "password": "p" });
        assert_eq!(Json::Object(from_body.credentials()), expected);
        let from_address = request("username=ada&password=p", json!({}));
        assert_eq!(Json::Object(from_address.credentials()), expected);
        let never_mixed = request("username=ada", json!({ "password": "p" }));
        assert_eq!(Json::Object(never_mixed.credentials()), json!({ "username": "ada" }));
    }
}
