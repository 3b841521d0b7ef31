//! A push request, read once and refused if it cannot be sent.

use parse_model::{Code, Date, Json, JsonMap, Refusal};

/// A push that a user asked for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PushRequest {
    /// Which installations, as a `where`.
    pub(crate) target: JsonMap,
    /// What to say.
    pub(crate) data: JsonMap,
    /// Keys beside `data` that a provider may understand.
    pub(crate) more: JsonMap,
    /// Not to be shown after.
    pub(crate) expires_at: Option<Date>,
    /// How long it may be shown, in seconds.
    pub(crate) expiration_interval: Option<f64>,
    /// When to send it; `None` means now.
    pub(crate) time: Option<PushTime>,
    /// What happens to the badges of the installations.
    pub(crate) badge: Option<Badge>,
    /// The audience that was chosen.
    pub(crate) audience_id: Option<String>,
}

/// When a push is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PushTime {
    /// The moment, or the time of day as if it were in UTC.
    pub(crate) at: Date,
    /// As it is stored.
    pub(crate) written: String,
    /// Whether every installation gets it at that time of its own day.
    pub(crate) is_local: bool,
}

/// What happens to badges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Badge {
    /// They become this.
    Set(f64),
    /// They grow by this, each from its own.
    Increment(f64),
}

/// The keys of the protocol itself.
const OWN_KEYS: &[&str] = &[
    "where",
    "channels",
    "data",
    "push_time",
    "expiration_time",
    "expiration_interval",
    "audience_id",
];

/// Which installations are meant.
pub(crate) fn target(body: &JsonMap) -> Result<JsonMap, Refusal> {
    match (body.get("where"), body.get("channels")) {
        (Some(_), Some(_)) => Err(wrong("Channels and query can not be set at the same time.")),
        (Some(Json::Object(target)), None) => Ok(target.clone()),
        (Some(_), None) => Err(wrong("The \"where\" query must be an object.")),
        (None, Some(channels @ Json::Array(_))) => {
            let is_in = JsonMap::from_iter([("$in".to_owned(), channels.clone())]);
            Ok(JsonMap::from_iter([("channels".to_owned(), Json::Object(is_in))]))
        }
        (None, Some(_)) => Err(wrong("\"channels\" must be an array.")),
        (None, None) => {
            Err(wrong("Sending a push requires either \"channels\" or a \"where\" query."))
        }
    }
}

/// Reads all of it.
pub(crate) fn read(mut body: JsonMap, target: JsonMap, now: Date) -> Result<PushRequest, Refusal> {
    let expiration_interval = expiration_interval(&body)?;
    let mut expires_at = expiration_time(&body)?;
    if expires_at.is_some() && expiration_interval.is_some() {
        return Err(wrong("Both expiration_time and expiration_interval cannot be set"));
    }
    let time = push_time(&body)?;
    if let (Some(seconds), None) = (expiration_interval, &time) {
        expires_at = Some(after(now, seconds));
    }
    let data = match body.shift_remove("data") {
        None | Some(Json::Null) => JsonMap::new(),
        Some(Json::Object(data)) => data,
        Some(_) => return Err(wrong("\"data\" must be an object.")),
    };
    let badge = badge(&data)?;
    let audience_id = body.get("audience_id").and_then(Json::as_str).map(str::to_owned);
    body.retain(|key, _| !OWN_KEYS.contains(&key.as_str()));
    Ok(PushRequest {
        target,
        data,
        more: body,
        expires_at,
        expiration_interval,
        time,
        badge,
        audience_id,
    })
}

/// A moment and so many seconds more.
pub(crate) fn after(date: Date, seconds: f64) -> Date {
    #[expect(clippy::cast_possible_truncation, reason = "a float is cut to what fits")]
    let millis = (seconds * 1000.0) as i64;
    Date::from_millis(date.millis().saturating_add(millis))
}

fn expiration_time(body: &JsonMap) -> Result<Option<Date>, Refusal> {
    let Some(json) = body.get("expiration_time") else { return Ok(None) };
    date(json).map(Some).ok_or_else(|| no_time(json))
}

fn expiration_interval(body: &JsonMap) -> Result<Option<f64>, Refusal> {
    match body.get("expiration_interval") {
        None => Ok(None),
        Some(json) => match json.as_f64().filter(|seconds| *seconds > 0.0) {
            Some(seconds) => Ok(Some(seconds)),
            None => Err(wrong("expiration_interval must be a number greater than 0")),
        },
    }
}

fn push_time(body: &JsonMap) -> Result<Option<PushTime>, Refusal> {
    let Some(json) = body.get("push_time") else { return Ok(None) };
    let at = date(json).ok_or_else(|| no_time(json))?;
    let is_local = json.as_str().is_some_and(|text| !has_zone(text));
    // A number is a moment, but Parse Server writes it without a zone, and so do we.
    let is_bare = is_local || json.is_number();
    let iso = at.iso();
    let written = if is_bare { iso.trim_end_matches('Z').to_owned() } else { iso };
    Ok(Some(PushTime { at, written, is_local }))
}

/// Whether a time says its zone: `Z`, or an offset such as `+02:00`.
fn has_zone(text: &str) -> bool {
    let offset = text.len().checked_sub(6).and_then(|at| text.get(at..));
    let is_offset = |offset: &str| {
        let bytes = offset.as_bytes();
        matches!(bytes, [b'+' | b'-', _, _, b':', _, _])
            && [1, 2, 4, 5].iter().all(|at| bytes[*at].is_ascii_digit())
    };
    text.ends_with('Z') || offset.is_some_and(is_offset)
}

/// Seconds since 1970, or a text.
fn date(json: &Json) -> Option<Date> {
    match json {
        Json::Number(number) => {
            let seconds = number.as_f64()?;
            (seconds.abs() <= 8.64e12).then(|| after(Date::from_millis(0), seconds))
        }
        Json::String(text) => Date::parse(text),
        _ => None,
    }
}

/// What a badge asks for. Zero asks for nothing, as in Parse Server.
fn badge(data: &JsonMap) -> Result<Option<Badge>, Refusal> {
    let wrong =
        || wrong("Invalid value for badge, expected number or 'Increment' or {increment: number}");
    let is_increment = |text: &str| text.eq_ignore_ascii_case("increment");
    match data.get("badge") {
        None | Some(Json::Null | Json::Bool(false)) => Ok(None),
        Some(Json::Number(number)) => {
            let number = number.as_f64().unwrap_or_default();
            Ok((number != 0.0).then_some(Badge::Set(number)))
        }
        Some(Json::String(text)) if text.is_empty() => Ok(None),
        Some(Json::String(text)) if is_increment(text) => Ok(Some(Badge::Increment(1.0))),
        Some(Json::Object(map)) => {
            let op = map.get("__op").and_then(Json::as_str).is_some_and(is_increment);
            let amount = map.get("amount").and_then(Json::as_f64).filter(|amount| *amount != 0.0);
            amount.filter(|_| op).map(|amount| Some(Badge::Increment(amount))).ok_or_else(wrong)
        }
        Some(_) => Err(wrong()),
    }
}

/// 115 with a text.
pub(crate) fn wrong(message: impl Into<std::borrow::Cow<'static, str>>) -> Refusal {
    Refusal::new(Code::PUSH_MISCONFIGURED, message)
}

/// In the words of JavaScript, which has one of its own for objects.
fn no_time(json: &Json) -> Refusal {
    let shown = match json {
        Json::Object(_) => "[object Object]".to_owned(),
        Json::String(text) => text.clone(),
        other => other.to_string(),
    };
    wrong(format!("{shown} is not valid time."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn now() -> Date {
        Date::parse("2026-01-01T00:00:00Z").unwrap()
    }

    fn map(json: Json) -> JsonMap {
        let Json::Object(map) = json else { panic!("an object") };
        map
    }

    fn request_of(json: Json) -> Result<PushRequest, String> {
        let body = map(json);
        target(&body).and_then(|target| read(body, target, now())).map_err(|error| {
            assert_eq!(error.code, Code::PUSH_MISCONFIGURED);
            error.message.into_owned()
        })
    }

    #[test]
    fn exactly_one_of_where_and_channels_says_who_is_meant() {
        let channels = request_of(json!({ "channels": ["a"] })).unwrap().target;
        assert_eq!(Json::Object(channels), json!({ "channels": { "$in": ["a"] } }));
        assert_eq!(request_of(json!({ "where": {} })).unwrap().target, JsonMap::new());
        for body in [json!({}), json!({ "where": {}, "channels": [] }), json!({ "where": 1 })] {
            assert!(request_of(body).is_err());
        }
    }

    #[test]
    fn times_are_seconds_or_texts() {
        let time = |json: Json| {
            request_of(json!({ "where": {}, "push_time": json })).unwrap().time.unwrap()
        };
        let number = time(json!(1_767_225_600));
        assert_eq!((number.at, number.is_local), (now(), false));
        assert_eq!(number.written, "2026-01-01T00:00:00.000");
        let zoned = time(json!("2026-01-01T02:00:00+02:00"));
        assert_eq!((zoned.at, zoned.is_local), (now(), false));
        assert_eq!(zoned.written, "2026-01-01T00:00:00.000Z");
        let local = time(json!("2026-01-01T00:00:00"));
        assert_eq!((local.at, local.is_local), (now(), true));
        for bad in [json!("soon"), json!(true), json!({}), json!(null)] {
            let told = request_of(json!({ "where": {}, "push_time": bad })).unwrap_err();
            assert!(told.ends_with(" is not valid time."), "{told}");
        }
    }

    #[test]
    fn a_push_expires_at_a_time_or_after_a_while() {
        let interval = request_of(json!({ "where": {}, "expiration_interval": 60 })).unwrap();
        assert_eq!(interval.expires_at, Some(now().plus_seconds(60)));
        let later = json!({ "where": {}, "expiration_interval": 60, "push_time": 2_000_000_000 });
        assert_eq!(request_of(later).unwrap().expires_at, None);
        let both = json!({ "where": {}, "expiration_interval": 60, "expiration_time": 1 });
        let told = request_of(both).unwrap_err();
        assert_eq!(told, "Both expiration_time and expiration_interval cannot be set");
        assert!(request_of(json!({ "where": {}, "expiration_interval": 0 })).is_err());
        assert!(request_of(json!({ "where": {}, "expiration_time": [] })).is_err());
    }

    #[test]
    fn a_badge_is_a_number_or_an_increment() {
        let badge = |json: Json| request_of(json!({ "where": {}, "data": { "badge": json } }));
        let good = |json: Json| badge(json).unwrap().badge;
        assert_eq!(good(json!(5)), Some(Badge::Set(5.0)));
        assert_eq!(good(json!(0)), None);
        assert_eq!(good(json!("Increment")), Some(Badge::Increment(1.0)));
        assert_eq!(good(json!({"__op": "Increment", "amount": 3})), Some(Badge::Increment(3.0)));
        for bad in [json!("many"), json!({"__op": "Increment"}), json!([1]), json!(true)] {
            assert!(badge(bad).is_err());
        }
    }
}
