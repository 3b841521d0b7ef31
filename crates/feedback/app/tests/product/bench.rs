//! Issues put straight into the table, for cases about points alone.

use serde_json::{Value, json};

use crate::stage::{Programme, TestUser};

/// The moment at which every programme's clock starts.
pub(crate) const START: i64 = 1_763_200_000_000;

/// A time so many seconds after the start, as the tables have it.
pub(crate) fn at(seconds: i64) -> String {
    parse_model::Date::from_millis(START + seconds * 1000).iso()
}

impl Programme {
    /// Puts a confirmed and settled bug into the table, with whatever else is said of it.
    pub(crate) async fn found(&self, reporter: &TestUser, fields: Value) -> (String, u32) {
        static COUNTER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let id = format!("issue{:05}", COUNTER.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
        let mut row = json!({
            "objectId": id, "createdAt": at(-90), "updatedAt": at(-90), "kind": "bug", "title": "The map freezes",
            "body": "It freezes when I look at it.", "area": "ui", "status": "confirmed", "visibility": "programme",
            "reporter": reporter.id, "submittedAt": at(-90), "lastActivityAt": at(-90),
            "severity": "S2", "quality": "B", "answered": false, "assumed": false, "heldBack": false,
            "reopenedByReporter": false, "steps": [], "tags": [], "externalRefs": [], "environment": {}, "source": "web",
            "regressions": 0, "pointsCycle": 0, "voteCount": 1, "proofCount": 0, "evidenceCount": 0, "commentCount": 0,
            "watchCount": 0, "mergedCount": 0, "impact": 0, "firstResponseAt": at(-50), "confirmedAt": at(-50),
            "settledAt": at(-10),
        });
        for (field, value) in crate::stage::map(fields) {
            row[field] = value;
        }
        let client = self.database.client().await;
        let build = client.query_one(r#"select "objectId" from "Build" limit 1"#, &[]).await;
        row["buildReported"] = json!(build.expect("a build").get::<_, String>(0));
        let row = row.to_string();
        client
            .execute(
                r#"insert into "Issue" select * from jsonb_populate_record(null::"Issue", $1::text::jsonb)"#,
                &[&row],
            )
            .await
            .expect("an issue");
        let row = client
            .query_one(r#"select "number" from "Issue" where "objectId" = $1"#, &[&id])
            .await
            .expect("a number");
        (id, row.get::<_, f64>(0) as u32)
    }

    /// Changes an issue by SQL, without any event.
    pub(crate) async fn alter(&self, statement: &str) {
        self.database.client().await.batch_execute(statement).await.expect("a change");
    }

    /// Makes the season that runs.
    pub(crate) async fn season(&self, admin: &TestUser) {
        let season = json!({ "name": "One", "startsAt": at(-86_400), "endsAt": at(30 * 86_400) });
        self.ask(admin, "seasonSave", season).await;
        self.ask(admin, "seasonSetState", json!({ "number": 1, "state": "live" })).await;
    }

    /// What each person holds, by the ledger and by the standings, which must agree.
    pub(crate) async fn totals(&self, season: u32) -> std::collections::BTreeMap<String, i64> {
        let client = self.database.client().await;
        let read = async |sql: &str| {
            let rows = client.query(sql, &[&f64::from(season)]).await.expect("totals");
            rows.iter()
                .map(|row| (row.get::<_, String>(0), row.get::<_, f64>(1) as i64))
                .collect::<std::collections::BTreeMap<_, _>>()
        };
        let ledger = read(
            r#"select "personId", sum("amount") from "PointsEntry" where "season" = $1 group by 1"#,
        )
        .await;
        let standings =
            read(r#"select "personId", "total" from "Standing" where "season" = $1"#).await;
        assert_eq!(ledger, standings, "the standings are what the ledger adds up to");
        standings
    }

    /// The salt of a season's ledger.
    pub(crate) async fn salt(&self, season: u32) -> feedback_model::ledger::Salt {
        let client = self.database.client().await;
        let sql = "select salt from _touchstone.ledger_head where season = $1";
        let row = client.query_opt(sql, &[&season.cast_signed()]).await.expect("a head");
        row.map_or(feedback_model::ledger::Salt::NONE, |row| {
            feedback_model::ledger::Salt::parse(row.get(0)).expect("a salt")
        })
    }

    /// The ledger of a season, checked entry by entry by the rules themselves.
    pub(crate) async fn audited(&self, season: u32) -> Vec<feedback_model::ledger::Entry> {
        let client = self.database.client().await;
        let rows = client
            .query(
                r#"select _touchstone.ledger_entry(e)::text from "PointsEntry" e where "season" = $1 order by "seq""#,
                &[&f64::from(season)],
            )
            .await
            .expect("the ledger");
        let entries: Vec<feedback_model::ledger::Entry> =
            rows.iter().map(|row| serde_json::from_str(row.get(0)).expect("an entry")).collect();
        let head = feedback_model::ledger::Head::start(self.salt(season).await);
        feedback_model::ledger::audit(season, head, &entries).expect("a sound ledger");
        entries
    }
}
