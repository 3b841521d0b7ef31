//! A believable programme: eight weeks of a swap's beta, made from a seed, for looking at and for load.
//!
//! What happens in it is decided by the product's own rules, and what is written is held to the same
//! constraints, triggers and checks as everything else. The same seed, number of testers and moment
//! give the same programme.
//!
//! It must never know HTTP, or decide by itself what is right or worth how much: that is
//! `feedback-model`'s.

mod cast;
mod chance;
mod ids;
mod life;
mod person;
mod points;
mod progress;
mod record;
mod remove;
mod report;
mod size;
mod story;
mod write;

use feedback::bulk::{Book, execute, invalid, rows};
use feedback_model::{Moment, Status};
use parse_engine::{Caller, Engine, Error};
use parse_store::{Access, Bind, Sql};

use cast::Cast;
use life::{Life, Who};
use size::Size;
use write::Pen;

pub use cast::SIGNING_IN;
pub use progress::{Progress, Stage};
pub use remove::{Removed, remove};

/// The most testers a programme can be made with.
pub const MOST_TESTERS: usize = 1_000_000;

/// What is to be made.
#[derive(Debug, Clone)]
pub struct Order {
    /// How many testers.
    pub testers: usize,
    /// From which seed.
    pub seed: u64,
    /// What the administrators and the first testers sign in with; without it nobody can.
    pub password: Option<String>,
}

/// What was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Made {
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
    /// Entries of the ledger.
    pub entries: usize,
}

/// Makes a programme, where there is none yet.
pub async fn make(
    engine: &Engine,
    order: &Order,
    progress: &mut Progress<'_>,
) -> Result<Made, Error> {
    if !(1..=MOST_TESTERS).contains(&order.testers) {
        return Err(invalid("TESTERS", format!("A demo has 1 to {MOST_TESTERS} testers.")));
    }
    let now = Moment(engine.clock().now().millis());
    let pen = Pen { engine, seed: order.seed, now };
    let size = Size::of(order.testers);
    let cast = Cast::of(order.testers, now, order.seed);
    claim(&pen, &cast).await?;
    let mut story = story::tell(&cast, &size, order.seed);
    let seen = last_seen(&cast, &story.lives);
    write::people(&pen, &cast, &story.records, &seen, progress).await?;
    write::builds(&pen, &cast).await?;
    write::seasons(&pen, &cast).await?;
    let book = Book::read(engine.cx(Caller::master()).db(), Access::Writes).await?;
    let rules = book.rules_at(cast.begin)?;
    let entries =
        write::ledger(&pen, &cast, &mut story.lives, rules, size.thanks, progress).await?;
    write::issues(&pen, &cast, &story.lives, progress).await?;
    write::standings(&pen, &cast, progress).await?;
    write::boards(&pen).await?;
    if let Some(password) = &order.password {
        write::passwords(&pen, &cast, password).await?;
    }
    pen.write([Sql::new("analyze")]).await?;
    Ok(made(&story.lives, &size, entries))
}

fn made(lives: &[Life], size: &Size, entries: usize) -> Made {
    let sum = |count: fn(&Life) -> usize| lives.iter().map(count).sum();
    Made {
        testers: size.testers,
        administrators: cast::ADMINISTRATORS.map(str::to_owned).to_vec(),
        issues: lives.len(),
        waiting: lives.iter().filter(|life| life.status() == Status::New).count(),
        votes: sum(|life| life.votes.len()),
        comments: sum(|life| life.said.len()),
        checks: sum(|life| life.tried.len()),
        entries,
    }
}

/// Makes sure that nothing is there that the demo would mix with, and notes that it begins.
async fn claim(pen: &Pen<'_>, cast: &Cast) -> Result<(), Error> {
    let tx = pen.begin().await?;
    let db = tx.db();
    execute(db, &Sql::new("select pg_advisory_xact_lock(hashtext('touchstone.demo'))")).await?;
    let sql = Sql::new(
        r#"select to_jsonb(case
            when exists (select from _touchstone.demo) then 'a demo'
            when exists (select from "Issue") then 'reports'
            when exists (select from "Season") then 'seasons'
            when exists (select from "PointsEntry") then 'points'
            when exists (select from "Build" where "ordinal" > 0) then 'builds' end)"#,
    );
    match rows::<Option<String>>(db, &sql, Access::Writes).await?.pop().flatten().as_deref() {
        None => {}
        Some("a demo") => {
            return Err(invalid(
                "DEMO_EXISTS",
                "There is a demo already, perhaps an unfinished one. `touchstone demo --remove` removes it.",
            ));
        }
        Some(what) => {
            return Err(invalid(
                "PROGRAMME_NOT_EMPTY",
                format!(
                    "This programme has {what} of its own. A demo is made on an empty one; use another database."
                ),
            ));
        }
    }
    let builds: Vec<String> =
        cast.releases.iter().map(|release| release.build.id.as_str().to_owned()).collect();
    let note = Sql::fixed(
        "insert into _touchstone.demo (seed, testers, made_at, builds, invitations)
        values ($1::int8, $2::int8, $3::timestamptz, $4::text[], $5::text[])",
        [
            Bind::from(pen.seed.cast_signed()),
            Bind::from(i64::try_from(cast.testers.len()).unwrap_or(i64::MAX)),
            pen.date().into(),
            builds.into(),
            write::invitations(pen.seed, cast.testers.len()).into(),
        ],
    );
    execute(db, &note).await?;
    tx.commit().await
}

/// When each tester last did something.
fn last_seen(cast: &Cast, lives: &[Life]) -> Vec<Moment> {
    let mut seen: Vec<Moment> =
        (0..cast.testers.len()).map(|tester| cast.joined_at(tester)).collect();
    let mut note = |tester: usize, at: Moment| seen[tester] = seen[tester].max(at);
    for life in lives {
        note(life.reporter, life.submitted_at());
        life.votes.iter().for_each(|(tester, at)| note(*tester, *at));
        life.tried.iter().for_each(|tried| note(tried.tester, tried.at));
        for said in &life.said {
            if let Who::Tester(tester) = said.by {
                note(tester, said.at);
            }
        }
    }
    seen
}
