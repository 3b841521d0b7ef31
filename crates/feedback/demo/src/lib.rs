//! A believable programme: eight weeks of a swap's beta, made from a seed, for looking at and for
//! load.
//!
//! What happens in it is decided by the product's own rules, and what is written is held to the
//! same constraints, triggers and checks as everything else. The same seed, number of testers and
//! moment give the same programme.
//!
//! It must never know HTTP, or decide by itself what is right or worth how much: that is
//! `feedback-model`'s.

mod asset;
mod deployment;
mod desk;
mod failure;
mod fairness;
pub mod farm;
mod ids;
mod issue_history;
mod mission_story;
mod node;
mod participants;
mod payout;
mod person;
mod points;
mod progress;
mod remove;
mod report;
mod seeded_rng;
mod size;
mod story;
mod trust_record;
mod write;

use feedback_core::refused::invalid;
use feedback_core::rules_and_seasons::RulesAndSeasons;
use feedback_core::table::{execute, rows};
use feedback_model::{Status, Timestamp};
use parse_engine::{Engine, Error};
use parse_identity::Caller;
use parse_store::{Access, Bind, Db, Sql, change_log};

use deployment::NETWORKS;
use desk::Desk;
use issue_history::{IssueHistory, StoryActor};
use participants::Participants;
use size::Size;
use write::BulkWriter;

pub use node::Node;
pub use participants::SIGNING_IN;
pub use progress::{Progress, Stage};
pub use remove::{Removed, rehearse_removal, remove};

/// The most testers a programme can be made with.
pub const MOST_TESTERS: usize = 1_000_000;

/// The name of the tester with the most to look at.
pub fn busiest_tester() -> String {
    person::username(0)
}

/// What is to be made.
#[derive(Debug, Clone)]
pub struct DemoOptions {
    /// How many testers.
    pub testers: usize,
    /// From which seed.
    pub seed: u64,
    /// The password of the administrators and the first testers; without it, demo users cannot sign
    /// in.
    pub password: Option<String>,
    /// Nodes that answer for its networks; without them no address is called.
    pub nodes: Vec<Node>,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DemoContents {
    /// Testers.
    pub testers: usize,
    /// The names of the administrators.
    pub administrators: Vec<String>,
    /// Reports.
    pub issues: usize,
    /// Those of them that wait for a decision.
    pub waiting: usize,
    /// Votes.
    pub votes: usize,
    /// Comments.
    pub comments: usize,
    /// Checks of fixes.
    pub checks: usize,
    /// Evidence.
    pub evidence: usize,
    /// Entries of the ledger.
    pub entries: usize,
}

/// Creates a programme if the database has none yet.
pub async fn make(
    engine: &Engine,
    order: &DemoOptions,
    progress: &mut Progress<'_>,
) -> Result<DemoContents, Error> {
    if !(1..=MOST_TESTERS).contains(&order.testers) {
        return Err(invalid("TESTERS", format!("A demo has 1 to {MOST_TESTERS} testers.")));
    }
    let now = Timestamp(engine.clock().now().millis());
    let pen = BulkWriter { engine, seed: order.seed, now };
    let size = Size::of(order.testers);
    let participants = Participants::of(order.testers, now, order.seed);
    claim(&pen, &participants, order).await?;
    let mut story = story::generate(&participants, &size, order.seed);
    let seen = last_seen(&participants, &story.issue_histories);
    write::people(&pen, &participants, &story.records, &seen, progress).await?;
    write::builds(&pen, &participants).await?;
    write::seasons(&pen, &participants).await?;
    let rules_and_seasons =
        RulesAndSeasons::read(engine.cx(Caller::master()).db(), Access::Writes).await?;
    let rules = rules_and_seasons.rules_at(participants.begin)?;
    let attempts = mission_story::attempts(&participants, order.seed);
    let entries = write::ledger(
        &pen,
        &participants,
        &mut story.issue_histories,
        &attempts,
        rules,
        size.thanks,
        progress,
    )
    .await?;
    let networks = write::networks(&pen, &participants).await?;
    write::missions(&pen, &participants, &networks, &attempts).await?;
    write::issues(&pen, &participants, &story.issue_histories, progress).await?;
    write::evidence(&pen, &participants, &story.issue_histories, &networks).await?;
    write::standings(&pen, &participants, progress).await?;
    write::wallets(&pen, &participants).await?;
    let mut desk = Desk::open(pen);
    fairness::fairness(&pen, &participants, &mut desk).await?;
    write::boards(&pen).await?;
    payout::payout(&participants, order.seed, &mut desk).await?;
    node::connect(&participants, &order.nodes, &networks, &mut desk).await?;
    write::notifications(&pen, &participants, rules.rules.rules().fix_check.points).await?;
    desk.close().await?;
    if let Some(password) = &order.password {
        write::passwords(&pen, &participants, password).await?;
    }
    pen.write([Sql::new("analyze"), change_log::refetch()]).await?;
    Ok(made(&story.issue_histories, &size, entries))
}

fn made(issue_histories: &[IssueHistory], size: &Size, entries: usize) -> DemoContents {
    let sum = |count: fn(&IssueHistory) -> usize| issue_histories.iter().map(count).sum();
    DemoContents {
        testers: size.testers,
        administrators: participants::ADMINISTRATORS.map(str::to_owned).to_vec(),
        issues: issue_histories.len(),
        waiting: issue_histories.iter().filter(|history| history.status() == Status::New).count(),
        votes: sum(|history| history.votes.len()),
        comments: sum(|history| history.said.len()),
        checks: sum(|history| history.tried.len()),
        evidence: sum(|history| history.shown.len()),
        entries,
    }
}

/// Makes sure that nothing is there that the demo would mix with, and notes that it begins.
async fn claim(
    pen: &BulkWriter<'_>,
    participants: &Participants,
    order: &DemoOptions,
) -> Result<(), Error> {
    let tx = pen.begin().await?;
    let db = tx.db();
    execute(db, &Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.demo'))")).await?;
    check_empty(db).await?;
    check_networks(db, &order.nodes).await?;
    let builds: Vec<String> =
        participants.releases.iter().map(|release| release.build.id.as_str().to_owned()).collect();
    let note = Sql::fixed(
        "insert into _touchstone.demo (seed, testers, made_at, builds, invitations)
        values ($1::int8, $2::int8, $3::timestamptz, $4::text[], $5::text[])",
        [
            Bind::from(pen.seed.cast_signed()),
            Bind::from(i64::try_from(participants.testers.len()).unwrap_or(i64::MAX)),
            pen.date().into(),
            builds.into(),
            write::invitations(pen.seed, participants.testers.len()).into(),
        ],
    );
    execute(db, &note).await?;
    tx.commit().await
}

/// When each tester last did something.
fn last_seen(participants: &Participants, issue_histories: &[IssueHistory]) -> Vec<Timestamp> {
    let mut seen: Vec<Timestamp> =
        (0..participants.testers.len()).map(|tester| participants.joined_at(tester)).collect();
    let mut note = |tester: usize, at: Timestamp| seen[tester] = seen[tester].max(at);
    for history in issue_histories {
        note(history.reporter, history.submitted_at());
        history.votes.iter().for_each(|(tester, at)| note(*tester, *at));
        history.tried.iter().for_each(|tried| note(tried.tester, tried.at));
        for said in &history.said {
            if let StoryActor::Tester(tester) = said.by {
                note(tester, said.at);
            }
        }
    }
    seen
}

/// Says whether a demo can be made here, without making it.
pub async fn rehearse(engine: &Engine, nodes: &[Node]) -> Result<(), Error> {
    let cx = engine.cx(Caller::master());
    check_empty(cx.db()).await?;
    check_networks(cx.db(), nodes).await
}

/// Refuses nodes for networks that the operator has set up already.
async fn check_networks(db: &Db, nodes: &[Node]) -> Result<(), Error> {
    let sql = Sql::new(r#"select to_jsonb("chainId"::int8) from "Network""#);
    let there: Vec<u64> = rows(db, &sql, Access::Writes).await?;
    let known = nodes.iter().map(|node| &NETWORKS[node.network]);
    match known.into_iter().find(|network| there.contains(&network.chain_id)) {
        None => Ok(()),
        Some(network) => Err(invalid(
            "NETWORK_KNOWN",
            format!("{} is a network of this programme already. Leave out its node.", network.name),
        )),
    }
}

/// Refuses a programme that has something of its own.
async fn check_empty(db: &Db) -> Result<(), Error> {
    let sql = Sql::new(
        r#"select to_jsonb(case
            when exists (select from _touchstone.demo) then 'a demo'
            when exists (select from "Issue") then 'reports'
            when exists (select from "Season") then 'seasons'
            when exists (select from "PointsEntry") then 'points'
            when exists (select from "Mission") then 'missions'
            when exists (select from "Build" where "ordinal" > 0) then 'builds' end)"#,
    );
    match rows::<Option<String>>(db, &sql, Access::Writes).await?.pop().flatten().as_deref() {
        None => Ok(()),
        Some("a demo") => Err(invalid(
            "DEMO_EXISTS",
            "There is a demo already, perhaps an unfinished one. `touchstone demo remove` removes it.",
        )),
        Some(what) => Err(invalid(
            "PROGRAMME_NOT_EMPTY",
            format!(
                "This programme has {what} of its own. A demo is made on an empty one; use another database."
            ),
        )),
    }
}
