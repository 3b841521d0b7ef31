//! Comments on issues.

mod add;
mod change;
mod judge;
mod read;

use parse_engine::Extension;

use feedback_core::command::command;
use feedback_core::product_state::ProductState;

pub use change::remove_all_of;
pub use read::with_addresses;

/// Registers the functions of this module.
pub fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<add::CommentAdd>(extension, state);
    let extension = command::<change::CommentEdit>(extension, state);
    let extension = command::<change::CommentDelete>(extension, state);
    let extension = command::<judge::CommentMarkHelpful>(extension, state);
    command::<judge::CommentPin>(extension, state)
}
