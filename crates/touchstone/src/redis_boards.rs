//! Boards as sorted sets.
//!
//! All members have the same score, so that the order is that of the texts. One more member, whose
//! score is the version, is last: when memory is short, Redis always drops both.

use std::sync::Arc;

use async_trait::async_trait;
use feedback::boards::{Board, Move, RankCache, RankUpdate, Unanswered};
use parse_http::redis::{LONG_PATIENCE, Redis};
use redis::Pipeline;

/// The member that carries the version.
const VERSION: &str = "~";
/// After how many seconds an unused board is dropped.
const KEPT: i64 = 2 * 24 * 60 * 60;

/// Moves persons and writes the new version. Its arguments: the version now (empty for any), the
/// new one, how long to keep it, and pairs of places, empty if there is none.
const MOVE: &str = r"
if ARGV[1] ~= '' and tonumber(redis.call('ZSCORE', KEYS[1], '~') or '-1') ~= tonumber(ARGV[1]) then return 0 end
for at = 4, #ARGV, 2 do
    if ARGV[at] ~= '' then redis.call('ZREM', KEYS[1], ARGV[at]) end
    if ARGV[at + 1] ~= '' then redis.call('ZADD', KEYS[1], 0, ARGV[at + 1]) end
end
redis.call('ZADD', KEYS[1], ARGV[2], '~')
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1";

// The braces keep what belongs together on one node of a cluster.
fn set(name: &str) -> String {
    format!("touchstone:board:{{{name}}}")
}

fn draft(name: &str) -> String {
    format!("touchstone:board:{{{name}}}:draft")
}

fn moved(key: &str, from: Option<u64>, to: u64, moves: &[Move]) -> Pipeline {
    let mut commands = Pipeline::new();
    let command = commands.cmd("EVAL").arg(MOVE).arg(1).arg(key);
    command.arg(from.map(|from| from.to_string()).unwrap_or_default()).arg(to).arg(KEPT);
    for Move { gone, come } in moves {
        command.arg(gone.as_deref().unwrap_or_default()).arg(come.as_deref().unwrap_or_default());
    }
    commands
}

fn reply<T>(board: &Board, version: Option<u64>, answer: T) -> RankUpdate<T> {
    match version {
        Some(version) if version == board.version => RankUpdate::Known(answer),
        Some(version) => RankUpdate::At(version),
        None => RankUpdate::Nothing,
    }
}

/// Boards in Redis.
#[derive(Debug, Clone)]
pub struct RedisBoards(pub Arc<Redis>);

#[async_trait]
impl RankCache for RedisBoards {
    async fn before(
        &self,
        board: &Board,
        place: &str,
    ) -> Result<RankUpdate<Option<u64>>, Unanswered> {
        let key = set(&board.name);
        let mut commands = Pipeline::new();
        commands.atomic().cmd("ZSCORE").arg(&key).arg(VERSION).cmd("ZRANK").arg(&key).arg(place);
        let (version, before): (Option<u64>, Option<u64>) = self.0.ask(&commands).await?;
        Ok(reply(board, version, before))
    }

    async fn places(
        &self,
        board: &Board,
        skipped: u64,
        count: u32,
    ) -> Result<RankUpdate<Vec<String>>, Unanswered> {
        let key = set(&board.name);
        let last = skipped.saturating_add(u64::from(count)).saturating_sub(1);
        let mut commands = Pipeline::new();
        commands.atomic().cmd("ZSCORE").arg(&key).arg(VERSION);
        commands.cmd("ZRANGE").arg(&key).arg(skipped).arg(last);
        let (version, mut places): (Option<u64>, Vec<String>) = self.0.ask(&commands).await?;
        places.retain(|place| place != VERSION);
        Ok(reply(board, version, places))
    }

    async fn version(&self, name: &str) -> Result<Option<u64>, Unanswered> {
        let key = set(name);
        let mut commands = Pipeline::new();
        commands.atomic().cmd("ZSCORE").arg(&key).arg(VERSION);
        commands.cmd("EXPIRE").arg(&key).arg(KEPT).ignore();
        let (version,): (Option<u64>,) = self.0.ask(&commands).await?;
        Ok(version)
    }

    async fn advance(&self, to: &Board, from: u64, moves: &[Move]) -> Result<(), Unanswered> {
        let commands = moved(&set(&to.name), Some(from), to.version, moves);
        Ok(self.0.ask(&commands).await?)
    }

    async fn begin(&self, name: &str) -> Result<(), Unanswered> {
        let mut commands = Pipeline::new();
        commands.cmd("UNLINK").arg(draft(name)).ignore();
        Ok(self.0.ask(&commands).await?)
    }

    async fn draft(&self, name: &str, places: &[String]) -> Result<(), Unanswered> {
        let key = draft(name);
        let mut commands = Pipeline::new();
        let add = commands.cmd("ZADD").arg(&key);
        for place in places {
            add.arg(0).arg(place);
        }
        add.ignore();
        commands.cmd("EXPIRE").arg(&key).arg(600).ignore();
        Ok(self.0.ask_within(LONG_PATIENCE, &commands).await?)
    }

    async fn publish(&self, board: &Board, moves: &[Move]) -> Result<(), Unanswered> {
        let mut commands = moved(&draft(&board.name), None, board.version, moves);
        commands.ignore();
        commands.cmd("RENAME").arg(draft(&board.name)).arg(set(&board.name)).ignore();
        Ok(self.0.ask_within(LONG_PATIENCE, &commands).await?)
    }
}
