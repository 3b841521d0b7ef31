//! Moments told from now: `1 week ago`, `in 2 days 3 hours`, `now`.

use crate::Json;
use crate::date::Date;
use crate::refusal::Refusal;

/// Reads a relative time.
pub(super) fn date(json: &Json, now: Date) -> Result<Date, Refusal> {
    let text = json.as_str();
    let shown = text.map_or_else(|| json.to_string(), str::to_owned);
    text.ok_or_else(|| "Time should be a string".to_owned())
        .and_then(|text| offset(&text.to_lowercase()))
        .map(|seconds| now.plus_seconds(seconds))
        .map_err(|why| Refusal::json(format!("bad $relativeTime ({shown}) value. {why}")))
}

/// The seconds from now, or what is wrong with the text.
fn offset(text: &str) -> Result<i64, String> {
    if text == "now" {
        return Ok(0);
    }
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    let amount = match words.as_slice() {
        ["in", .., "ago"] => return Err("Time cannot have both 'in' and 'ago'".to_owned()),
        ["in", amount @ ..] => seconds(amount),
        [amount @ .., "ago"] => seconds(amount).map(|seconds| -seconds),
        _ => return Err("Time should either start with 'in' or end with 'ago'".to_owned()),
    }?;
    #[expect(clippy::cast_possible_truncation, reason = "whole, and a cast saturates")]
    Ok(amount as i64)
}

fn seconds(words: &[&str]) -> Result<f64, String> {
    let mut sum = 0.0;
    for pair in words.chunks(2) {
        let &[number, unit] = pair else {
            return Err("Invalid time string. Dangling unit or number.".to_owned());
        };
        sum += whole(number).ok_or_else(|| format!("'{number}' is not an integer."))?
            * unit_seconds(unit).ok_or_else(|| format!("Invalid interval: '{unit}'"))?;
    }
    Ok(sum)
}

fn whole(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite() && number.fract() == 0.0)
}

fn unit_seconds(unit: &str) -> Option<f64> {
    Some(match unit {
        "yr" | "yrs" | "year" | "years" => 31_536_000.0,
        "wk" | "wks" | "week" | "weeks" => 604_800.0,
        "d" | "day" | "days" => 86_400.0,
        "hr" | "hrs" | "hour" | "hours" => 3600.0,
        "min" | "mins" | "minute" | "minutes" => 60.0,
        "sec" | "secs" | "second" | "seconds" => 1.0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn after(text: &str) -> i64 {
        date(&json!(text), Date::from_millis(0)).unwrap().millis() / 1000
    }

    fn why(json: Json) -> String {
        date(&json, Date::from_millis(0)).unwrap_err().message.into_owned()
    }

    #[test]
    fn the_past_ends_with_ago_and_the_future_begins_with_in() {
        assert_eq!(after("now"), 0);
        assert_eq!(after("1 week ago"), -604_800);
        assert_eq!(after("In 2 Days  3 hrs"), 2 * 86_400 + 3 * 3600);
        assert_eq!(after("1 yr 1 wk 1 d 1 hr 1 min 1 sec ago"), -32_230_861);
        assert_eq!(after("in -1 day"), -86_400);
    }

    #[test]
    fn what_cannot_be_read_is_refused_in_the_words_of_parse_server() {
        let bad = |text: &str, why: &str| format!("bad $relativeTime ({text}) value. {why}");
        for (text, reason) in [
            ("-12 bananas ago", "Invalid interval: 'bananas'"),
            ("in 1.5 days", "'1.5' is not an integer."),
            ("in nan days", "'nan' is not an integer."),
            ("in 1", "Invalid time string. Dangling unit or number."),
            ("in 1 day ago", "Time cannot have both 'in' and 'ago'"),
            ("1 day", "Time should either start with 'in' or end with 'ago'"),
            (" now", "Time should either start with 'in' or end with 'ago'"),
        ] {
            assert_eq!(why(json!(text)), bad(text, reason));
        }
        assert_eq!(why(json!(5)), bad("5", "Time should be a string"));
    }

    #[test]
    fn an_eternity_does_not_overflow() {
        assert!(after("in 1e300 years") > 0 && after("1e300 years ago") < 0);
    }
}
