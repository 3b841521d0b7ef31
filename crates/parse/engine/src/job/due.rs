//! Finds due schedules. Times are in UTC, as the dashboard writes them.

use parse_identity::Caller;
use parse_model::op::Ops;
use parse_model::query::Query;
use parse_model::{ClassName, Date, FieldName, Filter, Json, JsonMap, Object, Op, Path, Value};
use parse_store::{Columns, RowAccess, Update};

use super::{Started, begun};
use crate::cx::Cx;
use crate::engine::Engine;
use crate::error::{Error, WhileDoing};
use crate::read;

const MINUTE: i64 = 60_000;
const DAY: i64 = 24 * 60 * MINUTE;

/// A schedule.
#[derive(Debug, Clone, Default, PartialEq)]
struct Schedule {
    /// The earliest time.
    start: i64,
    /// The interval of repetitions. `None` for a single run.
    repeat: Option<i64>,
    /// The first time on each day. `None` if repetitions count from the start.
    time_of_day: Option<i64>,
    /// The days of the week, Sunday first.
    days: [bool; 7],
    /// The time of the last run.
    last: Option<i64>,
}

impl Schedule {
    /// Parses a row of `_JobSchedule`. `None` if its times are invalid.
    fn of(row: &Object) -> Option<Schedule> {
        let text = |name: &str| row.fields.get(name).and_then(Value::as_text);
        let number = |name: &str| match row.fields.get(name) {
            Some(Value::Number(number)) => Some(*number),
            _ => None,
        };
        let start = match text("startAfter") {
            Some(start) => Date::parse(start)?.millis(),
            None => row.created_at?.millis(),
        };
        let repeat = number("repeatMinutes").filter(|minutes| *minutes >= 1.0);
        #[expect(clippy::cast_possible_truncation, reason = "minutes of a schedule are few")]
        let repeat = repeat.map(|minutes| minutes as i64 * MINUTE);
        let time_of_day = match text("timeOfDay") {
            Some(time) => Some(time_of_day(time)?),
            None => None,
        };
        #[expect(clippy::cast_possible_truncation, reason = "a moment in milliseconds")]
        let last = number("lastRun").map(|millis| millis as i64);
        let days = days(row.fields.get("daysOfWeek"));
        Some(Schedule { start, repeat, time_of_day, days, last })
    }

    /// Whether a run is due. Missed runs are replaced by a single one.
    fn is_due(&self, now: i64) -> bool {
        let Some(latest) = self.latest(now) else { return false };
        latest >= self.start && latest <= now && self.last.is_none_or(|last| last < latest)
    }

    /// The latest scheduled time up to now.
    fn latest(&self, now: i64) -> Option<i64> {
        let Some(repeat) = self.repeat else { return Some(self.start) };
        let Some(first) = self.time_of_day else {
            let since = (now - self.start).max(0);
            return Some(self.start + since - since % repeat);
        };
        // Every day has its own series of runs, from the first one to midnight.
        let today = now.div_euclid(DAY);
        (0..8).map(|back| today - back).find_map(|day| {
            let begin = day * DAY + first;
            let is_on = self.days[usize::try_from((day + 4).rem_euclid(7)).unwrap_or(0)];
            let is_turn = repeat < DAY
                || (day - self.start.div_euclid(DAY)).rem_euclid((repeat / DAY).max(1)) == 0;
            if begin > now || !is_on || !is_turn {
                return None;
            }
            let until = now.min((day + 1) * DAY - 1);
            let step = repeat.min(DAY);
            Some(begin + (until - begin) / step * step)
        })
    }
}

/// Parses `HH:MM`, and ignores further text.
fn time_of_day(text: &str) -> Option<i64> {
    let mut parts = text.split(':');
    let hours: i64 = parts.next()?.parse().ok().filter(|hours| (0..24).contains(hours))?;
    let minutes = parts.next()?.get(..2)?.parse().ok().filter(|m| (0..60).contains(m))?;
    let minutes: i64 = minutes;
    Some((hours * 60 + minutes) * MINUTE)
}

/// Parses seven flags. Anything else means every day.
fn days(value: Option<&Value>) -> [bool; 7] {
    let Some(Value::List(flags)) = value else { return [true; 7] };
    let is_on = |flag: &Json| match flag {
        Json::Bool(flag) => *flag,
        Json::Number(number) => number.as_f64() != Some(0.0),
        Json::String(text) => !matches!(text.as_str(), "" | "0" | "false"),
        _ => false,
    };
    let flags: Vec<bool> = flags.iter().map(is_on).collect();
    <[bool; 7]>::try_from(flags).ok().filter(|days| days.contains(&true)).unwrap_or([true; 7])
}

/// Starts due jobs, each once across all nodes.
pub async fn start_due(engine: &Engine) -> Result<Vec<Started>, Error> {
    let tx = engine.begin(Caller::master());
    let outcome = start_due_in(&tx).await;
    tx.end(outcome).await
}

async fn start_due_in(tx: &Cx) -> Result<Vec<Started>, Error> {
    if !parse_store::job::try_lock_schedules(tx.db()).await.while_doing("looking at schedules")? {
        return Ok(Vec::new());
    }
    let class = ClassName::from_static("_JobSchedule");
    let found = read::find(tx, &class, Query::all(Filter::everything())).await?;
    let mut started = Vec::new();
    for row in found.objects {
        if Schedule::of(&row).is_some_and(|schedule| schedule.is_due(tx.now().millis())) {
            started.extend(run(tx, &row).await?);
        }
    }
    Ok(started)
}

/// Records the run of a schedule, and starts its job. A job that this node does not have waits for
/// one that does.
async fn run(cx: &Cx, row: &Object) -> Result<Option<Started>, Error> {
    let text = |name: &str| row.fields.get(name).and_then(Value::as_text).unwrap_or_default();
    let name = text("jobName");
    let Some(job) = cx.engine().job(name) else {
        tracing::warn!(job = name, "scheduled job unknown, skipped");
        return Ok(None);
    };
    let params: JsonMap = serde_json::from_str(text("params")).unwrap_or_default();
    let class = ClassName::from_static("_JobSchedule");
    let Some(class) = cx.class(&class) else { return Ok(None) };
    let filter = Filter::equals(FieldName::from_static("objectId"), row.id.as_str());
    #[expect(clippy::cast_precision_loss, reason = "milliseconds are exact in a double")]
    let now = Value::Number(cx.now().millis() as f64);
    let ops: Ops = vec![(Path::field(FieldName::from_static("lastRun")), Op::Set(now))];
    let update = Update {
        filter: &filter,
        reach: RowAccess::Everything,
        ops: &ops,
        acl: None,
        updated_at: None,
        returning: Columns::Only(&[]),
    };
    parse_store::object::update(cx.db(), &class, &update)
        .await
        .while_doing("noting a schedule's run")?;
    begun(cx, name, job, params, "schedule").await.map(Some)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> i64 {
        Date::parse(text).unwrap().millis()
    }

    fn once() -> Schedule {
        Schedule { start: at("2026-03-02T10:00:00.000Z"), days: [true; 7], ..Schedule::default() }
    }

    #[test]
    fn a_schedule_without_repeat_runs_once() {
        assert!(!once().is_due(at("2026-03-02T09:59:59.000Z")));
        assert!(once().is_due(at("2026-03-02T10:00:00.000Z")));
        assert!(once().is_due(at("2026-03-09T10:00:00.000Z")), "made up for");
        let run = Schedule { last: Some(at("2026-03-02T10:00:05.000Z")), ..once() };
        assert!(!run.is_due(at("2026-03-09T10:00:00.000Z")));
    }

    #[test]
    fn a_schedule_that_is_moved_runs_again() {
        let moved = Schedule { last: Some(at("2026-03-01T00:00:00.000Z")), ..once() };
        assert!(moved.is_due(at("2026-03-02T10:00:00.000Z")));
    }

    #[test]
    fn repeats_count_from_the_start_where_no_time_of_day_is_given() {
        let every = Schedule { repeat: Some(15 * MINUTE), ..once() };
        let run = Schedule { last: Some(at("2026-03-02T10:00:01.000Z")), ..every };
        assert!(!run.is_due(at("2026-03-02T10:14:59.000Z")));
        assert!(run.is_due(at("2026-03-02T10:15:00.000Z")));
        assert!(run.is_due(at("2026-03-02T13:07:00.000Z")), "missed runs are made up for by one");
    }

    #[test]
    fn a_daily_schedule_runs_at_its_time_on_its_days() {
        // 2026-03-02 is a Monday.
        let mut days = [false; 7];
        days[3] = true;
        let weekly = Schedule {
            repeat: Some(DAY),
            time_of_day: time_of_day("06:30:00.000Z"),
            days,
            ..once()
        };
        assert!(!weekly.is_due(at("2026-03-03T07:00:00.000Z")), "a Tuesday");
        assert!(!weekly.is_due(at("2026-03-04T06:29:00.000Z")));
        assert!(weekly.is_due(at("2026-03-04T06:30:00.000Z")), "a Wednesday");
        let run = Schedule { last: Some(at("2026-03-04T06:30:02.000Z")), ..weekly };
        assert!(!run.is_due(at("2026-03-10T23:00:00.000Z")));
        assert!(run.is_due(at("2026-03-11T06:30:00.000Z")));
    }

    #[test]
    fn an_interval_starts_anew_each_day_at_its_time() {
        let every = Schedule {
            repeat: Some(7 * 60 * MINUTE),
            time_of_day: time_of_day("08:00"),
            start: at("2026-03-01T00:00:00.000Z"),
            ..once()
        };
        let latest = |now: &str| every.latest(at(now)).unwrap();
        assert_eq!(latest("2026-03-02T08:00:00.000Z"), at("2026-03-02T08:00:00.000Z"));
        assert_eq!(latest("2026-03-02T15:30:00.000Z"), at("2026-03-02T15:00:00.000Z"));
        assert_eq!(latest("2026-03-03T07:59:00.000Z"), at("2026-03-02T22:00:00.000Z"));
    }

    #[test]
    fn a_time_of_day_before_the_start_does_not_count() {
        let daily =
            Schedule { repeat: Some(DAY), time_of_day: time_of_day("06:30:00.000Z"), ..once() };
        assert!(!daily.is_due(at("2026-03-02T10:00:00.000Z")), "started after today's time");
        assert!(daily.is_due(at("2026-03-03T06:30:00.000Z")));
    }

    #[test]
    fn times_and_days_are_read_as_the_dashboard_writes_them() {
        assert_eq!(time_of_day("06:30:00.000Z"), Some(390 * MINUTE));
        assert_eq!(time_of_day("25:00"), None);
        assert_eq!(time_of_day("soon"), None);
        let flags = |json: Json| days(Some(&Value::List(json.as_array().unwrap().clone())));
        assert_eq!(flags(serde_json::json!([1, 1, 1, 1, 1, 1, 1])), [true; 7]);
        let sunday = [true, false, false, false, false, false, false];
        assert_eq!(flags(serde_json::json!(["1", "0", 0, false, "", "0", 0])), sunday);
        assert_eq!(days(None), [true; 7]);
    }
}
