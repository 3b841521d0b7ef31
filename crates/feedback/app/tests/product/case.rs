//! Issues put straight into the table as new reports, and what is looked up about them.

use std::collections::BTreeMap;

use feedback_model::timeline::replay;
use feedback_model::{IssueState, Origin, Resolution, Severity, Visibility};
use serde_json::{Value, json};

use crate::stage::{Programme, TestUser};

pub(crate) const DAY: i64 = 86_400;
const REASON: &str = "Seen, thought about, and decided.";

impl Programme {
    /// Puts a new report into the table, as if it had just been sent, and gives its number.
    pub(crate) async fn report_of(&self, who: &TestUser, title: &str) -> u32 {
        let row = self
            .database
            .client()
            .await
            .query_one(
                r#"with issue as (
                    insert into "Issue" ("objectId", "createdAt", "updatedAt", "kind", "title", "body", "area", "status",
                        "visibility", "reporter", "buildReported", "submittedAt", "lastActivityAt", "voteCount", "watchCount", "impact")
                    select left(translate(encode(sha256(convert_to(random()::text, 'UTF8')), 'base64'), '+/=', 'abc'), 10), t, t, 'bug', $2,
                        'It freezes when I look at it.', 'ui', 'new', 'programme', $1, 'unknownweb', t, t, 1, 1, 1.5 * ln(2)
                    from (select 'epoch'::timestamptz + $3::text::bigint * interval '1 millisecond' as t) m
                    returning "objectId", "number", "submittedAt"),
                reach as (
                    insert into "IssueReach" ("objectId", "createdAt", "updatedAt", "root", "personId", "firstAt")
                    select 'r' || left("objectId", 9), "submittedAt", "submittedAt", "objectId", $1, "submittedAt" from issue),
                watch as (
                    insert into "Watch" ("objectId", "createdAt", "updatedAt", "issue", "user", "reason", "level")
                    select 'w' || left("objectId", 9), "submittedAt", "submittedAt", "objectId", $1, 'reporter', 'all' from issue)
                select "number"::int from issue"#,
                &[&who.id, &title, &self.now().millis().to_string()],
            )
            .await
            .expect("a report");
        u32::try_from(row.get::<_, i32>(0)).expect("a number")
    }

    /// What time it is.
    pub(crate) fn now(&self) -> parse_model::Date {
        use parse_engine::Clock;
        self.clock.now()
    }

    /// An issue as administrators see it in lists.
    pub(crate) async fn row(&self, number: u32) -> BTreeMap<String, Value> {
        let row = self
            .database
            .client()
            .await
            .query_one(
                r#"select (to_jsonb(i) - 'searchVec' - 'updatedAt' - 'lastActivityAt' - 'pointsCycle')::text from "Issue" i where "number" = $1"#,
                &[&f64::from(number)],
            )
            .await
            .expect("an issue");
        serde_json::from_str(row.get(0)).expect("a row")
    }

    /// One number out of the tables.
    pub(crate) async fn how_many(&self, sql: &str) -> i64 {
        self.database.client().await.query_one(sql, &[]).await.expect("a count").get(0)
    }

    /// Everything about votes and watchers.
    pub(crate) async fn around(&self) -> Vec<String> {
        let sql = r#"select concat_ws(' ', 'watch', "issue", "user", "level", "reason") from "Watch"
            union all select concat_ws(' ', 'vote', "issue", "user") from "Vote"
            union all select concat_ws(' ', 'reach', "root", "personId", "proof", "firstAt") from "IssueReach"
            order by 1"#;
        let rows = self.database.client().await.query(sql, &[]).await.expect("rows");
        rows.iter().map(|row| row.get(0)).collect()
    }

    /// Makes a user trusted.
    pub(crate) async fn trusted(&self, who: &TestUser, level: u8) {
        self.database
            .client()
            .await
            .execute(
                r#"update "_User" set "trustLevel" = $2, "trustPinned" = true where "objectId" = $1"#,
                &[&who.id, &f64::from(level)],
            )
            .await
            .expect("trust");
    }

    /// A build of the web app, and its id.
    pub(crate) async fn build(&self, ordinal: i32) -> String {
        let id = format!("build{ordinal:05}");
        self.database
            .client()
            .await
            .execute(
                r#"insert into "Build" ("objectId", "createdAt", "updatedAt", "version", "channel", "ordinal", "state", "releasedAt", "_rperm", "_wperm")
                values ($1, now(), now(), $1, 'web', $2, 'active', now(), '{*}', '{}')"#,
                &[&id, &f64::from(ordinal)],
            )
            .await
            .expect("a build");
        id
    }

    /// Goes through every timeline and sees whether it leads to what the issue is now.
    pub(crate) async fn replays(&self) {
        let client = self.database.client().await;
        let issues = client
            .query(
                r#"select "number"::int, jsonb_build_object('id', "objectId", 'kind', "kind", 'reporter', "reporter",
                    'build', _touchstone.build_order("buildReported"), 'submittedAt', _touchstone.in_millis("submittedAt"))::text,
                    "status", "resolution", "severity", "quality", "regressions"::int, "visibility",
                    (select coalesce(jsonb_agg(jsonb_build_object('type', e."type", 'audience', e."visibility",
                        'changes', coalesce(e."whole", e."data") -> 'changes') order by e."seq"), '[]')::text
                     from "IssueEvent" e where e."issue" = i."objectId" and e."data" ? 'changes')
                from "Issue" i"#,
                &[],
            )
            .await
            .expect("issues");
        for row in issues {
            let origin: Origin = serde_json::from_str(row.get(1)).expect("an origin");
            let events: Vec<feedback_model::timeline::Event> =
                serde_json::from_str(row.get(8)).expect("events");
            let state = replay(IssueState::submitted(origin, Visibility::Programme), &events);
            let state = state.unwrap_or_else(|gap| panic!("#{}: {gap}", row.get::<_, i32>(0)));
            let told = (
                state.stage.status().key(),
                state.stage.resolution().map(Resolution::key),
                state.severity.map(Severity::key),
                state.quality.key(),
                state.regressions,
                state.visibility.key(),
            );
            let stored = (
                row.get::<_, &str>(2),
                row.get::<_, Option<&str>>(3),
                row.get::<_, Option<&str>>(4),
                row.get::<_, &str>(5),
                u32::try_from(row.get::<_, i32>(6)).expect("a count"),
                row.get::<_, &str>(7),
            );
            assert_eq!(told, stored, "#{}", row.get::<_, i32>(0));
        }
    }
}

/// The fields of an issue that differ.
pub(crate) fn changed(
    before: &BTreeMap<String, Value>,
    after: &BTreeMap<String, Value>,
) -> Vec<String> {
    let differs = |field: &&String| before.get(*field) != after.get(*field);
    let tell = |field: &String| format!("{field}: {} is {}", before[field], after[field]);
    before.keys().filter(differs).map(tell).collect()
}

pub(crate) fn at(number: u32) -> Value {
    json!({ "number": number })
}

pub(crate) fn accept(number: u32) -> Value {
    json!({ "number": number, "severity": "S2" })
}

pub(crate) fn close(number: u32, resolution: &str) -> Value {
    json!({ "number": number, "resolution": resolution, "reason": REASON, "confirm": true })
}

pub(crate) fn merge(number: u32, into: u32) -> Value {
    json!({ "number": number, "into": into })
}
