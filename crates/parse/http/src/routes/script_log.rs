//! `GET /scriptlog`: the last lines of the log.

use parse_engine::Cx;
use parse_model::{Date, Json, JsonMap};
use telemetry::log_ring::{LogQuery, LogRing};

use crate::parameter::Request;
use crate::reply::{HttpError, Reply};

/// How many lines are returned by default.
const DEFAULT_SIZE: usize = 10;
const WEEK_SECONDS: i64 = 7 * 86_400;

/// `GET /scriptlog`
pub(super) async fn show(cx: &Cx, request: Request) -> Result<Reply, HttpError> {
    let wanted = wanted(&request.parameters()?, cx.now());
    Reply::of(&LogRing::of_process().lines(&wanted))
}

/// What cannot be read counts as not said, as in Parse Server.
fn wanted(parameters: &JsonMap, now: Date) -> LogQuery {
    let is = |name: &str, word: &str| parameters.get(name).and_then(Json::as_str) == Some(word);
    let date = |name: &str| match parameters.get(name)? {
        Json::String(text) => Date::parse(text),
        Json::Number(millis) => millis.as_i64().map(Date::from_millis),
        // A date alone reads as JSON no more than one with a time; what is left is the SDK's form.
        other => Date::parse(other.get("iso")?.as_str()?),
    };
    let size = |name: &str| match parameters.get(name)? {
        Json::Number(number) => number.as_u64(),
        Json::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let size = size("n").or_else(|| size("size")).filter(|size| *size > 0);
    LogQuery {
        only_errors: is("level", "error"),
        from: date("from").unwrap_or_else(|| now.plus_seconds(-WEEK_SECONDS)),
        until: date("until").unwrap_or(now),
        size: size.and_then(|size| usize::try_from(size).ok()).unwrap_or(DEFAULT_SIZE),
        is_ascending: is("order", "asc"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(json: Json) -> LogQuery {
        let Json::Object(map) = json else { panic!("an object") };
        wanted(&map, Date::from_millis(1_000_000_000_000))
    }

    #[test]
    fn anyone_who_says_nothing_gets_ten_of_the_last_week_newest_first() {
        let plain = read(json!({}));
        assert_eq!((plain.size, plain.is_ascending, plain.only_errors), (10, false, false));
        assert_eq!(plain.until.millis() - plain.from.millis(), WEEK_SECONDS * 1000);
        assert_eq!(read(json!({ "n": "x", "from": "never", "order": "up" })), plain);
    }

    #[test]
    fn everything_can_be_said() {
        let said = read(json!({
            "level": "error", "size": 3, "n": "5", "order": "asc",
            "from": "2001-01-01", "until": "2001-01-02T00:00:00Z",
        }));
        assert_eq!((said.size, said.is_ascending, said.only_errors), (5, true, true));
        assert_eq!(said.until.millis() - said.from.millis(), 86_400_000);
    }
}
