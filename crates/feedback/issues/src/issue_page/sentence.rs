//! The sentence of a timeline entry, without its subject. The page puts the name of the actor
//! before it, or nothing if it happened automatically.

use feedback_model::fix_check::Verdict;
use feedback_model::report_text::ReportText;
use feedback_model::{Kind, Resolution, Severity};
use parse_model::Json;

use feedback_core::setting::Settings;

/// The sentence of an event. `about` has the users and issues it is about, as far as the reader may
/// know them.
pub(super) fn sentence(event: &Json, about: &Json, words: &LabelTexts) -> String {
    let data = &event["data"];
    match event["event"].as_str().unwrap_or_default() {
        "submitted" => "reported this".to_owned(),
        "edited" => edited(data, words),
        "status" => moved(data, about),
        "severity" => severity(data, words),
        "quality" => format!("rated the report {}", plain(after(data, "quality"))),
        "visibility" => visibility(data),
        "area" => format!("moved it to the area {}", words.area(&plain(&data["after"]))),
        "assigned" => assigned(data, about),
        "tagged" => tagged(data),
        "merged_away" => pointed("merged it into", "another report", &about["issue"]),
        "merged_in" => format!("{} into it", pointed("merged", "another report", &data["number"])),
        "unmerged" if data["number"].is_number() => {
            format!("took {} out of it again", plain(&data["number"]))
        }
        "unmerged" => format!("{} again", pointed("took it out of", "its set", &about["issue"])),
        "duplicate_proposed" => {
            pointed("proposed it as a duplicate of", "another report", &data["number"])
        }
        "fix_check" => checked(data, about),
        "evidence_added" => "added evidence".to_owned(),
        "evidence_decoded" => explained(data),
        "regression" => "found that it is back".to_owned(),
        "linked" => linked(data),
        "tracker" => plain(&data["told"]),
        "points" => "its points became final".to_owned(),
        "undone" => "took the last decision back".to_owned(),
        other => other.replace('_', " "),
    }
}

/// The sentence for explained evidence.
fn explained(data: &Json) -> String {
    match data["failureClass"].as_str() {
        Some(class) => format!("evidence was explained: {}", class.replace('_', " ")),
        None => "evidence was explained: nothing failed".to_owned(),
    }
}

/// The labels that a programme defines.
#[derive(Debug)]
pub(super) struct LabelTexts {
    areas: Json,
    severities: Json,
}

impl LabelTexts {
    pub(super) fn of(settings: &Settings) -> LabelTexts {
        LabelTexts { areas: settings.value("areas"), severities: settings.value("severity.words") }
    }

    fn area(&self, key: &str) -> String {
        let areas = self.areas.as_array().into_iter().flatten();
        let named = areas.filter(|area| area["key"] == key).find_map(|area| area["name"].as_str());
        named.unwrap_or(key).to_owned()
    }

    fn severity(&self, key: &str) -> String {
        let ours = || Severity::parse(key).map_or(key, |severity| severity.word());
        self.severities[key].as_str().unwrap_or_else(ours).to_owned()
    }
}

fn plain(value: &Json) -> String {
    match value {
        Json::String(text) => text.clone(),
        Json::Number(number) => format!("#{number}"),
        _ => String::new(),
    }
}

/// A sentence that ends in the number of an issue, or in other words if it is unknown.
fn pointed(words: &str, otherwise: &str, number: &Json) -> String {
    match number {
        Json::Number(number) => format!("{words} #{number}"),
        _ => format!("{words} {otherwise}"),
    }
}

fn edited(data: &Json, words: &LabelTexts) -> String {
    // An administrator who accepts a report can correct its labels.
    if data["fields"].is_null() && data["after"].is_object() {
        return corrected(data, words);
    }
    let fields: Vec<&str> =
        data["fields"].as_array().into_iter().flatten().filter_map(Json::as_str).collect();
    if let [field] = fields.as_slice()
        && let Some(text) = ReportText::parse(field)
    {
        return text.edited_sentence().to_owned();
    }
    match fields.as_slice() {
        ["title"] => "edited the title",
        ["body"] => "edited the description",
        ["steps"] => "edited the steps",
        ["area"] => "changed the area",
        ["severityClaimed"] => "changed how bad they find it",
        ["attachments"] => "changed the files",
        _ => "edited the report",
    }
    .to_owned()
}

fn corrected(data: &Json, words: &LabelTexts) -> String {
    let (before, after) = (&data["before"], &data["after"]);
    let mut parts = Vec::new();
    if before["kind"] != after["kind"] {
        parts.push(format!("the kind to {}", plain(&after["kind"])));
    }
    if before["area"] != after["area"] {
        parts.push(format!("the area to {}", words.area(&plain(&after["area"]))));
    }
    if before["build"] != after["build"] {
        parts.push("the build".to_owned());
    }
    match parts.as_slice() {
        [] => "edited the report".to_owned(),
        _ => format!("corrected {}", parts.join(" and ")),
    }
}

fn change<'a>(data: &'a Json, field: &str) -> Option<&'a Json> {
    data["changes"].as_array()?.iter().find(|change| change["field"] == field)
}

/// The new value of a field.
fn after<'a>(data: &'a Json, field: &str) -> &'a Json {
    change(data, field).map_or(&Json::Null, |change| &change["after"])
}

fn severity(data: &Json, words: &LabelTexts) -> String {
    let was = change(data, "severity").map_or(&Json::Null, |change| &change["before"]);
    let now = words.severity(&plain(after(data, "severity")));
    match was.as_str() {
        None => format!("graded it {now}"),
        Some(was) => format!("regraded it from {} to {now}", words.severity(was)),
    }
}

fn visibility(data: &Json) -> String {
    match after(data, "visibility").as_str() {
        Some("private") => "made it private".to_owned(),
        _ => "opened it to the programme".to_owned(),
    }
}

fn assigned(data: &Json, about: &Json) -> String {
    if data["after"].is_null() {
        return "unassigned it".to_owned();
    }
    match about["person"]["username"].as_str() {
        Some(name) => format!("assigned it to @{name}"),
        None => "assigned it".to_owned(),
    }
}

fn tagged(data: &Json) -> String {
    let tags = |side: &str| -> Vec<String> {
        data[side].as_array().into_iter().flatten().map(plain).collect()
    };
    let (before, after) = (tags("before"), tags("after"));
    let only = |of: &[String], not: &[String]| -> Vec<String> {
        of.iter().filter(|tag| !not.contains(tag)).cloned().collect()
    };
    match (only(&after, &before).as_slice(), only(&before, &after).as_slice()) {
        ([added], []) => format!("added the tag {added}"),
        ([], [removed]) => format!("removed the tag {removed}"),
        _ => "changed the tags".to_owned(),
    }
}

fn linked(data: &Json) -> String {
    let before = data["before"].as_array().cloned().unwrap_or_default();
    let mut links = data["after"].as_array().into_iter().flatten();
    match links.rfind(|link| !before.contains(link)) {
        Some(link) => format!("linked it to {} {}", plain(&link["system"]), plain(&link["key"])),
        None => "removed a link to another system".to_owned(),
    }
}

/// The sentence for one check, or for the result of all checks.
fn checked(data: &Json, about: &Json) -> String {
    let build = match about["build"]["version"].as_str() {
        Some(version) => format!(" in {version}"),
        None => String::new(),
    };
    match data["verdict"].as_str().and_then(Verdict::parse) {
        Some(Verdict::Works) => format!("checked the fix{build}: it works"),
        Some(Verdict::StillBroken) => format!("checked the fix{build}: it is still broken"),
        Some(Verdict::CannotTest) => format!("could not test the fix{build}"),
        None if after(data, "stage")["active"]["assumed"] == true => {
            "the fix counts as verified: no tester objected in time".to_owned()
        }
        None => "the checks decided: the fix works".to_owned(),
    }
}

fn moved(data: &Json, about: &Json) -> String {
    let Some(stage) = change(data, "stage") else { return "changed it".to_owned() };
    let (before, after) = (&stage["before"], &stage["after"]);
    if let Some(closed) = after.get("closed") {
        return closing(closed);
    }
    let was = before["active"]["status"].as_str().unwrap_or("closed");
    let now = after["active"]["status"].as_str().unwrap_or_default();
    match (was, now) {
        ("needs_info", "new" | "confirmed") if is_answered(data) => {
            "took it up again, since the reporter has answered".to_owned()
        }
        ("closed", _) => "reopened it".to_owned(),
        ("in_progress", "confirmed") => "stopped work on it".to_owned(),
        (_, "new") if !after["active"]["snoozedUntil"].is_null() => "put it off".to_owned(),
        (_, "new") => "put it back into the queue".to_owned(),
        (_, "needs_info") => "asked the reporter".to_owned(),
        (_, "confirmed") => "confirmed it".to_owned(),
        (_, "in_progress") => "started work on it".to_owned(),
        (_, "fixed") => match about["build"]["version"].as_str() {
            Some(version) => format!("marked it as fixed in {version}"),
            None => "marked it as fixed".to_owned(),
        },
        (_, "verified") => "found the fix to work".to_owned(),
        (_, other) => other.replace('_', " "),
    }
}

fn is_answered(data: &Json) -> bool {
    *after(data, "answered") == Json::Bool(true)
}

fn closing(closed: &Json) -> String {
    let how = closed["how"].as_str().or(closed["resolution"].as_str()).unwrap_or_default();
    match Resolution::parse(how) {
        Some(Resolution::Withdrawn) => "withdrew the report".to_owned(),
        Some(Resolution::NoResponse) => {
            "closed it, because the question was not answered".to_owned()
        }
        Some(resolution) => format!("closed it: {}", resolution.word(Kind::Bug).to_lowercase()),
        None => "closed it".to_owned(),
    }
}

#[cfg(test)]
mod tests;
