//! The direct paths of the blockchain functions: the same functions, and the bare result.

use parse_engine::{Cx, function};
use parse_model::{Json, JsonMap};

use crate::parameter::Request;
use crate::reply::{HttpError, Reply};

/// Calls a function with the parameters of its path, its query and its body.
pub(super) async fn call(
    cx: &Cx,
    name: &'static str,
    in_path: JsonMap,
    request: Request,
) -> Result<Reply, HttpError> {
    let mut arguments = listed(request.query);
    if name == "getContractEvents" && !request.body.contains_key("abi") {
        // The body of this one is the ABI itself.
        arguments.insert("abi".to_owned(), Json::Object(request.body));
    } else {
        arguments.extend(request.body);
    }
    arguments.extend(in_path);
    let result = function::call(cx, name, arguments).await?;
    Reply::of(&result.unwrap_or_default())
}

/// Parameters of an address; `a[0]=x&a[1]=y`, `a[]=x&a[]=y` and `a=x&a=y` are lists.
fn listed(query: Vec<(String, String)>) -> JsonMap {
    let mut arguments = JsonMap::new();
    for (name, text) in query {
        let (plain, is_list) = match name.split_once('[') {
            Some((plain, _)) => (plain.to_owned(), true),
            None => (name, false),
        };
        let text = Json::String(text);
        match arguments.get_mut(&plain) {
            Some(Json::Array(list)) => list.push(text),
            Some(before) => *before = Json::Array(vec![before.take(), text]),
            None if is_list => {
                arguments.insert(plain, Json::Array(vec![text]));
            }
            None => {
                arguments.insert(plain, text);
            }
        }
    }
    arguments
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameter::query_from;
    use serde_json::json;

    #[test]
    fn a_list_is_known_in_every_spelling() {
        let read = |text: &str| Json::Object(listed(query_from(text)));
        for spelled in ["a=x&a=y", "a[0]=x&a[1]=y", "a[]=x&a[]=y", "a%5B0%5D=x&a%5B1%5D=y"] {
            assert_eq!(read(spelled), json!({"a": ["x", "y"]}), "{spelled}");
        }
        assert_eq!(read("a=x&b[]=y"), json!({"a": "x", "b": ["y"]}));
    }
}
