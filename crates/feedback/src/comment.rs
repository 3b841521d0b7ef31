//! What people say about an issue.

mod add;
mod change;
mod judge;
mod react;
mod read;
mod tell;

use parse_engine::Extension;

use crate::command::command;
use crate::product_state::ProductState;

pub(crate) use change::remove_all_of;
pub(crate) use read::with_addresses;
pub(crate) use tell::tell;

pub(crate) fn register(extension: Extension, state: &ProductState) -> Extension {
    let extension = command::<add::CommentAdd>(extension, state);
    let extension = command::<change::CommentEdit>(extension, state);
    let extension = command::<change::CommentDelete>(extension, state);
    let extension = command::<react::CommentReact>(extension, state);
    let extension = command::<judge::CommentMarkHelpful>(extension, state);
    command::<judge::CommentPin>(extension, state)
}
