//! Hooks that run after every command of a member, inside its transaction.

use async_trait::async_trait;
use parse_engine::Error;

use crate::command_context::CommandContext;

/// Runs after a command of a member has succeeded, in the same transaction.
#[async_trait]
pub trait AfterCommand: Send + Sync + 'static {
    /// An error undoes the command.
    async fn run(&self, ctx: &CommandContext) -> Result<(), Error>;
}
