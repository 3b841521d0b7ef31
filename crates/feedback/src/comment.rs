//! What people say about an issue.

mod add;
mod change;
mod judge;
mod react;
mod read;

use parse_engine::Extension;

use crate::command::command;
use crate::product_state::ProductState;

pub(crate) use read::with_addresses;

pub(crate) fn bring(extension: Extension, settings: &ProductState) -> Extension {
    let extension = command::<add::CommentAdd>(extension, settings);
    let extension = command::<change::CommentEdit>(extension, settings);
    let extension = command::<change::CommentDelete>(extension, settings);
    let extension = command::<react::CommentReact>(extension, settings);
    let extension = command::<judge::CommentMarkHelpful>(extension, settings);
    command::<judge::CommentPin>(extension, settings)
}
