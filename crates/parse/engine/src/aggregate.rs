//! Aggregations: pipelines and distinct values.
//!
//! They need the master key, so permissions do not apply. Stages run in order.

mod answer;

use std::sync::Arc;

use parse_model::query::{Query, ReadPreference};
use parse_model::{Class, ClassName, FieldName, Filter, Json, JsonMap, Path};
use parse_store::aggregate::parse;

use crate::cx::Cx;
use crate::error::{Error, WhileDoing};
use crate::extension::TriggerKind;

/// Answers `GET /aggregate/:class`: a pipeline, or the distinct values of a field.
pub async fn run(cx: &Cx, class: &ClassName, mut params: JsonMap) -> Result<Vec<Json>, Error> {
    let distinct = params.get("distinct").map(text).filter(|field| !field.is_empty());
    let preference = parse::options(&mut params)?;
    let stages = parse::pipeline(&params)?;
    let asked = parse::conditions(params.get("where"), cx.now())?;
    let mut query = Query::all(asked);
    if let Some(triggers) = cx.engine().triggers(class, TriggerKind::BeforeFind) {
        triggers.before_find(cx, &mut query).await?;
    }
    let answer = async || {
        let Some(class) = cx.class(class) else { return Ok(Vec::new()) };
        match &distinct {
            Some(field) => values(cx, &class, &query.filter, field, preference).await,
            None => documents(cx, &class, &query.filter, &stages, preference).await,
        }
    };
    match answer().await {
        // Another node has just changed the class.
        Err(error) if error.is_stale_schema() && !cx.db().is_transaction() => {
            cx.engine().store().reload_schema().await.while_doing("reading the classes")?;
            answer().await
        }
        answered => answered,
    }
}

async fn documents(
    cx: &Cx,
    class: &Arc<Class>,
    filter: &Filter,
    stages: &[(String, Json)],
    preference: ReadPreference,
) -> Result<Vec<Json>, Error> {
    let is_empty = stages.is_empty();
    let stages = parse::stages(class, stages, cx.now())?;
    let found = parse_store::aggregate::aggregate(cx.db(), class, filter, &stages, preference)
        .await
        .while_doing("running a pipeline")?;
    let shown = answer::DocumentView::new(cx, class, &stages, is_empty);
    Ok(found.into_iter().map(|document| shown.document(document)).collect())
}

async fn values(
    cx: &Cx,
    class: &Arc<Class>,
    filter: &Filter,
    field: &str,
    preference: ReadPreference,
) -> Result<Vec<Json>, Error> {
    let mut segments = field.split('.');
    let name = segments.next().map(parse::own_name).and_then(|name| FieldName::parse(&name));
    let is_path = Path::segments(field) <= Path::MOST_SEGMENTS;
    let Some(field) = name.filter(|_| is_path) else { return Ok(Vec::new()) };
    let path = Path { field, inside: segments.map(str::to_owned).collect() };
    let found = parse_store::aggregate::distinct(cx.db(), class, filter, &path, preference)
        .await
        .while_doing("finding distinct values")?;
    Ok(found.into_iter().map(answer::plain_date).collect())
}

fn text(json: &Json) -> String {
    match json {
        Json::String(text) => text.clone(),
        Json::Null | Json::Bool(false) => String::new(),
        other => other.to_string(),
    }
}
