use feedback_model::stage::{Active, Closure, Resume, Stage};
use feedback_model::{Change, Resolution, Severity, Timestamp};
use serde_json::json;

use super::*;

fn words() -> LabelTexts {
    LabelTexts {
        areas: json!([{ "key": "docs", "name": "Documentation" }]),
        severities: json!({ "S3": "Small" }),
    }
}

fn said(event: &str, data: Json, about: Json) -> String {
    sentence(&json!({ "event": event, "data": data }), &about, &words())
}

fn told(event: &str, changes: &[Change]) -> String {
    said(event, json!({ "changes": changes }), json!({}))
}

fn step(before: Stage, after: Stage) -> Change {
    Change::Stage { before, after }
}

fn ended(how: Resolution) -> Stage {
    Stage::ended(how.try_into().expect("no duplicate"))
}

#[test]
fn what_is_not_known_is_left_out_of_the_sentence() {
    assert_eq!(told("merged_away", &[]), "merged it into another report");
    assert_eq!(told("duplicate_proposed", &[]), "proposed it as a duplicate of another report");
    assert_eq!(told("unmerged", &[]), "took it out of its set again");
    assert_eq!(said("assigned", json!({ "before": null, "after": "x" }), json!({})), "assigned it");
}

#[test]
fn a_sentence_names_whom_and_what_it_is_about() {
    let mia = json!({ "person": { "username": "mia" } });
    let assigned = said("assigned", json!({ "before": null, "after": "x" }), mia);
    assert_eq!(assigned, "assigned it to @mia");
    let unassigned = said("assigned", json!({ "before": "x", "after": null }), json!({}));
    assert_eq!(unassigned, "unassigned it");
    let merged = said("merged_away", json!({ "changes": [] }), json!({ "issue": 7 }));
    assert_eq!(merged, "merged it into #7");
    assert_eq!(said("merged_in", json!({ "number": 9 }), json!({})), "merged #9 into it");
    assert_eq!(said("unmerged", json!({ "number": 9 }), json!({})), "took #9 out of it again");
    let proposed = said("duplicate_proposed", json!({ "number": 7 }), json!({}));
    assert_eq!(proposed, "proposed it as a duplicate of #7");
    let area = said("area", json!({ "before": "ui", "after": "docs" }), json!({}));
    assert_eq!(area, "moved it to the area Documentation");
    let tag = said("tagged", json!({ "before": ["a"], "after": ["a", "b"] }), json!({}));
    assert_eq!(tag, "added the tag b");
    let link = json!({ "system": "GitHub", "key": "GH-1", "url": "https://x" });
    let linked = said("linked", json!({ "before": [], "after": [link] }), json!({}));
    assert_eq!(linked, "linked it to GitHub GH-1");
}

#[test]
fn every_check_says_what_was_found_and_where() {
    let about = json!({ "build": { "version": "0.4.2" } });
    let check = |verdict: &str| said("fix_check", json!({ "verdict": verdict }), about.clone());
    assert_eq!(check("works"), "checked the fix in 0.4.2: it works");
    assert_eq!(check("still_broken"), "checked the fix in 0.4.2: it is still broken");
    assert_eq!(check("cannot_test"), "could not test the fix in 0.4.2");
    let verified = |assumed| {
        let after = Stage::Active(Active::Verified { assumed });
        told("fix_check", &[step(Stage::Active(Active::Fixed), after)])
    };
    assert_eq!(verified(false), "the checks decided: the fix works");
    assert_eq!(verified(true), "the fix counts as verified: no tester objected in time");
}

#[test]
fn a_step_is_told_as_what_it_led_to_and_from_where() {
    let active = Stage::Active;
    assert_eq!(told("status", &[step(Stage::NEW, active(Active::Confirmed))]), "confirmed it");
    let stopped = step(active(Active::InProgress), active(Active::Confirmed));
    assert_eq!(told("status", &[stopped]), "stopped work on it");
    let reopened = step(ended(Resolution::WontFix), Stage::NEW);
    assert_eq!(told("status", &[reopened]), "reopened it");
    let asked = active(Active::NeedsInfo { resume: Resume::Confirmed, asked_at: Timestamp(0) });
    let answered =
        [step(asked, active(Active::Confirmed)), Change::Answered { before: false, after: true }];
    assert_eq!(told("status", &answered), "took it up again, since the reporter has answered");
    let withdrawn = step(Stage::NEW, ended(Resolution::Withdrawn));
    assert_eq!(told("status", &[withdrawn]), "withdrew the report");
    let closed = step(Stage::NEW, ended(Resolution::Invalid));
    assert_eq!(told("status", &[closed]), "closed it: not a fault");
    let merged = Closure::Duplicate { of: "x".into(), before: Active::Confirmed };
    let merged = step(Stage::NEW, Stage::Closed(merged));
    assert_eq!(told("status", &[merged]), "closed it: duplicate");
}

#[test]
fn severities_are_told_in_the_programmes_own_words() {
    let grade = |before, after| Change::Severity { before, after: Some(after) };
    assert_eq!(told("severity", &[grade(None, Severity::S3)]), "graded it Small");
    let again = grade(Some(Severity::S3), Severity::S2);
    assert_eq!(told("severity", &[again]), "regraded it from Small to Major");
}

#[test]
fn an_edit_says_which_part_in_words_of_the_page() {
    assert_eq!(said("edited", json!({ "fields": ["body"] }), json!({})), "edited the description");
    let corrected = json!({
        "before": { "kind": "bug", "area": "ui", "build": "a" },
        "after": { "kind": "idea", "area": "docs", "build": "a" },
    });
    let corrected = said("edited", corrected, json!({}));
    assert_eq!(corrected, "corrected the kind to idea and the area to Documentation");
}
