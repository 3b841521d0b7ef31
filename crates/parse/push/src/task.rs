//! A piece of the work of a push, as it is kept until it is done.

use parse_model::query::{Constraint, Filter, parse};
use parse_model::{Date, FieldName, Json, JsonMap, Path, Refusal, Value};
use serde_json::json;

use crate::request::{Badge, PushRequest, after};

/// A piece of the work of a push.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Task {
    /// Which installations, as a `where`.
    pub(crate) target: JsonMap,
    /// What to say.
    pub(crate) data: JsonMap,
    /// Keys beside `data` that a provider may understand.
    pub(crate) more: JsonMap,
    pub(crate) badge: Option<Badge>,
    expires_at: Option<Date>,
    expiration_interval: Option<f64>,
    /// Whether it was to wait for its time.
    is_scheduled: bool,
    /// The time of day at which every installation gets it, until it was spread over the zones.
    pub(crate) local_time: Option<String>,
    /// The part of the world it is for.
    pub(crate) zones: Zones,
    /// How far that part is from UTC, as it is counted.
    pub(crate) utc_offset: Option<String>,
}

/// Installations by their time zone.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) enum Zones {
    /// Wherever they are.
    #[default]
    All,
    /// In one of these.
    In(Vec<String>),
    /// In none of these, or in an unknown one.
    NotIn(Vec<String>),
}

impl Task {
    /// All the work of a push.
    pub(crate) fn of(asked: &PushRequest) -> Task {
        let local = asked.time.as_ref().filter(|time| time.is_local);
        Task {
            target: asked.target.clone(),
            data: asked.data.clone(),
            more: asked.more.clone(),
            badge: asked.badge,
            expires_at: asked.expires_at,
            expiration_interval: asked.expiration_interval,
            is_scheduled: asked.time.is_some(),
            local_time: local.map(|time| time.written.clone()),
            zones: Zones::All,
            utc_offset: None,
        }
    }

    /// The part of it for some zones.
    pub(crate) fn for_zones(&self, zones: Zones, offset_minutes: i64) -> Task {
        Task {
            local_time: None,
            zones,
            utc_offset: Some(written_offset(offset_minutes)),
            ..self.clone()
        }
    }

    /// The installations it is for that receive pushes at all.
    pub(crate) fn filter(&self, now: Date) -> Result<Filter, Refusal> {
        let rights =
            parse::Rights { is_master: true, is_maintenance: false, may_explain: false, now };
        let mut filter = parse::filter(&self.target, rights)?;
        if !self.target.contains_key("deviceToken") {
            filter = filter.and(field("deviceToken", Constraint::Exists(true)));
        }
        let values =
            |zones: &[String]| zones.iter().map(|zone| Value::from(zone.as_str())).collect();
        Ok(match &self.zones {
            Zones::All => filter,
            Zones::In(zones) => filter.and(field("timeZone", Constraint::In(values(zones)))),
            Zones::NotIn(zones) => filter.and(field("timeZone", Constraint::NotIn(values(zones)))),
        })
    }

    /// When it is not to be shown any more, if it is sent at its time.
    pub(crate) fn expires_at(&self, due: Date) -> Option<Date> {
        self.expires_at.or_else(|| self.expiration_interval.map(|seconds| after(due, seconds)))
    }

    /// Whether it waited so long that it has expired.
    pub(crate) fn is_too_late(&self, due: Date, now: Date) -> bool {
        self.is_scheduled && self.expires_at(due).is_some_and(|end| end < now)
    }

    pub(crate) fn to_json(&self) -> Json {
        let badge = self.badge.map(|badge| match badge {
            Badge::Set(number) => json!({ "set": number }),
            Badge::Increment(amount) => json!({ "increment": amount }),
        });
        let zones = match &self.zones {
            Zones::All => Json::Null,
            Zones::In(zones) => json!({ "in": zones }),
            Zones::NotIn(zones) => json!({ "notIn": zones }),
        };
        json!({
            "where": self.target,
            "data": self.data,
            "more": self.more,
            "badge": badge,
            "expiresAt": self.expires_at.map(Date::millis),
            "expirationInterval": self.expiration_interval,
            "isScheduled": self.is_scheduled,
            "localTime": self.local_time,
            "zones": zones,
            "utcOffset": self.utc_offset,
        })
    }

    pub(crate) fn from_json(json: &Json) -> Task {
        let map = |key: &str| json.get(key).and_then(Json::as_object).cloned().unwrap_or_default();
        let number = |key: &str| json.get(key).and_then(Json::as_f64);
        let text = |key: &str| json.get(key).and_then(Json::as_str).map(str::to_owned);
        let badge = map("badge");
        let amount = |key: &str| badge.get(key).and_then(Json::as_f64);
        let zones = map("zones");
        let list = |key: &str| -> Option<Vec<String>> {
            let items = zones.get(key)?.as_array()?;
            Some(items.iter().filter_map(Json::as_str).map(str::to_owned).collect())
        };
        let of_zones = list("in").map(Zones::In).or_else(|| list("notIn").map(Zones::NotIn));
        Task {
            target: map("where"),
            data: map("data"),
            more: map("more"),
            badge: amount("set").map(Badge::Set).or(amount("increment").map(Badge::Increment)),
            expires_at: json.get("expiresAt").and_then(Json::as_i64).map(Date::from_millis),
            expiration_interval: number("expirationInterval"),
            is_scheduled: json.get("isScheduled").and_then(Json::as_bool).unwrap_or_default(),
            local_time: text("localTime"),
            zones: of_zones.unwrap_or_default(),
            utc_offset: text("utcOffset"),
        }
    }
}

/// A condition on a whole field.
pub(crate) fn field(name: &'static str, constraint: Constraint) -> Filter {
    Filter::Field(Path::field(FieldName::from_static(name)), constraint)
}

/// `2`, `-5`, and for zones between the hours `5:30`.
fn written_offset(minutes: i64) -> String {
    match (minutes / 60, (minutes % 60).abs()) {
        (hours, 0) => hours.to_string(),
        (0, rest) if minutes < 0 => format!("-0:{rest:02}"),
        (hours, rest) => format!("{hours}:{rest:02}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task() -> Task {
        Task {
            target: JsonMap::from_iter([("a".to_owned(), json!(1))]),
            data: JsonMap::from_iter([("alert".to_owned(), json!("x"))]),
            more: JsonMap::new(),
            badge: Some(Badge::Increment(2.0)),
            expires_at: None,
            expiration_interval: Some(60.0),
            is_scheduled: true,
            local_time: Some("2026-01-01T00:00:00.000".to_owned()),
            zones: Zones::All,
            utc_offset: None,
        }
    }

    #[test]
    fn what_is_kept_reads_back() {
        let whole = task();
        let part = whole.for_zones(Zones::NotIn(vec!["Europe/Paris".to_owned()]), -210);
        assert_eq!((part.utc_offset.as_deref(), &part.local_time), (Some("-3:30"), &None));
        for task in [whole, part] {
            assert_eq!(Task::from_json(&task.to_json()), task);
        }
    }

    #[test]
    fn what_waited_too_long_is_not_shown_any_more() {
        let due = Date::from_millis(0);
        assert!(!task().is_too_late(due, due.plus_seconds(60)));
        assert!(task().is_too_late(due, due.plus_seconds(61)));
        let at_once = Task { is_scheduled: false, ..task() };
        assert!(!at_once.is_too_late(due, due.plus_seconds(61)));
    }

    #[test]
    fn offsets_are_written_in_hours() {
        for (minutes, written) in
            [(0, "0"), (120, "2"), (-300, "-5"), (330, "5:30"), (-30, "-0:30")]
        {
            assert_eq!(written_offset(minutes), written);
        }
    }
}
