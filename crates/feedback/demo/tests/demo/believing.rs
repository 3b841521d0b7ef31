//! Ways to sign in beside the password, of which the demo needs none.

use parse_engine::Extension;

/// The extension as it is.
pub(crate) fn believing(extension: Extension) -> Extension {
    extension
}
