//! The routes of cloud code beside calling it: webhooks, jobs, schedules.

use parse_engine::hook::HookKind;
use parse_model::ObjectId;
use parse_store::HookKey;

use super::{decoded, object_id};

/// What a request asks of cloud code's own affairs. All of it needs the master key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum CloudRoute {
    /// The webhooks of a kind.
    ListHooks(HookKind),
    /// One webhook.
    ShowHook(HookKey),
    /// Make the webhook that the body describes.
    CreateHook,
    /// Make the webhook of a job.
    CreateJobHook,
    /// Give a webhook another address, or remove it.
    ChangeHook(HookKey),
    /// Start a job; its name may be in the body.
    StartJob(Option<String>),
    /// All schedules.
    ListSchedules,
    /// Which jobs there are, and which of them have schedules.
    ShowJobs,
    /// Make a schedule.
    CreateSchedule,
    /// Change a schedule.
    UpdateSchedule(ObjectId),
    /// Remove a schedule.
    DeleteSchedule(ObjectId),
}

impl CloudRoute {
    /// Whether it changes nothing.
    pub(crate) fn is_read(&self) -> bool {
        self.deed().is_none()
    }

    /// What it writes, in the words of the refusal to a key that may only read.
    pub(crate) fn deed(&self) -> Option<&'static str> {
        match self {
            CloudRoute::ListHooks(_)
            | CloudRoute::ShowHook(_)
            | CloudRoute::ListSchedules
            | CloudRoute::ShowJobs => None,
            CloudRoute::StartJob(_) => Some("run a job"),
            CloudRoute::CreateSchedule => Some("perform the create operation"),
            CloudRoute::UpdateSchedule(_) => Some("perform the update operation"),
            CloudRoute::DeleteSchedule(_) => Some("perform the delete operation"),
            CloudRoute::CreateHook | CloudRoute::CreateJobHook => Some("create a hook"),
            CloudRoute::ChangeHook(_) => Some("modify a hook"),
        }
    }
}

/// Finds the route of a method and what follows the first segment.
pub(super) fn route(method: &str, first: &str, rest: &[&str]) -> Option<CloudRoute> {
    match first {
        "hooks" => hook(method, rest),
        "jobs" => match (method, rest) {
            ("POST", []) => Some(CloudRoute::StartJob(None)),
            ("POST", [name]) => Some(CloudRoute::StartJob(Some(decoded(name).into_owned()))),
            _ => None,
        },
        "cloud_code" => schedule(method, rest),
        _ => None,
    }
}

fn schedule(method: &str, rest: &[&str]) -> Option<CloudRoute> {
    let (jobs, rest) = rest.split_first()?;
    if !jobs.eq_ignore_ascii_case("jobs") {
        return None;
    }
    match (method, rest) {
        ("GET", []) => Some(CloudRoute::ListSchedules),
        ("POST", []) => Some(CloudRoute::CreateSchedule),
        ("GET", [data]) if data.eq_ignore_ascii_case("data") => Some(CloudRoute::ShowJobs),
        ("PUT", [id]) => Some(CloudRoute::UpdateSchedule(object_id(id))),
        ("DELETE", [id]) => Some(CloudRoute::DeleteSchedule(object_id(id))),
        _ => None,
    }
}

fn hook(method: &str, rest: &[&str]) -> Option<CloudRoute> {
    let (kind, rest) = rest.split_first()?;
    let kind = match kind.to_ascii_lowercase().as_str() {
        "functions" => HookKind::Functions,
        "triggers" => HookKind::Triggers,
        "jobs" => HookKind::Jobs,
        _ => return None,
    };
    if rest.is_empty() {
        return match (method, kind) {
            ("GET", _) => Some(CloudRoute::ListHooks(kind)),
            ("POST", HookKind::Jobs) => Some(CloudRoute::CreateJobHook),
            ("POST", _) => Some(CloudRoute::CreateHook),
            _ => None,
        };
    }
    let name = |segment: &str| decoded(segment).into_owned();
    let key = match (kind, rest) {
        (HookKind::Functions, [function]) => HookKey::Function(name(function)),
        (HookKind::Jobs, [job]) => HookKey::Job(name(job)),
        (HookKind::Triggers, [class, trigger]) => {
            HookKey::Trigger { class: name(class), trigger: name(trigger) }
        }
        _ => return None,
    };
    match method {
        "GET" => Some(CloudRoute::ShowHook(key)),
        "PUT" => Some(CloudRoute::ChangeHook(key)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Route, route};
    use super::*;

    #[test]
    fn webhooks_jobs_and_schedules_have_their_routes() {
        let function = || HookKey::Function("a.b".to_owned());
        let trigger =
            || HookKey::Trigger { class: "C".to_owned(), trigger: "beforeSave".to_owned() };
        let table = [
            ("GET", "/hooks/functions", CloudRoute::ListHooks(HookKind::Functions)),
            ("GET", "/hooks/triggers", CloudRoute::ListHooks(HookKind::Triggers)),
            ("GET", "/hooks/jobs", CloudRoute::ListHooks(HookKind::Jobs)),
            ("POST", "/hooks/functions", CloudRoute::CreateHook),
            ("POST", "/hooks/triggers", CloudRoute::CreateHook),
            ("POST", "/hooks/jobs", CloudRoute::CreateJobHook),
            ("GET", "/hooks/functions/a.b", CloudRoute::ShowHook(function())),
            ("PUT", "/hooks/functions/a.b", CloudRoute::ChangeHook(function())),
            ("GET", "/hooks/triggers/C/beforeSave", CloudRoute::ShowHook(trigger())),
            ("PUT", "/hooks/triggers/C/beforeSave", CloudRoute::ChangeHook(trigger())),
            ("POST", "/jobs", CloudRoute::StartJob(None)),
            ("POST", "/jobs/j", CloudRoute::StartJob(Some("j".to_owned()))),
            ("GET", "/cloud_code/jobs", CloudRoute::ListSchedules),
            ("GET", "/cloud_code/jobs/data", CloudRoute::ShowJobs),
            ("POST", "/cloud_code/jobs", CloudRoute::CreateSchedule),
            ("PUT", "/cloud_code/jobs/x", CloudRoute::UpdateSchedule(ObjectId::new("x"))),
            ("DELETE", "/cloud_code/jobs/x", CloudRoute::DeleteSchedule(ObjectId::new("x"))),
        ];
        for (method, path, expected) in table {
            assert_eq!(route(method, path), Some(Route::Cloud(expected)), "{method} {path}");
        }
        for (method, path) in [
            ("GET", "/hooks"),
            ("DELETE", "/hooks/functions/a"),
            ("GET", "/hooks/functions/a/b"),
            ("GET", "/hooks/triggers/C"),
            ("GET", "/hooks/triggers/C/t/x"),
            ("GET", "/hooks/nothing"),
        ] {
            assert_eq!(route(method, path), None, "{method} {path}");
        }
    }

    #[test]
    fn what_writes_is_named_for_the_key_that_may_only_read() {
        for (method, path) in [("POST", "/hooks/jobs"), ("PUT", "/hooks/functions/f")] {
            let Some(Route::Cloud(route)) = route(method, path) else { panic!("{path}") };
            assert!(!route.is_read() && route.deed().is_some(), "{path}");
        }
    }
}
