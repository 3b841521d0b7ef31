//! Parses the texts of a report.

use feedback_model::text::{Body, Step, Tag, Title};
use feedback_model::{Kind, Severity};
use parse_engine::Error;
use parse_model::{Json, JsonMap};
use serde_json::json;

use feedback_core::refused::{from_refusal, invalid, invalid_with};
use feedback_core::setting::Settings;

/// Steps of a report.
const MOST_STEPS: usize = 20;

/// Tags of an issue.
pub(crate) const MOST_TAGS: usize = 10;

/// Bytes of the environment as JSON.
const MOST_ENVIRONMENT: usize = 8 * 1024;

pub(super) fn title(raw: &str) -> Result<Title, Error> {
    Title::parse(raw).map_err(from_refusal)
}

pub(super) fn body(raw: &str) -> Result<Body, Error> {
    Body::parse(raw).map_err(from_refusal)
}

/// The steps to reproduce. Empty ones are skipped.
pub(super) fn steps(raw: &[String]) -> Result<Vec<Step>, Error> {
    let written = raw.iter().filter(|step| !step.trim().is_empty());
    let steps: Vec<Step> =
        written.map(|step| Step::parse(step)).collect::<Result<_, _>>().map_err(from_refusal)?;
    if steps.len() > MOST_STEPS {
        return Err(invalid("STEPS", format!("A report has at most {MOST_STEPS} steps.")));
    }
    Ok(steps)
}

pub(super) fn area(raw: String, settings: &Settings) -> Result<String, Error> {
    if settings.has_area(&raw) {
        return Ok(raw);
    }
    let details = json!({ "allowed": settings.area_keys() });
    Err(invalid_with("AREA", "Choose one of the programme's areas.", details))
}

/// Only bugs have a severity.
pub(super) fn severity_claimed(
    raw: Option<Severity>,
    kind: Kind,
) -> Result<Option<Severity>, Error> {
    if raw.is_some() && !kind.has_severity() {
        return Err(from_refusal(feedback_model::Refused::SeverityUnfit));
    }
    Ok(raw)
}

/// Distinct tags in lower case.
pub(crate) fn tags(raw: &[String]) -> Result<Vec<Tag>, Error> {
    let mut tags: Vec<Tag> = Vec::new();
    for tag in raw {
        let tag = Tag::parse(&tag.to_lowercase()).map_err(from_refusal)?;
        if !tags.contains(&tag) {
            tags.push(tag);
        }
    }
    if tags.len() > MOST_TAGS {
        return Err(invalid("TAGS", format!("An issue has at most {MOST_TAGS} tags.")));
    }
    Ok(tags)
}

/// The environment as plain values by name.
pub(super) fn environment(raw: JsonMap) -> Result<Json, Error> {
    let is_plain = raw.values().all(|value| !value.is_object() && !value.is_array());
    let environment = Json::Object(raw);
    if !is_plain || environment.to_string().len() > MOST_ENVIRONMENT {
        return Err(invalid(
            "ENVIRONMENT",
            "The environment must be plain values by name, at most 8 KB.",
        ));
    }
    Ok(environment)
}

/// Texts as a JSON list.
pub(super) fn listed<T: AsRef<str>>(texts: &[T]) -> Json {
    texts.iter().map(|text| Json::from(text.as_ref())).collect()
}
