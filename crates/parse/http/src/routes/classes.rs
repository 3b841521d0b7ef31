//! `/classes` and its aliases. The hot path: answers are written straight into one buffer.

use parse_engine::{Cx, QueryResult, Saved, TriggerKind, read, write};
use parse_model::query::parse::{self, Rights};
use parse_model::wire::Outgoing;
use parse_model::{ClassName, Object, ObjectId, Refusal};
use serde::Serialize;

use crate::parameter::Request;
use crate::reply::{HttpError, Location, Reply};
use crate::router::Target;
use crate::state::HttpState;

/// `GET /classes/:class`
pub(super) async fn find(
    state: &HttpState,
    cx: &Cx,
    target: Target,
    request: Request,
) -> Result<Reply, HttpError> {
    let query = parse::query(&request.parameters()?, rights(cx), &state.limits)?;
    let found = match target {
        Target::Class(class) => {
            let mut found = read::find(cx, &class, query).await?;
            if found.class_name.is_none() && is_decorated(cx, &class) {
                found.class_name = Some(class);
            }
            found
        }
        Target::Nameless(name) => {
            may_name(cx, &name)?;
            let count = query.with_count.then_some(0);
            QueryResult { count, ..QueryResult::default() }
        }
    };
    listed(&found)
}

/// `GET /classes/:class/:id`
pub(super) async fn get(
    state: &HttpState,
    cx: &Cx,
    target: Target,
    id: ObjectId,
    request: Request,
) -> Result<Reply, HttpError> {
    let query = parse::single(&request.parameters()?, rights(cx), &state.limits)?;
    let class = existing(cx, target)?;
    let object = read::get(cx, &class, &id, query).await?;
    // Users get the token they came with beside their own record, because clients store the answer.
    let own_token = if class == "_User" && cx.caller().user_id() == Some(object.id.as_str()) {
        cx.caller().session_token()
    } else {
        None
    };
    let class_name = is_decorated(cx, &class).then_some(class.as_str());
    Reply::of(&Single { class_name, object: Outgoing(&object), session_token: own_token })
}

/// `POST /classes/:class`
pub(super) async fn create(cx: &Cx, target: Target, request: Request) -> Result<Reply, HttpError> {
    let class = writable(cx, target)?;
    let saved = write::create(cx, &class, request.body).await?;
    answered(class, saved)
}

/// `PUT /classes/:class/:id`
pub(super) async fn update(
    cx: &Cx,
    target: Target,
    id: ObjectId,
    request: Request,
) -> Result<Reply, HttpError> {
    let class = writable(cx, target)?;
    let saved = write::update(cx, &class, &id, request.body).await?;
    answered(class, saved)
}

/// `DELETE /classes/:class/:id`
pub(super) async fn delete(cx: &Cx, target: Target, id: ObjectId) -> Result<Reply, HttpError> {
    let class = existing(cx, target)?;
    write::delete(cx, &class, &id).await?;
    Ok(Reply::empty())
}

/// Whether triggers may have changed the result. Such objects name their class.
fn is_decorated(cx: &Cx, class: &ClassName) -> bool {
    cx.engine().has_triggers(class, TriggerKind::AfterFind)
}

/// What the caller may name in a query.
pub(super) fn rights(cx: &Cx) -> Rights {
    let caller = cx.caller();
    Rights {
        is_master: caller.is_master(),
        is_maintenance: caller.is_maintenance(),
        may_explain: caller.is_master() || cx.settings().allow_public_explain,
        now: cx.now(),
    }
}

fn existing(cx: &Cx, target: Target) -> Result<ClassName, Refusal> {
    match target {
        Target::Class(class) => Ok(class),
        Target::Nameless(name) => {
            may_name(cx, &name)?;
            Err(Refusal::not_found())
        }
    }
}

fn writable(cx: &Cx, target: Target) -> Result<ClassName, Refusal> {
    match target {
        Target::Class(class) => Ok(class),
        Target::Nameless(name) => {
            may_name(cx, &name)?;
            Err(Refusal::json("schema class name does not revalidate"))
        }
    }
}

/// Where clients make no classes, they are not told which names could be one.
fn may_name(cx: &Cx, name: &str) -> Result<(), Refusal> {
    let caller = cx.caller();
    let is_free = cx.engine().settings().allow_client_class_creation;
    if is_free || caller.is_master() || caller.is_maintenance() {
        return Ok(());
    }
    Err(Refusal::forbidden(format!(
        "This user is not allowed to access non-existent class: {name}"
    )))
}

fn answered(class: ClassName, saved: Saved) -> Result<Reply, HttpError> {
    let reply = Reply::of(&saved.body)?.created(saved.is_new);
    Ok(reply.at(saved.has_location.then_some(Location { class, id: saved.id })))
}

/// An object that says more than it holds.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Single<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    class_name: Option<&'a str>,
    #[serde(flatten)]
    object: Outgoing<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    session_token: Option<&'a str>,
}

fn listed(found: &QueryResult) -> Result<Reply, HttpError> {
    let mut out = Vec::with_capacity(64 + 512 * found.objects.len());
    out.extend_from_slice(b"{\"results\":");
    match &found.plan {
        Some(plan) => write_json(&mut out, plan)?,
        None => write_objects(&mut out, &found.objects, found.class_name.as_ref())?,
    }
    if let Some(count) = found.count {
        out.extend_from_slice(b",\"count\":");
        write_json(&mut out, &count)?;
    }
    out.push(b'}');
    Ok(Reply::written(out))
}

fn write_objects(
    out: &mut Vec<u8>,
    objects: &[Object],
    class: Option<&ClassName>,
) -> Result<(), HttpError> {
    let class_name = class.map(ClassName::as_str);
    let mut separator = b'[';
    for object in objects {
        out.push(separator);
        separator = b',';
        let object = Outgoing(object);
        write_json(out, &Single { class_name, object, session_token: None })?;
    }
    if objects.is_empty() {
        out.push(b'[');
    }
    out.push(b']');
    Ok(())
}

fn write_json(out: &mut Vec<u8>, value: &impl Serialize) -> Result<(), HttpError> {
    serde_json::to_writer(out, value).map_err(|source| HttpError::Failed {
        doing: "writing an answer",
        source: Box::new(source),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parse_model::{FieldName, Value};
    use serde_json::json;

    fn note(id: &str) -> Object {
        let mut note = Object::new(ClassName::from_static("Note"), ObjectId::new(id));
        note.fields.push(FieldName::from_static("n"), Value::Number(1.0));
        note
    }

    fn text(reply: &Reply) -> &str {
        std::str::from_utf8(reply.body()).unwrap()
    }

    #[test]
    fn results_stand_in_a_list_with_the_count_behind_it() {
        let found = |objects, count| QueryResult { objects, count, class_name: None, plan: None };
        let reply = listed(&found(vec![note("a"), note("b")], Some(7))).unwrap();
        let expected = r#"{"results":[{"objectId":"a","n":1},{"objectId":"b","n":1}],"count":7}"#;
        assert_eq!(text(&reply), expected);
        assert_eq!(text(&listed(&found(vec![], None)).unwrap()), r#"{"results":[]}"#);
        assert_eq!(text(&listed(&found(vec![], Some(0))).unwrap()), r#"{"results":[],"count":0}"#);
    }

    #[test]
    fn redirected_results_name_their_class() {
        let class_name = Some(ClassName::from_static("Note"));
        let found = QueryResult { objects: vec![note("a")], count: None, class_name, plan: None };
        let expected = r#"{"results":[{"className":"Note","objectId":"a","n":1}]}"#;
        assert_eq!(text(&listed(&found).unwrap()), expected);
    }

    #[test]
    fn a_plan_takes_the_place_of_the_results() {
        let plan = Some(json!([{ "QUERY PLAN": [] }]));
        let found = QueryResult { objects: vec![], count: None, class_name: None, plan };
        assert_eq!(text(&listed(&found).unwrap()), r#"{"results":[{"QUERY PLAN":[]}]}"#);
    }

    #[test]
    fn ones_own_record_carries_the_token() {
        let (note, session_token) = (note("a"), Some("r:1"));
        let own = Single { class_name: None, object: Outgoing(&note), session_token };
        let expected = r#"{"objectId":"a","n":1,"sessionToken":"r:1"}"#;
        assert_eq!(text(&Reply::of(&own).unwrap()), expected);
    }
}
