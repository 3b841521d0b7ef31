//! Ranks from the rank cache, and keeping it up to date.
//!
//! The next reader updates a cache that is behind. A periodic task rebuilds one that is empty or
//! too far behind. No request waits for that. It reads from the database instead.

use async_trait::async_trait;
use feedback_model::PersonId;
use parse_engine::periodic_task::Interval;
use parse_engine::{Error, Extension};
use parse_store::{Bind, Sql};
use serde::Deserialize;

use super::boards::{Board, Move, RankCache, RankCacheSlot, RankUpdate, Unanswered};
use super::place::Rank;
use feedback_core::command_context::CommandContext;
use feedback_core::product_state::ProductState;
use feedback_core::task::{Task, TaskRun, register_task};

/// Attempts to read from the cache while the board changes.
const ATTEMPTS: usize = 3;
/// Moves sent at once. More would take too long for a request.
const MOVES: usize = 2_000;
/// Versions whose moves are stored.
const REMEMBERED: i64 = 20_000;
/// Positions read at once.
const PAGE: i64 = 20_000;

pub(super) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = register_task::<KeepBoards>(extension, state);
    register_task::<ForgetMoves>(extension, state)
}

/// The position of a user on a board.
#[derive(Debug, Deserialize)]
struct BoardPosition {
    board: Board,
    place: Option<String>,
}

async fn read_position(
    ctx: &CommandContext,
    season: u32,
    person: &str,
) -> Result<Option<BoardPosition>, Error> {
    let sql = Sql::fixed(
        r#"select jsonb_build_object('board', jsonb_build_object('name', b.name, 'version', b.version),
            'place', (select _touchstone.place(s) from "Standing" s where s."season" = $1::float8 and s."personId" = $2::text))
        from _touchstone.board b where b.season = $1::float8::int"#,
        [Bind::from(f64::from(season)), person.into()],
    );
    ctx.row(&sql).await
}

/// The rank of a user, if the rank cache has it. The inner `None` means unranked.
pub(super) async fn rank(
    ctx: &CommandContext,
    season: u32,
    person: &PersonId,
) -> Result<Option<Option<u64>>, Error> {
    let slot = ctx.slot::<RankCacheSlot>();
    let Some(rank_cache) = slot.get() else { return Ok(None) };
    for _ in 0..ATTEMPTS {
        let Some(BoardPosition { board, place }) =
            read_position(ctx, season, person.as_str()).await?
        else {
            return Ok(Some(None));
        };
        let Some(place) = place else { return Ok(Some(None)) };
        let told = rank_cache.before(&board, &place).await;
        match heard(ctx, rank_cache, season, &board, told).await? {
            CacheAnswer::Answer(before) => return Ok(before.map(|before| Some(before + 1))),
            CacheAnswer::AskAgain => {}
            CacheAnswer::Nothing => return Ok(None),
        }
    }
    Ok(None)
}

/// The rows from rank `first` on, if the rank cache has them.
pub(super) async fn places(
    ctx: &CommandContext,
    season: u32,
    first: u64,
    count: u32,
) -> Result<Option<Vec<Rank>>, Error> {
    let slot = ctx.slot::<RankCacheSlot>();
    let Some(rank_cache) = slot.get() else { return Ok(None) };
    for _ in 0..ATTEMPTS {
        let Some(BoardPosition { board, .. }) = read_position(ctx, season, "").await? else {
            return Ok(Some(Vec::new()));
        };
        let told = rank_cache.places(&board, first.saturating_sub(1), count).await;
        match heard(ctx, rank_cache, season, &board, told).await? {
            CacheAnswer::Answer(places) => {
                return Ok(Some((first..).zip(places).filter_map(read).collect()));
            }
            CacheAnswer::AskAgain => {}
            CacheAnswer::Nothing => return Ok(None),
        }
    }
    Ok(None)
}

/// The next step after a query.
enum CacheAnswer<T> {
    Answer(T),
    /// The cache was behind and has been updated.
    AskAgain,
    /// The cache has no answer, so the database is asked.
    Nothing,
}

async fn heard<T>(
    ctx: &CommandContext,
    rank_cache: &dyn RankCache,
    season: u32,
    board: &Board,
    told: Result<RankUpdate<T>, Unanswered>,
) -> Result<CacheAnswer<T>, Error> {
    match told {
        Ok(RankUpdate::Known(answer)) => Ok(CacheAnswer::Answer(answer)),
        Ok(RankUpdate::At(version)) => {
            let can_be_asked = catch_up(ctx, rank_cache, season, board, version).await?;
            Ok(if can_be_asked { CacheAnswer::AskAgain } else { CacheAnswer::Nothing })
        }
        Ok(RankUpdate::Nothing) => Ok(CacheAnswer::Nothing),
        Err(problem) => {
            unanswered(&problem);
            Ok(CacheAnswer::Nothing)
        }
    }
}

/// The user is the last part of a position.
fn read((rank, place): (u64, String)) -> Option<Rank> {
    let person = place.splitn(4, '.').nth(3)?;
    Some(Rank { rank, person: PersonId::from(person) })
}

fn unanswered(problem: &Unanswered) {
    tracing::debug!(reason = %problem, "redis unavailable, falling back to postgres");
}

/// Updates the cache. True if it can be queried again.
async fn catch_up(
    ctx: &CommandContext,
    rank_cache: &dyn RankCache,
    season: u32,
    board: &Board,
    version: u64,
) -> Result<bool, Error> {
    // Another node has updated it to a later version than this node has read.
    if version > board.version {
        return Ok(true);
    }
    let Some(moves) = moves(ctx, season, version, board.version).await? else { return Ok(false) };
    Ok(rank_cache.advance(board, version, &moves).await.is_ok())
}

/// The moves between two versions, if all of them are stored and there are not too many.
async fn moves(
    ctx: &CommandContext,
    season: u32,
    from: u64,
    to: u64,
) -> Result<Option<Vec<Move>>, Error> {
    let sql = Sql::fixed(
        "select jsonb_build_object('version', version, 'gone', gone, 'come', come)
        from _touchstone.board_move
        where season = $1::float8::int and version > $2::int8 and version <= $3::int8
        order by version limit $4::int8",
        [
            Bind::from(f64::from(season)),
            i64::try_from(from).unwrap_or(i64::MAX).into(),
            i64::try_from(to).unwrap_or(i64::MAX).into(),
            i64::try_from(MOVES + 1).unwrap_or(i64::MAX).into(),
        ],
    );
    let numbered: Vec<Numbered> = ctx.rows(&sql).await?;
    // Each version has at least one move, so a gap means that moves were deleted.
    let is_whole = numbered.first().is_some_and(|first| first.version == from + 1) || from == to;
    let moves = numbered.into_iter().map(|numbered| numbered.step).collect::<Vec<Move>>();
    Ok((is_whole && moves.len() <= MOVES).then_some(moves))
}

#[derive(Deserialize)]
struct Numbered {
    version: u64,
    #[serde(flatten)]
    step: Move,
}

#[derive(Deserialize)]
struct Season {
    season: u32,
    #[serde(flatten)]
    board: Board,
}

struct KeepBoards;

#[async_trait]
impl Task for KeepBoards {
    const NAME: &'static str = "boards";
    const INTERVAL: Interval = Interval::Second;

    async fn is_due(run: &TaskRun) -> Result<bool, Error> {
        Ok(run.ctx().slot::<RankCacheSlot>().get().is_some())
    }

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let slot = ctx.slot::<RankCacheSlot>();
        let Some(rank_cache) = slot.get() else { return Ok(()) };
        let sql = Sql::new(
            "select jsonb_build_object('season', season, 'name', name, 'version', version) from _touchstone.board order by season",
        );
        for Season { season, board } in ctx.rows(&sql).await? {
            match rank_cache.version(&board.name).await {
                Ok(version) => {
                    if !is_current(&ctx, rank_cache, season, &board, version).await? {
                        make_anew(&ctx, rank_cache, season).await?;
                    }
                }
                Err(problem) => unanswered(&problem),
            }
        }
        Ok(())
    }
}

/// Whether a board is current after the missing moves were applied.
async fn is_current(
    ctx: &CommandContext,
    rank_cache: &dyn RankCache,
    season: u32,
    board: &Board,
    version: Option<u64>,
) -> Result<bool, Error> {
    match version {
        None => Ok(false),
        Some(version) if version == board.version => Ok(true),
        // It changed since the board was read, or the database is a restored backup.
        Some(version) if version > board.version => {
            let now = read_position(ctx, season, "").await?;
            Ok(now.is_some_and(|now| now.board.version >= version))
        }
        Some(version) => catch_up(ctx, rank_cache, season, board, version).await,
    }
}

/// Rebuilds the cache, unless it cannot be reached.
///
/// Pages are read one after the other while persons move, so a user may be read twice or not at
/// all. All moves since then are applied in the end, which corrects every position.
async fn make_anew(
    ctx: &CommandContext,
    rank_cache: &dyn RankCache,
    season: u32,
) -> Result<(), Error> {
    let Some(BoardPosition { board: begun, .. }) = read_position(ctx, season, "").await? else {
        return Ok(());
    };
    let mut is_told = rank_cache.begin(&begun.name).await;
    let mut after = String::new();
    while is_told.is_ok() {
        let places = page(ctx, season, &after).await?;
        let Some(last) = places.last() else { break };
        after.clone_from(last);
        is_told = rank_cache.draft(&begun.name, &places).await;
    }
    let Some(BoardPosition { board, .. }) = read_position(ctx, season, "").await? else {
        return Ok(());
    };
    // If there were too many moves meanwhile, the next run tries again.
    if board.name == begun.name
        && is_told.is_ok()
        && let Some(moves) = moves(ctx, season, begun.version, board.version).await?
    {
        is_told = rank_cache.publish(&board, &moves).await;
    }
    if let Err(problem) = is_told {
        unanswered(&problem);
    }
    Ok(())
}

/// The positions after a given one, in order. From the first if none is given.
async fn page(ctx: &CommandContext, season: u32, after: &str) -> Result<Vec<String>, Error> {
    let sql = Sql::fixed(
        r#"select to_jsonb(_touchstone.place(s)) from "Standing" s, (
            select coalesce(9007199254740991 - nullif(split_part($2::text, '.', 1), '')::float8, 'infinity') as total,
                coalesce(999999999 - nullif(split_part($2::text, '.', 2), '')::float8, 0) as high,
                coalesce(-nullif(split_part($2::text, '.', 3), '')::float8, 0) as seq) last
        where s."season" = $1::float8 and s."eligible" and (s."total", s."highCount", -s."lastSeq") < (last.total, last.high, last.seq)
        order by s."total" desc, s."highCount" desc, -s."lastSeq" desc limit $3::int8"#,
        [Bind::from(f64::from(season)), after.into(), PAGE.into()],
    );
    ctx.rows(&sql).await
}

/// Deletes moves that are too old to update a board, and totals without persons.
struct ForgetMoves;

#[async_trait]
impl Task for ForgetMoves {
    const NAME: &'static str = "board moves";

    async fn run(run: &TaskRun) -> Result<(), Error> {
        let ctx = run.ctx();
        let moves = Sql::fixed(
            "delete from _touchstone.board_move m using _touchstone.board b
            where m.season = b.season and m.version <= b.version - $1::int8",
            [Bind::from(REMEMBERED)],
        );
        ctx.execute(&moves).await?;
        let counts = Sql::new("delete from _touchstone.board_count where people = 0");
        ctx.execute(&counts).await.map(drop)
    }
}
