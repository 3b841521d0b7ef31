//! Metrics of the product for operators: activity, queue lengths, and the outcomes of deliveries.

use async_trait::async_trait;
use parse_engine::{Cx, Error, Extension, MetricSource, Sample};
use parse_model::Json;
use parse_store::{Access, Sql};

use feedback_core::product_state::ProductState;
use feedback_core::table;
use feedback_issues::issue::Lists;
use feedback_networks::network::NodeRegistry;
use feedback_notify::delivery::DeliveryCounts;
use feedback_points::standings::RankPageCache;

/// The metrics of the product.
struct ProductMetrics {
    state: ProductState,
}

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    extension.with_metrics("product", ProductMetrics { state: state.clone() })
}

#[async_trait]
impl MetricSource for ProductMetrics {
    fn in_memory(&self) -> Vec<Sample> {
        let mut samples = self.deliveries();
        samples.extend(self.caches());
        samples.extend(self.nodes());
        samples
    }

    async fn stored(&self, cx: &Cx) -> Result<Vec<Sample>, Error> {
        let sql = Sql::fixed(NUMBERS, [cx.now().into()]);
        let rows: Vec<Json> = table::rows(cx.db(), &sql, Access::Reads).await?;
        Ok(rows.iter().filter_map(read).collect())
    }
}

impl ProductMetrics {
    fn deliveries(&self) -> Vec<Sample> {
        let counts = self.state.slot::<DeliveryCounts>();
        let counted = counts.all().map(|(channel, outcome, count)| {
            let help = "Attempts to send to people outside the app, by channel and end";
            Sample::counter("touchstone_deliveries", help, count)
                .of("channel", channel)
                .of("outcome", outcome)
        });
        counted.collect()
    }

    fn caches(&self) -> Vec<Sample> {
        let lists = self.state.slot::<Lists>().counted();
        let ranks = self.state.slot::<RankPageCache>().counted();
        let sample = |cache, result, count| {
            let help = "Questions to caches, by what came of them";
            let sample = Sample::counter("touchstone_cache_requests", help, count);
            sample.of("cache", cache).of("result", result)
        };
        [("lists", lists), ("rank_pages", ranks)]
            .into_iter()
            .flat_map(|(name, (hits, misses))| {
                [sample(name, "hit", hits), sample(name, "miss", misses)]
            })
            .collect()
    }

    /// Administrators add the networks, a few dozen at most.
    fn nodes(&self) -> Vec<Sample> {
        let mut samples = Vec::new();
        for network in self.state.slot::<NodeRegistry>().nodes_as_they_are().health() {
            let chain = network.chain_id.to_string();
            let answered = network.endpoints.iter().map(|one| one.answered).sum();
            let failed = network.endpoints.iter().map(|one| one.failed).sum();
            let of = |state| network.endpoints.iter().filter(move |one| one.state.key() == state);
            let help = "Questions to nodes of a network, by what came of them";
            let calls = |result, count| {
                let sample = Sample::counter("touchstone_chain_calls", help, count);
                sample.of("network", chain.as_str()).of("result", result)
            };
            samples.extend([calls("answered", answered), calls("failed", failed)]);
            for state in ["ok", "lagging", "unknown", "down"] {
                let count = u32::try_from(of(state).count()).unwrap_or(u32::MAX);
                let help = "Endpoints of a network, by how they are";
                let sample = Sample::gauge("touchstone_chain_endpoints", help, count.into());
                samples.push(sample.of("network", chain.as_str()).of("state", state));
            }
        }
        samples
    }
}

/// The numbers of [`NUMBERS`], each with its name, help text and label.
const KNOWN: &[(&str, &str, &str, &str)] = &[
    ("testers", "touchstone_testers", "Accounts that are no administrators", ""),
    ("issues", "touchstone_issues", "Issues, by status", "status"),
    ("triage", "touchstone_triage_waiting", "Issues that wait for a first decision", ""),
    (
        "triage_age",
        "touchstone_triage_oldest_seconds",
        "How long the oldest of those has waited",
        "",
    ),
    ("points", "touchstone_points_today", "Points of entries since midnight UTC", ""),
    ("queue", "touchstone_queue_depth", "Pieces of work that wait or are done, by queue", "queue"),
    (
        "queue_age",
        "touchstone_queue_oldest_seconds",
        "For how long the oldest piece of work has been due, by queue",
        "queue",
    ),
    ("stopped", "touchstone_channels_stopped", "Channels that wait for an administrator", ""),
];

fn read(row: &Json) -> Option<Sample> {
    let what = row["what"].as_str()?;
    let (_, name, help, label) = KNOWN.iter().find(|(known, ..)| *known == what)?;
    let sample = Sample::gauge(name, help, row["value"].as_f64()?);
    match (*label, row["of"].as_str()) {
        ("", _) => Some(sample),
        (label, Some(of)) => Some(sample.of(label, of)),
        (_, None) => None,
    }
}

/// A single statement. Counts use indexes, and those of the ledger the last entries of seasons that
/// changed today.
const NUMBERS: &str = r#"with asked as (select $1::timestamptz as now),
queue as (
    select 'evidence' as name, count(*) as depth, min(due_at) as oldest from _touchstone.evidence_queue
    union all
    select 'failures', count(*), min(due_at) from _touchstone.call_failure where state = 'waiting'
    union all
    select 'delivery_' || channel, count(*), min(due_at) from (
        select channel, due_at from _touchstone.delivery where state = 'waiting'
        union all select channel, coalesce(lease_until, due_at) from _touchstone.delivery where state = 'sending') d
    group by channel
    union all
    select 'webhooks', count(*), min(due_at) from _touchstone.webhook_delivery where state in ('waiting', 'sending')
    union all
    select 'trackers', count(*), min(due_at) from _touchstone.tracker_work where done_at is null and state in ('waiting', 'sending'))
select jsonb_build_object('what', what, 'of', of, 'value', value) from (
    select 'testers' as what, null as of, count(*)::float8 as value from "_User" where not coalesce("isAdmin", false)
    union all
    select 'issues', known.name, (select count(*) from "Issue" i where i."status" = known.name)::float8
    from unnest('{new,needs_info,confirmed,in_progress,fixed,verified,closed}'::text[]) known(name)
    union all
    select 'triage', null, count(*)::float8 from "Issue", asked
    where "status" = 'new' and ("snoozedUntil" is null or "snoozedUntil" <= asked.now)
    union all
    select 'triage_age', null, coalesce(extract(epoch from max(asked.now - "submittedAt")), 0)::float8 from "Issue", asked
    where "status" = 'new' and ("snoozedUntil" is null or "snoozedUntil" <= asked.now)
    union all
    select 'points', null, coalesce(sum(e."amount"), 0)::float8
    from asked cross join _touchstone.ledger_head h
    cross join lateral (select "amount", "at" from "PointsEntry"
        where "season" = h.season and exists (select from "PointsEntry" last where last."season" = h.season
            and last."seq" = h.seq and last."at" >= date_trunc('day', asked.now, 'UTC'))
        order by "seq" desc limit 20000) e
    where e."at" >= date_trunc('day', asked.now, 'UTC')
    union all
    select 'queue', name, depth::float8 from queue
    union all
    select 'queue_age', name, coalesce(greatest(extract(epoch from asked.now - oldest), 0), 0)::float8 from queue, asked
    union all
    select 'stopped', null, count(*)::float8 from _touchstone.channel_stop) numbers"#;

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_number_that_is_not_known_is_left_out() {
        let issues = read(&json!({ "what": "issues", "of": "new", "value": 3.0 })).unwrap();
        assert_eq!(
            issues,
            Sample::gauge("touchstone_issues", "Issues, by status", 3.0).of("status", "new")
        );
        assert_eq!(read(&json!({ "what": "other", "of": null, "value": 3.0 })), None);
        assert_eq!(read(&json!({ "what": "issues", "of": null, "value": 3.0 })), None);
    }
}
