//! Takes a demo away again, with everything that happened in it since.

use feedback_core::refused::invalid;
use feedback_core::table::{execute, rows};
use parse_engine::{Engine, Error};
use parse_identity::Caller;
use parse_store::{Access, Db, Invalidation, Sql, change_log};
use serde::Deserialize;

use crate::write::BulkWriter;

/// What was removed.
#[derive(Debug, Clone, Deserialize, PartialEq, Eq)]
pub struct Removed {
    /// People of the demo.
    pub people: u64,
    /// Reports, no matter who made them.
    pub issues: u64,
    /// Entries of the ledger.
    pub entries: u64,
}

/// Leaves an empty programme with the people and settings that are not part of the demo.
///
/// Append-only tables are emptied too. Only the owner of the tables can do that, and their triggers
/// are off inside this one transaction, which locks them against other writers.
///
/// Refused where others than the people of the demo have reported something or have points, unless
/// the caller says that it goes too.
pub async fn remove(engine: &Engine, with_others: bool) -> Result<Removed, Error> {
    let now = feedback_model::Timestamp(engine.clock().now().millis());
    let writer = BulkWriter { engine, seed: 0, now };
    let tx = writer.begin().await?;
    let db = tx.db();
    execute(db, &Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.demo'))")).await?;
    let removed = found(db).await?;
    if !with_others {
        refuse_others(db).await?;
    }
    for statement in STATEMENTS {
        execute(db, &Sql::new(statement)).await?;
    }
    execute(db, &Invalidation::Everything.sql()).await?;
    execute(db, &change_log::refetch()).await?;
    tx.commit().await?;
    Ok(removed)
}

/// Says what would be removed, without removing it, and refuses what would be refused.
pub async fn rehearse_removal(engine: &Engine, with_others: bool) -> Result<Removed, Error> {
    let cx = engine.cx(Caller::master());
    let removed = found(cx.db()).await?;
    if !with_others {
        refuse_others(cx.db()).await?;
    }
    Ok(removed)
}

/// What people outside the demo have here.
#[derive(Deserialize)]
struct OfOthers {
    people: u64,
    issues: u64,
    entries: u64,
}

async fn refuse_others(db: &Db) -> Result<(), Error> {
    let sql = Sql::new(
        r#"with issue as (select "reporter" as who from "Issue"),
        entry as (select "user" as who from "PointsEntry"),
        other as (select who from issue union all select who from entry)
        select jsonb_build_object('people', (select count(distinct who) from other where who not in (select id from _touchstone.demo_person)),
            'issues', (select count(*) from issue where who not in (select id from _touchstone.demo_person)),
            'entries', (select count(*) from entry where who not in (select id from _touchstone.demo_person)))"#,
    );
    let others = rows::<OfOthers>(db, &sql, Access::Writes).await?.pop();
    match others {
        Some(OfOthers { people, issues, entries }) if people > 0 => Err(invalid(
            "OTHERS_TOOK_PART",
            format!(
                "{people} people who are not part of the demo have {issues} reports and {entries} ledger entries here, which would be removed too. Nothing was removed. Back up first, then add --with-others to remove them."
            ),
        )),
        _ => Ok(()),
    }
}

async fn found(db: &Db) -> Result<Removed, Error> {
    let found = Sql::new(
        r#"select jsonb_build_object('people', (select count(*) from _touchstone.demo_person),
            'issues', (select count(*) from "Issue"), 'entries', (select count(*) from "PointsEntry"))
        from _touchstone.demo"#,
    );
    let found = rows::<Removed>(db, &found, Access::Writes).await?.pop();
    found.ok_or_else(|| invalid("NO_DEMO", "There is no demo here; nothing was removed."))
}

const STATEMENTS: &[&str] = &[
    r#"alter table "IssueEvent" disable trigger only_grows_whole"#,
    r#"alter table "PointsEntry" disable trigger only_grows_whole"#,
    r#"alter table "LedgerCheckpoint" disable trigger only_grows_whole"#,
    r#"alter table "RewardExport" disable trigger only_grows_whole"#,
    r#"alter table "RewardLeaf" disable trigger only_grows_whole"#,
    r#"alter table "Season" disable trigger moves"#,
    r#"alter table "_User" disable trigger keeps_an_administrator_on_delete"#,
    r#"truncate "Issue", "IssueEvent", "Comment", "CommentRevision", "Vote", "IssueReach", "Watch", "DuplicateProposal",
        "FixCheck", "Attachment", "PointsEntry", "Standing", "LedgerCheckpoint", _touchstone.count_change,
        "Evidence", "FailureCluster", _touchstone.evidence_queue, _touchstone.found_transaction, _touchstone.evidence_refresh, _touchstone.evidence_change,
        _touchstone.cluster_hour, _touchstone.cluster_day, _touchstone.cluster_facet, _touchstone.cluster_person,
        _touchstone.call_watch, _touchstone.call_block, _touchstone.call_gap, _touchstone.call_day, _touchstone.call_failure, _touchstone.call_cause,
        _touchstone.call_asker, _touchstone.call_hour, _touchstone.failure_look_up, _touchstone.failure_question, _touchstone.failure_alarm,
        _touchstone.evidence_day, _touchstone.compare_day, _touchstone.paid_out, _touchstone.merged_watch, _touchstone.board_day, _touchstone.ledger_head,
        "Submission", _touchstone.submission_queue, _touchstone.submission_evidence, _touchstone.mission_places, _touchstone.mission_seed,
        _touchstone.mission_mended, _touchstone.mission_watch, "Mission", "IssueViewer", "SeasonPulse", "PointsPulse", _touchstone.points_told, "Notification", _touchstone.delivery, _touchstone.fan_out,
        _touchstone.cluster_alarm, _touchstone.promise_alarm, "RewardExport", "RewardLeaf", _touchstone.reward_payee,
        _touchstone.reward_source, _touchstone.reward_current, _touchstone.risk_case, _touchstone.risk_case_member,
        _touchstone.risk_question, _touchstone.risk_dismissed, _touchstone.risk_scan, _touchstone.appeal"#,
    r#"delete from _touchstone.person_link where "user" in (select id from _touchstone.demo_person)"#,
    r#"delete from _touchstone.person_hold where "user" in (select id from _touchstone.demo_person)"#,
    r#"delete from _touchstone.visit where "user" in (select id from _touchstone.demo_person)"#,
    // The positions of consumers stay: ids of events are never reused.
    "delete from _touchstone.event",
    r#"delete from "Announcement" where "by" in (select id from _touchstone.demo_person)"#,
    r#"delete from _touchstone.channel_address where "user" in (select id from _touchstone.demo_person)"#,
    r#"delete from "Season""#,
    r#"delete from "SavedView" where "owner" in (select id from _touchstone.demo_person)"#,
    r#"delete from "InvitationUse" where "invitation" = any(select unnest(invitations) from _touchstone.demo)"#,
    r#"delete from "Invitation" where "objectId" = any(select unnest(invitations) from _touchstone.demo)"#,
    r#"delete from _touchstone.network_endpoint where network = any(select unnest(networks) from _touchstone.demo)"#,
    r#"delete from _touchstone.endpoint_lag where network = any(select unnest(networks) from _touchstone.demo)"#,
    r#"delete from _touchstone.network_outage where network = any(select unnest(networks) from _touchstone.demo)"#,
    r#"delete from "Contract" where "network" = any(select unnest(networks) from _touchstone.demo)"#,
    r#"delete from "Token" where "network" = any(select unnest(networks) from _touchstone.demo)"#,
    r#"delete from "Network" where "objectId" = any(select unnest(networks) from _touchstone.demo)"#,
    r#"delete from "Build" where "objectId" = any(select unnest(builds) from _touchstone.demo)"#,
    r#"delete from "_Join:users:_Role" where "relatedId" in (select id from _touchstone.demo_person)"#,
    r#"delete from "_Session" where "user" in (select id from _touchstone.demo_person)"#,
    // Accounts have no wallets if wallet sign-in is off.
    r#"do $$ begin
        if to_regclass('"_EthAddress"') is not null then
            delete from "_EthAddress" where "user" in (select id from _touchstone.demo_person);
        end if;
    end $$"#,
    r#"delete from "_User" where "objectId" in (select id from _touchstone.demo_person)"#,
    r#"update "_User" set "acceptedCount" = 0, "decidedCount" = 0, "spamCount" = 0, "accuracyBps" = null,
        "trustLevel" = case when "trustPinned" then "trustLevel" else 0 end
    where "decidedCount" > 0"#,
    "update _touchstone.issue_counter set last = 0",
    "insert into _touchstone.ledger_head (season) values (0)",
    "truncate _touchstone.demo, _touchstone.demo_person",
    r#"alter table "_User" enable trigger keeps_an_administrator_on_delete"#,
    r#"alter table "Season" enable trigger moves"#,
    r#"alter table "RewardLeaf" enable trigger only_grows_whole"#,
    r#"alter table "RewardExport" enable trigger only_grows_whole"#,
    r#"alter table "LedgerCheckpoint" enable trigger only_grows_whole"#,
    r#"alter table "PointsEntry" enable trigger only_grows_whole"#,
    r#"alter table "IssueEvent" enable trigger only_grows_whole"#,
];
