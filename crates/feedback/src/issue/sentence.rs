//! What happened, in a sentence without its subject's name: the page puts the name before it.

use parse_model::Json;

/// What an event says.
pub(super) fn sentence(event: &Json) -> String {
    let data = &event["data"];
    match event["event"].as_str().unwrap_or_default() {
        "submitted" => "reported this".to_owned(),
        "edited" => edited(data),
        "status" => moved(data),
        "severity" => became(data, "severity", "set the severity to"),
        "quality" => became(data, "quality", "rated the report"),
        "visibility" => visibility(data),
        "area" => named(data, "after", "moved it to the area"),
        "assigned" => named(data, "name", "assigned it to"),
        "tagged" => "changed the tags".to_owned(),
        "merged_away" if data["into"].is_null() => "merged it into another report".to_owned(),
        "merged_away" => named(data, "into", "merged it into"),
        "merged_in" if data["number"].is_null() => "merged another report into it".to_owned(),
        "merged_in" => named(data, "number", "merged another report into it:"),
        "unmerged" => "took it out of its set".to_owned(),
        "duplicate_proposed" if data["target"].is_null() => "proposed it as a duplicate".to_owned(),
        "duplicate_proposed" => named(data, "target", "proposed it as a duplicate of"),
        "fix_check" => "the checks decided: the fix works".to_owned(),
        "regression" => "it came back".to_owned(),
        "linked" => "linked it to another system".to_owned(),
        "unlinked" => "removed a link to another system".to_owned(),
        "points" => "its points became final".to_owned(),
        "undone" => "took the last decision back".to_owned(),
        "locked" => "locked it".to_owned(),
        other => other.replace('_', " "),
    }
}

fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Number(number) => format!("#{number}"),
        _ => String::new(),
    }
}

fn named(data: &Json, field: &str, words: &str) -> String {
    format!("{words} {}", plain(&data[field])).trim_end().to_owned()
}

fn edited(data: &Json) -> String {
    let fields: Vec<&str> =
        data["fields"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    match fields.as_slice() {
        [] => "edited the report".to_owned(),
        ["severityClaimed"] => "changed how bad they find it".to_owned(),
        [field] => format!("edited the {field}"),
        _ => "edited the report".to_owned(),
    }
}

/// What a field became.
fn after<'a>(data: &'a Json, field: &str) -> Option<&'a Json> {
    let changes = data["changes"].as_array()?;
    changes.iter().find(|change| change["field"] == field).map(|change| &change["after"])
}

fn became(data: &Json, field: &str, words: &str) -> String {
    let value = after(data, field).map(plain).unwrap_or_default();
    format!("{words} {value}").trim_end().to_owned()
}

fn visibility(data: &Json) -> String {
    match after(data, "visibility").and_then(Json::as_str) {
        Some("private") => "made it private".to_owned(),
        _ => "opened it to the programme".to_owned(),
    }
}

fn moved(data: &Json) -> String {
    let Some(stage) = after(data, "stage") else { return "changed it".to_owned() };
    if let Some(closed) = stage.get("closed") {
        let how = closed["how"].as_str().or(closed["resolution"].as_str()).unwrap_or_default();
        return match how {
            "withdrawn" => "withdrew the report".to_owned(),
            "no_response" => "closed it, because the question was not answered".to_owned(),
            how => format!("closed it: {}", how.replace('_', " ")),
        };
    }
    let active = &stage["active"];
    match active["status"].as_str().unwrap_or_default() {
        "new" if !active["snoozedUntil"].is_null() => "put it off".to_owned(),
        "new" => "put it back into the queue".to_owned(),
        "needs_info" => "asked the reporter".to_owned(),
        "confirmed" => "confirmed it".to_owned(),
        "in_progress" => "started work on it".to_owned(),
        "fixed" => "marked it as fixed".to_owned(),
        "verified" => "found the fix to work".to_owned(),
        other => other.replace('_', " "),
    }
}

#[cfg(test)]
mod tests {
    use feedback_model::stage::{Active, Closure, Ending, Stage};
    use feedback_model::{Change, Severity};
    use serde_json::json;

    use super::*;

    fn told(event: &str, changes: &[Change]) -> String {
        sentence(&json!({ "event": event, "data": { "changes": changes } }))
    }

    #[test]
    fn what_is_not_known_is_left_out_of_the_sentence() {
        assert_eq!(told("merged_away", &[]), "merged it into another report");
        assert_eq!(
            sentence(&json!({ "event": "merged_away", "data": { "into": 7 } })),
            "merged it into #7"
        );
        assert_eq!(told("duplicate_proposed", &[]), "proposed it as a duplicate");
    }

    #[test]
    fn a_step_is_told_as_what_it_led_to() {
        let step = |after: Stage| Change::Stage { before: Stage::NEW, after };
        let confirmed = step(Stage::Active(Active::Confirmed));
        assert_eq!(told("status", &[confirmed]), "confirmed it");
        let withdrawn = step(Stage::ended(Ending::Withdrawn));
        assert_eq!(told("status", &[withdrawn]), "withdrew the report");
        let closed = step(Stage::ended(Ending::WontFix));
        assert_eq!(told("status", &[closed]), "closed it: wont fix");
        let merged = Closure::Duplicate { of: "x".into(), before: Active::Confirmed };
        assert_eq!(told("status", &[step(Stage::Closed(merged))]), "closed it: duplicate");
        let severity = Change::Severity { before: None, after: Some(Severity::S2) };
        assert_eq!(told("severity", &[severity]), "set the severity to S2");
    }
}
